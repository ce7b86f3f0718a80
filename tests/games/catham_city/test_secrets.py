"""What others hold changes neither how often chance is drawn nor who is asked."""

from hypothesis import given, settings
from msgspec.structs import replace

from bot.engine.records import ActRecord, apply_record, list_legal_paths
from tests.games.catham_city.playing import (
    GAME,
    Luck,
    cats,
    games,
    play,
    random_sources,
    start,
    walk,
)


def dealt_anew(state, seat, luck):
    """Mix the cards of one hand with the pile and deal as many out again."""
    cards = [*state.hands[seat], *state.pile]
    luck.shuffle(cards)
    size = len(state.hands[seat])
    hands = (*state.hands[:seat], tuple(sorted(cards[:size])), *state.hands[seat + 1 :])
    return replace(state, hands=hands, pile=tuple(cards[size:]))


def count_draws(state, move):
    """Return how many draws of chance a move takes."""
    chance = Luck(5)
    apply_record(GAME, state, ActRecord(state.active, state.decision, move, at=0), chance)
    return chance.draws


@settings(max_examples=15)
@given(games, random_sources)
def test_a_search_draws_chance_alike_whatever_the_target_holds(game, luck):
    for state, _ in walk(*game):
        if state.phase != "action" or len(state.pile) < 16:  # else what is revealed may reshuffle
            continue
        for move in list_legal_paths(GAME, state, state.active):
            if move.startswith(("play/4", "play/5")) and luck.random() < 0.2:
                twin = dealt_anew(state, int(move[-1]), luck)
                assert count_draws(state, move) == count_draws(twin, move)


def test_the_same_people_are_asked_whatever_they_hold():
    """Ruling C12: of two with equally many cards, only one holds the extra card."""
    hands = cats(mafia=1), cats(hackers=1)
    states = [start(cats(detectives=3, mafia=1), *each) for each in (hands, hands[::-1])]
    asked = [GAME.prompts(play(state, "play/0/3")[0]) for state in states]
    assert asked[0] == asked[1] and len(asked[0]) == 2
