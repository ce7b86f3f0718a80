"""How good moves are, found by playing on in worlds that may be the true one.

What is hidden is dealt at random, as far as the view does not tell it: cards that a player openly
took stay in that hand. Each move meets the same worlds with the same luck, so that luck favours
none (common random numbers). After some turns, the chances to win are estimated.
"""

from collections.abc import Sequence

import numpy as np

from bot.games.catham_city import habits
from bot.games.catham_city.cards import (
    ANSWERED,
    DETECTIVES,
    FACTIONS,
    HACKERS,
    POLICE,
)
from bot.games.catham_city.evaluation import FIRST, TEMPO, counted, unseen_cards
from bot.games.catham_city.hands import reach, worth
from bot.games.catham_city.state import DISCARD, PASS, PAY, View
from bot.games.catham_city.worlds import NOBODY, PRICE, TAKE, Deeds, Floats, Ints, Places, Worlds
from bot.games.events import Seat

DECIDED = 0.2
"""So large a share of worlds that are over is put away."""


def chances(
    view: View, moves: Sequence[str], number: int, turns: int, dice: np.random.Generator
) -> Floats:
    """Return how likely the viewer wins after each of these moves.

    Each is played out in `number` worlds for so many turns.
    """
    me = view.viewer or 0
    worlds = _worlds(view, number, len(moves), dice)
    _begin(worlds, view, moves)
    won = np.empty(len(worlds), np.float32)
    for _ in range(turns):
        over = worlds.winner != NOBODY
        if over.mean() > DECIDED:
            won[worlds.numbers[over]] = worlds.winner[over] == me
            worlds.keep(np.flatnonzero(~over))
        if not len(worlds):
            break
        _turn(worlds, view.actions)
    won[worlds.numbers] = _chance(worlds, me)
    means: Floats = won.reshape(len(moves), number).mean(axis=1)
    return means


def _worlds(view: View, number: int, copies: int, dice: np.random.Generator) -> Worlds:
    """Return so many worlds in which what the view shows is so, each some times."""
    hands, pile = dealt(view, number, dice)

    def alike(counts: Sequence[int]) -> Ints:
        return np.tile(np.array(counts, np.int16)[:, None], (1, number * copies))

    return Worlds(
        factions=view.factions,
        target=view.target,
        present=view.present,
        active=view.active,
        hands=np.tile(hands, (1, 1, copies)),
        points=alike(view.points),
        market=alike(counted(view.market)),
        pile=np.tile(pile, (1, copies)),
        discards=alike(counted(view.discards)),
        table=alike(counted(view.table)),
        dice=dice,
        lucks=number,
    )


def dealt(view: View, number: int, dice: np.random.Generator) -> tuple[Ints, Ints]:
    """Deal what is hidden so many times: return hands by seat, faction and world, and piles."""
    known = [counted(shown) for shown in view.shown]
    known[view.viewer or 0] = counted(view.hand)
    hidden = np.array(unseen_cards(view))
    for seat, cards in enumerate(known):
        if seat != view.viewer:
            hidden -= cards
    deck = np.repeat(np.arange(len(FACTIONS), dtype=np.int8), hidden)
    decks = dice.permuted(np.tile(deck, (number, 1)), axis=1)
    hands, begin = [], 0
    for size, cards in zip(view.hand_sizes, known, strict=True):
        end = begin + size - sum(cards)
        hands.append(_counted(decks[:, begin:end]) + np.array(cards, np.int16)[:, None])
        begin = end
    return np.stack(hands), _counted(decks[:, begin:])


def _counted(cards: np.ndarray) -> Ints:
    """Return how many cards of each faction there are in each row."""
    return np.stack([(cards == faction).sum(axis=1) for faction in range(len(FACTIONS))]).astype(
        np.int16
    )


def _begin(worlds: Worlds, view: View, moves: Sequence[str]) -> None:
    """Make each move in its share of the worlds, and play on to the next turn."""
    shares = np.split(np.arange(len(worlds)), len(moves))
    if view.phase == "action":
        deeds = np.array([_deed(move) for move in moves], np.int16)
        _turn(worlds, view.left, Deeds(*deeds.repeat(len(shares[0]), axis=0).T))
    elif view.phase == "discard":
        for move, places in zip(moves, shares, strict=True):
            _discard(worlds, worlds.active, move, places)
        worlds.next_turn()
    else:
        everywhere = np.arange(len(worlds))
        extra = np.full(len(worlds), view.extra or 0, np.int16)
        for seat in worlds.others():
            if seat == view.viewer:
                for move, places in zip(moves, shares, strict=True):
                    _answer(worlds, seat, move, places, view.extra or 0)
            else:
                habits.answer(worlds, seat, everywhere, view.played or 0, extra)
        worlds.clear()
        _turn(worlds, view.left - 1)


def _deed(move: str) -> tuple[int, int, int, int]:
    """Return the parts of `Deeds` of an action."""
    kind, *fields = move.split("/")
    faction, *rest = map(int, fields)
    if kind == "take":
        return TAKE, rest[0], faction, 0
    if faction == DETECTIVES:
        return faction, PRICE[faction], rest[0], 0
    if faction == HACKERS:
        return faction, rest[0], 0, rest[1]
    if faction == POLICE:
        return faction, rest[0], rest[1], rest[2]
    return faction, rest[0] if rest else PRICE[faction], 0, 0


def _answer(worlds: Worlds, seat: Seat, move: str, places: Places, extra: int) -> None:
    """Give an answer in some worlds."""
    kind, *fields = move.split("/")
    if kind == PAY:
        worlds.pay(seat, places)
    elif kind == DISCARD:
        worlds.pursue(seat, places, np.full(len(places), extra, np.int16))
    elif kind == "drop":
        _discard(worlds, seat, move, places)
    elif kind != PASS:
        faction = np.full(len(places), int(fields[0]), np.int16)
        worlds.give(seat, places, faction)
        if DISCARD in fields:
            worlds.pursue(seat, places, faction)


def _discard(worlds: Worlds, seat: Seat, move: str, places: Places) -> None:
    """Discard what a move names in some worlds."""
    cards = counted(map(int, move.split("/")[1].split(".")))
    worlds.discard(seat, places, np.array(cards, np.int16)[:, None])


def _turn(worlds: Worlds, actions: int, first: Deeds | None = None) -> None:
    """Play so many actions and end the turn; `first` is the first of them, if it is given."""
    for action in range(actions):
        again = action + 1 < actions
        deeds = habits.deeds(worlds, again) if action or first is None else first
        worlds.act(deeds)
        for faction in ANSWERED:
            places = np.flatnonzero(deeds.kind == faction)
            if len(places):
                for seat in worlds.others():
                    habits.answer(worlds, seat, places, faction, deeds.faction[places])
        worlds.clear()
    habits.surplus(worlds)
    worlds.next_turn()


def _chance(worlds: Worlds, me: Seat) -> Floats:
    """Return how likely this seat wins each world: 1 or 0 where somebody has won."""
    order = [worlds.active, *worlds.others()]
    tempo = np.linspace(TEMPO, -TEMPO, len(order), dtype=np.float32)
    nobody = np.ones(len(worlds), bool)
    strengths = []
    for seat, early in zip(order, tempo, strict=True):
        hand, points = worlds.hands[seat], worlds.points[seat]
        ready = reach(hand) >= worlds.target - points
        strengths.append(points + worth(hand) + early + FIRST * (ready & nobody))
        nobody &= ~ready
    likely = np.exp(np.stack(strengths) - np.max(strengths, axis=0))
    share = likely[order.index(me)] / likely.sum(axis=0)
    chance: Floats = np.where(worlds.winner == NOBODY, share, worlds.winner == me)
    return chance
