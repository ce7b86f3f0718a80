"""The rules: both bid at once whether their own hidden card is the higher or the lower one."""

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from bot.games.events import EventRecord, Seat
from bot.games.game import ActionRecord, ActRecord, Chance, Game, IllegalMove, Place, Prompt, Stale
from higher_or_lower.state import Round, State, View, points

SEATS = 2
ROUNDS = 5
HIGHEST = 13
DECK = tuple(range(1, HIGHEST + 1))
HIGHER, LOWER = "higher", "lower"
BIDS = (HIGHER, LOWER)

Step = tuple[State, tuple[EventRecord, ...]]


class HigherOrLowerRules(Game[State, View]):
    """Two players, five rounds, a point for each right bid."""

    seats = (SEATS,)
    state = State
    quick = ("computer", "absent")

    def deal(
        self,
        seats: int,
        options: Mapping[str, str],  # noqa: ARG002 - it has none
        chance: Chance,
    ) -> Step:
        """Deal the first two cards of a shuffled deck, one to each."""
        return State(_drawn(chance), ("",) * seats), ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Ask all at once who have not bid; each round is a decision with a clock of its own."""
        if _over(state):
            return ()
        number = len(state.rounds)
        return tuple(
            Prompt(number, seat, "bid", f"round:{number}")
            for seat, bid in enumerate(state.bids)
            if not bid
        )

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return both bids; nothing once the seat has bid."""
        return () if _over(state) or state.bids[seat] else BIDS

    def step(self, state: State, given: ActionRecord, chance: Chance) -> Step:
        """Take a bid; with the second one the cards are shown, and two new ones dealt."""
        if (
            not isinstance(given, ActRecord)
            or given.decision != len(state.rounds)
            or not self.moves(state, given.seat)
        ):
            raise Stale
        if given.move not in BIDS:
            raise IllegalMove
        bids = tuple(
            given.move if seat == given.seat else bid for seat, bid in enumerate(state.bids)
        )
        state = replace(state, bids=bids)
        events = [EventRecord(None, "answered", (given.seat,))]
        if not all(bids):
            return state, tuple(events)
        shown = Round(state.cards, bids)
        events += [
            EventRecord(
                None, "shown", (seat, shown.cards[seat], shown.bids[seat], int(shown.right(seat)))
            )
            for seat in range(SEATS)
        ]
        state = replace(state, rounds=(*state.rounds, shown))
        if not _over(state):
            state = replace(state, cards=_drawn(chance), bids=("",) * SEATS)
        return state, tuple(events)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return one's own card and bid, who has bid, and the rounds that are over."""
        return View(
            0 if viewer is None else state.cards[viewer],
            "" if viewer is None else state.bids[viewer],
            tuple(seat for seat, bid in enumerate(state.bids) if bid),
            state.rounds,
        )

    def alike(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        """Deal the others' cards anew, from the cards that the viewer does not hold, and bids."""
        if _over(state):
            return None
        own = None if viewer is None else state.cards[viewer]
        left = luck.sample([card for card in DECK if card != own], SEATS)
        cards = tuple(own if seat == viewer and own else left[seat] for seat in range(SEATS))
        bids = tuple(
            luck.choice(BIDS) if bid and seat != viewer else bid
            for seat, bid in enumerate(state.bids)
        )
        return replace(state, cards=cards, bids=bids)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places once five rounds are over."""
        return self.so_far(state) if _over(state) else None

    def so_far(self, state: State) -> tuple[Place, ...]:
        """Return the places by points, best first; ties share a rank."""
        scores = [points(state.rounds, seat) for seat in range(SEATS)]
        places = [
            Place(seat, 1 + sum(other > own for other in scores), own)
            for seat, own in enumerate(scores)
        ]
        return tuple(sorted(places, key=lambda place: place.rank))

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:  # noqa: ARG002
        """Bid what is likelier; for the card in the middle, either."""
        middle = (HIGHEST + 1) // 2
        if view.card == middle:
            return luck.choice(moves)
        return HIGHER if view.card > middle else LOWER


def _drawn(chance: Chance) -> tuple[int, ...]:
    return chance.shuffled(DECK)[:SEATS]


def _over(state: State) -> bool:
    return len(state.rounds) == ROUNDS
