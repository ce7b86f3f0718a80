"""The rules: everybody has a secret card, and keeps it or swaps it; the highest card wins."""

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from bot.games.events import EventRecord, Seat
from bot.games.game import ActionRecord, ActRecord, Chance, Game, IllegalMove, Place, Prompt, Stale
from bot.games.new.stub.state import State, View

HIGHEST = 10
KEEP, SWAP = "keep", "swap"

T = TypeVar("T")
Step = tuple[State, tuple[EventRecord, ...]]


class StubRules(Game[State, View]):
    """Stub: what else a game may say, such as options and levels, is in `Game`."""

    seats = range(2, 5)
    state = State

    def deal(
        self,
        seats: int,
        options: Mapping[str, str],  # noqa: ARG002 - it has none so far
        chance: Chance,
    ) -> Step:
        """Deal everybody a card. All luck comes from `chance`."""
        cards = tuple(_drawn(chance) for _ in range(seats))
        return State(cards, ("",) * seats), ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return what the game waits for: here all are asked at once, by one decision, number 0."""
        asked = (seat for seat, answer in enumerate(state.answers) if not answer)
        return tuple(Prompt(0, seat, "card", "answer") for seat in asked)

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return all that a seat can do now; nothing once it has answered."""
        return () if state.answers[seat] else (KEEP, SWAP)

    def step(self, state: State, given: ActionRecord, chance: Chance) -> Step:
        """Take an answer; once the last one is in, all cards are shown."""
        if not isinstance(given, ActRecord) or given.decision or not self.moves(state, given.seat):
            raise Stale
        if given.move not in self.moves(state, given.seat):
            raise IllegalMove
        state = replace(state, answers=_put(state.answers, given.seat, given.move))
        events = [EventRecord(None, "answered", (given.seat,))]  # None: everybody is told
        if given.move == SWAP:
            card = _drawn(chance)
            state = replace(state, cards=_put(state.cards, given.seat, card))
            events.append(EventRecord((given.seat,), "drew", (card,)))  # nobody else is told
        if all(state.answers):
            events += [
                EventRecord(None, "shown", (seat, card)) for seat, card in enumerate(state.cards)
            ]
        return state, tuple(events)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return what a viewer may know: their own card, and at the end all of them."""
        cards = [
            card if seat == viewer or all(state.answers) else 0
            for seat, card in enumerate(state.cards)
        ]
        answered = [seat for seat, answer in enumerate(state.answers) if answer]
        return View(tuple(cards), tuple(answered))

    def alike(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        """Deal all anew that this viewer cannot see: the others' cards, and how they answered."""
        if all(state.answers):
            return None
        for seat, answer in enumerate(state.answers):
            if seat != viewer:
                state = replace(state, cards=_put(state.cards, seat, luck.randint(1, HIGHEST)))
                other = luck.choice((KEEP, SWAP)) if answer else ""
                state = replace(state, answers=_put(state.answers, seat, other))
        return state

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places, best first; equal cards share a rank."""
        if not all(state.answers):
            return None
        best_first = sorted(enumerate(state.cards), key=lambda held: -held[1])
        return tuple(
            Place(seat, 1 + sum(other > card for other in state.cards), points=card)
            for seat, card in best_first
        )


def _drawn(chance: Chance) -> int:
    return 1 + chance.below(HIGHEST)


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
