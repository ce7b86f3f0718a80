"""The Sly Fox, the strongest computer player, which compares moves by rollouts.

A rollout is a game simulated from the present position, with the hidden cards dealt at random.
Cards that all players saw a player take stay in that player's hand. All moves are tried in the same
deals with the same random numbers ("common random numbers"), so that luck favours none of them. A
rollout ends after some turns, and the winning chance is then estimated. The search begins with the
moves that the Tomcat values most. It repeatedly drops the worse half, and tries the remaining moves
in more rollouts each time (sequential halving: Karnin, Koren, Somekh, Almost Optimal Exploration in
Multi-Armed Bandits, 2013).
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.catham_city.computer import evaluation, rollout_policy
from bot.games.catham_city.computer.hand_tables import compute_certain_points, value_hands
from bot.games.catham_city.computer.outcomes import MoveOutcomes
from bot.games.catham_city.computer.worlds import (
    CARDS_TO_PLAY_FACTION,
    NOBODY_SEAT,
    TAKE_KIND,
    Floats,
    Ints,
    WorldActions,
    WorldIndices,
    Worlds,
)
from bot.games.catham_city.model import moves
from bot.games.catham_city.model.state import ANSWERED_FACTIONS, FACTIONS, Cards, View


class SearchEffort(NamedTuple):
    """How much a computer player computes before choosing a move.

    It limits rollouts, not time, so the same view and seed always lead to the same move.
    """

    max_moves: int
    """The maximum number of moves that are compared; those that look worst are left out."""
    worlds_per_round: tuple[int, ...]
    """The number of rollouts for each move, by round; each drops the worse half of the moves."""
    turns_per_player: int
    """The number of turns of each player in a rollout."""
    max_turns: int = 12
    """The maximum number of turns of all players together in a rollout."""


MIN_DECIDED_SHARE_TO_REMOVE = 0.2
"""The share of decided games, from 0 to 1, above which they are removed, to save time."""
SEARCH_EFFORT = SearchEffort(max_moves=20, worlds_per_round=(64, 128, 256, 512), turns_per_player=3)
"""The search effort of the Sly Fox: less than 300 ms for a move with up to four players."""


def choose_move(view: View, choices: tuple[Move, ...], rng: Random) -> Move:
    """Choose the move with the highest winning chance in rollouts."""
    foresight = MoveOutcomes(view)
    value = {move: foresight.estimate_win_chance(move) for move in choices}
    left = sorted(choices, key=lambda move: value[move], reverse=True)[: SEARCH_EFFORT.max_moves]
    dice = np.random.default_rng(rng.getrandbits(64))
    won = dict.fromkeys(left, 0.0)
    turns = min(SEARCH_EFFORT.turns_per_player * sum(view.present), SEARCH_EFFORT.max_turns)
    for worlds in SEARCH_EFFORT.worlds_per_round:
        chances = estimate_win_chances(view, left, worlds, turns, dice)
        for move, chance in zip(left, chances, strict=True):
            won[move] += worlds * float(chance)
        left = sorted(left, key=lambda move: won[move], reverse=True)[: max(1, len(left) // 2)]
    return left[0]


def estimate_win_chances(
    view: View, choices: Sequence[Move], world_count: int, turn_count: int, rng: np.random.Generator
) -> Floats:
    """Return the viewer's winning chance after each of some moves, estimated by rollouts.

    All moves start from the same `world_count` deals.
    """
    me = view.viewer or 0
    worlds = _sample_worlds(view, world_count, len(choices), rng)
    _begin_rollouts(worlds, view, choices)
    won = np.empty(len(worlds), np.float32)
    for _ in range(turn_count):
        over = worlds.winner != NOBODY_SEAT
        if over.mean() > MIN_DECIDED_SHARE_TO_REMOVE:
            won[worlds.world_numbers[over]] = worlds.winner[over] == me
            worlds.keep_only(np.flatnonzero(~over))
        if not len(worlds):
            break
        _play_turn(worlds, view.actions)
    won[worlds.world_numbers] = _judge_worlds(worlds, me)
    means: Floats = won.reshape(len(choices), world_count).mean(axis=1)
    return means


def _sample_worlds(view: View, world_count: int, copies: int, rng: np.random.Generator) -> Worlds:
    """Return `copies` worlds for each of `world_count` random deals, in keeping with the view."""
    hands, pile = deal_hidden_cards(view, world_count, rng)

    def alike(counts: Sequence[int]) -> Ints:
        return np.tile(np.array(counts, np.int16)[:, None], (1, world_count * copies))

    return Worlds(
        factions=view.factions,
        target=view.target,
        present=view.present,
        active=view.active,
        hands=np.tile(hands, (1, 1, copies)),
        points=alike(view.points),
        market=alike(evaluation.count_by_faction(view.market)),
        pile=np.tile(pile, (1, copies)),
        discards=alike(evaluation.count_by_faction(view.discards)),
        table=alike(evaluation.count_by_faction(view.table)),
        rng=rng,
        draw_count=world_count,
    )


def deal_hidden_cards(view: View, deal_count: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Deal the cards that the viewer does not know at random, `deal_count` times.

    Cards that all players know stay in their hands.

    Returns:
        The number of cards in the hands, by seat, faction and deal, and in the draw piles, by
            faction and deal.
    """
    known = [evaluation.count_by_faction(shown) for shown in view.shown]
    known[view.viewer or 0] = evaluation.count_by_faction(view.hand)
    hidden = np.array(evaluation.count_unseen_cards(view))
    for seat, cards in enumerate(known):
        if seat != view.viewer:
            hidden -= cards
    deck = np.repeat(np.arange(len(FACTIONS), dtype=np.int8), hidden)
    decks = rng.permuted(np.tile(deck, (deal_count, 1)), axis=1)
    hands, begin = [], 0
    for size, cards in zip(view.hand_sizes, known, strict=True):
        end = begin + size - sum(cards)
        hands.append(_count_by_faction(decks[:, begin:end]) + np.array(cards, np.int16)[:, None])
        begin = end
    return np.stack(hands), _count_by_faction(decks[:, begin:])


def _count_by_faction(cards: np.ndarray) -> Ints:
    counts = [(cards == faction).sum(axis=1) for faction in range(len(FACTIONS))]
    return np.stack(counts).astype(np.int16)


def _begin_rollouts(worlds: Worlds, view: View, choices: Sequence[Move]) -> None:
    """Make each move in an equal share of the simulated games, and finish the current turn."""
    shares = np.split(np.arange(len(worlds)), len(choices))
    if view.phase == "action":
        deeds = np.array([_encode_action(move) for move in choices], np.int16)
        _play_turn(worlds, view.left, WorldActions(*deeds.repeat(len(shares[0]), axis=0).T))
    elif view.phase == "discard":
        for move, places in zip(choices, shares, strict=True):
            if isinstance(move, moves.Discard):
                _discard_cards(worlds, worlds.active, move.cards, places)
        worlds.next_turn()
    else:
        everywhere = np.arange(len(worlds))
        extra = np.full(len(worlds), view.extra or 0, np.int16)
        for seat in worlds.list_other_seats():
            if seat == view.viewer:
                for move, places in zip(choices, shares, strict=True):
                    _apply_answer(worlds, seat, move, places, view.extra or 0)
            else:
                rollout_policy.answer_faction(worlds, seat, everywhere, view.played or 0, extra)
        worlds.end_effects()
        _play_turn(worlds, view.left - 1)


def _encode_action(move: Move) -> tuple[int, int, int, int]:
    """Return a move as the values of the four fields of `WorldActions`."""
    match move:
        case moves.Take(faction, number):
            return TAKE_KIND, number, faction, 0
        case moves.PlayDetectives(extra):
            return move.faction, CARDS_TO_PLAY_FACTION[move.faction], extra, 0
        case moves.PlayHackers(number, target):
            return move.faction, number, 0, target
        case moves.PlayPolice(number, extra, target):
            return move.faction, number, extra, target
        case moves.PlayRobocats(number) | moves.PlayBureaucrats(number):
            return move.faction, number, 0, 0
        case moves.Play():
            return move.faction, CARDS_TO_PLAY_FACTION[move.faction], 0, 0
    raise ValueError("no action")


def _apply_answer(
    worlds: Worlds, seat: Seat, move: Move, indices: WorldIndices, extra: int
) -> None:
    """Apply a player's answer to a play in the worlds at `indices`."""
    match move:
        case moves.Pay():
            worlds.pay_point(seat, indices)
        case moves.Drop(cards):
            _discard_cards(worlds, seat, cards, indices)
        case moves.Discard():
            worlds.discard_for_point(seat, indices, np.full(len(indices), extra, np.int16))
        case moves.Give(given, second):
            faction = np.full(len(indices), given, np.int16)
            worlds.give_card(seat, indices, faction)
            if second:
                worlds.discard_for_point(seat, indices, faction)


def _discard_cards(worlds: Worlds, seat: Seat, cards: Cards, indices: WorldIndices) -> None:
    worlds.discard(seat, indices, np.array(evaluation.count_by_faction(cards), np.int16)[:, None])


def _play_turn(worlds: Worlds, action_count: int, first_action: WorldActions | None = None) -> None:
    """Play the remaining actions of a turn in each world, and begin the next turn.

    `rollout_policy` chooses the actions, except for a given `first_action`.
    """
    for action in range(action_count):
        again = action + 1 < action_count
        deeds = None if action else first_action
        if deeds is None:
            deeds = rollout_policy.choose_actions(worlds, again)
        worlds.apply_actions(deeds)
        for faction in ANSWERED_FACTIONS:
            places = np.flatnonzero(deeds.kind == faction)
            if len(places):
                extra = deeds.faction[places]
                for seat in worlds.list_other_seats():
                    rollout_policy.answer_faction(worlds, seat, places, faction, extra)
        worlds.end_effects()
    rollout_policy.discard_surplus(worlds)
    worlds.next_turn()


def _judge_worlds(worlds: Worlds, own_seat: Seat) -> Floats:
    """Return the estimated chance that a player wins, for each world; 1 or 0 if it is decided."""
    order = [worlds.active, *worlds.list_other_seats()]
    tempo = np.linspace(
        evaluation.TURN_ORDER_POINTS, -evaluation.TURN_ORDER_POINTS, len(order), dtype=np.float32
    )
    nobody = np.ones(len(worlds), bool)
    strengths = []
    for seat, early in zip(order, tempo, strict=True):
        hand, points = worlds.hands[seat], worlds.points[seat]
        ready = compute_certain_points(hand) >= worlds.target - points
        lead = evaluation.FIRST_READY_HAND_POINTS * (ready & nobody)
        strengths.append(points + value_hands(hand) + early + lead)
        nobody &= ~ready
    likely = np.exp(np.stack(strengths) - np.max(strengths, axis=0))
    share = likely[order.index(own_seat)] / likely.sum(axis=0)
    chance: Floats = np.where(worlds.winner == NOBODY_SEAT, share, worlds.winner == own_seat)
    return chance
