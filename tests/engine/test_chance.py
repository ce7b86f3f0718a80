import hashlib
import hmac
from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.chance import SeededChance, compute_commitment

SEED = bytes(range(32))


def number(step: int, draw: int) -> int:
    """Draw as docs/fair-deal.md describes it, with Python's slower HMAC."""
    digest = hmac.new(SEED, f"{step}:{draw}".encode(), hashlib.sha256).hexdigest()
    return int(digest, 16)


def test_a_draw_is_the_hmac_of_step_and_draw_number() -> None:
    chance = SeededChance(SEED, 7)
    assert [chance.below(1000) for _ in range(3)] == [number(7, draw) % 1000 for draw in range(3)]


def test_draws_stay_the_same_for_ever() -> None:
    chance = SeededChance(SEED, 0)
    assert [chance.below(40) for _ in range(8)] == [1, 0, 14, 0, 11, 2, 29, 33]
    assert chance.shuffle(range(8)) == (2, 5, 0, 4, 3, 6, 1, 7)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.integers(1, 100))
def test_the_same_seed_and_step_draw_the_same(seed: bytes, step: int, n: int) -> None:
    one, other = SeededChance(seed, step), SeededChance(seed, step)
    assert [one.below(n) for _ in range(5)] == [other.below(n) for _ in range(5)]


def test_other_steps_and_other_seeds_draw_otherwise() -> None:
    draws = {
        SeededChance(seed, step).below(2**200) for seed in (SEED, SEED[::-1]) for step in range(50)
    }
    assert len(draws) == 100


@given(st.integers(1, 2**256))
def test_a_draw_lies_below_its_bound(n: int) -> None:
    assert 0 <= SeededChance(SEED, 1).below(n) < n


@pytest.mark.parametrize("n", [0, -1, 2**256 + 1])
def test_nothing_can_be_drawn_below_an_impossible_bound(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        SeededChance(SEED, 1).below(n)


def test_numbers_beyond_the_last_whole_multiple_are_drawn_again() -> None:
    n = 2**255 + 1  # only numbers below n are fair: nearly every second one is not
    chance, draws = SeededChance(SEED, 3), (number(3, draw) for draw in range(200))
    expected = [drawn for drawn in draws if drawn < n][:20]
    assert [chance.below(n) for _ in range(20)] == expected


@pytest.mark.parametrize("n", [2, 6])
def test_every_result_is_equally_likely(n: int) -> None:
    chance, draws = SeededChance(SEED, 5), 1000 * n
    counts = Counter(chance.below(n) for _ in range(draws))
    assert sorted(counts) == list(range(n))
    assert all(850 < count < 1150 for count in counts.values())


def test_every_order_is_equally_likely() -> None:
    orders = Counter(SeededChance(SEED, step).shuffle(range(4)) for step in range(4_800))
    assert len(orders) == factorial(4)
    assert all(140 < count < 260 for count in orders.values())


def test_a_shuffle_swaps_each_place_from_the_last_with_a_drawn_one() -> None:
    chance, order = SeededChance(SEED, 9), list(range(19))
    for last in range(18, 0, -1):
        other = chance.below(last + 1)
        order[last], order[other] = order[other], order[last]
    assert SeededChance(SEED, 9).shuffle(range(19)) == tuple(order)


def test_a_shuffle_goes_on_where_the_draws_before_it_ended() -> None:
    chance = SeededChance(SEED, 9)
    assert chance.shuffle(range(19)) != chance.shuffle(range(19))


@given(st.lists(st.integers(), max_size=50))
def test_a_shuffle_keeps_all_items(items: list[int]) -> None:
    assert sorted(SeededChance(SEED, 2).shuffle(items)) == sorted(items)


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert compute_commitment(b"\0" * 32) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )
