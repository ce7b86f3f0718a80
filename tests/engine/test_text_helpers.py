"""What the texts of all games are put together with."""

import pytest
from msgspec.structs import replace

from bot.engine.game import Place
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import (
    MAX_MEDALS_WIDTH,
    NO_BREAK_SPACE,
    fit_lines,
    format_medal,
    format_medals,
    list_seats_from,
    select_most_important,
    shorten_name,
    truncate_text,
)
from bot.games.registry import GAMES
from bot.i18n import text

SAY = text("en")
ROOM = 28


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ben", "Ben"),
        ("abcdefghijklno", "abcdefghijklno"),
        ("abcdefghijklnop", "abcdefghijklno…"),
        ("ABCDEFGHIJ", "ABCDEFGHI…"),
        ("mwmwmwmwmw", "mwmwmwmwm…"),
        ("WWWWWWWW", "WWWWWWW…"),
        ("猫猫猫猫猫猫猫猫", "猫猫猫猫猫猫猫…"),
        ("\ufdfd" * 32, "\ufdfd…"),
        ("\ufdfa" * 32, "\ufdfa\ufdfa…"),
        ("\U0001242b" * 32, "\U0001242b…"),
        ("\u2e3b" * 32, "\u2e3b\u2e3b…"),
        ("twelve words and", "twelve words…"),
        ("two\nlines", "two\nlines"),
        ("\u2068דנה\u2069", "\u2068דנה\u2069"),
        (f"\u2068{'ד' * 15}\u2069", f"\u2068{'ד' * 14}…\u2069"),
        ("\u2068\ufdfd\ufdfd\u2069", "\u2068\ufdfd…\u2069"),
        ("🐈🐈🐈🐈🐈🐈🐈\u200d⬛", "🐈🐈🐈🐈🐈🐈🐈…"),
    ],
)
def test_a_name_is_cut_by_its_width_and_not_after_a_space(name: str, short: str) -> None:
    assert shorten_name(name, ROOM, SAY) == short


@pytest.mark.parametrize(
    ("whole", "cut"),
    [
        ("12345678", "12345678"),
        ("123456789", "1234567…"),
        ("123456 89", "123456…"),
        ("1234🐈🐈", "1234🐈🐈"),
        ("12345🐈🐈", "12345🐈…"),
        ("🐈🐈🐈🐈🐈", "🐈🐈🐈…"),
    ],
)
def test_a_text_is_cut_to_as_many_characters_as_discord_counts(whole: str, cut: str) -> None:
    assert truncate_text(whole, 8) == cut


def test_an_escaped_sign_is_one_sign_and_keeps_its_escape() -> None:
    assert shorten_name(r"\_" * 14, ROOM, SAY) == r"\_" * 14
    assert shorten_name(r"\_" * 15, ROOM, SAY) == r"\_" * 14 + "…"


@pytest.mark.parametrize("key", ["mark-computer", "mark-away", "mark-vacant", "mark-stood-in"])
def test_the_mark_behind_a_name_that_is_cut_stays(key: str) -> None:
    mark = SAY(key)
    assert shorten_name(f"{'a' * 20}{mark}", ROOM, SAY) == f"{'a' * 14}…{mark}"


def test_a_rank_without_a_medal_begins_no_list_of_discord() -> None:
    assert [format_medal(rank) for rank in (1, 2, 3, 4)] == ["🥇", "🥈", "🥉", "**4.**"]


def test_the_line_to_copy_names_everybody_and_what_counts() -> None:
    names = ("Ada", "Ben", "Cleo", "W" * 32)
    context = ScreenContext(SAY, names, names, pictures=False)

    def told(places: tuple[Place, ...], language: str = "en") -> str:
        here = replace(context, say=text(language, GAMES["catham_city"].text))
        return format_medals(places, here).replace(NO_BREAK_SPACE, " ")

    shared = (Place(2, 1, 5), Place(0, 2, 3), Place(1, 2, 3), Place(3, 4, 0))
    assert told(shared) == "🥇 Cleo 5 points · 🥈 Ada 3 · 🥈 Ben 3 · 4. WWWW…"
    assert told(shared, "de").startswith("🥇 Cleo 5 Punkte · 🥈 Ada 3 ·")
    assert told((Place(3, 1, 1), Place(1, 2, 0))) == "🥇 WWWW… 1 point · 🥈 Ben"


@pytest.mark.parametrize("name", ["a" * 32, "W" * 32, "Minka"])
def test_the_line_to_copy_shortens_names_until_it_fits(name: str) -> None:
    names = (name, name, *(f"{name}{SAY('mark-computer')}",) * 4)
    say = text("en", GAMES["liars_dice"].text)
    context = ScreenContext(say, names, names, pictures=False)
    line = format_medals([Place(seat, seat + 1, 6 - seat) for seat in range(6)], context)
    assert len(line.split(" · ")) == 6
    assert line.count("dice") == 1
    assert sum(3 if sign == "W" else 2 for sign in line) <= MAX_MEDALS_WIDTH
    assert ("Minka" in line) is (name == "Minka")


def test_the_most_important_texts_stay_in_their_order_and_of_equal_ones_the_later() -> None:
    weighed = [(1, "a cat"), (0, "a card"), (1, "a guess"), (1, "a mask")]
    assert select_most_important(weighed, 2) == ("a guess", "a mask")
    assert select_most_important(weighed, 9) == ("a cat", "a card", "a guess", "a mask")


@pytest.mark.parametrize(
    ("first", "expected"), [(None, (0, 1, 2, 3)), (0, (0, 1, 2, 3)), (2, (2, 3, 0, 1))]
)
def test_seats_follow_in_turn_from_whoever_is_first(
    first: int | None, expected: tuple[int, ...]
) -> None:
    assert list_seats_from(first, 4) == expected


@pytest.mark.parametrize(("room", "count"), [(2, 0), (3, 1), (6, 1), (7, 2), (9, 2), (10, 3)])
def test_as_many_lines_are_kept_as_fit_with_their_line_breaks(room: int, count: int) -> None:
    lines = ("one", "two", "🐈")
    assert fit_lines(lines, room) == lines[:count]
