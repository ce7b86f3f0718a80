"""What is stored of a table, and what it does by itself at a time: its due rows.

All are frozen structs. Times are seconds since 1970 in UTC.
"""

from collections.abc import Collection
from typing import Any, ClassVar, Literal, Self, TypeGuard, TypeVar

from msgspec import Raw, Struct
from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, Game, Prompt


class _Timer(Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    """Something that a table has to do at a time, if nothing happens before."""

    at: float = 0.0

    @property
    def kind(self) -> str:
        """The row's kind, as it is stored."""
        return kind_of(type(self))

    def until(self, at: float) -> Self:
        """Return the row for another time."""
        return replace(self, at=at)

    def is_for_the_same_as(self, other: "_Timer") -> bool:
        """Tell whether two rows are for the same thing, maybe at different times."""
        return replace(other, at=self.at) == self


class Deadline(_Timer, frozen=True, gc=False, tag="deadline"):
    """A clock runs out: who still owes an answer has missed it."""

    clock: str
    """The game's name for the clock, as `Prompt.clock`."""
    least: float = 0.0
    """Seconds that it leaves at least after time in which nobody could reach us."""


class Reminder(_Timer, frozen=True, gc=False, tag="reminder"):
    """Half of a clock is gone: who still owes an answer is called."""

    clock: str


class Call(_Timer, frozen=True, gc=False, tag="call"):
    """Whoever is asked and has not clicked since is called, by a new board."""

    decision: int
    seat: Seat


class Computer(_Timer, frozen=True, gc=False, tag="computer"):
    """The computer answers a decision for a seat."""

    decision: int
    seat: Seat
    pause: int = 0
    """Milliseconds of a pause of its own; 0: the table's. Another one begins anew."""


class Elapse(_Timer, frozen=True, gc=False, tag="elapse"):
    """The table's own pause ends."""

    decision: int


class Idle(_Timer, frozen=True, gc=False, tag="idle"):
    """Nobody has clicked for long: the table gives notice, or closes."""

    what: Literal["notice", "close"]


class Keep(_Timer, frozen=True, gc=False, tag="keep"):
    """The game is over: its record is to be written."""


class Forget(_Timer, frozen=True, gc=False, tag="forget"):
    """The table has been kept for long enough."""


Timer = Deadline | Reminder | Call | Computer | Elapse | Idle | Keep | Forget
TIMER_KINDS: tuple[type[Timer], ...] = (
    Deadline,
    Reminder,
    Call,
    Computer,
    Elapse,
    Idle,
    Keep,
    Forget,
)
UNPAUSED_TIMER_KINDS: tuple[type[Timer], ...] = (Idle, Keep, Forget)
"""Rows that fire at paused tables, too."""
SeatDecision = tuple[int, Seat]
"""A decision and the seat that is asked for it."""


def kind_of(row: type[Struct]) -> str:
    """Return the kind of such rows, as it is stored."""
    return str(row.__struct_config__.tag)


def seat_decision(of: Prompt | Call) -> SeatDecision:
    """Return what is owed: by a seat that is asked, or called."""
    return of.decision, -1 if of.seat is None else of.seat


Phase = Literal["lobby", "playing", "over", "closed"]
Pause = Literal["", "away", "channel"]

MAX_PUBLIC_NEWS = 9
"""How many of the newest public events are at hand with a table."""
MAX_NEWS = 32
"""How many of the newest events of all kinds are at hand at most, for people who have not acted
since."""


class Player(Struct, frozen=True, gc=False):
    """Who sits on a seat; the place in `Table.players` is the seat's number."""

    name: str
    """Display name, at most 32 characters, as Discord gave it; a computer's own name."""
    user: int | None
    """Discord's user id; None: a computer."""
    level: str = ""
    """How well a computer plays; "" for a person."""
    confirmed: bool = True
    """False: after a rematch the seat is kept for this person, who has not said yes so far."""
    misses: int = 0
    """Deadlines missed in a row."""
    away: bool = False
    """The computer plays the seat until its owner's next click."""
    overdue: str = ""
    """The clock that ran out: the computer answers while it is present."""
    clicked_at: float = 0.0
    """The person's last click at this table."""
    asked: int | None = None
    """The decision that the person was asked last."""
    asked_at: float = 0.0
    """When the person was asked it; moved like deadlines by time in which nobody could answer."""
    acted: int = 0
    """The step of the person's last own answer; 0: the deal."""
    renewed: str = ""
    """The clock that began anew for the person, who came back from being away: it does so once."""
    rank: int = 0
    """The seat's place in a game that is over, 1 is the winner's, or as it stood in one that was
    ended early; 0 before."""
    points: int = 0
    """The seat's points in a game that is over, or as they stood; 0 before."""
    letter: int | None = None
    """Which letter tells the seat apart, from the deal on, 0 is A; None: that of its number."""

    @property
    def is_vacant(self) -> bool:
        """Tell whether the seat's owner has left by the game's own rules: nobody plays it on."""
        return self.user is None and not self.level

    def is_overdue_for(self, prompt: Prompt) -> bool:
        """Tell whether the player's time is up for what they are asked."""
        return bool(self.overdue) and self.overdue == prompt.turn_clock

    def is_answered_for(self, prompt: Prompt) -> bool:
        """Tell whether the computer answers this prompt for the player."""
        return self.user is None or self.away or self.is_overdue_for(prompt)


class TableEvent(Struct, frozen=True, gc=False):
    """An event with the step that brought it."""

    step: int
    event: EventRecord


class Leaver(Struct, frozen=True, gc=False):
    """Somebody who left a running game."""

    user: int
    name: str
    seat: Seat | None = None
    """Where a computer plays on for them until they come back; None: they left for good."""


class Person(Struct, frozen=True, gc=False):
    """Somebody whom a host took off a lobby."""

    user: int
    name: str


class Board(Struct, frozen=True, gc=False):
    """A table's public message: what it shows, and what is wanted of it."""

    message: int | None = None
    """The message's id; None: there is none."""
    shown: int = 0
    """The version of the table that it shows."""
    mentions: tuple[int, ...] = ()
    """The user ids that it mentions."""
    wanted: int = 0
    """The version that asked for it to come to the end of the channel, 0 if it came."""
    calls: tuple[SeatDecision, ...] = ()
    """While it shall come there: whom the new message shall call to what."""
    replaced: tuple[int, ...] = ()
    """Messages whose place it took, and that are still to be deleted."""

    def without_replaced(self, gone: Collection[int]) -> "Board":
        """Return it without messages that are deleted."""
        left = tuple(message for message in self.replaced if message not in gone)
        return replace(self, replaced=left)

    @property
    def comes_anew(self) -> bool:
        """Tell whether it shall come to the end of the channel with the next drawing.

        A board of an older version than the one that asked for it is no answer.
        """
        return self.wanted > self.shown

    def wanting(self, version: int, calls: tuple[SeatDecision, ...]) -> "Board":
        """Return the board that shall come anew, as this version of its table asks.

        It calls whom it was to call already, too.
        """
        earlier = self.calls if self.comes_anew else ()
        together = tuple(dict.fromkeys((*earlier, *calls)))
        return replace(self, wanted=version, calls=together)

    def showing(self, message: int, version: int, mentions: tuple[int, ...], moved: int) -> "Board":
        """Return the board that shows a version in this message.

        A new message takes the former one's place, as all versions up to `moved` asked for.
        """
        old = () if self.message in (None, message) else (self.message,)
        return replace(
            self,
            message=message,
            shown=version,
            mentions=mentions,
            wanted=0 if self.wanted <= moved else self.wanted,
            replaced=(*self.replaced, *old),
        )


class _Table(Struct, frozen=True, gc=False):
    """What a table has in all of its phases."""

    game: str
    guild: int
    channel: int
    """The channel's id; a lesson has no channel and stores `lesson_channel` here."""
    language: str
    clock: str
    """Minutes for each turn: "none", "1", "3", "10", "60" or "1440"."""
    opened_at: float
    clicked_at: float
    """The last click of anybody who sits here."""
    id: int = 0
    """Given by the store at the first commit."""
    version: int = 0
    """Counts commits; the guard against two of them at once."""
    paused: Pause = ""
    paused_at: float = 0.0
    text_only: bool = False
    pace: str = "normal"
    """How fast computers move: "slow", "normal" or "fast"."""
    options: tuple[tuple[str, str], ...] = ()
    """The game's own options: name and choice."""
    host: int | None = None
    """The host's user id; None when no person is left."""
    players: tuple[Player, ...] = ()
    step: int = 0
    """Inputs that the game was given; the deal is step 0, and so is a lobby."""
    public_events: tuple[EventRecord, ...] = ()
    """The newest public events, the newest last; at most `MAX_PUBLIC_NEWS`."""
    recent: tuple[TableEvent, ...] = ()
    """What came since the person acted who has not for longest, secret or not, the newest last; at
    most `MAX_NEWS`."""
    dues: tuple[Timer, ...] = ()
    board: Board = Board()
    """What a lesson has is never shown."""

    @property
    def is_lesson(self) -> bool:
        """Tell whether one person learns the game here, without a board and for no score."""
        return self.channel < 0

    @property
    def board_is_behind(self) -> bool:
        """Tell whether the board shows an older version and can be reached."""
        stale = self.board.shown < self.version
        return stale and self.paused != "channel" and not self.is_lesson

    def seat_of(self, user: int) -> Seat | None:
        """Return where a person sits, None for onlookers."""
        seats = (seat for seat, player in enumerate(self.players) if player.user == user)
        return next(seats, None)

    def seated(self, seat: Seat, player: Player) -> Self:
        """Return the table with another player on that seat, whose letter stays what it was."""
        player = replace(player, letter=self.players[seat].letter)
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def add_events(self, events: tuple[EventRecord, ...]) -> Self:
        """Return the table with these events as its newest, which its present step brought."""
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
    """Whom the host took off this lobby: they join again only if the host lets them."""

    phase: ClassVar[Phase] = "lobby"

    def begin(
        self, game: Game[Any, Any], state: Struct, seed: bytes, players: tuple[Player, ...]
    ) -> "Match":
        """Return the match of these players, which was dealt from a seed."""
        match = Match(
            **self._in_all_phases(), state=state, seed=seed, dealt=encode(state), rules=game.rules
        )
        return replace(match, players=players).in_state(state, game)

    def close(self) -> "Finished":
        """Return the table closed, without a game."""
        return Finished(**self._in_all_phases())


class Match(_Table, frozen=True, gc=False, kw_only=True):
    """A table at which a game runs. `in_state` gives it a state with what follows from it."""

    state: Struct | Raw
    """The game's state; JSON where the game is missing."""
    seed: bytes
    """32 random bytes from which all luck of the game follows."""
    dealt: bytes
    """The state right after the deal, as JSON: what the seed is held against at the end."""
    prompts: tuple[Prompt, ...] = ()
    """What the game waits for in this state; not stored."""
    rules: int = 1
    """The number of the game's rules by which it was dealt (`Game.rules`)."""
    leavers: tuple[Leaver, ...] = ()
    """Who left the game and has not come back, in that order."""

    phase: ClassVar[Phase] = "playing"

    def prompt_of(self, seat: Seat | None) -> Prompt | None:
        """Return the decision that a seat is asked for."""
        if seat is None:
            return None
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    def waiting(self) -> tuple[Prompt, ...]:
        """Return the prompts that wait for a person who is here and whose time still runs."""
        return tuple(
            prompt
            for prompt in self.prompts
            if prompt.seat is not None and not self.players[prompt.seat].is_answered_for(prompt)
        )

    def in_state(self, state: Struct, game: Game[Any, Any]) -> "Match":
        """Return the table with its game in another state."""
        return replace(self, state=state, prompts=game.prompts(state))

    def complete(self) -> "Finished":
        """Return the table when its game has been played to its end."""
        return replace(self.close(), is_complete=True)

    def close(self) -> "Finished":
        """Return the table closed before its game is over."""
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
    """The game was played to its end; False: the table was closed before, maybe as a lobby."""
    state: Struct | Raw | None = None
    """The game's last state, as in `Match`; None: the table was closed as a lobby."""
    seed: bytes = b""
    """As in `Match`; b"": the table was closed as a lobby."""
    dealt: bytes = b""
    rules: int = 1
    leavers: tuple[Leaver, ...] = ()
    ended_at: float = 0.0
    ended_by: int | None = None
    """The user id of whoever ended the running game early; None: nobody did."""

    @property
    def has_result(self) -> bool:
        """Tell whether places count: the game was played to its end, or somebody ended it."""
        return self.is_complete or self.ended_by is not None

    @property
    def phase(self) -> Phase:
        """The phase as it is stored and named in texts."""
        return "over" if self.is_complete else "closed"


Table = Lobby | Match | Finished
"""A table: a game in one channel, from the lobby to the end, as one value. Its type is its phase.
"""


def is_over(table: Table) -> TypeGuard[Finished]:
    """Tell whether the table's game was played to its end."""
    return isinstance(table, Finished) and table.is_complete


def is_closed(table: Table) -> TypeGuard[Finished]:
    """Tell whether the table was closed before its game was over, or while it was a lobby."""
    return isinstance(table, Finished) and not table.is_complete


def shows_game(table: Table) -> TypeGuard[Match | Finished]:
    """Tell whether there is a game to look at: one that runs, or was played to its end."""
    return isinstance(table, Match) or is_over(table)


def recent_events(
    happened: tuple[TableEvent, ...], players: tuple[Player, ...]
) -> tuple[TableEvent, ...]:
    """Return what is not older than the last answer of all people here."""
    since = min((player.acted for player in players if player.user), default=0)
    return tuple(each for each in happened[-MAX_NEWS:] if each.step >= since)


def lesson_channel(user: int) -> int:
    """Return what stands for the channel in a person's lesson.

    No channel has a negative id, so no command in a channel meets a lesson; and as each channel
    has one open table at most, so has each person one lesson.
    """
    return -user


T = TypeVar("T", bound=_Table)


class Commit(Struct, frozen=True, gc=False):
    """All that one change of a table writes, in one transaction."""

    table: Table
    """The new table, with the version that it was made from: the guard."""
    at: float
    given: tuple[ActionRecord, ...] = ()
    """The inputs that the game was given, from step `table.step - len(given) + 1` on."""
    events: tuple[EventRecord, ...] = ()
    interaction: int | None = None
    """Discord's id of the click or command behind it."""
    told: bytes = b""
    """What this step told everybody (`bot.domain.game_records`); b"" if it is no step of a game."""
    board: bool = False
    """Whether `table.board` is written, too."""


class BoardUpdate(Struct, frozen=True, gc=False):
    """What a table's board is now; the one change that no version guards."""

    table: int
    board: Board


PACES = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""How many of the bot's own pauses a computer waits, by the table's pace."""

MIN_SECONDS_LEFT, MIN_SECONDS_LEFT_OF_LONG_CLOCKS = 20.0, 60.0
"""Seconds that a deadline leaves at least after time in which nobody could reach us."""
LONG_CLOCK_SECONDS = 120.0
"""Clocks of at least so many seconds are long: `MIN_SECONDS_LEFT_OF_LONG_CLOCKS` is their half."""


def find_timer(table: Table, row: Timer) -> Timer | None:
    """Return the table's row that is for the same as this one, None if there is none."""
    return next((due for due in table.dues if due.is_for_the_same_as(row)), None)


def clock_end(table: Table, clock: str) -> float | None:
    """Return when a clock of the table runs out, None if it has none."""
    rows = (due for due in table.dues if isinstance(due, Deadline) and due.clock == clock)
    return next((due.at for due in rows), None)


def next_timer(table: Table) -> Timer | None:
    """Return the row that fires first; at a paused table, clocks stand still."""
    runs = (due for due in table.dues if not table.paused or isinstance(due, UNPAUSED_TIMER_KINDS))
    return min(runs, key=lambda due: (due.at, due.kind), default=None)


def remove_timer(table: T, row: Timer) -> T:
    """Return the table without a due row that has fired."""
    return replace(table, dues=tuple(due for due in table.dues if not due.is_for_the_same_as(row)))


def postpone_timer(table: T, row: Timer, at: float) -> T:
    """Return the table with a due row that fires at another time."""
    return replace(table, dues=(*remove_timer(table, row).dues, row.until(at)))


def make_deadline(clock: str, seconds: float, begins: float) -> Deadline:
    """Return the row that ends a clock of so many seconds.

    What it leaves at least after time in which nobody could reach us is long enough to come back
    and press, also where less was left: 20 s, and 60 s of a clock of two minutes or more.
    """
    least = MIN_SECONDS_LEFT_OF_LONG_CLOCKS if seconds >= LONG_CLOCK_SECONDS else MIN_SECONDS_LEFT
    return Deadline(clock, least, at=begins + seconds)


def clock_seconds(clock: str) -> float | None:
    """Return the seconds of a choice of the `clock` option, None for no clock."""
    return None if clock == "none" else float(clock) * 60
