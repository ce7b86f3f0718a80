"""The options of a game: what a table's host chooses before the game."""

from collections.abc import Iterable, Mapping

from msgspec import Struct


class Option(Struct, frozen=True, gc=False):
    """A setting of a game, such as a rule variant, that the host chooses before the game."""

    name: str
    """Its name in the database and in keys of messages, such as `option-<name>`."""
    choices: tuple[str, ...]
    """The names of the choices, the default first."""
    parts: tuple[str, ...] = ()
    """The names of parts that the host can combine instead of taking one of `choices`."""
    picks: int = 0
    """How many `parts` the host has to pick. The picked parts are stored as one choice: joined with
    "." in the order of `parts`.
    """
    always_named: bool = False
    """Whether the lobby names the choice even if it is the default."""
    crowd_default: tuple[int, str] | None = None
    """A number of players, and the choice that is the default from that number on."""
    without_computers: tuple[str, ...] = ()
    """The choices with which computer players cannot play."""

    def default_for(self, seats: int) -> str:
        """Return the default choice at a table with this many players."""
        if self.crowd_default and seats >= self.crowd_default[0]:
            return self.crowd_default[1]
        return self.choices[0]

    def normalise_choice(self, choice: str) -> str | None:
        """Return a choice as it is stored, or None if the option has no such choice.

        `choice` is one of `choices`, or several of `parts` in any order, joined with ".".
        """
        if choice in self.choices:
            return choice
        picked = choice.split(".")
        parts = [part for part in self.parts if part in picked]
        return ".".join(parts) if len(parts) == len(picked) == self.picks else None


def default_options(options: Iterable[Option], seats: int = 0) -> dict[str, str]:
    """Return the default choice of each option at a table with this many players.

    There may be too few for a game while people gather.
    """
    return {option.name: option.default_for(seats) for option in options}


def computers_can_play(options: Iterable[Option], chosen: Mapping[str, str]) -> bool:
    """Return whether computer players can play a game with these choices."""
    return all(chosen.get(option.name) not in option.without_computers for option in options)


def complete_options(
    options: Iterable[Option], chosen: Mapping[str, str], seats: int
) -> dict[str, str]:
    """Return a choice for each option: what the host chose, or else the default.

    A choice that does not exist any more is ignored.
    """
    return {
        option.name: option.normalise_choice(chosen.get(option.name, ""))
        or option.default_for(seats)
        for option in options
    }
