"""Checks a game against all rules of the contract."""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import process_time

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.package import GamePackage
from bot.testing import computers, core, deals, people, secrecy, similar_games
from bot.testing.playing import (
    Broken,
    MoveFilter,
    Play,
    Rule,
    describe_error,
    make_setup,
    play_game,
)

RULES: tuple[Rule, ...] = (
    *core.RULES,
    *deals.RULES,
    *secrecy.RULES,
    *similar_games.RULES,
    *computers.RULES,
    *people.RULES,
)
"""All rules of the contract, in the order in which they are checked."""
FIRST_RULE = core.RULES[0]
"""The rule that every game ends and raises no error.

If a game breaks this rule, the other rules are still checked with the steps before the failure.
"""


class Verdict(Struct):
    """The result of checking one rule: whether a game keeps it, and if not, why and where."""

    rule: Rule
    """The rule that was checked."""
    games: int = 0
    """The number of played games with which the rule was checked."""
    seconds: float = 0.0
    """The CPU time that the check took, in seconds."""
    reason: str = ""
    """A sentence that says why the game breaks the rule. "" means that the game keeps the rule."""
    location: str = ""
    """A description of the first game and step that break the rule. "" means that none does."""
    game_number: int = 0
    """The number of the first played game that breaks the rule, with which it can be played again.

    It is meaningless while the game keeps the rule.
    """

    @property
    def holds(self) -> bool:
        """Whether the rule holds, which means that no played game broke it."""
        return not self.reason


def check_game(
    package: GamePackage,
    numbers: Iterable[int],
    rules: Iterable[Rule] = RULES,
    move_filter: MoveFilter | None = None,
) -> list[Verdict]:
    """Play games, and check the given rules with each of them.

    Once a rule is broken, it is not checked with further games.

    Args:
        package: The game to check.
        numbers: The numbers of the games to play. All random choices of a game follow from its
            number.
        rules: The rules to check.
        move_filter: Restricts the moves of random players, so that rare events happen, too. None
            means no restriction.

    Returns:
        A verdict for each rule, in the order of the rules.
    """
    found, unused_game = [Verdict(rule) for rule in rules], b""
    with suppress(Exception):  # a rule reports what cannot be pickled
        unused_game = pickle.dumps(package.game)
    for count, number in enumerate(numbers):
        began = process_time()
        play = play_game(package, make_setup(package.game, number), move_filter)
        play = replace(play, unused_game=unused_game)
        seconds = process_time() - began
        for verdict in found:
            if verdict.rule is FIRST_RULE:
                verdict.seconds += seconds
            is_due = count % verdict.rule.games_per_check == 0 and verdict.holds
            if is_due and (play.steps or verdict.rule is FIRST_RULE):
                _check_rule(verdict, play)
    return found


def _check_rule(verdict: Verdict, play: Play) -> None:
    """Check one rule with one more played game, and update the rule's verdict."""
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
        verdict.reason = f"it fails: {describe_error(play.package, problem)}"
        verdict.location, verdict.game_number = str(play.setup), play.setup.number
    verdict.seconds += process_time() - began


def list_broken(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield the names of the broken rules among the verdicts about a game."""
    return (verdict.rule.name for verdict in verdicts if not verdict.holds)
