"""The contract between a game's rules and the rest of the bot.

A game is pure. It knows nothing of Discord, clocks, disks or global randomness. It receives a state
and an action. It returns the next state and the events of this step.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Generic, Protocol, TypeVar, get_type_hints

from msgspec import Struct
from msgspec.json import decode

from bot.engine.events import Event, EventRecord, Notice, Seat, from_records, to_record
from bot.engine.moves import Move, format_paths, parse_move


class Prompt(Struct, frozen=True, gc=False):
    """A decision that the game waits for."""

    decision: int
    """The decision's number.

    All seats that are asked together share it. Another seat's answer never changes it.
    """
    seat: Seat | None
    """The seat that is asked.

    None: the table's own pause, for pacing or late hands. `Elapse` ends it.
    """
    kind: str
    """The kind of screen that the prompt needs, such as "cat", "guess", "slap"."""
    clock: str = ""
    """The name of the deadline for this prompt, such as "turn:12".

    One deadline runs as long as `prompts` contains this name. "": there is no deadline. Then nobody
    has to answer, or the table's own pause ends the prompt.
    """
    seconds: float | None = None
    """The length of that deadline, or of the table's own pause, in seconds.

    None: a deadline has the length of the table's `clock` option, and a pause ends at once.

    A prompt with a length of its own, as in a race, calls nobody who does not click. The table's
    own pause can become shorter while it runs. It then ends this many seconds after the change, but
    never later than planned before.
    """
    think_seconds: tuple[float, ...] = ()
    """The seconds that a computer player waits before it answers, by `Game.levels`.

    (): it waits for the table's own pause. That pause also holds where the computer answers for an
    absent person. If the value for its level changes, a waiting computer player starts its pause
    again.
    """
    min_think_seconds: float = 0.0
    """The minimum number of seconds that any computer player waits.

    The rules accept no answer before that.
    """
    irrevocable: bool = False
    """True: a wrong answer has a cost, and no answer can be taken back.

    A press right after the message changed is then ignored, because it cannot have been meant for
    this prompt.
    """
    turn: str = ""
    """The clock with which the turn of this decision began, if the decision has a clock of its own.

    If one of these clocks runs out, the computer plays the whole turn. It stops when the person
    answers any decision of the turn.
    """
    timeout_message: str = ""
    """The last part of the key of the message that is shown when the clock runs out.

    The game has the messages `table-time-out-<timeout_message>` and
    `news-table-time-out-<timeout_message>`. The second one is for the person whose clock ran out.
    "": a shared message says that the computer plays the turn.
    """

    @property
    def turn_clock(self) -> str:
        """The clock with which this turn began, "" for none."""
        return self.turn or self.clock


class Act(Struct, frozen=True, gc=False):
    """An action in which a seat answers the decision that it was asked for."""

    seat: Seat
    decision: int
    move: Move
    at: int
    """Discord's id of the interaction, which contains its time.

    The id of a computer's answer is made from the time at which the answer was due.
    """


class ActRecord(Struct, frozen=True, gc=False, tag="Act"):
    """An `Act` in the form in which it is stored."""

    seat: Seat
    decision: int
    move: str
    """The move's path, such as "guess/2/14"."""
    at: int
    """See `Act.at`."""


class Elapse(Struct, frozen=True, gc=False, tag=True):
    """An action that ends the table's own pause."""

    decision: int


class Leave(Struct, frozen=True, gc=False, tag=True):
    """An action in which a seat leaves for good.

    `Game.apply` raises `Stale` for it where `Game.computer_may_take` is True.
    """

    seat: Seat


Action = Act | Elapse | Leave
"""An action that changes a game."""
ActionRecord = ActRecord | Elapse | Leave
"""An action in the form in which it is stored."""


class StepRecord(Struct, frozen=True, gc=False):
    """A step of a game in the form in which it was stored."""

    step: int
    """The number of the step; 0 is the deal."""
    at: float
    """The time of the step, in seconds since 1970."""
    action: ActionRecord | None
    """The action of the step. None: the deal, or something that happened at the table."""
    events: tuple[EventRecord, ...]
    """The events of the step. The names of the table's own events begin with "table-"."""


class LogEntry(Struct, frozen=True, gc=False):
    """A step of a game in the form in which the game reads it."""

    step: int
    """The number of the step; 0 is the deal."""
    at: float
    """The time of the step, in seconds since 1970."""
    action: Action | None
    """The action of the step. None: the deal, or something that happened at the table."""
    notices: tuple[Notice, ...]
    """The game's events, each with the seats that could see it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events without their recipients."""
        return tuple(notice.event for notice in self.notices)


class Place(Struct, frozen=True, gc=False):
    """The place that a seat reached. Seats with equal ranks share a place."""

    seat: Seat
    rank: int
    """1 is the winner's rank."""
    points: int


class Option(Struct, frozen=True, gc=False):
    """A choice that the host makes before the game. The first choice is the default."""

    name: str
    choices: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """The parts that the host can pick instead of one of `choices`."""
    picks: int = 0
    """The exact number of `parts` to pick.

    The picked parts form a choice: they are joined with "." in the order of `parts`.
    """
    always_named: bool = False
    """True: the lobby names the choice even if it is the default."""

    def normalise_choice(self, choice: str) -> str | None:
        """Return the choice with its parts in order, or None if the option has no such choice."""
        if choice in self.choices:
            return choice
        picked = choice.split(".")
        parts = [part for part in self.parts if part in picked]
        return ".".join(parts) if len(parts) == len(picked) == self.picks else None


class Lesson(Struct, frozen=True, gc=False):
    """A first game that teaches the rules to one person.

    The other players are computers, and the deal is always the same.
    """

    state: Struct
    """The state right after the deal."""
    notices: tuple[Notice, ...]
    seat: Seat
    """The person's seat. Computers play all other seats."""
    seats: int = 2


class Stale(Exception):
    """The decision is not open for this seat, or not any more."""


class IllegalMove(Exception):
    """The move is not among `Game.legal_moves`."""

    def __init__(self, key: str = "illegal-move", **values: int | str) -> None:
        """Keep the catalogue `key` and its arguments for the sentence that explains the error."""
        super().__init__(key)
        self.key = key
        self.values = values


class Chance(Protocol):
    """The random draws of one step, made from the table's secret seed and the step's number."""

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1, each equally likely."""
        ...

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order, each order equally likely."""
        ...


S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=Struct)
T = TypeVar("T")
C = TypeVar("C")


class Game(ABC, Generic[S, V]):
    """The rules of one game. States and views are frozen structs of tuples, integers and strings.

    Every game defines the abstract members. A class can define the first four as attributes, such
    as `seats = range(2, 5)`. All other members have a default.

    The bot stores and shows paths and records. The `read_...` methods, `legal_paths`, `begin` and
    `step` convert between these and the game's own types.
    """

    @property
    @abstractmethod
    def seats(self) -> Sequence[int]:
        """The numbers of players with which the game works, in ascending order.

        Such as `range(2, 5)`, or (2, 4, 6) if there are gaps.
        """
        ...

    @property
    @abstractmethod
    def state(self) -> type[S]:
        """The type of a state."""
        ...

    @property
    @abstractmethod
    def move_types(self) -> Sequence[type[Move]]:
        """All types of moves. If a tag begins like another one, the longer tag comes first."""
        ...

    @property
    @abstractmethod
    def event_types(self) -> Sequence[type[Event]]:
        """All types of events."""
        ...

    options: tuple[Option, ...] = ()
    """The choices that the host makes before the game."""
    levels: tuple[str, ...] = ("computer",)
    """The levels of the game's computer players, weakest first. A single level is never named."""
    level_win_rates: Mapping[int, tuple[float, ...]] = {}
    """How often each level except the weakest wins, by number of players.

    A rate is the share of games that one computer player of this level wins. All others are of the
    next weaker level. The game's arena measures it.

    If a number of players was not measured, the next smaller number counts, else the next larger
    one. {}: nothing was measured.
    """
    awards: tuple[str, ...] = ()
    """The names of the awards that players can earn. Each has a message `award-<name>`."""
    fast_levels: tuple[str, ...] = ()
    """The levels that choose a move within 5 ms of processor time, maybe including "absent".

    All other levels, and all levels of packages, run in a separate process. There they delay no
    press. `python -m benchmarks.rules` measures the times.
    """
    max_actions: int = 2_000
    """The number of actions after which every game has ended, whoever plays it and however.

    To find it, play the slowest possible game once, such as one in which each bid is the lowest.
    """
    rules: int = 1
    """The version number of these rules, from 1 on.

    A table is stored with the version by which it was dealt. Increase it whenever the same seed
    would deal a different game.
    """
    clock: str = "clock"
    """The last part of the key of the message that explains the table's clock in the lobby.

    The key is "option-<clock>". By default that is the shared message for a time limit for each
    turn.
    """

    @property
    def defaults(self) -> dict[str, str]:
        """The first choice of each option, by the option's name."""
        return {option.name: option.choices[0] for option in self.options}

    def load_state(self, stored: bytes) -> S:
        """Read a stored state.

        A game whose schema has changed upgrades older states here.
        """
        return decode(stored, type=self.state)

    def load_view(self, stored: bytes) -> V:
        """Read a stored view.

        A game whose views have changed upgrades older views here. The default reads the type that
        `view` is annotated to return.
        """
        seen: type[V] = _resolve_view_type(type(self))
        return decode(stored, type=seen)

    @abstractmethod
    def deal(
        self, seats: int, options: Mapping[str, str], chance: Chance
    ) -> tuple[S, tuple[Notice, ...]]:
        """Set up the game for `seats` players. `options` has a choice for each option."""
        ...

    @abstractmethod
    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return the decisions that the game waits for.

        The result is empty when the game is over.
        """
        ...

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return every full move that is open to `seat` now.

        Buttons, computer players and checks all use this list. It must not reveal secrets of other
        seats. The list is empty if the seat is not asked.
        """
        ...

    @abstractmethod
    def apply(self, state: S, action: Action, chance: Chance) -> tuple[S, tuple[Notice, ...]]:
        """Apply one action, and return the next state and the notices of this step.

        Raises `Stale` if the decision is not open for that seat. Raises `IllegalMove` if the move
        is not among `legal_moves`.
        """
        ...

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """Return all that `viewer` may know.

        Hidden answers of others appear only as "has answered".
        """
        ...

    @abstractmethod
    def resample_hidden(self, state: S, viewer: Seat | None, rng: Random) -> S | None:
        """Return another state that looks the same to `viewer`, or None if nothing is hidden.

        Deal everything that is hidden from the viewer again. Every possible deal can come up. The
        view, the moves and the prompts must stay the same. Checks of secrecy compare all texts
        about the two states.
        """
        ...

    @abstractmethod
    def standings(self, state: S) -> tuple[Place, ...] | None:
        """Return every seat's place, best first, once the game is over. Return None before."""
        ...

    def interim_standings(self, state: S) -> tuple[Place, ...]:
        """Return every seat's present place, best first, computed from public information.

        The record of a game that is ended early keeps these places. (): the game has no such
        places.
        """
        return self.standings(state) or ()

    def computer_may_take(self, state: S) -> bool:
        """Tell whether a computer may take over a seat now.

        If not, `apply` accepts the seat's `Leave`.
        """
        return True

    def computers_fit(self, options: Mapping[str, str]) -> bool:
        """Tell whether computers can play with these options.

        `options` has a choice for each option.
        """
        return True

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        """Return the usual number of answers in a whole game, or 0 if it is not known.

        A game that ends with less than a third of them says nothing about how well people play.
        """
        return 0

    def earned_awards(
        self, log: Sequence[LogEntry], places: Sequence[Place]
    ) -> tuple[tuple[str, Seat], ...]:
        """Return which seat earned which of `awards` in a game played to its end, each pair once.

        `log` is the whole game, including hidden events. Other tables wait for the computation, so
        it may take at most 2 ms. Give no award for what luck alone or other players alone did.
        """
        return ()

    def choose_move(self, view: V, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose one of `moves` as a computer player of this level, which knows only `view`.

        The level "absent" plays for a person whose time ran out. The default plays the first move
        for the level "absent", and a random move otherwise.
        """
        return moves[0] if level == "absent" else rng.choice(moves)

    def lesson(self) -> Lesson | None:
        """Return the deal for the game's lesson, or None if it has no lesson.

        A game with a lesson explains itself on its private and final screens wherever
        `ScreenContext.lesson` is set.
        """
        return None

    def begin(
        self, seats: int, options: Mapping[str, str], chance: Chance
    ) -> tuple[S, tuple[EventRecord, ...]]:
        """Deal, and return the state and the events in the form in which they are stored."""
        state, notices = self.deal(seats, options, chance)
        return state, tuple([to_record(notice) for notice in notices])

    def legal_paths(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return the paths of all legal moves of a seat."""
        return format_paths(self.legal_moves(state, seat))

    def step(
        self, state: S, action: ActionRecord, chance: Chance
    ) -> tuple[S, tuple[EventRecord, ...]]:
        """Apply one stored action, and return the next state and the events as they are stored.

        Raises what `apply` raises. Raises `IllegalMove` for a path that is no move of this game.
        """
        after, notices = self.apply(state, self.read_action(action), chance)
        return after, tuple([to_record(notice) for notice in notices])

    def read_action(self, action: ActionRecord) -> Action:
        """Convert a stored action. Raises `IllegalMove` for a path that is no move of this game."""
        if not isinstance(action, ActRecord):
            return action
        return Act(action.seat, action.decision, self.read_move(action.move), action.at)

    def read_move(self, path: str) -> Move:
        """Return the move that has this path. Raises `IllegalMove` if there is none."""
        move = parse_move(tuple(self.move_types), path)
        if move is None:
            raise IllegalMove
        return move

    def read_events(self, records: Iterable[EventRecord]) -> tuple[Notice, ...]:
        """Return the game's own events among stored ones."""
        return from_records(self.event_types, records)

    def read_log(self, steps: Iterable[StepRecord]) -> tuple[LogEntry, ...]:
        """Convert stored steps to the form in which the game reads them."""
        return tuple(map(self.read_step, steps))

    def read_step(self, step: StepRecord) -> LogEntry:
        """Convert a stored step to the form in which the game reads it."""
        action = None if step.action is None else self.read_action(step.action)
        return LogEntry(step.step, step.at, action, self.read_events(step.events))


@cache
def _resolve_view_type(game: type[Game[Any, Any]]) -> Any:
    """Return the type that a game's `view` is annotated to return."""
    return get_type_hints(game.view)["return"]


Games = Mapping[str, Game[Any, Any]]
"""The rules of games, by the games' names in the database."""


def replace_at_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Return `items`, which are ordered by seat, with the item of one seat replaced."""
    exchanged = list(items)
    exchanged[seat] = item
    return tuple(exchanged)


def find_winners(places: Sequence[Place]) -> tuple[Seat, ...]:
    """Return the winners' seats in the order of the places."""
    return tuple(place.seat for place in places if place.rank == 1)


def give_awards(
    criteria: Mapping[str, Callable[[C, Seat], bool]], course: C, places: Sequence[Place]
) -> tuple[tuple[str, Seat], ...]:
    """Return a pair of award and seat for each award that a seat has earned.

    `criteria` has a function for each award's name. The function gets `course` and a seat, and
    tells whether that seat has earned the award.
    """
    seats = sorted(place.seat for place in places)
    return tuple(
        (name, seat)
        for name, has_earned in criteria.items()
        for seat in seats
        if has_earned(course, seat)
    )


def rank_seats(scores: Sequence[Any], points: Sequence[int]) -> tuple[Place, ...]:
    """Return every seat's place, best first. Equal scores share a rank, with the lower seat first.

    `scores` are comparable values by seat; the highest is the best. `points` are the numbers that
    people see.

    >>> [(place.seat, place.rank) for place in rank_seats((5, 7, 5), (5, 7, 5))]
    [(1, 1), (0, 2), (2, 2)]
    """
    best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
    return tuple(
        Place(seat, 1 + sum(other > scores[seat] for other in scores), points[seat])
        for seat in best_first
    )
