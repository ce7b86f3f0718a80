"""The contract between a game's rules and the rest of the bot.

A game is pure: it knows nothing of Discord, clocks, disks or global randomness. It receives a state
and an action, and returns the next state and the events of this step. A step is one action applied
to the game.
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
    """The seconds that a computer player waits before it answers, one number for each level. ()
    means that it waits as long as the table's pause setting says. That setting also applies when a
    computer answers for an absent person. If the number for its level changes, a waiting computer
    player starts to wait again.
    """
    min_think_seconds: float = 0.0
    """The minimum wait of a computer player of any level. The rules refuse an earlier answer."""
    skip_seconds: float | None = None
    """The seconds of silence after which anybody at the table may let the computer play the turn.
    The computer then takes over at once. None means that people wait for half of the deadline, at
    most two minutes. The silent person is then called and has 15 seconds to press a button. Only
    decisions with a `clock` can be skipped.
    """
    timeout_message: str = ""
    """The last part of the keys of the messages that say that this decision's time ran out. The
    game then has two messages: `table-time-out-<timeout_message>` for everybody, and
    `news-table-time-out-<timeout_message>` for the person whose time ran out. "" stands for the
    shared message, which says that the computer plays the turn.
    """


class Prompt(Struct, frozen=True, gc=False):
    """A decision that the game waits for: who has to answer what, and until when."""

    decision: int
    """The number of the decision. An answer to an earlier decision has another number and is
    refused. Players who are asked at the same time share this number. Another player's answer
    never changes it.
    """
    seat: Seat | None
    """The number of the player who has to answer, counted from 0. None means that the table itself
    pauses, so that people can follow the game. The action `Elapse` ends that pause.
    """
    kind: str
    """The game's own name for the kind of question, such as "cat", "guess" or "slap". The game's
    screens use this name to choose what to show.
    """
    clock: str = ""
    """The name of the deadline for this decision, such as "turn:12". "" means no deadline. Prompts
    with the same name share one deadline. The deadline runs as long as `Game.prompts` returns a
    prompt with its name.
    """
    seconds: float | None = None
    """The length of the deadline, or of the table's own pause, in seconds. None means that a
    deadline takes the time that the table's host chose, and that a pause ends at once.

    A deadline with a length of its own suits a race for the first click: unless it begins a
    turn, no new message then mentions a player who does not click in time. If a pause becomes
    shorter while it runs, it ends this many seconds after the change, and never later than
    planned before.
    """
    timing: Timing = Timing()
    irrevocable: bool = False
    """Whether a wrong answer costs the player something and cannot be taken back. If so, a press
    right after the message changed is ignored. The person probably meant the button that was there
    before.
    """
    turn: str = ""
    """The name of the deadline with which the turn began, if this decision has another one. If one
    of a turn's deadlines passes, the computer plays the rest of the turn. It stops as soon as the
    person answers a decision of the turn. "" means that the turn began with `clock`.
    """
    may_end_early: bool = False
    """Whether the table's own pause ends as soon as all people have pressed "Continue". It suits a
    pause in which people read or talk. Until then, each player's own screen has that button. If
    the pause has a `clock` and no `seconds`, it lasts as long as a deadline: at a table without a
    time limit, until all are ready.
    """
    ready_label: str = ""
    """The key of a message of the game that replaces "Continue", such as "button-ready-to-vote".
    It suits a time to talk (`may_end_early`). The board then has the button, too, and says who has
    pressed it. "" means "Continue".
    """
    has_answered: bool = False
    """Whether the player has answered already, and may only change that answer. It suits a vote
    that people may change until the last vote is in. The prompt keeps its decision number, and a
    new answer replaces the old one. Nobody waits for such a player: there is no deadline, no
    mention and no computer's move. If the player repeats the answer, `Game.apply` returns an equal
    state and no events, and the table makes no step of it.
    """
    clock_share: float = 1.0
    """The share of the table's time limit that this decision's deadline takes. It is above 0 and
    at most 1. It suits a quick answer, such as a secret card, in a game that also has long
    debates. No share makes a deadline shorter than 30 seconds. A deadline with a length of its own
    (`seconds`) ignores it. Prompts that share a deadline have the same share.
    """

    @property
    def turn_clock(self) -> str:
        """The name of the deadline with which this turn began, or "" if there is none."""
        return self.turn or self.clock


def find_waiting(prompts: Iterable[Prompt]) -> tuple[Prompt, ...]:
    """Return the prompts whose answers the game still waits for.

    Prompts of players who may only change an answer (`Prompt.has_answered`) are left out.
    """
    return tuple(filterfalse(attrgetter("has_answered"), prompts))


class Act(Struct, frozen=True, gc=False):
    """An action in which a player answers a decision that the game asked for."""

    seat: Seat
    """The number of the player who answers, counted from 0."""
    decision: int
    """The number of the decision that the player answers, as in `Prompt.decision`."""
    move: Move
    at: int
    """Discord's id of the button press, which contains the time of the press. A computer player's
    answer gets an id made from the time at which the answer was due.
    """
    by_computer: bool = False
    """Whether the computer chose the move, for a computer player or for a silent person."""


class Elapse(Struct, frozen=True, gc=False, tag=True):
    """An action that ends the table's own pause, so that the game continues."""

    decision: int
    """The number of the pause that ends, as in `Prompt.decision`."""


class Leave(Struct, frozen=True, gc=False, tag=True):
    """An action in which a player leaves the game for good, and no computer takes their seat.

    `Game.apply` raises `Stale` for this action while `Game.computer_may_take` is True, because a
    computer then takes the seat instead.
    """

    seat: Seat


Action = Act | Elapse | Leave
"""Something that changes a game: a player's answer, the end of a pause, or a player who leaves."""


class Place(Struct, frozen=True, gc=False):
    """The rank and points of one player, at the end of a game or so far.

    Players with equal ranks share a place.
    """

    seat: Seat
    rank: int
    """The player's rank: one more than the number of players who did better.

    Players who tie share a rank. If a team of three wins, all others have rank 4. `rank_seats`
    counts in this way.
    """
    points: int
    """The player's points, as the final screen shows them."""
    team: str = ""
    """The name of the player's team, one of `GamePackage.teams`. All members of a team share a
    rank. "" means that the game has no teams, or in `Game.interim_standings` that the player's
    team is still secret.
    """


class Stale(Exception):
    """Raised for an answer to a decision that does not wait for this player, or no longer does."""


class IllegalMove(Exception):
    """Raised for a move that the player may not make now: one not among `Game.legal_moves`."""

    def __init__(self, key: str = "illegal-move", **values: int | str) -> None:
        """Create the error with the message that explains to the player why the move is illegal."""
        super().__init__(key)
        self.key = key
        self.values = values


class Chance(Protocol):
    """Interface for a source of random draws for one step of a game, such as the deal.

    At a table, the draws follow from the table's secret seed and the number of the step (see
    `bot.engine.chance.SeededChance`).
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
    """The rules of one game. Each game derives a class from this one.

    A state is all that there is to know of a running game. A view is the part of it that one
    player, or an onlooker, may know. Both are frozen structs of tuples, integers and strings.

    Every game defines the abstract members. A class can define the first four of them as
    attributes, such as `seats = range(2, 5)`. All other members have a default.

    """

    @property
    @abstractmethod
    def seats(self) -> Sequence[int]:
        """The numbers of players with which the game can be played, in ascending order.

        Examples are `range(2, 5)`, or (2, 4, 6) if there are gaps.
        """
        ...

    @property
    @abstractmethod
    def state(self) -> type[S]:
        """The class of the game's states, a frozen struct.

        A state holds all facts of a running game.
        """
        ...

    @property
    @abstractmethod
    def move_types(self) -> Sequence[type[Move]]:
        """The classes of all moves that the game knows, such as a bid or a pass.

        If the tag of one class begins like the tag of another one, the class with the longer tag
        comes first.
        """
        ...

    @property
    @abstractmethod
    def event_types(self) -> Sequence[type[Event]]:
        """The classes of all events that the game reports, such as a played card."""
        ...

    options: tuple[Option, ...] = ()
    """The settings, such as rule variants, that a table's host chooses before the game."""
    max_actions: int = 2_000
    """The maximum number of actions in a game, whoever plays it. The contract suite reports a game
    that takes more. To find the number, play the slowest possible game once, such as one in which
    each bid is the lowest. Players who change an answer again and again (`Prompt.has_answered`),
    or who agree to get nowhere, do not count.
    """
    rules: int = 1
    """The version number of the game's rules, counted from 1. Each table is stored with the
    version by which it was dealt. Increase the number whenever the same random seed would deal a
    different game.
    """

    def load_state(self, stored: bytes) -> S:
        """Read a state of the game that was stored as JSON.

        A game whose states have changed their fields overrides this method to upgrade older states.
        """
        return decode(stored, type=self.state)

    @abstractmethod
    def deal(
        self, seats: int, options: Mapping[str, str], chance: Chance
    ) -> tuple[S, tuple[Notice, ...]]:
        """Set up a new game, such as by dealing cards.

        Returns:
            The first state, and the events of the deal, each with the players who may know of it.
        """
        ...

    @abstractmethod
    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return the decisions that the game waits for, one for each player who is asked.

        The result is empty once the game is over.
        """
        ...

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return every complete move that a player may make now, or () if the player is not asked.

        Buttons, computer players and checks all use this list. It must not reveal other players'
        secrets.
        """
        ...

    @abstractmethod
    def apply(self, state: S, action: Action, chance: Chance) -> tuple[S, tuple[Notice, ...]]:
        """Return the state that follows from one action.

        The given state stays unchanged.

        Returns:
            The next state, and the events of this step, each with the players who may know of it.

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
        """Replace everything that is hidden from a viewer by another random possibility.

        Checks use the result to find leaks: they compare all texts about both states. Every deal
        that the viewer could imagine must be possible. The viewer's view, moves and prompts must
        stay the same.

        Returns:
            A state that looks the same to the viewer, or None if nothing is hidden from them.
        """
        ...

    @abstractmethod
    def standings(self, state: S) -> tuple[Place, ...] | None:
        """Return every player's final place, best first, or None while the game is not over."""
        ...

    def interim_standings(self, state: S) -> tuple[Place, ...]:
        """Return every player's present place, best first, computed from public information only.

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
        """Return whether a player is out of the running game, and so only watches it.

        Such a player sees no more than an onlooker, is never asked again, and cannot win. Like an
        onlooker, the player may guess who wins. The default is False.
        """
        return False

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        """Return the usual number of answers in a game, of all players together.

        0 means unknown. A game with less than a third of this number does not count for the
        players' ratings.
        """
        return 0


Games = Mapping[str, Game[Any, Any]]
"""Maps the name of each game, as in the database, to the object with its rules."""


def replace_at_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Return a copy of a tuple of one item for each player, with one player's item replaced."""
    exchanged = list(items)
    exchanged[seat] = item
    return tuple(exchanged)


def find_winners(places: Sequence[Place]) -> tuple[Seat, ...]:
    """Return the seats of all players on rank 1, in the order of the places."""
    return tuple(place.seat for place in places if place.rank == 1)


def rank_seats(scores: Sequence[Any], points: Sequence[int]) -> tuple[Place, ...]:
    """Return the place of every player, best first.

    Players with equal scores share a rank. The one with the lower seat comes first.

    >>> [(place.seat, place.rank) for place in rank_seats((5, 7, 5), (5, 7, 5))]
    [(1, 1), (0, 2), (2, 2)]

    Args:
        scores: A comparable value for each player, by seat. The highest one is the best.
        points: The number of points for each player, by seat, as people see it.
    """
    best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
    return tuple(
        Place(seat, 1 + sum(other > scores[seat] for other in scores), points[seat])
        for seat in best_first
    )
