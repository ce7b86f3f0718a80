"""What holds in every game: invariants over random games."""

from itertools import product

from hypothesis import given, settings

from bot.engine.records import list_legal_paths
from tests.games.cloaked_cats.playing import GAME, STYLES, games, walk


@settings(max_examples=25)
@given(games)
def test_a_game_keeps_its_rules_at_every_step_and_ends(game):
    seats, decisions, names = game[0], [], []
    for state, events in walk(*game):
        check_cards_and_masks(state)
        for event in events:
            assert all(type(value) is int for value in event.values)
            alone = event.name in ("dealt", "drew")
            assert (event.to is not None and len(event.to) == 1) if alone else event.to is None
        for prompt in GAME.prompts(state):
            decisions.append(prompt.decision)
            others = [shown for seat, shown in enumerate(state.revealed) if seat != prompt.seat]
            masked = state.phase == "cat" or any(len(shown) < 3 for shown in others)
            assert prompt.seat is not None
            assert (list_legal_paths(GAME, state, prompt.seat) != ("skip",)) == masked
        names = [event.name for event in events]
    assert decisions == sorted(set(decisions))
    assert names[-1] == "game-over"
    assert "out-of-masks" in names or (state.turn + 1) % seats == 0
    assert GAME.standings(state) is not None
    check_shown_features(state)


def check_cards_and_masks(state):
    """Every card and mask is accounted for."""
    seats = len(state.fans)
    dealt = [feature for fan in state.fans for feature in fan]
    assert len(set(dealt)) == 3 * seats and set(dealt) <= set(range(19))
    cats = [cat for hand in state.hands for cat in hand] + list(state.pile)
    assert sorted(cats + [dancer.cat for dancer in state.floor]) == list(range(40))
    for seat in range(seats):
        placed = sum(seat in dancer.masks for dancer in state.floor)
        moved = [(g.opponent, g.seat) if g.right else (g.seat, g.opponent) for g in state.guesses]
        lost, won = (sum(seat == pair[side] for pair in moved) for side in (0, 1))
        assert state.stockpiles[seat] + placed + lost == 16
        assert state.received[seat] == won
        assert set(state.revealed[seat]) <= set(state.fans[seat])


def check_shown_features(state):
    """Features that were not dealt are shown to nobody (ruling K15)."""
    dealt = {feature for fan in state.fans for feature in fan}
    for viewer in (None, *range(len(state.fans))):
        view = GAME.view(state, viewer)
        assert {feature for fan in view.fans for feature in fan} == dealt
        assert {feature for fan in view.revealed for feature in fan} <= dealt


def test_in_the_last_round_somebody_may_have_nobody_left_to_ask():
    asked = [state for state, _ in walk(3, 774855, "sharp") if state.last_round]
    assert ("skip",) in [
        list_legal_paths(GAME, state, seat) for state in asked for seat in range(3)
    ]


def test_random_games_end_in_each_of_the_three_ways():
    ways = {"unmasked", "last-cat", "out-of-masks", "last-round"}
    for seed, style in product(range(40), STYLES):
        for _, events in walk(2 + seed % 3, seed, style) if ways else ():
            ways -= {event.name for event in events}
    assert not ways
