"""What a host does with the database while no bot uses it."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode

from bot import maintenance
from bot.cli import COMMAND_MESSAGES, main
from bot.domain.game_records import Record
from bot.domain.ratings import make_rating_update
from bot.domain.results import RatingUpdate
from bot.domain.table import Commit, Lobby, Player
from bot.games.registry import GAMES
from bot.i18n import text
from bot.storage.store import Store
from bot.storage.unfinished import REBUILD_OPTION
from tests.bench.whole import whole_game
from tests.databases import run_sql
from tests.storage.conftest import GAMES as RULES

ADA, BEN, CLEO = (Player(name, user) for user, name in enumerate(("Ada", "Ben", "Cleo"), 7))
RECKONED = ("results", "standings", "months")


def read_rating_rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    return {name: sorted(run_sql(url, f"SELECT * FROM {name}"), key=repr) for name in RECKONED}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some games of three people."""
    file = tmp_path_factory.mktemp("template") / "cats.db"

    async def play() -> None:
        rules = {name: package.game for name, package in GAMES.items()} | {**RULES}
        store = await Store.open(f"sqlite:///{file}", rules)
        for seed in range(1, 9):
            game = ("liars_dice", "catham_city")[seed % 2]
            at = 1_790_000_000.0 + 90_000 * seed
            await whole_game(store, game, (ADA, BEN, CLEO), guild=seed % 3 + 1, seed=seed, at=at)
        await store.close()

    asyncio.run(play())
    return file


@pytest.fixture
def url(template: Path, tmp_path: Path) -> str:
    """The address of a copy of it."""
    shutil.copy(template, tmp_path / "cats.db")
    return f"sqlite:///{tmp_path}/cats.db"


async def test_all_that_is_reckoned_comes_from_records_alone(url: str) -> None:
    before = read_rating_rows(url)
    assert all(before.values())
    for name in RECKONED:
        run_sql(url, f"DELETE FROM {name}")
    assert await maintenance.rebuild_all_ratings(url) == 8
    assert read_rating_rows(url) == before
    assert await maintenance.rebuild_all_ratings(url) == 8
    assert read_rating_rows(url) == before


async def test_reckoning_that_fails_halfway_changes_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_sql(url, "UPDATE standings SET games = games + 100")
    before, done = read_rating_rows(url), list[int]()

    def fails(record: Record, *more: Any) -> RatingUpdate:
        done.append(record.id)
        if len(done) == 5:
            assert run_sql(url, "SELECT value FROM settings") == [(REBUILD_OPTION,)]
            raise ZeroDivisionError
        return make_rating_update(record, *more)

    monkeypatch.setattr(maintenance, "make_rating_update", fails)
    with pytest.raises(ZeroDivisionError):
        await maintenance.rebuild_all_ratings(url)
    assert len(done) == 5
    assert read_rating_rows(url) == before
    assert run_sql(url, "SELECT * FROM settings") == []


async def test_games_without_a_record_count_as_they_did(url: str) -> None:
    run_sql(url, "INSERT INTO earlier VALUES (1, 'liars_dice', 7, 'Ada', 5, 2, 1.0)")
    run_sql(url, "INSERT INTO earlier VALUES (9, 'liars_dice', 99, 'Old', 3, 1, 1.0)")
    await maintenance.rebuild_all_ratings(url)
    count = 'SELECT name, games, wins FROM standings WHERE guild = ? AND "user" = ?'
    assert run_sql(url, count, 9, 99) == run_sql(url, count, 0, 99) == [("Old", 3, 1)]
    played = "SELECT count(*) FROM results WHERE game = 'liars_dice' AND \"user\" = 7"
    found = "SELECT games FROM standings WHERE guild = 0 AND game = 'liars_dice' AND \"user\" = 7"
    assert run_sql(url, found)[0][0] == 5 + run_sql(url, played)[0][0]


def test_by_the_command_line_somebody_is_exported_and_forgotten(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["--export", "7"]) == 0
    told = capsys.readouterr().out
    file = decode(told[told.index("{") : told.rindex("}") + 1])
    assert file["user"] == "7" and len(file["games"]) == 8
    assert main(["--forget", "7"]) == 0
    assert "nothing in the database names this person any more" in capsys.readouterr().out
    assert run_sql(url, 'SELECT * FROM standings WHERE "user" = 7') == []
    assert main(["--rebuild-ratings"]) == 0
    assert "8 games" in capsys.readouterr().out
    assert run_sql(url, 'SELECT * FROM standings WHERE "user" = 7') == []
    assert main(["--forget", "nobody"]) == 1


def test_whoever_sits_at_an_open_table_is_forgotten_when_the_bot_starts(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def sit_down(channel: int) -> None:
        store = await Store.open(url, RULES)
        people = (Player("Ada", 7),)
        table = Lobby("secret_numbers", 1, channel, "en", "10", 0.0, 0.0, players=people)
        await store.tables.commit(Commit(table, at=0.0))
        await store.close()

    monkeypatch.setenv("DATABASE_URL", url)
    before = read_rating_rows(url)
    for tables in (1, 2):
        asyncio.run(sit_down(channel=tables + 100))
        assert main(["--forget", "7"]) == 0
        assert text("en")("forget-host-noted", tables=tables) in capsys.readouterr().out
    assert read_rating_rows(url) == before
    assert run_sql(url, 'SELECT "user" FROM forgetting') == [(7,)]


@pytest.mark.parametrize(
    ("name", "arguments", "does"),
    [
        ("backup", ("--backup", "copy.db"), "bot.storage.backup.backup"),
        ("copy_to", ("--copy-to", "sqlite:///other.db"), "bot.storage.copying.copy"),
        ("rebuild_ratings", ("--rebuild-ratings",), "bot.maintenance.rebuild_all_ratings"),
        ("export", ("--export", "7"), "bot.maintenance.export_person"),
        ("forget", ("--forget", "7"), "bot.maintenance.erase_person"),
    ],
)
def test_each_command_that_is_stopped_says_so_in_words_of_its_own(
    name: str,
    arguments: tuple[str, ...],
    does: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(does, stopped)
    assert main(arguments) == 1
    assert capsys.readouterr().err == text("en")(COMMAND_MESSAGES[name][1]) + "\n"
    assert len({stopped for _, stopped in COMMAND_MESSAGES.values()}) == len(COMMAND_MESSAGES)
