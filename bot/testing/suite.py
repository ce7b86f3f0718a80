"""Checks a game against all rules of the contract."""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import process_time

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.package import GamePackage
from bot.testing import (
    asking,
    computers,
    core,
    deals,
    looking_back,
    pasts,
    people,
    playing,
    puzzles,
    secrecy,
    similar_games,
)

RULES = tuple(
    found
    for module in (
        core,
        deals,
        secrecy,
        similar_games,
        asking,
        pasts,
        computers,
        people,
        looking_back,
        puzzles,
    )
    for found in vars(module).values()
    if isinstance(found, playing.PlayedRule)
)
"""All rules that are checked with played games, in the order in which they are checked."""
FIRST_RULE = RULES[0]
"""The rule that every game ends and raises no error.

If a game breaks this rule, the other rules are still checked with the steps before the failure.
"""


class Verdict(Struct):
    """The result of checking one rule: whether a game keeps it, and if not, why and where."""

    rule: playing.PlayedRule
    games: int = 0
    """The number of played games with which the rule was checked."""
    seconds: float = 0.0
    """The CPU time that the check took."""
    reason: str = ""
    """Why the game breaks the rule, or ""."""
    location: str = ""
    """The first game and step that break the rule, or ""."""
    game_number: int = 0
    """The number of that game, with which it can be played again."""
    method_names: tuple[str, ...] = ()
    """The methods to look at first, such as "game.apply". An error names its place itself."""

    @property
    def holds(self) -> bool:
        """Whether no played game broke the rule."""
        return not self.reason

    def list_methods(self, package: GamePackage) -> list[str]:
        """Return the file, line and name of each method to look at first."""
        found = (playing.find_method(package, name) for name in self.method_names)
        return [*filter(None, found)]

    def __str__(self) -> str:
        found = f"{self.reason}; {self.location}" if self.reason else "holds"
        return f"{self.rule.name} ({self.rule.statement}): {found}"


def check_game(
    package: GamePackage,
    numbers: Iterable[int],
    rules: Iterable[playing.PlayedRule] = RULES,
    move_filter: playing.MoveFilter | None = None,
) -> list[Verdict]:
    """Play the games with these numbers, and return a verdict for each of the rules.

    Once a rule is broken, it is not checked with further games. `move_filter` restricts the moves
    of random players.
    """
    found, unused_computers = [Verdict(rule) for rule in rules], b""
    with suppress(Exception):  # a rule reports what cannot be pickled
        unused_computers = pickle.dumps(package.computers)
    for count, number in enumerate(numbers):
        began = process_time()
        play = playing.play_game(package, playing.make_setup(package, number), move_filter)
        play = replace(play, unused_computers=unused_computers)
        seconds = process_time() - began
        for verdict in found:
            if verdict.rule is FIRST_RULE:
                verdict.seconds += seconds
            is_due = count % verdict.rule.games_per_check == 0 and verdict.holds
            if is_due and (play.steps or verdict.rule is FIRST_RULE):
                _check_rule(verdict, play)
    return found


def _check_rule(verdict: Verdict, play: playing.Play) -> None:
    verdict.games += 1
    began = process_time()
    try:
        verdict.rule.check(play)
    except playing.Broken as broken:
        verdict.reason = broken.reason
        step = "" if broken.step is None else f", step {broken.step}"
        verdict.location = f"{play.setup}{step}"
        verdict.game_number = play.setup.number
        verdict.method_names = broken.method_names or (verdict.rule.method_name,)
    except Exception as problem:
        verdict.reason = f"it fails: {playing.describe_error(play.package, problem)}"
        verdict.location, verdict.game_number = str(play.setup), play.setup.number
    verdict.seconds += process_time() - began


def list_broken(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield the names of the broken rules among the verdicts about a game."""
    return (verdict.rule.name for verdict in verdicts if not verdict.holds)


def list_kept(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield the names of the rules that a game keeps among the verdicts about it."""
    return (verdict.rule.name for verdict in verdicts if verdict.holds)
