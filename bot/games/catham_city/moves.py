"""What may be done: all moves of a decision, from public facts and one's own cards alone.

`state.py` describes how they are written. Positions are looked up more than once (for buttons, for
the check and for computers), hence the caches.
"""

from functools import lru_cache

from bot.games.catham_city.cards import (
    BUREAUCRATS,
    DETECTIVES,
    HACKERS,
    HAND_LIMIT,
    JOURNALISTS,
    MAFIA,
    MAFIA_DROP,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
)
from bot.games.catham_city.state import DISCARD, PASS, PAY, State
from bot.games.game import IllegalMove, Seat, one_field

MOST_HACKERS = 4
"""Hackers that can be played at once (rulebook, "The hackers")."""


def moves(state: State, seat: Seat) -> tuple[str, ...]:
    """Return every full move open to a seat that is asked; empty for any other."""
    if seat not in asked(state):
        return ()
    hand = state.hands[seat]
    if state.phase == "action":
        return _actions(seat, hand, state.market, tuple(map(len, state.hands)), state.present)
    if state.phase == "discard":
        return _paths(DISCARD, hand, len(hand) - HAND_LIMIT)
    return _answers(state, hand, state.points[seat])


def asked(state: State) -> tuple[Seat, ...]:
    """Return who is asked now, ascending."""
    if state.phase == "over":
        return ()
    return state.owing if state.phase == "answers" else (state.active,)


def asked_by(state: State, faction: int) -> tuple[Seat, ...]:
    """Return who has to answer a faction that the active player has played.

    Public facts alone decide, even where the hidden hand leaves no choice (ruling C12); whom the
    mafia leaves no choice is not asked (ruling C22).
    """
    others = [seat for seat in range(len(state.hands)) if seat != state.active]
    if faction in (DETECTIVES, JOURNALISTS):
        return tuple([seat for seat in others if state.hands[seat]])
    if faction == MAFIA:
        return tuple([seat for seat in others if _may_choose(state, seat)])
    return ()


def _may_choose(state: State, seat: Seat) -> bool:
    """Tell whether the mafia leaves a choice: which two cards, or whether to pay (ruling C21)."""
    held = len(state.hands[seat])
    return held > MAFIA_DROP or (held == MAFIA_DROP and state.points[seat] > 0)


def refusal(state: State, move: str) -> IllegalMove:
    """Return why a move is refused that is not among `moves`."""
    if state.phase != "answers":
        return IllegalMove()
    if move == PAY and state.played == MAFIA:
        return IllegalMove("no-points")
    holding_all = tuple(sorted(state.factions * 2))
    missing = move in _answers(state, holding_all, points=0)
    return IllegalMove("not-in-hand") if missing else IllegalMove()


@lru_cache(maxsize=1024)
def _actions(
    seat: Seat,
    hand: tuple[int, ...],
    market: tuple[int, ...],
    sizes: tuple[int, ...],
    present: tuple[bool, ...],
) -> tuple[str, ...]:
    """Return the ways to take cards and to play a faction; `sizes` are those of all hands."""
    reach = tuple(
        min(size, MOST_HACKERS) if present[other] and other != seat else None
        for other, size in enumerate(sizes)
    )
    actions, extras = list(_takes(market)), tuple(dict.fromkeys(hand))
    for faction in extras:
        actions += _plays(faction, hand.count(faction), extras, reach)
    return tuple(actions)


@lru_cache(maxsize=1024)
def _takes(market: tuple[int, ...]) -> tuple[str, ...]:
    """Return the ways to take at least one card, all of one faction (rulings C4 and C5)."""
    return tuple(
        f"take/{faction}/{number}"
        for faction in dict.fromkeys(market)
        for number in range(1, market.count(faction) + 1)
    )


@lru_cache(maxsize=4096)
def _plays(
    faction: int, held: int, extras: tuple[int, ...], reach: tuple[int | None, ...]
) -> tuple[str, ...]:
    """Return the ways to play a faction of which so many cards are held (ruling C7).

    `extras` are the factions of the hand. `reach` tells by seat how many hackers can be played
    there; None: the seat is no target.
    """
    ways: list[str] = []
    targets = [seat for seat, most in enumerate(reach) if most is not None]
    if faction == DETECTIVES and held >= 3:  # rulings C14 and C16
        ways = [f"/{extra}" for extra in extras if extra != DETECTIVES or held > 3]
    elif faction == ROBOCATS:  # ruling C19
        ways = [f"/{number}" for number in (2, 4) if held >= number]
    elif faction == HACKERS:  # ruling C23
        ways = [
            f"/{number}/{target}"
            for number in range(1, min(held, MOST_HACKERS) + 1)
            for target in targets
            if number <= (reach[target] or 0)
        ]
    elif faction == POLICE:  # rulings C27 and C28
        ways = [
            f"/{number}/{extra}/{target}"
            for number in range(1, held + 1)
            for extra in extras
            if extra != POLICE
            for target in targets
        ]
    elif faction == BUREAUCRATS:  # ruling C34
        ways = [f"/{number}" for number in range(1, held + 1)]
    elif held >= {SCIENTISTS: 3, MAFIA: 4, JOURNALISTS: 2}.get(faction, held + 1):
        ways = [""]
    return tuple(f"play/{faction}{way}" for way in ways)


def _answers(state: State, hand: tuple[int, ...], points: int) -> tuple[str, ...]:
    """Return the answers that these cards and points allow to the faction that was played."""
    if state.played == DETECTIVES:  # ruling C15
        return (DISCARD, PASS) if state.extra in hand else (PASS,)
    if state.played == MAFIA:  # ruling C21
        return ((PAY,) if points else ()) + _paths("drop", hand, MAFIA_DROP)
    return _presents(hand)


@lru_cache(maxsize=1024)
def _presents(hand: tuple[int, ...]) -> tuple[str, ...]:
    """Return the answers to journalists (rulings C30 to C32)."""
    gives: list[str] = []
    for faction in dict.fromkeys(hand):
        gives.append(f"give/{faction}")
        if hand.count(faction) > 1:
            gives.append(f"give/{faction}/{DISCARD}")
    return (*gives, PASS)


@lru_cache(maxsize=1024)
def _paths(kind: str, hand: tuple[int, ...], number: int) -> tuple[str, ...]:
    """Return the moves that discard so many cards of a sorted hand."""
    return tuple(f"{kind}/{one_field(map(str, cards))}" for cards in _choices(hand, number))


@lru_cache(maxsize=8192)
def _choices(hand: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Return the different ways to choose so many cards of a sorted hand, each ascending."""
    if number == 0:
        return ((),)
    if len(hand) < number:
        return ()
    first, held = hand[0], hand.count(hand[0])
    return tuple(
        (first,) * chosen + others
        for chosen in range(min(held, number), -1, -1)
        for others in _choices(hand[held:], number - chosen)
    )
