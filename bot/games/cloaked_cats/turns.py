"""What cats and guesses told those who only watched, exactly: for looking back at a game."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.games.cloaked_cats.deduction import Fans
from bot.games.cloaked_cats.story import ALL, TURNS, told_by
from bot.games.events import Event
from bot.games.screen import Seen


class Turn(Struct, frozen=True):
    """What an event of the game told those who only watched."""

    step: int
    event: Event
    before: tuple[Fans, ...]
    """By seat, which disguises were possible."""
    after: tuple[Fans, ...]

    @property
    def told(self) -> tuple[int, ...]:
        """Return the values of the event: of a guess, who asked whom, for which feature."""
        return tuple(int(value) for value in self.event.values)

    def chance(self) -> int:
        """Return how likely a guess was right, in percent."""
        _, opponent, asked = self.told
        possible = self.before[opponent]
        return round(100 * sum(bool(fan & 1 << asked) for fan in possible) / len(possible))


def turns_of(course: Sequence[Seen]) -> Iterator[Turn]:
    """Yield each cat and each guess of a game, with what it told."""
    fans: tuple[Fans, ...] = (ALL,) * len(course[0].views[1:])
    for seen in course:
        for event in seen.events:
            if event.name in TURNS and event.name != "skipped":
                after = told_by(event, fans)
                yield Turn(seen.step, event, fans, after)
                fans = after
