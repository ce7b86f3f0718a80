"""`python -m bot.testing GAME` checks whether a game keeps the contract, and prints the result.

GAME is one of the bot's games. `--module path.to.PACKAGE` names the `GamePackage` of any other
game. For each rule, "holds" is printed, or the first step that breaks it and the command that
repeats it. `--rules` lists all rules. With `--kept FOLDER` the game's playthroughs, whole games as
text, are compared with the files that `--keep FOLDER` wrote.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.common.config import StartProblem
from bot.common.terminal import replace_unshowable
from bot.engine.package import GamePackage
from bot.games.packages import list_package_paths, load_module
from bot.i18n import LANGUAGES, text
from bot.testing import playthroughs, subprocesses
from bot.testing.secrecy import list_resampled_fields
from bot.testing.similar_games import list_revelations
from bot.testing.suite import RULES, Verdict, check_game

MAX_GAMES_IN_PROCESSES = 20
"""The maximum number of games that are also played in two other processes.

The games have to be the same there. This check uses the first games of a run.
"""


def list_rules() -> Iterator[str]:
    """Yield one line for each rule that games have to keep: its name and the rule as a sentence."""
    statements = {rule.name: rule.statement for rule in RULES}
    statements |= {
        subprocesses.SAME_SEED_RULE: subprocesses.SAME_SEED_TEXT,
        subprocesses.HEIGHTS_RULE: subprocesses.HEIGHTS_TEXT,
        playthroughs.RULE_NAME: playthroughs.RULE_TEXT,
    }
    return (f"{name:<16}{statement}" for name, statement in statements.items())


def format_result(
    rule: str, statement: str, scope: object, details: Sequence[str], timing: str = ""
) -> str:
    """Format the result of checking a game against one rule as text to print.

    Args:
        rule: The name of the rule.
        statement: The rule as a sentence.
        scope: What was checked, such as "200 games".
        details: Lines that say how the game breaks the rule. An empty sequence means that the game
            keeps the rule.
        timing: How long the check took, or "" to leave that out.
    """
    head = f"{rule:<16}{timing:<11}"
    if not details:
        return f"{head}holds in {scope}"
    return "\n      ".join((f"{head}BROKEN: {statement}", *filter(None, details)))


def format_verdict(verdict: Verdict, command: str, package: GamePackage) -> str:
    """Format a verdict, the result of checking one rule, as lines for the author of the game.

    Args:
        verdict: The result of checking a rule.
        command: The command line that checks the game. If the rule is broken, one line extends this
            command so that it repeats the failing game.
        package: The game that was checked.
    """
    rule, details = verdict.rule, tuple[str, ...]()
    if not verdict.holds:
        method = rule.find_method(package)
        look = f"look first at {method}" if method else ""
        repeat = f"{command} --seed {verdict.game_number} --games 1 --rule {rule.name}"
        details = (verdict.reason, verdict.location, look, repeat)
    timing = f"{verdict.seconds:7.1f} s"
    return format_result(rule.name, rule.statement, f"{verdict.games} games", details, timing)


def format_resampled_fields(package: GamePackage) -> str:
    """Return a line that lists the fields of the game's state that the game treats as hidden.

    The line asks the author whether all other fields may be public, because only the author can
    tell.
    """
    fields = ", ".join(list_resampled_fields(package)) or "nothing"
    return f"      `resample_hidden` deals anew: {fields}. Is all else known to all?"


def format_revelations(package: GamePackage) -> str:
    """Return a line that lists what first tells games apart that looked the same to a viewer.

    The line asks the author whether a viewer may learn that, because only the author can tell. It
    is "" if nothing told such games apart.
    """
    found = "; ".join(list_revelations(package))
    told = f"      Deals that look the same are first told apart by: {found}. May each tell that?"
    return told if found else ""


def print_questions(package: GamePackage, kept_rules: Sequence[str]) -> None:
    """Print what only the game's author can judge, about the rules that the game keeps."""
    if "hidden" in kept_rules:
        print(format_resampled_fields(package))
    if "similar-games" in kept_rules and (told := format_revelations(package)):
        print(told)


def print_same_seed(path: str, numbers: range, command: str) -> bool:
    """Check that games are the same when other processes play them, and print the result.

    Args:
        path: The dotted name of the `GamePackage`.
        numbers: The numbers of the games to play. All random choices of a game follow from its
            number.
        command: The command line that checks the game.

    Returns:
        True if the games are the same.
    """
    rule, details = subprocesses.SAME_SEED_RULE, tuple[str, ...]()
    differing = subprocesses.find_differing_games(path, numbers)
    if differing:
        first = differing[0]
        details = (f"game {first}", f"{command} --seed {first} --games 1 --rule {rule}")
    games = f"{len(numbers)} games"
    print(format_result(rule, subprocesses.SAME_SEED_TEXT, games, details))
    return not differing


def print_heights(path: str, numbers: range, command: str) -> bool:
    """Check that each screen is low enough to be seen whole in a browser, and print the result.

    Args:
        path: The dotted name of the `GamePackage`.
        numbers: The numbers of the games to play.
        command: The command line that checks the game.

    Returns:
        False if a screen is too high. Without a browser nothing is checked, and the result is True.
    """
    rule = subprocesses.HEIGHTS_RULE
    is_checked, found = subprocesses.check_heights(path, numbers)
    if not is_checked:
        print(f"{rule:<27}not looked at: {' '.join(found)}")
        return True
    if found:
        found.append(f"{command} --seed {numbers.start} --games {len(numbers)} --rule {rule}")
    print(format_result(rule, subprocesses.HEIGHTS_TEXT, f"{len(numbers)} games", found))
    return not found


def print_playthroughs(package: GamePackage, folder: Path, command: str) -> bool:
    """Compare the game's playthroughs with the files in a folder, and print the result.

    A playthrough is a whole game written as text.

    Args:
        package: The game to check.
        folder: The folder with the files from an earlier run.
        command: The command line that checks the game.

    Returns:
        True if all playthroughs are the same as the files.
    """
    found = [*playthroughs.compare_files(package, folder)]
    if found:
        found.append(f"what is meant is written by: {command} --keep {folder}")
    print(format_result(playthroughs.RULE_NAME, playthroughs.RULE_TEXT, folder, found))
    return not found


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
    names = [
        subprocesses.SAME_SEED_RULE,
        subprocesses.HEIGHTS_RULE,
        *(rule.name for rule in RULES),
        playthroughs.RULE_NAME,
    ]
    add("--rule", choices=names, metavar="RULE", help="look at this one alone (all)")
    add("--rules", action="store_true", help="list all rules, and play nothing")
    options = arguments.parse_args(argv)
    if options.rules:
        print("\n".join(list_rules()))
        return 0
    if bool(options.game) == bool(options.module):
        arguments.error("name a game, or a GamePackage with --module")
    if options.rule == playthroughs.RULE_NAME and not options.kept:
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
        for file in playthroughs.write_files(package, options.keep):
            print(f"written: {file}")
        return 0
    numbers = range(options.seed, options.seed + options.games)
    rules = [rule for rule in RULES if options.rule in (None, rule.name)]
    verdicts = check_game(package, numbers, rules) if rules else []
    for verdict in verdicts:
        print(format_verdict(verdict, command, package))
    holds = all(verdict.holds for verdict in verdicts)
    if options.rule in (None, subprocesses.SAME_SEED_RULE):
        holds &= print_same_seed(path, numbers[:MAX_GAMES_IN_PROCESSES], command)
    if options.rule in (None, subprocesses.HEIGHTS_RULE):
        holds &= print_heights(path, numbers[: subprocesses.MAX_GAMES_IN_BROWSER], command)
    if options.kept and options.rule in (None, playthroughs.RULE_NAME):
        holds &= print_playthroughs(package, options.kept, command)
    print_questions(package, [verdict.rule.name for verdict in verdicts if verdict.holds])
    print("All is well." if holds else "Not all is well: begin with the first rule that is broken.")
    return not holds


if __name__ == "__main__":
    replace_unshowable()
    sys.exit(main(sys.argv[1:]))
