"""`python -m bot.games.contract GAME`: look whether a game keeps the contract.

GAME is one of the shelf, or `--module path.to.BOX` names a game's box anywhere. Each rule is
printed with "holds", or with the first step that breaks it and the line that shows it again.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from bot.games.box import Box
from bot.games.contract.suite import RULES, Verdict, verdicts
from bot.games.registry import GAMES


def box_of(path: str) -> Box:
    """Return the box with a dotted name, such as "my_game.box.BOX".

    Raises `ValueError` if there is none.
    """
    module, _, variable = path.rpartition(".")
    try:
        box = getattr(import_module(module), variable)
    except (ImportError, AttributeError, ValueError) as problem:
        raise ValueError(f"there is no {path}: {problem}") from problem
    if not isinstance(box, Box):
        raise ValueError(f"{path} is no Box, but {type(box).__name__}")
    return box


def line(verdict: Verdict, again: str) -> str:
    """Return what is printed of a rule; `again` is how the command was called."""
    head = f"{verdict.rule.name:<16}{verdict.seconds:7.1f} s  "
    if verdict.holds:
        return f"{head}holds in {verdict.games} games"
    repeat = f"{again} --seed {verdict.number} --games 1 --rule {verdict.rule.name}"
    lines = (f"{head}BROKEN: {verdict.rule.says}", verdict.why, verdict.where, repeat)
    return "\n      ".join(lines)


def main(argv: Sequence[str]) -> int:
    """Print what holds; return 1 if something does not."""
    arguments = argparse.ArgumentParser(prog="python -m bot.games.contract", description=__doc__)
    add = arguments.add_argument
    add("game", nargs="?", choices=sorted(GAMES))
    add("--module", help="a box anywhere, such as my_game.box.BOX")
    add("--games", type=int, default=200, help="so many are played")
    add("--seed", type=int, default=0, help="the number of the first of them")
    add("--rule", choices=[rule.name for rule in RULES], help="look at this one alone")
    options = arguments.parse_args(argv)
    if bool(options.game) == bool(options.module):
        arguments.error("name a game, or a box with --module")
    try:
        box = box_of(options.module) if options.module else GAMES[options.game]
    except ValueError as problem:
        arguments.error(str(problem))
    named = f"--module {options.module}" if options.module else options.game
    rules = [rule for rule in RULES if options.rule in (None, rule.name)]
    found = verdicts(box, range(options.seed, options.seed + options.games), rules)
    for verdict in found:
        print(line(verdict, f"python -m bot.games.contract {named}"))
    return not all(verdict.holds for verdict in found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
