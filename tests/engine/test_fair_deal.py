import hashlib
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from bot.engine.chance import SeededChance, compute_commitment
from bot.engine.options import default_options
from bot.games.catham_city.model import state as city
from bot.games.cloaked_cats.model import state as cats
from bot.games.liars_dice.model import state as dice
from bot.games.quickpick.model import state as quickpick
from bot.games.registry import GAMES
from bot.games.who_barked.model import state as barked
from tests.engine.checkers import run_checker

DOCS = Path(__file__).parents[2] / "docs"
CHOSEN = "scientists.mafia.police.journalists.bureaucrats"
SEEDS = [bytes(32), b"\xff" * 32, hashlib.sha256(b"cats").digest()]


SCRIPT = DOCS / "check_deal.py"


def run(*arguments: str) -> tuple[object, str, str]:
    return run_checker(SCRIPT, *arguments)


def check_deal(*arguments: str) -> list[str]:
    """Return what the checker tells of arguments that are right."""
    code, told, errors = run(*arguments)
    assert (code or 0, errors) == (0, "")
    return told.splitlines()


def list_cloaked_cats(state: cats.State) -> list[tuple[object, ...]]:
    seats = enumerate(zip(state.fans, state.hands, strict=True))
    dealt = [("seat", seat, "features", *fan, "cats", *hand) for seat, (fan, hand) in seats]
    return [*dealt, ("draw pile", *state.pile), ("starter", state.starter)]


def list_catham_city(state: city.State) -> list[tuple[object, ...]]:
    def number(cards: tuple[int, ...]) -> list[int]:
        return [state.factions.index(card) for card in cards]

    factions = [city.FACTIONS[faction] for faction in state.factions]
    hands = [("seat", seat, "cards", *number(hand)) for seat, hand in enumerate(state.hands)]
    piles = ("market", *number(state.market), "draw pile", *number(state.pile))
    return [("factions", *factions), *hands, piles]


def list_quickpick(state: quickpick.State) -> list[tuple[object, ...]]:
    return [("deck", *state.deck)]


def list_liars_dice(state: dice.State) -> list[tuple[object, ...]]:
    cups = [("seat", seat, "dice", *cup) for seat, cup in enumerate(state.cups)]
    return [("starter", state.turn), *cups]


def list_who_barked(state: barked.State) -> list[tuple[object, ...]]:
    top, *others = state.dogs
    roles = ("top dog", top, "other dogs", *others, "nose", state.nose)
    return [roles, ("leader", state.leader)]


LISTED: dict[str, Callable[..., list[tuple[object, ...]]]] = {
    "cloaked_cats": list_cloaked_cats,
    "catham_city": list_catham_city,
    "quickpick": list_quickpick,
    "liars_dice": list_liars_dice,
    "who_barked": list_who_barked,
}
"""By game, what is dealt, in the words of the checker."""


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("cloaked_cats", {}),
        *(("catham_city", {"factions": f}) for f in ("random", "first-game", CHOSEN)),
        ("quickpick", {}),
        *(("liars_dice", {"dice": number}) for number in "531"),
        ("who_barked", {}),
    ],
)
def test_the_checker_deals_what_the_bot_dealt(game: str, options: dict[str, str]) -> None:
    rules = GAMES[game].game
    for seed, players in product(SEEDS, rules.seats):
        chance = SeededChance(seed, 0)
        order = chance.shuffle(range(players))
        state, _ = rules.deal(players, {**default_options(rules.options), **options}, chance)
        expected = [("hash", compute_commitment(seed)), ("seat order", *order)]
        given = [f"{name}={choice}" for name, choice in options.items()]
        assert check_deal(game, seed.hex(), str(players), *given) == [
            " ".join(map(str, line)) for line in (*expected, *LISTED[game](state))
        ]
    _, _, errors = run(game, "00" * 32, str(rules.seats[-1] + 1))
    assert f"{game} has {rules.seats[0]} to {rules.seats[-1]} players" in errors


def test_the_checker_knows_all_games() -> None:
    assert LISTED.keys() == GAMES.keys()


def test_the_checker_compares_the_hash_that_was_shown() -> None:
    right, wrong = compute_commitment(bytes(32)), compute_commitment(b"\1" * 32)
    assert check_deal("cloaked_cats", "00" * 32, "2", right)[0] == f"hash {right} matches"
    assert check_deal("cloaked_cats", "00" * 32, "2", right.upper())[0] == f"hash {right} matches"
    code, told, _ = run("cloaked_cats", "00" * 32, "2", wrong)
    assert (code, told.splitlines()[0]) == (1, f"hash {right} DIFFERS")


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
    code, out, errors = run(*arguments)
    assert (code, out) == (2, "")
    first, *usage = errors.splitlines()
    assert told in first
    assert any("python check_deal.py GAME SEED PLAYERS" in line for line in usage)


def test_the_example_of_the_description_is_true() -> None:
    page = (DOCS / "fair-deal.md").read_text(encoding="utf-8")
    example = page.split("```text\n", 1)[1].split("```", 1)[0].splitlines()
    command, *printed = example
    assert command.startswith("$ python check_deal.py ")
    isolated = [sys.executable, "-I", "-S", str(SCRIPT), *command.split()[3:]]
    done = subprocess.run(isolated, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == printed, "a player has none of the bot's packages"
