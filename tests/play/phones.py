"""Whole games of people with phones: who looks, who waits for a buzz, and whose phone buzzes.

People press moves on the board, so that a game takes little time; what they are asked is read from
the stored table, and afterwards all of it once more from the stored moves.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from math import inf
from random import Random
from typing import NamedTuple, Protocol, cast

from bot.bench.traffic import Request
from bot.bench.world import Person, World
from bot.domain.playing import may_be_called, step_game
from bot.domain.table import Finished, Match, is_over
from bot.engine.game import Prompt
from bot.engine.records import ActRecord
from bot.games.registry import GAMES
from tests.play.evening import CHAT, load_table, move_as_computer, sit_down
from tests.tables import expect_match, in_phase

QUICK_MOVE_SECONDS = 3.0
AFTER_DUE_SECONDS = 0.01
"""Seconds after which something that was due has happened."""
SILENT = 1 << 12
MESSAGES = (4, 5)


class Habit(Enum):
    """When somebody moves who is asked."""

    QUICK = "at once"
    POCKET = "when the phone buzzes; then they go on while it is still their turn"
    REMINDED = "when the phone buzzes for the second time"
    NEVER = "not at all"


class Asked(NamedTuple):
    """A decision that people were asked together, or one."""

    number: int
    seats: tuple[int, ...]
    led: int | None
    """The seat whose move led to it."""
    clock: str


class Evening(NamedTuple):
    """A game that was played, with all that was asked and sent."""

    table: Finished
    people: Mapping[int, Person]
    """By seat."""
    turns: int
    asked: Sequence[Asked]
    posts: Sequence[Request]
    """All public messages, from the first board of the game on."""
    pushes: Sequence[Request]
    """Those that notify everybody who follows the channel, though they mention nobody."""

    @property
    def buzzes(self) -> list[tuple[int, ...]]:
        """Whose phones each post let buzz, by seats; without those that buzz for nobody."""
        seats = {person.id: seat for seat, person in self.people.items()}
        called = (tuple(sorted(seats[user] for user in post.pinged)) for post in self.posts)
        return [who for who in called if who]

    @property
    def reminders(self) -> list[Request]:
        return [post for post in self.posts if "Half your time" in post.json["content"]]

    @property
    def quiet_posts(self) -> int:
        return sum(not post.pinged for post in self.posts)


async def evening(
    world: World, game: str, habits: Sequence[Habit], *, clock: str, busy: bool, computers: int = 0
) -> Evening:
    """Play a whole game of people with these habits; in a `busy` channel somebody always chats."""
    people = world.people[: len(habits)]
    await sit_down(world, *people, game=game, clock=clock, computers=computers, text_only=True)
    since = len(world.requests)
    habit = dict(zip((person.id for person in people), habits, strict=True))
    players = _Players(world, habit, busy=busy)
    await people[0].press("c1:d:*:start", on=world.board())
    table = await players.to_the_end()
    seated = {seat: p for seat, player in enumerate(table.players) for p in people
              if p.id == player.user}  # fmt: skip
    turns, asked = await _all_asked(world, table)
    new = [request for request in world.requests[since:] if _is_new_message(request)]
    pushes = [request for request in new if not request.pinged and not _flags(request) & SILENT]
    return Evening(table, seated, turns, asked, new, pushes)


def _is_new_message(request: Request) -> bool:
    if request.method != "POST" or request.error or request.reader is not None:
        return False
    return request.path.startswith(CHAT) or (request.json or {}).get("type") in MESSAGES


def _flags(request: Request) -> int:
    return int(request.json.get("flags") or 0)


class _WithTurns(Protocol):
    """What the states of all games tell."""

    turn: int


async def _all_asked(world: World, table: Finished) -> tuple[int, list[Asked]]:
    """Play the stored moves again; return how many turns there were, and all that was asked."""
    package, led = GAMES[table.game], None
    now = in_phase(table, "playing", step=0, state=package.game.load_state(table.dealt))
    numbers, turns, asked = set[int](), set[int](), list[Asked]()
    for entered in (
        None,
        *(entered for _, entered, _ in await world.store.tables.find_inputs(table.id)),
    ):
        if entered is not None:
            now = expect_match(step_game(now, package, entered).table)
            led = entered.seat if isinstance(entered, ActRecord) else None
        turns.add(cast(_WithTurns, now.state).turn)
        asking = (prompt for prompt in now.prompts if may_be_called(prompt))
        owed = [prompt for prompt in asking if prompt.decision not in numbers]
        if owed:
            numbers.add(owed[0].decision)
            seats = tuple(prompt.seat for prompt in owed if prompt.seat is not None)
            asked.append(Asked(owed[0].decision, seats, led, owed[0].clock))
    return len(turns), asked


class _Players:
    """People with habits, at one table."""

    def __init__(self, world: World, habits: Mapping[int, Habit], *, busy: bool) -> None:
        self._world = world
        self._habits = habits
        self._busy = busy
        self._luck = Random(7)
        self._last: int | None = None
        """The user who has just moved."""
        self._led: set[tuple[int, int]] = set()
        """Which users were asked which decision by their own last move."""
        self._asked: dict[tuple[int, int], int] = {}
        """How many requests there were when a user was asked a decision."""
        self._mark = len(world.requests)

    async def to_the_end(self, most: int = 2000) -> Finished:
        for _ in range(most):
            table = await load_table(self._world)
            if is_over(table):
                return table
            await self._go_on(expect_match(table))
        raise AssertionError(f"the game did not end: {self._world.board().text}")

    async def _go_on(self, table: Match) -> None:
        """Let somebody move who would do so now, or time pass until the table does something."""
        owing = table.waiting()
        for prompt in owing:
            asked = (table.players[prompt.seat or 0].user or 0, prompt.decision)
            if asked not in self._asked and asked[0] == self._last:
                self._led.add(asked)
            self._asked.setdefault(asked, self._mark)
        self._mark = len(self._world.requests)
        ready = [prompt for prompt in owing if self._moves(table, prompt)]
        due = min((row.at for row in table.timers if row.kind != "idle"), default=inf)
        due -= self._world.now()
        if not ready or due < QUICK_MOVE_SECONDS:
            self._last = None
            await self._world.jump(due + AFTER_DUE_SECONDS)
            return
        await self._world.advance(QUICK_MOVE_SECONDS)
        await self._move(self._luck.choice(ready))

    def _moves(self, table: Match, prompt: Prompt) -> bool:
        user = table.players[prompt.seat or 0].user or 0
        buzzed = self._world.requests[self._asked[user, prompt.decision] :]
        buzzes = sum(user in request.pinged for request in buzzed)
        goes_on = (user, prompt.decision) in self._led
        match self._habits[user]:
            case Habit.QUICK:
                return True
            case Habit.POCKET:
                return goes_on or buzzes > 0
            case Habit.REMINDED:
                return goes_on or buzzes > 1
            case Habit.NEVER:
                return False

    async def _move(self, prompt: Prompt) -> None:
        """Press a move on the board, after somebody has chatted where the channel is busy."""
        if self._busy:
            await self._world.people[-1].say("meow")
        self._last = (await move_as_computer(self._world, prompt, self._luck)).id
