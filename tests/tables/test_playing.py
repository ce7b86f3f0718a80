"""A computer whose choice is none: the game goes on, and the log tells of it."""

import logging
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.game import Act, Chance, IllegalMove, Input
from tests.bench.moves import enter
from tests.bench.sim import World
from tests.conftest import OpenWorld
from tests.play.evening import stored
from tests.toys import SHELF
from tests.toys.secret_numbers.rules import SecretNumbers, State, Step, View

SECRET = "the secret of Minka"
THINKING = 2.5
LATER = 5.5
"""Seconds after which a refused move is thought of anew."""


class Raising(SecretNumbers):
    """A game whose computers fail."""

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
        """Fail."""
        raise RuntimeError(SECRET)


class Talking(SecretNumbers):
    """A game whose computers talk nonsense."""

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
        """Choose what is no move."""
        return SECRET


class Picky(SecretNumbers):
    """A game that refuses so many moves, but never the last of a list."""

    def __init__(self, refusals: float) -> None:
        self.left = refusals
        self.refused: list[str] = []

    def step(self, state: State, given: Input, chance: Chance) -> Step:
        """Refuse it, or take it."""
        refusable = isinstance(given, Act) and given.move != self.moves(state, given.seat)[-1]
        if isinstance(given, Act) and self.left and refusable:
            self.left -= 1
            self.refused.append(given.move)
            raise IllegalMove
        return super().step(state, given, chance)


async def begin(open_world: OpenWorld, game: SecretNumbers, computers: int = 1) -> World:
    """Let Ada play against computers."""
    box = replace(SHELF["secret_numbers"], game=game)
    world = await open_world(shelf={**SHELF, "secret_numbers": box})
    ada, *_ = world.people
    options: dict[str, Any] = {"computers": computers, "level": "careless", "text_only": True}
    await ada.slash("cats play", game="secret_numbers", **options)
    await ada.press("c1:d:*:start")
    return world


async def steps(world: World) -> int:
    return (await stored(world)).step


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    ours = (r for r in caplog.records if r.name.startswith("bot.tables"))
    return [r.getMessage() for r in ours if r.levelno == logging.WARNING]


@pytest.mark.parametrize(
    ("game", "told"),
    [(Raising(), "failed: RuntimeError"), (Talking(), "chose what is no move")],
)
async def test_a_choice_that_is_none_is_replaced_by_a_legal_move(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture, game: SecretNumbers, told: str
) -> None:
    world = await begin(open_world, game)
    caplog.clear()
    for round_ in range(3):
        await enter(world, world.people[0], "1/2.3")
        await world.advance(THINKING)
        assert await steps(world) == 2 * (round_ + 1)
    assert "Secret Numbers: the end" in world.board().text
    lines = warnings(caplog)
    assert lines
    assert all(line.startswith("a computer at table 1 ") and told in line for line in lines)
    assert SECRET not in caplog.text


async def test_a_refused_move_is_tried_again_before_any_other(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture
) -> None:
    game = Picky(refusals=1)
    world = await begin(open_world, game)
    await world.advance(THINKING)
    assert (await steps(world), len(game.refused)) == (0, 1)
    await world.advance(LATER)
    assert (await steps(world), len(game.refused)) == (1, 1)
    assert warnings(caplog) == ["table 1 refused a computer's move: illegal-move"]


async def test_when_a_move_is_refused_again_the_others_are_tried(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture
) -> None:
    game = Picky(refusals=1e9)
    world = await begin(open_world, game, computers=2)
    await world.advance(THINKING)
    assert (await steps(world), len(game.refused)) == (0, 2)
    await world.advance(LATER)
    assert await steps(world) == 2, "both computers have made the one move that is taken"
    assert len(warnings(caplog)) == 2
    await enter(world, world.people[0], "5/4.5")
    await world.advance(THINKING)
    await world.advance(LATER)
    assert await steps(world) == 5, "so they do in the next round"


async def test_where_no_move_is_taken_the_computer_tries_now_and_then(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture
) -> None:
    class Closed(Picky):
        def step(self, state: State, given: Input, chance: Chance) -> Step:
            if isinstance(given, Act) and self.left:
                raise IllegalMove
            return super().step(state, given, chance)

    game = Closed(refusals=1)
    world = await begin(open_world, game)
    await world.advance(120, step=1.0)
    assert 3 <= len(warnings(caplog)) <= 6
    game.left = 0
    await world.advance(31)
    assert await steps(world) == 1
