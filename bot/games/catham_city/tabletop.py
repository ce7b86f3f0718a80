"""What lies on the table while a step is carried out, and how cards and points move there."""

from collections import Counter

from msgspec.structs import replace

from bot.games.catham_city.cards import MARKET
from bot.games.catham_city.state import State
from bot.games.events import Event, Seat
from bot.games.game import Chance

Cards = tuple[int, ...]


class Tabletop:
    """A copy of a state's cards and points to work on, with the events of the step so far."""

    def __init__(self, state: State, chance: Chance) -> None:
        """Begin with what lies on the table in `state`; `chance` shuffles."""
        self.before = state
        self.chance = chance
        self.hands = list(state.hands)
        self.shown = list(state.shown)
        self.points = list(state.points)
        self.market = state.market
        self.pile = state.pile
        self.discards = state.discards
        self.table = state.table
        self.present = state.present
        self.winner = state.winner
        self.events: list[Event] = []

    def state(self) -> State:
        """Return the state with all that has moved; whose turn it is stays as it was."""
        return replace(
            self.before,
            hands=tuple(self.hands),
            shown=tuple(self.shown),
            points=tuple(self.points),
            market=self.market,
            pile=self.pile,
            discards=self.discards,
            table=self.table,
            present=self.present,
            winner=self.winner,
        )

    @property
    def drawable(self) -> int:
        """Return how many cards can be drawn, those of a reshuffle included (ruling C10)."""
        return len(self.pile) + len(self.discards)

    def tell(self, name: str, *values: int, to: tuple[Seat, ...] | None = None) -> None:
        """Append an event."""
        self.events.append(Event(to, name, values))

    def score(self, seat: Seat, points: int) -> None:
        """Add to a seat's points; who reaches the target wins at once (rulings C13, C41)."""
        self.points[seat] += points
        if self.points[seat] >= self.before.target:
            self.win(seat)

    def win(self, seat: Seat) -> None:
        """Make a seat the winner."""
        self.winner = seat
        self.tell("won", seat, self.points[seat])

    def lay(self, seat: Seat, cards: Cards) -> None:
        """Lay cards from a hand on the table, where they stay until `clear`."""
        self._let_go(seat, cards)
        self.table += cards

    def discard(self, seat: Seat, cards: Cards) -> None:
        """Put cards from a hand face up on the discard pile (ruling C17)."""
        self._let_go(seat, cards)
        self._to_discards(cards)

    def hand_over(self, giver: Seat, receiver: Seat, cards: Cards) -> None:
        """Move cards from one hand to another, face up (rulings C26 and C33)."""
        self._let_go(giver, cards)
        self.pick_up(receiver, cards)

    def pick_up(self, seat: Seat, cards: Cards) -> None:
        """Add cards that were nobody's and that all have seen to a hand."""
        self.hands[seat] = tuple(sorted(self.hands[seat] + cards))
        self.shown[seat] = tuple(sorted(self.shown[seat] + cards))

    def _let_go(self, seat: Seat, cards: Cards) -> None:
        """Take cards out of a hand, for all to see."""
        self.hands[seat] = without(self.hands[seat], cards)
        known = tuple((Counter(self.shown[seat]) & Counter(cards)).elements())
        self.shown[seat] = without(self.shown[seat], known)

    def clear(self) -> None:
        """End an effect: what lies on the table goes to the discard pile."""
        self._to_discards(self.table)
        self.table = ()

    def draw(self, seat: Seat, number: int) -> None:
        """Draw hidden cards into a hand, or as many as there are."""
        cards = self.turn_up(number)
        if cards:
            self.hands[seat] = tuple(sorted(self.hands[seat] + cards))
            self.tell("drew", seat, *cards, to=(seat,))

    def turn_up(self, number: int) -> Cards:
        """Take cards off the draw pile, or as many as there are (ruling C10).

        The discard pile is reshuffled as soon as the last card is gone, or else when the next one
        is needed; cards in play stay where they are (rulings C8 and C9).
        """
        cards: Cards = ()
        while len(cards) < number and (self.pile or self.discards):
            if not self.pile:
                self._reshuffle()
            missing = number - len(cards)
            cards += self.pile[:missing]
            self.pile = self.pile[missing:]
            if not self.pile and self.discards:
                self._reshuffle()
        return cards

    def fill_market(self) -> None:
        """Add cards to the market until it is full, or no card is left to add."""
        missing = MARKET - len(self.market)
        if missing:
            self.market = tuple(sorted(self.market + self.turn_up(missing)))

    def _reshuffle(self) -> None:
        order = self.chance.shuffled(range(len(self.discards)))
        self.pile = tuple([self.discards[place] for place in order])
        self.tell("reshuffled", len(self.pile))
        self.discards = ()

    def _to_discards(self, cards: Cards) -> None:
        """Put cards on the discard pile; a market that was short is filled now (ruling C10)."""
        self.discards += cards
        self.fill_market()


def without(cards: Cards, gone: Cards) -> Cards:
    """Return what is left of some cards; raise ValueError if not all of `gone` are among them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
