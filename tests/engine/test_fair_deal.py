import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from bot.engine.chance import SeededChance, compute_commitment
from bot.games.catham_city.model.state import FACTIONS
from bot.games.catham_city.rules import CathamCity
from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.liars_dice.rules import LiarsDice
from bot.games.quickpick.rules import Quickpick
from bot.games.registry import GAMES

DOCS = Path(__file__).parents[2] / "docs"
CHOSEN = "scientists.mafia.police.journalists.bureaucrats"
SEEDS = [bytes(32), b"\xff" * 32, *(hashlib.sha256(bytes([n])).digest() for n in range(4))]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the checker as a player would, without the bot's packages."""
    script = [sys.executable, "-I", "-S", str(DOCS / "check_deal.py")]
    return subprocess.run([*script, *arguments], capture_output=True, text=True, check=False)


def check_deal(*arguments: str) -> list[str]:
    """Return what the checker tells of arguments that are right."""
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
def test_the_checker_deals_the_cats_that_the_bot_dealt(seed: bytes, players: int) -> None:
    chance = SeededChance(seed, 0)
    order = chance.shuffle(range(players))
    state, _ = CloakedCats().deal(players, {}, chance)
    expected = [
        ("hash", compute_commitment(seed)),
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


@pytest.mark.parametrize("factions", ["random", "first-game", CHOSEN])
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
def test_the_checker_deals_catham_city(seed: bytes, players: int, factions: str) -> None:
    chance = SeededChance(seed, 0)
    order = chance.shuffle(range(players))
    state, _ = CathamCity().deal(players, {"factions": factions}, chance)

    def numbered(cards: tuple[int, ...]) -> str:
        return " ".join(str(state.factions.index(card)) for card in cards)

    given = ("catham_city", seed.hex(), str(players), f"factions={factions}", "actions=two")
    _, seats, in_play, *lines = check_deal(*given)
    assert seats == " ".join(map(str, ("seat order", *order)))
    assert in_play == " ".join(("factions", *(FACTIONS[faction] for faction in state.factions)))
    assert lines == [
        *(f"seat {seat} cards {numbered(state.hands[seat])}" for seat in range(players)),
        f"market {numbered(state.market)} draw pile {numbered(state.pile)}",
    ]


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
def test_the_checker_deals_the_masks_that_the_bot_dealt(seed: bytes, players: int) -> None:
    chance = SeededChance(seed, 0)
    order = chance.shuffle(range(players))
    state, _ = Quickpick().deal(players, {}, chance)
    assert check_deal("quickpick", seed.hex(), str(players))[1:] == [
        " ".join(map(str, ("seat order", *order))),
        " ".join(map(str, ("deck", *state.deck))),
    ]


@pytest.mark.parametrize("dice", ["5", "3", "1"])
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
def test_the_checker_rolls_the_dice_that_the_bot_rolled(
    seed: bytes, players: int, dice: str
) -> None:
    chance = SeededChance(seed, 0)
    order = chance.shuffle(range(players))
    state, _ = LiarsDice().deal(players, {"dice": dice}, chance)
    rolled = (("seat", seat, "dice", *cup) for seat, cup in enumerate(state.cups))
    lines = (("seat order", *order), ("starter", state.turn), *rolled)
    told = check_deal("liars_dice", seed.hex(), str(players), f"dice={dice}")
    assert told[1:] == [" ".join(map(str, line)) for line in lines]


@pytest.mark.parametrize("game", GAMES)
def test_the_checker_deals_every_game_for_all_numbers_of_players(game: str) -> None:
    seats = GAMES[game].game.seats
    assert check_deal(game, "00" * 32, str(seats[0]))
    too_many = run(game, "00" * 32, str(seats[-1] + 1))
    assert f"{game} has {seats[0]} to {seats[-1]} players" in too_many.stderr


def test_the_checker_compares_the_hash_that_was_shown() -> None:
    right, wrong = compute_commitment(bytes(32)), compute_commitment(b"\1" * 32)
    assert check_deal("cloaked_cats", "00" * 32, "2", right)[0] == f"hash {right} matches"
    assert check_deal("cloaked_cats", "00" * 32, "2", right.upper())[0] == f"hash {right} matches"
    done = run("cloaked_cats", "00" * 32, "2", wrong)
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, f"hash {right} DIFFERS")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "the game, the seed and the number of players"),
        (("00" * 32, "4"), "the game, the seed and the number of players"),
        (("catham", "00" * 32, "4"), "There is no game catham"),
        (("cloaked_cats", "00" * 31, "4"), "seed has 64 digits"),
        (("cloaked_cats", "cats", "4"), "seed has 64 digits"),
        (("cloaked_cats", "00" * 32, "5"), "cloaked_cats has 2 to 4 players, not 5"),
        (("cloaked_cats", "00" * 32, "four"), "cloaked_cats has 2 to 4 players, not four"),
        (("cloaked_cats", "00" * 32, "4", "beef"), "hash has 64 digits"),
        (("catham_city", "00" * 32, "4", "factions=dogs"), "five of"),
        (("liars_dice", "00" * 32, "4", "dice=2"), "5, 3 or 1 dice"),
        (("catham_city", "00" * 32, "4", "factions=mafia.mafia.mafia.mafia.mafia"), "five of"),
    ],
)
def test_wrong_arguments_of_the_checker_get_a_sentence(
    arguments: tuple[str, ...], told: str
) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    first, *usage = done.stderr.splitlines()
    assert told in first
    assert any("python check_deal.py GAME SEED PLAYERS" in line for line in usage)


def test_the_example_of_the_description_is_true() -> None:
    page = (DOCS / "fair-deal.md").read_text(encoding="utf-8")
    example = page.split("```text\n", 1)[1].split("```", 1)[0].splitlines()
    command, *printed = example
    assert command.startswith("$ python check_deal.py ")
    assert check_deal(*command.split()[3:]) == printed
