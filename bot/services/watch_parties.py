"""Lets a channel watch a replay together: one person leads, and everybody sees the same step.

The state of a watch party is in the custom ids of its buttons, so that it survives a restart. While
the process runs, the state in memory decides, because a person's client may show older buttons.
"""

import asyncio
from functools import partial
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.changes import Click, Refused, check_can_post
from bot.domain.display_names import escape_name
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.replay import Replay, ReplayPosition, parse_replay_position
from bot.presenters.watch_party import WatchParty, parse_watch_party, render_watch_party
from bot.services import messenger
from bot.services.actions import ActionRequest, action
from bot.services.delivery import Target
from bot.services.events import PeopleErased, PersonForgotten
from bot.services.history import History, may_share_game
from bot.services.service import Service, Shared
from bot.services.sharing import Sharing

TAKEOVER_SECONDS = 120
"""The number of seconds without a press of the leader after which another person may lead."""
BREAK_SECONDS = 900
"""The number of seconds without a press after which a watch party takes a break. Then one button
remains, with which anybody becomes the leader.
"""


class Place(Struct, frozen=True):
    """The message that shows a watch party."""

    channel: int
    message: int
    record: int
    language: str

    @property
    def target(self) -> Target:
        """The delivery's key for the message."""
        return Target(self.record, "replay", self.message)


class RunningParty(Struct):
    """A watch party that this process has shown, and its timer."""

    party: WatchParty
    leader_name: str
    """The leader's display name, with markup escaped."""
    break_timer: asyncio.TimerHandle


class WatchParties(Service):
    """Posts replays for a whole channel, and lets their leaders step through them."""

    def __init__(self, shared: Shared, sharing: Sharing, history: History) -> None:
        super().__init__(shared)
        self._sharing = sharing
        self._history = history
        self._running: dict[Place, RunningParty] = {}

    @action("party")
    async def open(self, request: ActionRequest) -> Screen:
        """Post the step of a replay that a person is looking at, and let that person lead.

        The action's argument is the position in the replay (`ReplayPosition.value`). The answer to
        the press is the private replay, with a sentence that the post is there.

        Raises:
            Refused: The person did not play in the game, presses in another channel, or may not
                share anything there now (`Sharing.admit`).
        """
        click = request.click
        replay = await self._history.load_replay(click, request.table_id)
        if not may_share_game(replay.record, click):
            raise Refused("share-not-yours")
        party = self._make_party(click, parse_replay_position(request.argument))
        with self._sharing.admit(click, text_only=replay.table.text_only, is_party=True):
            screen = await self._render(replay, party, escape_name(click.name))
            posted = await self._messenger.post(click.channel, screen, f"party-{click.id}")
        place = Place(click.channel, posted.id, replay.record.id, replay.record.language)
        self._run(place, party, click)
        if posted.late_pictures:
            self._background.run(self._show_when_drawn(place, posted.late_pictures))
        shown = await self._history.show_step(request)
        return replace(shown, note=text(click.language)("party-opened"))

    @action("party-step")
    @action("party-round")
    @action("party-eyes")
    async def move(self, request: ActionRequest) -> None:
        """Show everybody another step or view, if the person leads the watch party.

        The action's argument has the form of `WatchParty.value`.

        Raises:
            Refused: Another person leads. The bot or the person may not write in the channel.
        """
        place, asked = await self._find_place(request), parse_watch_party(request.argument)
        now = self._find_party(place, asked)
        if now.leader != request.click.user:
            self._refuse_if_led(now)
            if self._is_led(now, BREAK_SECONDS):
                raise Refused("party-others-lead")
        self._lead(place, request.click, asked.position)

    @action("party-lead")
    async def take_lead(self, request: ActionRequest) -> None:
        """Let a person lead a watch party whose leader has not pressed for two minutes.

        The action's argument has the form of `WatchParty.value`.

        Raises:
            Refused: The person leads already, or another person has pressed a moment ago. The bot
                or the person may not write in the channel.
        """
        place, asked = await self._find_place(request), parse_watch_party(request.argument)
        now = self._find_party(place, asked)
        if now.leader == request.click.user and self._is_led(now, BREAK_SECONDS):
            raise Refused("party-yours")
        self._refuse_if_led(now)
        self._lead(place, request.click, now.position)

    async def _find_place(self, request: ActionRequest) -> Place:
        """Return the message on which a person has pressed a button of a watch party.

        Raises `Refused` if the message shows no watch party of this game, if the game was played in
        another channel, or if the person or the bot may not write in this one.
        """
        click = request.click
        if click.is_ephemeral or (request.table_id, "party-lead") not in click.shown_actions:
            raise Refused("old-button")
        replay = await self._history.load_replay(click, request.table_id)
        if not replay.record.was_played_in(click.channel):
            raise Refused("old-button")
        if not click.can_write:
            raise Refused("party-read-only")
        check_can_post(click, text_only=replay.table.text_only, refusal_key="share-missing")
        return Place(click.channel, click.message, replay.record.id, replay.record.language)

    def _find_party(self, place: Place, asked: WatchParty) -> WatchParty:
        """Return the present state of a watch party.

        That is the state in memory, or after a restart the one in the pressed button.
        """
        running = self._running.get(place)
        return running.party if running else asked

    def _is_led(self, party: WatchParty, seconds: int) -> bool:
        return party.leader != 0 and self._clock.now() < party.pressed_at + seconds

    def _refuse_if_led(self, party: WatchParty) -> None:
        if self._is_led(party, TAKEOVER_SECONDS):
            raise Refused("party-wait", until=str(party.pressed_at + TAKEOVER_SECONDS))

    def _make_party(self, click: Click, position: ReplayPosition) -> WatchParty:
        return WatchParty(position, click.user, ceil(self._clock.now()))

    def _lead(self, place: Place, click: Click, position: ReplayPosition) -> None:
        self._run(place, self._make_party(click, position), click)
        self._schedule(place)

    def _run(self, place: Place, party: WatchParty, click: Click) -> None:
        if former := self._running.get(place):
            former.break_timer.cancel()
        timer = asyncio.get_running_loop().call_later(BREAK_SECONDS, self._take_break, place)
        self._running[place] = RunningParty(party, escape_name(click.name), timer)

    def _take_break(self, place: Place) -> None:
        party = WatchParty(self._running.pop(place).party.position)
        self._schedule(place, party)

    def on_person_forgotten(self, event: PersonForgotten) -> None:
        """Let anybody lead the watch parties that a person leads, so that they name nobody."""
        for place, running in self._running.items():
            if running.party.leader == event.user:
                running.party, running.leader_name = WatchParty(running.party.position), ""
                self._schedule(place)

    def on_people_erased(self, _: PeopleErased) -> None:
        """Show all running watch parties again, because their games may name somebody less."""
        for place in self._running:
            self._schedule(place)

    def _schedule(self, place: Place, at_break: WatchParty | None = None) -> None:
        """Edit the message of a watch party soon.

        `at_break` is the state to show if it takes a break, and None shows the running one.
        """
        show, pause = partial(self._show, place, at_break), self._timings.between_edits
        self._delivery.schedule(place.target, show, is_urgent=True, min_interval_seconds=pause)

    async def _show(self, place: Place, at_break: WatchParty | None) -> messenger.NoAccess | None:
        """Edit the message of a watch party, so that it shows the present step.

        A party whose message or record is gone is forgotten. Raises `Unreachable` if the request
        may succeed later.
        """
        running = self._running.get(place)
        party = running.party if running else at_break
        if party is None:
            return None
        name = running.leader_name if running else ""
        try:
            replay = await self._history.find_replay(place.record, place.language)
            screen = await self._render(replay, party, name)
            late_pictures = await self._messenger.edit(place.channel, place.message, screen)
        except messenger.EditLimited:
            raise messenger.Unreachable from None
        except messenger.Unreachable:
            raise
        except (Refused, messenger.RequestFailed):
            if forgotten := self._running.pop(place, None):
                forgotten.break_timer.cancel()
            return None
        if late_pictures:
            self._background.run(self._show_when_drawn(place, late_pictures, at_break))
        return None

    async def _show_when_drawn(
        self, place: Place, late: messenger.LatePictures, at_break: WatchParty | None = None
    ) -> None:
        if await messenger.wait_for_pictures(late):
            self._schedule(place, at_break)

    async def _render(self, replay: Replay, party: WatchParty, leader_name: str) -> Screen:
        moments = await self._history.load_highlights(replay, replay.record.language)
        return render_watch_party(replay, party, moments, leader_name)
