"""Checks a game against all rules."""

from collections.abc import Iterable, Iterator
from time import process_time

from msgspec import Struct

from bot.engine.package import GamePackage
from bot.testing import computers, core, people, secrecy
from bot.testing.playing import Broken, MoveFilter, Play, Rule, make_setup, play_game

RULES: tuple[Rule, ...] = (
    *core.RULES,
    *computers.RULES,
    *secrecy.RULES,
    *people.RULES,
)
FIRST_RULE = core.RULES[0]
"""The rule that is broken by a game that fails. The other rules check how far the game came."""


class Verdict(Struct):
    """The result of checking a rule."""

    rule: Rule
    games: int = 0
    """Number of games that were checked."""
    seconds: float = 0.0
    """CPU time."""
    reason: str = ""
    """Why the rule does not hold; "": it holds."""
    location: str = ""
    """The first game and step that break the rule."""
    game_number: int = 0
    """The number of that game."""

    @property
    def holds(self) -> bool:
        """Whether the rule holds in all games that were checked."""
        return not self.reason


def check_game(
    package: GamePackage,
    numbers: Iterable[int],
    rules: Iterable[Rule] = RULES,
    move_filter: MoveFilter | None = None,
) -> list[Verdict]:
    """Check rules with games of these numbers; return a verdict for each rule, in their order.

    A rule is not checked further once it is broken. `move_filter` applies to random players.
    """
    found = [Verdict(rule) for rule in rules]
    for count, number in enumerate(numbers):
        began = process_time()
        play = play_game(package, make_setup(package.game, number), move_filter)
        seconds = process_time() - began
        for verdict in found:
            if verdict.rule is FIRST_RULE:
                verdict.seconds += seconds
            is_due = count % verdict.rule.games_per_check == 0 and verdict.holds
            if is_due and (play.steps or verdict.rule is FIRST_RULE):
                _check_rule(verdict, play)
    return found


def _check_rule(verdict: Verdict, play: Play) -> None:
    verdict.games += 1
    began = process_time()
    try:
        verdict.rule.check(play)
    except Broken as broken:
        verdict.reason = broken.reason
        step = "" if broken.step is None else f", step {broken.step}"
        verdict.location = f"{play.setup}{step}"
        verdict.game_number = play.setup.number
    except Exception as problem:
        verdict.reason = f"it fails: {type(problem).__name__}: {problem}"
        verdict.location, verdict.game_number = str(play.setup), play.setup.number
    verdict.seconds += process_time() - began


def list_broken(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield the names of the rules that do not hold."""
    return (verdict.rule.name for verdict in verdicts if not verdict.holds)
