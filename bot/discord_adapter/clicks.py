"""Clicks: converts interactions for the services, and limits how many are served at once.

While the event loop is late, clicks wait until others have ended. Too many clicks of one person are
refused at any time. Clicks that are served get their answer in time, and as many a second are
served as ever. Moves are served first. Looks, which only show something, follow: the most recent
first, because they can still be answered in time. If a click has waited too long, its person gets a
sentence that says so. That costs a small part of serving the click.

A slow database or a slow Discord makes no click wait, because no click would be served sooner.

discord.py's own cooldowns (`app_commands.checks.cooldown`) limit commands, but not presses.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from math import inf
from statistics import median
from typing import Any, cast

import discord
from cachetools import TTLCache

from bot.discord_adapter.channels import REQUIRED_PERMISSIONS, can_write, list_missing_permissions
from bot.discord_adapter.messages import parse_custom_id
from bot.domain.changes import Click
from bot.engine.screen import Link, OpenScreen, Screen, TableAction
from bot.i18n import match_language, text
from bot.services.actions import Actions

DIRECT_COMMANDS = frozenset({"privacy", "export", "forget", "profile", "learn"})
"""Subcommands of `/cats` that need no server, and so work in direct messages with the bot."""
MAX_CONCURRENT_PRESSES = 24
"""Maximum number of presses that are served at once while the event loop is late."""
LATE_TURN_SECONDS = 0.02
"""Median seconds of a turn of the event loop above which the loop counts as late."""
TURN_SAMPLE_COUNT = 9
"""Number of turns of the event loop in a median, so that a single slow turn does not count."""
TURN_TTL_SECONDS = 1.0
"""Seconds after which measured turns of the event loop are discarded if no next one began."""
FLOOD_WINDOW_SECONDS = 5.0
"""Length in seconds of the sliding window in which a person's clicks are counted."""
MAX_LOOK_WAIT_SECONDS, MAX_MOVE_WAIT_SECONDS = 1.5, 2.0
"""Maximum seconds that a look, which changes nothing, and any other click wait to be served.

Discord waits for an answer for three seconds.
"""
WaitingPress = asyncio.Future[bool]
"""A future of a waiting press. It completes with True if the press is served, else with False."""


def find_language(interaction: discord.Interaction) -> str:
    """Return the language of the catalogues in which to answer the person who clicked."""
    return match_language(str(interaction.locale))


def make_click(interaction: discord.Interaction, newest_message: int | None = None) -> Click:
    """Convert Discord's interaction to a `Click`, which has all that services need to know of it.

    Args:
        interaction: The press or command.
        newest_message: The id of the newest message in the channel. None means that it is not
            known.
    """
    channel = interaction.channel
    thread = isinstance(channel, discord.Thread)
    return Click(
        id=interaction.id,
        user=interaction.user.id,
        name=interaction.user.display_name,
        language=find_language(interaction),
        channel=interaction.channel_id or 0,
        guild=interaction.guild_id or 0,
        can_write=can_write(interaction.permissions, is_thread=thread),
        can_manage_messages=interaction.permissions.manage_messages,
        can_manage_server=interaction.permissions.manage_guild,
        is_ephemeral=find_ephemeral_message(interaction) is not None,
        is_private_thread=isinstance(channel, discord.Thread) and channel.is_private(),
        missing_permissions=list_missing_permissions(interaction.app_permissions, is_thread=thread),
        newest_message=newest_message or 0,
        max_file_bytes=interaction.filesize_limit,
    )


def find_ephemeral_message(interaction: discord.Interaction) -> discord.Message | None:
    """Return the pressed message if it is ephemeral, which means that one person alone sees it.

    None means that the person pressed a public message, or used a command.
    """
    pressed = interaction.message
    return pressed if pressed is not None and pressed.flags.ephemeral else None


def is_bot_in_guild(interaction: discord.Interaction) -> bool:
    """Return whether the bot is a member of the server from which an interaction comes.

    A server may have installed only the bot's commands.
    https://discord.com/developers/docs/resources/application#installation-context
    """
    guild = interaction.guild_id
    return guild is not None and interaction.client.get_guild(guild) is not None


def is_direct_message(interaction: discord.Interaction) -> bool:
    """Return whether a press or command comes from a direct message with the bot.

    https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-interaction-context-types
    """
    return interaction.guild_id is None and interaction.context.dm_channel


def works_in_direct_messages(interaction: discord.Interaction, actions: Actions) -> bool:
    """Return whether a command or press needs no server, so that direct messages may have it.

    For moves, and for presses that open an own screen, the answer is always yes, because each table
    decides.

    Args:
        interaction: The press or command.
        actions: The known actions of tables, such as joining, each of which says whether it does.
    """
    if interaction.type is discord.InteractionType.application_command:
        return bool(_find_subcommands(interaction) & DIRECT_COMMANDS)
    found = parse_custom_id(_find_custom_id(interaction))
    if found is None or not isinstance(found[1], TableAction):
        return True
    action = actions.find(found[1].action)
    return action is not None and action.in_direct_messages


def is_look(interaction: discord.Interaction, actions: Actions) -> bool:
    """Return whether a press only shows something to the person, and changes nothing.

    Looks may wait less long than other clicks. A command is never a look.

    Args:
        interaction: The press or command.
        actions: The known actions of tables, each of which says whether it is a look.
    """
    found = parse_custom_id(_find_custom_id(interaction))
    if found is None:
        return False
    press = found[1]
    action = actions.find(press.action) if isinstance(press, TableAction) else None
    return isinstance(press, OpenScreen) or (action is not None and action.is_look)


def is_about_privacy(interaction: discord.Interaction) -> bool:
    """Return whether a person asks about their data, or wants to be served by the bot again.

    People who asked the bot not to serve them can still do that: by `/cats privacy`, or by the
    button that it shows.
    """
    if interaction.type is discord.InteractionType.application_command:
        return "privacy" in _find_subcommands(interaction)
    return _find_custom_id(interaction).startswith("c1:d:0:serve:")


def _find_subcommands(interaction: discord.Interaction) -> frozenset[str]:
    """Return the name of the used subcommand of `/cats`, as a set of one name."""
    data = cast(Mapping[str, Any], interaction.data or {})
    return frozenset(option["name"] for option in data.get("options", []))


def _find_custom_id(interaction: discord.Interaction) -> str:
    """Return the custom id of the pressed button or select, or "" if nothing was pressed."""
    data = cast(Mapping[str, Any], interaction.data or {})
    return str(data.get("custom_id", ""))


def make_invitation(interaction: discord.Interaction) -> Screen:
    """Return a screen that asks people to add the bot to the server, with a link that does it.

    It answers a command on a server that has installed only the bot's commands.
    https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow
    """
    guild = interaction.guild_id
    url = discord.utils.oauth_url(
        interaction.application_id,
        permissions=REQUIRED_PERMISSIONS,
        guild=discord.Object(guild) if guild else discord.utils.MISSING,
    )
    say = text(find_language(interaction))
    link = Link(say("button-invite"), f"{url}&integration_type=0")
    return Screen("", say("not-a-member"), rows=((link,),))


class PressAdmission:
    """Limits how many presses are served at once while the event loop is late.

    Other presses wait, so that the served ones get their answer in time.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """Start with no presses.

        Args:
            clock: Returns the present time in seconds. It measures the turns of the event loop.
        """
        self._clock = clock
        self._turn_durations: deque[float] = deque(maxlen=TURN_SAMPLE_COUNT)
        self._turn_began_at = 0.0
        """When the last measured turn of the event loop began. That turn may still be running."""
        self._is_measuring = False
        self._served_count = 0
        self._waiting_moves: deque[WaitingPress] = deque()
        self._waiting_looks: deque[WaitingPress] = deque()

    async def takes(self, *, is_look: bool) -> bool:
        """Wait until a press may be served, and return whether it may.

        After True, the caller must call `release` when it has served the press. False means that
        the press has waited too long and must be refused.

        Args:
            is_look: Whether the press only shows something. Looks are served after all other
                presses.
        """
        self._measure_turn()
        if not self._is_full:
            self._served_count += 1
            return True
        loop = asyncio.get_running_loop()
        waiting: WaitingPress = loop.create_future()
        (self._waiting_looks if is_look else self._waiting_moves).append(waiting)
        too_long = loop.call_later(
            MAX_LOOK_WAIT_SECONDS if is_look else MAX_MOVE_WAIT_SECONDS, _turn_away, waiting
        )
        try:
            return await waiting
        finally:
            too_long.cancel()

    def release(self) -> None:
        """Note that a press was served, and let waiting presses be served in its place."""
        self._served_count -= 1
        while not self._is_full and (waiting := self._take_next_waiting()):
            self._served_count += 1
            waiting.set_result(True)

    def _take_next_waiting(self) -> WaitingPress | None:
        """Return the press to serve next: first moves in their order, then the newest look.

        None means that no press waits.
        """
        while self._waiting_moves:
            if not (move := self._waiting_moves.popleft()).done():
                return move
        while self._waiting_looks:
            if not (look := self._waiting_looks.pop()).done():
                return look
        return None

    @property
    def is_loop_late(self) -> bool:
        """Whether the event loop is late, because this process has too much to do.

        Optional work is then better skipped.
        """
        return (
            len(self._turn_durations) == TURN_SAMPLE_COUNT
            and median(self._turn_durations) > LATE_TURN_SECONDS
        )

    @property
    def _is_full(self) -> bool:
        """Whether the next press must wait."""
        return self._served_count >= MAX_CONCURRENT_PRESSES and self.is_loop_late

    def _measure_turn(self) -> None:
        """Start to measure a turn of the event loop, unless one is being measured already."""
        if self._is_measuring:
            return
        now = self._clock()
        if now > self._turn_began_at + TURN_TTL_SECONDS:
            self._turn_durations.clear()
        self._is_measuring, self._turn_began_at = True, now
        asyncio.get_running_loop().call_soon(self._note_turn)

    def _note_turn(self) -> None:
        """Keep the duration of the turn of the event loop that has just ended."""
        self._is_measuring = False
        self._turn_durations.append(self._clock() - self._turn_began_at)


class ClickLimit:
    """Limits how many clicks of each person are accepted within a few seconds.

    discord.py's `Cooldown` counts in fixed windows, not in a sliding one. Around the end of a
    window it would accept twice as many.
    """

    def __init__(self, max_clicks: int) -> None:
        """Start with no clicks.

        Args:
            max_clicks: How many clicks of one person are accepted in `FLOOD_WINDOW_SECONDS`, at
                least 1.
        """
        self._max_clicks = max_clicks
        self._click_time = 0.0
        """When the present click was made, in seconds since 1970. The cache uses it as its
        clock.
        """
        self._times_by_user: TTLCache[int, deque[float], float] = TTLCache(
            inf, FLOOD_WINDOW_SECONDS, lambda: self._click_time
        )
        """Maps user ids to the times of each person's newest accepted clicks."""

    def allows_click(self, user: int, at: float) -> bool:
        """Return whether a click is accepted, and count it if so.

        A refused click does not count. So a person who clicks all the time is accepted now and
        then.

        Args:
            user: The user id of the person who clicked.
            at: When the person clicked, in seconds since 1970.
        """
        self._click_time = at
        times = self._times_by_user.get(user) or deque(maxlen=self._max_clicks)
        if len(times) == self._max_clicks and at - times[0] < FLOOD_WINDOW_SECONDS:
            return False
        times.append(at)
        self._times_by_user[user] = times
        return True


def _turn_away(press: WaitingPress) -> None:
    """Let a waiting press be refused, unless it is being served or was cancelled."""
    if not press.done():
        press.set_result(False)
