"""Changes that are on the disk, though the answer of the database was lost."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.bench.world import World
from bot.domain.table import Commit, Table
from bot.i18n import text
from bot.storage.database import Repository
from bot.storage.problems import CommitOutcomeUnknown
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    cancel,
    check_memory,
    deadline,
    deal,
    find_asked_player,
    find_waiting_player,
    hand,
    is_over,
    load_match,
    load_table,
    play_cat,
    sit_down,
)

ANSWER = text("en")("store-unknown")
Loses = Callable[[Callable[[Commit], bool]], None]
"""Lets the answer be lost to the next change of that kind."""
pytestmark = pytest.mark.logs_errors


@pytest.fixture
def lose_commit_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> Loses:
    def lose(which: Callable[[Commit], bool]) -> None:
        commit, lost = world.store.tables.commit, list[Commit]()

        async def stored_but(change: Commit) -> Table:
            table = await commit(change)
            if which(change) and not lost:
                lost.append(change)
                raise CommitOutcomeUnknown("store-server-lost")
            return table

        monkeypatch.setattr(world.store.tables, "commit", stored_but)

    return lose


async def test_after_a_move_the_game_goes_on_and_the_board_shows_it(world, lose_commit_answer):
    ada, *_ = world.people
    await deal(world, ada, computers=1, clock="10")
    while (match := await load_match(world)).players[match.prompts[0].seat or 0].user is None:
        await world.advance(COMPUTER_MOVE_SECONDS)
    await hand(ada)
    lose_commit_answer(lambda change: bool(change.actions))
    before = await load_table(world)
    answer = await play_cat(ada)
    assert ANSWER in answer.text
    await world.advance(1)
    after = await load_table(world)
    assert after.step == before.step + 1
    assert after.board.shown == after.version
    await check_memory(world)


async def test_after_a_computers_move_the_game_goes_on(world, lose_commit_answer):
    ada, *_ = world.people
    await deal(world, ada, computers=1, clock="none")
    lose_commit_answer(lambda change: bool(change.actions) and change.interaction_id is None)
    for _ in range(40):
        if is_over(world):
            break
        match = await load_match(world)
        if match.players[match.prompts[0].seat or 0].user:
            if match.step > 4:
                break
            await world.click(ada, await hand(ada), (await hand(ada)).matching("c1:m:*")[0], {})
        else:
            await world.advance(COMPUTER_MOVE_SECONDS)
    table = await load_table(world)
    assert table.step > 4
    assert table.board.shown == table.version


async def test_a_lobby_gets_its_board(world: World, lose_commit_answer: Loses) -> None:
    ada, ben, *_ = world.people
    lose_commit_answer(lambda change: change.table.id == 0)
    assert ANSWER in (await ada.slash("cats play")).text
    await world.advance(1)
    await ben.press("c1:d:*:join", on=world.board())
    assert "Ben" in world.board().text


async def test_a_deadline_that_fired_is_shown(world: World, lose_commit_answer: Loses) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    who = find_asked_player(world)
    other = find_waiting_player(world, ada, ben)
    lose_commit_answer(
        lambda change: any(event.name.startswith("table-time") for event in change.events)
    )
    await world.advance(70)
    table = await load_table(world)
    assert table.board.shown == table.version
    assert [p.misses for p in table.players if p.user == who.id] == [1]
    assert [p.misses for p in table.players if p.user == other.id] == [0]


def lose_write_answer(
    monkeypatch: pytest.MonkeyPatch, repository: Repository, write: str
) -> list[str]:
    """Let the answer be lost to the next write of a kind; return what was lost so far."""
    writes, lost = getattr(repository, write), list[str]()

    async def written_but(*given: Any, **named: Any) -> Any:
        done = await writes(*given, **named)
        if not lost:
            lost.append(write)
            raise CommitOutcomeUnknown("store-server-lost")
        return done

    monkeypatch.setattr(repository, write, written_but)
    return lost


async def test_a_board_that_was_noted_is_the_only_one(world, monkeypatch):
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await hand(find_asked_player(world))
    lost = lose_write_answer(monkeypatch, world.store.tables, "store_board")
    await play_cat(find_asked_player(world))
    await world.advance(60)
    table = await load_table(world)
    assert lost == ["store_board"]
    assert table.board.shown == table.version
    assert [message.id for message in world.messages() if message.controls] == [table.board.message]
    await check_memory(world)


@pytest.mark.parametrize("write", ["extend", "record_heartbeat"])
async def test_time_in_which_nobody_could_act_is_forgiven_once(open_world, monkeypatch, write):
    world = await open_world(heartbeat=5.0)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="10")
    before = deadline(world)
    repository = world.store.bot if write == "record_heartbeat" else world.store.deadlines
    lost = lose_write_answer(monkeypatch, repository, write)
    await world.freeze(3600)
    await world.advance(60)
    assert lost == [write]
    after = deadline(world)
    assert before and after
    assert 3590 <= after - before <= 3630
    await check_memory(world)


async def test_an_ended_table_is_forgotten(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await cancel(ada)
    table = await load_table(world)
    lost = lose_write_answer(monkeypatch, world.store.tables, "delete")
    await world.jump(2 * 86_400)
    await world.advance(120)
    assert lost == ["delete"]
    assert await world.store.tables.load(table.id) is None
    await ben.slash("cats play")
    assert "Ben" in world.board().text
