"""Which kind of screen people are shown."""

from msgspec.structs import replace

from bot.domain.table import Phase, Table
from bot.engine.screen import OpenScreen, OwnPage, OwnScreen, Screen, TemporaryScreen
from bot.games.catham_city.package import PACKAGE as CATHAM_CITY
from bot.games.liars_dice.model.state import State as DiceState
from bot.games.liars_dice.package import PACKAGE
from bot.presenters import screens
from bot.testing.playing import RANDOM_PLAYERS, Setup, play_game
from tests.limits.tables import ID, people, table_of
from tests.tables import expect_match

ONLOOKER = 5


def table_at(step: int, phase: Phase = "playing") -> Table:
    """Return a game of Liar's Dice of three people after so many steps; -1: at its end."""
    state = play_game(PACKAGE, Setup(1, 3, {}, RANDOM_PLAYERS)).steps[step].state
    return table_of("liars_dice", state, "en", people(3), phase=phase)


def own(table: Table, user: int, press: OpenScreen | None = None) -> Screen:
    return screens.render_own(table, PACKAGE, user, "en", press)


def test_a_hand_is_an_own_screen_and_becomes_a_page_once_a_move_is_begun() -> None:
    table = expect_match(table_at(0))
    (prompt,) = table.prompts
    asked = ID + (prompt.seat or 0)
    assert [type(own(table, ID + seat)) for seat in range(3)] == [OwnScreen] * 3
    assert type(own(table, asked, OpenScreen(prompt.decision, "bid/1"))) is OwnPage
    assert type(own(table, asked, OpenScreen(prompt.decision, "nonsense"))) is OwnScreen


def test_who_is_out_of_dice_has_an_own_screen_that_reveals_change() -> None:
    table = expect_match(table_at(-2))
    assert isinstance(table.state, DiceState)
    (out,) = table.state.out
    assert type(own(table, ID + out)) is OwnScreen


def test_what_players_open_is_an_own_page_and_what_onlookers_open_is_not() -> None:
    running = expect_match(table_at(0))
    words = [screens.render_words(running, PACKAGE, user, "en") for user in (ID, ONLOOKER)]
    assert [*map(type, words)] == [OwnPage, Screen]
    game = play_game(CATHAM_CITY, Setup(1, 3, {}, RANDOM_PLAYERS)).steps[0].state
    town = table_of("catham_city", game, "en", people(3), phase="playing")
    pages = [screens.render_page(town, CATHAM_CITY, u, "en", "factions") for u in (ID, ONLOOKER)]
    assert [*map(type, pages)] == [OwnPage, Screen]


def test_in_words_there_are_no_signs_of_the_bots_own() -> None:
    running = expect_match(table_at(0))
    signed = replace(PACKAGE, emojis={f"cup-{letter}": "<:cup:1>" for letter in "abcdef"})
    words = screens.render_words(running, signed, ID, "en")
    assert "<:" not in f"{words.content}{words.text}{words.fields}"
    assert "A · " in words.text


def test_that_a_table_is_closed_replaces_own_screens_and_passes_for_onlookers() -> None:
    closed = table_at(0, "closed")
    player, onlooker = own(closed, ID), own(closed, ONLOOKER)
    assert type(player) is OwnScreen
    assert type(onlooker) is TemporaryScreen
    assert player.content == onlooker.content
