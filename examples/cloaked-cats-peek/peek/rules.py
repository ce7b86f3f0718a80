"""The rules: everybody has a secret card, and keeps it, swaps it, or peeks at another one.

The highest card wins.
"""

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from bot.engine.events import Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Game,
    IllegalMove,
    Place,
    Prompt,
    Stale,
    rank_seats,
    replace_at_seat,
)
from peek.model.events import Answered, CardDrawn, CardShown
from peek.model.moves import Keep, Peek, Swap
from peek.model.state import State, View

HIGHEST_CARD = 10
ALL_MOVES = (Keep(), Swap())

Step = tuple[State, tuple[Notice, ...]]


class PeekRules(Game[State, View]):
    """The rules of Peek. `Game` describes what else a game may declare."""

    seats = range(2, 5)
    state = State
    move_types = (Keep, Swap, Peek)
    event_types = (Answered, CardDrawn, CardShown)

    def deal(
        self,
        seats: int,
        options: Mapping[str, str],  # noqa: ARG002 - it has none so far
        chance: Chance,
    ) -> Step:
        """Deal a card to everybody. All luck comes from `chance`, so a deal can be repeated."""
        cards = tuple(_draw_card(chance) for _ in range(seats))
        return State(cards, answers=(None,) * seats, dealt=cards), ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the decisions that the game waits for.

        Here all players are asked at once, by one decision, number 0.
        """
        asked = (seat for seat, answer in enumerate(state.answers) if not answer)
        return tuple(Prompt(0, seat, "card", "answer") for seat in asked)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Keep | Swap | Peek, ...]:
        """Return all moves that a player can make now; none once the player has answered."""
        return () if state.answers[seat] else self.list_moves(state, seat)

    def list_moves(self, state: State, seat: Seat) -> tuple[Keep | Swap | Peek, ...]:
        """Return all moves that a player can make in this game, or could have made."""
        others = (other for other in range(len(state.cards)) if other != seat)
        return (*ALL_MOVES, *(Peek(other) for other in others))

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Carry out a player's move. Once the last player has answered, all cards are shown."""
        if not isinstance(action, Act) or action.decision or state.answers[action.seat]:
            raise Stale
        seat, move = action.seat, action.move
        if move not in self.legal_moves(state, seat):
            raise IllegalMove
        notices = [Notice(Answered(seat))]  # everybody is told
        if isinstance(move, Swap):
            card = _draw_card(chance)
            state = replace(state, cards=replace_at_seat(state.cards, seat, card))
            notices.append(Notice(CardDrawn(card), to=(seat,)))  # nobody else is told
        state = replace(state, answers=replace_at_seat(state.answers, seat, move))
        if all(state.answers):
            notices += [Notice(CardShown(seat, card)) for seat, card in enumerate(state.cards)]
        return state, tuple(notices)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that a viewer may know: their own card, and at the end all cards."""
        over = all(state.answers)
        cards = tuple(c if seat == viewer or over else 0 for seat, c in enumerate(state.cards))
        answered = tuple(seat for seat, answer in enumerate(state.answers) if answer)
        answer = None if viewer is None else state.answers[viewer]
        if over or not isinstance(answer, Peek):  # at the end, all cards are shown
            return View(cards, answered)
        return View(cards, answered, answer.at, state.dealt[answer.at])

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return a state that looks the same to this viewer, but hides other cards and moves.

        With such states, tests check that views reveal no secret. The result is None when nothing
        is hidden.
        """
        if all(state.answers):
            return None
        known = self.view(state, viewer).peeked
        cards, answers, dealt = [*state.cards], [*state.answers], [*state.dealt]
        for seat, answer in enumerate(state.answers):
            if seat == viewer:
                continue
            if seat != known:
                dealt[seat] = rng.randint(1, HIGHEST_CARD)
            if answer:
                answers[seat] = rng.choice(self.list_moves(state, seat))
            swaps = isinstance(answers[seat], Swap)
            cards[seat] = rng.randint(1, HIGHEST_CARD) if swaps else dealt[seat]
        return State(tuple(cards), tuple(answers), tuple(dealt))

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places once the game is over, best first; equal cards share a place.

        Before the end, it is None.
        """
        if not all(state.answers):
            return None
        return rank_seats(state.cards, points=state.cards)


def _draw_card(chance: Chance) -> int:
    return 1 + chance.below(HIGHEST_CARD)
