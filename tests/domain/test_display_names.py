"""Names as they are shown, and which letter tells a seat apart: an initial where that works."""

import re
from itertools import permutations
from unicodedata import bidirectional

import pytest
from msgspec.structs import replace

from bot.bench.world import World
from bot.domain.changes import make_table_event
from bot.domain.dealing import assign_letters, start_game
from bot.domain.display_names import (
    MAX_NAME_WIDTH,
    NAMELESS_SIGN,
    escape_name,
    replace_names_by_seats,
    to_plain_name,
)
from bot.domain.guessing import CLAIRVOYANT_EVENT
from bot.domain.outcomes import FORESEEN_EVENT
from bot.domain.table import Lobby, Player
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.engine.screen import Select, TableAction
from bot.games.registry import GAMES
from bot.presenters.lobby import render_options
from bot.presenters.screens import make_context, render_board
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.play.evening import deal, hand

CATS, CITY, MONSTERS = (GAMES[name] for name in ("cloaked_cats", "catham_city", "quickpick"))


@pytest.mark.parametrize(
    ("event", "values"),
    [
        (make_table_event(FORESEEN_EVENT, 1, 2, "Eve"), (1, 2, NAMELESS_SIGN)),
        (make_table_event(CLAIRVOYANT_EVENT, "Eve"), (NAMELESS_SIGN,)),
    ],
)
def test_a_board_without_names_tells_how_many_onlookers_foresaw_the_winner_and_names_none(
    event: EventRecord, values: tuple[object, ...]
) -> None:
    lobby = replace(make_lobby(), public_events=(event,))
    (shown,) = replace_names_by_seats(lobby).public_events
    assert shown.values == values


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
        (("Ben", "Cleo סימן"), "BC"),
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
    assert letters("Felix", "Ada") == "BA"
    assert letters("Felix", "Ada", package=CITY) == "FA"
    assert letters(*"GHABCDEF", package=MONSTERS) == "GHABCDEF"


@pytest.mark.parametrize("package", [CATS, CITY, MONSTERS])
def test_no_two_seats_share_a_letter(package: GamePackage) -> None:
    for names in (("Ada",) * 8, ("Ben", "Ben", "Ada", "Cleo", "x", "y", "A", "B")):
        seats = names[: package.game.seats[-1]]
        assert len(set(letters(*seats, package=package))) == len(seats)


def make_lobby(*players: Player) -> Lobby:
    return Lobby("cloaked_cats", 1, 2, "en", "10", 0.0, 0.0, host=1, players=players)


def test_people_of_one_name_have_the_letters_of_the_game_in_the_lobby() -> None:
    names = ("Ada", "Ada", "*Ada*", "Ada")
    lobby = make_lobby(*(Player(name, user) for user, name in enumerate(names, 1)))
    shown = render_board(lobby, CATS).text
    lines = [line for line in shown.splitlines() if line.startswith("🪑")]
    assert lines == ["🪑 A · Ada (host)", "🪑 B · Ada", "🪑 \\*Ada\\*", "🪑 D · Ada"]
    context = make_context(lobby, CATS, "en")
    menus = [i for row in render_options(lobby, CATS, context).rows for i in row]
    (removal,) = [i for i in menus if isinstance(i, Select) and i.press == TableAction("remove")]
    assert [label for _, label in removal.options] == ["B · Ada", "*Ada*", "D · Ada"]
    match = start_game(lobby, CATS, lambda: bytes(32)).table
    dealt = {player.user: "ABCD"[player.letter or 0] for player in match.players}
    assert (dealt[1], dealt[2], dealt[4]) == ("A", "B", "D")
    names_in_game = make_context(match, CATS, "en").labels
    assert sorted(names_in_game) == ["*Ada*", "Ada", "Ada", "Ada"], "games show letters themselves"


def test_people_of_different_names_have_no_letters_in_the_lobby() -> None:
    lobby = make_lobby(Player("Ada", 1), Player("ada", 2), Player("Felix", None))
    assert " · " not in "".join(make_context(lobby, CATS, "en").names)


def isolate(name: str) -> str:
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        # Characters that join others stay.
        *(
            (name, name)
            for name in (
                "🐈\u200d⬛ Ben",
                "👩🏽\u200d🚀",
                "❤️\u200d🔥",
                "ශ්\u200dරී",
                "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Ada",
            )
        ),
        # Names from right to left are isolated.
        *((name, isolate(name)) for name in ("نی\u200cلوفر", "דנה", "Ada סימן", "ليلى", "١٢٣")),
        # Signs as wide as words are cut.
        ("\ufdfd" * 32, "\ufdfd" * 4 + "…"),
        ("\ufdfa" * 32, isolate("\ufdfa" * 11 + "…")),
        ("Ada\U0001242b" * 8, "Ada\U0001242b" * 4 + "Ada…"),
        ("\u2e3b" * 32, "\u2e3b" * 10 + "…"),
        ("\ua9c1" * 32, "\ua9c1" * 14 + "…"),
        ("W" * 32, "W" * 32),
        ("猫" * 32, "猫" * 32),
        ("😀" * 32, "😀" * 32),
    ],
)
def test_a_name_is_shown_whole_isolated_or_cut_wherever_it_stands(name: str, shown: str) -> None:
    assert (to_plain_name(name), escape_name(name)) == (shown, shown)


async def test_a_board_has_no_name_wider_than_the_widest_letters(world: World) -> None:
    ada, ben, *_ = world.people
    sign, most = "\ufdfd", MAX_NAME_WIDTH // 8
    ada.rename(sign * 32)
    await ada.slash("cats play", text_only=True)
    await ben.press("Join")
    for message in (world.board(), (await ben.press("Options")).shown):
        assert sign in message.text
        assert sign * (most + 1) not in message.text
    await ada.press("Start")
    assert sign * (most + 1) not in world.board().text
    assert sign * (most + 1) not in (await ada.press("My cards", on=world.board())).text


async def test_names_from_right_to_left_never_change_the_order_of_a_sentence(world: World) -> None:
    names = ("דנה", "משה", "רות")
    for person, name in zip(world.people, names, strict=False):
        person.rename(name)
    ada, ben, cleo, _ = world.people
    players = [
        make_ranked_player(person.id, name, rank, 5 - rank)
        for rank, (person, name) in enumerate(zip((ada, ben, cleo), names, strict=True), 1)
    ]
    lobby = Lobby("cloaked_cats", world.guild.id, world.channel.id, "en", "none", 1.0, 1.0)
    await store_finished_table(world.store, lobby, *players)
    await deal(world, ada, ben, cleo, clock="none")
    texts = [world.board().text, (await hand(ada)).text]
    texts += [(await ada.slash(f"cats {page}")).text for page in ("history", "scores", "profile")]
    assert all("דנה" in text for text in (texts[0], *texts[2:]))
    for text in texts:
        around = re.sub("\u2068[^\u2068\u2069]*\u2069", "", text)
        assert not [sign for sign in around if bidirectional(sign) == "R"], text
