"""The command line: starts the bot or its demo, or runs a command for the bot's host.

The commands are `--check`, `--backup`, `--copy-to`, `--rebuild-ratings`, `--export` and `--forget`.
They are options and not subcommands, because scripts and services of hosts use them as options.
argparse reads them. Help and errors are texts of the catalogues, in the host's language.

At first only the modules that read arguments and settings are loaded. Loading the others takes
seconds on a slow machine, so a sentence is printed before they are imported.
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
"""Keys of the problems that are raised if another process uses the database."""
RENAMED_OPTIONS = {"--reckon": "--rebuild-ratings"}
"""Maps the old name of each option that was renamed after version 0.3 to its present name."""
COMMAND_MESSAGES: dict[str, tuple[str | None, str]] = {
    "backup": ("backup-starting", "backup-stopped"),
    "copy_to": ("copy-starting", "copy-stopped"),
    "rebuild_ratings": ("rebuild-starting", "rebuild-stopped"),
    "export": (None, "export-stopped"),
    "forget": (None, "forget-host-stopped"),
}
"""Maps each command to the keys of two messages for the bot's host.

The first message is printed before the command starts. None means that nothing is printed then. The
second message is printed when Ctrl-C interrupts the command.
"""


def read_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line.

    Args:
        argv: The arguments. None means the arguments of the process.

    Returns:
        The parsed arguments, one attribute for each option.

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


def _parse_port(value: str) -> int:
    """Return a port from the command line. Raises `StartProblem` if the text is not a port."""
    try:
        return parse_number(value, 0, MAX_PORT)
    except ValueError:
        raise StartProblem("start-argument-port", given=value) from None


def _parse_people(value: str) -> int:
    """Return a number of people from the command line.

    Raises `StartProblem` if the demo cannot have so many people.
    """
    from bot.demo.scenario import MIN_PEOPLE, PERSON_NAMES  # noqa: PLC0415 - hosts need no demo

    most = len(PERSON_NAMES)
    try:
        return parse_number(value, MIN_PEOPLE, most)
    except ValueError:
        raise StartProblem(
            "start-argument-people", given=value, least=str(MIN_PEOPLE), most=str(most)
        ) from None


def _parse_user(value: str) -> int:
    """Return a user id from the command line.

    Raises `StartProblem` if the text is not a user id.
    """
    try:
        return parse_number(value, 1, MAX_ID)
    except ValueError:
        raise StartProblem("start-argument-user", given=value) from None


def _parse_language(value: str) -> str:
    """Return the code of a language from the command line, such as "en".

    Raises `StartProblem` if the bot has no texts in the language.
    """
    if value not in LANGUAGES:
        raise StartProblem("start-argument-language", given=value, languages=_list_languages())
    return value


def _list_languages() -> str:
    """Return the codes and names of all languages of the bot as text for an error message."""
    say = text(LANGUAGES[0])
    return ", ".join(f"{language} ({say(f'language-{language}')})" for language in LANGUAGES)


def _read_language(argv: Sequence[str] | None) -> str | None:
    """Return the language that the command line chooses, even if other arguments are wrong.

    None means that it chooses no language, or one that the bot does not have. The language is read
    first, because errors about other arguments are printed in it.
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

    A game that cannot be loaded is left out, and the bot's host is warned of it.

    Args:
        settings: The settings of this process.
        say: Returns texts for the bot's host, in the host's language.
        module: The dotted name of the `GamePackage` of one more game, which is offered first. None
            means that there is no such game.

    Raises:
        StartProblem: The game of `module` cannot be loaded, or no game is left.
    """
    from bot.games.packages import add_module, find_games  # noqa: PLC0415 - the sentence comes before what it is about

    found = find_games(settings.games)
    for problem in found.problems:
        warning = say(problem.key, **problem.values)
        print(
            format_sentence(warning, settings.log_format, logging.WARNING),
            file=sys.stderr,
            flush=True,
        )
    return add_module(found.registry, module) if module else found.registry


def read_scenario(file: Path, registry: "GameRegistry") -> "Scenario":
    """Read a scenario from a file.

    It is a script of clicks that the demo plays at tables.

    Args:
        file: The scenario's file.
        registry: The games that the scenario may use.

    Returns:
        The scenario, ready to be played.

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
    """Print the help, the version or the check of a scenario, if the command line asks for one.

    Args:
        arguments: The parsed command line.
        settings: The settings of this process.
        say: Returns texts for the bot's host, in the host's language.

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

    Args:
        settings: The settings of this process.
        arguments: The parsed command line, with the port of the demo's web page, the number of
            people, an additional game, and the scenario (a script of clicks) to play first.
        language: The language of the demo.

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

    Args:
        settings: The settings of this process.
        say: Returns texts for the bot's host, in the host's language.

    Raises:
        StartProblem: The settings contain no token, or the bot cannot run for another reason.
    """
    for warning in settings.warnings:
        sentence = say(warning.key, **warning.values)
        print(format_sentence(sentence, settings.log_format, logging.WARNING), file=sys.stderr)
    if settings.discord_token is None:
        raise StartProblem("start-no-token")
    print(format_sentence(say("start-starting"), settings.log_format), flush=True)
    registry = load_games(settings, say)
    runtime.limit_fragmentation()  # before there are threads
    gc.set_threshold(20_000)  # imports make little garbage
    from bot.app import serve_bot  # noqa: PLC0415 - the sentence comes before what it is about

    asyncio.run(serve_bot(settings.discord_token, settings, registry, say))


def run_checks(settings: Settings, setting_problems: Sequence[StartProblem], say: Text) -> bool:
    """Run the command `--check`, and return True if it found no problem.

    Args:
        settings: The settings to check.
        setting_problems: The problems that were found when the settings were read.
        say: Returns texts for the bot's host, in the host's language.
    """
    print(say("check-starting"), flush=True)
    from bot.checks import check_all  # noqa: PLC0415 - the sentence comes before what it is about

    return asyncio.run(check_all(settings, setting_problems, say))


async def maintain(
    command: str, settings: Settings, arguments: argparse.Namespace, say: Text
) -> str:
    """Run one of the host's commands, such as a backup, on the configured database.

    Args:
        command: A key of `COMMAND_MESSAGES`, such as "backup".
        settings: The settings, which name the database and the games.
        arguments: The parsed command line, with the command's own arguments.
        say: Returns texts for the bot's host, in the host's language.

    Returns:
        The command's output, which the caller prints.
    """
    from bot import maintenance  # noqa: PLC0415 - hosts need these now and then
    from bot.storage.backup import backup  # noqa: PLC0415
    from bot.storage.copying import copy  # noqa: PLC0415

    url = settings.database_url
    match command:
        case "backup":
            await backup(url, arguments.backup)
            return say("backup-done", path=str(arguments.backup))
        case "copy_to":
            return say("copy-done", rows=str(await copy(url, arguments.copy_to)))
        case "rebuild_ratings":
            return say("rebuild-done", games=str(await maintenance.rebuild_all_ratings(url)))
        case "export":
            return await maintenance.export_person(url, load_games(settings, say), arguments.export)
        case _:
            tables = await maintenance.erase_person(url, arguments.forget)
            key = "forget-host-noted" if tables else "forget-host-done"
            return say(key, tables=tables)


def run_maintenance(settings: Settings, arguments: argparse.Namespace, say: Text) -> bool:
    """Run the host's command that the command line asks for, such as `--backup`, if there is one.

    Args:
        settings: The settings, which name the database and the games.
        arguments: The parsed command line.
        say: Returns texts for the bot's host, in the host's language.

    Returns:
        True if a command was run. False means that the command line asks for no command of
            `COMMAND_MESSAGES`.

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


def _print_error(reason: str, log_format: str) -> int:
    """Print why the bot cannot run, and return the exit code for a failure."""
    print(format_sentence(reason, log_format, logging.ERROR), file=sys.stderr)
    return 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for, and return the exit code of the process.

    Args:
        argv: The arguments. None means the arguments of the process.

    Returns:
        0 after success, or for a bot that was stopped. 1 after a problem, or if a scenario failed.
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
            print(format_sentence(unknown, form, logging.WARNING), file=sys.stderr)
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
        return _print_error(text(language)(problem.key, **problem.values), form)
    except StoreProblem as problem:
        return _print_error(text(language)(problem.key, **problem.arguments), form)
    except KeyboardInterrupt:
        pass
    if sys.stdout.isatty():
        print()  # after the "^C" of the terminal
    print(format_sentence(text(language)("start-goodbye"), form), flush=True)
    return 0 if succeeded else 1
