"""Defines tables, which are games in channels, as the database stores them, and their timers.

All types are frozen structs. Times are in seconds since 1970 in UTC, as floats.
"""

from collections.abc import Collection
from typing import Any, ClassVar, Literal, Self, TypeGuard, TypeVar, get_args

from msgspec import Raw, Struct
from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.domain.calls import LobbyCall
from bot.domain.evenings import Evening
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Game, Prompt, find_waiting
from bot.engine.options import complete_options
from bot.engine.records import ActionRecord


class _Timer(Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    """Base class of timers: what a table does by itself at a certain time."""

    at: float = 0.0

    @property
    def kind(self) -> str:
        """The name of the timer's type in the database, such as "deadline"."""
        return kind_of(type(self))

    def until(self, at: float) -> Self:
        """Return the same timer with another time at which it fires."""
        return replace(self, at=at)

    def is_for_the_same_as(self, other: "_Timer") -> bool:
        """Tell whether two timers are equal apart from the time at which they fire."""
        return replace(other, at=self.at) == self


class Deadline(_Timer, frozen=True, gc=False, tag="deadline"):
    """Ends people's time to answer, so that the computer answers for those who have not."""

    clock: str
    """The game's name for the deadline, as in `Prompt.clock`. Several prompts can share it."""
    least: float = 0.0
    """The minimum number of seconds that people have left to answer after an outage of the bot."""


class Reminder(_Timer, frozen=True, gc=False, tag="reminder"):
    """Mentions the people who have not answered when half of a deadline's time is over."""

    clock: str


class Call(_Timer, frozen=True, gc=False, tag="call"):
    """Posts a new board that mentions one person, unless that person clicks before."""

    decision: int
    seat: Seat


class Skip(_Timer, frozen=True, gc=False, tag="skip"):
    """Lets the computer play one turn for a silent person, unless that person clicks before."""

    decision: int
    seat: Seat
    least: float = 0.0


class ComputerTurn(_Timer, frozen=True, gc=False, tag="computer"):
    """Lets the computer answer a decision for a seat."""

    decision: int
    seat: Seat
    pause: int = 0
    """The pause that the game sets before this move, in milliseconds. 0 means the bot's usual one.
    """


class PauseEnd(_Timer, frozen=True, gc=False, tag="elapse"):
    """Ends a pause of the game, in which people can read and nobody is asked."""

    decision: int


class IdleCheck(_Timer, frozen=True, gc=False, tag="idle"):
    """Closes a table on which nobody has clicked for a long time, or first warns its players.

    At a finished game of an evening, it opens the next lobby. At the evening's last table, it
    stores the evening. Older versions of the bot drop such a timer.
    """

    what: Literal["notice", "close", "next-game", "evening-end"]


class RecordSaving(_Timer, frozen=True, gc=False, tag="keep"):
    """Stores the record of a finished game, which is used for replays and ratings."""


class TableDeletion(_Timer, frozen=True, gc=False, tag="forget"):
    """Deletes a table from the database some time after its end."""


_PlayTimer = Deadline | Reminder | Call | Skip | ComputerTurn | PauseEnd
Timer = _PlayTimer | IdleCheck | RecordSaving | TableDeletion
"""Any timer of a table. Each is stored as a row of the database's table `due`."""
TIMER_KINDS: tuple[type[Timer], ...] = get_args(Timer)
DEADLINE_KINDS: tuple[type[Deadline | Skip], ...] = (Deadline, Skip)
"""The types of timers that the board shows, and that leave people some time after an outage."""
UNPAUSED_TIMER_KINDS: tuple[type[Timer], ...] = (IdleCheck, RecordSaving, TableDeletion)
"""The types of timers that fire even while the table is paused."""
SeatDecision = tuple[int, Seat]
"""The number of a decision, and of the seat that has to answer it. -1 stands for no seat."""


def kind_of(timer: type[Struct]) -> str:
    """Return the name under which a type of timer is stored in the database."""
    return str(timer.__struct_config__.tag)


def seat_decision(question: Prompt | Call | Skip) -> SeatDecision:
    """Return the numbers of the decision and the seat that the question is about."""
    return question.decision, -1 if question.seat is None else question.seat


Phase = Literal["lobby", "playing", "aside", "over", "closed"]
"""The phase of a table's life, as it is stored and named in texts. "aside" is a running game that
has made room for another table in its channel. "over" is a game played to its end. "closed" is a
table that was closed before that.
"""
OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")
"""The phases of tables that take their channel's only place, so that no other one can open."""
Pause = Literal["", "away", "channel"]
"""Why a table is paused: all its people are away, or the bot cannot reach its channel."""

MAX_PUBLIC_NEWS = 9
"""The maximum number of events for everybody that a table keeps."""
MAX_NEWS = 32
"""The maximum number of events that a table keeps, including those for one player only."""


class Player(Struct, frozen=True, gc=False):
    """A person or computer player. `Table.players[0]` sits on seat 0."""

    name: str
    """The display name of a person, at most 32 characters long, or the computer player's name."""
    user: int | None
    """Discord's user id. None means that a computer plays, or nobody (`is_vacant`)."""
    level: str = ""
    """The level of a computer player (`bot.domain.levels`). It is "" for a person."""
    confirmed: bool = True
    """False while a rematch keeps the seat for this person."""
    misses: int = 0
    """The number of deadlines that the person has missed in a row."""
    away: bool = False
    """Whether the computer plays for the person until their next click."""
    overdue: str = ""
    """The name of the deadline that the person has missed, or "" if there is none."""
    clicked_at: float = 0.0
    asked: int | None = None
    """The decision for which the person was asked last, or the pause that they have seen enough of.
    """
    asked_at: float = 0.0
    """The time of that question, which moves with the deadlines after an outage or pause."""
    acted: int = 0
    """The step in which the person last answered or came back, or 0 if there was none."""
    renewed: str = ""
    """The deadline that started again when the person came back. It does not a second time."""
    rank: int = 0
    """The place in a finished game, where 1 is the winner's. It is 0 until then."""
    points: int = 0
    letter: int | None = None
    """The letter of the player in texts, where 0 is A. None means that of the seat's number."""
    agreed_step: int | None = None
    """The step in which the person agreed to the table's open request (`bot.domain.consent`)."""
    joined_step: int = 0
    """The step after which the person took over a computer's seat, or 0."""

    @property
    def is_vacant(self) -> bool:
        """Tell whether nobody plays on this seat any more."""
        return self.user is None and not self.level

    def is_overdue_for(self, prompt: Prompt) -> bool:
        """Tell whether the player's time to answer this question is up."""
        return bool(self.overdue) and self.overdue == prompt.turn_clock

    def is_answered_for(self, prompt: Prompt) -> bool:
        """Tell whether the computer answers this question for the player.

        It changes no answer that somebody has given.
        """
        if prompt.has_answered:
            return False
        return self.user is None or self.away or self.is_overdue_for(prompt)


class TableEvent(Struct, frozen=True, gc=False):
    """An event of a table, with the number of the game's step in which it happened."""

    step: int
    event: EventRecord


class Leaver(Struct, frozen=True, gc=False):
    """A person who left a running game."""

    user: int
    name: str
    seat: Seat | None = None
    """The seat to which the person can come back. A computer plays there until then."""
    joined_step: int = 0


class Applicant(Struct, frozen=True, gc=False):
    """A person who asks for a computer's seat in a running game, or may not ask for one."""

    user: int
    name: str
    status: Literal["asks", "refused", "removed"] = "asks"
    """"removed" means that the host removed the person from the lobby."""


class Person(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person whom the host removed from a lobby, or who only watches a game and guesses."""

    user: int
    name: str
    winner: Seat | None = None
    """The seat that the person expects to win, or the index of a team in `GamePackage.teams`."""
    has_changed_mind: bool = False
    """Whether the person has guessed the winner a second time, which is the last time."""
    prediction: str = ""
    """The person's newest answer to a question of the game (`Prediction`), or "" for none."""
    decision: int = 0
    right_predictions: int = 0
    outcome: Literal["", "right", "wrong", "lapsed"] = ""
    """What became of the last prediction. "lapsed" means that the game gave no answer."""


class Board(Struct, frozen=True, gc=False):
    """The table's public message: what it shows, and what has to change."""

    message: int | None = None
    """Discord's id of the message. None means that the board has not been posted."""
    shown: int = 0
    """The version of the table that the message shows."""
    mentions: tuple[int, ...] = ()
    """The ids of the users whom the message mentions."""
    wanted: int = 0
    """The version of the table that asked for a new message, or 0."""
    calls: tuple[SeatDecision, ...] = ()
    """The players whom the next new message mentions because they owe an answer."""
    replaced: tuple[int, ...] = ()
    """The ids of older messages that a new one replaced, and that the bot still has to delete."""

    def without_replaced(self, deleted_messages: Collection[int]) -> "Board":
        """Return the board without those replaced messages that have been deleted."""
        left = tuple(message for message in self.replaced if message not in deleted_messages)
        return replace(self, replaced=left)

    @property
    def should_move(self) -> bool:
        """Tell whether the bot should post a new message at the end of the channel."""
        return self.wanted > self.shown

    def request_move(self, version: int, calls: tuple[SeatDecision, ...]) -> "Board":
        """Return the board with a request for a new message that also mentions these players."""
        earlier = self.calls if self.should_move else ()
        together = tuple(dict.fromkeys((*earlier, *calls)))
        return replace(self, wanted=version, calls=together)

    def show_version(
        self, message: int, version: int, mentions: tuple[int, ...], moved_version: int
    ) -> "Board":
        """Return the board as it is after Discord has accepted a message that shows the table.

        Requests by `moved_version` or earlier ones are done.
        """
        old = () if self.message in (None, message) else (self.message,)
        wanted = 0 if self.wanted <= moved_version else self.wanted
        board = replace(self, wanted=wanted, replaced=(*self.replaced, *old))
        return replace(board, message=message, shown=version, mentions=mentions)


class _Table(Struct, frozen=True, gc=False):
    """Base class of tables: the fields that a table has in all phases of its life."""

    game: str
    guild: int
    channel: int
    """The channel's id. A lesson has the negative number from `lesson_channel`."""
    language: str
    clock: str
    """The time limit for a turn: "none", a number of minutes, or seconds such as "45s"."""
    opened_at: float
    clicked_at: float
    """The time of the last click of anybody who has a seat."""
    id: int = 0
    """The id that the database assigns at the first commit. It is 0 before."""
    version: int = 0
    """The number of commits. A commit fails if the stored number has changed since the read."""
    paused: Pause = ""
    paused_at: float = 0.0
    text_only: bool = False
    is_language_chosen: bool = False
    """Whether the host chose the language, so that a rematch keeps it."""
    pace: str = "normal"
    """How fast computer players move: "slow", "normal" or "fast"."""
    options: tuple[tuple[str, str], ...] = ()
    """The choices for the game's own options, as pairs of an option's name and a choice."""
    host: int | None = None
    """The user id of the host, who chooses the options. None means that no person is left."""
    players: tuple[Player, ...] = ()
    step: int = 0
    public_events: tuple[EventRecord, ...] = ()
    """The newest events that everybody may see, the newest last."""
    recent: tuple[TableEvent, ...] = ()
    """The newest events, which tell each person what happened since their last answer."""
    timers: tuple[Timer, ...] = ()
    board: Board = Board()
    evening: Evening | None = None
    """The evening to which the game belongs, if any."""
    parent: int | None = None
    """The channel of the public thread in which the table is, if it is in one."""

    @property
    def is_lesson(self) -> bool:
        """Tell whether one person learns the game here, without a board and a result."""
        return self.channel < 0

    @property
    def board_is_behind(self) -> bool:
        """Tell whether the board shows an older version and can be updated."""
        stale = self.board.shown < self.version
        return stale and self.paused != "channel" and not self.is_lesson

    def seat_of(self, user: int) -> Seat | None:
        """Return the number of the seat that a person has at this table, or None without a seat."""
        seats = (seat for seat, player in enumerate(self.players) if player.user == user)
        return next(seats, None)

    def set_player(self, seat: Seat, player: Player) -> Self:
        """Return the table with another player on a seat. The seat's letter stays the same."""
        player = replace(player, letter=self.players[seat].letter)
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def change_player(self, seat: Seat, **changes: Any) -> Self:
        """Return the table with other values in some fields of a player."""
        return self.set_player(seat, replace(self.players[seat], **changes))

    def add_events(self, events: tuple[EventRecord, ...]) -> Self:
        """Return the table with these events added, and only the newest of all kept."""
        public = tuple(event for event in events if event.to is None)
        newest = (TableEvent(self.step, event) for event in events)
        return replace(
            self,
            public_events=(*self.public_events, *public)[-MAX_PUBLIC_NEWS:],
            recent=recent_events((*self.recent, *newest), self.players, self.step),
        )

    def close(self) -> "Finished":
        """Return the same table as one that was closed before a game was played to its end."""
        return Finished(**self._fields_of(Finished))

    def _fields_of(self, phase: type[Struct]) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if key in phase.__struct_fields__}


class Lobby(_Table, frozen=True, gc=False, kw_only=True):
    """A table whose game has not started: people take seats, and the host chooses options."""

    removed: tuple[Person, ...] = ()
    """The people whom the host removed, and who can join again only if the host allows it."""
    call: LobbyCall | None = None

    phase: ClassVar[Phase] = "lobby"

    def begin(
        self, game: Game[Any, Any], state: Struct, seed: bytes, players: tuple[Player, ...]
    ) -> "Match":
        """Return the same table with its game started.

        Args:
            state: The state of the game right after the deal.
            seed: The 32 secret bytes from which all random draws of the game follow.
        """
        match = Match(
            **self._fields_of(Match), state=state, seed=seed, dealt=encode(state), rules=game.rules
        )
        removed = tuple(Applicant(each.user, each.name, "removed") for each in self.removed)
        match = replace(match, players=players, applicants=removed)
        return match.in_state(state, game).limit_guesses(game)


NO_GUESS_LIMIT = 1_000_000
"""A number of steps that no game reaches: the winner of such a game may be guessed to its end."""


class Match(_Table, frozen=True, gc=False, kw_only=True):
    """A table with a running game. `in_state` sets its state and the open decisions together."""

    state: Struct | Raw
    """The game's state. It stays undecoded JSON while the game's package is not installed."""
    seed: bytes
    """32 secret bytes from which all random draws follow, published after the game."""
    dealt: bytes
    """The state right after the deal as JSON, which shows after the game that the deal was fair."""
    prompts: tuple[Prompt, ...] = ()
    """The decisions that the game waits for. They follow from `state` and are not stored."""
    rules: int = 1
    """The version number of the game's rules at the deal (`Game.rules`)."""
    leavers: tuple[Leaver, ...] = ()
    """The people who left the game and have not come back, in the order of leaving."""
    guessers: tuple[Person, ...] = ()
    """The people who have guessed something about the game without playing it."""
    applicants: tuple[Applicant, ...] = ()
    """The person who asks for a computer's seat, and those who may not ask in this game."""
    guess_limit: int = 0
    """The step from which on nobody may guess the winner. It is not stored."""
    phase: Literal["playing", "aside"] = "playing"
    """"aside" pauses the game until one of its people presses something in the free channel."""

    def prompt_of(self, seat: Seat | None) -> Prompt | None:
        """Return the decision that a seat is asked for now, or None if it is asked nothing."""
        if seat is None:
            return None
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    def waiting(self) -> tuple[Prompt, ...]:
        """Return the open decisions that people have to answer themselves."""
        owed = list[Prompt]()
        for prompt in find_waiting(self.prompts):
            if prompt.seat is not None and not self.players[prompt.seat].is_answered_for(prompt):
                owed.append(prompt)
        return tuple(owed)

    def in_state(self, state: Struct, game: Game[Any, Any]) -> "Match":
        """Return the table with another state of its game, and the decisions open in that state."""
        return replace(self, state=state, prompts=game.prompts(state))

    @property
    def is_pausing(self) -> bool:
        """Whether the game only waits for the end of a pause."""
        return len(self.prompts) == 1 and self.prompts[0].seat is None

    @property
    def takes_guesses(self) -> bool:
        """Whether people who watch may still guess who wins."""
        return self.step < self.guess_limit

    def limit_guesses(self, game: Game[Any, Any]) -> "Match":
        """Return the table with guesses allowed for half of the game's usual number of steps."""
        options = complete_options(game.options, dict(self.options), len(self.players))
        usual = game.typical_length(len(self.players), options)
        return replace(self, guess_limit=usual // 2 or NO_GUESS_LIMIT)

    def complete(self) -> "Finished":
        """Return the finished table of a game that was played to its end."""
        return replace(self.close(), is_complete=True)


class Finished(_Table, frozen=True, gc=False, kw_only=True):
    """A table at which nothing more happens: its game is over, or it was closed early."""

    is_complete: bool = False
    """Whether the game was played to its end."""
    state: Struct | Raw | None = None
    """The game's last state. None means that no game had started."""
    seed: bytes = b""
    dealt: bytes = b""
    rules: int = 1
    leavers: tuple[Leaver, ...] = ()
    ended_at: float = 0.0
    ended_by: int | None = None
    """The user id of the person who ended the running game early."""
    guessers: tuple[Person, ...] = ()

    @property
    def has_result(self) -> bool:
        """Tell whether the players have places, at the end or when a person ended the game."""
        return self.is_complete or self.ended_by is not None

    @property
    def phase(self) -> Phase:
        """The phase as it is stored and named in texts: "over" or "closed"."""
        return "over" if self.is_complete else "closed"


Table = Lobby | Match | Finished
"""One game in one channel, from people taking seats to the end. The type tells the phase."""


def is_over(table: Table) -> TypeGuard[Finished]:
    """Tell whether the table's game was played to its end."""
    return isinstance(table, Finished) and table.is_complete


def is_closed(table: Table) -> TypeGuard[Finished]:
    """Tell whether the table was closed before a game was played to its end."""
    return isinstance(table, Finished) and not table.is_complete


def shows_game(table: Table) -> TypeGuard[Match | Finished]:
    """Tell whether the table has a game to show: a running one, or one played to its end."""
    return isinstance(table, Match) or is_over(table)


def recent_events(
    table_events: tuple[TableEvent, ...], players: tuple[Player, ...], step: int
) -> tuple[TableEvent, ...]:
    """Return the newest events that somebody at the table may have missed.

    These are the events since the person who has been inactive the longest last answered. Without
    people, they are the events of the present step.
    """
    since = min((player.acted for player in players if player.user), default=step)
    return tuple(each for each in table_events[-MAX_NEWS:] if each.step >= since)


def lesson_channel(user: int) -> int:
    """Return the negative number that is stored as the channel of a person's lesson."""
    return -user


T = TypeVar("T", bound=_Table)


class Commit(Struct, frozen=True, gc=False):
    """Everything that one change of a table writes to the database in one transaction."""

    table: Table
    """The changed table, still with the version number that it had before the change."""
    at: float
    actions: tuple[ActionRecord, ...] = ()
    """The actions of this change, numbered from the step `table.step - len(actions) + 1`."""
    events: tuple[EventRecord, ...] = ()
    interaction_id: int | None = None
    """Discord's id of the click or command that caused the change."""
    transcript_step: bytes = b""
    """How this step changed what everybody could see (`bot.domain.transcripts`), or b""."""
    writes_board: bool = False
    max_hosted_tables: int | None = None


class BoardUpdate(Struct, frozen=True, gc=False):
    """A new state of a table's board. The table's version stays the same and is not checked."""

    table: int
    board: Board


PAUSE_FACTORS_BY_PACE = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""Maps the pace that the host chose to a factor for the bot's own pauses before moves."""

MIN_SECONDS_LEFT, MIN_SECONDS_LEFT_OF_LONG_CLOCKS = 20.0, 60.0
"""The minimum number of seconds to answer after an outage. The second is for long deadlines."""
LONG_CLOCK_SECONDS = 120.0
"""The minimum length in seconds of a deadline that counts as long."""


def find_timer(table: Table, timer: Timer) -> Timer | None:
    """Return the table's timer that equals another one apart from its time, if there is one."""
    return next((each for each in table.timers if each.is_for_the_same_as(timer)), None)


def clock_end(table: Table, clock: str) -> float | None:
    """Return the time at which a deadline of the table ends, or None if it has no such deadline."""
    timers = (each for each in table.timers if isinstance(each, Deadline) and each.clock == clock)
    return next((each.at for each in timers), None)


def next_timer(table: Table) -> Timer | None:
    """Return the table's timer that fires first, or None if no timer can fire."""
    runs = (
        each for each in table.timers if not table.paused or isinstance(each, UNPAUSED_TIMER_KINDS)
    )
    return min(runs, key=lambda each: (each.at, each.kind), default=None)


def remove_timer(table: T, timer: Timer) -> T:
    """Return the table without one of its timers. The time of `timer` is ignored."""
    kept = tuple(each for each in table.timers if not each.is_for_the_same_as(timer))
    return replace(table, timers=kept)


def postpone_timer(table: T, timer: Timer, at: float) -> T:
    """Return the table with a new time for one of its timers."""
    return replace(table, timers=(*remove_timer(table, timer).timers, timer.until(at)))


def make_deadline(clock: str, seconds: float, starts_at: float) -> Deadline:
    """Return a deadline that leaves people a minimum of time even after an outage."""
    least = MIN_SECONDS_LEFT_OF_LONG_CLOCKS if seconds >= LONG_CLOCK_SECONDS else MIN_SECONDS_LEFT
    return Deadline(clock, least, at=starts_at + seconds)


def clock_seconds(clock: str) -> float | None:
    """Convert a value of `Table.clock` to seconds, or to None if turns have no time limit."""
    if clock == "none":
        return None
    return float(clock[:-1]) if clock.endswith("s") else float(clock) * 60
