"""People in many channels who play one table after another, and press what they see.

All that they know stands on the messages: which buttons and selects can be used, by custom id.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from operator import itemgetter
from random import Random
from time import monotonic
from typing import NamedTuple

from msgspec import Struct

from benchmarks.floor import CUSTOM_ID
from bot.i18n import text
from tests.survival.loopback import CHANNEL, Click, Loopback, Shown, Wire
from tests.survival.messages import Times
from tests.survival.people import COMMAND, COMPONENT

FAILED, LONGEST = 3.0, 96.0
"""Seconds after which Discord tells people that a press failed. Whoever was told so waits twice as
long for the next one, at most so long: else nobody would get through where all press on and on."""
PATIENCE = 15.0
"""Seconds after which people give up an answer that is only promised so far."""
ONLOOKS, LEAFS = 0.06, 0.04
"""How often people of whom nothing is asked look at another table, or at a further page."""
DARES = 0.3
"""How often somebody who sees tiles on the board chooses one."""
BREATH = 2.1
"""Seconds from one part that a mime shows to the next: the rules ask for two."""
MIMING = ("draw", "show", "sound", "done")
"""How the moves of a mime begin, who chooses no tile."""
AT_ONCE = 20
"""Channels in which games are begun at once that are left alone."""
MANY = text("en")("many-play")
"""What is said to who cannot be served in time."""
NOT_NOW = tuple(
    map(
        text("en"),
        (
            "many-play",
            "one-moment",
            "restarting",
            "store-trouble",
            "store-unknown",
            "too-soon",
            "try-again",
        ),
    )
)
"""What is said to a press that has done nothing, but may the next time."""
BUTTON, PLAIN = 2, 2
"""Discord's component type, and its style of what leads back or nowhere."""


class Plan(Struct, frozen=True):
    """What the crowd does."""

    game: str
    channels: int
    people: int
    """In each channel."""
    seats: int
    """How many of them a table takes; the others look on."""
    think: tuple[float, float] = (0.5, 1.0)
    """Seconds from an answer to the next press, at least and at most."""
    text_only: bool = False
    computers: int = 0
    level: str = ""
    """Of the computers; "": what they have if nobody wishes another."""
    puzzles: float = 0.0
    """The share of presses on the puzzle of the day."""

    @property
    def offered(self) -> float:
        """How often people press in a second if each answer comes at once."""
        return self.channels * self.people / (sum(self.think) / 2)


class Control(NamedTuple):
    """A button or select that can be used, with the parts of its custom id."""

    shown: Shown
    wire: Wire
    kind: str
    """m: a move, l: a look, d: anything else."""
    table: str
    what: str
    """A decision, or an action."""
    path: str

    @property
    def depth(self) -> int:
        """How many values the path has. A field of several numbers, such as 0.3, has as many."""
        return len(self.path.replace(".", "/").split("/")) if self.path else 0


def controls(shown: Shown) -> Iterator[Control]:
    """Yield what can be pressed on a message."""
    for control in shown.controls():
        match str(control.get("custom_id", "")).split(":", 4):
            case ["c1", kind, table, what, path]:
                yield Control(shown, control, kind, table, what, path)


class Party:
    """The people of one channel, and what they agree on."""

    def __init__(self, discord: Loopback, plan: Plan, channel: int) -> None:
        self.discord = discord
        self.plan = plan
        self.channel = channel
        self.table = ""
        """Where they sit down, or sit."""
        self.seated: set[int] = set()
        """Who has a seat there."""
        self.plain = False
        """Their table is text only."""
        self.dealt = ""
        """The table whose game they saw last."""
        self.games = 0
        """How many they saw dealt."""
        self.playing = asyncio.Event()

    @property
    def complete(self) -> bool:
        """Whether all have a seat who shall have one."""
        return len(self.seated) == min(self.plan.people, self.plan.seats)

    def user(self, number: int) -> int:
        """Return the user id of the `number`th of them; the first is the host."""
        return 1000 * self.channel + number

    def board(self) -> list[Control]:
        """Return what can be pressed on the channel's newest board."""
        for shown in reversed(self.discord.messages.public(self.channel).values()):
            if found := list(controls(shown)):
                return found
        return []


class Crowd:
    """All people, and what they press."""

    def __init__(self, discord: Loopback, plan: Plan, first: int = CHANNEL) -> None:
        """Put them into the plan's number of channels; the first one's id is `first`."""
        self.discord = discord
        self.plan = plan
        self.parties = [Party(discord, plan, first + n) for n in range(plan.channels)]
        self.presses: list[Times] | None = None
        """When those were made and answered that count; None: they are not counted now."""
        self.moves = 0
        """How many moves were pressed so far."""
        self.over = False
        """They press nothing any more."""
        self.rng = Random(first)

    @property
    def games(self) -> int:
        """How many games were dealt."""
        return sum(party.games for party in self.parties)

    async def all_play(self) -> None:
        """Wait until a game was dealt in each channel."""
        for party in self.parties:
            await party.playing.wait()

    async def begin(self) -> None:
        """Begin a game in each channel, in some at a time, and leave."""
        for start in range(0, len(self.parties), AT_ONCE):
            some = self.parties[start : start + AT_ONCE]
            await asyncio.gather(*(self._begin(party) for party in some))

    async def _begin(self, party: Party) -> None:
        people = [Person(self, party, number) for number in range(self.plan.people)]
        while not party.playing.is_set():
            for person in people:
                await person.act()
            await asyncio.sleep(self.plan.think[0])

    @asynccontextmanager
    async def living(self, kind: "type[Person]") -> AsyncIterator[None]:
        """Let them press; at the end all come to the end of their last press."""
        async with asyncio.TaskGroup() as tasks:
            for party in self.parties:
                for number in range(self.plan.people):
                    tasks.create_task(kind(self, party, number).live())
            try:
                yield
            finally:
                self.over = True


class Person:
    """Somebody who plays at one table after another."""

    def __init__(self, crowd: Crowd, party: Party, number: int) -> None:
        """Join a party as its `number`th guest."""
        self._crowd = crowd
        self._party = party
        self._number = number
        self.id = party.user(number)
        self._luck = Random(crowd.rng.random())
        self._at = ("", 0)
        """The decision that is being entered, and how many of its fields were chosen."""
        self._hand_down = ""
        """The decision for which a tile was chosen."""
        self._waits = FAILED
        """Seconds until a press counts as failed."""
        self._showed = 0.0
        """When something was shown last, in seconds of the monotonic clock."""

    async def live(self) -> None:
        """Press, wait for the answer, think, and so on."""
        think = self._crowd.plan.think
        await asyncio.sleep(self._luck.uniform(0, think[1]))
        while not self._crowd.over:
            await self.act()
            await asyncio.sleep(self._luck.uniform(*think))

    async def act(self) -> None:
        """Press what one would press now."""
        if self._luck.random() < self._crowd.plan.puzzles:
            await self._solve()
            return
        board = self._party.board()
        actions = {control.what: control for control in board if control.kind == "d"}
        if "options" in actions:
            await self._sit_down(actions)
        elif "rematch" in actions:
            await self._look_back(actions)
        elif board:
            await self._play(board)
        elif self._is_host:
            await self._open()

    @property
    def _is_host(self) -> bool:
        return self._number == 0

    # Before and after a game

    async def _open(self) -> None:
        plan, self._party.plain = self._crowd.plan, False
        options: list[Wire] = [{"name": "game", "type": 3, "value": plan.game}]
        if plan.computers:
            options.append({"name": "computers", "type": 4, "value": plan.computers})
        if plan.level:
            options.append({"name": "level", "type": 3, "value": plan.level})
        inner = {"name": "play", "type": 1, "options": options}
        await self._send(COMMAND, {"id": "1", "name": "cats", "type": 1, "options": [inner]})

    async def _sit_down(self, actions: dict[str, Control]) -> None:
        """Take a seat, then wait for the others with the rules in hand; the host starts."""
        party, table = self._party, actions["options"].table
        if table != party.table:
            party.table, party.seated = table, {party.user(0)}
        if self._number < party.plan.seats and self.id not in party.seated:
            # Who cannot join has a seat already, by a press that got no answer.
            if "join" not in actions or await self._press(actions["join"]):
                party.seated.add(self.id)
        elif self._is_host and party.complete and party.plan.text_only and not party.plain:
            await self._set_text_only(actions)
        elif self._is_host and party.complete and "start" in actions:
            await self._press(actions["start"])
        else:
            await self._press(actions["rules"])

    async def _set_text_only(self, actions: dict[str, Control]) -> None:
        """Press it in the panel of options; it may be set by a press that got no answer."""
        own = self._own(actions["options"].table)
        panel = {control.path: control for control in own if control.what == "set"}
        if "text-only/yes" in panel:
            self._party.plain = await self._press(panel["text-only/yes"])
        elif panel:  # it is set, or the game has no pictures
            self._party.plain = True
        else:
            await self._press(actions["options"])

    async def _look_back(self, actions: dict[str, Control]) -> None:
        """Look how the game went; the host asks for another, mostly for a rematch."""
        if self._is_host and self._luck.random() < 0.5:
            await (self._open() if self._luck.random() < 0.2 else self._press(actions["rematch"]))
        else:
            leafs = [actions[name] for name in ("page", "words", "deal") if name in actions]
            if leafs:  # a board that is being edited may have none
                await self._press(self._luck.choice(leafs))

    # The puzzle of the day

    async def _solve(self) -> None:
        """Mark something by luck; before, show the puzzle, and afterwards look how it follows."""
        own = self._newest(lambda control: control.what.startswith("puzzle"))
        marks = [control for control in own if control.what == "puzzle-mark"]
        offer = [control for control in own if control.path.endswith("/skip")]
        reasons = [control for control in own if control.what == "puzzle-why"]
        if found := marks or offer or reasons:
            await self._press(self._luck.choice(found))
        else:
            inner = {"name": "puzzle", "type": 1, "options": []}
            await self._send(COMMAND, {"id": "1", "name": "cats", "type": 1, "options": [inner]})

    # In a game

    async def _play(self, board: Sequence[Control]) -> None:
        hand = next(control for control in board if control.kind == "l")
        if hand.table != self._party.dealt:
            self._party.dealt = hand.table
            self._party.games += 1
            self._party.playing.set()
        own = self._own(hand.table)
        step = self._step(own, [control for control in board if control.kind == "m"])
        sits = self._number < self._crowd.plan.seats
        ready = [c for c in (*own, *board) if c.what == "ready" and sits]
        if step or ready:
            await self._press(step or ready[0])
        elif self._luck.random() < ONLOOKS:
            await self._look_on(hand)
        elif self._luck.random() < LEAFS:
            leafs = [c for c in (*own, *board) if c.what in ("page", "rules", "words")]
            await self._press(self._luck.choice(leafs))
        else:
            self._at = ("", 0)
            await self._press(hand)

    async def _look_on(self, hand: Control) -> None:
        other = self._luck.choice(self._crowd.parties).board()
        await self._press(next((control for control in other if control.kind == "l"), hand))

    def _own(self, table: str) -> list[Control]:
        """Return what can be pressed for this table on the newest private message."""
        return self._newest(lambda control: control.table == table)

    def _newest(self, belongs: Callable[[Control], bool]) -> list[Control]:
        """Return what belongs to something on the newest private message that has any of it."""
        messages = self._crowd.discord.messages.private(self.id).values()
        there = [
            (shown.changed, found)
            for shown in messages
            if (found := [control for control in controls(shown) if belongs(control)])
        ]
        _, newest = max(there, key=itemgetter(0), default=(0, []))
        return newest

    def _step(self, own: Sequence[Control], tiles: Sequence[Control]) -> Control | None:
        """Return a move, or a look that leads on to one; None if nothing is asked for now."""
        moves = [control for control in own if control.kind == "m"]
        is_mime = any(move.path.startswith(MIMING) for move in moves)
        if is_mime and monotonic() - self._showed < BREATH:
            return None
        if tiles and not is_mime:
            free = [tile for tile in (*moves, *tiles) if tile.what != self._hand_down]
            return self._luck.choice(free) if free and self._luck.random() < DARES else None
        looks = [control for control in own if self._leads_on(control)]
        kinds = [found for found in (moves, looks) if found]
        return self._luck.choice(self._luck.choice(kinds)) if kinds else None

    def _leads_on(self, control: Control) -> bool:
        decision, depth = self._at
        return (
            control.kind == "l"
            and control.what != "0"
            and control.wire.get("style") != PLAIN
            and control.depth > (depth if control.what == decision else 0)
        )

    # Presses

    async def _press(self, control: Control) -> bool:
        """Press something; tell whether it was acknowledged, and not to be pressed again."""
        if control.kind == "m":
            self._crowd.moves += 1
            self._at = ("", 0)
            if control.path.startswith(("show", "sound")):
                self._showed = monotonic()
        elif control.kind == "l":
            self._at = (control.what, control.depth)
        data = {"custom_id": control.wire["custom_id"], "component_type": control.wire["type"]}
        if control.wire["type"] != BUTTON:
            values = [option["value"] for option in control.wire["options"]]
            number = self._luck.randint(control.wire["min_values"], control.wire["max_values"])
            data["values"] = self._luck.sample(values, number)
        click = await self._send(COMPONENT, data, control.shown)
        taken = click.acknowledged.is_set() and not any(what in click.said for what in NOT_NOW)
        if taken and control.kind == "m":
            self._hand_down = control.what
        return taken

    async def _send(self, kind: int, data: Wire, source: Shown | None = None) -> Click:
        """Use a command or press something, and wait until the answer has words."""
        crowd = self._crowd
        click = await crowd.discord.interact(
            self.id, f"Player {self.id}", kind, data, source, self._party.channel
        )
        if crowd.presses is not None:
            crowd.presses.append(click.times)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._waits):
                await click.acknowledged.wait()
            self._waits = FAILED
            async with asyncio.timeout(PATIENCE):
                await click.answered.wait()
            click.times.turned_away = MANY in click.said
        if not click.acknowledged.is_set():
            self._waits = min(2 * self._waits, LONGEST)
        return click


class Tester(Person):
    """Somebody who presses the one button of `benchmarks/floor.py` again and again."""

    async def act(self) -> None:
        """Press it."""
        shown = next(iter(self._crowd.discord.messages.public(self._party.channel).values()))
        data = {"custom_id": CUSTOM_ID, "component_type": BUTTON}
        await self._send(COMPONENT, data, shown)
