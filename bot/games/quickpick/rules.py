"""The rules of Quickpick: Island of the Monster Masks: the rulebook's and rulings Q1-Q23.

A turn is a draw, a race of the guessers for the right tile, and its result; it always uses two
cards. The steps below return the next state and append to `events` what happened.
"""

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from msgspec.json import decode
from msgspec.structs import replace

from bot.games.game import (
    Act,
    Chance,
    Elapse,
    Event,
    Game,
    IllegalMove,
    Input,
    Leave,
    Lesson,
    Option,
    Place,
    Prompt,
    Seat,
    Stale,
)
from bot.games.quickpick import ai, race
from bot.games.quickpick.masks import COPIES, DEALT, MASKS
from bot.games.quickpick.state import (
    DRAW,
    PASS,
    PASS_ON,
    PASSES,
    SCHEMA,
    SILENT_RACES,
    STRIDE,
    Hand,
    State,
    Turn,
    View,
)
from bot.games.quickpick.tempers import LEVELS

__all__ = ["Hand", "Quickpick", "State", "Turn", "View"]

SEATS = range(3, 9)
LINGER = 6.0
"""Seconds that a computer waits before it draws, so that people see how the last race ended."""
OPTIONS = (
    Option("mode", ("composer", "sounds", "camera")),
    Option("seconds", ("60", "30", "90", "120", "180"), told=True),
    Option("choosing", ("quick", "all", "calm")),
)

Step = tuple[State, tuple[Event, ...]]
T = TypeVar("T")


class Quickpick(Game[State, View]):
    """Quickpick: Island of the Monster Masks (Ares Games), 3 to 8 players (ruling Q3)."""

    seats = SEATS
    options: tuple[Option, ...] = OPTIONS
    levels = LEVELS
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
        state = decode(stored, type=State)
        return race.upgraded(state, LESSON) if state.schema < SCHEMA else state

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
            after = _leave(state, given.seat, events)
        elif isinstance(given, Elapse):
            after = _elapse(state, given.decision, events)
        else:
            self._check(state, given)
            after = _act(state, given, chance, events)
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


def _act(state: State, given: Act, chance: Chance, events: list[Event]) -> State:
    """Make a move that is open to the seat, which is silent no more."""
    state = replace(state, silent=tuple([seat for seat in state.silent if seat != given.seat]))
    if given.move == DRAW:
        return race.begun(state, chance)
    if given.move == PASS_ON:
        return _pass_on(state, events)
    if given.seat == state.mime:
        return race.mimed(state, given.move, given.at, events)
    tile = None if given.move == PASS else int(given.move.removeprefix("tile/"))
    hand = Hand(given.seat, tile, given.at)
    events += race.overtaken(state, hand)
    return _after_choice(replace(state, hands=(*state.hands, hand)), events)


def _after_choice(state: State, events: list[Event]) -> State:
    """End a race in which all have chosen; let late hands in where it is decided without all."""
    if not race.undecided(state):
        return _resolve(state, events)
    return replace(state, phase="closing") if race.is_decided(state) else state


def _elapse(state: State, decision: int, events: list[Event]) -> State:
    """Let late hands in when the race's time is up, and end it half a second later."""
    if state.phase == "race" and decision == race.end_decision(state):
        return replace(state, phase="closing")
    if state.phase == "closing" and decision == race.closing_decision(state):
        return _resolve(state, events)
    raise Stale


def _resolve(state: State, events: list[Event]) -> State:
    """Reveal the mask, hand out the prize or remove two cards, and go on (rulebook, "Game Turn").

    The hand of a guesser who left stays on its tile and wins nothing (ruling Q14).
    """
    mask, mime = race.secret(state), state.mime
    guesser = race.taken(state)[mask]
    state = _silenced(state, events)
    if guesser is None or not state.present[guesser]:
        events.append(Event(None, "not-guessed", (mime, mask)))
        events.append(Event((mime,), "gone", (mask,)))
        events.append(_missed(state, None))
        return _nobody_right(state)
    prize = state.deck[0]
    events.append(Event(None, "guessed", (mime, mask, guesser)))
    events.append(Event((guesser,), "prize", (prize,)))
    events.append(Event((mime,), "kept", (mask,)))
    events.append(_missed(state, guesser))
    won = _with(state.won, guesser, (*state.won[guesser], prize))
    won = _with(won, mime, (*won[mime], mask))
    return _end_turn(replace(state, won=won, deck=state.deck[1:]), guesser)


def _silenced(state: State, events: list[Event]) -> State:
    """Note who was silent in this race, and tell of whom it was once too often."""
    silent = race.silences(state)
    for seat in sorted({*silent}):
        if silent.count(seat) == SILENT_RACES > state.silent.count(seat):
            events.append(Event(None, "not-waited-for", (seat,)))
    return replace(state, silent=silent)


def _missed(state: State, guesser: Seat | None) -> Event:
    """Return what tells all guessers but the right one, if any, that their race is over."""
    excepted = (state.mime, guesser)
    here = enumerate(state.present)
    return Event(tuple([s for s, present in here if present and s not in excepted]), "missed")


def _nobody_right(state: State) -> State:
    """Remove the mask and one more card, which nobody sees (ruling Q13)."""
    removed = (*state.removed, race.secret(state), state.deck[0])
    return _end_turn(replace(state, removed=removed, deck=state.deck[1:]), None)


def _end_turn(state: State, right: Seat | None) -> State:
    """Write the turn down; the next mime sits to the left, or the deck is empty."""
    turn = Turn(state.mime, race.secret(state), right, race.in_order(state))
    ended = replace(_tidied(state), turns=(*state.turns, turn))
    if not state.deck:
        return replace(ended, phase="over")
    return _next_mime(replace(ended, turn=state.turn + 1))


def _tidied(state: State) -> State:
    """Return the state without what belongs to one race alone."""
    return replace(
        state,
        mask=None,
        shown=(),
        sounds=(),
        shown_at=0,
        done=False,
        hands=(),
        moods=(),
        reactions=(),
    )


def _next_mime(state: State) -> State:
    """Let the next one to the left draw (ruling Q2), past seats that were left."""
    seats = len(state.present)
    mime = (state.mime + 1) % seats
    while not state.present[mime]:
        mime = (mime + 1) % seats
    return replace(state, phase="draw", decision=state.decision + STRIDE, mime=mime)


def _pass_on(state: State, events: list[Event]) -> State:
    """Pass the mime's role on; nothing is removed, but the second time is leaving (ruling Q19)."""
    mime = state.mime
    events.append(Event(None, "passed-on", (mime,)))
    passed = replace(state, passed=_with(state.passed, mime, state.passed[mime] + 1))
    return _leave(passed, mime, events) if passed.passed[mime] == PASSES else _next_mime(passed)


def _leave(state: State, seat: Seat, events: list[Event]) -> State:
    """Go on without a seat (rulings Q14 and Q15); fewer than three end the game (Q16).

    Raises `Stale` if the seat was left before, or the game is over.
    """
    if state.phase == "over" or not state.present[seat]:
        raise Stale
    events.append(Event(None, "left", (seat,)))
    left = replace(state, present=_with(state.present, seat, False))
    if sum(left.present) < SEATS[0]:
        out = () if state.mask is None else (state.mask,)
        return replace(_tidied(left), phase="over", removed=(*state.removed, *out))
    if state.phase == "draw":
        return _next_mime(left) if seat == state.mime else left
    if seat == state.mime:
        events.append(Event(None, "void", (seat,)))
        events.append(_missed(left, None))
        return _nobody_right(left)
    return _after_choice(left, events)


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


def _with(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Return `items` with that of one seat exchanged."""
    return (*items[:seat], item, *items[seat + 1 :])


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
