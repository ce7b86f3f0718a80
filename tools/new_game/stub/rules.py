"""The rules: everybody has a secret card, and keeps it or swaps it; the highest card wins."""

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
from tools.new_game.stub.model.events import Answered, CardDrawn, CardShown
from tools.new_game.stub.model.moves import Keep, Swap
from tools.new_game.stub.model.state import State, View

HIGHEST_CARD = 10
ALL_MOVES = (Keep(), Swap())

Step = tuple[State, tuple[Notice, ...]]


class StubRules(Game[State, View]):
    """The rules of Stub. `Game` describes what else a game may declare."""

    seats = range(2, 5)
    state = State
    move_types = (Keep, Swap)
    event_types = (Answered, CardDrawn, CardShown)

    def deal(
        self,
        seats: int,
        options: Mapping[str, str],  # noqa: ARG002 - it has none so far
        chance: Chance,
    ) -> Step:
        """Deal a card to everybody. All luck comes from `chance`, so a deal can be repeated."""
        cards = tuple(_draw_card(chance) for _ in range(seats))
        return State(cards, (None,) * seats), ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the decisions that the game waits for.

        Here all players are asked at once, by one decision, number 0.
        """
        asked = (seat for seat, answer in enumerate(state.answers) if not answer)
        return tuple(Prompt(0, seat, "card", "answer") for seat in asked)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Keep | Swap, ...]:
        """Return all moves that a player can make now; none once the player has answered."""
        return () if state.answers[seat] else ALL_MOVES

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Carry out a player's move. Once the last player has answered, all cards are shown."""
        if not isinstance(action, Act) or action.decision or state.answers[action.seat]:
            raise Stale
        if not isinstance(action.move, Keep | Swap):
            raise IllegalMove
        state = replace(state, answers=replace_at_seat(state.answers, action.seat, action.move))
        notices = [Notice(Answered(action.seat))]  # everybody is told
        if isinstance(action.move, Swap):
            card = _draw_card(chance)
            state = replace(state, cards=replace_at_seat(state.cards, action.seat, card))
            notices.append(Notice(CardDrawn(card), to=(action.seat,)))  # nobody else is told
        if all(state.answers):
            notices += [Notice(CardShown(seat, card)) for seat, card in enumerate(state.cards)]
        return state, tuple(notices)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that a viewer may know: their own card, and at the end all cards."""
        cards = [
            card if seat == viewer or all(state.answers) else 0
            for seat, card in enumerate(state.cards)
        ]
        answered = [seat for seat, answer in enumerate(state.answers) if answer]
        return View(tuple(cards), tuple(answered))

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return a state that looks the same to this viewer, but hides other cards and moves.

        With such states, tests check that views reveal no secret. The result is None when nothing
        is hidden.
        """
        if all(state.answers):
            return None
        for seat, answer in enumerate(state.answers):
            if seat != viewer:
                state = replace(
                    state, cards=replace_at_seat(state.cards, seat, rng.randint(1, HIGHEST_CARD))
                )
                other = rng.choice(ALL_MOVES) if answer else None
                state = replace(state, answers=replace_at_seat(state.answers, seat, other))
        return state

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places once the game is over, best first; equal cards share a place.

        Before the end, it is None.
        """
        if not all(state.answers):
            return None
        return rank_seats(state.cards, points=state.cards)


def _draw_card(chance: Chance) -> int:
    return 1 + chance.below(HIGHEST_CARD)
