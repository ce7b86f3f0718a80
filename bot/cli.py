"""The command line: starts the bot or its demo, or runs a command for the bot's host.

The commands are `--check`, `--backup`, `--copy-to`, `--rebuild-ratings`, `--export` and `--forget`.
They are options and not subcommands, because scripts and services of hosts use them as options.
Help and errors are texts of the catalogues, in the host's language.

Loading most modules takes seconds on a slow machine. So each is imported only where it is needed,
after a sentence that says what begins.
"""

import argparse
import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bot import __version__, runtime
from bot.common.config import (
    DEMO_LOG_LEVEL,
    DEMO_PORT,
    LOG_FORMATS,
    LOOPBACK_HOST,
    MAX_PORT,
    Settings,
    StartProblem,
    read_settings,
)
from bot.common.log import format_sentence, start_log
from bot.common.numbers import MAX_ID, parse_number
from bot.common.terminal import replace_unshowable
from bot.i18n import LANGUAGES, Text, text
from bot.storage.problems import StoreProblem

if TYPE_CHECKING:
    from bot.demo.scenario import Scenario
    from bot.engine.package import GameRegistry

IN_USE_KEYS = ("store-in-use", "store-server-in-use")
RENAMED_OPTIONS = {"--reckon": "--rebuild-ratings"}
"""Maps old names of options up to version 0.3 to the present ones."""
COMMAND_MESSAGES: dict[str, tuple[str | None, str]] = {
    "backup": ("backup-starting", "backup-stopped"),
    "copy_to": ("copy-starting", "copy-stopped"),
    "rebuild_ratings": ("rebuild-starting", "rebuild-stopped"),
    "export": (None, "export-stopped"),
    "forget": (None, "forget-host-stopped"),
}
"""Maps each command to the keys of two messages, for its beginning and for its end by Ctrl-C. None
means that nothing is printed at the beginning.
"""


def read_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line, or the arguments of the process if `argv` is None.

    Raises:
        StartProblem: An argument is wrong or unknown.
    """
    arguments = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    arguments.add_argument("-h", "--help", action="store_true")
    arguments.add_argument("--version", action="store_true")
    arguments.add_argument("--demo", action="store_true")
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--backup", type=Path)
    arguments.add_argument("--copy-to")
    arguments.add_argument("--rebuild-ratings", action="store_true")
    arguments.add_argument("--export", type=_parse_user)
    arguments.add_argument("--forget", type=_parse_user)
    arguments.add_argument("--scenario", type=Path)
    arguments.add_argument("--module")
    arguments.add_argument("--people", type=_parse_people)
    arguments.add_argument("--port", type=_parse_port, default=DEMO_PORT)
    arguments.add_argument("--language", type=_parse_language)
    try:
        known, others = arguments.parse_known_args(argv)
    except argparse.ArgumentError as problem:
        raise StartProblem("start-argument-wrong", argument=str(problem.argument_name)) from None
    if others and others[0] in RENAMED_OPTIONS:
        raise StartProblem("start-argument-renamed", old=others[0], new=RENAMED_OPTIONS[others[0]])
    if others:
        raise StartProblem("start-argument-unknown", argument=others[0])
    return known


def _parse_number(value: str, min_value: int, max_value: int, key: str, **values: str) -> int:
    """Return a number from the command line. Raises `StartProblem(key)` if it is none."""
    try:
        return parse_number(value, min_value, max_value)
    except ValueError:
        raise StartProblem(key, given=value, **values) from None


def _parse_port(value: str) -> int:
    return _parse_number(value, 0, MAX_PORT, "start-argument-port")


def _parse_people(value: str) -> int:
    from bot.demo.scenario import MIN_PEOPLE, PERSON_NAMES  # noqa: PLC0415 - hosts need no demo

    least, most = MIN_PEOPLE, len(PERSON_NAMES)
    key = "start-argument-people"
    return _parse_number(value, least, most, key, least=str(least), most=str(most))


def _parse_user(value: str) -> int:
    return _parse_number(value, 1, MAX_ID, "start-argument-user")


def _parse_language(value: str) -> str:
    if value not in LANGUAGES:
        raise StartProblem("start-argument-language", given=value, languages=_list_languages())
    return value


def _list_languages() -> str:
    """Return the codes and names of all languages of the bot as text for an error message."""
    say = text(LANGUAGES[0])
    return ", ".join(f"{language} ({say(f'language-{language}')})" for language in LANGUAGES)


def _read_language(argv: Sequence[str] | None) -> str | None:
    """Return the language that the command line chooses, even if other arguments are wrong.

    It is read first, because errors about other arguments are printed in it.
    """
    arguments = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    arguments.add_argument("--language")
    try:
        language: str | None = arguments.parse_known_args(argv)[0].language
    except argparse.ArgumentError:
        return None
    return language if language in LANGUAGES else None


def load_games(settings: Settings, say: Text, module: str | None = None) -> "GameRegistry":
    """Load all games that the settings name.

    A game that cannot be loaded is left out, and the bot's host is warned of it. `module` is the
    dotted name of the `GamePackage` of one more game, which is offered first.

    Raises:
        StartProblem: The game of `module` cannot be loaded, or no game is left.
    """
    from bot.games.packages import add_module, find_games  # noqa: PLC0415 - the sentence comes before what it is about

    found = find_games(settings.games)
    for problem in found.problems:
        _print_problem(say(problem.key, **problem.values), settings.log_format, logging.WARNING)
    return add_module(found.registry, module) if module else found.registry


def read_scenario(file: Path, registry: "GameRegistry") -> "Scenario":
    """Read a scenario, a script of clicks that the demo plays, from a file.

    Raises:
        StartProblem: The file cannot be read, or is not a valid scenario.
    """
    from bot.demo.scenario import parse_scenario  # noqa: PLC0415 - hosts have no need for it

    try:
        source = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise StartProblem("scenario-unreadable", file=str(file)) from None
    return parse_scenario(source, str(file), registry)


def print_information(arguments: argparse.Namespace, settings: Settings, say: Text) -> bool:
    """Print the help, the version or the check of a scenario, if one is asked for.

    Returns:
        True if something was printed, so that the process can end.
    """
    if arguments.help:
        print(say("start-help"))
    elif arguments.version:
        print(say("start-version", version=__version__))
    elif arguments.scenario is not None and not arguments.demo:
        scenario = read_scenario(arguments.scenario, load_games(settings, say, arguments.module))
        print(say("scenario-understood", steps=len(scenario.steps)))
    else:
        return False
    return True


def run_demo(settings: Settings, arguments: argparse.Namespace, language: str) -> bool:
    """Run the bot in a simulated Discord, which people see in a browser, until it is stopped.

    Returns:
        False if a step of the scenario failed, else True.

    Raises:
        StartProblem: The port is in use, a package is missing, or the game or the scenario cannot
            be read.
    """
    try:
        socket.create_server((LOOPBACK_HOST, arguments.port)).close()
    except OSError:  # report it now, not after some seconds
        raise StartProblem("demo-port-taken") from None
    if find_spec("simcord") is None:
        raise StartProblem("start-demo-missing")
    registry, file = load_games(settings, text(language), arguments.module), arguments.scenario
    scenario = None if file is None else read_scenario(file, registry)
    print(text(language)("demo-starting"), flush=True)
    # discord.py warns of voice and intents when simcord is imported; the demo needs neither.
    logging.getLogger("discord").setLevel(logging.ERROR)
    from bot.demo.demo import run  # noqa: PLC0415 - hosts have no need for the simulated Discord
    from bot.demo.scenario import DEFAULT_PEOPLE  # noqa: PLC0415

    return run(arguments.port, language, registry, arguments.people or DEFAULT_PEOPLE, scenario)


def run_bot(settings: Settings, say: Text) -> None:
    """Run the bot on Discord until it is stopped.

    Raises:
        StartProblem: The settings contain no token, or the bot cannot run for another reason.
    """
    for warning in settings.warnings:
        _print_problem(say(warning.key, **warning.values), settings.log_format, logging.WARNING)
    if settings.discord_token is None:
        raise StartProblem("start-no-token")
    print(format_sentence(say("start-starting"), settings.log_format), flush=True)
    registry = load_games(settings, say)
    runtime.limit_fragmentation()  # before there are threads
    gc.set_threshold(20_000)  # imports make little garbage
    from bot.app import serve_bot  # noqa: PLC0415 - the sentence comes before what it is about

    asyncio.run(serve_bot(settings.discord_token, settings, registry, say))


def run_checks(settings: Settings, setting_problems: Sequence[StartProblem], say: Text) -> bool:
    """Run the command `--check`, and return True if it found no problem."""
    print(say("check-starting"), flush=True)
    from bot.checks import check_all  # noqa: PLC0415 - the sentence comes before what it is about

    return asyncio.run(check_all(settings, setting_problems, say))


async def maintain(command: str, settings: Settings, given: argparse.Namespace, say: Text) -> str:
    """Run a command of `COMMAND_MESSAGES` on the configured database, and return its output."""
    from bot import maintenance  # noqa: PLC0415 - hosts need these now and then
    from bot.storage.backup import backup  # noqa: PLC0415
    from bot.storage.copying import copy  # noqa: PLC0415

    url = settings.database_url
    match command:
        case "backup":
            await backup(url, given.backup)
            return say("backup-done", path=str(given.backup))
        case "copy_to":
            return say("copy-done", rows=str(await copy(url, given.copy_to)))
        case "rebuild_ratings":
            return say("rebuild-done", games=str(await maintenance.rebuild_all_ratings(url)))
        case "export":
            return await maintenance.export_person(url, load_games(settings, say), given.export)
        case _:
            tables = await maintenance.erase_person(url, given.forget)
            key = "forget-host-noted" if tables else "forget-host-done"
            return say(key, tables=tables)


def run_maintenance(settings: Settings, arguments: argparse.Namespace, say: Text) -> bool:
    """Run the command of `COMMAND_MESSAGES` that is asked for, and return True if there is one.

    Raises:
        StartProblem: The command was interrupted, or another process uses the database.
        StoreProblem: The database cannot be used for another reason.
    """
    command = next((name for name in COMMAND_MESSAGES if getattr(arguments, name)), None)
    if command is None:
        return False
    starting, stopped = COMMAND_MESSAGES[command]
    try:
        if starting:
            print(say(starting), flush=True)
        done = asyncio.run(maintain(command, settings, arguments, say))
    except KeyboardInterrupt:
        raise StartProblem(stopped) from None
    except StoreProblem as problem:
        if problem.key in IN_USE_KEYS:
            raise StartProblem("command-in-use", setting=problem.setting) from None
        raise
    if command == "export":
        replace_unshowable("utf-8")  # JSON is always UTF-8
    print(done, flush=True)
    return True


def _print_problem(sentence: str, log_format: str, level: int = logging.ERROR) -> None:
    print(format_sentence(sentence, log_format, level), file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for, and return the exit code of the process.

    It is 0 after success, or for a bot that was stopped. It is 1 after a problem, or if a scenario
    failed.
    """
    replace_unshowable()
    asked_language = _read_language(argv)
    language, form = asked_language or LANGUAGES[0], LOG_FORMATS[0]
    sys.setswitchinterval(0.0005)  # short, so that threads do not delay the event loop
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would wait for each other
    succeeded = True
    try:
        settings, wrong = read_settings()
        language, form = asked_language or settings.language or language, settings.log_format
        arguments = read_arguments(argv)
        say = text(language)
        if settings.language is None and asked_language is None:
            unknown = say("setting-language", languages=_list_languages())
            _print_problem(unknown, form, logging.WARNING)
        start_log(DEMO_LOG_LEVEL if arguments.demo else settings.log_level, form)
        if print_information(arguments, settings, say):
            return 0
        if arguments.check:
            return 0 if run_checks(settings, wrong, say) else 1
        if wrong:
            raise wrong[0]
        if run_maintenance(settings, arguments, say):
            return 0
        if arguments.demo:
            succeeded = run_demo(settings, arguments, language)
        else:
            run_bot(settings, say)
    except StartProblem as problem:
        _print_problem(text(language)(problem.key, **problem.values), form)
        return 1
    except StoreProblem as problem:
        _print_problem(text(language)(problem.key, **problem.arguments), form)
        return 1
    except KeyboardInterrupt:
        pass
    if sys.stdout.isatty():
        print()  # after the "^C" of the terminal
    print(format_sentence(text(language)("start-goodbye"), form), flush=True)
    return 0 if succeeded else 1
