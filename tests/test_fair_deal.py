import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from bot.games.catham_city.rules import CathamCity
from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.quickpick.rules import Quickpick
from bot.tables.chance import SeededChance, commitment

DOCS = Path(__file__).parent.parent / "docs"
SEEDS = [bytes(32), b"\xff" * 32, *(hashlib.sha256(bytes([n])).digest() for n in range(4))]


def check_deal(*arguments: str) -> list[str]:
    """Run the checker as a player would, without the bot's packages, and return its lines."""
    script = [sys.executable, "-I", "-S", str(DOCS / "check_deal.py")]
    done = subprocess.run([*script, *arguments], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
def test_the_checker_deals_the_cats_that_the_bot_dealt(seed: bytes, players: int) -> None:
    chance = SeededChance(seed, 0)
    order = chance.shuffled(range(players))
    state, _ = CloakedCats().deal(players, {}, chance)
    expected = [
        ("hash", commitment(seed)),
        ("seat order", *order),
        *(
            ("seat", seat, "features", *state.fans[seat], "cats", *state.hands[seat])
            for seat in range(players)
        ),
        ("draw pile", *state.pile),
        ("starter", state.starter),
    ]
    lines = check_deal("cloaked_cats", seed.hex(), str(players))
    assert lines == [" ".join(map(str, line)) for line in expected]


@pytest.mark.parametrize("factions", ["random", "first-game"])
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
def test_the_checker_deals_catham_city(seed: bytes, players: int, factions: str) -> None:
    chance = SeededChance(seed, 0)
    order = chance.shuffled(range(players))
    state, _ = CathamCity().deal(players, {"factions": factions}, chance)

    def numbered(cards: tuple[int, ...]) -> str:
        return " ".join(str(state.factions.index(card)) for card in cards)

    _, seats, drawn, *lines = check_deal("catham_city", seed.hex(), str(players))
    assert seats == " ".join(map(str, ("seat order", *order)))
    if factions == "random":
        assert drawn == " ".join(map(str, ("random factions", *state.factions)))
    assert lines == [
        *(f"seat {seat} cards {numbered(state.hands[seat])}" for seat in range(players)),
        f"market {numbered(state.market)} draw pile {numbered(state.pile)}",
    ]


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
def test_the_checker_deals_the_masks_that_the_bot_dealt(seed: bytes, players: int) -> None:
    chance = SeededChance(seed, 0)
    order = chance.shuffled(range(players))
    state, _ = Quickpick().deal(players, {}, chance)
    assert check_deal("quickpick", seed.hex(), str(players))[1:] == [
        " ".join(map(str, ("seat order", *order))),
        " ".join(map(str, ("deck", *state.deck))),
    ]


def test_the_checker_compares_the_hash_that_was_shown() -> None:
    right, wrong = commitment(bytes(32)), commitment(b"\1" * 32)
    assert check_deal("cloaked_cats", "00" * 32, "2", right)[0] == f"hash {right} matches"
    assert check_deal("cloaked_cats", "00" * 32, "2", right.upper())[0] == f"hash {right} matches"
    assert check_deal("cloaked_cats", "00" * 32, "2", wrong)[0] == f"hash {right} DIFFERS"


def test_the_example_of_the_description_is_true() -> None:
    page = (DOCS / "fair-deal.md").read_text(encoding="utf-8")
    example = page.split("```text\n", 1)[1].split("```", 1)[0].splitlines()
    command, *printed = example
    assert command.startswith("$ python check_deal.py ")
    assert check_deal(*command.split()[3:]) == printed
