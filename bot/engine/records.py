"""The form in which actions, events and steps are stored, and how a game is played in it.

A move is stored as its path, such as "bid/3/6", and an event as an `EventRecord`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar, get_type_hints

from msgspec import Struct
from msgspec.json import decode

from bot.engine.events import Event, EventRecord, Notice, Seat, from_records, to_record
from bot.engine.game import Act, Action, Chance, Elapse, Game, IllegalMove, Leave
from bot.engine.moves import Move, format_paths, parse_move


class ActRecord(Struct, frozen=True, gc=False, tag="Act", omit_defaults=True):
    """An `Act` as it is stored, with the path of its move."""

    seat: Seat
    decision: int
    move: str
    at: int
    by_computer: bool = False
    """False in games that older versions of the bot stored."""


ActionRecord = ActRecord | Elapse | Leave


class StepRecord(Struct, frozen=True, gc=False):
    """One step of a game as it is stored: an action and its events."""

    step: int
    """The number of the step within its game. The deal is step 0."""
    at: float
    action: ActionRecord | None
    """The action that caused the events. None means that this step is the deal, or that something
    happened at the table, such as a pause.
    """
    events: tuple[EventRecord, ...]
    """The events of this step, those of the table itself included."""


class LogEntry(Struct, frozen=True, gc=False):
    """One step of a game in the game's own types."""

    step: int
    """The number of the step within its game. The deal is step 0."""
    at: float
    action: Action | None
    """The action that caused the events, or None as in `StepRecord.action`."""
    notices: tuple[Notice, ...]
    """The game's events of this step, without those of the table itself."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of `notices`."""
        return tuple(notice.event for notice in self.notices)


S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=Struct)


def begin_game(
    game: Game[S, Any], seats: int, options: Mapping[str, str], chance: Chance
) -> tuple[S, tuple[EventRecord, ...]]:
    """Deal a new game, and return its first state and the events of the deal."""
    state, notices = game.deal(seats, options, chance)
    return state, tuple([to_record(notice) for notice in notices])


def apply_record(
    game: Game[S, Any], state: S, action: ActionRecord, chance: Chance
) -> tuple[S, tuple[EventRecord, ...]]:
    """Apply a stored action to a state, and return the next state and the events of this step.

    Raises:
        Stale: The game does not, or no longer, ask that player for this decision.
        IllegalMove: The move is not legal, or its path is that of no move of this game.
    """
    after, notices = game.apply(state, read_action(game, action), chance)
    return after, tuple([to_record(notice) for notice in notices])


def list_legal_paths(game: Game[S, Any], state: S, seat: Seat) -> tuple[str, ...]:
    """Return the paths of a player's legal moves, such as "bid/3/6"."""
    return format_paths(game.legal_moves(state, seat))


def read_action(game: Game[Any, Any], action: ActionRecord) -> Action:
    """Convert a stored action to the game's own types.

    Raises:
        IllegalMove: The path is that of no move of this game.
    """
    if not isinstance(action, ActRecord):
        return action
    move = read_move(game, action.move)
    return Act(action.seat, action.decision, move, action.at, action.by_computer)


def read_move(game: Game[Any, Any], path: str) -> Move:
    """Convert a path, such as "bid/3/6", to a move of the game.

    Raises:
        IllegalMove: The path is that of no move of this game.
    """
    move = parse_move(tuple(game.move_types), path)
    if move is None:
        raise IllegalMove
    return move


def read_events(game: Game[Any, Any], records: Iterable[EventRecord]) -> tuple[Notice, ...]:
    """Convert stored events to the game's own types, and leave out those of the table itself."""
    return from_records(game.event_types, records)


def read_step(game: Game[Any, Any], step: StepRecord) -> LogEntry:
    """Convert a stored step to the game's own types."""
    action = None if step.action is None else read_action(game, step.action)
    return LogEntry(step.step, step.at, action, read_events(game, step.events))


def read_log(game: Game[Any, Any], steps: Iterable[StepRecord]) -> tuple[LogEntry, ...]:
    """Convert all stored steps of a game to the game's own types."""
    return tuple(read_step(game, step) for step in steps)


def load_view(game: Game[Any, V], stored: bytes) -> V:
    """Read a view that was stored as JSON."""
    seen: type[V] = _resolve_view_type(type(game))
    return decode(stored, type=seen)


@cache
def _resolve_view_type(game: type[Game[Any, Any]]) -> Any:
    """Return the type that a game's method `view` is annotated to return."""
    return get_type_hints(game.view)["return"]
