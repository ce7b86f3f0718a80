"""Names as they are shown, and which letter tells a seat apart: an initial where that works."""

from itertools import permutations

import pytest

from bot.bench.world import World
from bot.domain.changes import make_table_event
from bot.domain.dealing import assign_letters
from bot.domain.display_names import (
    MAX_NAME_WIDTH,
    NAMELESS_SIGN,
    escape_name,
    replace_names_by_seats,
    to_plain_name,
)
from bot.domain.game_records import FORESEEN_EVENT
from bot.domain.guessing import CLAIRVOYANT_EVENT
from bot.domain.table import Lobby, Player
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.games.registry import GAMES

CATS, CITY, MONSTERS = (GAMES[name] for name in ("cloaked_cats", "catham_city", "quickpick"))


@pytest.mark.parametrize(
    "event",
    [make_table_event(FORESEEN_EVENT, 1, 2, "Eve"), make_table_event(CLAIRVOYANT_EVENT, "Eve")],
)
def test_a_board_without_names_names_no_onlooker(event: EventRecord) -> None:
    table = Lobby("cloaked_cats", 1, 2, "en", "10", 0.0, 0.0, public_events=(event,))
    (shown,) = replace_names_by_seats(table).public_events
    assert "Eve" not in shown.values


def test_a_board_without_names_keeps_how_many_foresaw_the_winner() -> None:
    event = make_table_event(FORESEEN_EVENT, 1, 2, "Eve")
    table = Lobby("cloaked_cats", 1, 2, "en", "10", 0.0, 0.0, public_events=(event,))
    (shown,) = replace_names_by_seats(table).public_events
    assert shown.values == (1, 2, NAMELESS_SIGN)


def letters(*names: str, package: GamePackage = CATS) -> str:
    players = assign_letters((Player(name, number) for number, name in enumerate(names)), package)
    assert [player.name for player in players] == list(names)
    return "".join("ABCDEFGH"[player.letter or 0] for player in players)


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (("Ben", "Ada"), "BA"),
        (("Cleo", "Ada", "Dan", "Ben"), "CADB"),
        (("Dan", "Zoe"), "DA"),
        (("Zoe", "Anna", "Ada"), "BAC"),
        (("ben", "  dan"), "BD"),
        (("Minka", "Felix", "Luna"), "ABC"),
        (("Яна", "Ägidius", "阿明", "👤"), "ABCD"),
        (("*Ada*", "[Ben]", "Ada"), "BCA"),
    ],
)
def test_a_seat_prefers_the_initial_and_takes_another_letter_where_it_is_gone(
    names: tuple[str, ...], given: str
) -> None:
    assert letters(*names) == given


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (("Ada", "Minka"), "AD"),
        (("Minka", "Zoe", "Felix"), "DAC"),
        (("Felix", "Ben", "Luna", "Minka"), "CBAD"),
        (("Minka", "Felix", "Dan"), "BCD"),
        (("Minka", "Minka 2", "Felix"), "DBC"),
    ],
)
def test_a_computer_has_the_same_letter_from_game_to_game_while_it_is_free(
    names: tuple[str, ...], given: str
) -> None:
    seated = [
        Player(name, None if name[:5] in ("Minka", "Felix", "Luna") else number)
        for number, name in enumerate(names)
    ]
    for order in permutations(range(len(names))):
        players = assign_letters([seated[seat] for seat in order], CATS)
        assert {player.name: "ABCD"[player.letter or 0] for player in players} == dict(
            zip(names, given, strict=True)
        )


def test_a_game_has_as_many_letters_as_seats() -> None:
    assert letters("Felix", "Ada", package=CATS) == "BA"
    assert letters("Felix", "Ada", package=CITY) == "FA"
    assert letters(*"GHABCDEF", package=MONSTERS) == "GHABCDEF"


@pytest.mark.parametrize("package", [CATS, CITY, MONSTERS])
def test_no_two_seats_share_a_letter(package: GamePackage) -> None:
    for names in (("Ada",) * 8, ("Ben", "Ben", "Ada", "Cleo", "x", "y", "A", "B")):
        seats = names[: package.game.seats[-1]]
        assert len(set(letters(*seats, package=package))) == len(seats)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\ufdfd" * 32, "\ufdfd" * 4 + "…"),
        ("\ufdfa" * 32, "\ufdfa" * 11 + "…"),
        ("Ada\U0001242b" * 8, "Ada\U0001242b" * 4 + "Ada…"),
        ("W" * 32, "W" * 32),
        ("猫" * 32, "猫" * 32),
        ("😀" * 32, "😀" * 32),
    ],
)
def test_a_name_of_signs_as_wide_as_words_is_cut_wherever_it_stands(name: str, shown: str) -> None:
    assert to_plain_name(name) == shown
    assert escape_name(name) == shown


@pytest.mark.parametrize("sign", ["\ufdfd", "\ufdfa", "\U0001242b", "\ua9c1", "\u2e3b"])
async def test_a_board_has_no_name_wider_than_the_widest_letters(world: World, sign: str) -> None:
    ada, ben, *_ = world.people
    ada.rename(sign * 32)
    await ada.slash("cats play", text_only=True)
    await ben.press("Join")
    most = MAX_NAME_WIDTH // 8
    for message in (world.board(), (await ben.press("Options")).shown):
        assert sign in message.text
        assert sign * (most + 1) not in message.text
    await ada.press("Start")
    assert sign * (most + 1) not in world.board().text
    assert sign * (most + 1) not in (await ada.press("Your cards", on=world.board())).text
