"""How a turn runs: its actions, the others' answers, the hand limit; and how a seat is left."""

from msgspec.structs import replace

from bot.games.catham_city import effects
from bot.games.catham_city.cards import ANSWERED, DETECTIVES, HAND_LIMIT
from bot.games.catham_city.moves import asked_by
from bot.games.catham_city.state import State
from bot.games.catham_city.tabletop import Tabletop
from bot.games.events import Seat
from bot.games.game import Stale


def act(top: Tabletop, move: str) -> State:
    """Take cards or play a faction; some factions then wait for answers (ruling C11)."""
    kind, *fields = move.split("/")
    faction, *rest = map(int, fields)
    active = top.before.active
    if kind == "take":
        effects.take(top, active, faction, rest[0])
        return _after_action(top.state())
    effects.play(top, active, faction, rest)
    if faction in ANSWERED and top.winner is None:
        return _ask(top, faction, rest[0] if faction == DETECTIVES else None)
    return _end(top, faction)


def _ask(top: Tabletop, faction: int, extra: int | None) -> State:
    """Ask the others for their answers, or carry out the effect if nobody has to answer."""
    after = top.state()
    owing = asked_by(after, faction)
    answers: tuple[str | None, ...] = (None,) * len(after.hands)
    if not owing:
        return _carry_out(top, faction, extra, answers)
    return replace(
        after,
        phase="answers",
        decision=after.decision + 1,
        played=faction,
        extra=extra,
        owing=owing,
        answers=answers,
    )


def answer(top: Tabletop, seat: Seat, given: str | None) -> State:
    """Keep an answer, hidden, or none (None); once no other is awaited, carry out all of them."""
    before = top.before
    answers = (*before.answers[:seat], given, *before.answers[seat + 1 :])
    owing = tuple(other for other in before.owing if other != seat)
    if owing:
        return replace(top.state(), owing=owing, answers=answers)
    return _carry_out(top, before.played, before.extra, answers)


def discard(top: Tabletop, move: str) -> State:
    """Discard down to the hand limit (ruling C6)."""
    active = top.before.active
    cards = tuple(map(int, move.removeprefix("discard/").split(".")))
    top.tell("discarded", active, *cards)
    top.discard(active, cards)
    return _next_turn(top.state())


def leave(top: Tabletop, seat: Seat) -> State:
    """Leave a seat for good (ruling C39).

    Its cards go to the discard pile, its points to the supply, its answer lapses. If it was on
    turn, the turn is over, and so is what it has asked. The last one left wins. Raises `Stale` if
    the seat is empty, the game is over, or a computer plays on.
    """
    before = top.before
    seated = seat in range(len(before.present)) and before.present[seat]
    if not seated or before.phase == "over" or before.vacated == "computer":
        raise Stale
    top.tell("left", seat)
    top.present = (*before.present[:seat], False, *before.present[seat + 1 :])
    top.points[seat] = 0
    top.discard(seat, top.hands[seat])
    if top.present.count(True) == 1:
        top.win(top.present.index(True))
        return _after_action(top.state())
    if seat == before.active:
        top.clear()
        return _next_turn(top.state())
    return answer(top, seat, None) if before.phase == "answers" else top.state()


def _carry_out(
    top: Tabletop, faction: int | None, extra: int | None, answers: tuple[str | None, ...]
) -> State:
    """Carry out the answers and end the effect."""
    effects.carry_out(top, faction, extra, answers)
    return _end(top, faction)


def _end(top: Tabletop, faction: int | None) -> State:
    """End the effect of a faction; if somebody has won, what lies on the table stays there."""
    if top.winner is None:
        top.clear()
        return _after_action(top.state())
    return replace(_after_action(top.state()), played=faction)


def _after_action(state: State) -> State:
    """Go on to the turn's second action (ruling C35), the hand limit or the next turn."""
    left = state.left - 1
    if state.winner is not None:
        phase = "over"
    elif left:
        phase = "action"
    elif len(state.hands[state.active]) > HAND_LIMIT:
        phase = "discard"
    else:
        return _next_turn(state)
    return replace(_unasked(state), phase=phase, decision=state.decision + 1, left=left)


def _next_turn(state: State) -> State:
    """Begin the turn of the next one clockwise who is present."""
    active = (state.active + 1) % len(state.present)
    while not state.present[active]:
        active = (active + 1) % len(state.present)
    return replace(
        _unasked(state),
        turn=state.turn + 1,
        active=active,
        phase="action",
        decision=state.decision + 1,
        left=state.actions,
    )


def _unasked(state: State) -> State:
    """Return the state with nothing left of what was asked."""
    if state.played is None:
        return state
    return replace(state, played=None, extra=None, owing=(), answers=())
