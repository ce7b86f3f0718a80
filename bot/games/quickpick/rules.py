"""The rules of Quickpick: Island of the Monster Masks: the rulebook's and rulings Q1-Q23.

A turn is a draw, a race of the guessers for the right tile, and its result; it always uses two
cards.
"""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, convert
from msgspec.json import decode

from bot.games.events import Event, Seat
from bot.games.game import (
    Act,
    Chance,
    Elapse,
    Game,
    Happened,
    IllegalMove,
    Input,
    Leave,
    Lesson,
    Option,
    Place,
    Prompt,
    Stale,
)
from bot.games.quickpick import ai, race, turns
from bot.games.quickpick.alike import alike
from bot.games.quickpick.awards import AWARDS, awarded
from bot.games.quickpick.masks import COPIES, DEALT, MASKS, SEATS
from bot.games.quickpick.state import DRAW, PASS_ON, SCHEMA, State, View
from bot.games.quickpick.tempers import LEVELS

__all__ = ["Quickpick", "State", "View"]

LINGER = 6.0
"""Seconds that a computer waits before it draws, so that people see how the last race ended."""
OPTIONS = (
    Option("mode", ("composer", "sounds", "camera")),
    Option("seconds", ("60", "30", "90", "120", "180"), always_named=True),
    Option("choosing", ("quick", "all", "calm")),
)

Step = tuple[State, tuple[Event, ...]]


class _Layout(Struct):
    schema: int = 1


USUAL_MOVES = (34, 58, 86, 121, 156, 186)
"""Answers of a whole game with the smallest number of seats, and with each one more: the median of
15 games among computers."""


class Quickpick(Game[State, View]):
    """Quickpick: Island of the Monster Masks (Ares Games), 3 to 8 players (ruling Q3)."""

    seats = SEATS
    options: tuple[Option, ...] = OPTIONS
    levels = LEVELS
    quick = ("absent", *LEVELS)
    beats: Mapping[int, tuple[float, ...]] = {
        3: (0.42, 0.48),
        4: (0.49, 0.61),
        5: (0.52, 0.70),
        6: (0.61, 0.89),
        7: (0.75, 0.87),
        8: (0.85, 0.89),
    }
    awards = AWARDS
    rules = 1
    state = State
    clock = "clock-look"

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Shuffle and deal for `seats` players (rulebook, "Setup"); seat 0 is the first mime.

        There is one draw: the 48 cards are shuffled, card c showing mask c // 3, and the first
        six for each player are the deck, its first card on top. Raises ValueError for a number
        of seats that cannot play.
        """
        if seats not in SEATS:
            raise ValueError("a deal has 3 to 8 seats")
        chosen = {option.name: options.get(option.name, option.choices[0]) for option in OPTIONS}
        cards = chance.shuffled(range(COPIES * len(MASKS)))[: DEALT * seats]
        state = State(
            mode=chosen["mode"],
            calm=chosen["choosing"] == "calm",
            quick=chosen["choosing"] == "quick",
            seconds=int(chosen["seconds"]),
            deck=tuple([card // COPIES for card in cards]),
            won=((),) * seats,
            removed=(),
            mime=0,
            turn=0,
            phase="draw",
            decision=0,
            passed=(0,) * seats,
            present=(True,) * seats,
        )
        return state, ()

    def restored(self, stored: bytes) -> State:
        """Read a stored state; in a race of schema 1, computers get a mood that was not drawn."""
        if decode(stored, type=_Layout).schema == SCHEMA:
            return decode(stored, type=State)
        former = decode(stored)
        for turn in former["turns"]:
            turn["hands"] = [(hand["seat"], hand["tile"]) for hand in turn["hands"]]
        former["turns"] = [tuple(turn.values()) for turn in former["turns"]]
        return race.upgraded(convert(former, State), LESSON)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the mime's decision to draw; in a race the mime's and the guessers' shared one."""
        if state.phase == "over":
            return ()
        if state.phase == "draw":
            clock, pauses = race.draw_clock(state.decision), (LINGER,) * len(LEVELS)
            late = "" if self.computer_may_take(state) else "camera"
            return (Prompt(state.decision, state.mime, "draw", clock, pauses=pauses, late=late),)
        return race.prompts(state)

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return what the seat may do; where faces are made, a mime may pass the role on."""
        if state.phase in ("race", "closing"):
            return race.moves(state, seat)
        if state.phase == "over" or seat != state.mime:
            return ()
        return (DRAW, PASS_ON) if state.mode == "camera" else (DRAW,)

    def step(self, state: State, given: Input, chance: Chance) -> Step:
        """Draw, show, choose or pass on; close a race; let a seat be left for good.

        Raises `Stale` if the decision is not open for that seat, or a computer may take the seat
        that is left. Raises `IllegalMove` if the move is not among `moves` ("hand-is-down": a
        second choice, "mime-knows": the mime guesses) or comes too soon after the mime's last one
        ("breath").
        """
        events: list[Event] = []
        if isinstance(given, Leave):
            if self.computer_may_take(state):
                raise Stale
            after = turns.leave(state, given.seat, events)
        elif isinstance(given, Elapse):
            after = turns.elapse(state, given.decision, events)
        else:
            self._check(state, given)
            after = turns.act(state, given, chance, events)
        return after, tuple(events)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return what `viewer` may know: the secret mask is the mime's, masks are their owner's."""
        return View(
            viewer=viewer,
            mode=state.mode,
            calm=state.calm,
            deck=len(state.deck),
            counts=_counts(state),
            won=() if viewer is None else state.won[viewer],
            mime=state.mime,
            turn=state.turn,
            all_turns=_all_turns(state),
            phase=state.phase,
            decision=state.decision,
            mask=state.mask if viewer == state.mime else None,
            shown=state.shown,
            sounds=state.sounds,
            done=state.done,
            chosen=tuple(sorted(hand.seat for hand in state.hands)),
            taken=() if state.calm else race.taken(state),
            late=() if state.calm else race.late(state),
            own=next((hand for hand in state.hands if hand.seat == viewer), None),
            turns=state.turns,
            present=state.present,
            passed=state.passed,
            last_call=race.last_call(state),
            piles=_piles(state) if state.phase == "over" else (),
        )

    def alike(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        """Return a state with other hidden masks; None when all is open."""
        return None if state.phase == "over" else alike(state, viewer, luck)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places by masks (rulebook, "Game End"; ruling Q17), last who left (Q14)."""
        return self.so_far(state) if state.phase == "over" else None

    def so_far(self, state: State) -> tuple[Place, ...]:
        """Return the places by the masks so far: how many everybody has is public."""
        scores = list(zip(state.present, _counts(state), strict=True))
        best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
        return tuple(
            Place(seat, 1 + sum(other > scores[seat] for other in scores), scores[seat][1])
            for seat in best_first
        )

    def computer_may_take(self, state: State) -> bool:
        """Tell whether a computer can play: it has no face to make."""
        return state.mode != "camera"

    def computers_fit(self, options: Mapping[str, str]) -> bool:
        """Tell whether computers can play: they have no faces to make."""
        return options.get("mode") != "camera"

    def usual_moves(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return how many answers a whole game usually takes."""
        return USUAL_MOVES[seats - self.seats[0]]

    def awarded(
        self, course: Sequence[Happened], places: Sequence[Place]
    ) -> tuple[tuple[str, Seat], ...]:
        """Return who earned which award."""
        return awarded(course, places)

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
        """Choose one of `moves` as a computer guest; "absent" guesses nothing."""
        return ai.choose(view, moves, level, luck)

    def lesson(self) -> Lesson:
        """Return four turns of three, in which nobody hurries; the learner mimes the second one.

        Choices stay secret until all have chosen, so that no quicker hand ends a race. In the first
        and in the last one the learner's is the first that counts.
        """
        return Lesson(LESSON, (), seat=0, seats=3)

    def _check(self, state: State, given: Act) -> None:
        """Raise unless this decision is open for the seat and the move is among `moves`."""
        racing = state.phase in ("race", "closing")
        mimes = racing and given.seat == state.mime
        decision = race.mime_decision(state) if mimes else state.decision
        moves = self.moves(state, given.seat)
        if moves and given.decision == decision:
            if given.move not in moves:
                raise IllegalMove
            return
        if racing and given.decision == state.decision:
            if mimes:
                raise IllegalMove("mime-knows")
            if given.seat in {hand.seat for hand in state.hands}:
                raise IllegalMove("hand-is-down")
        raise Stale


def _piles(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the masks that count of each seat: none of who left (ruling Q14)."""
    here = zip(state.won, state.present, strict=True)
    return tuple([masks if present else () for masks, present in here])


def _counts(state: State) -> tuple[int, ...]:
    """Return how many masks count of each seat."""
    return tuple([len(masks) for masks in _piles(state)])


def _all_turns(state: State) -> int:
    """Return the turns of the whole game: two cards each, one of them drawn in a race."""
    ahead = 0 if state.phase == "over" else (len(state.deck) + 1) // 2
    return len(state.turns) + ahead


LESSON = State(
    mode="composer",
    calm=True,
    quick=False,
    seconds=1200,
    deck=(10, 6, 0, 12, 5, 9, 13, 2),
    won=((), (), ()),
    removed=(),
    mime=2,
    turn=0,
    phase="draw",
    decision=0,
    passed=(0, 0, 0),
    present=(True, True, True),
    patience=0,
)
"""The deal of the lesson: every other card is the mime's, the first one of seat 2."""
