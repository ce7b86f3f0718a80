"""The demo: the real bot in a simulated Discord, played in the visitor's browser.

One server, one channel, four people of whom the visitor is one; computer cats take the other seats.
No account, no network, and nothing is kept.
"""

import asyncio
import signal
import sys
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from html import escape
from typing import Any, TypeVar
from urllib.parse import quote

from bot.common.config import DEMO_PORT, StartProblem
from bot.demo.live_preview import LivePreview
from bot.demo.player import Player
from bot.demo.scenario import PEOPLE, Scenario
from bot.demo.stage import Stage, stage
from bot.engine.box import GameRegistry
from bot.i18n import LANGUAGES, text

T = TypeVar("T")
COMMAND = "python -m bot --demo"
"""What starts it."""


class Demo:
    """What stands around the simulated Discord, in the visitor's language."""

    def __init__(self, stage: Stage) -> None:
        """Stand around this stage."""
        self.stage = stage

    @property
    def locale(self) -> str:
        """The language as Discord's locale."""
        return self.stage.locale

    async def choose_language(self, language: str) -> None:
        """Speak another language from now on."""
        await self.stage.choose_language(language)

    @property
    def title(self) -> str:
        """The title of all pages."""
        return text(self.stage.language)("demo-title")

    @property
    def skip(self) -> str:
        """What the link past everything older is called."""
        return text(self.stage.language)("demo-skip")

    def bar(self, shown: Sequence[str]) -> str:
        """Return the bar of a page: whose it is, the others, two at once, the languages."""
        say = text(self.stage.language)
        first, *second = shown
        other = second[0] if second else next(one for one in PEOPLE if one != first)
        people = "".join(_link(one, _one(one), not second and one == first) for one in PEOPLE)
        two = _link(say("demo-two"), _two(first, other), bool(second), "demo-side-by-side")
        here = _two(first, other) if second else _one(first)
        languages = "".join(
            _link(say(f"language-{one}"), f"{here}&language={one}", one == self.stage.language)
            for one in LANGUAGES
        )
        who = f"<em>{escape(say('demo-you-are'))}</em>{people}{two}"
        return (
            f'<nav class="demo-bar"><span>{who}</span>'
            f'<span class="demo-languages">{languages}</span></nav>'
        )

    def pane_bar(self, shown: Sequence[str], place: int) -> str:
        """Return the bar above one of two people; who is chosen there changes with that one."""
        mine, other = shown[place], shown[1 - place]

        def pair(one: str) -> str:
            beside = mine if one == other else other
            return _two(one, beside) if place == 0 else _two(beside, one)

        people = "".join(_link(one, pair(one), one == mine) for one in PEOPLE)
        return f'<nav class="demo-bar"><span>{people}</span></nav>'

    def ended(self, port: int) -> str:
        """Return how to start the demo again, so that the pages that are open find it."""
        command = COMMAND if port == DEMO_PORT else " ".join((COMMAND, "--port", str(port)))
        return text(self.stage.language)("demo-ended", command=command)


def _one(name: str) -> str:
    return f"as={quote(name)}"


def _two(left: str, right: str) -> str:
    return f"two={quote(left)},{quote(right)}"


def _link(label: str, query: str, current: bool, kind: str = "") -> str:
    mark = (f' class="{kind}"' if kind else "") + (' aria-current="page"' if current else "")
    return f'<a href="/?{escape(query)}"{mark}>{escape(label)}</a>'


def run(port: int, language: str, shelf: GameRegistry, scenario: Scenario | None = None) -> bool:
    """Run the demo of these games until Ctrl-C or SIGTERM ends it; `port` 0 is any free one.

    A scenario is played first, in its own language, and the visitor goes on from there. Returns
    False if one of its steps failed: then that is said, and the visitor goes on from that step.
    Raises `StartProblem` if the port is taken.
    """
    return asyncio.run(_run(port, language, shelf, scenario))


async def _run(port: int, language: str, shelf: GameRegistry, scenario: Scenario | None) -> bool:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows cannot; there Ctrl-C cancels this task.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with stage(scenario.language if scenario else language, shelf) as there:
        well = True
        if scenario:
            well = await _until(stop, _played(there, scenario, language)) is not False
        async with AsyncExitStack() as stack:
            preview = LivePreview(there.env, there.channel, there.people, port, Demo(there))
            try:
                live = await stack.enter_async_context(preview)
            except OSError:
                raise StartProblem("demo-port-taken") from None
            print(text(language)("demo-open", address=live.address), flush=True)
            await _until(stop, live.run())
    return well


async def _played(there: Stage, scenario: Scenario, language: str) -> bool:
    """Play a scenario and say how far it came; return whether all of it is as it says."""
    say = text(language)
    try:
        await Player(there, scenario).play()
    except StartProblem as problem:
        print(say(problem.key, **problem.values), file=sys.stderr, flush=True)
        return False
    print(say("scenario-played", steps=len(scenario.steps)), flush=True)
    return True


async def _until(stop: asyncio.Event, doing: Coroutine[Any, Any, T]) -> T | None:
    """Return what comes of `doing`, or None once `stop` is set; whatever it raises is raised."""
    task = asyncio.create_task(doing)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((task, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    task.cancel()
    with suppress(asyncio.CancelledError):
        return await task
    return None
