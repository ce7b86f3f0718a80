"""Overload: who cannot be served in time is told so at once, and looks go first."""

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from bot.edge.overload import FELT, LOOK, MOVE, OLD, TURNS, Overload, is_look
from bot.text import LANGUAGES, text
from tests.bench.sim import World
from tests.edge.test_flood import calls
from tests.play.evening import deal, hand, stored


class Busy:
    """A clock by which each turn of the loop takes so many seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self.overload = Overload(lambda: self.now)

    async def turns(self, seconds: float, number: int = FELT) -> None:
        for _ in range(number):
            self.overload.turns_away(is_look=True)
            self.now += seconds
            await asyncio.sleep(0)

    @property
    def turned_away(self) -> tuple[bool, bool]:
        """Whether a look is, and whether a move is."""
        return self.overload.turns_away(is_look=True), self.overload.turns_away(is_look=False)


async def test_looks_are_turned_away_before_moves() -> None:
    busy = Busy()
    await busy.turns(0.9 * LOOK / TURNS)
    assert busy.turned_away == (False, False)
    await busy.turns(1.1 * LOOK / TURNS)
    assert busy.turned_away == (True, False)
    await busy.turns(1.1 * MOVE / TURNS)
    assert busy.turned_away == (True, True)
    await busy.turns(0.001)
    assert busy.turned_away == (False, False)


async def test_a_turn_that_was_held_up_alone_turns_nobody_away() -> None:
    busy = Busy()
    await busy.turns(0.001)
    await busy.turns(60.0, 1)
    await busy.turns(0.001, 2)
    assert busy.turned_away == (False, False)


async def test_nobody_pays_for_a_rush_that_is_over() -> None:
    busy = Busy()
    await busy.turns(MOVE)
    busy.now += OLD + 1
    assert busy.turned_away == (False, False)


def test_what_changes_nothing_is_a_look() -> None:
    def pressed(custom_id: str) -> bool:
        interaction: Any = SimpleNamespace(data={"custom_id": custom_id})
        return is_look(interaction)

    assert pressed("c1:l:7:3:guess/2")
    assert pressed("c1:d:7:page:how")
    assert not pressed("c1:m:7:3:guess/2/14")
    assert not pressed("c1:d:7:join:")
    assert not pressed("c1")
    command: Any = SimpleNamespace(data={"name": "cats"})
    assert not is_look(command)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_cannot_be_served_is_told_so_without_work(world: World, language: str) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    ben.set_locale(language)
    await hand(ben)
    before, asked = await stored(world), calls(world.store)
    figures = world.bot.figures
    with (
        patch.object(Overload, "turns_away", lambda _self, *, is_look: is_look),
        patch.object(figures, "refused") as refused,
    ):
        answer = await ben.press("c1:l:", on=world.board())
        assert answer.text == text(language)("many-play")
        assert answer.shown.ephemeral
        assert asked == []
        refused.assert_called_once_with("many-play")
    assert await stored(world) == before
    assert (await hand(ben)).text != text(language)("many-play")
