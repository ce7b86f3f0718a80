"""Runs the demo: the real bot in a simulated Discord, in the visitor's browser.

There are a server, a channel and four people, or more. The visitor acts as any of them, and
computers take other seats. The demo needs no account and no network, and stores nothing.
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
from bot.demo.scenario import Scenario
from bot.demo.stage import Stage, open_stage
from bot.engine.package import GameRegistry
from bot.i18n import LANGUAGES, text

T = TypeVar("T")
DEMO_COMMAND = "python -m bot --demo"


class Demo:
    """The texts and links around the simulated Discord on the demo's page.

    It implements `Frame`.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @property
    def locale(self) -> str:
        """The visitor's language as a Discord locale, such as "en-US"."""
        return self.stage.locale

    async def choose_language(self, language: str) -> None:
        """Switch the page, the server and everybody's Discord client to another language."""
        await self.stage.choose_language(language)

    @property
    def title(self) -> str:
        """The title of all pages, which the browser shows on the tab."""
        return text(self.stage.language)("demo-title")

    @property
    def skip_label(self) -> str:
        """The label of the link that takes the visitor to the newest message of the channel."""
        return text(self.stage.language)("demo-skip")

    def make_bar(self, shown_people: Sequence[str]) -> str:
        """Return the bar at the top of a page, with links to other people and languages.

        The visitor can choose to see what one person sees, or what two people see side by side.

        Returns:
            The bar as HTML.
        """
        say = text(self.stage.language)
        first, *second = shown_people
        other = second[0] if second else next(one for one in self.stage.people if one != first)
        people = "".join(
            _make_link(one, _make_person_query(one), not second and one == first)
            for one in self.stage.people
        )
        two = _make_link(
            say("demo-two"), _make_pair_query(first, other), bool(second), "demo-side-by-side"
        )
        languages = "".join(
            _make_language_button(say(f"language-{one}"), one, one == self.stage.language)
            for one in LANGUAGES
        )
        who = f"<em>{escape(say('demo-you-are'))}</em>{people}{two}"
        return (
            f'<nav class="demo-bar"><span>{who}</span>'
            f'<span class="demo-languages">{languages}</span></nav>'
        )

    def make_pane_bar(self, shown_people: Sequence[str], index: int) -> str:
        """Return the bar above one half of a page that shows what two people see.

        The links of the bar replace this person by another one.

        Returns:
            The bar as HTML.
        """
        mine, other = shown_people[index], shown_people[1 - index]

        def pair(person: str) -> str:
            beside = mine if person == other else other
            return (
                _make_pair_query(person, beside) if index == 0 else _make_pair_query(beside, person)
            )

        people = "".join(_make_link(one, pair(one), one == mine) for one in self.stage.people)
        return f'<nav class="demo-bar"><span>{people}</span></nav>'

    def describe_end(self, port: int) -> str:
        """Return the text for a page whose demo has stopped.

        It says how to start the demo again.
        """
        command = (
            DEMO_COMMAND if port == DEMO_PORT else " ".join((DEMO_COMMAND, "--port", str(port)))
        )
        return text(self.stage.language)("demo-ended", command=command)


def _make_person_query(name: str) -> str:
    return f"as={quote(name)}"


def _make_pair_query(left: str, right: str) -> str:
    return f"two={quote(left)},{quote(right)}"


def _make_link(label: str, query: str, current: bool, kind: str = "") -> str:
    mark = (f' class="{kind}"' if kind else "") + (' aria-current="page"' if current else "")
    return f'<a href="/?{escape(query)}"{mark}>{escape(label)}</a>'


def _make_language_button(label: str, language: str, current: bool) -> str:
    """Return the button that chooses a language as HTML. `demo.js` makes it work."""
    mark = ' aria-current="true"' if current else ""
    return f'<button type="button" data-language="{language}"{mark}>{escape(label)}</button>'


def run(
    port: int,
    language: str,
    registry: GameRegistry,
    people: int,
    scenario: Scenario | None = None,
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
            preview = LivePreview(there.env, there.channel, there.people, port, Demo(there))
            try:
                live = await stack.enter_async_context(preview)
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
