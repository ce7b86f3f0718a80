"""What may be done: all moves of a decision, from public facts and one's own cards alone.

`state.py` describes how they are written.
"""

from collections.abc import Mapping
from functools import lru_cache

from bot.games.catham_city.cards import (
    BUREAUCRATS,
    COPIES,
    DETECTIVES,
    FACTIONS,
    HACKERS,
    HAND_LIMIT,
    JOURNALISTS,
    MAFIA,
    MAFIA_DROP,
    MARKET,
    MOST_HACKERS,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
    SEATS,
)
from bot.games.catham_city.state import DISCARD, PASS, PAY, State
from bot.games.events import Seat
from bot.games.game import IllegalMove

Ways = tuple[str, ...]


def _by_cards(ways: Mapping[int, str]) -> tuple[Ways, ...]:
    """Return the ways that a number of cards allows, by that number; each needs a number itself."""
    return tuple(
        tuple(way for needed, way in ways.items() if needed <= cards) for cards in range(COPIES + 1)
    )


TAKE = tuple(
    _by_cards({number: f"take/{faction}/{number}" for number in range(1, MARKET + 1)})
    for faction in range(len(FACTIONS))
)
"""By faction and its cards in the market: the ways to take some (rulings C4 and C5)."""
PLAY = {
    SCIENTISTS: _by_cards({3: f"play/{SCIENTISTS}"}),
    ROBOCATS: _by_cards({number: f"play/{ROBOCATS}/{number}" for number in (2, 4)}),  # ruling C19
    MAFIA: _by_cards({4: f"play/{MAFIA}"}),
    JOURNALISTS: _by_cards({2: f"play/{JOURNALISTS}"}),
    BUREAUCRATS: _by_cards(  # ruling C34
        {number: f"play/{BUREAUCRATS}/{number}" for number in range(1, COPIES + 1)}
    ),
}
"""By faction and its cards in the hand: the ways to play what needs no other card and no target."""
PLAY_HACKERS = tuple(
    tuple(f"play/{HACKERS}/{number}/{target}" for target in range(SEATS[-1]))
    for number in range(MOST_HACKERS + 1)
)
"""By the number of hackers and the target: how that is written."""


def moves(state: State, seat: Seat) -> Ways:
    """Return every full move open to a seat that is asked; empty for any other."""
    if seat not in asked(state):
        return ()
    hand = state.hands[seat]
    if state.phase == "action":
        return (*_takes(state), *_plays(state, seat))
    if state.phase == "discard":
        return _discards(DISCARD, hand, len(hand) - HAND_LIMIT)
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


def allows(state: State, seat: Seat, move: str) -> bool:
    """Tell whether a move is among `moves` of a seat that is asked, without listing all of them."""
    if state.phase == "action":
        return move in (_takes(state) if move.startswith("take") else _plays(state, seat))
    return move in moves(state, seat)


def _takes(state: State) -> list[str]:
    """Return the ways to take cards (rulings C4 and C5)."""
    ways: list[str] = []
    market = state.market
    for faction in state.factions:
        ways += TAKE[faction][market.count(faction)]
    return ways


def _plays(state: State, seat: Seat) -> list[str]:
    """Return the ways to play a faction (ruling C7)."""
    ways: list[str] = []
    hand = state.hands[seat]
    for faction in state.factions:
        held = hand.count(faction)
        if faction in PLAY:
            ways += PLAY[faction][held]
        elif faction == HACKERS:
            ways += _hackers(state, seat, held)
        elif faction == POLICE:
            ways += _police(state, seat, held)
        elif held >= 3:
            ways += _detectives(state, seat, held)
    return ways


def _detectives(state: State, seat: Seat, held: int) -> list[str]:
    """Return the ways to play three detectives with an extra card (rulings C14 and C16)."""
    hand = state.hands[seat]
    return [
        f"play/{DETECTIVES}/{extra}"
        for extra in state.factions
        if extra in hand and (extra != DETECTIVES or held > 3)
    ]


def _hackers(state: State, seat: Seat, held: int) -> list[str]:
    """Return the ways to play hackers, no more than the target holds cards (ruling C23)."""
    reach = [len(hand) for hand in state.hands]
    reach[seat] = 0
    return [
        PLAY_HACKERS[number][target]
        for number in range(1, min(held, MOST_HACKERS) + 1)
        for target, cards in enumerate(reach)
        if cards >= number
    ]


def _police(state: State, seat: Seat, held: int) -> list[str]:
    """Return the ways to play police with another faction's card (rulings C27 and C28)."""
    hand = state.hands[seat]
    extras = [extra for extra in state.factions if extra in hand and extra != POLICE]
    targets = [other for other, here in enumerate(state.present) if here and other != seat]
    return [
        f"play/{POLICE}/{number}/{extra}/{target}"
        for number in range(1, held + 1)
        for extra in extras
        for target in targets
    ]


def _answers(state: State, hand: tuple[int, ...], points: int) -> Ways:
    """Return the answers that these cards and points allow to the faction that was played."""
    if state.played == DETECTIVES:  # ruling C15
        return (DISCARD, PASS) if state.extra in hand else (PASS,)
    if state.played == MAFIA:  # ruling C21
        return ((PAY,) if points else ()) + _discards("drop", hand, MAFIA_DROP)
    return _presents(hand)


def _presents(hand: tuple[int, ...]) -> Ways:
    """Return the answers to journalists (rulings C30 to C32)."""
    gives: list[str] = []
    for faction in dict.fromkeys(hand):
        gives.append(f"give/{faction}")
        if hand.count(faction) > 1:
            gives.append(f"give/{faction}/{DISCARD}")
    return (*gives, PASS)


@lru_cache(maxsize=256)
def _discards(kind: str, hand: tuple[int, ...], number: int) -> Ways:
    """Return the different ways to discard so many cards of a sorted hand."""
    ways = [(f"{kind}/", hand)]
    for _ in range(number - 1):
        ways = [
            (f"{way}{card}.", rest[rest.index(card) + 1 :])
            for way, rest in ways
            for card in dict.fromkeys(rest)
        ]
    return tuple([f"{way}{card}" for way, rest in ways for card in dict.fromkeys(rest)])
