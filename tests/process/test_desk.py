"""What a host does with the database while no bot uses it."""

from pathlib import Path

import pytest
from msgspec.json import decode

from bot.__main__ import main
from bot.games.registry import GAMES
from bot.process import desk
from bot.store.records import Player
from bot.store.store import Store
from tests.bench.whole import whole_game
from tests.databases import asked
from tests.store.conftest import GAMES as RULES

ADA, BEN, CLEO = (Player(name, user) for user, name in enumerate(("Ada", "Ben", "Cleo"), 7))
RECKONED = ("results", "standings", "months")


def reckoned(url: str) -> dict[str, list[tuple[object, ...]]]:
    return {name: sorted(asked(url, f"SELECT * FROM {name}"), key=repr) for name in RECKONED}


@pytest.fixture
async def url(tmp_path: Path) -> str:
    """Return a database with some games of three people."""
    address = f"sqlite:///{tmp_path}/cats.db"
    store = await Store.open(address, {name: box.game for name, box in GAMES.items()} | {**RULES})
    for seed in range(1, 9):
        game = ("liars_dice", "catham_city")[seed % 2]
        at = 1_790_000_000.0 + 90_000 * seed
        await whole_game(store, game, (ADA, BEN, CLEO), guild=seed % 3 + 1, seed=seed, at=at)
    await store.close()
    return address


async def test_all_that_is_reckoned_comes_from_records_alone(url: str) -> None:
    before = reckoned(url)
    assert all(before.values())
    for name in RECKONED:
        asked(url, f"DELETE FROM {name}")
    assert await desk.reckon(url, GAMES) == 8
    assert reckoned(url) == before
    assert await desk.reckon(url, GAMES) == 8
    assert reckoned(url) == before


async def test_games_without_a_record_count_as_they_did(url: str) -> None:
    asked(url, "INSERT INTO earlier VALUES (1, 'liars_dice', 7, 'Ada', 5, 2, 1.0)")
    asked(url, "INSERT INTO earlier VALUES (9, 'liars_dice', 99, 'Old', 3, 1, 1.0)")
    await desk.reckon(url, GAMES)
    count = 'SELECT name, games, wins FROM standings WHERE guild = ? AND "user" = ?'
    assert asked(url, count, 9, 99) == asked(url, count, 0, 99) == [("Old", 3, 1)]
    played = "SELECT count(*) FROM results WHERE game = 'liars_dice' AND \"user\" = 7"
    found = "SELECT games FROM standings WHERE guild = 0 AND game = 'liars_dice' AND \"user\" = 7"
    assert asked(url, found)[0][0] == 5 + asked(url, played)[0][0]


def test_by_the_command_line_somebody_is_exported_and_forgotten(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["--export", "7"]) == 0
    told = capsys.readouterr().out
    file = decode(told[told.index("{") : told.rindex("}") + 1])
    assert file["user"] == "7" and len(file["games"]) == 8
    assert main(["--forget", "7"]) == 0
    assert "nothing names this person any more" in capsys.readouterr().out
    assert asked(url, 'SELECT * FROM standings WHERE "user" = 7') == []
    assert main(["--reckon"]) == 0
    assert "8 games" in capsys.readouterr().out
    assert asked(url, 'SELECT * FROM standings WHERE "user" = 7') == []
    assert main(["--forget", "nobody"]) == 1
