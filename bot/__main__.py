"""Start the bot or its demo: `python -m bot`, `python -m bot --demo`."""

import argparse
import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import NoReturn

import aiohttp
import discord

from bot.art import memory
from bot.client import CatsClient
from bot.config import Settings, StartProblem, read_settings
from bot.games.box import games_on
from bot.games.registry import GAMES
from bot.log import start_log
from bot.store.store import Store, StoreProblem
from bot.text import LANGUAGES, text

_CLOSING = 8.5
"""Seconds for all that runs to finish: hosts commonly kill a process after ten."""
COLLECTIONS = (5_000, 4, 10)
"""New objects until the youngest are looked at, and after how many of these also the older ones."""
_TOKEN_REFUSED = 4004
"""The gateway's close code for a token that became invalid."""
_DISCORD_FAILS = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
)


class _Arguments(argparse.ArgumentParser):
    """Complains in the host's language."""

    def error(self, message: str) -> NoReturn:  # noqa: ARG002 - argparse only has it in English
        raise StartProblem("start-arguments")


def read_arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Return the command line's arguments; raises `StartProblem` for any others."""
    arguments = _Arguments(add_help=False, allow_abbrev=False)
    arguments.add_argument("-h", "--help", action="store_true")
    arguments.add_argument("--demo", action="store_true")
    arguments.add_argument("--port", type=int, choices=range(2**16), default=8000)
    arguments.add_argument("--language", choices=LANGUAGES)
    return arguments.parse_args(given)


def demo(port: int, language: str) -> None:
    """Run the simulated Discord until it is stopped."""
    if find_spec("simcord") is None:
        raise StartProblem("start-demo-missing")
    # What discord.py remarks on voice and intents as soon as simcord is imported, concerns nobody.
    logging.getLogger("discord").setLevel(logging.ERROR)
    from bot.demo import run  # noqa: PLC0415 - hosts have no need for the simulated Discord

    run(port, language)


async def serve(settings: Settings) -> None:
    """Run the bot until a signal stops it; raises `StartProblem` or `StoreProblem`."""
    if settings.discord_token is None:
        raise StartProblem("start-no-token")
    stop = _stop_signal()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    store = await Store.open(settings.database_url, games_on(GAMES))
    _settle_memory()
    try:
        await _run(CatsClient(store), settings.discord_token.reveal(), stop)
    except discord.LoginFailure:
        raise StartProblem("start-token-wrong") from None
    except _DISCORD_FAILS as failure:
        if isinstance(failure, discord.ConnectionClosed) and failure.code == _TOKEN_REFUSED:
            raise StartProblem("start-token-wrong") from None
        raise StartProblem("start-discord-silent") from None
    finally:
        await store.close()


def _settle_memory() -> None:
    """Give back what the start does not need any more, and keep the rest from being looked at.

    Each garbage collection stops the event loop; one of all that is loaded takes 80 ms. Of what a
    click makes, most is gone by itself before the next thousand objects are there.
    """
    gc.collect()
    gc.freeze()
    memory.trim()
    gc.set_threshold(*COLLECTIONS)


def _stop_signal() -> asyncio.Event:
    """Return an event that SIGTERM or Ctrl-C sets; a second one ends the process at once."""
    stop = asyncio.Event()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def on_signal() -> None:
        stop.set()
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)

    for number in numbers:
        # Windows cannot; there Ctrl-C cancels the main task, which closes everything as well.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, on_signal)
    return stop


async def _run(client: CatsClient, token: str, stop: asyncio.Event) -> None:
    """Run the client until `stop` is set or it ends by itself, then let it finish its work."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING):
                await client.close()
    if stop.is_set():
        running.cancel()
        await asyncio.wait((running,))
    else:
        stopping.cancel()
        await running


def main(given: Sequence[str] | None = None) -> int:
    """Run the bot or the demo and return the exit code: 0 if it was stopped, 1 if it cannot run."""
    language = LANGUAGES[0]
    sys.setswitchinterval(0.0005)  # what runs in threads takes turns with the event loop
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would wait for each other
    try:
        arguments = read_arguments(given)
        language = arguments.language or language
        settings = read_settings()
        language = arguments.language or settings.language
        start_log(settings.log_level)
        if arguments.help:
            print(text(language)("start-help"))
        elif arguments.demo:
            demo(arguments.port, language)
        else:
            asyncio.run(serve(settings))
    except (StartProblem, StoreProblem) as problem:
        print(text(language)(problem.key, **problem.values), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
