"""The rules: both bid at once whether their own hidden card is the higher or the lower one."""

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from bot.games.events import Notice, Seat
from bot.games.game import Act, Action, Chance, Game, IllegalMove, Place, Prompt, Stale
from bot.games.moves import Move
from bot.games.ranking import rank_seats
from higher_or_lower.events import Answered, CardShown
from higher_or_lower.moves import Bid, Higher, Lower
from higher_or_lower.state import Round, State, View, points

SEATS = 2
ROUNDS = 5
HIGHEST = 13
DECK = tuple(range(1, HIGHEST + 1))
BIDS: tuple[Bid, ...] = (Higher(), Lower())

Step = tuple[State, tuple[Notice, ...]]


class HigherOrLowerRules(Game[State, View]):
    """Two players, five rounds, a point for each right bid."""

    seats = (SEATS,)
    state = State
    move_types = (Higher, Lower)
    event_types = (Answered, CardShown)
    quick = ("computer", "absent")

    def deal(
        self,
        seats: int,
        options: Mapping[str, str],  # noqa: ARG002 - it has none
        chance: Chance,
    ) -> Step:
        """Deal the first two cards of a shuffled deck, one to each."""
        return State(_draw(chance), (None,) * seats), ()

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

    def legal_moves(self, state: State, seat: Seat) -> tuple[Bid, ...]:
        """Return both bids; nothing once the seat has bid."""
        return () if _over(state) or state.bids[seat] else BIDS

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Take a bid; with the second one the cards are shown, and two new ones dealt."""
        if (
            not isinstance(action, Act)
            or action.decision != len(state.rounds)
            or not self.legal_moves(state, action.seat)
        ):
            raise Stale
        if not isinstance(action.move, Bid):
            raise IllegalMove
        state = replace(state, bids=_with(state.bids, action.seat, action.move))
        notices = [Notice(Answered(action.seat))]
        bids = tuple(bid for bid in state.bids if bid)
        if len(bids) < SEATS:
            return state, tuple(notices)
        shown = Round(state.cards, bids)
        notices += [
            Notice(CardShown(seat, shown.cards[seat], bids[seat].path, shown.right(seat)))
            for seat in range(SEATS)
        ]
        state = replace(state, rounds=(*state.rounds, shown))
        if not _over(state):
            state = replace(state, cards=_draw(chance), bids=(None,) * SEATS)
        return state, tuple(notices)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return one's own card and bid, who has bid, and the rounds that are over."""
        return View(
            0 if viewer is None else state.cards[viewer],
            None if viewer is None else state.bids[viewer],
            tuple(seat for seat, bid in enumerate(state.bids) if bid),
            state.rounds,
        )

    def alike(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Deal the others' cards anew, from the cards that the viewer does not hold, and bids."""
        if _over(state):
            return None
        own = None if viewer is None else state.cards[viewer]
        left = rng.sample([card for card in DECK if card != own], SEATS)
        cards = tuple(own if seat == viewer and own else left[seat] for seat in range(SEATS))
        bids = tuple(
            rng.choice(BIDS) if bid and seat != viewer else bid
            for seat, bid in enumerate(state.bids)
        )
        return replace(state, cards=cards, bids=bids)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places once five rounds are over."""
        return self.so_far(state) if _over(state) else None

    def so_far(self, state: State) -> tuple[Place, ...]:
        """Return the places by points, best first; ties share a rank."""
        scores = [points(state.rounds, seat) for seat in range(SEATS)]
        return rank_seats(scores, points=scores)

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:  # noqa: ARG002
        """Bid what is likelier; for the card in the middle, either."""
        middle = (HIGHEST + 1) // 2
        if view.card == middle:
            return rng.choice(moves)
        return Higher() if view.card > middle else Lower()


def _draw(chance: Chance) -> tuple[int, ...]:
    return chance.shuffled(DECK)[:SEATS]


def _with(bids: tuple[Bid | None, ...], seat: Seat, bid: Bid) -> tuple[Bid | None, ...]:
    return (*bids[:seat], bid, *bids[seat + 1 :])


def _over(state: State) -> bool:
    return len(state.rounds) == ROUNDS
