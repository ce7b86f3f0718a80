"""A simulated Discord with the real bot in it: one server, one channel, some people.

`World` is the server, `Person` somebody who clicks, types and reads, `Answer` what came of a click.
simcord's private names are used here, in `traffic.py` and in `bot/demo/` only.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import OverwriteType

from bot.demo.simulated import (
    PatientEnv,
    exclude_ephemeral_messages,
    make_click,
    set_client_locales,
    use_simulated_timers,
)
from bot.discord_adapter.client import CatsClient
from bot.storage.store import Store
from tests.bench.shown import SUPPRESS_EMBEDS, Control, Shown, read_message
from tests.bench.traffic import Request, record
from tests.databases import address
from tests.patience import HANG_TIMEOUT_SECONDS

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal")
ANSWER_SECONDS = 3.0
"""How long Discord waits for the first answer to a click."""


Start = Callable[[Path | str], Awaitable[tuple[CatsClient, Store]]]
"""Makes a bot and its store on a database file."""


class Answer:
    """What came of one click or command."""

    def __init__(self, world: "World", record: Any, payload: dict[str, Any], began: float) -> None:
        self.world = world
        self.record = record
        self.payload = payload
        self.began = began
        """The world's time, in seconds since it began."""

    @property
    def kind(self) -> str:
        """How the bot answered: "message" (also when deferred), "update", "deferred_update"..."""
        return str(self.record.response_kind or "")

    @property
    def shown(self) -> Shown:
        """The message that the click led to, as it is now: a new one or the clicked one."""
        ids = [self.record.message_id, *self.record.followup_ids]
        found = [self.world.find(id_, self.record.channel_id) for id_ in ids if id_ is not None]
        there = [message for message in found if message is not None]
        assert there, "the click led to no message"
        return there[0]

    @property
    def text(self) -> str:
        """All that the message says."""
        return self.shown.text

    @property
    def callbacks(self) -> list[Request]:
        """The bot's first answers to the click that Discord took: there must be exactly one."""
        path = f"/interactions/{self.record.id}/"
        sent = (request for request in self.world.requests if request.path.startswith(path))
        return [request for request in sent if not request.error]

    def check(self) -> None:
        """Fail unless the click was acknowledged exactly once, in time, and not left "thinking"."""
        answers = self.callbacks
        assert self.record.responded, f"no answer to {self.payload['data']}"
        assert len(answers) == 1, f"{len(answers)} answers to {self.payload['data']}"
        taken = answers[0].at - self.began
        assert taken < ANSWER_SECONDS, f"answered {self.payload['data']} after {taken:.1f} s"
        assert not self.record.loading, f"still thinking about {self.payload['data']}"


@dataclass
class Person:
    """Somebody in the server. `press`, `choose` and `slash` check that they were answered."""

    world: "World"
    actor: simcord.MemberActor
    name: str

    @property
    def id(self) -> int:
        """Discord's user id."""
        return int(self.actor.id)

    def set_locale(self, locale: str) -> None:
        """Change the client's language, such as "de"."""
        self.world.locales[self.id] = locale

    def rename(self, name: str) -> None:
        """Take another display name in the server; the bot learns of it with the next click."""
        self.world.env.backend.edit_member(self.world.guild.id, self.id, {"nick": name})

    async def slash(
        self, command: str, *, channel: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """Use a slash command, such as "cats play", which opens Cloaked Cats unless told else."""
        if command == "cats play":
            options = {"game": "cloaked_cats", **options}
        with self.world.note_answers() as heard:
            await self.actor.slash(channel or self.world.channel, command, **options)
        return self.world.check_answer(heard[0])

    async def slash_directly(self, command: str, **options: Any) -> Answer:
        """Use a slash command in the direct messages with the bot."""
        with self.world.note_answers() as heard:
            await self.actor.user.slash(command, **options)
        return self.world.check_answer(heard[0])

    async def press(self, what: str, *, on: Shown | None = None) -> Answer:
        """Press the button with this label or this beginning of a custom id.

        Without `on` it is looked for on the own newest private message first, then on the public
        ones, newest first. A button of an old `Shown` can be pressed, whatever became of it.
        """
        message = on or self._showing(what)
        return await self._use(message, message.control(what))

    async def choose(self, what: str, *values: str, on: Shown | None = None) -> Answer:
        """Choose values in the select with this placeholder or this beginning of a custom id."""
        message = on or self._showing(what)
        select = message.control(what)
        offered = [value for value, _ in select.options]
        assert set(values) <= set(offered), f"{values} are not among {offered}"
        return await self._use(message, select, values=list(values))

    async def say(self, text: str) -> None:
        """Chat in the channel."""
        await self.actor.send(self.world.channel, text)

    def privates(self) -> list[Shown]:
        """Return the private messages that this person alone sees, oldest first."""
        return self.world.messages(private_to=self.id)

    def private(self) -> Shown:
        """Return the newest private message."""
        mine = self.privates()
        assert mine, f"{self.name} has no private message"
        return mine[-1]

    def _showing(self, what: str) -> Shown:
        seen = [*self.privates()[-1:], *reversed(self.world.messages())]
        for message in seen:
            if message.matching(what):
                return message
        raise AssertionError(f"{self.name} sees no {what!r} among {[m.labels for m in seen]}")

    async def _use(self, message: Shown, control: Control, **more: Any) -> Answer:
        assert not control.disabled, f"{control.label!r} is disabled"
        return await self.world.click(self, message, control, more)


class World:
    """One server with one channel, the bot and some people. Made by `World.open`."""

    bot: CatsClient
    store: Store
    env: PatientEnv
    guild: GuildHandle
    channel: ChannelHandle
    people: tuple["Person", ...]
    _undo: tuple[Callable[[], None], ...]
    """What ends the recording and the languages."""

    def __init__(self, start: Start, where: Path | str) -> None:
        self.start = start
        self._where = where
        self.requests: list[Request] = []
        self.locales: dict[int, str] = {}
        self._racing = False

    @property
    def database(self) -> str:
        """The address of the database."""
        return address(self._where)

    @property
    def path(self) -> Path:
        """The database file, if it is one."""
        assert isinstance(self._where, Path)
        return self._where

    @classmethod
    async def open(cls, start: Start, where: Path | str, people: int = 4) -> "World":
        """Start the bot on a database: a file, or an address."""
        world = cls(start, where)
        world.bot, world.store = await start(where)
        world.env = PatientEnv(world.bot, HANG_TIMEOUT_SECONDS)
        use_simulated_timers(world.env)
        exclude_ephemeral_messages(world.env)
        world._undo = (
            record(world.env, world.requests),
            set_client_locales(world.env, world.locales),
        )
        try:
            await world.env.start()
        except BaseException:
            await world.close(check=False)
            raise
        world.env.backend.edit_bot_profile("Cloaked Cats")
        world.guild = world.env.create_guild("Cat Club")
        world.channel = world.guild.create_text_channel("dance-floor")
        world.people = tuple(world.add(name) for name in NAMES[:people])
        await world.settle()
        return world

    async def close(self, *, check: bool = True) -> None:
        """Stop the bot and its store; with `check`, fail on every error that it raised."""
        try:
            with self.env.time_context():
                await self.bot.close()
                await self.env.shutdown()
        finally:
            await self.store.close()
            for undo in self._undo:
                undo()
        if check:
            self.env.raise_errors()

    async def restart(
        self, *, crash: bool = False, meanwhile: Callable[[], Awaitable[Path | str]] | None = None
    ) -> None:
        """Start a new bot on the same database; Discord and all that it shows is kept.

        With `crash` the old one is torn down without being told, and writes nothing any more.
        `meanwhile` happens while none runs; it returns where the database is from then on.
        """
        with self.env.time_context():
            if crash:
                self.store._writer._clicks.clear()
            else:
                await self.bot.close()
            await self.env._detach_bot()
            await self.store.close()
            if meanwhile:
                self._where = await meanwhile()
            self.bot, self.store = await self.start(self._where)
            await self.env.restart_bot(self.bot)

    def add(self, name: str) -> Person:
        """Let one more person into the server."""
        user = self.env.create_user(name.lower(), global_name=name)
        return Person(self, self.guild.add_member(user), name)

    def new_channel(self, name: str) -> ChannelHandle:
        """Make one more channel; `Person.slash` takes it as `channel`."""
        return self.guild.create_text_channel(name)

    def thread(self, name: str) -> ChannelHandle:
        """Start a public thread in the channel."""
        owner = self.people[0].id
        made = self.env.backend.create_thread(self.channel.id, name, owner)
        return ChannelHandle(self.env, self.guild, made)

    # Time

    def now(self) -> float:
        """Return the world's time, in seconds since 1970."""
        return float(self.env.now().timestamp())

    async def advance(self, seconds: float, *, step: float = 60.0) -> None:
        """Let time pass: every timer runs out at its own moment. Slow for days: see `jump`."""
        while seconds > 0:
            await self.env.advance_time(min(step, seconds))
            seconds -= step

    async def jump(self, seconds: float) -> None:
        """Let much time pass while the bot lives: it goes on from timer to timer."""
        await self.env.advance_time(seconds)

    async def freeze(self, seconds: float) -> None:
        """Let the process stand still for so long: all timers run out late, in the end."""
        self.env.backend.advance_clock(seconds)
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has done all there is to do now."""
        await self.env.settle()

    # Clicks

    async def click(
        self, who: Person, message: Shown, control: Control, more: dict[str, Any]
    ) -> Answer:
        """Send a click on a button or select, as `Person.press` and `Person.choose` do."""
        data = {"custom_id": control.custom_id, "component_type": control.kind, **more}
        guild = self.env.backend.get_channel(message.channel).guild_id
        made, payload = make_click(self.env, guild, message.channel, who.id, message.wire, data)
        answer = Answer(self, made, payload, self.env.backend.clock.elapsed)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        if not self._racing:
            await self.settle()
        return self.check_answer(answer)

    async def race(self, *clicks: Awaitable[Answer]) -> list[Answer]:
        """Let several clicks arrive in the same instant, in this order.

        Give the calls without awaiting them: `await world.race(ada.press("x"), ben.press("x"))`.
        """
        settle = self.env._settle_internal

        async def at_once(**_: Any) -> None: ...

        self._racing = True
        self.env._settle_internal = at_once
        try:
            answers = [await click for click in clicks]
        finally:
            self._racing = False
            self.env._settle_internal = settle
        await self.settle()
        return [self.check_answer(answer) for answer in answers]

    async def hold_up(self, click: Awaitable[Answer]) -> Answer:
        """Let somebody press now, but the network hold the click up until `repeat` delivers it.

        Give the call without awaiting it: `late = await world.held_up(ada.press("x"))`.
        """
        emit = self.env.backend.emit
        self._racing = True
        self.env.backend.emit = lambda event, payload: None
        try:
            return await click
        finally:
            self._racing = False
            self.env.backend.emit = emit

    async def repeat(self, answer: Answer) -> None:
        """Deliver the same interaction once more, with the same id."""
        self.env.backend.emit("INTERACTION_CREATE", answer.payload)
        await self.settle()

    def check_answer(self, answer: Answer) -> Answer:
        """Check an answer, unless the click is still under way."""
        if not self._racing:
            answer.check()
        return answer

    @contextmanager
    def note_answers(self) -> Iterator[list[Answer]]:
        """Note the interactions that simcord makes meanwhile."""
        answers: list[Answer] = []
        emit = self.env.backend.emit

        def noting(event: str, payload: Any) -> None:
            if event == "INTERACTION_CREATE":
                made = self.env.backend.interactions[int(payload["id"])]
                answers.append(Answer(self, made, payload, self.env.backend.clock.elapsed))
            emit(event, payload)

        self.env.backend.emit = noting
        try:
            yield answers
        finally:
            self.env.backend.emit = emit

    def outdate_commands(self) -> None:
        """Let options take any value, as in a command that is forged or of another version."""
        for command in self.env.backend.commands[None].values():
            for part in command["options"]:
                for option in part.get("options") or ():
                    option.pop("choices", None)

    def limit_files(self, most: int) -> None:
        """Let Discord take files of so many bytes in an answer, as it tells with each click."""
        emit = self.env.backend.emit

        def limited(event: str, payload: Any) -> None:
            if event == "INTERACTION_CREATE":
                payload = {**payload, "attachment_size_limit": most}
            emit(event, payload)

        self.env.backend.emit = limited

    # What can be seen

    def messages(
        self, *, private_to: int | None = None, channel: ChannelHandle | None = None
    ) -> list[Shown]:
        """Return the bot's messages in the channel, oldest first: public, or private to one."""
        backend = self.env.backend
        stored = backend.messages.get((channel or self.channel).id, {})
        return [
            self._shown(message)
            for _, message in sorted(stored.items())
            if message.author_id == backend.bot_user.id
            and message.is_ephemeral == (private_to is not None)
            and (private_to is None or message.visible_to(private_to))
        ]

    def board(self, channel: ChannelHandle | None = None) -> Shown:
        """Return the newest public message that has buttons."""
        boards = [message for message in self.messages(channel=channel) if message.controls]
        assert boards, "there is no board"
        return boards[-1]

    def find(self, message: int, channel: int | None = None) -> Shown | None:
        """Return a message by its id, as it is now."""
        stored = self.env.backend.messages.get(channel or self.channel.id, {}).get(message)
        return self._shown(stored) if stored is not None else None

    def pinged(self, since: int = 0) -> list[str]:
        """Return who was notified, in order, by the requests from number `since` on."""
        names = {person.id: person.name for person in self.people}
        return [names[user] for request in self.requests[since:] for user in request.pinged]

    def _shown(self, message: Any) -> Shown:
        wire: Any = serializers.message_payload(self.env.backend, message)
        return read_message(self.env.backend, message, wire)

    # Mishaps

    async def delete(self, message: Shown) -> None:
        """Let a moderator delete a message."""
        self.env.backend.delete_message(message.channel, message.id)
        await self.settle()

    async def suppress_embeds(self, message: Shown) -> None:
        """Let a moderator press the X beside a message's embeds."""
        self.env.backend.messages[message.channel][message.id].flags |= SUPPRESS_EMBEDS
        await self.settle()

    async def delete_channel(self) -> None:
        """Let an administrator delete the channel."""
        self.env.backend.delete_channel(self.channel.id)
        await self.settle()

    async def permit(self, who: Person | None = None, **permissions: bool | None) -> None:
        """Give (True), take (False) or leave (None) permissions in the channel.

        `who` None is the bot: `await world.permit(send_messages=False)`.
        """
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        target = self.env.backend.bot_user.id if who is None else who.id
        overwrite = Overwrite(target, OverwriteType.MEMBER, allow.value, deny.value)
        self.env.backend.set_overwrite(self.channel.id, overwrite)
        await self.settle()

    def fail(self, method: str, path: str, *, status: int = 500, times: int | None = 1) -> None:
        """Let the next `times` requests that match fail (None: all of them); "*" in the path."""
        self.env.inject_error(method, path, status=status, times=times)
