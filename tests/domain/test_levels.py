"""How strong the computer players are: chosen by the command and by the host, kept, played."""

import pytest

from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.domain import levels, options
from bot.domain.changes import Refused
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from tests.bench.limits import size
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    deal,
    find_asked_or_none,
    finish,
    load_table,
    rewrite,
    sit_down,
    step_ahead,
)
from tests.toys import REGISTRY

NUMBERS = "secret_numbers"
"""The toy whose computers are careless, sound or sly; Race knows one level only."""
LEVEL = "c1:d:*:set:level"


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    return await open_world(registry=REGISTRY)


def seats(world: World) -> list[str]:
    """Return the lobby's lines of seats that are taken."""
    lines = str(world.board().embeds[0]["description"]).split("\n")
    return [line[2:] for line in lines if line.startswith("🪑 ")]


async def strengths(world: World) -> list[str]:
    """Return the stored levels of the computer players, by seat."""
    return [player.level for player in (await load_table(world)).players if player.user is None]


async def list_offered_levels(
    world: World, who: Person, typed: str = "", **filled: str
) -> list[str]:
    """Return what the command offers as levels, in its words."""
    found = await who.actor.autocomplete(world.channel, "cats play", "level", typed, **filled)
    return [choice["name"] for choice in found]


# The command


async def test_the_command_offers_the_levels_of_the_chosen_game_in_the_readers_language(world):
    ada, ben, *_ = world.people
    ben.set_locale("de")
    assert await list_offered_levels(world, ada, game=NUMBERS) == [
        "our level: About as good as your group, judging by your games here.",
        "Careless: Takes the first number that comes along.",
        "Sound: Takes any number.",
        "Sly: Takes the highest number.",
    ]
    assert [name.split(":")[0] for name in await list_offered_levels(world, ben, game=NUMBERS)] == [
        "wie wir",
        "Leichtsinnig",
        "Solide",
        "Gerissen",
    ]
    assert await list_offered_levels(world, ada, "so", game=NUMBERS) == ["Sound: Takes any number."]
    assert await list_offered_levels(world, ada, game="race") == []
    assert await list_offered_levels(world, ada, game="chess") == []


async def test_levels_are_offered_once_the_game_is_chosen(world):
    ada, *_ = world.people
    assert await list_offered_levels(world, ada) == []
    names = await list_offered_levels(world, ada, game="cloaked_cats")
    assert [name.split(":")[0] for name in names] == ["our level", "Kitten", "Tomcat", "Sly Fox"]


@pytest.mark.parametrize(
    "wish",
    [
        "sly",
        "Sly",
        " gerissen ",
        "Sly: Takes the highest number.",
        "Gerissen: nimmt die höchste Zahl.",
    ],
)
async def test_a_level_is_known_by_its_name_its_title_and_as_it_is_offered(world, wish):
    await world.people[0].slash("cats play", game=NUMBERS, level=wish)
    assert await strengths(world) == ["sly"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_has_a_sentence_that_fits_wherever_it_is_offered(name, language):
    """Names of choices and descriptions of options have up to 100 characters.

    https://docs.discord.com/developers/components/reference#string-select
    """
    say = text(language, GAMES[name].text)
    for level in GAMES[name].computers.levels:
        assert say(f"level-{level}-told").endswith((".", "!"))
        assert "/" not in level
    assert all(size(offer) <= 100 for offer in levels.list_level_choices(say, GAMES[name]).values())


async def test_computers_are_kittens_for_a_host_who_never_finished_this_game(world):
    ada, *_ = world.people
    await ada.slash("cats play", game=NUMBERS, computers=1)
    await ada.press("Add computer")
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Careless)", "Felix 🤖 (Careless)"]
    assert "🤖 Careless: Takes the first number that comes along." in world.board().text


async def test_computers_play_at_the_middle_level_for_who_finished_the_game_before(world):
    ada, ben, *_ = world.people
    await deal(world, ada, computers=1)
    await finish(world)
    await ada.slash("cats play", computers=1)
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Tomcat)"]
    assert "🤖 Tomcat: Puts two and two together" in world.board().text
    await ada.press("Remove computer")
    await ben.press("c1:d:*:join")
    await ben.press("Add computer")
    assert seats(world) == ["Ada (host)", "Ben", "Minka 🤖 (Tomcat)"]
    side = world.new_channel("side")
    await ada.slash("cats play", game=NUMBERS, computers=1, channel=side)
    assert "Minka 🤖 (Careless)" in world.board(side).text


async def test_a_wished_level_holds_for_newcomers_too_and_the_lobby_tells_what_it_is_like(world):
    await world.people[0].slash("cats play", game=NUMBERS, computers=1, level="sly")
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Sly)"]
    assert "🤖 Sly: Takes the highest number." in world.board().text


async def test_the_command_seats_computers_of_the_wished_level(world):
    ada, *_ = world.people
    await ada.slash("cats play", game=NUMBERS, computers=2, level="sly")
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Sly)", "Felix 🤖 (Sly)"]


@pytest.mark.parametrize(("computers", "seated"), [({}, 1), ({"computers": 0}, 0)])
async def test_who_wishes_a_level_without_a_number_gets_one_computer(world, computers, seated):
    await world.people[0].slash("cats play", game=NUMBERS, level="careless", **computers)
    assert await strengths(world) == ["careless"] * seated


async def test_a_computer_that_is_added_plays_as_well_as_the_newest(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, level="sly")
    await ben.press("Add computer")
    assert await strengths(world) == ["sly", "sly"]
    for _ in range(2):
        await ben.press("Remove computer")
    await ben.press("Add computer")
    assert await strengths(world) == ["careless"]


@pytest.mark.parametrize(("game", "level"), [(NUMBERS, "clever"), ("race", "sly")])
async def test_a_level_that_the_game_does_not_have_is_refused(world, game, level):
    answer = await world.people[0].slash("cats play", game=game, level=level)
    assert answer.text.startswith("This game doesn't have that level.")
    assert world.messages() == []


async def test_the_lobby_speaks_the_language_of_the_table(world):
    await world.people[0].slash("cats play", game=NUMBERS, level="sly", language="de")
    assert seats(world)[1] == "Minka 🤖 (Gerissen)"


# The host's panel


async def test_the_host_chooses_the_level_of_each_computer(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, computers=2)
    panel = (await ada.press("Options")).shown
    select = panel.control(LEVEL)
    assert select.label == "How strong is a computer?"
    assert select.options[:4] == (
        ("like-us", "All computers: our level"),
        ("Minka/careless", "Minka 🤖: Careless"),
        ("Minka/sound", "Minka 🤖: Sound"),
        ("Minka/sly", "Minka 🤖: Sly"),
    )
    assert select.told[:2] == (
        "About as good as your group, judging by your games here.",
        "Takes the first number that comes along.",
    )
    assert len(select.options) == len(select.told) == 7
    answer = await ada.choose(LEVEL, "Felix/sly")
    assert answer.shown.title == "Options"
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Careless)", "Felix 🤖 (Sly)", "Ben"]
    await ada.choose(LEVEL, "Minka/sound")
    assert await strengths(world) == ["sound", "sly"]


async def test_nobody_else_changes_a_level(world):
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, computers=1)
    panel = (await ada.press("Options")).shown
    for who in (ben, cleo):
        refused = await who.choose(LEVEL, "Minka/sly", on=panel)
        assert refused.text == "Only the host can do that, and that's Ada."
    assert await strengths(world) == ["careless"]


async def test_a_choice_for_a_computer_that_has_gone_is_refused(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, computers=1)
    panel = (await ada.press("Options")).shown
    await ben.press("Remove computer")
    answer = await ada.choose(LEVEL, "Minka/sly", on=panel)
    assert answer.text == "Nobody sits there any more."
    assert not (await ada.press("Options", on=world.board())).shown.matching(LEVEL)


async def test_a_choice_after_the_start_is_refused(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, computers=1)
    panel = (await ada.press("Options")).shown
    await ada.press("Start", on=world.board())
    answer = await ada.choose(LEVEL, "Minka/sly", on=panel)
    assert "The game has already started." in answer.text
    assert await strengths(world) == ["careless"]


@pytest.mark.parametrize(
    ("choice", "refusal"),
    [
        ("Minka/clever", "option-unknown"),
        ("Minka/like-us", "option-unknown"),
        ("Minka", "option-unknown"),
        ("Ada/sly", "seat-empty"),
        ("like-them", "seat-empty"),
    ],
)
async def test_a_choice_that_no_panel_offers_is_refused(world, choice, refusal):
    await sit_down(world, world.people[0], game=NUMBERS, computers=1)
    with pytest.raises(Refused) as refused:
        options.set_option(await load_table(world), REGISTRY[NUMBERS], "level", choice)
    assert refused.value.key == refusal


async def test_of_a_game_with_one_level_nothing_is_said_or_asked(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game="race", computers=1)
    assert seats(world) == ["Ada (host)", "Minka 🤖", "Ben"]
    assert not (await ada.press("Options")).shown.matching(LEVEL)
    await ada.press("Start", on=world.board())
    assert "Minka" not in (await ada.press("Table", on=world.board())).text


@pytest.mark.parametrize("name", REGISTRY)
def test_the_levels_of_a_full_table_fit_into_one_select(name):
    game = REGISTRY[name].game
    assert 1 + len(REGISTRY[name].computers.levels) * (game.seats[-1] - 1) <= 25


# The game


async def test_computers_play_at_their_level(world):
    ada, *_ = world.people
    await sit_down(world, ada, game=NUMBERS, computers=2)
    await ada.press("Options")
    await ada.choose(LEVEL, "Minka/careless")
    await ada.choose(LEVEL, "Felix/sly")
    await ada.press("Start", on=world.board())
    await enter(world, ada, "name/2/1.3")
    await world.advance(COMPUTER_MOVE_SECONDS)
    told = world.board().text
    assert "Minka 🤖 named 1 and suspected 1.2" in told
    assert "Felix 🤖 named 5 and suspected 4.5" in told


async def test_the_tables_panel_tells_the_levels_and_the_board_does_not(world):
    ada, ben, *_ = world.people
    ben.set_locale("de")
    await sit_down(world, ada, ben, game=NUMBERS, computers=2, level="sly")
    await ada.press("Start")
    assert "Sly" not in world.board().text
    told = (await ada.press("Table", on=world.board())).text
    assert "Minka 🤖: Sly" in told
    assert "Felix 🤖: Sly" in told
    assert told.count("🤖 Sly: Takes the highest number.") == 1
    told = (await ben.press("Table", on=world.board())).text
    assert "Minka 🤖: Gerissen" in told
    assert "🤖 Gerissen: Nimmt die höchste Zahl." in told


async def test_who_has_left_by_the_rules_has_no_level(world):
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, cleo, game=NUMBERS)
    await ada.press("Start")
    await ben.press("Yes, leave", on=(await ben.slash("cats leave")).shown)
    assert "Ben" not in (await ada.press("Table", on=world.board())).text


async def test_a_computer_that_takes_a_seat_for_good_is_as_strong_as_the_tables_own(world):
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=1, level="fox", clock="none")
    while find_asked_or_none(world) != ben:
        await step_ahead(world)
    await ben.press("Yes, leave", on=(await ben.slash("cats leave")).shown)
    assert await strengths(world) == ["fox", "fox"]


async def test_a_rematch_keeps_the_levels(world):
    ada, *_ = world.people
    await deal(world, ada, computers=2, level="fox")
    await finish(world)
    await ada.press("Rematch")
    assert sorted(seats(world)) == ["Ada (host)", "Felix 🤖 (Sly Fox)", "Minka 🤖 (Sly Fox)"]


async def test_a_stored_level_that_the_game_does_not_know_counts_as_the_middle_one(world):
    ada, *_ = world.people
    await sit_down(world, ada, computers=1, text_only=True)
    rewrite(world, "UPDATE seats SET level = 'cat' WHERE user IS NULL")
    await world.restart(crash=True)
    await ada.press("Add computer")
    assert seats(world)[1:] == ["Minka 🤖 (Tomcat)", "Felix 🤖 (Tomcat)"]
    await ada.press("Start")
    assert "Minka 🤖: Tomcat" in (await ada.press("Table", on=world.board())).text
    await finish(world)
    await ada.press("Rematch")
    assert "Minka 🤖 (Tomcat)" in seats(world)
