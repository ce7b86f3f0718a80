"""How all players move in rollouts.

They play about as well as the Tomcat, in many games at once. A player's choice does not depend on
what is hidden from that player: a hidden card may be any card that the player has not seen.
"""

import numpy as np

from bot.engine.events import Seat
from bot.games.catham_city.computer.candidate_plays import CandidatePlays
from bot.games.catham_city.computer.hand_tables import (
    CARD_VALUES,
    LAST_CARD_VALUES,
    look_up_by_faction,
    value_hands,
)
from bot.games.catham_city.computer.worlds import Floats, Ints, WorldActions, WorldIndices, Worlds
from bot.games.catham_city.model.state import CARDS_DROPPED_FOR_MAFIA, DETECTIVES, HAND_LIMIT, MAFIA

GIFT_CARD_POINTS = 0.3
"""The assumed value of a card given to an opponent, in points, tuned in computers' games."""
WINNING_POINT_VALUE = 100.0
"""The extra value of a point that wins the game, in points; it exceeds all other values."""


def choose_actions(worlds: Worlds, has_next_action: bool = False) -> WorldActions:
    """Return the active player's action with the highest winning chance in each simulated game."""
    plays = CandidatePlays(worlds, has_next_action)
    for faction in worlds.factions:
        plays.add_take(faction)
        plays.add_plays(faction)
    return plays.choose_best()


def discard_surplus(worlds: Worlds) -> None:
    """Discard the active player's cards above the hand limit in each simulated game."""
    hand = worlds.hands[worlds.active]
    size = hand.sum(axis=0, dtype=np.int16)
    places = np.flatnonzero(size > HAND_LIMIT)
    if len(places):
        gone = choose_spare_cards(hand[:, places], size[places] - HAND_LIMIT)
        worlds.discard(worlds.active, places, gone)


def choose_spare_cards(hands: Ints, number: Ints) -> Ints:
    """Choose the `number` least valuable cards of each hand, and return their number by faction."""
    kept = hands.copy()
    number = np.minimum(number, hands.sum(axis=0, dtype=np.int16))
    for gone in range(number.max(initial=0)):
        rows = np.flatnonzero(number > gone)
        kept[look_up_by_faction(LAST_CARD_VALUES, kept[:, rows]).argmin(axis=0), rows] -= 1
    return hands - kept


def answer_faction(
    worlds: Worlds, seat: Seat, indices: WorldIndices, faction: int, extra: Ints
) -> None:
    """Make a player answer a play of the active player in some of the worlds.

    `extra` is the faction of the detectives' extra card in each of them.
    """
    if faction == DETECTIVES:
        _answer_detectives(worlds, seat, indices, extra)
    elif faction == MAFIA:
        _answer_mafia(worlds, seat, indices)
    else:
        _answer_journalists(worlds, seat, indices)


def _value_point(worlds: Worlds, seat: Seat, indices: WorldIndices) -> Floats:
    wins = worlds.points[seat, indices] + 1 >= worlds.target
    point: Floats = 1 + np.float32(WINNING_POINT_VALUE) * wins
    return point


def _answer_detectives(worlds: Worlds, seat: Seat, indices: WorldIndices, extra: Ints) -> None:
    held = worlds.hands[seat][extra, indices]
    rows = (held > 0) & (LAST_CARD_VALUES[extra, held] < _value_point(worlds, seat, indices))
    worlds.discard_for_point(seat, indices[rows], extra[rows])


def _answer_mafia(worlds: Worlds, seat: Seat, indices: WorldIndices) -> None:
    """Pay a point or discard the least valuable cards, as an answer to the mafia.

    The player pays if these cards are worth more than a point, or if there are too few cards.
    """
    hand = worlds.hands[seat][:, indices]
    dropped = choose_spare_cards(hand, np.full(len(indices), CARDS_DROPPED_FOR_MAFIA, np.int16))
    lost = value_hands(hand) - value_hands(hand - dropped)
    short = hand.sum(axis=0) < CARDS_DROPPED_FOR_MAFIA
    pays = (worlds.points[seat, indices] > 0) & (short | (lost > 1))
    worlds.pay_point(seat, indices[pays])
    worlds.discard(seat, indices[~pays], dropped[:, ~pays])


def _answer_journalists(worlds: Worlds, seat: Seat, indices: WorldIndices) -> None:
    """Answer journalists with two cards where the point for the second is worth more."""
    hand = worlds.hands[seat][:, indices]
    left = np.maximum(hand - 2, 0)
    two = look_up_by_faction(CARD_VALUES, hand) - look_up_by_faction(CARD_VALUES, left)
    two[hand < 2] = np.inf
    faction = two.argmin(axis=0).astype(np.int16)
    present = GIFT_CARD_POINTS / (len(worlds.present) - 1)
    rows = two.min(axis=0) < _value_point(worlds, seat, indices) - present
    worlds.give_card(seat, indices[rows], faction[rows])
    worlds.discard_for_point(seat, indices[rows], faction[rows])
