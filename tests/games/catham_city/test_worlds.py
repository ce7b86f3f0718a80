"""Worlds in arrays follow the same rules as the game: both play side by side."""

from collections import Counter

import numpy as np
import pytest

from bot.engine.records import list_legal_paths, read_move
from bot.games.catham_city import effects
from bot.games.catham_city.computer import fox, rollout_policy
from bot.games.catham_city.computer.evaluation import count_by_faction
from bot.games.catham_city.computer.worlds import NOBODY_SEAT, WorldActions, Worlds
from bot.games.catham_city.effects import WorkingState
from bot.games.catham_city.model.moves import Discard
from bot.games.catham_city.model.state import ANSWERED_FACTIONS, FACTIONS, MARKET_CARDS
from tests.games.catham_city.playing import GAME, Luck, answer, filter_by_style

HERE = np.arange(1)
SETTINGS = [(2, "greedy"), (3, "keen"), (4, "wild"), (5, "keen"), (6, "greedy"), (4, "keen")]


class Foretold(Worlds):
    """One world in which the cards come as they came in the game."""

    coming: list[int]
    unforeseen = 0
    """Cards that came in this world alone, as after a win."""

    def _pick_factions(self, counts, total, places):
        if not len(places):
            return np.zeros(0, np.intp)
        assert total[0] == counts[:, 0].sum()
        if not self.coming:
            self.unforeseen += 1
            return np.array([counts[:, 0].argmax()])
        card = self.coming.pop(0)
        assert counts[card, 0] > 0
        return np.array([card])


@pytest.fixture
def cards_that_came(monkeypatch):
    """Note what comes out of piles and hands, in its order."""
    came: list[int] = []
    turn_up, reveal = WorkingState.turn_up, effects._reveal

    def turned_up(top, number):
        cards = turn_up(top, number)
        came.extend(cards)
        return cards

    def revealed(top, target, number):
        cards = reveal(top, target, number)
        came.extend(cards)
        return cards

    monkeypatch.setattr(WorkingState, "turn_up", turned_up)
    monkeypatch.setattr(effects, "_reveal", revealed)
    return came


def one(cards):
    return np.array(count_by_faction(cards), np.int16)[:, None]


def world_of(state):
    return Foretold(
        factions=state.factions,
        target=state.target,
        present=state.present,
        active=state.active,
        hands=np.stack([one(hand) for hand in state.hands]),
        points=np.array(state.points, np.int16)[:, None],
        market=one(state.market),
        pile=one(state.pile),
        discards=one(state.discards),
        table=one(state.table),
        rng=np.random.default_rng(0),
        draw_count=1,
    )


def list_world_facts(world):
    """Return all that a world holds, to be compared with a state."""
    cards = (*world.hands, world.market, world.pile, world.discards, world.table)
    return [*(tuple(counts[:, 0].tolist()) for counts in cards), tuple(world.points[:, 0].tolist())]


def list_state_facts(state):
    cards = (*state.hands, state.market, state.pile, state.discards, state.table)
    return [*(count_by_faction(each) for each in cards), state.points]


def apply_in_world(world, state, move):
    """Do a move of the active player in a world; what is asked is still to be answered."""
    given = read_move(GAME, move)
    if isinstance(given, Discard):
        fox._discard_cards(world, state.active, given.cards, HERE)
    else:
        world.apply_actions(WorldActions(*np.array([fox._encode_action(given)], np.int16).T))


@pytest.mark.parametrize(("seats", "style"), SETTINGS)
def test_worlds_go_as_the_game_goes(cards_that_came, seats, style):
    """Each action of some whole games is carried out in both, with all answers to it."""
    seen: Counter[str] = Counter()
    for seed in range(5):
        luck = Luck(seed)
        state, _ = GAME.deal(seats, {"factions": "random"}, luck)
        while state.phase != "over":
            cards_that_came.clear()
            world, before = world_of(state), state
            moves = filter_by_style(list_legal_paths(GAME, state, state.active), style, luck.random)
            move = luck.random.choice(moves)
            state, _ = answer(state, state.active, move, luck)
            given = {}
            while state.phase == "answers":
                seat = state.owing[0]
                given[seat] = luck.random.choice(list_legal_paths(GAME, state, seat))
                state, _ = answer(state, seat, given[seat], luck)
            if len(before.market) < MARKET_CARDS:
                continue  # the game fills it up a little earlier
            world.coming = list(cards_that_came)
            apply_in_world(world, before, move)
            kind = move.split("/")
            if kind[0] == "play" and int(kind[1]) in ANSWERED_FACTIONS:
                faction, extra = int(kind[1]), int(kind[-1])
                for seat in world.list_other_seats():
                    if seat in given:
                        fox._apply_answer(world, seat, read_move(GAME, given[seat]), HERE, extra)
                    elif FACTIONS[faction] == "mafia":
                        rollout_policy.answer_faction(world, seat, HERE, faction, one(())[0])
            seen.update([move.split("/")[0] if kind[0] != "play" else FACTIONS[int(kind[1])]])
            if state.phase == "over":
                assert world.winner[0] == state.winner
                continue
            if not move.startswith("discard"):
                world.end_effects()
            assert world.winner[0] == NOBODY_SEAT
            assert list_world_facts(world) == list_state_facts(state)
            assert world.coming == [] and world.unforeseen == 0
    assert seen["take"] > 10
    assert style != "keen" or len(seen) >= 8
