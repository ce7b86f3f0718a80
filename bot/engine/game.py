"""What a game is: the contract between a game's rules and everything else.

A game is pure. It knows nothing of Discord, clocks, disks or global randomness; it is handed a
state and an action and returns the next state with the events that tell what happened.
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
    """Shared by all who are asked together; another seat's answer never changes it."""
    seat: Seat | None
    """Who is asked. None: the table's own pause (pacing, late hands), ended by `Elapse`."""
    kind: str
    """The screen it needs, such as "cat", "guess", "slap"."""
    clock: str = ""
    """One deadline runs while this name is present in `prompts`, such as "turn:12". "": none does,
    because nobody has to answer, or the table's own pause ends what is asked."""
    seconds: float | None = None
    """How long that deadline is, or the table's own pause. None: the table's own `clock` option; a
    pause then ends at once.

    With a time of its own, as in a race, nobody is called who does not click. If the table's own
    pause becomes shorter while it runs, it ends so long from then on, but never later than it
    would have ended."""
    think_seconds: tuple[float, ...] = ()
    """Seconds that a computer player waits before it answers, for each of `Game.levels`; (): the
    table's own pause, which also holds where the computer answers for somebody who is absent.

    When its own one changes, a computer that waits begins its pause anew."""
    min_think_seconds: float = 0.0
    """Seconds that any computer waits at least, because the rules take no answer sooner."""
    irrevocable: bool = False
    """A wrong answer costs something, and none can be taken back: a press that comes too soon to be
    meant for it is not taken."""
    turn: str = ""
    """The clock with which the turn of this decision began, where it has one of its own: if one of
    them runs out, the computer plays the whole turn, until the person answers anything of it."""
    timeout_message: str = ""
    """What is told when the clock runs out, as the end of a message's name that the game has:
    `table-time-out-<timeout_message>`, and `news-` with it for the one whose clock it was. "": that
    the computer plays the turn."""

    @property
    def turn_clock(self) -> str:
        """The clock with which this turn began, "" for none."""
        return self.turn or self.clock


class Act(Struct, frozen=True, gc=False):
    """A seat answers the decision it was asked."""

    seat: Seat
    decision: int
    move: Move
    at: int
    """Discord's id of the click, which is its time; a computer's is made from its due time."""


class ActRecord(Struct, frozen=True, gc=False, tag="Act"):
    """An `Act` as it is stored."""

    seat: Seat
    decision: int
    move: str
    """The move's path, such as "guess/2/14"."""
    at: int
    """See `Act.at`."""


class Elapse(Struct, frozen=True, gc=False, tag=True):
    """The table's own pause is over."""

    decision: int


class Leave(Struct, frozen=True, gc=False, tag=True):
    """A seat leaves for good; `apply` raises `Stale` where `Game.computer_may_take` is True."""

    seat: Seat


Action = Act | Elapse | Leave
"""What changes a game."""
ActionRecord = ActRecord | Elapse | Leave
"""An action as it is stored."""


class StepRecord(Struct, frozen=True, gc=False):
    """A step of a game, as it was stored then."""

    step: int
    """0 is the deal."""
    at: float
    """When it was, in seconds since 1970."""
    action: ActionRecord | None
    """None: the deal, or something that happened at the table."""
    events: tuple[EventRecord, ...]
    """What happened; events of the table itself begin with "table-"."""


class LogEntry(Struct, frozen=True, gc=False):
    """A step of a game, as the game itself reads it."""

    step: int
    """0 is the deal."""
    at: float
    """When it was, in seconds since 1970."""
    action: Action | None
    """None: the deal, or something that happened at the table."""
    notices: tuple[Notice, ...]
    """The game's events, with whom they were for."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events alone."""
        return tuple(notice.event for notice in self.notices)


class Place(Struct, frozen=True, gc=False):
    """Where a seat finished; equal ranks share."""

    seat: Seat
    rank: int
    """1 is the winner's."""
    points: int


class Option(Struct, frozen=True, gc=False):
    """A choice that the host makes before the game; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """Instead of one of `choices`, some of these can be picked."""
    picks: int = 0
    """So many of `parts`, not more nor less. Joined with "." in their order they are a choice."""
    always_named: bool = False
    """True: the lobby names what is chosen even where that is the default."""

    def taken(self, choice: str) -> str | None:
        """Return the choice in its one form, picked parts in their order; None if it is none."""
        if choice in self.choices:
            return choice
        picked = choice.split(".")
        parts = [part for part in self.parts if part in picked]
        return ".".join(parts) if len(parts) == len(picked) == self.picks else None


class Lesson(Struct, frozen=True, gc=False):
    """A first game that teaches: one person and computers, from a deal that never changes."""

    state: Struct
    """Right after the deal."""
    notices: tuple[Notice, ...]
    seat: Seat
    """The person's seat; all others are computers'."""
    seats: int = 2


class Stale(Exception):
    """No such decision is open for this seat (any more)."""


class IllegalMove(Exception):
    """The move is not among `Game.legal_moves`."""

    def __init__(self, key: str = "illegal-move", **values: int | str) -> None:
        """Keep the catalogue `key` and its arguments for the sentence that explains it."""
        super().__init__(key)
        self.key = key
        self.values = values


class Chance(Protocol):
    """The draws of one step, made from the table's secret seed and the step's number."""

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1, each equally likely."""
        ...

    def shuffled(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order, each order equally likely."""
        ...


S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=Struct)
T = TypeVar("T")
C = TypeVar("C")


class Game(ABC, Generic[S, V]):
    """The rules of one game. States and views are frozen structs of tuples, integers, strings.

    What is abstract every game has to say, the first four as `seats = range(2, 5)` in its class;
    all else has a default. What the bot keeps and shows are paths and records: `read_...` methods,
    `legal_paths`, `begin` and `step` turn a game's own types into these, and back.
    """

    @property
    @abstractmethod
    def seats(self) -> Sequence[int]:
        """How many can play, in rising order: `range(2, 5)`, or (2, 4, 6) where there are gaps."""
        ...

    @property
    @abstractmethod
    def state(self) -> type[S]:
        """What a state is."""
        ...

    @property
    @abstractmethod
    def move_types(self) -> Sequence[type[Move]]:
        """All kinds of moves; where a tag begins like another one, the longer one comes first."""
        ...

    @property
    @abstractmethod
    def event_types(self) -> Sequence[type[Event]]:
        """All kinds of events."""
        ...

    options: tuple[Option, ...] = ()
    levels: tuple[str, ...] = ("computer",)
    """How well its computer players play, weakest first; a single one is never named."""
    level_win_rates: Mapping[int, tuple[float, ...]] = {}
    """By how many play: which share of the games each level but the weakest wins as the only one of
    its kind, against others of the next weaker level.

    As the game's arena measures it. Where so many were not measured, the next smaller number
    counts, else the next larger one; {}: nothing was measured."""
    awards: tuple[str, ...] = ()
    """Names of what players can be honoured for after a game; each has a message `award-<name>`."""
    fast_levels: tuple[str, ...] = ()
    """The levels that choose within 5 ms of a processor, "absent" among them where it does.

    All others, and all levels of packages, think in a process aside, where they keep no press
    waiting.
    `python -m benchmarks.rules` measures them."""
    max_actions: int = 2_000
    """Inputs after which a game has ended, whoever plays it and however: play the slowest one once,
    such as one in which each bid is the lowest."""
    rules: int = 1
    """The number of these rules, from 1 on; a table is stored with the one by which it was dealt.

    One more whenever the same seed would deal otherwise."""
    clock: str = "clock"
    """What the table's clock is for, as the end of the message's name that tells it in the lobby:
    "option-<clock>", the shared one for each turn unless the game has its own."""

    @property
    def defaults(self) -> dict[str, str]:
        """The first choice of each option: what a host plays who chooses nothing."""
        return {option.name: option.choices[0] for option in self.options}

    def load_state(self, stored: bytes) -> S:
        """Read a stored state; a game whose schema has changed upgrades older ones here."""
        return decode(stored, type=self.state)

    def load_view(self, stored: bytes) -> V:
        """Read a view that was kept; a game whose views have changed upgrades older ones here.

        Unless it says more, it is what `view` is annotated to return.
        """
        seen: type[V] = _resolve_view_type(type(self))
        return decode(stored, type=seen)

    @abstractmethod
    def deal(
        self, seats: int, options: Mapping[str, str], chance: Chance
    ) -> tuple[S, tuple[Notice, ...]]:
        """Set the game up for `seats` players, with a value for each of `options`."""
        ...

    @abstractmethod
    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return what the game waits for; empty when it is over."""
        ...

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return every full move open to `seat` now: for buttons, computers and checks alike.

        The list must not tell secrets of other seats. Empty if the seat is not asked.
        """
        ...

    @abstractmethod
    def apply(self, state: S, action: Action, chance: Chance) -> tuple[S, tuple[Notice, ...]]:
        """Apply one action and return the next state and what happened.

        Raises `Stale` if the decision is not open for that seat, `IllegalMove` if the move is
        not among `legal_moves`.
        """
        ...

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """Return all that `viewer` may know; of hidden answers only "has answered"."""
        ...

    @abstractmethod
    def resample_hidden(self, state: S, viewer: Seat | None, luck: Random) -> S | None:
        """Return another state that `viewer` cannot tell from this one; None: nothing is hidden.

        All that is hidden from them is dealt anew, each way that it can be: with the same view,
        moves and prompts. Checks of secrecy compare all that people are told of the two.
        """
        ...

    @abstractmethod
    def standings(self, state: S) -> tuple[Place, ...] | None:
        """Return every seat's place once the game is over, best first; None before."""
        ...

    def interim_standings(self, state: S) -> tuple[Place, ...]:
        """Return every seat's place as it stands now, best first, from what is public.

        That is what is kept of a game that is ended early. (): this game has no such places.
        """
        return self.standings(state) or ()

    def computer_may_take(self, state: S) -> bool:
        """Tell whether a computer may take over a seat now; else `apply` takes its `Leave`."""
        return True

    def computers_fit(self, options: Mapping[str, str]) -> bool:
        """Tell whether computers can play along with a value for each of `options`."""
        return True

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        """Return how many answers a whole game usually takes; 0: that is not known.

        One that ends with less than a third of them tells nothing about how well people play.
        """
        return 0

    def earned_awards(
        self, log: Sequence[LogEntry], places: Sequence[Place]
    ) -> tuple[tuple[str, Seat], ...]:
        """Return who earned which of `awards` in a game that was played to its end, each pair once.

        `log` is all of it, hidden things, too. It is reckoned while others wait for their moves:
        in 2 ms at most. Whatever luck or others did alone is no honour.
        """
        return ()

    def choose_move(self, view: V, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        """Choose one of `moves` as a computer of this level, from what `view` knows.

        Level "absent" is what is played for somebody whose time ran out. A game that leaves this
        out plays any move, and the first one for the absent.
        """
        return moves[0] if level == "absent" else rng.choice(moves)

    def lesson(self) -> Lesson | None:
        """Return the deal from which the game is taught; None: it has no lesson.

        A game that has one explains itself on its private and final screens wherever
        `ScreenContext.lesson` is set.
        """
        return None

    def begin(
        self, seats: int, options: Mapping[str, str], chance: Chance
    ) -> tuple[S, tuple[EventRecord, ...]]:
        """Deal, and return the events as they are stored."""
        state, notices = self.deal(seats, options, chance)
        return state, tuple([to_record(notice) for notice in notices])

    def legal_paths(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return the paths of all legal moves of a seat."""
        return format_paths(self.legal_moves(state, seat))

    def step(
        self, state: S, action: ActionRecord, chance: Chance
    ) -> tuple[S, tuple[EventRecord, ...]]:
        """Apply one stored action, and return the next state and the events as they are stored.

        Raises what `apply` raises.
        """
        after, notices = self.apply(state, self.read_action(action), chance)
        return after, tuple([to_record(notice) for notice in notices])

    def read_action(self, action: ActionRecord) -> Action:
        """Return a stored action. Raises `IllegalMove` for a path that is none of this game's."""
        if not isinstance(action, ActRecord):
            return action
        return Act(action.seat, action.decision, self.read_move(action.move), action.at)

    def read_move(self, path: str) -> Move:
        """Return the move that a path stands for. Raises `IllegalMove` if there is none."""
        move = parse_move(tuple(self.move_types), path)
        if move is None:
            raise IllegalMove
        return move

    def read_events(self, records: Iterable[EventRecord]) -> tuple[Notice, ...]:
        """Return the game's own events among stored ones."""
        return from_records(self.event_types, records)

    def read_log(self, steps: Iterable[StepRecord]) -> tuple[LogEntry, ...]:
        """Return stored steps as the game reads them."""
        return tuple(map(self.read_step, steps))

    def read_step(self, step: StepRecord) -> LogEntry:
        """Return a stored step as the game reads it."""
        action = None if step.action is None else self.read_action(step.action)
        return LogEntry(step.step, step.at, action, self.read_events(step.events))


@cache
def _resolve_view_type(game: type[Game[Any, Any]]) -> Any:
    """Return what a game's `view` is annotated to return."""
    return get_type_hints(game.view)["return"]


Games = Mapping[str, Game[Any, Any]]
"""The rules of games, by the games' names in the database."""


def replace_at_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Return what each seat has, by seat, with that of one seat exchanged."""
    exchanged = list(items)
    exchanged[seat] = item
    return tuple(exchanged)


def find_winners(places: Sequence[Place]) -> tuple[Seat, ...]:
    """Return who won, in the order of the places."""
    return tuple(place.seat for place in places if place.rank == 1)


def give_awards(
    earns: Mapping[str, Callable[[C, Seat], bool]], course: C, places: Sequence[Place]
) -> tuple[tuple[str, Seat], ...]:
    """Return which seat earned which award, as a function tells for each of them by its name.

    `course` is what these functions read a game from.
    """
    seats = sorted(place.seat for place in places)
    return tuple(
        (name, seat)
        for name, has_earned in earns.items()
        for seat in seats
        if has_earned(course, seat)
    )


def rank_seats(scores: Sequence[Any], points: Sequence[int]) -> tuple[Place, ...]:
    """Return every seat's place, the best first: equal scores share a rank, the lower seat first.

    `scores` are comparable and by seat, the highest is best; `points` are what is shown.

    >>> [(place.seat, place.rank) for place in rank_seats((5, 7, 5), (5, 7, 5))]
    [(1, 1), (0, 2), (2, 2)]
    """
    best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
    return tuple(
        Place(seat, 1 + sum(other > scores[seat] for other in scores), points[seat])
        for seat in best_first
    )
