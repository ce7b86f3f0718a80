"""Converts clicks for the services, and limits how many are served at the same time.

A click is a press on a button or menu, or a slash command. Each person may click only a certain
number of times within a few seconds. Further clicks are refused.

While the event loop is late, clicks wait until others have been served. Moves are served first.
Looks, which only show something, follow. The most recent look comes first, because it can still be
answered in time. A person whose click has waited too long gets a sentence that says so. Sending
that sentence takes much less work than serving the click.

Clicks do not wait when only the database or Discord is slow, because waiting would not help.

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

from bot.discord_adapter.channels import (
    can_write,
    list_missing_permissions,
    make_invitation_url,
)
from bot.discord_adapter.messages import parse_custom_id
from bot.domain.changes import Click
from bot.engine.screen import Link, OpenScreen, Screen, TableAction
from bot.i18n import match_language, text
from bot.services.actions import Actions

DIRECT_COMMANDS = frozenset({"privacy", "export", "forget", "profile", "learn"})
"""Subcommands of `/cats` that need no server. They also work in direct messages with the bot."""
MAX_CONCURRENT_PRESSES = 24
"""Maximum number of clicks that are served at the same time while the event loop is late.

Further clicks wait.
"""
LATE_TURN_SECONDS = 0.02
"""Duration of an iteration of the event loop, in seconds, above which the loop counts as late.

It is compared with the median of the last iterations.
"""
TURN_SAMPLE_COUNT = 9
"""Number of recent event loop iterations from which the median duration is computed.

With a median, a single slow iteration does not make the loop count as late.
"""
TURN_TTL_SECONDS = 1.0
"""Seconds after which measurements of the event loop are too old to count.

All of them are discarded if no new one has begun within this time.
"""
FLOOD_WINDOW_SECONDS = 5.0
"""Length in seconds of the sliding window in which a person's clicks are counted."""
MAX_LOOK_WAIT_SECONDS, MAX_MOVE_WAIT_SECONDS = 1.5, 2.0
"""Maximum seconds that a click waits to be served.

The first value is for looks.

A look is a press that only shows something and changes nothing. The second value is for all other
clicks. A click that has waited longer is refused, because Discord accepts an answer only within
three seconds.
"""
WaitingPress = asyncio.Future[bool]
"""A click that waits to be served.

It completes with True if it is served, or False if it is refused.
"""


def find_language(interaction: discord.Interaction) -> str:
    """Return the language in which to answer the person who clicked.

    It is one of the languages of the bot's message catalogues.
    """
    return match_language(str(interaction.locale))


def make_click(interaction: discord.Interaction, newest_message: int | None = None) -> Click:
    """Convert Discord's interaction to a `Click`, which holds all that the services need.

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
        missing_permissions=list_missing_permissions(
            interaction.app_permissions, channel.type if channel else None
        ),
        newest_message=newest_message or 0,
        max_file_bytes=interaction.filesize_limit,
        message=interaction.message.id if interaction.message else 0,
        public_actions=_list_public_actions(interaction),
    )


def _list_public_actions(interaction: discord.Interaction) -> frozenset[tuple[int, str]]:
    """Return the value of `Click.public_actions`."""
    if interaction.message is None or interaction.message.flags.ephemeral:
        return frozenset()
    controls = (
        parse_custom_id(control.custom_id)
        for row in interaction.message.components
        if isinstance(row, discord.ActionRow)
        for control in row.children
        if control.custom_id
    )
    return frozenset(
        (table, press.action)
        for table, press in filter(None, controls)
        if isinstance(press, TableAction)
    )


def find_ephemeral_message(interaction: discord.Interaction) -> discord.Message | None:
    """Return the pressed message if it is ephemeral, which means that one person alone sees it.

    None means that the person pressed a public message, or used a command.
    """
    pressed = interaction.message
    return pressed if pressed is not None and pressed.flags.ephemeral else None


def is_bot_in_guild(interaction: discord.Interaction) -> bool:
    """Return whether the bot is a member of the server from which an interaction comes.

    It is not if the server has installed only the bot's commands, or if the press or command comes
    from a direct message.
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
    """Return whether a command or press may be used in direct messages with the bot.

    Moves, and presses that open a person's own screen, may always be used. The table to which they
    belong decides whether to accept them.

    Args:
        interaction: The press or command.
        actions: The known actions of tables, such as joining. Each says whether it works in direct
            messages.
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

    When the bot is overloaded, looks are served last and are refused earlier than other clicks. A
    command is never a look.

    Args:
        interaction: The press or command.
        actions: The known actions of tables, such as joining. Each says whether it is a look.
    """
    found = parse_custom_id(_find_custom_id(interaction))
    if found is None:
        return False
    press = found[1]
    action = actions.find(press.action) if isinstance(press, TableAction) else None
    return isinstance(press, OpenScreen) or (action is not None and action.is_look)


def is_about_privacy(interaction: discord.Interaction) -> bool:
    """Return whether a person asks about their data, or wants to be served by the bot again.

    People can ask the bot not to serve them. They can still use `/cats privacy` and the button that
    it shows.
    """
    if interaction.type is discord.InteractionType.application_command:
        return "privacy" in _find_subcommands(interaction)
    return _find_custom_id(interaction).startswith("c1:d:0:serve:")


def _find_subcommands(interaction: discord.Interaction) -> frozenset[str]:
    """Return a set with the name of the subcommand of `/cats` that was used, such as "play".

    The set is empty if there is none.
    """
    data = cast(Mapping[str, Any], interaction.data or {})
    return frozenset(option["name"] for option in data.get("options", []))


def _find_custom_id(interaction: discord.Interaction) -> str:
    """Return the custom id of the pressed button or select, or "" if nothing was pressed."""
    data = cast(Mapping[str, Any], interaction.data or {})
    return str(data.get("custom_id", ""))


def make_invitation(interaction: discord.Interaction) -> Screen:
    """Return a screen that asks people to add the bot to the server, with a link for that.

    It is shown on a server that has installed only the bot's commands, and not the bot itself.
    """
    url = make_invitation_url(interaction.application_id, interaction.guild_id)
    say = text(find_language(interaction))
    link = Link(say("button-invite"), url)
    return Screen("", say("not-a-member"), rows=((link,),))


class PressAdmission:
    """Limits how many clicks are served at the same time while the event loop is late.

    Further clicks wait, so that those being served get their answer in time.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """Start with no clicks.

        Args:
            clock: Returns a time in seconds. It is used to measure the iterations of the event
                loop.
        """
        self._clock = clock
        self._turn_durations: deque[float] = deque(maxlen=TURN_SAMPLE_COUNT)
        self._turn_began_at = 0.0
        """Time at which the last measured event loop iteration began.

        The iteration may still be running.
        """
        self._is_measuring = False
        self._served_count = 0
        self._waiting_moves: deque[WaitingPress] = deque()
        self._waiting_looks: deque[WaitingPress] = deque()

    async def takes(self, *, is_look: bool) -> bool:
        """Wait until a click may be served.

        Return False if it has waited too long.

        In that case the caller must refuse the click. After True, the caller must call `release`
        when the click has been served.

        Args:
            is_look: Whether the click only shows something. Looks are served after all other
                clicks.
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
        """Record that a click has been served, and let waiting clicks take its place."""
        self._served_count -= 1
        while not self._is_full and (waiting := self._take_next_waiting()):
            self._served_count += 1
            waiting.set_result(True)

    def _take_next_waiting(self) -> WaitingPress | None:
        """Remove the next click from the queues and return it, or None if no click waits.

        Looks, which only show something, come after all other clicks. The newest look comes first,
        and of the other clicks the oldest.
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
        """Whether the event loop is late, because this process has too much to do."""
        return (
            len(self._turn_durations) == TURN_SAMPLE_COUNT
            and median(self._turn_durations) > LATE_TURN_SECONDS
        )

    @property
    def _is_full(self) -> bool:
        """Whether the next click must wait: enough are being served, and the event loop is late."""
        return self._served_count >= MAX_CONCURRENT_PRESSES and self.is_loop_late

    def _measure_turn(self) -> None:
        """Start to measure an iteration of the event loop, unless one is being measured already."""
        if self._is_measuring:
            return
        now = self._clock()
        if now > self._turn_began_at + TURN_TTL_SECONDS:
            self._turn_durations.clear()
        self._is_measuring, self._turn_began_at = True, now
        asyncio.get_running_loop().call_soon(self._note_turn)

    def _note_turn(self) -> None:
        """Store the duration of the event loop iteration that has just ended."""
        self._is_measuring = False
        self._turn_durations.append(self._clock() - self._turn_began_at)


class ClickLimit:
    """Limits how many clicks of each person are accepted within a few seconds.

    discord.py's `Cooldown` counts in fixed windows, not in a sliding one. Around the end of a
    window, it would accept twice as many clicks.
    """

    def __init__(self, max_clicks: int) -> None:
        """Start with no clicks.

        Args:
            max_clicks: How many clicks of one person are accepted in `FLOOD_WINDOW_SECONDS`, at
                least 1.
        """
        self._max_clicks = max_clicks
        self._click_time = 0.0
        """Time of the click that is being checked, in seconds since 1970.

        `_times_by_user` uses it as the present time, to drop old entries.
        """
        self._times_by_user: TTLCache[int, deque[float], float] = TTLCache(
            inf, FLOOD_WINDOW_SECONDS, lambda: self._click_time
        )
        """Maps user ids to the times of each person's last accepted clicks."""

    def allows_click(self, user: int, at: float) -> bool:
        """Return whether a click is accepted, and count it if so.

        A refused click is not counted. A person who keeps clicking is therefore still served now
        and then.

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
    """Refuse a waiting click, unless it is being served already or was cancelled."""
    if not press.done():
        press.set_result(False)
