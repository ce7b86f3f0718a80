"""The rules: three rounds, in each of which all grab at once for tiles worth 3, 2 and 1.

Each may grab one tile a round, or pass; of several hands on a tile the earliest gets it. Half a
second after the first hand the round closes, so that hands which the network held up still count.
"""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from bot.games.events import EventRecord, Seat
from bot.games.game import (
    ActionRecord,
    ActRecord,
    Chance,
    Elapse,
    Game,
    IllegalMove,
    Place,
    Prompt,
    Stale,
)
from tests.toys.race.state import PASS, Hand, State, View

__all__ = ["Race", "State", "View"]

ROUNDS = 3
CLOSING = 0.5
"""Seconds that late hands have."""
MOVES = ("grab/3", "grab/2", "grab/1", PASS)

Step = tuple[State, tuple[EventRecord, ...]]


class Race(Game[State, View]):
    """Race, 2 to 6 players."""

    seats: Sequence[int] = range(2, 7)
    levels = ("slow",)
    state = State

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Begin the first round."""
        return State(0, (), (0,) * seats), (_begins(0),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the shared decision of all whose hands are not in, and the pause once one is."""
        if state.round == ROUNDS:
            return ()
        moved = _moved(state)
        asked = tuple(
            Prompt(_grabbing(state), seat, "grab", f"race:{state.round}")
            for seat in range(len(state.points))
            if seat not in moved
        )
        if not moved:
            return asked
        return (*asked, Prompt(_closing(state), None, "close", f"close:{state.round}", CLOSING))

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return all tiles: which are taken already shows when the round closes."""
        return MOVES if seat in {prompt.seat for prompt in self.prompts(state)} else ()

    def step(self, state: State, given: ActionRecord, chance: Chance) -> Step:
        """Take a hand, or close the round."""
        if isinstance(given, Elapse):
            if not state.hands or given.decision != _closing(state):
                raise Stale
            return _closed(state)
        if not isinstance(given, ActRecord) or given.decision != _grabbing(state):
            raise Stale
        if not self.moves(state, given.seat):
            raise Stale
        if given.move not in MOVES:
            raise IllegalMove
        hand = Hand(given.seat, given.move, given.at)
        return replace(state, hands=(*state.hands, hand)), ()

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return whose hands are in, and where the viewer's own is."""
        own = [hand.move for hand in state.hands if hand.seat == viewer]
        return View(state.round, _moved(state), state.points, "".join(own))

    def alike(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        """Let the others' hands be on other tiles, and have come in another order."""
        hands = [
            hand if hand.seat == viewer else replace(hand, move=luck.choice(MOVES))
            for hand in state.hands
        ]
        luck.shuffle(hands)
        return replace(state, hands=tuple(hands))

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places by points."""
        if state.round < ROUNDS:
            return None
        best_first = sorted(enumerate(state.points), key=lambda scored: -scored[1])
        return tuple(
            Place(seat, 1 + sum(other > points for other in state.points), points)
            for seat, points in best_first
        )

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
        """Grab any tile; pass for somebody who is absent."""
        return PASS if level == "absent" else luck.choice(moves)


def _grabbing(state: State) -> int:
    return 2 * state.round


def _closing(state: State) -> int:
    return 2 * state.round + 1


def _moved(state: State) -> tuple[Seat, ...]:
    return tuple(sorted(hand.seat for hand in state.hands))


def _begins(number: int) -> EventRecord:
    return EventRecord(None, "round-begins", (number + 1,))


def _closed(state: State) -> Step:
    """Give each tile to the earliest hand on it, by Discord's ids."""
    points = list(state.points)
    events = []
    taken = {PASS}
    for hand in sorted(state.hands, key=lambda hand: (hand.at, hand.seat)):
        if hand.move not in taken:
            taken.add(hand.move)
            tile = int(hand.move.removeprefix("grab/"))
            points[hand.seat] += tile
            events.append(EventRecord(None, "got", (hand.seat, tile)))
    if state.round + 1 < ROUNDS:
        events.append(_begins(state.round + 1))
    return State(state.round + 1, (), tuple(points)), tuple(events)
