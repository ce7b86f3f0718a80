"""What is written once more, because the answer was lost, stands there as if written once."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.domain.calls import CallSubscription
from bot.domain.game_records import RatingWeight
from bot.domain.ratings import make_rating_update
from bot.domain.server_settings import ServerSettings
from bot.domain.table import Board, BoardUpdate, Commit, RecordSaving, Table
from bot.storage.database import Repository
from bot.storage.removed_people_repository import RemovedPerson
from bot.storage.schema import metadata
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.bench import ends
from tests.databases import open_transaction, run_sql
from tests.evenings import EVENING
from tests.puzzles import STORED, make_attempt
from tests.storage.conftest import clean_up
from tests.tables import expect_finished, in_phase

NOW = 4e8
ADA = RemovedPerson(1, 7, "Ada", NOW)
SHOWN = Board(99, 1, replaced=(98,))
WISH = CallSubscription(1, 7, ("secret_numbers",))


async def save_record(store: Store, id_: int) -> None:
    table = expect_finished(await store.tables.load(id_))
    weight = RatingWeight((0.0,) * len(table.players))
    await store.records.save_record(table, weight, make_rating_update)


WRITES: dict[str, Callable[[Store, int], Awaitable[Any]]] = {
    "evenings.add": lambda store, table: store.evenings.add(table, 1, 2, EVENING, NOW),
    "puzzles.add_puzzle": lambda store, _: store.puzzles.add_puzzle(STORED),
    "puzzles.find_secret": lambda store, _: store.puzzles.find_secret("cat"),
    "puzzles.store_attempt": lambda store, _: store.puzzles.store_attempt(make_attempt(), 0),
    "bot.record_heartbeat": lambda store, _: store.bot.record_heartbeat(NOW, ONLY_SHARD),
    "bot.end_turn": lambda store, _: store.bot.end_turn(0, NOW),
    "bot.set_setting": lambda store, _: store.bot.set_setting("cat", "Minka"),
    "bot.set_shard_count": lambda store, _: store.bot.set_shard_count(2, NOW),
    "calls.delete": lambda store, _: store.calls.delete(1, 7),
    "calls.delete_of_person": lambda store, _: store.calls.delete_of_person(7),
    "calls.store": lambda store, _: store.calls.store(WISH, "games"),
    "guilds.compare": lambda store, _: store.guilds.compare({5}, NOW, ONLY_SHARD),
    "guilds.greet": lambda store, _: store.guilds.greet(7),
    "guilds.note_joined": lambda store, _: store.guilds.note_joined([8]),
    "guilds.note_removed": lambda store, _: store.guilds.note_removed([9], NOW),
    "records.discard_transcript": lambda store, table: store.records.discard_transcript(table),
    "records.save_record": save_record,
    "people.set_preference": lambda store, _: store.people.set_preference(7, "served", False),
    "guesses.store_guess": lambda store, table: store.guesses.store_guess(table, 7, "Ada", 1),
    "people.set_retention_days": lambda store, _: store.people.set_retention_days(1, 90),
    "personal_data.request_erasure": lambda store, _: store.personal_data.request_erasure(7, NOW),
    "retention": lambda store, _: clean_up(store, NOW),
    "removed_people.remove": lambda store, _: store.removed_people.remove(ADA),
    "removed_people.put_back": lambda store, _: store.removed_people.put_back(1, 8),
    "server_settings.change": lambda store, _: store.server_settings.change(
        1, "threads", True, 7, NOW
    ),
    "server_settings.note_call": lambda store, _: store.server_settings.note_call(1, NOW),
    "server_settings.change_puzzle": lambda store, _: store.server_settings.change_puzzle(
        ServerSettings(1, puzzle_channel=5, puzzle_due=9.0)
    ),
    "server_settings.begin_puzzle_post": lambda store, _: store.server_settings.begin_puzzle_post(
        2, 5.0, NOW
    ),
    "server_settings.move_puzzle_post": lambda store, _: store.server_settings.move_puzzle_post(
        2, 5.0, None, "gone"
    ),
    "agree_on_shard_count": lambda store, _: store.agree_on_shard_count(2, NOW),
    "tables.delete": lambda store, table: store.tables.delete(table),
    "tables.store_board": lambda store, table: store.tables.store_board(
        BoardUpdate(table, Board(99, 1, replaced=(98,)))
    ),
}
OTHERWISE = {
    "bot.take_turn": "waits once more for its turn",
    "deadlines.begin": "tests/storage/test_extend_deadlines.py",
    "deadlines.extend": "tests/services/test_unknown.py",
    "deadlines.finish": "tests/storage/test_extend_deadlines.py",
    "deadlines.move_tables": "tests/storage/test_extend_deadlines.py",
    "personal_data.erase": "makes a new mark",
    "personal_data.mark_erasure": "makes a new mark",
    "tables.commit": "tests/services/test_unknown.py",
    "tables.note_click": "rides with a commit",
    "tables.try_write": "writes nothing",
}
"""What keeps writes from being made twice that cannot be: a version, the last beat; and a wait."""
READS = {
    "check", "open_leases", "close", "flush", "open",
    "bot.find_setting", "bot.read_last_heartbeat", "bot.shard_count",
    "deadlines.wait_while_extending",
    "calls.find_of_person", "calls.find_of_server",
    "guilds.find_known",
    "guesses.count_guesses", "standings.count_team_games",
    "evenings.find", "evenings.find_in_channel", "evenings.find_of_person",
    "records.find_durations", "standings.find_earned_awards",
    "records.find_recent_games",
    "standings.find_finished_games", "records.find_person_records", "records.find_record",
    "standings.find_results", "standings.find_scores", "standings.find_standings",
    "standings.has_finished",
    "guesses.count_right_calls", "people.find_preferences", "people.find_retention_days",
    "people.load_preferences", "people.mark_outdated", "people.recall_preferences",
    "personal_data.find_open_seats", "personal_data.find_requests",
    "removed_people.find", "removed_people.find_person",
    "puzzles.count_prints", "puzzles.count_solvers", "puzzles.find_attempt",
    "puzzles.find_attempts", "puzzles.find_numbers", "puzzles.find_proof", "puzzles.find_puzzle",
    "puzzles.find_server_days", "puzzles.find_solved", "puzzles.find_solvers",
    "personal_data.iterate_games", "personal_data.load_rows", "personal_data.read_erasure_mark",
    "server_settings.find", "server_settings.find_due_puzzles", "server_settings.find_next_puzzle",
    "tables.count_phases", "tables.find_finished", "tables.find_hosted",
    "tables.find_all_aside", "tables.find_aside", "tables.find_aside_in_shard",
    "tables.find_inputs", "tables.find_latest",
    "tables.find_lesson",
    "tables.find_next_timers",
    "tables.find_open", "tables.find_open_in_guild", "tables.find_stale_boards", "tables.load",
}  # fmt: skip


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    with open_transaction(url) as ask:
        names = [table.name for table in metadata.sorted_tables]
        return {name: sorted(ask(f'SELECT * FROM "{name}"'), key=repr) for name in names}


@pytest.mark.parametrize("write", WRITES)
async def test_a_write_that_is_made_twice_is_as_one(
    store: Store, url: str, lobby: Table, write: str
) -> None:
    over = in_phase(lobby, "over", timers=(RecordSaving(at=1.0),))
    table = await store.tables.commit(Commit(over, at=1.0, writes_board=True))
    await store.guilds.note_removed([8], 1.0)
    await store.removed_people.remove(replace(ADA, user=8))
    await store.bot.record_heartbeat(1.0, ONLY_SHARD)
    await store.calls.store(CallSubscription(1, 7), None)
    await store.server_settings.change_puzzle(ServerSettings(2, puzzle_channel=5, puzzle_due=5.0))
    before = everything(url)
    await WRITES[write](store, table.id)
    once = everything(url)
    await WRITES[write](store, table.id)
    assert everything(url) == once
    assert once != before, "it writes something"


def methods(of: type, prefix: str = "") -> set[str]:
    public = (name for name, value in vars(of).items() if callable(value) or name == "open")
    return {f"{prefix}{name}" for name in public if not name.startswith("_")}


async def test_each_write_is_one_of_these(store: Store) -> None:
    repositories = {
        name: type(value)
        for name, value in vars(store).items()
        if isinstance(value, Repository) and name != "retention"
    }
    found = methods(Store).union(*(methods(of, f"{name}.") for name, of in repositories.items()))
    assert found == READS | {*WRITES} - {"retention"} | {*OTHERWISE}


async def test_the_record_of_a_game_is_written_whole_or_not_at_all(
    store: Store, url: str, lobby: Table
) -> None:
    """The last move brings a timer; whoever comes next looks for timers, and writes the record."""
    people = ends.make_ranked_player(7, "Ada", 1), ends.make_ranked_player(8, "Bo", 2)
    over = in_phase(lobby, "over", players=people, timers=(RecordSaving(at=1.0),))
    table = await store.tables.commit(Commit(over, at=1.0, writes_board=True))
    before = everything(url)
    for name in ("due", "participants", "records", "results", "standings", "months"):
        run_sql(url, f"ALTER TABLE {name} RENAME TO away")
        with pytest.raises(Exception, match=rf"{name}|42P01"):
            await save_record(store, table.id)
        run_sql(url, f"ALTER TABLE away RENAME TO {name}")
        assert everything(url) == before, name
    await save_record(store, table.id)
    after = everything(url)
    assert {name: len(after[name]) for name in ("records", "due", "results")} == {
        "records": 1,
        "due": 0,
        "results": 2,
    }
    assert all(after[name] for name in ("participants", "standings", "months"))
