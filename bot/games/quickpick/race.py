"""The race of Quickpick: who is asked, what the mime shows, whose hand was first.

The mime's decisions and the guessers' shared one are open at the same time.
"""

from msgspec.structs import replace

from bot.games.events import Event, Seat
from bot.games.game import Chance, IllegalMove, Prompt
from bot.games.quickpick import tempers
from bot.games.quickpick.masks import FEATURES, MASKS, SYLLABLES, part
from bot.games.quickpick.state import (
    DONE,
    LAST_CALL,
    PASS,
    SCHEMA,
    SILENT_RACES,
    STRIDE,
    Hand,
    State,
)

LATE = 0.5
"""Seconds before a race closes, in which hands that the network held up still count."""
BREATH = 2000
"""Milliseconds between two showings or sounds of a mime, as the ids of the clicks tell."""
SOUNDS = 20
"""At most so many sounds in a race."""
MIME_PAUSE = 3.5
"""Seconds that a computer waits before it shows a part: longer than `BREATH`."""
SILENCES = 2
"""The computer helps a mime out who shows nothing for one of so many parts of the race's time."""
SLAPS = (*(f"tile/{mask}" for mask in range(len(MASKS))), PASS)
SHOWS = tuple(f"show/{name}" for name in FEATURES)
SOUND_MOVES = tuple(f"sound/{syllable}" for syllable in SYLLABLES)
TIMESTAMP = 22
"""The bits of a Discord id below its milliseconds."""


def begun(state: State, chance: Chance) -> State:
    """Draw the secret mask: the mime has looked, so hands count from now on (ruling Q4).

    Chance decides in which moods computers are, and how quick.
    """
    moods, reactions = tempers.drawn(len(state.present), chance)
    return replace(
        state,
        phase="race",
        decision=state.decision + STRIDE,
        mask=state.deck[0],
        deck=state.deck[1:],
        moods=moods,
        reactions=reactions,
    )


def upgraded(state: State, lesson: State) -> State:
    """Return a state of an older schema as one of today; in `lesson` nobody is hurried.

    In a race of schema 1, computers guess after three parts.
    """
    patience = lesson.patience if state.seconds == lesson.seconds else LAST_CALL
    if state.schema == 1:
        racing = state.phase in ("race", "closing")
        seats = range(len(state.present) if racing else 0)
        moods = (tempers.MOODS.index(tempers.BOLD),) * len(seats)
        state = replace(state, moods=moods, reactions=tuple(seats))
    return replace(state, patience=patience, schema=SCHEMA)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return what the race waits for; guessers are asked on while late hands count."""
    asked = [_slap_prompt(state, seat) for seat in undecided(state)]
    if state.phase == "closing":
        clock = f"closing:{state.turn}"
        return (Prompt(closing_decision(state), None, "closing", clock, seconds=LATE), *asked)
    clock = f"race:{state.turn}"
    seconds = min(state.patience, state.seconds) if last_call(state) else state.seconds
    end = Prompt(end_decision(state), None, "race", clock, seconds=seconds)
    if not _mime_acts(state):
        return (*asked, end)
    decision = mime_decision(state)
    mime = Prompt(
        decision=decision,
        seat=state.mime,
        kind="mime",
        clock=f"mime:{decision}",
        turn=draw_clock(state.decision - STRIDE),
        late="mime",
        seconds=state.seconds / SILENCES,
        rest=MIME_PAUSE,
    )
    return (mime, *asked, end)


def moves(state: State, seat: Seat) -> tuple[str, ...]:
    """Return what a seat may do; for guessers all tiles, taken ones too (ruling Q5)."""
    if seat != state.mime:
        return SLAPS if seat in undecided(state) else ()
    if not _mime_acts(state):
        return ()
    shown = [number // 2 for number in state.shown]
    shows = [move for feature, move in enumerate(SHOWS) if feature not in shown]
    may_sound = state.mode == "sounds" and len(state.sounds) < SOUNDS
    return (*shows, *(SOUND_MOVES if may_sound else ()), DONE)


def draw_clock(decision: int) -> str:
    """Return the name of the clock of the mime who is to look: its turn goes on in the race."""
    return f"draw:{decision}"


def mime_decision(state: State) -> int:
    """Return the number of the mime's decision, a new one after each showing or sound."""
    return state.decision + 1 + 2 * (len(state.shown) + len(state.sounds))


def end_decision(state: State) -> int:
    """Return the number of the pause that ends when the race's time is up (ruling Q9)."""
    return state.decision + 2


def closing_decision(state: State) -> int:
    """Return the number of the pause for late hands."""
    return state.decision + 4


def undecided(state: State) -> tuple[Seat, ...]:
    """Return the guessers who have not chosen; the mime does not guess (ruling Q7)."""
    chosen = {hand.seat for hand in state.hands}
    return tuple([seat for seat in _guessers(state) if seat not in chosen])


def missing(state: State) -> tuple[Seat, ...]:
    """Return the guessers whom the race waits for: of whoever was silent too often, nobody.

    If everybody was, it waits for all. A ruling, as is the last call.
    """
    patient = [seat for seat in _guessers(state) if state.silent.count(seat) < SILENT_RACES]
    waited = patient or _guessers(state)
    return tuple([seat for seat in undecided(state) if seat in waited])


def last_call(state: State) -> bool:
    """Tell whether the whole face is shown and at least half of those waited for have chosen.

    A face in a camera is whole from the beginning.
    """
    whole = state.done or state.mode == "camera" or len(state.shown) == len(FEATURES)
    runs = state.phase == "race" and state.patience > 0
    return runs and whole and len(missing(state)) <= len(state.hands)


def is_decided(state: State) -> bool:
    """Tell whether the race need not go on: nobody is waited for, or the right tile is taken.

    The latter in quick races only (ruling Q10).
    """
    return not missing(state) or (state.quick and taken(state)[secret(state)] is not None)


def silences(state: State) -> tuple[Seat, ...]:
    """Return `State.silent` after this race.

    In a quick race that was decided early, those without a hand were too slow, and not silent.
    """
    if state.quick and taken(state)[secret(state)] is not None:
        return state.silent
    more = [seat for seat in undecided(state) if state.silent.count(seat) < SILENT_RACES]
    return tuple(sorted([*state.silent, *more]))


def in_order(state: State) -> tuple[Hand, ...]:
    """Return the hands in the order that counts: by the clicks' ids (ruling Q6).

    In a calm game (a house rule) clockwise from the mime's left.
    """
    seats = len(state.present)
    if state.calm:
        return tuple(sorted(state.hands, key=lambda hand: (hand.seat - state.mime) % seats))
    return tuple(sorted(state.hands, key=_came))


def taken(state: State) -> tuple[Seat | None, ...]:
    """Return by mask whose hand was first on its tile (rulebook, "Game Turn"; ruling Q5)."""
    first: list[Seat | None] = [None] * len(MASKS)
    for hand in reversed(in_order(state)):
        if hand.tile is not None:
            first[hand.tile] = hand.seat
    return tuple(first)


def late(state: State) -> tuple[Seat, ...]:
    """Return who chose a tile that had a hand on it already, ascending (ruling Q5)."""
    first = taken(state)
    spent = (h.seat for h in state.hands if h.tile is not None and first[h.tile] != h.seat)
    return tuple(sorted(spent))


def overtaken(state: State, hand: Hand) -> tuple[Event, ...]:
    """Tell whoever loses a tile to a hand that was earlier but comes in now (ruling Q6)."""
    rivals = [other for other in state.hands if other.tile == hand.tile]
    if state.calm or hand.tile is None or not rivals:
        return ()
    first = min(rivals, key=_came)
    return () if _came(first) < _came(hand) else (Event((first.seat,), "overtaken", (first.seat,)),)


def mimed(state: State, move: str, at: int, events: list[Event]) -> State:
    """Show a part of the secret mask, always truthfully, make a sound (ruling Q18), or stop.

    `at` is the id of the click. Raises IllegalMove("breath") too soon after the last one.
    """
    if move == DONE:
        return replace(state, done=True)
    if state.shown_at and (at >> TIMESTAMP) - (state.shown_at >> TIMESTAMP) < BREATH:
        raise IllegalMove("breath")
    kind, name = move.split("/")
    if kind == "sound":
        events.append(Event(None, "sound-made", (state.mime, name)))
        return replace(state, sounds=(*state.sounds, name), shown_at=at)
    number = part(secret(state), FEATURES.index(name))
    events.append(Event(None, "part-shown", (state.mime, number)))
    shown = (*state.shown, number)
    done = state.mode == "composer" and len(shown) == len(FEATURES)
    return replace(state, shown=shown, shown_at=at, done=done)


def secret(state: State) -> int:
    """Return the mime's secret mask. Raises ValueError outside of a race."""
    if state.mask is None:
        raise ValueError("there is a secret mask in a race only")
    return state.mask


def _guessers(state: State) -> tuple[Seat, ...]:
    """Return all who play but the mime."""
    here = enumerate(state.present)
    return tuple([seat for seat, present in here if present and seat != state.mime])


def _came(hand: Hand) -> tuple[int, Seat]:
    """Return when a hand came, for comparing: no two hands of a race came at the same time."""
    return hand.at, hand.seat


def _mime_acts(state: State) -> bool:
    """Tell whether the mime still has something to press; a face in a camera needs no buttons."""
    return state.phase == "race" and state.mode != "camera" and not state.done


def _slap_prompt(state: State, seat: Seat) -> Prompt:
    """Ask a guesser, who need not choose (ruling Q9); a computer reacts once it dares to guess.

    In a calm game daring and quickness gain nothing, so there it guesses when it is sure, and at
    any level as soon as the quickest does: nobody is kept waiting.
    """
    mood = tempers.SURE if state.calm else tempers.MOODS[state.moods[seat]]
    pauses = (float(state.seconds),) * len(tempers.LEVELS)
    if state.done or len(state.shown) >= tempers.PARTS[mood]:
        pauses = tempers.pauses(mood, state.reactions[seat])
    if state.calm:
        pauses = pauses[-1:] * len(pauses)
    return Prompt(state.decision, seat, "slap", pauses=pauses, costs=True)
