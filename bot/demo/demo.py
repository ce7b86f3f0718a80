"""Runs the demo: the real bot in a simulated Discord, in the visitor's browser.

There are a server, a channel and four people, or more. The visitor acts as any of them, and
computers take other seats. The demo needs no account and no network, and stores nothing.
"""

import asyncio
import signal
import sys
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any, TypeVar

from bot.common.config import StartProblem
from bot.demo.live_preview import LivePreview
from bot.demo.player import Player
from bot.demo.scenario import Scenario
from bot.demo.stage import Stage, open_stage
from bot.engine.package import GameRegistry
from bot.i18n import text

T = TypeVar("T")


def run(
    port: int, language: str, registry: GameRegistry, people: int, scenario: Scenario | None = None
) -> bool:
    """Run the demo until Ctrl-C or a SIGTERM ends it. Return whether the scenario succeeded.

    A scenario is played in its own language before the visitor goes on. If a step fails, the
    problem is printed, and the visitor goes on from there. Port 0 means any free port.

    Raises:
        StartProblem: Another program uses the port.
    """
    return asyncio.run(_run(port, language, registry, people, scenario))


async def _run(
    port: int, language: str, registry: GameRegistry, people: int, scenario: Scenario | None
) -> bool:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no signal handlers; there Ctrl-C cancels this task.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    server_language = scenario.language if scenario else language
    people = max(people, scenario.count_people()) if scenario else people
    async with open_stage(server_language, registry, people) as there:
        well = True
        if scenario:
            well = await _run_until(stop, _play_scenario(there, scenario, language)) is not False
        async with AsyncExitStack() as stack:
            try:
                live = await stack.enter_async_context(LivePreview(there, port))
            except OSError:
                raise StartProblem("demo-port-taken") from None
            print(text(language)("demo-open", address=live.address), flush=True)
            await _run_until(stop, live.run())
    return well


async def _play_scenario(stage: Stage, scenario: Scenario, language: str) -> bool:
    """Play a scenario, print the result, and return whether all steps succeeded."""
    say = text(language)
    try:
        await Player(stage, scenario).play()
    except StartProblem as problem:
        print(say(problem.key, **problem.values), file=sys.stderr, flush=True)
        return False
    print(say("scenario-played", steps=len(scenario.steps)), flush=True)
    return True


async def _run_until(stop: asyncio.Event, coroutine: Coroutine[Any, Any, T]) -> T | None:
    """Run a coroutine and return its result. If `stop` is set first, cancel it and return None."""
    task = asyncio.create_task(coroutine)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((task, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    task.cancel()
    with suppress(asyncio.CancelledError):
        return await task
    return None
