"""Scenario files: who presses what, and what must then be seen; `docs/scenarios.md` shows them.

At the top stands the table (`game: quickpick`, `people: Ada, Ben` ...), then a step in each line.
What people read is in ASCII quotes; what follows a "#" outside of them is a comment. Reading is
pure: a file says nothing here about whether a button will be there.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from bot.common.config import StartProblem
from bot.domain.levels import choices
from bot.domain.seating import CLOCKS
from bot.domain.table import PACES
from bot.engine.box import GamePackage, GameRegistry
from bot.i18n import LANGUAGES

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
"""Who is on the server; the first at a table is its host."""
BOARD = "board"
"""Stands in a step for what everybody sees."""
TOP = ("game", "people", "computers", "language", "deal", "options", "start")
"""What stands at the top of a file."""
UNITS = {"second": 1, "minute": 60, "hour": 3600}
LONGEST = 24 * 3600
"""Seconds of the world's time that one step may wait."""
MOST_COMPUTERS = 7
"""As many as the command for a new table takes."""
NO_YES = ("no", "yes")
QUOTED = '"[^"]+"'


class Press(Struct, frozen=True):
    """Somebody presses a button, by its label, its sign or both."""

    line: int
    who: str
    button: str
    old: bool = False
    """The button is gone, but was there before: the click comes late."""
    number: int = 0
    """Which of several that are called the same, from 1 on; 0: there is but one."""


class Choose(Struct, frozen=True):
    """Somebody chooses options of a select, by their labels."""

    line: int
    who: str
    options: tuple[str, ...]
    select: str = ""
    """The select's placeholder; "": any that has these options."""


class Command(Struct, frozen=True):
    """Somebody uses a slash command."""

    line: int
    who: str
    name: str
    options: tuple[tuple[str, str], ...] = ()


class See(Struct, frozen=True):
    """Something can be read, or cannot."""

    line: int
    who: str
    """Who reads: a person, or `BOARD`."""
    text: str
    there: bool = True


class Wait(Struct, frozen=True):
    """The world's time passes."""

    line: int
    seconds: int


class Restart(Struct, frozen=True):
    """The bot is killed and comes back."""

    line: int


Step = Press | Choose | Command | See | Wait | Restart


class Scenario(Struct, frozen=True):
    """A file as it was read."""

    file: str
    """Its name, as the sentences about it say it."""
    line: int
    """Where the game is named: what goes wrong before the first step is said to be there."""
    game: str
    people: tuple[str, ...] = PEOPLE[:1]
    computers: int = 0
    language: str = LANGUAGES[0]
    deal: int = 1
    options: tuple[tuple[str, str], ...] = ()
    """Names of the table's and the game's own, with what is chosen."""
    starts: bool = True
    """False: the steps begin in the lobby."""
    steps: tuple[Step, ...] = ()

    def at(self, line: int) -> str:
        """Return the place that a sentence begins with."""
        return f"{self.file}:{line}"


def read(text: str, file: str, shelf: GameRegistry) -> Scenario:
    """Return what a file says of games on the shelf; `file` is its name.

    Raises `StartProblem` with the place of what is not understood.
    """
    top: dict[str, tuple[int, str]] = {}
    steps: list[Step] = []
    for line, whole in enumerate(text.splitlines(), start=1):
        said = _without_comment(whole)
        key, colon, value = (part.strip() for part in said.partition(":"))
        if colon and key in TOP:
            if steps or key in top:
                raise StartProblem("scenario-top", at=f"{file}:{line}", given=key)
            top[key] = (line, value)
        elif said:
            steps.append(_step(said, line, f"{file}:{line}"))
    if "game" not in top:
        raise StartProblem("scenario-no-game", file=file, games=", ".join(shelf))
    return _check_scenario(_Top(file, top, shelf).read(tuple(steps)), shelf)


def _without_comment(line: str) -> str:
    found = re.match(rf'(?:[^"#]|{QUOTED}|")*', line)
    return found[0].strip() if found else ""


def _check_scenario(scenario: Scenario, shelf: GameRegistry) -> Scenario:
    """Return a scenario whose table can be opened, with people who are there."""
    game = shelf[scenario.game].game
    if scenario.starts and len(scenario.people) + scenario.computers not in game.seats:
        seats = ", ".join(map(str, game.seats))
        raise StartProblem("scenario-seats", at=scenario.at(scenario.line), seats=seats)
    for step in scenario.steps:
        if isinstance(step, Wait | Restart) or step.who in PEOPLE:
            continue
        if not (isinstance(step, See) and step.who == BOARD):
            raise StartProblem(
                "scenario-person",
                at=scenario.at(step.line),
                given=step.who,
                people=", ".join(PEOPLE),
            )
    return scenario


class _Top:
    """What stands at the top of a file."""

    def __init__(self, file: str, top: Mapping[str, tuple[int, str]], shelf: GameRegistry) -> None:
        self.file = file
        self.top = top
        self.shelf = shelf

    def at(self, key: str) -> str:
        return f"{self.file}:{self.top[key][0]}"

    def read(self, steps: tuple[Step, ...]) -> Scenario:
        line, game = self.top["game"]
        self._one_of("game", game, tuple(self.shelf))
        language = self.top.get("language", (0, LANGUAGES[0]))[1]
        self._one_of("language", language, LANGUAGES)
        starts = self.top.get("start", (0, "yes"))[1]
        self._one_of("start", starts, NO_YES)
        return Scenario(
            self.file,
            line,
            game,
            self._people(),
            self._number("computers", 0, MOST_COMPUTERS),
            language,
            self._number("deal", 1, 10**9),
            self._options(self.shelf[game]),
            starts == "yes",
            steps,
        )

    def _one_of(self, key: str, given: str, known: tuple[str, ...]) -> None:
        if given not in known:
            raise StartProblem(
                "scenario-choice", at=self.at(key), name=key, given=given, known=", ".join(known)
            )

    def _number(self, key: str, otherwise: int, most: int) -> int:
        given = self.top.get(key, (0, str(otherwise)))[1]
        if not (given.isascii() and given.isdecimal() and int(given) <= most):
            raise StartProblem(
                "scenario-number", at=self.at(key), name=key, given=given, most=str(most)
            )
        return int(given)

    def _people(self) -> tuple[str, ...]:
        names = tuple(_parts(self.top.get("people", (0, PEOPLE[0]))[1]))
        for name in names:
            self._one_of("people", name, PEOPLE)
        if not names or len(set(names)) < len(names):
            raise StartProblem("scenario-people", at=self.at("people"))
        return names

    def _options(self, box: GamePackage) -> tuple[tuple[str, str], ...]:
        known, own = _known_choices(box), {option.name: option for option in box.game.options}
        chosen = {}
        for part in _parts(self.top.get("options", (0, ""))[1]):
            name, _, choice = (one.strip() for one in part.partition("="))
            self._one_of("options", name, tuple(known))
            if name not in own or own[name].taken(choice) is None:
                self._one_of("options", choice, known[name])
            chosen[name] = choice
        return tuple(chosen.items())


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _known_choices(box: GamePackage) -> dict[str, tuple[str, ...]]:
    """Return what can be chosen, by the names of options: the table's, then the game's own."""
    shared = {
        "clock": CLOCKS,
        "level": choices(box),
        "pace": tuple(PACES),
        "text-only": NO_YES if box.pictures else (),
    }
    own = {option.name: (*option.choices, *option.parts) for option in box.game.options}
    return {**{name: known for name, known in shared.items() if known}, **own}


def _step(said: str, line: int, at: str) -> Step:
    """Return the step of a line; raises `StartProblem` if it is none."""
    if said == "restart":
        return Restart(line)
    who, _, what = (part.strip() for part in said.partition(":"))
    step = _waiting(what, line) if who == "wait" else _doing(who, what, line)
    if step is None:
        raise StartProblem("scenario-step", at=at, given=said)
    return step


def _waiting(what: str, line: int) -> Wait | None:
    found = re.fullmatch(r"([0-9]{1,6}) +(second|minute|hour)s?", what)
    seconds = int(found[1]) * UNITS[found[2]] if found else 0
    return Wait(line, seconds) if 0 < seconds <= LONGEST else None


def _doing(who: str, what: str, line: int) -> Step | None:
    """Return what somebody does or sees; None if it is not understood."""
    if what.startswith("/"):
        return _command(who, what[1:].split(), line)
    if found := re.fullmatch(rf"press +(old +)?{QUOTED}( +[1-9][0-9]?)?", what):
        return Press(line, who, quoted(found[0])[0], bool(found[1]), int(found[2] or 0))
    if re.fullmatch(rf"choose +{QUOTED}(, *{QUOTED})*( +in +{QUOTED})?", what):
        *options, last = quoted(what)
        if re.search(rf" in +{QUOTED}$", what):
            return Choose(line, who, tuple(options), last)
        return Choose(line, who, (*options, last))
    if found := re.fullmatch(rf"(not +)?see +{QUOTED}", what):
        return See(line, who, quoted(found[0])[0], not found[1])
    return None


def _command(who: str, words: list[str], line: int) -> Command | None:
    """Return a slash command; its options are the words with a "=", after those of its name."""
    name = [word for word in words if "=" not in word]
    options = tuple((word.partition("=")[0], word.partition("=")[2]) for word in words[len(name) :])
    if not name or any("=" not in word for word in words[len(name) :]):
        return None
    return Command(line, who, " ".join(name), options)


def quoted(text: str) -> list[str]:
    """Return what stands in quotes in a text."""
    return [found[1:-1] for found in re.findall(QUOTED, text)]
