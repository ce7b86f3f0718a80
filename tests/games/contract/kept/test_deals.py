"""Each game's deal is held to the number of its rules, by which tables check theirs later."""

import shutil
from pathlib import Path

from msgspec.structs import replace

from bot.games.contract.kept import deals
from bot.games.quickpick.rules import Quickpick
from bot.games.registry import GAMES
from tests.games.contract.kept import folder_of

FOLDER = folder_of("quickpick")
BOX = GAMES["quickpick"]
LATER = ',"schema":4'
"""A field that older states lack, say."""


def test_another_order_of_the_draws_is_noticed() -> None:
    class Reshuffled(Quickpick):
        def deal(self, seats, options, chance):
            chance.below(2)
            return super().deal(seats, options, chance)

    found = [*deals.problems(replace(BOX, game=Reshuffled()), FOLDER)]
    assert len(found) == len((FOLDER / "deals-1.json").read_text().splitlines()) - 2
    assert found[0].startswith("deals-1.json:2: dealt otherwise than by rules number 1")


def test_a_state_of_an_older_schema_is_the_same_deal(tmp_path: Path) -> None:
    kept = (FOLDER / "deals-1.json").read_text()
    (tmp_path / "deals-1.json").write_text(kept.replace(LATER, ""))
    assert LATER in kept
    assert [*deals.problems(BOX, tmp_path)] == []


def test_deals_are_missing_once_the_number_is_raised(tmp_path: Path) -> None:
    class Renumbered(Quickpick):
        rules = Quickpick.rules + 1

    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    ((name, text),) = deals.texts(replace(BOX, game=Renumbered()), tmp_path).items()
    assert name == "deals-2.json"
    assert not (tmp_path / name).exists()
    assert len(text.splitlines()) == len((FOLDER / "deals-1.json").read_text().splitlines())


def test_a_deal_that_is_there_stays_and_what_is_missing_is_added(tmp_path: Path) -> None:
    first, *_, end = (FOLDER / "deals-1.json").read_text().splitlines()
    (tmp_path / "deals-1.json").write_text(f"{first}\n{end}\n")
    (text,) = deals.texts(BOX, tmp_path).values()
    assert len(text.splitlines()) == len((FOLDER / "deals-1.json").read_text().splitlines())
