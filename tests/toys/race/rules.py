"""The rules: three rounds, in each of which all grab at once for tiles worth 3, 2 and 1.

Each may grab one tile a round, or pass; of several hands on a tile the earliest gets it. Half a
second after the first hand the round closes, so that hands which the network held up still count.
"""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from bot.engine.events import Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Elapse,
    Game,
    IllegalMove,
    Place,
    Prompt,
    Stale,
    rank_seats,
)
from bot.engine.moves import Move
from tests.toys.race.model.events import RoundBegun, TileGot
from tests.toys.race.model.moves import MOVES, Grab, Pass
from tests.toys.race.model.state import Hand, State, View

__all__ = ["Race", "State", "View"]

ROUNDS = 3
CLOSING = 0.5
"""Seconds that late hands have."""

Step = tuple[State, tuple[Notice, ...]]


class Race(Game[State, View]):
    """Race, 2 to 6 players."""

    seats: Sequence[int] = range(2, 7)
    state = State
    move_types = (Grab, Pass)
    event_types = (RoundBegun, TileGot)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        return State(0, (), (0,) * seats), (_begins(0),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the shared decision of all whose hands are not in, and the pause once one is."""
        if state.round == ROUNDS:
            return ()
        moved = _list_moved_seats(state)
        asked = tuple(
            Prompt(_grabbing(state), seat, "grab", f"race:{state.round}")
            for seat in range(len(state.points))
            if seat not in moved
        )
        if not moved:
            return asked
        return (*asked, Prompt(_closing(state), None, "close", f"close:{state.round}", CLOSING))

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return all tiles: which are taken already shows when the round closes."""
        return MOVES if seat in {prompt.seat for prompt in self.prompts(state)} else ()

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Take a hand, or close the round."""
        if isinstance(action, Elapse):
            if not state.hands or action.decision != _closing(state):
                raise Stale
            return _close_round(state)
        if not isinstance(action, Act) or action.decision != _grabbing(state):
            raise Stale
        if not self.legal_moves(state, action.seat):
            raise Stale
        if not isinstance(action.move, Grab | Pass) or action.move not in MOVES:
            raise IllegalMove
        hand = Hand(action.seat, action.move, action.at)
        return replace(state, hands=(*state.hands, hand)), ()

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return whose hands are in, and where the viewer's own is."""
        own = [hand.move for hand in state.hands if hand.seat == viewer]
        return View(state.round, _list_moved_seats(state), state.points, own[0] if own else None)

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Let the others' hands be on other tiles, and have come in another order."""
        hands = [
            hand if hand.seat == viewer else replace(hand, move=rng.choice(MOVES))
            for hand in state.hands
        ]
        rng.shuffle(hands)
        return replace(state, hands=tuple(hands))

    def standings(self, state: State) -> tuple[Place, ...] | None:
        if state.round < ROUNDS:
            return None
        return rank_seats(state.points, state.points)


def _grabbing(state: State) -> int:
    return 2 * state.round


def _closing(state: State) -> int:
    return 2 * state.round + 1


def _list_moved_seats(state: State) -> tuple[Seat, ...]:
    return tuple(sorted(hand.seat for hand in state.hands))


def _begins(number: int) -> Notice:
    return Notice(RoundBegun(number + 1))


def _close_round(state: State) -> Step:
    """Give each tile to the earliest hand on it, by Discord's ids."""
    points = list(state.points)
    notices, taken = [], set[int]()
    for hand in sorted(state.hands, key=lambda hand: (hand.at, hand.seat)):
        if isinstance(hand.move, Grab) and hand.move.tile not in taken:
            taken.add(hand.move.tile)
            points[hand.seat] += hand.move.tile
            notices.append(Notice(TileGot(hand.seat, hand.move.tile)))
    if state.round + 1 < ROUNDS:
        notices.append(_begins(state.round + 1))
    return State(state.round + 1, (), tuple(points)), tuple(notices)
