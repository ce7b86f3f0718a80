"""What every game on the shelf keeps of the contract in `bot/games/game.py`, toys included."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec import Struct

from bot.games.game import Act, Elapse, Game, Leave, Stale, one_field
from bot.games.luck import Luck
from tests.toys import SHELF

STEPS = 60


def played(game: Game[Any, Any], seed: int) -> Iterator[Struct]:
    """Play a random game, and yield each state."""
    luck = Luck(seed)
    seats = game.seats[luck.below(len(game.seats))]
    options = {option.name: luck.random.choice(option.choices) for option in game.options}
    state, _ = game.deal(seats, options, luck)
    at = 0
    while prompts := game.prompts(state):
        yield state
        at += 5_000 << 22
        prompt = luck.random.choice(prompts)
        if prompt.seat is None:
            state, _ = game.step(state, Elapse(prompt.decision), luck)
            continue
        move = luck.random.choice(game.moves(state, prompt.seat))
        state, _ = game.step(state, Act(prompt.seat, prompt.decision, move, at), luck)
    yield state


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", SHELF)
def test_nobody_leaves_by_the_rules_where_a_computer_may_take_the_seat(
    name: str, seed: int
) -> None:
    game = SHELF[name].game
    for state in islice(played(game, seed), STEPS):
        for seat in range(game.seats[0]):
            if game.computer_may_take(state):
                with pytest.raises(Stale):
                    game.step(state, Leave(seat), Luck(seed))


@pytest.mark.parametrize(
    ("values", "field"),
    [
        (("10", "9"), "9.10"),
        (("9", "10", "2"), "2.9.10"),
        (("mafia", "10", "hackers", "9"), "9.10.hackers.mafia"),
        (("4", "4"), "4.4"),
        (("4", "04"), "04.4"),
        (("²", "3"), "3.²"),
        (("7",), "7"),
        ((), ""),
    ],
)
def test_the_values_of_a_menu_are_one_field_numbers_first(
    values: tuple[str, ...], field: str
) -> None:
    assert one_field(values) == field
    assert one_field(reversed(values)) == field
