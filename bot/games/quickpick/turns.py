"""How a turn runs: what is pressed, how its race ends, who is the next mime; how a seat is left.

The steps return the next state and append to `events` what happened.
"""

from typing import TypeVar

from msgspec.structs import replace

from bot.games.events import Event, Seat
from bot.games.game import Act, Chance, Stale
from bot.games.quickpick import race
from bot.games.quickpick.masks import SEATS
from bot.games.quickpick.state import (
    DRAW,
    PASS,
    PASS_ON,
    PASSES,
    SILENT_RACES,
    STRIDE,
    Choice,
    Hand,
    State,
    Turn,
)

T = TypeVar("T")


def act(state: State, given: Act, chance: Chance, events: list[Event]) -> State:
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


def elapse(state: State, decision: int, events: list[Event]) -> State:
    """Let late hands in when the race's time is up, and end it half a second later.

    Raises `Stale` if another pause runs, or none.
    """
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
    choices = tuple(Choice(hand.seat, hand.tile) for hand in race.in_order(state))
    turn = Turn(state.mime, race.secret(state), right, choices)
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
    return leave(passed, mime, events) if passed.passed[mime] == PASSES else _next_mime(passed)


def leave(state: State, seat: Seat, events: list[Event]) -> State:
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


def _with(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Return `items` with that of one seat exchanged."""
    return (*items[:seat], item, *items[seat + 1 :])
