"""Decides which clicks are served, and how many at the same time.

While the event loop is late, clicks wait until others have been served. Moves are served first.
Looks, which only show something, follow. The most recent look comes first, because it can still be
answered in time. A click that has waited too long is refused, which takes much less work. Clicks do
not wait when only the database or Discord is slow, because waiting would not help.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from math import inf
from statistics import median
from typing import Any

import discord
from cachetools import TTLCache

from bot.discord_adapter.channels import make_invitation_url
from bot.discord_adapter.clicks import find_custom_id, find_language, find_subcommands
from bot.discord_adapter.messages import parse_custom_id
from bot.engine.screen import Link, OpenScreen, Screen, TableAction
from bot.i18n import text
from bot.presenters.screens import render_sentence
from bot.services.actions import Actions

DIRECT_COMMANDS = frozenset({"privacy", "export", "forget", "profile", "learn", "puzzle"})
"""Subcommands of `/cats` that also work in direct messages with the bot."""
NOT_MEMBER_KEY = "not-a-member"
"""Catalogue key of the sentence for people on a server that the bot has not joined."""
MAX_CONCURRENT_PRESSES = 24
LATE_ITERATION_SECONDS = 0.02
"""Median duration of the event loop's last iterations above which the loop counts as late."""
ITERATION_SAMPLE_COUNT = 9
ITERATION_TTL_SECONDS = 1.0
"""Time without a measurement after which the former ones are too old to count."""
FLOOD_WINDOW_SECONDS = 5.0
MAX_LOOK_WAIT_SECONDS, MAX_MOVE_WAIT_SECONDS = 1.5, 2.0
"""Maximum time from a click until it is served. Discord accepts an answer within three seconds."""
_WaitingPress = asyncio.Future[bool]
"""Completes with whether the click is served."""


class ClickRejected(Exception):  # noqa: N818 - a fact about a click
    """Raised if this process does not serve a click, for example because the bot is restarting."""

    def __init__(self, key: str) -> None:
        """Keep the catalogue key of the sentence to answer with. "" means that none is sent."""
        super().__init__(key)
        self.key = key


async def check_click(interaction: discord.Interaction[Any]) -> None:
    """Check that a click may be made here by this person now.

    Raises:
        ClickRejected: It may not.
        StoreProblem: The person's settings cannot be read.
    """
    client = interaction.client
    # https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-interaction-context-types
    if interaction.guild_id is None and interaction.context.dm_channel:
        if not _works_in_direct_messages(interaction, client.services.actions):
            raise ClickRejected("only-on-servers")
    elif interaction.guild_id is None or client.get_guild(interaction.guild_id) is None:
        # https://discord.com/developers/docs/resources/application#installation-context
        raise ClickRejected(NOT_MEMBER_KEY)
    if not client.click_limit.allows_click(interaction.user.id, interaction.created_at.timestamp()):
        raise ClickRejected("slow-down")
    # A flood of clicks is refused before this, and reads nothing.
    preferences = await client.store.people.load_preferences(interaction.user.id)
    if not preferences.served and not _is_about_privacy(interaction):
        raise ClickRejected("not-served")


def render_rejection(interaction: discord.Interaction, key: str) -> Screen:
    """Return the screen that says why a click is rejected."""
    say = text(find_language(interaction))
    if key != NOT_MEMBER_KEY:
        return render_sentence(say, key)
    url = make_invitation_url(interaction.application_id, interaction.guild_id)
    return Screen("", say(key), rows=((Link(say("button-invite"), url),),))


def is_look(interaction: discord.Interaction, actions: Actions) -> bool:
    """Return whether a press only shows something and changes nothing. A command is no look."""
    match parse_custom_id(find_custom_id(interaction)):
        case (_, OpenScreen()):
            return True
        case (_, TableAction(name)):
            action = actions.find(name)
            return action is not None and action.is_look
    return False


def _works_in_direct_messages(interaction: discord.Interaction, actions: Actions) -> bool:
    """Return whether a click may be made in direct messages. Of moves, the table decides."""
    if interaction.type is discord.InteractionType.application_command:
        return bool(find_subcommands(interaction) & DIRECT_COMMANDS)
    found = parse_custom_id(find_custom_id(interaction))
    if found is None or not isinstance(found[1], TableAction):
        return True
    action = actions.find(found[1].action)
    return action is not None and action.in_direct_messages


def _is_about_privacy(interaction: discord.Interaction) -> bool:
    """Return whether a person asks about their data, or wants to be served by the bot again."""
    if interaction.type is discord.InteractionType.application_command:
        return "privacy" in find_subcommands(interaction)
    match parse_custom_id(find_custom_id(interaction)):
        case (0, TableAction("serve")):
            return True
    return False


class PressAdmission:
    """Limits how many clicks are served at the same time while the event loop is late."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """Start with no clicks. The clock measures iterations of the event loop, in seconds."""
        self._clock = clock
        self._iteration_seconds: deque[float] = deque(maxlen=ITERATION_SAMPLE_COUNT)
        self._iteration_began_at = 0.0
        """When the last measured iteration of the event loop began, which may still be running."""
        self._is_measuring = False
        self._served_count = 0
        self._waiting_moves: deque[_WaitingPress] = deque()
        self._waiting_looks: deque[_WaitingPress] = deque()

    async def wait_for_slot(self, clicked_at: float, *, is_look: bool) -> bool:
        """Wait until a click may be served. Return False if it has waited too long.

        After True, the caller must call `release` when the click has been served.
        """
        self._measure_iteration()
        if not self._is_full:
            self._served_count += 1
            return True
        loop = asyncio.get_running_loop()
        waiting: _WaitingPress = loop.create_future()
        (self._waiting_looks if is_look else self._waiting_moves).append(waiting)
        seconds = MAX_LOOK_WAIT_SECONDS if is_look else MAX_MOVE_WAIT_SECONDS
        too_long = loop.call_at(clicked_at + seconds, _turn_away, waiting)
        try:
            return await waiting
        finally:
            too_long.cancel()

    def release(self) -> None:
        """Record that a click has been served, and let waiting clicks take its place."""
        self._served_count -= 1
        while not self._is_full and (waiting := self._take_next_waiting()):
            self._served_count += 1
            waiting.set_result(True)

    def _take_next_waiting(self) -> _WaitingPress | None:
        """Take the next click from the queues: oldest moves, then newest looks."""
        while self._waiting_moves:
            if not (move := self._waiting_moves.popleft()).done():
                return move
        while self._waiting_looks:
            if not (look := self._waiting_looks.pop()).done():
                return look
        return None

    @property
    def is_loop_late(self) -> bool:
        """Whether the event loop is late, because this process has too much to do."""
        return (
            len(self._iteration_seconds) == ITERATION_SAMPLE_COUNT
            and median(self._iteration_seconds) > LATE_ITERATION_SECONDS
        )

    @property
    def _is_full(self) -> bool:
        return self._served_count >= MAX_CONCURRENT_PRESSES and self.is_loop_late

    def _measure_iteration(self) -> None:
        """Start to measure an iteration of the event loop, unless one is being measured already."""
        if self._is_measuring:
            return
        now = self._clock()
        if now > self._iteration_began_at + ITERATION_TTL_SECONDS:
            self._iteration_seconds.clear()
        self._is_measuring, self._iteration_began_at = True, now
        asyncio.get_running_loop().call_soon(self._note_iteration)

    def _note_iteration(self) -> None:
        self._is_measuring = False
        self._iteration_seconds.append(self._clock() - self._iteration_began_at)


class ClickLimit:
    """Limits how many clicks of each person are accepted within `FLOOD_WINDOW_SECONDS`.

    discord.py's `Cooldown` has fixed windows, around whose ends it accepts twice as many clicks.
    """

    def __init__(self, max_clicks: int) -> None:
        """Accept at most so many clicks of a person in each window, at least 1."""
        self._max_clicks = max_clicks
        self._click_time = 0.0
        """When the click was made that is being checked, by which old entries are dropped."""
        self._times_by_user: TTLCache[int, deque[float], float] = TTLCache(
            inf, FLOOD_WINDOW_SECONDS, lambda: self._click_time
        )
        """Maps user ids to the times of each person's last accepted clicks."""

    def allows_click(self, user: int, at: float) -> bool:
        """Return whether a click is accepted, and count it if so.

        Refused clicks do not count, so that who keeps clicking is served now and then.
        """
        self._click_time = at
        times = self._times_by_user.get(user) or deque(maxlen=self._max_clicks)
        if len(times) == self._max_clicks and at - times[0] < FLOOD_WINDOW_SECONDS:
            return False
        times.append(at)
        self._times_by_user[user] = times
        return True


def _turn_away(press: _WaitingPress) -> None:
    if not press.done():
        press.set_result(False)
