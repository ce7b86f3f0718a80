"""What holds in every game: invariants over random games."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.cloaked_cats.cards import CATS
from bot.games.cloaked_cats.rules import State
from bot.games.game import Act, IllegalMove, Stale
from tests.games.cloaked_cats.playing import GAME, STYLES, Luck, games, walk

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
def test_a_state_goes_to_json_and_back_without_loss(game):
    for state, _ in walk(*game):
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


@some
@given(games)
def test_the_same_seed_makes_the_same_game(game):
    assert list(walk(*game)) == list(walk(*game))


@some
@given(games)
def test_a_prompt_is_never_asked_twice_and_always_can_be_answered(game):
    decisions = []
    for state, _ in walk(*game):
        for prompt in GAME.prompts(state):
            decisions.append(prompt.decision)
            moves = GAME.moves(state, prompt.seat)
            assert moves and len(set(moves)) == len(moves)
            assert all(move.isascii() and len(move) <= 60 for move in moves)
            assert moves != ("skip",)
    assert decisions == sorted(set(decisions))


CONCEIVABLE = (
    *(f"cat/{cat}" for cat in range(-1, len(CATS) + 1)),
    *(f"guess/{seat}/{feature}" for seat in range(-1, 5) for feature in range(-1, 20)),
    *("skip", "", "cat", "guess", "guess/1", "cat/01", "cat/1/", "skip/", "guess/1/2/3"),
)


@settings(max_examples=25)
@given(games, st.randoms())
def test_moves_are_exactly_what_step_accepts(game, luck):
    state = luck.choice([state for state, _ in walk(*game)])
    decisions = [prompt.decision for prompt in GAME.prompts(state)] or [0]
    for seat in range(-1, game[0] + 1):
        accepted = set()
        for move in CONCEIVABLE:
            try:
                GAME.step(state, Act(seat, decisions[0], move, at=0), Luck(0))
                accepted.add(move)
            except (IllegalMove, Stale):
                pass
        assert accepted == set(GAME.moves(state, seat))


def test_random_games_end_in_each_of_the_three_ways():
    ways = set()
    for seed in range(40):
        for style in STYLES:
            for _, events in walk(2 + seed % 3, seed, style):
                ways |= {event.name for event in events}
    assert {"unmasked", "last-cat", "out-of-masks", "last-round"} <= ways
