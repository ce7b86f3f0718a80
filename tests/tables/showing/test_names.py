"""Which letter tells a seat apart: the initials where that works, and always another one."""

import pytest

from bot.games.box import Box
from bot.games.registry import GAMES
from bot.store.records import Player
from bot.tables.lobby.dealing import lettered

CATS, CITY, MONSTERS = (GAMES[name] for name in ("cloaked_cats", "catham_city", "quickpick"))


def letters(*names: str, box: Box = CATS) -> str:
    players = lettered((Player(name, number) for number, name in enumerate(names)), box)
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


def test_a_game_has_as_many_letters_as_seats() -> None:
    assert letters("Felix", "Ada", box=CATS) == "BA"
    assert letters("Felix", "Ada", box=CITY) == "FA"
    assert letters(*"GHABCDEF", box=MONSTERS) == "GHABCDEF"


@pytest.mark.parametrize("box", [CATS, CITY, MONSTERS])
def test_no_two_seats_share_a_letter(box: Box) -> None:
    for names in (("Ada",) * 8, ("Ben", "Ben", "Ada", "Cleo", "x", "y", "A", "B")):
        seats = names[: box.game.seats[-1]]
        assert len(set(letters(*seats, box=box))) == len(seats)
