"""Defines tables as they are stored, and their timers.

A timer is something that a table does by itself at a certain time. All types are frozen structs.
Times are seconds since 1970 in UTC.
"""

from collections.abc import Collection
from typing import Any, ClassVar, Literal, Self, TypeGuard, TypeVar

from msgspec import Raw, Struct
from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, Game, Prompt


class _Timer(Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    """A timer of a table: something that the table does at a certain time."""

    at: float = 0.0
    """The time at which the timer fires."""

    @property
    def kind(self) -> str:
        """The timer's kind, as it is stored."""
        return kind_of(type(self))

    def until(self, at: float) -> Self:
        """Return the timer with another time."""
        return replace(self, at=at)

    def is_for_the_same_as(self, other: "_Timer") -> bool:
        """Tell whether two timers are equal, apart from their times."""
        return replace(other, at=self.at) == self


class Deadline(_Timer, frozen=True, gc=False, tag="deadline"):
    """A timer that ends a clock. People who still owe an answer have missed the deadline."""

    clock: str
    """The game's name for the clock, as in `Prompt.clock`."""
    least: float = 0.0
    """The minimum number of seconds that the deadline leaves after an outage."""


class Reminder(_Timer, frozen=True, gc=False, tag="reminder"):
    """A timer that fires at half of a clock, and mentions the people who still owe an answer."""

    clock: str


class Call(_Timer, frozen=True, gc=False, tag="call"):
    """A timer that posts a new board to mention a person who owes an answer.

    It is removed if the person clicks before.
    """

    decision: int
    seat: Seat


class ComputerTurn(_Timer, frozen=True, gc=False, tag="computer"):
    """A timer after which the computer answers a decision for a seat."""

    decision: int
    seat: Seat
    pause: int = 0
    """The length of the computer player's own pause in milliseconds. 0: the table's pause.

    A timer with another pause counts as another timer, so the pause starts again.
    """


class PauseEnd(_Timer, frozen=True, gc=False, tag="elapse"):
    """A timer that ends a pause of the game, in which no seat is asked."""

    decision: int


class IdleCheck(_Timer, frozen=True, gc=False, tag="idle"):
    """A timer that warns people or closes the table, when nobody has clicked for long."""

    what: Literal["notice", "close"]


class RecordSaving(_Timer, frozen=True, gc=False, tag="keep"):
    """A timer that writes the record of a finished game."""


class TableDeletion(_Timer, frozen=True, gc=False, tag="forget"):
    """A timer that deletes a table some time after it ended."""


Timer = (
    Deadline | Reminder | Call | ComputerTurn | PauseEnd | IdleCheck | RecordSaving | TableDeletion
)
"""A timer of a table. It is stored as a row of the database's table `due`."""
TIMER_KINDS: tuple[type[Timer], ...] = (
    Deadline,
    Reminder,
    Call,
    ComputerTurn,
    PauseEnd,
    IdleCheck,
    RecordSaving,
    TableDeletion,
)
UNPAUSED_TIMER_KINDS: tuple[type[Timer], ...] = (IdleCheck, RecordSaving, TableDeletion)
"""The kinds of timers that fire at paused tables, too."""
SeatDecision = tuple[int, Seat]
"""A decision and the seat that is asked for it. The seat is -1 for a pause of the game."""


def kind_of(row: type[Struct]) -> str:
    """Return the kind of a timer type, as it is stored."""
    return str(row.__struct_config__.tag)


def seat_decision(question: Prompt | Call) -> SeatDecision:
    """Return the decision that a prompt or call is about, and the seat that owes it."""
    return question.decision, -1 if question.seat is None else question.seat


Phase = Literal["lobby", "playing", "over", "closed"]
"""The phase of a table, as it is stored and named in texts."""
Pause = Literal["", "away", "channel"]
"""Why a table is paused.

"": it is not. "away": everybody is away. "channel": the bot cannot reach the channel.
"""

MAX_PUBLIC_NEWS = 9
"""The maximum number of newest public events that a table holds."""
MAX_NEWS = 32
"""The maximum number of newest events of all kinds that a table holds.

They tell people what has happened since their own last answer.
"""


class Player(Struct, frozen=True, gc=False):
    """The player on a seat. The seat's number is the index in `Table.players`."""

    name: str
    """The display name as Discord gave it, at most 32 characters, or a computer player's name."""
    user: int | None
    """Discord's user id. None: a computer."""
    level: str = ""
    """The computer player's level; "" for a person."""
    confirmed: bool = True
    """False: after a rematch, the seat is kept for this person, who has not confirmed yet."""
    misses: int = 0
    """The number of deadlines missed in a row."""
    away: bool = False
    """True: the computer plays the seat until its owner's next click."""
    overdue: str = ""
    """The clock that ran out for the person; "": none.

    The computer answers for them while a prompt has this clock.
    """
    clicked_at: float = 0.0
    """The time of the person's last click at this table."""
    asked: int | None = None
    """The decision that the person was asked last."""
    asked_at: float = 0.0
    """The time at which the person was asked.

    Like a deadline, it is moved by the length of an outage or pause.
    """
    acted: int = 0
    """The step of the person's last answer or return; 0: neither since the deal."""
    renewed: str = ""
    """The clock that restarted for the person when they came back from being away.

    A clock restarts only once.
    """
    rank: int = 0
    """The seat's rank in a game that is over; 1 is the winner's. 0: the game is not over.

    For a game that was ended early, it is the interim rank.
    """
    points: int = 0
    """The seat's points in a game that is over. 0: the game is not over.

    For a game that was ended early, these are the interim points.
    """
    letter: int | None = None
    """The seat's letter as a number, where 0 is A. The deal sets it.

    None: the seat's own number.
    """

    @property
    def is_vacant(self) -> bool:
        """Tell whether the seat's owner left by the game's own rules, so that nobody plays it."""
        return self.user is None and not self.level

    def is_overdue_for(self, prompt: Prompt) -> bool:
        """Tell whether the player's time for this prompt is up."""
        return bool(self.overdue) and self.overdue == prompt.turn_clock

    def is_answered_for(self, prompt: Prompt) -> bool:
        """Tell whether the computer answers this prompt for the player."""
        return self.user is None or self.away or self.is_overdue_for(prompt)


class TableEvent(Struct, frozen=True, gc=False):
    """An event with the step in which it happened."""

    step: int
    event: EventRecord


class Leaver(Struct, frozen=True, gc=False):
    """A person who left a running game."""

    user: int
    name: str
    seat: Seat | None = None
    """The seat on which a computer plays for them until they come back.

    None: they left for good.
    """


class Person(Struct, frozen=True, gc=False):
    """A person whom a host removed from a lobby."""

    user: int
    name: str


class Board(Struct, frozen=True, gc=False):
    """A table's public message: what it shows, and how it should change."""

    message: int | None = None
    """The message's id. None: there is no message."""
    shown: int = 0
    """The version of the table that the message shows."""
    mentions: tuple[int, ...] = ()
    """The user ids that the message mentions."""
    wanted: int = 0
    """The version that asked for the board to move to the end of the channel.

    0: none, or it moved.
    """
    calls: tuple[SeatDecision, ...] = ()
    """The people whom the new message mentions when the board moves.

    Each is given as a seat and the decision that it owes.
    """
    replaced: tuple[int, ...] = ()
    """The ids of messages that the board replaced, and that have to be deleted."""

    def without_replaced(self, deleted_messages: Collection[int]) -> "Board":
        """Return the board without the deleted messages `deleted_messages` in `replaced`."""
        left = tuple(message for message in self.replaced if message not in deleted_messages)
        return replace(self, replaced=left)

    @property
    def should_move(self) -> bool:
        """Tell whether the next drawing moves the board to the end of the channel.

        A request is open until the message shows the version that made it, or a newer one.
        """
        return self.wanted > self.shown

    def request_move(self, version: int, calls: tuple[SeatDecision, ...]) -> "Board":
        """Return the board with a request to move to the end of the channel.

        `version` is the version of the table that makes the request. Calls of an earlier open
        request are kept.
        """
        earlier = self.calls if self.should_move else ()
        together = tuple(dict.fromkeys((*earlier, *calls)))
        return replace(self, wanted=version, calls=together)

    def show_version(
        self, message: int, version: int, mentions: tuple[int, ...], moved_version: int
    ) -> "Board":
        """Return the board after a message began to show a version.

        Another message replaces the present one. Requests to move that were made by versions up to
        `moved_version` are over.
        """
        old = () if self.message in (None, message) else (self.message,)
        return replace(
            self,
            message=message,
            shown=version,
            mentions=mentions,
            wanted=0 if self.wanted <= moved_version else self.wanted,
            replaced=(*self.replaced, *old),
        )


class _Table(Struct, frozen=True, gc=False):
    """The fields that a table has in all of its phases."""

    game: str
    guild: int
    channel: int
    """The channel's id. A lesson has no channel and stores `lesson_channel` here."""
    language: str
    clock: str
    """Minutes for each turn: "none", "1", "3", "10", "60" or "1440"."""
    opened_at: float
    clicked_at: float
    """The time of the last click of anybody who sits here."""
    id: int = 0
    """The table's id, which the database assigns at the first commit."""
    version: int = 0
    """The number of commits. It guards against two commits at the same time."""
    paused: Pause = ""
    paused_at: float = 0.0
    text_only: bool = False
    pace: str = "normal"
    """The speed of computer players: "slow", "normal" or "fast"."""
    options: tuple[tuple[str, str], ...] = ()
    """The game's own options, as pairs of name and choice."""
    host: int | None = None
    """The host's user id. None: no person is left."""
    players: tuple[Player, ...] = ()
    step: int = 0
    """The number of actions that the game was given. It is 0 in a lobby and after the deal."""
    public_events: tuple[EventRecord, ...] = ()
    """The newest public events, the newest last, at most `MAX_PUBLIC_NEWS`."""
    recent: tuple[TableEvent, ...] = ()
    """The newest events, public or not, the newest last, at most `MAX_NEWS`.

    They start with the last answer of the person who has not acted for longest.
    """
    timers: tuple[Timer, ...] = ()
    board: Board = Board()
    """The table's board. A lesson has one, too, but it is never shown."""

    @property
    def is_lesson(self) -> bool:
        """Tell whether this is a lesson for one person.

        A lesson shows no board and has no result.
        """
        return self.channel < 0

    @property
    def board_is_behind(self) -> bool:
        """Tell whether the board shows an older version, and the bot can reach the channel."""
        stale = self.board.shown < self.version
        return stale and self.paused != "channel" and not self.is_lesson

    def seat_of(self, user: int) -> Seat | None:
        """Return a person's seat, or None for onlookers."""
        seats = (seat for seat, player in enumerate(self.players) if player.user == user)
        return next(seats, None)

    def set_player(self, seat: Seat, player: Player) -> Self:
        """Return the table with another player on a seat, which keeps its letter."""
        player = replace(player, letter=self.players[seat].letter)
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def add_events(self, events: tuple[EventRecord, ...]) -> Self:
        """Return the table with more events, which happened in its present step."""
        public = tuple(event for event in events if event.to is None)
        newest = (TableEvent(self.step, event) for event in events)
        return replace(
            self,
            public_events=(*self.public_events, *public)[-MAX_PUBLIC_NEWS:],
            recent=recent_events((*self.recent, *newest), self.players),
        )

    def _in_all_phases(self) -> dict[str, Any]:
        """Return the fields that a table keeps from one phase to the next."""
        return {name: value for name, value in asdict(self).items() if name in _SHARED_FIELDS}


_SHARED_FIELDS = frozenset(_Table.__struct_fields__)


class Lobby(_Table, frozen=True, gc=False, kw_only=True):
    """A table before the deal: people sit down, and the host chooses options."""

    removed: tuple[Person, ...] = ()
    """People whom the host removed from this lobby.

    They can join again only if the host allows it.
    """

    phase: ClassVar[Phase] = "lobby"

    def begin(
        self, game: Game[Any, Any], state: Struct, seed: bytes, players: tuple[Player, ...]
    ) -> "Match":
        """Return the match of these players, which was dealt from this seed."""
        match = Match(
            **self._in_all_phases(), state=state, seed=seed, dealt=encode(state), rules=game.rules
        )
        return replace(match, players=players).in_state(state, game)

    def close(self) -> "Finished":
        """Return the closed table, without a game."""
        return Finished(**self._in_all_phases())


class Match(_Table, frozen=True, gc=False, kw_only=True):
    """A table with a running game. `in_state` sets the state and what follows from it."""

    state: Struct | Raw
    """The game's state. It is JSON if the game is not installed."""
    seed: bytes
    """32 random bytes. All random choices of the game follow from them."""
    dealt: bytes
    """The state right after the deal, as JSON.

    At the end, it is compared with a deal from the seed.
    """
    prompts: tuple[Prompt, ...] = ()
    """The prompts that the game waits for in this state. They are not stored."""
    rules: int = 1
    """The version number of the rules by which the game was dealt (`Game.rules`)."""
    leavers: tuple[Leaver, ...] = ()
    """People who left the game and have not come back, in the order of leaving."""

    phase: ClassVar[Phase] = "playing"

    def prompt_of(self, seat: Seat | None) -> Prompt | None:
        """Return the prompt for a seat, or None if there is none."""
        if seat is None:
            return None
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    def waiting(self) -> tuple[Prompt, ...]:
        """Return the prompts for people who are present and whose time has not run out."""
        return tuple(
            prompt
            for prompt in self.prompts
            if prompt.seat is not None and not self.players[prompt.seat].is_answered_for(prompt)
        )

    def in_state(self, state: Struct, game: Game[Any, Any]) -> "Match":
        """Return the table with another state of its game."""
        return replace(self, state=state, prompts=game.prompts(state))

    def complete(self) -> "Finished":
        """Return the table after its game was played to its end."""
        return replace(self.close(), is_complete=True)

    def close(self) -> "Finished":
        """Return the table, closed before its game is over."""
        return Finished(
            **self._in_all_phases(),
            state=self.state,
            seed=self.seed,
            dealt=self.dealt,
            rules=self.rules,
            leavers=self.leavers,
        )


class Finished(_Table, frozen=True, gc=False, kw_only=True):
    """A table at which nothing more happens: its game is over, or it was closed."""

    is_complete: bool = False
    """True: the game was played to its end.

    False: the table was closed before, maybe as a lobby.
    """
    state: Struct | Raw | None = None
    """The game's last state, as in `Match`. None: the table was closed as a lobby."""
    seed: bytes = b""
    """The seed, as in `Match`. b"": the table was closed as a lobby."""
    dealt: bytes = b""
    rules: int = 1
    leavers: tuple[Leaver, ...] = ()
    ended_at: float = 0.0
    ended_by: int | None = None
    """The user id of the person who ended the running game early. None: nobody did."""

    @property
    def has_result(self) -> bool:
        """Tell whether places count: the game was played to its end, or a person ended it."""
        return self.is_complete or self.ended_by is not None

    @property
    def phase(self) -> Phase:
        """The phase as it is stored and named in texts."""
        return "over" if self.is_complete else "closed"


Table = Lobby | Match | Finished
"""A table: one game in one channel, from the lobby to the end. Its type is its phase."""


def is_over(table: Table) -> TypeGuard[Finished]:
    """Tell whether the table's game was played to its end."""
    return isinstance(table, Finished) and table.is_complete


def is_closed(table: Table) -> TypeGuard[Finished]:
    """Tell whether the table was closed before its game was over, or as a lobby."""
    return isinstance(table, Finished) and not table.is_complete


def shows_game(table: Table) -> TypeGuard[Match | Finished]:
    """Tell whether the table has a game to show: one that runs or was played to its end."""
    return isinstance(table, Match) or is_over(table)


def recent_events(
    table_events: tuple[TableEvent, ...], players: tuple[Player, ...]
) -> tuple[TableEvent, ...]:
    """Return the events since the last answer of the person who has not acted for longest.

    At most `MAX_NEWS` events are returned.
    """
    since = min((player.acted for player in players if player.user), default=0)
    return tuple(each for each in table_events[-MAX_NEWS:] if each.step >= since)


def lesson_channel(user: int) -> int:
    """Return the number that a person's lesson stores in place of a channel.

    It is negative, and no channel has a negative id. So no command in a channel finds a lesson.
    Each channel has at most one open table, so each person has at most one lesson.
    """
    return -user


T = TypeVar("T", bound=_Table)


class Commit(Struct, frozen=True, gc=False):
    """All that one change of a table writes in one transaction."""

    table: Table
    """The new table, still with the version of the table from which it was made.

    The commit fails if the stored table has another version.
    """
    at: float
    """The time of the change."""
    actions: tuple[ActionRecord, ...] = ()
    """The actions that the game was given, from step `table.step - len(actions) + 1` on."""
    events: tuple[EventRecord, ...] = ()
    interaction_id: int | None = None
    """Discord's id of the click or command behind the change."""
    transcript_step: bytes = b""
    """What this step showed to everybody (`bot.domain.game_records`).

    b"": the change is no step of a game, or a step of a lesson.
    """
    writes_board: bool = False
    """True: `table.board` is written, too."""


class BoardUpdate(Struct, frozen=True, gc=False):
    """A new state of a table's board. It is the only change that no version guards."""

    table: int
    board: Board


PAUSE_FACTORS_BY_PACE = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""The factor for the bot's own pause before a computer's move, by the table's pace.

Pauses that a game sets stay as they are.
"""

MIN_SECONDS_LEFT, MIN_SECONDS_LEFT_OF_LONG_CLOCKS = 20.0, 60.0
"""The minimum number of seconds that a deadline leaves after an outage.

The second value is for long clocks.
"""
LONG_CLOCK_SECONDS = 120.0
"""A clock of this many seconds or more is long.

`MIN_SECONDS_LEFT_OF_LONG_CLOCKS` is half of this value.
"""


def find_timer(table: Table, row: Timer) -> Timer | None:
    """Return the table's timer that differs from this one at most in its time, or None."""
    return next((due for due in table.timers if due.is_for_the_same_as(row)), None)


def clock_end(table: Table, clock: str) -> float | None:
    """Return when a clock of the table runs out, or None if the table has no such clock."""
    rows = (due for due in table.timers if isinstance(due, Deadline) and due.clock == clock)
    return next((due.at for due in rows), None)


def next_timer(table: Table) -> Timer | None:
    """Return the timer that fires first, or None.

    At a paused table, only timers of `UNPAUSED_TIMER_KINDS` can fire.
    """
    runs = (
        due for due in table.timers if not table.paused or isinstance(due, UNPAUSED_TIMER_KINDS)
    )
    return min(runs, key=lambda due: (due.at, due.kind), default=None)


def remove_timer(table: T, row: Timer) -> T:
    """Return the table without this timer, whose time need not be the same."""
    return replace(
        table, timers=tuple(due for due in table.timers if not due.is_for_the_same_as(row))
    )


def postpone_timer(table: T, row: Timer, at: float) -> T:
    """Return the table with another time for a timer."""
    return replace(table, timers=(*remove_timer(table, row).timers, row.until(at)))


def make_deadline(clock: str, seconds: float, starts_at: float) -> Deadline:
    """Return the deadline of a clock of this many seconds that starts at `starts_at`.

    After an outage, the deadline leaves enough time to come back and press, even if less was left
    before. That is 20 s, or 60 s for a clock of two minutes or more.
    """
    least = MIN_SECONDS_LEFT_OF_LONG_CLOCKS if seconds >= LONG_CLOCK_SECONDS else MIN_SECONDS_LEFT
    return Deadline(clock, least, at=starts_at + seconds)


def clock_seconds(clock: str) -> float | None:
    """Convert a value of `Table.clock` to seconds. None: there is no clock."""
    return None if clock == "none" else float(clock) * 60
