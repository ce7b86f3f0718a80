"""A simulated Discord with the real bot: one server, one channel and some people.

`World` is the server. A `Person` clicks, types and reads. An `Answer` is the bot's response to a
click. simcord's private names are used only here, in `traffic.py` and in `bot/demo/`, so
`pyproject.toml` pins simcord to one version.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import ChannelType, OverwriteType
from simcord.results import InteractionResult

from bot.bench.traffic import Request, record_requests
from bot.demo import simulated
from bot.demo.scenario import DEFAULT_PEOPLE, PERSON_NAMES
from bot.demo.shown import NO_EMBEDS_FLAG, Control, Shown, find_messages, make_click, read_message
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.messages import ENTITY_SELECT_TYPES
from bot.domain.table import Table
from bot.storage.store import Store

MAX_ANSWER_SECONDS = 3.0
"""Discord waits as long for the first answer to a click."""
ANSWER_CHECK_SECONDS = 0.1
SETTLE_TIMEOUT_SECONDS = 300.0
"""Real seconds: a slow machine must not make a test fail."""

Start = Callable[[str], Awaitable[tuple[CatsClient, Store]]]


class Answer:
    """The bot's response to one click or command."""

    def __init__(self, world: "World", record: Any, payload: dict[str, Any], began: float) -> None:
        self.world = world
        self.record = record
        self.payload = payload
        self.began = began
        self._earlier_requests = len(world.requests)

    @property
    def kind(self) -> str:
        """The kind of the first answer, such as "message", "update" or "deferred_update".

        A message that was deferred is also a "message".
        """
        return str(self.record.response_kind or "")

    @property
    def shown(self) -> Shown:
        """The message that the click posted or edited, as it is now."""
        ids = [self.record.message_id, *self.record.followup_ids]
        found = [self.world.find(id_, self.record.channel_id) for id_ in ids if id_ is not None]
        there = [message for message in found if message is not None]
        assert there, "the click led to no message"
        return there[0]

    @property
    def text(self) -> str:
        """All texts of that message."""
        return self.shown.text

    @property
    def callbacks(self) -> list[Request]:
        """The first answers to the click that Discord accepted. There must be exactly one."""
        path = f"/interactions/{self.record.id}/"
        later = self.world.requests[self._earlier_requests :]
        sent = (request for request in later if request.path.startswith(path))
        return [request for request in sent if not request.error]

    @property
    def is_awaited(self) -> bool:
        """Whether the person still waits, with no answer or one that says the bot is thinking."""
        return not self.record.responded or bool(self.record.loading)

    def check(self) -> None:
        """Fail unless the click was answered exactly once and in time.

        An answer that still says that the bot is thinking also fails.
        """
        answers = self.callbacks
        assert self.record.responded, f"no answer to {self.payload['data']}"
        assert len(answers) == 1, f"{len(answers)} answers to {self.payload['data']}"
        taken = answers[0].at - self.began
        assert taken < MAX_ANSWER_SECONDS, f"answered {self.payload['data']} after {taken:.1f} s"
        assert not self.record.loading, f"still thinking about {self.payload['data']}"


@dataclass
class Person:
    """A person on the server.

    `press`, `choose` and `slash` fail unless the bot answers them as Discord demands.
    """

    world: "World"
    actor: simcord.MemberActor
    name: str

    @property
    def id(self) -> int:
        """The person's id in Discord."""
        return int(self.actor.id)

    def set_locale(self, locale: str) -> None:
        """Set the language of the person's Discord client, such as "de"."""
        self.world.locales[self.id] = locale

    def rename(self, name: str) -> None:
        """Change the person's name on the server. The next click tells the bot."""
        self.world.env.backend.edit_member(self.world.guild.id, self.id, {"nick": name})

    async def slash(
        self, command: str, *, channel: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """Use a slash command.

        Args:
            command: The command's words, such as "cats play". That one opens a table of the bot's
                first game, unless `options` name another.
        """
        if command == "cats play":
            options = {"game": next(iter(self.world.bot.services.registry)), **options}
        with self.world.note_answers() as heard:
            await self.actor.slash(channel or self.world.channel, command, **options)
        if not self.world._racing:
            await self.world._wait_for_answers(*heard)
        return self.world.check_answer(heard[0])

    async def slash_directly(self, command: str, **options: Any) -> Answer:
        """Use a slash command in the direct messages with the bot."""
        with self.world.note_answers() as heard:
            await self.actor.user.slash(command, **options)
        return self.world.check_answer(heard[0])

    async def press(self, what: str, *, on: Shown | None = None) -> Answer:
        """Press a button.

        Args:
            what: The button's label, or the beginning of its custom id.
            on: The message with the button, which may have changed since. None means the person's
                newest private message, or else the newest public message that has the button.
        """
        message = on or self._showing(what)
        return await self._use(message, message.control(what))

    async def choose(self, what: str, *values: str, on: Shown | None = None) -> Answer:
        """Choose values in a select menu.

        Args:
            what: The menu's placeholder, or the beginning of its custom id.
            values: The values of options. In a menu of channels or roles, their ids.
        """
        message = on or self._showing(what)
        select = message.control(what)
        offered = [value for value, _ in select.options]
        if select.kind in ENTITY_SELECT_TYPES.values():
            backend: Any = self.world.env.backend
            offered = [str(id_) for id_ in (*backend.channels, *self.world.guild._guild.roles)]
        assert set(values) <= set(offered), f"{values} are not among {offered}"
        return await self._use(message, select, values=list(values))

    async def write(self, text: str, form: Answer) -> Answer:
        """Write a text in the form with which the bot has answered, and send it."""
        with self.world.note_answers() as heard:
            shown = InteractionResult(self.world.env, form.record)
            await self.actor.submit_modal(shown, {"text": text})
        return self.world.check_answer(heard[0])

    async def say(self, text: str) -> None:
        """Post a message in the channel."""
        await self.actor.send(self.world.channel, text)

    def privates(self, newest: int | None = None) -> list[Shown]:
        """Return the messages that only this person sees, oldest first."""
        return self.world.messages(private_to=self.id, newest=newest)

    def private(self) -> Shown:
        """Return the newest message that only this person sees."""
        mine = self.privates(newest=1)
        assert mine, f"{self.name} has no private message"
        return mine[-1]

    def _showing(self, what: str) -> Shown:
        seen = [*self.privates(newest=1), *reversed(self.world.messages())]
        for message in seen:
            if message.matching(what):
                return message
        raise AssertionError(f"{self.name} sees no {what!r} among {[m.labels for m in seen]}")

    async def _use(self, message: Shown, control: Control, **more: Any) -> Answer:
        assert not control.disabled, f"{control.label!r} is disabled"
        return await self.world.click(self, message, control, more)


class World:
    """One server with one channel, the bot and some people."""

    bot: CatsClient
    store: Store
    env: simulated.PatientEnv
    guild: GuildHandle
    channel: ChannelHandle
    people: tuple["Person", ...]
    _undo: tuple[Callable[[], None], ...]

    def __init__(self, start: Start, database: str) -> None:
        self.start = start
        self.database = database
        self.requests: list[Request] = []
        self.locales: dict[int, str] = {}
        self._racing = False

    @property
    def path(self) -> Path:
        """The database's file. Fails if the database is not SQLite."""
        assert self.database.startswith("sqlite:///")
        return Path(self.database.removeprefix("sqlite:///"))

    @classmethod
    async def open(cls, start: Start, database: str, people: int = DEFAULT_PEOPLE) -> "World":
        """Start the bot in a new simulated Discord."""
        world = cls(start, database)
        world.bot, world.store = await start(database)
        world.env = simulated.PatientEnv(world.bot, SETTLE_TIMEOUT_SECONDS)
        simulated.exclude_ephemeral_messages(world.env)
        simulated.correct_threads(world.env)
        world._undo = (
            record_requests(world.env, world.requests),
            simulated.set_client_locales(world.env, world.locales),
        )
        try:
            await world.env.start()
        except BaseException:
            await world.close(check=False)
            raise
        world.env.backend.edit_bot_profile("Cloaked Cats")
        world.guild = world.env.create_guild("Cat Club")
        world.channel = world.guild.create_text_channel("dance-floor")
        world.people = tuple(world.add(name) for name in PERSON_NAMES[:people])
        await world.settle()
        return world

    async def close(self, *, check: bool = True) -> None:
        """Stop the bot and close its store."""
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
        self, *, crash: bool = False, meanwhile: Callable[[], Awaitable[str]] | None = None
    ) -> None:
        """Stop the bot, and start a new one. Discord keeps all messages.

        Args:
            crash: Whether the old bot is killed, so that it writes nothing any more.
            meanwhile: Is called while no bot runs. It returns the URL of the new bot's database.
                None means the same database.
        """
        with self.env.time_context():
            if crash:
                self.store._writer._clicks.clear()
            else:
                await self.bot.close()
            await self.env._detach_bot()
            await self.store.close()
            if meanwhile:
                self.database = await meanwhile()
            self.bot, self.store = await self.start(self.database)
            await self.env.restart_bot(self.bot)

    def add(self, name: str) -> Person:
        """Add a person to the server."""
        user = self.env.create_user(name.lower(), global_name=name)
        return Person(self, self.guild.add_member(user), name)

    def new_channel(self, name: str) -> ChannelHandle:
        """Create another channel, which can be given to `Person.slash`."""
        return self.guild.create_text_channel(name)

    def new_role(self, name: str, *people: Person) -> int:
        """Create a role, give it to some people, and return its id."""
        role = self.guild.create_role(name)
        for person in people:
            self.env.backend.add_member_role(self.guild.id, person.id, role.id)
        return role.id

    def thread(self, name: str, *, is_private: bool = False) -> ChannelHandle:
        """Create a thread in the channel, of which all people are members."""
        kind = ChannelType.PRIVATE_THREAD if is_private else ChannelType.PUBLIC_THREAD
        backend, (owner, *others) = self.env.backend, self.people
        made = backend.create_thread(self.channel.id, name, owner.id, type=kind)
        for person in others:
            backend.add_thread_member(made.id, person.id)
        return ChannelHandle(self.env, self.guild, made)

    # Time

    def now(self) -> float:
        """Return the world's time, in seconds since 1970."""
        return float(self.env.now().timestamp())

    async def advance(self, seconds: float, *, step: float = 60.0) -> None:
        """Let time pass, at most `step` seconds in one go.

        Every timer ends at its own moment. Use `jump` for days.
        """
        while seconds > 0:
            await self.env.advance_time(min(step, seconds))
            seconds -= step

    async def jump(self, seconds: float) -> None:
        """Let much time pass in one go."""
        await self.env.advance_time(seconds)

    async def freeze(self, seconds: float) -> None:
        """Let time pass while the process stands still, so that all timers end late."""
        self.env.backend.advance_clock(seconds)
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has nothing to do now."""
        await self.env.settle()

    @contextmanager
    def bot_scope(self) -> Iterator[None]:
        """Call methods of the bot as if the bot called them itself.

        `settle` and `advance` then wait for the tasks that these methods start.
        """
        inside: Any = self.env
        with inside._bot_scope():
            yield

    # Clicks

    async def click(
        self, who: Person, message: Shown, control: Control, more: dict[str, Any]
    ) -> Answer:
        """Send a click on a button or select menu, as `Person.press` and `Person.choose` do."""
        made, payload = make_click(self.env, who.id, message, control, more)
        answer = Answer(self, made, payload, self.env.backend.clock.elapsed)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        if not self._racing:
            await self._wait_for_answers(answer)
        return self.check_answer(answer)

    async def race(self, *clicks: Awaitable[Answer]) -> list[Answer]:
        """Send several clicks at the same instant, in this order.

        The clicks are not awaited: `await world.race(ada.press("x"), ben.press("x"))`.
        """
        env: Any = self.env
        settle = env._settle_internal

        async def at_once(**_: Any) -> None: ...

        self._racing = True
        env._settle_internal = at_once
        try:
            answers = [await click for click in clicks]
        finally:
            self._racing = False
            env._settle_internal = settle
        await self._wait_for_answers(*answers)
        return [self.check_answer(answer) for answer in answers]

    async def _wait_for_answers(self, *answers: Answer) -> None:
        """Wait until the bot has nothing to do now.

        If an answer waits for a timer, let time pass as long as Discord waits.
        """
        await self.settle()
        waits_until = self.now() + MAX_ANSWER_SECONDS
        while self.now() < waits_until and any(answer.is_awaited for answer in answers):
            await self.env.advance_time(ANSWER_CHECK_SECONDS)

    async def hold_up(self, click: Awaitable[Answer]) -> Answer:
        """Delay a click in the network until `repeat` delivers it.

        The click is not awaited: `late = await world.hold_up(ada.press("x"))`.
        """
        backend: Any = self.env.backend
        emit = backend.emit
        self._racing = True
        backend.emit = lambda _event, _payload: None
        try:
            return await click
        finally:
            self._racing = False
            backend.emit = emit

    async def repeat(self, answer: Answer) -> None:
        """Deliver the same interaction again, with the same id."""
        self.env.backend.emit("INTERACTION_CREATE", answer.payload)
        await self.settle()

    def check_answer(self, answer: Answer) -> Answer:
        """Check an answer, unless its click is still on its way."""
        if not self._racing:
            answer.check()
        return answer

    @contextmanager
    def note_answers(self) -> Iterator[list[Answer]]:
        """Collect the answers to all interactions until the block ends."""
        answers: list[Answer] = []
        backend: Any = self.env.backend
        emit = backend.emit

        def noting(event: str, payload: Any) -> None:
            if event == "INTERACTION_CREATE":
                made = backend.interactions[int(payload["id"])]
                answers.append(Answer(self, made, payload, backend.clock.elapsed))
            emit(event, payload)

        backend.emit = noting
        try:
            yield answers
        finally:
            backend.emit = emit

    def outdate_commands(self) -> None:
        """Make commands accept any value, as forged ones or those of another version do."""
        for command in self.env.backend.commands[None].values():
            for part in command["options"]:
                for option in part.get("options") or ():
                    option.pop("choices", None)

    def limit_files(self, most: int) -> None:
        """Set the maximum size in bytes of files in answers, which each click tells the bot."""
        backend: Any = self.env.backend
        emit = backend.emit

        def emit_with_limit(event: str, payload: Any) -> None:
            if event == "INTERACTION_CREATE":
                payload = {**payload, "attachment_size_limit": most}
            emit(event, payload)

        backend.emit = emit_with_limit

    # What can be seen

    def messages(
        self,
        *,
        private_to: int | None = None,
        channel: ChannelHandle | None = None,
        newest: int | None = None,
    ) -> list[Shown]:
        """Return the bot's messages in a channel, oldest first.

        Args:
            private_to: The id of the person whose ephemeral messages are returned. None means the
                public messages.
            newest: How many of the newest messages are returned. None means all.
        """
        found = find_messages(self.env, (channel or self.channel).id, private_to)
        wanted = [each for each in found if each.is_ephemeral == (private_to is not None)]
        return [read_message(self.env.backend, each) for each in wanted[-(newest or 0) :]]

    def board(self, channel: ChannelHandle | None = None) -> Shown:
        """Return the newest public message with buttons in a channel."""
        for message in reversed(find_messages(self.env, (channel or self.channel).id)):
            shown = read_message(self.env.backend, message)
            if shown.controls:
                return shown
        raise AssertionError("there is no board")

    async def load_table(self, channel: int | None = None) -> Table:
        """Return the newest table of a channel as it is stored, with all its secrets."""
        tables = self.store.tables
        table = await tables.load(await tables.find_latest(channel or self.channel.id) or 0)
        assert table is not None, "there is no table"
        return table

    async def list_players(self) -> list[Person | None]:
        """Return who plays on each seat of the table in the first channel.

        None means a computer player.
        """
        people = {person.id: person for person in self.people}
        return [people.get(player.user or 0) for player in (await self.load_table()).players]

    def find(self, message: int, channel: int | None = None) -> Shown | None:
        """Return a message by its id as it is now, or None if it is gone."""
        stored = self.env.backend.messages.get(channel or self.channel.id, {}).get(message)
        return None if stored is None else read_message(self.env.backend, stored)

    def list_pinged(self, since: int = 0) -> list[str]:
        """Return the names of those who were notified, in order.

        Args:
            since: The number of requests at the beginning that do not count.
        """
        names = {person.id: person.name for person in self.people}
        return [names[user] for request in self.requests[since:] for user in request.pinged]

    # Mishaps

    async def delete(self, message: Shown) -> None:
        """Delete a message, as a moderator does."""
        self.env.backend.delete_message(message.channel, message.id)
        await self.settle()

    async def suppress_embeds(self, message: Shown) -> None:
        """Remove a message's embeds, as a moderator does."""
        self.env.backend.messages[message.channel][message.id].flags |= NO_EMBEDS_FLAG
        await self.settle()

    async def delete_channel(self) -> None:
        """Delete the channel, as an administrator does."""
        self.env.backend.delete_channel(self.channel.id)
        await self.settle()

    async def permit(self, who: Person | None = None, **permissions: bool | None) -> None:
        """Change somebody's permissions in the channel: `await world.permit(send_messages=False)`.

        Args:
            permissions: True allows, False denies, and None inherits.
        """
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        target = self.env.backend.bot_user.id if who is None else who.id
        overwrite = Overwrite(target, OverwriteType.MEMBER, allow.value, deny.value)
        self.env.backend.set_overwrite(self.channel.id, overwrite)
        await self.settle()

    def fail(self, method: str, path: str, *, status: int = 500, times: int | None = 1) -> None:
        """Make requests of the bot fail.

        Args:
            path: The path, in which "*" stands for anything.
            times: The number of requests that fail. None means all.
        """
        self.env.inject_error(method, path, status=status, times=times)
