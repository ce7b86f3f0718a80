"""The contract between a game's rules and the rest of the bot.

A game is pure: it knows nothing of Discord, clocks, disks or global randomness. It takes a state
and an action, and returns the next state and the events of this step.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import filterfalse
from operator import attrgetter
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.json import decode

from bot.engine.events import Event, Notice, Seat
from bot.engine.moves import Move
from bot.engine.options import Option


class Timing(Struct, frozen=True, gc=False):
    """How long computers and other people wait for an answer, in a game that is a race."""

    think_seconds: tuple[float, ...] = ()
    """The seconds that a computer player waits, one number for each level. () means the pause of
    the table's setting, after which computers that are asked together answer one after another. It
    always applies when a computer answers for an absent person. If the number for its level
    changes, a waiting computer starts to wait again.
    """
    min_think_seconds: float = 0.0
    """The minimum wait of any computer player. The rules refuse an earlier answer."""
    skip_seconds: float | None = None
    """The seconds of silence after which anybody at the table may let the computer play the turn,
    at once. None means half of the deadline, at most two minutes. The silent person is then called
    and has 15 seconds to press a button. Only decisions with a `clock` can be skipped.
    """
    timeout_message: str = ""
    """The end of the keys of two messages about a decision whose time ran out:
    `table-time-out-<timeout_message>` for everybody, and `news-table-time-out-<timeout_message>`
    for the person. "" stands for the shared message that the computer plays the turn.
    """


class Prompt(Struct, frozen=True, gc=False):
    """A decision that the game waits for: who has to answer what, and until when."""

    decision: int
    """The number of the decision, which players who are asked at the same time share. An answer
    with another number is refused. Another player's answer never changes it.
    """
    seat: Seat | None
    """Who has to answer. None means that the table itself pauses, so that people can follow the
    game, until the action `Elapse`.
    """
    kind: str
    """The game's own name for the kind of question, such as "cat" or "guess", by which its screens
    know what to show.
    """
    clock: str = ""
    """The name of the deadline, such as "turn:12", or "" for none. Prompts with the same name share
    one deadline. It runs as long as `Game.prompts` returns a prompt with its name.
    """
    seconds: float | None = None
    """The length of the deadline or of the table's own pause. None means that a deadline takes the
    time that the table's host chose, and that a pause ends at once.

    A deadline with a length of its own suits a race for the first click: unless it begins a turn,
    no new message then mentions a player who does not click in time. If a pause becomes shorter
    while it runs, it ends this many seconds after the change, and never later than planned before.
    """
    timing: Timing = Timing()
    irrevocable: bool = False
    """Whether a wrong answer costs something and cannot be taken back. If so, a press right after
    the message changed is ignored, as the person probably meant the former button.
    """
    turn: str = ""
    """The name of the deadline with which the turn began, or "" if that is `clock`. If one of a
    turn's deadlines passes, the computer plays the turn until the person answers again.
    """
    may_end_early: bool = False
    """Whether the table's own pause ends as soon as all people have pressed "Continue" on their own
    screens. It suits a pause to read or talk. If the pause has a `clock` and no `seconds`, it lasts
    as long as a deadline: at a table without a time limit, until all are ready.
    """
    ready_label: str = ""
    """The key of the game's message on the button instead of "Continue" (""), such as
    "button-ready-to-vote". The board then has the button, too, and says who has pressed it.
    """
    has_answered: bool = False
    """Whether the player has answered already, and may only change that answer, until the last vote
    is in. The prompt keeps its number. Nobody waits for such a player: there is no deadline, no
    mention and no computer's move. If the answer is repeated, `Game.apply` returns an equal state
    and no events, and the table makes no step of it.
    """
    clock_share: float = 1.0
    """The share of the table's time limit that the deadline takes, above 0 and at most 1. It suits
    a quick answer in a game with long debates. The deadline is never shorter than 30 seconds.
    `seconds` overrides it. Prompts that share a deadline have the same share.
    """

    @property
    def turn_clock(self) -> str:
        """The name of the deadline with which this turn began, or "" if there is none."""
        return self.turn or self.clock


def find_waiting(prompts: Iterable[Prompt]) -> tuple[Prompt, ...]:
    """Return the prompts whose answers the game waits for: those without `has_answered`."""
    return tuple(filterfalse(attrgetter("has_answered"), prompts))


class Act(Struct, frozen=True, gc=False):
    """A player's answer to a decision that the game asked for."""

    seat: Seat
    decision: int
    move: Move
    at: int
    """Discord's id of the button press, which contains its time. A computer player's answer gets an
    id made from the time at which it was due.
    """
    by_computer: bool = False
    """Whether the computer chose the move, also for a silent person."""


class Elapse(Struct, frozen=True, gc=False, tag=True):
    """The end of the table's own pause."""

    decision: int


class Leave(Struct, frozen=True, gc=False, tag=True):
    """A player leaves the game for good, and no computer takes their seat.

    `Game.apply` raises `Stale` for this action while `Game.computer_may_take` is True.
    """

    seat: Seat


Action = Act | Elapse | Leave


class Place(Struct, frozen=True, gc=False):
    """The rank and points of one player, at the end of a game or so far."""

    seat: Seat
    rank: int
    """One more than the number of players who did better, as `rank_seats` counts. If a team of
    three wins, all others have rank 4.
    """
    points: int
    team: str = ""
    """One of `GamePackage.teams`, whose members all share a rank. "" means that the game has no
    teams, or in `Game.interim_standings` that the player's team is still secret.
    """


Prompts = Sequence[Prompt]
Places = Sequence[Place]


class Stale(Exception):
    """Raised for an answer to a decision that does not wait for this player, or no longer does."""


class IllegalMove(Exception):
    """Raised for a move that is not among `Game.legal_moves`."""

    def __init__(self, key: str = "illegal-move", **values: int | str) -> None:
        """Create the error with the message that explains to the player why the move is illegal."""
        super().__init__(key)
        self.key = key
        self.values = values


class Chance(Protocol):
    """A source of random draws for one step of a game, such as the deal.

    At a table it is a `bot.engine.chance.SeededChance`.
    """

    def below(self, n: int) -> int:
        """Draw an integer from 0 to `n` - 1, each equally likely."""
        ...

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order, each order equally likely."""
        ...


S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=Struct)
T = TypeVar("T")


class Game(ABC, Generic[S, V]):
    """The rules of one game.

    A state is all that there is to know of a running game. A view is the part of it that one
    player, or an onlooker, may know. Both are frozen structs of tuples, integers and strings.

    Every game defines the abstract members, the first four perhaps as attributes, such as `seats =
    range(2, 5)`.
    """

    @property
    @abstractmethod
    def seats(self) -> Sequence[int]:
        """The numbers of players, in ascending order, such as `range(2, 5)` or (2, 4, 6)."""
        ...

    @property
    @abstractmethod
    def state(self) -> type[S]:
        """The class of the game's states."""
        ...

    @property
    @abstractmethod
    def move_types(self) -> Sequence[type[Move]]:
        """The classes of all moves. If one tag begins like another, the longer one comes first."""
        ...

    @property
    @abstractmethod
    def event_types(self) -> Sequence[type[Event]]:
        """The classes of all events."""
        ...

    options: tuple[Option, ...] = ()
    """What a table's host chooses before the game."""
    max_actions: int = 2_000
    """The maximum number of actions in a game, whoever plays it. The contract suite reports a
    longer game. To find the number, play the slowest possible game, such as one in which each bid
    is the lowest. Players who change an answer again and again, or agree to get nowhere, do not
    count.
    """
    rules: int = 1
    """The version of the rules, from 1, with which each table is stored. Increase it whenever the
    same random seed would deal a different game.
    """

    def load_state(self, stored: bytes) -> S:
        """Read a state that was stored as JSON. Override it to upgrade former states."""
        return decode(stored, type=self.state)

    @abstractmethod
    def deal(
        self, seats: int, options: Mapping[str, str], chance: Chance
    ) -> tuple[S, tuple[Notice, ...]]:
        """Set up a new game, and return the first state and the events of the deal."""
        ...

    @abstractmethod
    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return the decisions that the game waits for, one for each player who is asked.

        The result is empty once the game is over.
        """
        ...

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return every complete move that a player may make now, or () if they are not asked.

        Buttons, computer players and checks all use this list. It must not reveal others' secrets.
        """
        ...

    @abstractmethod
    def apply(self, state: S, action: Action, chance: Chance) -> tuple[S, tuple[Notice, ...]]:
        """Return the state that follows from an action, and the events of this step.

        The given state stays unchanged.

        Raises:
            Stale: The game does not, or no longer, ask that player for this decision.
            IllegalMove: The move is not among `legal_moves`.
        """
        ...

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """Return all that one player, or an onlooker (None), may know of a state.

        Of other players' hidden answers, the result shows only that they have answered.
        """
        ...

    @abstractmethod
    def resample_hidden(self, state: S, viewer: Seat | None, rng: Random) -> S | None:
        """Replace all that is hidden from a viewer at random, or return None if nothing is hidden.

        Checks use the result to find leaks: they compare all texts about both states. Every deal
        that the viewer could imagine must be possible. The viewer's view, moves and prompts stay
        the same.
        """
        ...

    @abstractmethod
    def standings(self, state: S) -> tuple[Place, ...] | None:
        """Return every player's final place, best first, or None while the game is not over."""
        ...

    def interim_standings(self, state: S) -> tuple[Place, ...]:
        """Return every player's present place, best first, from public information only.

        The record of a game that people end early keeps these places. () means that the game ranks
        players only at its end.
        """
        return self.standings(state) or ()

    def computer_may_take(self, state: S) -> bool:
        """Return whether a computer may take over a leaving player's seat at the moment.

        A person may then also take over a computer's seat, if the people at the table agree. If
        not, `apply` accepts a `Leave` of that seat.
        """
        return True

    def is_out(self, state: S, seat: Seat) -> bool:
        """Return whether a player is out of the running game.

        Such a player sees no more than an onlooker, is never asked again, and cannot win, but may
        guess who wins.
        """
        return False

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        """Return the usual number of answers in a game, of all players together, or 0 for unknown.

        A game with less than a third of this number is not rated.
        """
        return 0


Games = Mapping[str, Game[Any, Any]]


def replace_at_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Return a copy of a tuple with one item for each player, of which one is replaced."""
    exchanged = list(items)
    exchanged[seat] = item
    return tuple(exchanged)


def find_winners(places: Sequence[Place]) -> tuple[Seat, ...]:
    """Return the seats on rank 1, in the order of the places."""
    return tuple(place.seat for place in places if place.rank == 1)


def rank_seats(scores: Sequence[Any], points: Sequence[int]) -> tuple[Place, ...]:
    """Return the place of every player, best first.

    Players with equal scores share a rank. The one with the lower seat comes first.

    >>> [(place.seat, place.rank) for place in rank_seats((5, 7, 5), (5, 7, 5))]
    [(1, 1), (0, 2), (2, 2)]

    Args:
        scores: A comparable value for each seat. The highest one is the best.
        points: What people see, for each seat.
    """
    best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
    return tuple(
        Place(seat, 1 + sum(other > scores[seat] for other in scores), points[seat])
        for seat in best_first
    )
