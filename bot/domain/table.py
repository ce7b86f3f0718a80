"""Defines tables, which are games in channels, in the form in which the database stores them.

It also defines their timers: what a table does by itself at a certain time, such as ending a
deadline. All types are frozen structs. Times are seconds since 1970 in UTC.
"""

from collections.abc import Collection
from typing import Any, ClassVar, Literal, Self, TypeGuard, TypeVar

from msgspec import Raw, Struct
from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, Game, Prompt, find_waiting


class _Timer(Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    """Base class of timers: something that a table does by itself at a certain time."""

    at: float = 0.0
    """The time at which the timer fires, in seconds since 1970."""

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
    """A timer that ends the time in which people have to answer.

    The computer then answers for the people who have not.
    """

    clock: str
    """The game's name for the deadline, as in `Prompt.clock`. Several prompts can share it."""
    least: float = 0.0
    """The minimum number of seconds that people have left to answer after an outage of the bot."""


class Reminder(_Timer, frozen=True, gc=False, tag="reminder"):
    """A timer that reminds the people who have not answered, when half of their time is over.

    The bot then mentions them in a message.
    """

    clock: str
    """The name of the deadline whose half time it is."""


class Call(_Timer, frozen=True, gc=False, tag="call"):
    """A timer that posts a new board, the table's public message, to mention one person.

    That person has not answered. The timer is removed if the person clicks before it fires.
    """

    decision: int
    seat: Seat


class Skip(_Timer, frozen=True, gc=False, tag="skip"):
    """A timer that lets the computer play a turn for a silent person.

    Somebody else at the table has asked for it. The timer is removed if the person clicks before.
    """

    decision: int
    seat: Seat
    least: float = 0.0
    """The minimum number of seconds that the person has left to click after an outage."""


class ComputerTurn(_Timer, frozen=True, gc=False, tag="computer"):
    """A timer that lets the computer answer a decision for a seat."""

    decision: int
    seat: Seat
    pause: int = 0
    """The pause before this move that the game sets for the player's level, in milliseconds.

    0 means the bot's usual pause for all computer players. If the pause changes, a new timer
    starts.
    """


class PauseEnd(_Timer, frozen=True, gc=False, tag="elapse"):
    """A timer that ends a pause of the game, in which people can read and nobody is asked."""

    decision: int


class IdleCheck(_Timer, frozen=True, gc=False, tag="idle"):
    """A timer that closes a table on which nobody has clicked for a long time.

    With `what` as "notice", it only warns the players before that.
    """

    what: Literal["notice", "close"]


class RecordSaving(_Timer, frozen=True, gc=False, tag="keep"):
    """A timer that stores the record of a finished game, which is used for replays and ratings."""


class TableDeletion(_Timer, frozen=True, gc=False, tag="forget"):
    """A timer that deletes a table from the database some time after its end."""


Timer = (
    Deadline
    | Reminder
    | Call
    | Skip
    | ComputerTurn
    | PauseEnd
    | IdleCheck
    | RecordSaving
    | TableDeletion
)
"""Any timer of a table: something that the table does by itself at a certain time.

Each timer is stored as a row of the database's table `due`.
"""
TIMER_KINDS: tuple[type[Timer], ...] = (
    Deadline,
    Reminder,
    Call,
    Skip,
    ComputerTurn,
    PauseEnd,
    IdleCheck,
    RecordSaving,
    TableDeletion,
)
"""All types of timers."""
DEADLINE_KINDS: tuple[type[Deadline | Skip], ...] = (Deadline, Skip)
"""The types of timers that the board shows, and that leave people some time after an outage."""
UNPAUSED_TIMER_KINDS: tuple[type[Timer], ...] = (IdleCheck, RecordSaving, TableDeletion)
"""The types of timers that fire even while the table is paused. All other timers wait."""
SeatDecision = tuple[int, Seat]
"""The number of a decision, and the number of the seat that has to answer it.

The seat is -1 for a pause of the game, in which nobody is asked anything.
"""


def kind_of(row: type[Struct]) -> str:
    """Return the name under which a type of timer is stored in the database, such as "deadline"."""
    return str(row.__struct_config__.tag)


def seat_decision(question: Prompt | Call | Skip) -> SeatDecision:
    """Return the number of the decision that the question is about, and the number of its seat.

    The seat is -1 for a pause of the game, in which nobody is asked anything.
    """
    return question.decision, -1 if question.seat is None else question.seat


Phase = Literal["lobby", "playing", "aside", "over", "closed"]
"""The phase of a table's life, as it is stored and named in texts.

"lobby": people take seats. "playing": a game is running. "aside": the running game was put aside,
so that its channel is free (`Match.phase`). "over": the game was played to its end. "closed":
the table was closed before that.
"""
OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")
"""The phases of tables that take their channel's only place, so that no other one can open."""
Pause = Literal["", "away", "channel"]
"""The reason why a table is paused, so that no deadline runs out.

"": it is not paused. "away": all its people are away. "channel": the bot cannot reach its channel.
"""

MAX_PUBLIC_NEWS = 9
"""The maximum number of events for everybody that a table keeps. Older ones are dropped."""
MAX_NEWS = 32
"""The maximum number of events that a table keeps, including those for one player only.

Older ones are dropped. They are used to tell each person what happened since their last answer.
"""


class Player(Struct, frozen=True, gc=False):
    """A person or computer player at a table.

    Players are stored in the order of their seats: `Table.players[0]` sits on seat 0.
    """

    name: str
    """The person's display name, at most 32 characters long, or the name of a computer player."""
    user: int | None
    """Discord's user id of the person.

    None means that a computer plays, or nobody (`is_vacant`).
    """
    level: str = ""
    """How well the computer player plays, as one of the game's levels. It is "" for a person."""
    confirmed: bool = True
    """Whether the person has taken the seat.

    False means that a rematch keeps the seat for this person until they confirm.
    """
    misses: int = 0
    """The number of deadlines that the person has missed in a row."""
    away: bool = False
    """Whether the person is away, so that the computer plays the seat until their next click."""
    overdue: str = ""
    """The name of the deadline that the person has missed, or "" if there is none.

    The computer answers for the person in all questions that have this deadline.
    """
    clicked_at: float = 0.0
    """The time of the person's last click at this table, in seconds since 1970."""
    asked: int | None = None
    """The number of the last decision that the person was asked for.

    After a press on "Continue", it is the decision of the pause that the person has seen enough of.
    None means that there was none.
    """
    asked_at: float = 0.0
    """The time at which the person was asked last, in seconds since 1970.

    After an outage or pause, it is moved by the length of that, in the same way as deadlines.
    """
    acted: int = 0
    """The number of the step in which the person last answered or came back to the game.

    It is 0 if the person has done neither since the start of the game.
    """
    renewed: str = ""
    """The name of the deadline that last started again because the person came back to the table.

    It is stored so that the same deadline does not start again a second time.
    """
    rank: int = 0
    """The player's place in a finished game, where 1 is the winner's.

    It is 0 until then.

    If the game was ended early, it is the place at that time.
    """
    points: int = 0
    """The player's points in a finished game.

    They are 0 until then.

    If the game was ended early, these are the points at that time.
    """
    letter: int | None = None
    """The letter that distinguishes the player in texts, as a number where 0 is A.

    It is set at the start of the game. None means that the letter follows from the seat's number.
    """
    agreed_step: int | None = None
    """The number of the game's step at which the person agreed to the table's open request.

    None means that they have not (`bot.domain.consent`).
    """
    joined_step: int = 0
    """The number of the game's step after which the person took over a computer's seat.

    It is 0 for all who have played since the deal.
    """

    @property
    def is_vacant(self) -> bool:
        """Tell whether nobody plays on this seat any more.

        That is so if its player left and the game does not let a computer play on.
        """
        return self.user is None and not self.level

    def is_overdue_for(self, prompt: Prompt) -> bool:
        """Tell whether the player's time to answer this question is up."""
        return bool(self.overdue) and self.overdue == prompt.turn_clock

    def is_answered_for(self, prompt: Prompt) -> bool:
        """Tell whether the computer answers this question for the player.

        It does for computer players, for people who are away, and for people whose time is up. It
        changes no answer that somebody has given.
        """
        if prompt.has_answered:
            return False
        return self.user is None or self.away or self.is_overdue_for(prompt)


class TableEvent(Struct, frozen=True, gc=False):
    """An event of a table, with the number of the game's step in which it happened."""

    step: int
    event: EventRecord


class Leaver(Struct, frozen=True, gc=False):
    """A person who left a game while it was running."""

    user: int
    name: str
    seat: Seat | None = None
    """The seat that a computer plays for the person until they come back.

    None means that the person cannot come back.
    """
    joined_step: int = 0
    """The step after which the person had taken over a computer's seat, as in `Player`."""


class Applicant(Struct, frozen=True, gc=False):
    """A person who asks for a computer's seat in a running game, or may not ask for one."""

    user: int
    name: str
    status: Literal["asks", "refused", "removed"] = "asks"
    """Whether the person asks, or the table did not let them in.

    "removed" means that the host removed them from the lobby.
    """


class Person(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person whom the host removed from a lobby, or who only watches a game and guesses."""

    user: int
    name: str
    winner: Seat | None = None
    """The seat that the person expects to win. None means that the person has not guessed.

    In a game with teams, it is the index of a team in `GamePackage.teams`.
    """
    has_changed_mind: bool = False
    """Whether the person has guessed the winner a second time, which is the last time."""
    prediction: str = ""
    """The person's newest answer to a question of the game (`Prediction`), or "" for none."""
    decision: int = 0
    """The number of the decision that the prediction is about."""
    right_predictions: int = 0
    """The number of predictions in this game that came true."""
    outcome: Literal["", "right", "wrong", "lapsed"] = ""
    """What became of the prediction, until the person is asked the next question but one.

    "lapsed" means that the game has gone on without an answer. "" means that it is still open, or
    too old to be told.
    """


class Board(Struct, frozen=True, gc=False):
    """The state of a table's board, its public message: what it shows, and what has to change."""

    message: int | None = None
    """Discord's id of the message. None means that the board has not been posted."""
    shown: int = 0
    """The version of the table that the message shows.

    If the table has a higher version, the message has to be updated.
    """
    mentions: tuple[int, ...] = ()
    """The ids of the users whom the message mentions."""
    wanted: int = 0
    """The version of the table that asked for a new message at the end of the channel.

    It is 0 if no version has asked, or if the message was posted since.
    """
    calls: tuple[SeatDecision, ...] = ()
    """The players whom the next new message mentions because they owe an answer.

    Each is given as the decision's number and the player's seat.
    """
    replaced: tuple[int, ...] = ()
    """The ids of older messages that a new one replaced, and that the bot still has to delete."""

    def without_replaced(self, deleted_messages: Collection[int]) -> "Board":
        """Return the board without those replaced messages that have been deleted.

        Args:
            deleted_messages: The ids of messages that do not exist any more.
        """
        left = tuple(message for message in self.replaced if message not in deleted_messages)
        return replace(self, replaced=left)

    @property
    def should_move(self) -> bool:
        """Tell whether the bot should post a new message at the end of the channel.

        True from the request (`request_move`) until the message shows the version that made the
        request, or a newer one.
        """
        return self.wanted > self.shown

    def request_move(self, version: int, calls: tuple[SeatDecision, ...]) -> "Board":
        """Return the board with a request to post a new message at the end of the channel.

        Args:
            version: The version of the table that makes the request.
            calls: The players whom the new message mentions, as decisions and seats. Those of an
                earlier open request are kept.
        """
        earlier = self.calls if self.should_move else ()
        together = tuple(dict.fromkeys((*earlier, *calls)))
        return replace(self, wanted=version, calls=together)

    def show_version(
        self, message: int, version: int, mentions: tuple[int, ...], moved_version: int
    ) -> "Board":
        """Return the board as it is after Discord has accepted a message that shows the table.

        Args:
            message: The id of that message. If it differs from the former one, the former one is
                noted for deletion.
            version: The version of the table that the message shows.
            mentions: The ids of the users whom the message mentions.
            moved_version: Requests for a new message by this version or earlier ones are done.
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
    """Base class of tables: the fields that a table has in all phases of its life."""

    game: str
    guild: int
    channel: int
    """The channel's id.

    A lesson, which has no channel, has the negative number from `lesson_channel`.
    """
    language: str
    clock: str
    """The time limit for each turn in minutes: "none", "1", "3", "10", "60" or "1440".

    A time that the game sets is in seconds, such as "45s".
    """
    opened_at: float
    clicked_at: float
    """The time of the last click of anybody who has a seat, in seconds since 1970."""
    id: int = 0
    """The table's id, which the database assigns at the first commit. It is 0 before."""
    version: int = 0
    """The number of times that this table was committed to the database.

    It prevents lost updates: a commit fails if the number in the database has changed since the
    read.
    """
    paused: Pause = ""
    """The reason why the table is paused, or "" if it is not."""
    paused_at: float = 0.0
    text_only: bool = False
    is_language_chosen: bool = False
    """Whether the host chose the language, so that a table opened from this one keeps it.

    Otherwise a table has the language of the person who opens it.
    """
    pace: str = "normal"
    """How fast computer players move: "slow", "normal" or "fast"."""
    options: tuple[tuple[str, str], ...] = ()
    """The choices for the game's own options, as pairs of an option's name and a choice."""
    host: int | None = None
    """The user id of the host, who chooses the options. None means that no person is left."""
    players: tuple[Player, ...] = ()
    step: int = 0
    """The number of actions since the start of the game, such as moves.

    It is 0 before the first action.
    """
    public_events: tuple[EventRecord, ...] = ()
    """The newest events that everybody may see, the newest last, at most `MAX_PUBLIC_NEWS`."""
    recent: tuple[TableEvent, ...] = ()
    """The newest events, including those for one player only.

    The newest is last, at most `MAX_NEWS`.

    They are used to tell each person what happened since their last answer. Events are dropped once
    all people have answered after them.
    """
    timers: tuple[Timer, ...] = ()
    board: Board = Board()
    """The state of the table's public message. A lesson never shows it."""

    @property
    def is_lesson(self) -> bool:
        """Tell whether this table is a lesson, at which one person learns the game.

        A lesson has no public message and no result.
        """
        return self.channel < 0

    @property
    def board_is_behind(self) -> bool:
        """Tell whether the table's public message shows an older version and can be updated.

        It cannot be updated while the bot has no access to the channel. A lesson has no such
        message.
        """
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

    def add_events(self, events: tuple[EventRecord, ...]) -> Self:
        """Return the table with these events added as its newest ones.

        The oldest events are dropped if there are too many.
        """
        public = tuple(event for event in events if event.to is None)
        newest = (TableEvent(self.step, event) for event in events)
        return replace(
            self,
            public_events=(*self.public_events, *public)[-MAX_PUBLIC_NEWS:],
            recent=recent_events((*self.recent, *newest), self.players, self.step),
        )

    def _in_all_phases(self) -> dict[str, Any]:
        """Return the names and values of the fields that a table keeps when its phase changes."""
        return {name: value for name, value in asdict(self).items() if name in _SHARED_FIELDS}


_SHARED_FIELDS = frozenset(_Table.__struct_fields__)


class Lobby(_Table, frozen=True, gc=False, kw_only=True):
    """A table whose game has not started: people take seats, and the host chooses options."""

    removed: tuple[Person, ...] = ()
    """The people whom the host removed from this lobby.

    They can join again only if the host allows it.
    """

    phase: ClassVar[Phase] = "lobby"

    def begin(
        self, game: Game[Any, Any], state: Struct, seed: bytes, players: tuple[Player, ...]
    ) -> "Match":
        """Return the same table with its game started.

        Args:
            game: The rules of the game.
            state: The state of the game right after the deal.
            seed: The 32 secret bytes from which all random draws of the game follow.
            players: The players in the order of their seats.
        """
        match = Match(
            **self._in_all_phases(),
            state=state,
            seed=seed,
            dealt=encode(state),
            rules=game.rules,
            applicants=tuple(Applicant(each.user, each.name, "removed") for each in self.removed),
        )
        return replace(match, players=players).in_state(state, game).limit_guesses(game)

    def close(self) -> "Finished":
        """Return the same table as closed without a game."""
        return Finished(**self._in_all_phases())


NO_GUESS_LIMIT = 1_000_000
"""A number of steps that no game reaches: the winner of such a game may be guessed to its end."""


class Match(_Table, frozen=True, gc=False, kw_only=True):
    """A table with a running game. `in_state` sets its state and the open decisions together."""

    state: Struct | Raw
    """The game's state. It stays undecoded JSON while the game's package is not installed."""
    seed: bytes
    """32 secret random bytes, from which all random draws of the game follow.

    They are published after the game, so that people can check that the deal was fair.
    """
    dealt: bytes
    """The state of the game right after the deal, as JSON.

    After the game, it is compared with a new deal from the seed, to show that the deal was fair.
    """
    prompts: tuple[Prompt, ...] = ()
    """The decisions that the game is waiting for.

    They follow from `state`, so they are not stored.
    """
    rules: int = 1
    """The version number of the game's rules at the deal (`Game.rules`)."""
    leavers: tuple[Leaver, ...] = ()
    """The people who left the game and have not come back, in the order of leaving."""
    guessers: tuple[Person, ...] = ()
    """The people who have guessed something about the game without playing it."""
    applicants: tuple[Applicant, ...] = ()
    """The person who asks for a computer's seat, and those who may not ask in this game."""
    guess_limit: int = 0
    """The number of the step from which on nobody may guess the winner any more.

    It follows from the options, so it is not stored.
    """
    phase: Literal["playing", "aside"] = "playing"
    """Whether the game was put aside, so that another table can be open in its channel.

    It is then paused until one of its people presses something while the channel is free.
    """

    def prompt_of(self, seat: Seat | None) -> Prompt | None:
        """Return the decision that a seat is asked for now, or None if it is asked nothing."""
        if seat is None:
            return None
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    def waiting(self) -> tuple[Prompt, ...]:
        """Return the open decisions that people have to answer themselves.

        Decisions that the computer answers are left out, for example for people who are away. So
        are those in which a person may only change an answer.
        """
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
        """Whether the game asks nobody anything, and waits only for the end of a pause."""
        return len(self.prompts) == 1 and self.prompts[0].seat is None

    @property
    def takes_guesses(self) -> bool:
        """Whether people who watch may still guess who wins."""
        return self.step < self.guess_limit

    def limit_guesses(self, game: Game[Any, Any]) -> "Match":
        """Return the table with the step at which guesses of the winner end.

        That is after half of the game's usual number of steps.
        """
        options = game.complete_options(dict(self.options), len(self.players))
        usual = game.typical_length(len(self.players), options)
        return replace(self, guess_limit=usual // 2 or NO_GUESS_LIMIT)

    def complete(self) -> "Finished":
        """Return the finished table of a game that was played to its end."""
        return replace(self.close(), is_complete=True)

    def close(self) -> "Finished":
        """Return the finished table of a game that stops before its end."""
        return Finished(
            **self._in_all_phases(),
            state=self.state,
            seed=self.seed,
            dealt=self.dealt,
            rules=self.rules,
            leavers=self.leavers,
            guessers=self.guessers,
        )


class Finished(_Table, frozen=True, gc=False, kw_only=True):
    """A table at which nothing more happens: its game is over, or it was closed early."""

    is_complete: bool = False
    """Whether the game was played to its end.

    False means that the table was closed early, possibly before its game started.
    """
    state: Struct | Raw | None = None
    """The game's last state, as in `Match`. None means that no game had started."""
    seed: bytes = b""
    """The game's secret seed, as in `Match`. It is b"" if no game had started."""
    dealt: bytes = b""
    rules: int = 1
    leavers: tuple[Leaver, ...] = ()
    ended_at: float = 0.0
    ended_by: int | None = None
    """The user id of the person who ended the running game early. None means that nobody did."""
    guessers: tuple[Person, ...] = ()
    """The people who had guessed something about the game, as in `Match`."""

    @property
    def has_result(self) -> bool:
        """Tell whether the players have places.

        They do if the game was played to its end, or if a person ended it early.
        """
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
    """Return the events that somebody at the table may have missed, at most `MAX_NEWS`.

    These are the events since the step in which the person who has been inactive the longest last
    answered. Without people, they are the events of the present step, `step`, as a person who comes
    back sees those.
    """
    since = min((player.acted for player in players if player.user), default=step)
    return tuple(each for each in table_events[-MAX_NEWS:] if each.step >= since)


def lesson_channel(user: int) -> int:
    """Return the negative number that is stored as the channel of a person's lesson.

    Real channel ids are positive, so a search by channel never finds a lesson.
    """
    return -user


T = TypeVar("T", bound=_Table)


class Commit(Struct, frozen=True, gc=False):
    """Everything that one change of a table writes to the database in one transaction."""

    table: Table
    """The changed table, still with the version number that it had before the change.

    The commit fails if the stored table has another version by now.
    """
    at: float
    """The time of the change, in seconds since 1970."""
    actions: tuple[ActionRecord, ...] = ()
    """The actions of the game in this change, such as moves.

    Their steps are numbered from `table.step - len(actions) + 1`.
    """
    events: tuple[EventRecord, ...] = ()
    interaction_id: int | None = None
    """Discord's id of the click or command that caused the change. None means that none did."""
    transcript_step: bytes = b""
    """How this step changed what everybody could see, as JSON from `bot.domain.game_records`.

    It is b"" if the change is no step of a game, or a step of a lesson.
    """
    writes_board: bool = False
    """Whether the state of the board (`table.board`) is written as well."""
    max_hosted_tables: int | None = None
    """How many open tables the host of a new table may have, as in `Change`."""


class BoardUpdate(Struct, frozen=True, gc=False):
    """A new state of a table's board, its public message, to write to the database.

    The table's version stays the same and is not checked.
    """

    table: int
    board: Board


PAUSE_FACTORS_BY_PACE = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""Maps the pace that the host chose to a factor for the pause before a computer player's move.

Pauses that the rules of a game set stay as they are.
"""

MIN_SECONDS_LEFT, MIN_SECONDS_LEFT_OF_LONG_CLOCKS = 20.0, 60.0
"""The minimum number of seconds that people have left to answer after an outage of the bot.

The second value is for deadlines of `LONG_CLOCK_SECONDS` or more.
"""
LONG_CLOCK_SECONDS = 120.0
"""The minimum length in seconds of a deadline that counts as long.

Long deadlines leave people more time after an outage of the bot.
"""


def find_timer(table: Table, row: Timer) -> Timer | None:
    """Return the table's timer that equals `row` apart from its time, or None if there is none."""
    return next((due for due in table.timers if due.is_for_the_same_as(row)), None)


def clock_end(table: Table, clock: str) -> float | None:
    """Return the time at which a deadline of the table ends, or None if it has no such deadline.

    Args:
        table: The table as it is now.
        clock: The name of the deadline, as in `Prompt.clock`.
    """
    rows = (due for due in table.timers if isinstance(due, Deadline) and due.clock == clock)
    return next((due.at for due in rows), None)


def next_timer(table: Table) -> Timer | None:
    """Return the table's timer that fires first, or None if no timer can fire.

    At a paused table, only timers of `UNPAUSED_TIMER_KINDS` can fire.
    """
    runs = (
        due for due in table.timers if not table.paused or isinstance(due, UNPAUSED_TIMER_KINDS)
    )
    return min(runs, key=lambda due: (due.at, due.kind), default=None)


def remove_timer(table: T, row: Timer) -> T:
    """Return the table without one of its timers.

    Args:
        table: The table as it is now.
        row: The timer to remove. Its time is ignored.
    """
    return replace(
        table, timers=tuple(due for due in table.timers if not due.is_for_the_same_as(row))
    )


def postpone_timer(table: T, row: Timer, at: float) -> T:
    """Return the table with a new time for one of its timers.

    Args:
        table: The table as it is now.
        row: The timer. Its present time is ignored.
        at: The new time, in seconds since 1970.
    """
    return replace(table, timers=(*remove_timer(table, row).timers, row.until(at)))


def make_deadline(clock: str, seconds: float, starts_at: float) -> Deadline:
    """Return a deadline that ends a number of seconds after its start.

    After an outage of the bot, people get a minimum of time even if less was left: 20 s, or 60 s
    for a deadline of two minutes or more.

    Args:
        clock: The name of the deadline, as in `Prompt.clock`.
        seconds: The length of the deadline in seconds.
        starts_at: The time at which it starts, in seconds since 1970.
    """
    least = MIN_SECONDS_LEFT_OF_LONG_CLOCKS if seconds >= LONG_CLOCK_SECONDS else MIN_SECONDS_LEFT
    return Deadline(clock, least, at=starts_at + seconds)


def clock_seconds(clock: str) -> float | None:
    """Convert the table's option for the time limit of a turn to seconds.

    Args:
        clock: A value of `Table.clock`, such as "10" for ten minutes or "45s" for 45 seconds.

    Returns:
        The number of seconds, or None if turns have no time limit.
    """
    if clock == "none":
        return None
    return float(clock[:-1]) if clock.endswith("s") else float(clock) * 60
