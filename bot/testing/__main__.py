"""`python -m bot.testing GAME` checks whether a game keeps the contract, and prints the result.

GAME is one of the bot's games. `--module path.to.PACKAGE` names the `GamePackage` of any other
game. Each rule is printed with "holds", or with the first step that breaks it and the command that
repeats it. `--rules` lists all rules. With `--kept FOLDER` the game's playthroughs, whole games as
text, are compared with the files that `--keep FOLDER` wrote.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.common.config import StartProblem
from bot.common.terminal import replace_unshowable
from bot.engine.package import GamePackage
from bot.games.packages import list_package_paths, load_module
from bot.i18n import LANGUAGES, text
from bot.testing.playing import Rule
from bot.testing.playthroughs import PLAYTHROUGHS_RULE, compare_files, write_files
from bot.testing.questions import list_questions
from bot.testing.subprocesses import (
    HEIGHTS_RULE,
    MAX_GAMES_IN_BROWSER,
    MAX_GAMES_IN_PROCESSES,
    SAME_SEED_RULE,
    ProcessError,
    check_heights,
    find_differing_games,
)
from bot.testing.suite import RULES, Verdict, check_game, list_kept

ALL_RULES: tuple[Rule, ...] = (*RULES, SAME_SEED_RULE, HEIGHTS_RULE, PLAYTHROUGHS_RULE)
NAME_WIDTH = 2 + max(len(rule.name) for rule in ALL_RULES)


def print_result(rule: Rule, scope: object, details: Sequence[str], timing: str = "") -> bool:
    """Print the result of a check, and return whether the game keeps the rule.

    Args:
        rule: The rule that was checked.
        scope: What was checked, such as "200 games".
        details: How the game breaks the rule. An empty sequence means that it keeps it.
        timing: How long the check took.
    """
    told = "BROKEN" if details else f"holds in {scope}"
    head = f"{rule.name:<{NAME_WIDTH}}{timing:<11}{told}: {rule.statement}"
    print("\n      ".join((head, *filter(None, details))))
    return not details


def print_verdict(verdict: Verdict, command: str, package: GamePackage) -> bool:
    """Print a verdict, and return whether the game keeps the rule."""
    rule, details = verdict.rule, tuple[str, ...]()
    if not verdict.holds:
        methods = " and ".join(verdict.list_methods(package))
        look = f"look first at {methods}" if methods else ""
        repeat = f"{command} --seed {verdict.game_number} --games 1 --rule {rule.name}"
        details = (verdict.reason, verdict.location, look, repeat)
    return print_result(rule, f"{verdict.games} games", details, f"{verdict.seconds:7.1f} s")


def check_same_seed(path: str, numbers: range, command: str) -> bool:
    """Check that games are the same when other processes play them, and print the result."""
    games, details = f"{len(numbers)} games", tuple[str, ...]()
    try:
        differing = find_differing_games(path, numbers)
    except ProcessError as failed:
        return print_result(SAME_SEED_RULE, games, [str(failed)])
    for first in differing[:1]:
        repeat = f"{command} --seed {first} --games 1 --rule {SAME_SEED_RULE.name}"
        details = (f"game {first}", repeat)
    return print_result(SAME_SEED_RULE, games, details)


def check_screen_heights(path: str, numbers: range, command: str) -> bool:
    """Check that a browser shows each screen whole, and print the result.

    Without a browser nothing is checked, and the result is True.
    """
    games, rule = f"{len(numbers)} games", HEIGHTS_RULE.name
    try:
        is_checked, found = check_heights(path, numbers)
    except ProcessError as failed:
        return print_result(HEIGHTS_RULE, games, [str(failed)])
    if not is_checked:
        print(f"{rule:<{NAME_WIDTH + 11}}not looked at: {' '.join(found)}")
        return True
    if found:
        found.append(f"{command} --seed {numbers.start} --games {len(numbers)} --rule {rule}")
    return print_result(HEIGHTS_RULE, games, found)


def check_playthroughs(package: GamePackage, folder: Path, command: str) -> bool:
    """Compare the game's playthroughs with the files in a folder, and print the result."""
    found = [*compare_files(package, folder)]
    if found:
        found.append(f"what is meant is written by: {command} --keep {folder}")
    return print_result(PLAYTHROUGHS_RULE, folder, found)


def main(argv: Sequence[str]) -> int:
    """Check a game against the rules as the command line says, and print which rules it keeps.

    Returns the exit code: 0 if the game keeps all checked rules, else 1.
    """
    arguments = argparse.ArgumentParser(prog="python -m bot.testing", description=__doc__)
    add = arguments.add_argument
    add("game", nargs="?", choices=sorted(list_package_paths()))
    add("--module", help="any GamePackage, such as my_game.package.PACKAGE")
    add("--games", type=int, default=200, help="so many are played (%(default)s)")
    add("--seed", type=int, default=0, help="the number of the first (%(default)s)")
    add("--kept", type=Path, metavar="FOLDER", help="compare with what is kept there, too")
    add("--keep", type=Path, metavar="FOLDER", help="write there what is compared, and no more")
    names = [rule.name for rule in ALL_RULES]
    add("--rule", choices=names, metavar="RULE", help="look at this one alone (all)")
    add("--rules", action="store_true", help="list all rules, and play nothing")
    options = arguments.parse_args(argv)
    if options.rules:
        print("\n".join(f"{rule.name:<{NAME_WIDTH}}{rule.statement}" for rule in ALL_RULES))
        return 0
    if bool(options.game) == bool(options.module):
        arguments.error("name a game, or a GamePackage with --module")
    if options.rule == PLAYTHROUGHS_RULE.name and not options.kept:
        arguments.error(f"{options.rule} is looked at in a folder: --kept")
    path = options.module or list_package_paths()[options.game]
    try:
        package = load_module(path, options.game or "")
    except StartProblem as problem:
        print(text(LANGUAGES[0])(problem.key, **problem.values))
        return 1
    command = "python -m bot.testing "
    command += f"--module {options.module}" if options.module else options.game
    if options.keep:
        for file in write_files(package, options.keep):
            print(f"written: {file}")
        return 0
    numbers = range(options.seed, options.seed + options.games)
    asked = {options.rule} if options.rule else {*names}
    rules = [rule for rule in RULES if rule.name in asked]
    verdicts = check_game(package, numbers, rules) if rules else []
    results = [print_verdict(verdict, command, package) for verdict in verdicts]
    if SAME_SEED_RULE.name in asked:
        results.append(check_same_seed(path, numbers[:MAX_GAMES_IN_PROCESSES], command))
    if HEIGHTS_RULE.name in asked:
        results.append(check_screen_heights(path, numbers[:MAX_GAMES_IN_BROWSER], command))
    if options.kept and PLAYTHROUGHS_RULE.name in asked:
        results.append(check_playthroughs(package, options.kept, command))
    for question in list_questions(package, [*list_kept(verdicts)]):
        print(f"      {question}")
    holds = all(results)
    print("All is well." if holds else "Not all is well: begin with the first rule that is broken.")
    return not holds


if __name__ == "__main__":
    replace_unshowable()
    sys.exit(main(sys.argv[1:]))
