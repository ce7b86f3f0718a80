"""What holds in every game: invariants over random games."""

from hypothesis import given, settings

from tests.games.cloaked_cats.playing import GAME, STYLES, games, walk

some = settings(max_examples=40)


@some
@given(games)
def test_every_card_and_mask_is_accounted_for_at_every_step(game):
    seats = game[0]
    for state, _ in walk(*game):
        dealt = [feature for fan in state.fans for feature in fan]
        assert len(set(dealt)) == 3 * seats and set(dealt) <= set(range(19))
        cats = [cat for hand in state.hands for cat in hand] + list(state.pile)
        assert sorted(cats + [dancer.cat for dancer in state.floor]) == list(range(40))
        for seat in range(seats):
            placed = sum(seat in dancer.masks for dancer in state.floor)
            lost = sum(
                seat == (guess.opponent if guess.right else guess.seat) for guess in state.guesses
            )
            won = sum(
                seat == (guess.seat if guess.right else guess.opponent) for guess in state.guesses
            )
            assert state.stockpiles[seat] + placed + lost == 16
            assert state.received[seat] == won
            assert set(state.revealed[seat]) <= set(state.fans[seat])


@some
@given(games)
def test_all_have_the_same_number_of_turns_unless_masks_run_out(game):
    *_, (state, events) = walk(*game)
    names = [event.name for event in events]
    assert names[-1] == "game-over"
    assert "out-of-masks" in names or (state.turn + 1) % game[0] == 0
    assert GAME.standings(state) is not None


@some
@given(games)
def test_a_decision_is_asked_once_and_leaves_a_choice_while_somebody_is_masked(game):
    decisions = []
    for state, _ in walk(*game):
        for prompt in GAME.prompts(state):
            decisions.append(prompt.decision)
            others = [shown for seat, shown in enumerate(state.revealed) if seat != prompt.seat]
            masked = state.phase == "cat" or any(len(shown) < 3 for shown in others)
            assert prompt.seat is not None
            assert (GAME.legal_paths(state, prompt.seat) != ("skip",)) == masked
    assert decisions == sorted(set(decisions))


@some
@given(games)
def test_events_tell_whole_numbers_only(game):
    for _, events in walk(*game):
        assert all(type(value) is int for event in events for value in event.values)


def test_in_the_last_round_somebody_may_have_nobody_left_to_ask():
    asked = [state for state, _ in walk(3, 774855, "sharp") if state.last_round]
    assert ("skip",) in [GAME.legal_paths(state, seat) for state in asked for seat in range(3)]


def test_random_games_end_in_each_of_the_three_ways():
    ways = set()
    for seed in range(40):
        for style in STYLES:
            for _, events in walk(2 + seed % 3, seed, style):
                ways |= {event.name for event in events}
    assert {"unmasked", "last-cat", "out-of-masks", "last-round"} <= ways
