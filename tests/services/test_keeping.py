"""A game that is over is kept: once, with all that was told, whatever happens in between."""

from typing import Any

import pytest
from msgspec.json import decode

from bot.bench.bots import make_start
from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.game_records import Course, Record
from bot.domain.outcomes import NUMBERS_EVENT
from bot.domain.transcripts import read_transcript
from bot.engine.awards import AwardRules
from bot.presenters.screens import HONOUR_EVENTS
from bot.storage.problems import StoreProblem
from tests.databases import run_sql
from tests.play.evening import (
    deal,
    end_game,
    find_asked_player,
    finish,
    load_game,
    load_table,
    take_turn,
)
from tests.tables import expect_finished, list_events
from tests.toys import REGISTRY


async def load_record(world: World, table: int = 1) -> tuple[Record, Course]:
    found = await world.store.records.find_record(table)
    assert found is not None
    return found


def list_unkept(world: World) -> list[Any]:
    return run_sql(world.database, "SELECT kind FROM due WHERE kind = 'keep'")


async def test_a_game_is_kept_when_it_is_over(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=1)
    assert await world.store.records.find_record(1) is None
    await finish(world)
    table = expect_finished(await load_table(world))
    record, course = await load_record(world)
    assert (record.game, record.guild, record.ending) == ("cloaked_cats", world.guild.id, "played")
    assert {seat.user for seat in record.seats} == {ada.id, ben.id, None}
    assert sorted(seat.rank for seat in record.seats)[0] == 1
    assert any(seat.points for seat in record.seats)
    assert record.began_at < record.ended_at == table.ended_at
    assert course.seed == table.seed
    inputs = await world.store.tables.find_inputs(1)
    assert [step.action for step in course.steps if step.action] == [
        given for _, given, _ in inputs
    ]
    assert record.moves == len(inputs)
    told = [event for step in course.steps for event in step.events]
    happened, added = await list_events(world.store, 1), (*HONOUR_EVENTS, NUMBERS_EVENT)
    assert told == [event for event in happened if event.name not in added]
    assert list_unkept(world) == run_sql(world.database, "SELECT * FROM told") == []


async def test_what_everybody_saw_is_kept_over_a_restart(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await take_turn(find_asked_player(world))
    await world.restart(crash=True)
    await finish(world)
    _, course = await load_record(world)
    table, game = await load_game(world), REGISTRY["cloaked_cats"].game
    assert [step.step for step in course.steps if step.told != b"null"] == [*range(table.step + 1)]
    *_, last = read_transcript(bytes(step.told) for step in course.steps if step.told != b"null")
    for viewer, view in zip((None, 0, 1), last.views, strict=True):
        seen = game.view(table.state, viewer)
        assert decode(view, type=type(seen)) == seen


async def test_a_game_is_kept_with_how_it_ended_and_neither_a_lobby_nor_a_lesson_is(world):
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="cloaked_cats")
    await end_game(ada)
    await ada.slash("cats learn")
    await ada.slash("cats leave")
    assert run_sql(world.database, "SELECT id FROM records") == list_unkept(world) == []
    assert run_sql(world.database, "SELECT * FROM told") == []

    found = []
    for is_ended in (True, False):
        await deal(world, ada, ben)
        await take_turn(find_asked_player(world))
        await (end_game(ada) if is_ended else world.jump(9 * 86_400.0))
        ((newest,),) = run_sql(world.database, "SELECT MAX(id) FROM records")
        record, _ = await load_record(world, newest)
        found.append((record.ending, record.ended_by))
    assert found == [("ended", ben.id), ("left", None)]


@pytest.mark.logs_errors
async def test_a_record_that_cannot_be_written_is_written_by_the_next_process(
    open_world: OpenWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the bot does not have the game any more."""

    async def full(*_: object) -> None:
        raise StoreProblem("store-full")

    world = await open_world(registry=REGISTRY)
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    with monkeypatch.context() as failing:
        failing.setattr(world.store.records, "save_record", full)
        await finish(world)
    assert await world.store.records.find_record(1) is None
    assert list_unkept(world) == [("keep",)]
    less = {name: package for name, package in REGISTRY.items() if name != "cloaked_cats"}
    world.start = make_start(registry=less, heartbeat=3600.0)
    await world.restart()
    await world.settle()
    record, _ = await load_record(world)
    assert (record.game, record.ending) == ("cloaked_cats", "played")
    assert list_unkept(world) == []


async def test_the_last_board_tells_who_earned_an_award(world, monkeypatch):
    awards = (("never-wrong", 1), ("trap", 1), ("bluff", 0))
    monkeypatch.setattr(AwardRules, "find_earned", lambda *_: awards)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    names = [player.name for player in (await load_table(world)).players]
    told = world.board().text
    assert f"{names[1]}: **Mastermind**" in told
    assert f"{names[0]}: **Cheeky Bluff**" in told
    assert "Mousetrap" not in told, "of each person, the first award is told"
    await world.restart()
    await ada.slash("cats board")
    assert f"{names[1]}: **Mastermind**" in world.board().text


async def test_an_award_is_new_the_first_time_alone(world, monkeypatch):
    awards = (("bluff", 0), ("bluff", 1))
    monkeypatch.setattr(AwardRules, "find_earned", lambda *_: awards)
    for is_first in (True, False):
        await deal(world, *world.people[:2], clock="none")
        await finish(world)
        told = world.board().text
        new = ", new" if is_first else ""
        assert (
            f"🏅 Ada and Ben: **Cheeky Bluff**{new} · 🃏 Bluffed with their own feature" in told
        ), "what both have earned is told once"


async def test_a_game_whose_awards_fail_is_kept_all_the_same(world, monkeypatch, caplog):
    def fails(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(AwardRules, "find_earned", fails)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    record, _ = await load_record(world)
    assert record.awards == () and record.ending == "played"
    assert "the awards of table 1 failed: IndexError" in caplog.text
