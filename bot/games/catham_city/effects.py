"""The effects of played factions and of the other players' answers.

The active player's own points come first. Once somebody has won, the rest does not happen (ruling
C13), so callers check `WorkingState.winner`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import Chance
from bot.games.catham_city.model import events, moves
from bot.games.catham_city.model.state import (
    BUREAUCRATS,
    DETECTIVES,
    HACKERS,
    JOURNALISTS,
    MAFIA,
    MARKET_CARDS,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
    Cards,
    State,
    remove_cards,
)


class WorkingState:
    """A mutable copy of a state's cards and points, with the notices of the step so far."""

    def __init__(self, state: State, chance: Chance) -> None:
        """Copy the cards and points of `state`; `chance` shuffles."""
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
        self.notices: list[Notice] = []

    def state(self) -> State:
        """Return the state with all changes; the turn and the phase stay as they were."""
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
    def active(self) -> Seat:
        """The seat whose turn it is."""
        return self.before.active

    @property
    def drawable(self) -> int:
        """How many cards can be drawn, including those of a reshuffle (ruling C10)."""
        return len(self.pile) + len(self.discards)

    def tell(self, event: Event, to: tuple[Seat, ...] | None = None) -> None:
        """Add a notice of an event; `to` are the seats that may know of it, None: all."""
        self.notices.append(Notice(event, to))

    def tell_play(self, event: events.FactionPlayed) -> None:
        """Add a notice that a faction was played, and the points that it brings."""
        self.tell(event)
        self.score(event.seat, event.points)

    def score(self, seat: Seat, points: int) -> None:
        """Add points to a seat, which wins at once if it reaches the target (rulings C13, C41)."""
        self.points[seat] += points
        if self.points[seat] >= self.before.target:
            self.win(seat)

    def win(self, seat: Seat) -> None:
        """Make a seat the winner, and add a notice of it."""
        self.winner = seat
        self.tell(events.ElectionWon(seat, self.points[seat]))

    def lay(self, seat: Seat, cards: Cards) -> None:
        """Move cards from a hand to the table, where they stay until `clear`."""
        self._remove_from_hand(seat, cards)
        self.table += cards

    def discard(self, seat: Seat, cards: Cards) -> None:
        """Move cards from a hand face up to the discard pile (ruling C17)."""
        self._remove_from_hand(seat, cards)
        self._add_to_discards(cards)

    def hand_over(self, giver: Seat, receiver: Seat, cards: Cards) -> None:
        """Move cards from one hand to another, face up (rulings C26 and C33)."""
        self._remove_from_hand(giver, cards)
        self.pick_up(receiver, cards)

    def pick_up(self, seat: Seat, cards: Cards) -> None:
        """Add cards that all have seen to a hand."""
        self.hands[seat] = tuple(sorted(self.hands[seat] + cards))
        self.shown[seat] = tuple(sorted(self.shown[seat] + cards))

    def _remove_from_hand(self, seat: Seat, cards: Cards) -> None:
        """Remove cards from a hand, visible to all."""
        self.hands[seat] = remove_cards(self.hands[seat], cards)
        shown = list(self.shown[seat])
        for card in cards:
            if card in shown:
                shown.remove(card)
        self.shown[seat] = tuple(shown)

    def clear(self) -> None:
        """End an effect: move the cards on the table to the discard pile."""
        self._add_to_discards(self.table)
        self.table = ()

    def draw(self, seat: Seat, number: int) -> None:
        """Draw `number` hidden cards into a hand, or as many as there are."""
        cards = self.turn_up(number)
        if cards:
            self.hands[seat] = tuple(sorted(self.hands[seat] + cards))
            self.tell(events.CardsDrawn(seat, cards), to=(seat,))

    def turn_up(self, number: int) -> Cards:
        """Remove and return `number` cards of the draw pile, or as many as there are (ruling C10).

        The discards are reshuffled as soon as the last card is gone. If there are none then, they
        are reshuffled when the next card is needed. Cards in play stay where they are (rulings C8
        and C9).
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
        """Add cards to the market until it is full or no card is left."""
        missing = MARKET_CARDS - len(self.market)
        if missing:
            self.market = tuple(sorted(self.market + self.turn_up(missing)))

    def _reshuffle(self) -> None:
        order = self.chance.shuffle(range(len(self.discards)))
        self.pile = tuple([self.discards[place] for place in order])
        self.tell(events.PileReshuffled(len(self.pile)))
        self.discards = ()

    def _add_to_discards(self, cards: Cards) -> None:
        """Add cards to the discard pile, and then fill a market that lacks cards (ruling C10)."""
        self.discards += cards
        self.fill_market()


def take_cards(top: WorkingState, move: moves.Take) -> None:
    """Take cards of one faction from the market, and refill it at once (rulebook p. 3)."""
    taken = (move.faction,) * move.number
    top.market = remove_cards(top.market, taken)
    top.pick_up(top.active, taken)
    top.tell(events.CardsTaken(top.active, move.faction, move.number))
    top.fill_market()


def play_faction(top: WorkingState, move: moves.Play) -> None:
    """Carry out the effect of a faction up to the others' answers."""
    seat = top.active
    match move:
        case moves.PlayDetectives():  # rulings C14 and C16
            top.lay(seat, (DETECTIVES, DETECTIVES, DETECTIVES, move.extra))
            top.tell_play(events.DetectivesPlayed(seat, move.extra))
        case moves.PlayScientists():  # ruling C18
            top.lay(seat, (SCIENTISTS,) * 3)
            top.tell_play(events.ScientistsPlayed(seat))
            if top.winner is None:
                top.draw(seat, 2)
        case moves.PlayRobocats(4):  # ruling C19
            top.lay(seat, (ROBOCATS,) * 4)
            top.tell_play(events.RobocatsScored(seat))
        case moves.PlayRobocats():
            top.lay(seat, (ROBOCATS,) * 2)
            top.tell_play(events.RobocatsDrew(seat, min(5, top.drawable)))
            top.draw(seat, 5)
        case moves.PlayMafia():  # ruling C20
            top.lay(seat, (MAFIA,) * 4)
            top.tell_play(events.MafiaPlayed(seat))
        case moves.PlayHackers():
            _play_hackers(top, move)
        case moves.PlayPolice():
            _play_police(top, move)
        case moves.PlayJournalists():
            top.lay(seat, (JOURNALISTS, JOURNALISTS))
            top.tell_play(events.JournalistsPlayed(seat))
        case moves.PlayBureaucrats():  # ruling C34
            top.lay(seat, (BUREAUCRATS,) * move.number)
            turned_up = top.turn_up(move.number)
            top.table += turned_up
            top.tell_play(events.BureaucratsPlayed(seat, turned_up))


def _play_hackers(top: WorkingState, move: moves.PlayHackers) -> None:
    """Mix hackers with the target's cards and reveal as many at random (rulings C23 to C26).

    Each revealed hacker is a point, whoever held it. The other revealed cards go to the active
    player.
    """
    seat = top.active
    top.hand_over(seat, move.target, (HACKERS,) * move.number)
    revealed = _reveal(top, move.target, move.number)
    top.tell_play(events.HackersPlayed(seat, move.target, move.number, revealed))
    if top.winner is None:
        others = tuple([card for card in revealed if card != HACKERS])
        top.table = remove_cards(top.table, others)
        top.pick_up(seat, others)


def _play_police(top: WorkingState, move: moves.PlayPolice) -> None:
    """Reveal as many random cards of the target as police, or all of them (rulings C27 and C28).

    Each revealed card of the extra card's faction is a point. For each revealed police card, the
    target then draws a card (ruling C29).
    """
    top.lay(top.active, (*(POLICE,) * move.number, move.extra))
    revealed = _reveal(top, move.target, move.number)
    top.tell_play(events.PolicePlayed(top.active, move.target, move.number, move.extra, revealed))
    if top.winner is None:
        top.draw(move.target, revealed.count(POLICE))


def carry_out_answers(
    top: WorkingState, faction: int | None, extra: int | None, answers: Sequence[str | None]
) -> None:
    """Carry out all answers to the played faction, clockwise (ruling C11).

    `extra` is the extra card of the detectives. `answers` are paths by seat; None: the seat was not
    asked, or has left.
    """
    seats = len(answers)
    for seat in (other % seats for other in range(top.active + 1, top.active + seats)):
        answer = answers[seat]
        move = None if answer is None else moves.read_answer(answer)
        match move:
            case moves.Discard() if extra is not None:  # ruling C15
                top.tell(events.ExtraDiscarded(seat, extra))
                top.discard(seat, (extra,))
                top.score(seat, 1)
            case moves.Give():
                _give_card(top, seat, move)
            case moves.Pay() | moves.Drop():
                _answer_mafia(top, seat, move)
            case None if faction == MAFIA:
                _answer_mafia(top, seat, None)
        if top.winner is not None:
            break


def _give_card(top: WorkingState, seat: Seat, move: moves.Give) -> None:
    """Give the active player a card, and maybe discard a second one for a point (ruling C32)."""
    top.hand_over(seat, top.active, (move.faction,))
    top.tell(events.CardGiven(seat, top.active, move.faction, bool(move.second)))
    if move.second:
        top.discard(seat, (move.faction,))
        top.score(seat, 1)


def _answer_mafia(top: WorkingState, seat: Seat, move: moves.Pay | moves.Drop | None) -> None:
    """Pay the mafia a point, or discard two cards.

    `move` is None for a seat without a choice: it pays a point, or discards all its cards if it has
    no point (ruling C22).
    """
    if isinstance(move, moves.Pay) or (move is None and top.points[seat]):
        top.points[seat] -= 1
        top.tell(events.PointPaid(seat))
        return
    dropped = move.cards if move else top.hands[seat]
    if dropped:
        top.tell(events.CardsDiscarded(seat, dropped))
        top.discard(seat, dropped)


def _reveal(top: WorkingState, target: Seat, number: int) -> Cards:
    """Move `number` random cards of a hand to the table, or all it has, and return them.

    Positions are shuffled, not cards: so the draws depend only on the public size of the hand.
    """
    hand = top.hands[target]
    places = top.chance.shuffle(range(len(hand)))[:number]
    revealed = tuple([hand[place] for place in places])
    top.lay(target, revealed)
    return revealed
