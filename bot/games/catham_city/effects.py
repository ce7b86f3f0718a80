"""The effects of played factions and of the other players' answers.

The active player's own points come first. Once somebody has won, the rest of an effect is skipped
(ruling C13), so callers check `WorkingState.winner`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import Chance
from bot.games.catham_city.model import events, moves, state


class WorkingState:
    """A mutable copy of a game's cards and points, to which one move's effects are applied."""

    def __init__(self, original: state.State, chance: Chance) -> None:
        """Copy the cards and points of `original`. `chance` is the source of random draws."""
        self.original_state = original
        self.chance = chance
        self.hands = list(original.hands)
        self.shown = list(original.shown)
        self.points = list(original.points)
        self.market = original.market
        self.pile = original.pile
        self.discards = original.discards
        self.table = original.table
        self.present = original.present
        self.winner = original.winner
        self.notices: list[Notice] = []

    def build_state(self) -> state.State:
        """Return the original state with the changed cards, points and winner."""
        return replace(
            self.original_state,
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
        """The seat of the active player, whose turn it is."""
        return self.original_state.active

    def add_notice(self, event: Event, recipients: tuple[Seat, ...] | None = None) -> None:
        """Record an event with the players who may know of it; None means everybody."""
        self.notices.append(Notice(event, recipients))

    def add_play_notice(self, event: events.FactionPlayed) -> None:
        """Record the public event that a faction was played, and give the player its points."""
        self.add_notice(event)
        self.add_points(event.seat, event.points)

    def add_points(self, seat: Seat, points: int) -> None:
        """Give points to a player, who wins immediately on reaching the target (C13, C41)."""
        self.points[seat] += points
        if self.points[seat] >= self.original_state.target:
            self.declare_winner(seat)

    def declare_winner(self, seat: Seat) -> None:
        """Make a player the winner of the game, and record this as an event."""
        self.winner = seat
        self.add_notice(events.ElectionWon(seat, self.points[seat]))

    def lay_cards(self, seat: Seat, cards: state.Cards) -> None:
        """Move cards from a hand to the table, where played cards lie until their effect ends."""
        self._remove_from_hand(seat, cards)
        self.table += cards

    def discard(self, seat: Seat, cards: state.Cards) -> None:
        """Move cards from a hand to the discard pile, which is face up (ruling C17)."""
        self._remove_from_hand(seat, cards)
        self._add_to_discards(cards)

    def hand_over(self, giver: Seat, receiver: Seat, cards: state.Cards) -> None:
        """Move cards from one hand to another while all players watch (rulings C26 and C33)."""
        self._remove_from_hand(giver, cards)
        self.pick_up(receiver, cards)

    def pick_up(self, seat: Seat, cards: state.Cards) -> None:
        """Add cards to a hand while all players watch."""
        self.hands[seat] = tuple(sorted(self.hands[seat] + cards))
        self.shown[seat] = tuple(sorted(self.shown[seat] + cards))

    def _remove_from_hand(self, seat: Seat, cards: state.Cards) -> None:
        self.hands[seat] = state.remove_cards(self.hands[seat], cards)
        shown = list(self.shown[seat])
        for card in cards:
            if card in shown:
                shown.remove(card)
        self.shown[seat] = tuple(shown)

    def end_effect(self) -> None:
        """Move the cards of a finished play from the table to the discard pile."""
        self._add_to_discards(self.table)
        self.table = ()

    def draw(self, seat: Seat, number: int) -> None:
        """Draw up to `number` cards into a hand without showing them to the other players."""
        cards = self.turn_up(number)
        if cards:
            self.hands[seat] = tuple(sorted(self.hands[seat] + cards))
            self.add_notice(events.CardsDrawn(seat, cards), recipients=(seat,))

    def turn_up(self, number: int) -> state.Cards:
        """Remove up to `number` cards from the top of the draw pile, and return them (ruling C10).

        As soon as the draw pile is empty, the discard pile is shuffled to become the new one. If it
        is empty then, this happens when the next card is needed. Played cards on the table are not
        included (rulings C8 and C9).
        """
        cards: state.Cards = ()
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
        """Refill the market from the draw pile as far as possible."""
        missing = state.MARKET_CARDS - len(self.market)
        if missing:
            self.market = tuple(sorted(self.market + self.turn_up(missing)))

    def _reshuffle(self) -> None:
        order = self.chance.shuffle(range(len(self.discards)))
        self.pile = tuple([self.discards[place] for place in order])
        self.add_notice(events.PileReshuffled(len(self.pile)))
        self.discards = ()

    def _add_to_discards(self, cards: state.Cards) -> None:
        """Add cards to the discard pile, then refill the market if it is not full (ruling C10)."""
        self.discards += cards
        self.fill_market()


def take_cards(working_state: WorkingState, move: moves.Take) -> None:
    """Move cards from the market to the active player's hand, then refill it (rulebook p. 3)."""
    taken = (move.faction,) * move.number
    working_state.market = state.remove_cards(working_state.market, taken)
    working_state.pick_up(working_state.active, taken)
    working_state.add_notice(events.CardsTaken(working_state.active, move.faction, move.number))
    working_state.fill_market()


def play_faction(working_state: WorkingState, move: moves.Play) -> None:
    """Play a faction's cards and apply their effect, except for the other players' answers."""
    seat = working_state.active
    match move:
        case moves.PlayDetectives():  # rulings C14 and C16
            working_state.lay_cards(
                seat, (state.DETECTIVES, state.DETECTIVES, state.DETECTIVES, move.extra)
            )
            working_state.add_play_notice(events.DetectivesPlayed(seat, move.extra))
        case moves.PlayScientists():  # ruling C18
            working_state.lay_cards(seat, (state.SCIENTISTS,) * 3)
            working_state.add_play_notice(events.ScientistsPlayed(seat))
            if working_state.winner is None:
                working_state.draw(seat, 2)
        case moves.PlayRobocats(4):  # ruling C19
            working_state.lay_cards(seat, (state.ROBOCATS,) * 4)
            working_state.add_play_notice(events.RobocatsScored(seat))
        case moves.PlayRobocats():
            working_state.lay_cards(seat, (state.ROBOCATS,) * 2)
            number = min(5, len(working_state.pile) + len(working_state.discards))  # ruling C10
            working_state.add_play_notice(events.RobocatsDrew(seat, number))
            working_state.draw(seat, 5)
        case moves.PlayMafia():  # ruling C20
            working_state.lay_cards(seat, (state.MAFIA,) * 4)
            working_state.add_play_notice(events.MafiaPlayed(seat))
        case moves.PlayHackers():
            _play_hackers(working_state, move)
        case moves.PlayPolice():
            _play_police(working_state, move)
        case moves.PlayJournalists():
            working_state.lay_cards(seat, (state.JOURNALISTS, state.JOURNALISTS))
            working_state.add_play_notice(events.JournalistsPlayed(seat))
        case moves.PlayBureaucrats():  # ruling C34
            working_state.lay_cards(seat, (state.BUREAUCRATS,) * move.number)
            turned_up = working_state.turn_up(move.number)
            working_state.table += turned_up
            working_state.add_play_notice(events.BureaucratsPlayed(seat, turned_up))


def _play_hackers(working_state: WorkingState, move: moves.PlayHackers) -> None:
    """Mix hackers into the target's hand, then reveal as many random cards of that hand.

    Each revealed hacker brings a point, also those that the target held before. The other revealed
    cards go to the active player's hand (rulings C23 to C26).
    """
    seat = working_state.active
    working_state.hand_over(seat, move.target, (state.HACKERS,) * move.number)
    revealed = _reveal(working_state, move.target, move.number)
    working_state.add_play_notice(events.HackersPlayed(seat, move.target, move.number, revealed))
    if working_state.winner is None:
        others = tuple([card for card in revealed if card != state.HACKERS])
        working_state.table = state.remove_cards(working_state.table, others)
        working_state.pick_up(seat, others)


def _play_police(working_state: WorkingState, move: moves.PlayPolice) -> None:
    """Reveal random cards of the target's hand, one for each police card (rulings C27 and C28).

    Each revealed card of the extra card's faction brings a point. For each revealed police card,
    the target then draws a card (ruling C29).
    """
    working_state.lay_cards(working_state.active, (*(state.POLICE,) * move.number, move.extra))
    revealed = _reveal(working_state, move.target, move.number)
    working_state.add_play_notice(
        events.PolicePlayed(working_state.active, move.target, move.number, move.extra, revealed)
    )
    if working_state.winner is None:
        working_state.draw(move.target, revealed.count(state.POLICE))


def carry_out_answers(
    working_state: WorkingState,
    faction: int | None,
    extra: int | None,
    answers: Sequence[str | None],
) -> None:
    """Apply all answers to the played faction, clockwise from the active player (ruling C11).

    `extra` is the faction of the detectives' extra card. `answers` are moves in their text form, by
    seat. None means that the player was not asked or has left.
    """
    seats = len(answers)
    for turn in range(1, seats):
        seat = (working_state.active + turn) % seats
        answer = answers[seat]
        move = None if answer is None else moves.read_answer(answer)
        match move:
            case moves.Discard() if extra is not None:  # ruling C15
                working_state.add_notice(events.ExtraDiscarded(seat, extra))
                working_state.discard(seat, (extra,))
                working_state.add_points(seat, 1)
            case moves.Give():
                _give_card(working_state, seat, move)
            case moves.Pay() | moves.Drop():
                _answer_mafia(working_state, seat, move)
            case None if faction == state.MAFIA:
                _answer_mafia(working_state, seat, None)
        if working_state.winner is not None:
            break


def _give_card(working_state: WorkingState, seat: Seat, move: moves.Give) -> None:
    """Move a card to the active player, as an answer to journalists (ruling C32)."""
    working_state.hand_over(seat, working_state.active, (move.faction,))
    given = events.CardGiven(seat, working_state.active, move.faction, bool(move.second))
    working_state.add_notice(given)
    if move.second:
        working_state.discard(seat, (move.faction,))
        working_state.add_points(seat, 1)


def _answer_mafia(
    working_state: WorkingState, seat: Seat, move: moves.Pay | moves.Drop | None
) -> None:
    """Take a point from a player, or discard the player's cards, as an answer to the mafia.

    If `move` is None, the player had no choice: a point, or else the whole hand (ruling C22).
    """
    if isinstance(move, moves.Pay) or (move is None and working_state.points[seat]):
        working_state.points[seat] -= 1
        working_state.add_notice(events.PointPaid(seat))
        return
    dropped = move.cards if move else working_state.hands[seat]
    if dropped:
        working_state.add_notice(events.CardsDiscarded(seat, dropped))
        working_state.discard(seat, dropped)


def _reveal(working_state: WorkingState, target: Seat, number: int) -> state.Cards:
    """Move up to `number` random cards from a hand to the table, and return them.

    Positions are shuffled instead of cards, so the random draws depend only on the size of the
    hand, which is public.
    """
    hand = working_state.hands[target]
    places = working_state.chance.shuffle(range(len(hand)))[:number]
    revealed = tuple([hand[place] for place in places])
    working_state.lay_cards(target, revealed)
    return revealed
