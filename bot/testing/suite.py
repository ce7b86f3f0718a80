"""All rules, and what a game makes of them."""

from collections.abc import Iterable, Iterator
from time import process_time

from msgspec import Struct

from bot.engine.box import GamePackage
from bot.testing import computers, core, people, secrecy
from bot.testing.playing import Broken, Play, Rule, Taste, played, setting_of

RULES: tuple[Rule, ...] = (
    *core.RULES,
    *computers.RULES,
    *secrecy.RULES,
    *people.RULES,
)
FIRST = core.RULES[0]
"""A game that cannot be played to its end breaks this one; the others look how far it came."""


class Verdict(Struct):
    """What was found of a rule."""

    rule: Rule
    games: int = 0
    """So many were looked at."""
    seconds: float = 0.0
    """Of a processor."""
    why: str = ""
    """Why it does not hold; "": it does."""
    where: str = ""
    """The first game and step that break it."""
    number: int = 0
    """The number of that game."""

    @property
    def holds(self) -> bool:
        """Tell whether it was not broken."""
        return not self.why


def verdicts(
    box: GamePackage,
    numbers: Iterable[int],
    rules: Iterable[Rule] = RULES,
    taste: Taste | None = None,
) -> list[Verdict]:
    """Return what games with these numbers say about each rule, in their order.

    A rule that is broken is looked at no further. The `taste` is that of random players.
    """
    found = [Verdict(rule) for rule in rules]
    for count, number in enumerate(numbers):
        began = process_time()
        play = played(box, setting_of(box.game, number), taste=taste)
        playing = process_time() - began
        for verdict in found:
            if verdict.rule is FIRST:
                verdict.seconds += playing
            is_due = count % verdict.rule.every == 0 and verdict.holds
            if is_due and (play.moments or verdict.rule is FIRST):
                _look(verdict, play)
    return found


def _look(verdict: Verdict, play: Play) -> None:
    verdict.games += 1
    began = process_time()
    try:
        verdict.rule.check(play)
    except Broken as broken:
        verdict.why = broken.why
        step = "" if broken.step is None else f", step {broken.step}"
        verdict.where = f"{play.setting}{step}"
        verdict.number = play.setting.number
    except Exception as problem:
        verdict.why = f"it fails: {type(problem).__name__}: {problem}"
        verdict.where, verdict.number = str(play.setting), play.setting.number
    verdict.seconds += process_time() - began


def broken(found: Iterable[Verdict]) -> Iterator[str]:
    """Yield the names of the rules that do not hold."""
    return (verdict.rule.name for verdict in found if not verdict.holds)
