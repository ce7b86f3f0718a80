"""The command line: start the bot or its demo, or do what a host asks for.

That is `--check`, `--backup`, `--copy-to`, `--reckon`, `--export` and `--forget`. The arguments are
read by argparse; texts and errors are the catalogues', in the host's language. They are options and
not subcommands, as hosts' scripts and services name them so.

Only what reads the arguments and settings is loaded at once; the rest takes seconds on a slow
machine, and whoever waits is told so before.
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

from bot import __version__
from bot.common.config import (
    DEMO_LOG_LEVEL,
    DEMO_PORT,
    LOG_FORMATS,
    LOOPBACK_HOST,
    MAX_PORT,
    Settings,
    StartProblem,
    parse_number,
    read_settings,
)
from bot.common.log import sentence, start_log
from bot.drawing import malloc
from bot.i18n import LANGUAGES, Text, text
from bot.storage.problems import StoreProblem

if TYPE_CHECKING:
    from bot.demo.scenario import Scenario
    from bot.engine.box import GameRegistry

IN_USE = ("store-in-use", "store-server-in-use")
"""Keys of the problem that another process has the database."""
COMMANDS: dict[str, tuple[str | None, str]] = {
    "backup": ("backup-starting", "backup-stopped"),
    "copy_to": ("copy-starting", "copy-stopped"),
    "reckon": ("reckon-starting", "reckon-stopped"),
    "export": (None, "export-stopped"),
    "forget": (None, "forget-host-stopped"),
}
"""What is said before a command begins, if anything, and when Ctrl-C ends it."""


def read_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the command line's arguments; raises `StartProblem` that names any others."""
    arguments = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    arguments.add_argument("-h", "--help", action="store_true")
    arguments.add_argument("--version", action="store_true")
    arguments.add_argument("--demo", action="store_true")
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--backup", type=Path)
    arguments.add_argument("--copy-to")
    arguments.add_argument("--reckon", action="store_true")
    arguments.add_argument("--export", type=_user)
    arguments.add_argument("--forget", type=_user)
    arguments.add_argument("--scenario", type=Path)
    arguments.add_argument("--port", type=_port, default=DEMO_PORT)
    arguments.add_argument("--language", type=_language)
    try:
        known, others = arguments.parse_known_args(argv)
    except argparse.ArgumentError as problem:
        raise StartProblem("start-argument-wrong", argument=str(problem.argument_name)) from None
    if others:
        raise StartProblem("start-argument-unknown", argument=others[0])
    return known


def _port(value: str) -> int:
    try:
        return parse_number(value, 0, MAX_PORT)
    except ValueError:
        raise StartProblem("start-argument-port", given=value) from None


def _user(value: str) -> int:
    try:
        return parse_number(value, 1, 2**63 - 1)
    except ValueError:
        raise StartProblem("start-argument-user", given=value) from None


def _language(value: str) -> str:
    if value not in LANGUAGES:
        raise StartProblem("start-argument-language", given=value, languages=_languages())
    return value


def _languages() -> str:
    say = text(LANGUAGES[0])
    return ", ".join(f"{language} ({say(f'language-{language}')})" for language in LANGUAGES)


def _wished_language(argv: Sequence[str] | None) -> str | None:
    """Return the language that the command line asks for, whatever else is wrong with it."""
    arguments = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    arguments.add_argument("--language")
    try:
        wished = arguments.parse_known_args(argv)[0].language
    except argparse.ArgumentError:
        return None
    return wished if wished in LANGUAGES else None


def load_games(settings: Settings, say: Text) -> "GameRegistry":
    """Return all games that there are, and tell of those that are left out."""
    from bot.games.packages import find_games  # noqa: PLC0415 - the sentence comes before what it is about

    there = find_games(settings.games)
    for problem in there.problems:
        told = say(problem.key, **problem.values)
        print(sentence(told, settings.log_format, logging.WARNING), file=sys.stderr, flush=True)
    return there.shelf


def read_scenario(file: Path, shelf: "GameRegistry") -> "Scenario":
    """Return what a file says; raises `StartProblem` if it cannot be read or understood."""
    from bot.demo.scenario import read  # noqa: PLC0415 - hosts have no need for it

    try:
        said = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise StartProblem("scenario-unreadable", file=str(file)) from None
    return read(said, str(file), shelf)


def print_information(arguments: argparse.Namespace, settings: Settings, say: Text) -> bool:
    """Tell what needs no bot if that is asked for; return whether it is."""
    if arguments.help:
        print(say("start-help"))
    elif arguments.version:
        print(say("start-version", version=__version__))
    elif arguments.scenario is not None and not arguments.demo:
        scenario = read_scenario(arguments.scenario, load_games(settings, say))
        print(say("scenario-understood", steps=len(scenario.steps)))
    else:
        return False
    return True


def run_demo(settings: Settings, port: int, language: str, file: Path | None) -> bool:
    """Run the simulated Discord until it is stopped, after what a scenario's file says, if any.

    Returns False if one of its steps failed.
    """
    try:
        socket.create_server((LOOPBACK_HOST, port)).close()
    except OSError:  # told now, and not after some seconds
        raise StartProblem("demo-port-taken") from None
    if find_spec("simcord") is None:
        raise StartProblem("start-demo-missing")
    shelf = load_games(settings, text(language))
    scenario = None if file is None else read_scenario(file, shelf)
    print(text(language)("demo-starting"), flush=True)
    # What discord.py remarks on voice and intents as soon as simcord is imported, concerns nobody.
    logging.getLogger("discord").setLevel(logging.ERROR)
    from bot.demo.demo import run  # noqa: PLC0415 - hosts have no need for the simulated Discord

    return run(port, language, shelf, scenario)


def run_bot(settings: Settings, say: Text) -> None:
    """Run the bot for real until it is stopped."""
    for slip in settings.slips:
        warning = sentence(say(slip.key, **slip.values), settings.log_format, logging.WARNING)
        print(warning, file=sys.stderr)
    if settings.discord_token is None:
        raise StartProblem("start-no-token")
    print(sentence(say("start-starting"), settings.log_format), flush=True)
    shelf = load_games(settings, say)
    malloc.keep_no_holes()  # before there are threads
    gc.set_threshold(20_000)  # little of what is loaded is garbage
    from bot.app import serve  # noqa: PLC0415 - the sentence comes before what it is about

    asyncio.run(serve(settings.discord_token, settings, shelf, say))


def run_checks(settings: Settings, wrong: Sequence[StartProblem], say: Text) -> bool:
    """Tell whether all is right that the bot needs; return whether it is."""
    print(say("check-starting"), flush=True)
    from bot.checks import check_all  # noqa: PLC0415 - the sentence comes before what it is about

    return asyncio.run(check_all(settings, wrong, say))


async def maintain(
    command: str, settings: Settings, arguments: argparse.Namespace, say: Text
) -> str:
    """Do what one of `COMMANDS` asks for with the configured database; return what to say then."""
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
        case "reckon":
            return say("reckon-done", games=str(await maintenance.rebuild_all_ratings(url)))
        case "export":
            return await maintenance.export(url, load_games(settings, say), arguments.export)
        case _:
            tables = await maintenance.forget(url, arguments.forget)
            key = "forget-host-noted" if tables else "forget-host-done"
            return say(key, tables=tables)


def run_maintenance(settings: Settings, arguments: argparse.Namespace, say: Text) -> bool:
    """Run the command of `COMMANDS` that is asked for, if any; return whether one is.

    Raises `StartProblem` or `StoreProblem`.
    """
    command = next((name for name in COMMANDS if getattr(arguments, name)), None)
    if command is None:
        return False
    starting, stopped = COMMANDS[command]
    try:
        if starting:
            print(say(starting), flush=True)
        done = asyncio.run(maintain(command, settings, arguments, say))
    except KeyboardInterrupt:
        raise StartProblem(stopped) from None
    except StoreProblem as problem:
        if problem.key in IN_USE:
            raise StartProblem("command-in-use", setting=problem.setting) from None
        raise
    print(done, flush=True)
    return True


def _cannot(why: str, form: str) -> int:
    """Tell the host why the bot cannot run; return the exit code."""
    print(sentence(why, form, logging.ERROR), file=sys.stderr)
    return 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot or the demo and return the exit code: 0 if it was stopped, else 1.

    1: it cannot run, or a scenario fails.
    """
    wished = _wished_language(argv)
    language, form = wished or LANGUAGES[0], LOG_FORMATS[0]
    sys.setswitchinterval(0.0005)  # what runs in threads takes turns with the event loop
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would wait for each other
    well = True
    try:
        settings, wrong = read_settings()
        language, form = wished or settings.language or language, settings.log_format
        arguments = read_arguments(argv)
        say = text(language)
        if settings.language is None and wished is None:
            unknown = say("setting-language", languages=_languages())
            print(sentence(unknown, form, logging.WARNING), file=sys.stderr)
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
            well = run_demo(settings, arguments.port, language, arguments.scenario)
        else:
            run_bot(settings, say)
    except StartProblem as problem:
        return _cannot(text(language)(problem.key, **problem.values), form)
    except StoreProblem as problem:
        return _cannot(text(language)(problem.key, **problem.arguments), form)
    except KeyboardInterrupt:
        pass
    if sys.stdout.isatty():
        print()  # the terminal has written "^C" there
    print(sentence(text(language)("start-goodbye"), form), flush=True)
    return 0 if well else 1
