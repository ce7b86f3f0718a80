"""`python -m bot.testing GAME`: look whether a game keeps the contract.

GAME is one of the shelf, or `--module path.to.BOX` names a game's box anywhere. Each rule is
printed with "holds", or with the first step that breaks it and the line that shows it again;
`--rules` lists them all.
With `--kept FOLDER` it is also compared with what it was when `--keep FOLDER` wrote that.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.engine.author_checks import slips
from bot.engine.box import GamePackage
from bot.games.packages import paths
from bot.testing import elsewhere, playthroughs
from bot.testing.secrecy import hidden_fields
from bot.testing.suite import RULES, Verdict, verdicts

SOME = 20
"""So many games are played in other processes, too."""


def listed() -> Iterator[str]:
    """Yield a line for each rule."""
    says = {rule.name: rule.says for rule in RULES}
    says |= {elsewhere.NAME: elsewhere.SAYS, elsewhere.HEIGHTS: elsewhere.SAYS_HEIGHTS}
    says[playthroughs.NAME] = playthroughs.SAYS
    return (f"{name:<16}{sentence}" for name, sentence in says.items())


def line(verdict: Verdict, again: str, box: GamePackage) -> str:
    """Return what is printed of a rule of a box; `again` is how the command was called."""
    head = f"{verdict.rule.name:<16}{verdict.seconds:7.1f} s  "
    if verdict.holds:
        return f"{head}holds in {verdict.games} games"
    repeat = f"{again} --seed {verdict.number} --games 1 --rule {verdict.rule.name}"
    place = verdict.rule.place(box)
    look = f"look first at {place}" if place else ""
    lines = (f"{head}BROKEN: {verdict.rule.says}", verdict.why, verdict.where, look, repeat)
    return "\n      ".join(filter(None, lines))


def line_hidden(box: GamePackage) -> str:
    """Return what a game hides, for its author to read: no rule knows what should be hidden."""
    fields = ", ".join(hidden_fields(box)) or "nothing"
    return f"      `resample_hidden` deals anew: {fields}. Is all else known to all?"


def line_elsewhere(differing: Sequence[int], games: int, again: str) -> str:
    """Return what is printed of the games that differ from process to process, if any do."""
    head = f"{elsewhere.NAME:<16}           "
    if not differing:
        return f"{head}holds in {games} games"
    repeat = f"{again} --seed {differing[0]} --games 1 --rule {elsewhere.NAME}"
    return "\n      ".join((f"{head}BROKEN: {elsewhere.SAYS}", f"game {differing[0]}", repeat))


def line_heights(path: str, numbers: range, again: str) -> tuple[bool, str]:
    """Return whether screens are as high as they may be, and what is printed of it."""
    looked, found = elsewhere.too_high(path, numbers)
    head = f"{elsewhere.HEIGHTS:<16}           "
    if not looked:
        return True, f"{head}not looked at: {' '.join(found)}"
    if not found:
        return True, f"{head}holds in {len(numbers)} games"
    repeat = f"{again} --seed {numbers.start} --games {len(numbers)} --rule {elsewhere.HEIGHTS}"
    return False, "\n      ".join((f"{head}BROKEN: {elsewhere.SAYS_HEIGHTS}", *found, repeat))


def line_kept(found: Sequence[str], folder: Path, again: str) -> str:
    """Return what is printed of the playthroughs, with all that was found to differ."""
    head = f"{playthroughs.NAME:<16}           "
    if not found:
        return f"{head}holds in {folder}"
    anew = f"what is meant is written by: {again} --keep {folder}"
    return "\n      ".join((f"{head}BROKEN: {playthroughs.SAYS}", *found, anew))


def main(argv: Sequence[str]) -> int:
    """Print what holds; return 1 if something does not."""
    arguments = argparse.ArgumentParser(prog="python -m bot.testing", description=__doc__)
    add = arguments.add_argument
    add("game", nargs="?", choices=sorted(paths()))
    add("--module", help="a box anywhere, such as my_game.box.BOX")
    add("--games", type=int, default=200, help="so many are played (%(default)s)")
    add("--seed", type=int, default=0, help="the number of the first (%(default)s)")
    add("--kept", type=Path, metavar="FOLDER", help="compare with what is kept there, too")
    add("--keep", type=Path, metavar="FOLDER", help="write there what is compared, and no more")
    names = [
        elsewhere.NAME,
        elsewhere.HEIGHTS,
        *(rule.name for rule in RULES),
        playthroughs.NAME,
    ]
    add("--rule", choices=names, metavar="RULE", help="look at this one alone (all)")
    add("--rules", action="store_true", help="list all rules, and play nothing")
    options = arguments.parse_args(argv)
    if options.rules:
        print("\n".join(listed()))
        return 0
    if bool(options.game) == bool(options.module):
        arguments.error("name a game, or a box with --module")
    if options.rule == playthroughs.NAME and not options.kept:
        arguments.error(f"{options.rule} is looked at in a folder: --kept")
    path = options.module or paths()[options.game]
    try:
        box = elsewhere.box_of(path)
    except ValueError as problem:
        arguments.error(str(problem))
    for slip in slips(options.game or path.split(".", 1)[0], box):
        print(slip)
        return 1
    again = "python -m bot.testing "
    again += f"--module {options.module}" if options.module else options.game
    if options.keep:
        for file in playthroughs.keep(box, options.keep):
            print(f"written: {file}")
        return 0
    numbers = range(options.seed, options.seed + options.games)
    rules = [rule for rule in RULES if options.rule in (None, rule.name)]
    found = verdicts(box, numbers, rules) if rules else []
    for verdict in found:
        print(line(verdict, again, box))
    differing = list[int]()
    if options.rule in (None, elsewhere.NAME):
        differing = elsewhere.differing(path, numbers[:SOME])
        print(line_elsewhere(differing, len(numbers[:SOME]), again))
    fits = options.rule not in (None, elsewhere.HEIGHTS) or _fits(path, numbers, again)
    changed = list[str]()
    if options.kept and options.rule in (None, playthroughs.NAME):
        changed += playthroughs.problems(box, options.kept)
        print(line_kept(changed, options.kept, again))
    if any(verdict.rule.name == "hidden" for verdict in found):
        print(line_hidden(box))
    holds = fits and not differing and not changed
    return _summed_up(holds and all(verdict.holds for verdict in found))


def _summed_up(holds: bool) -> int:
    print("All is well." if holds else "Not all is well: begin with the first rule that is broken.")
    return not holds


def _fits(path: str, numbers: range, again: str) -> bool:
    fits, told = line_heights(path, numbers[: elsewhere.BY_A_BROWSER], again)
    print(told)
    return fits


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
