"""How strong the computer players are: chosen by the command and by the host, kept, played."""

from typing import Any

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
    COMPUTERS_MOVE_SECONDS,
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


def seats(world: World, channel: Any = None) -> list[str]:
    lines = str(world.board(channel).embeds[0]["description"]).split("\n")
    return [line[2:] for line in lines if line.startswith("🪑 ")]


async def strengths(world: World) -> list[str]:
    return [player.level for player in (await load_table(world)).players if player.user is None]


async def list_offered_levels(
    world: World, who: Person, typed: str = "", **filled: str
) -> list[str]:
    found = await who.actor.autocomplete(world.channel, "cats play", "level", typed, **filled)
    return [choice["name"] for choice in found]


async def test_the_command_offers_the_levels_of_the_chosen_game_in_the_readers_language(world):
    ada, ben, *_ = world.people
    ben.set_locale("de")
    assert await list_offered_levels(world, ada, game=NUMBERS) == [
        "our level: About as good as your group, judging by your games here.",
        "Careless: Takes the first number that comes along.",
        "Sound: Takes any number.",
        "Sly: Takes the highest number.",
    ]
    german = await list_offered_levels(world, ben, game=NUMBERS)
    assert [name.split(":")[0] for name in german] == [
        "wie wir",
        "Leichtsinnig",
        "Solide",
        "Gerissen",
    ]
    assert await list_offered_levels(world, ada, "so", game=NUMBERS) == ["Sound: Takes any number."]
    for game in ({}, {"game": "race"}, {"game": "chess"}):
        assert await list_offered_levels(world, ada, **game) == [], game


@pytest.mark.parametrize(
    ("wish", "level"),
    [
        ("sly", "sly"),
        ("Sly", "sly"),
        (" gerissen ", "sly"),
        ("Sly: Takes the highest number.", "sly"),
        ("Gerissen: nimmt die höchste Zahl.", "sly"),
        ("clever", None),
    ],
)
def test_a_level_is_known_by_its_name_its_title_and_as_it_is_offered(wish, level):
    assert levels.parse_level(REGISTRY[NUMBERS], wish) == level


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


async def test_the_command_seats_computers_and_the_lobby_tells_what_they_are_like(world):
    ada, *_ = world.people
    cases: list[tuple[dict[str, Any], list[str], str]] = [
        ({"computers": 1}, ["Minka 🤖 (Careless)"], "Careless: Takes the first number that"),
        ({"level": "careless"}, ["Minka 🤖 (Careless)"], "Careless: Takes the first number that"),
        ({"level": "careless", "computers": 0}, [], ""),
        (
            {"level": "Sly", "computers": 2},
            ["Minka 🤖 (Sly)", "Felix 🤖 (Sly)"],
            "🤖 Sly: Takes the highest number.",
        ),
        ({"level": "sly", "language": "de"}, ["Minka 🤖 (Gerissen)"], "🤖 Gerissen: "),
    ]
    for number, (wished, expected, told) in enumerate(cases):
        channel = world.new_channel(f"channel-{number}")
        await ada.slash("cats play", game=NUMBERS, channel=channel, **wished)
        assert seats(world, channel)[1:] == expected, wished
        assert told in world.board(channel).text
    for refused in ({"game": NUMBERS, "level": "clever"}, {"game": "race", "level": "sly"}):
        answer = await ada.slash("cats play", **refused)
        assert answer.text.startswith("This game doesn't have that level.")
    assert world.messages() == []


async def test_levels_stay_for_a_rematch_and_are_the_middle_one_for_who_knows_the_game(world):
    ada, ben, *_ = world.people
    await deal(world, ada, computers=2, level="fox")
    await finish(world)
    await ada.press("Rematch")
    assert sorted(seats(world)) == ["Ada (host)", "Felix 🤖 (Sly Fox)", "Minka 🤖 (Sly Fox)"]
    side, other = world.new_channel("side"), world.new_channel("other")
    await ada.slash("cats play", computers=1, channel=side)
    assert seats(world, side) == ["Ada (host)", "Minka 🤖 (Tomcat)"]
    assert "🤖 Tomcat: Puts two and two together" in world.board(side).text
    await ada.press("Remove computer", on=world.board(side))
    await ben.press("Join", on=world.board(side))
    await ben.press("Add computer", on=world.board(side))
    assert seats(world, side) == ["Ada (host)", "Ben", "Minka 🤖 (Tomcat)"]
    await ada.slash("cats play", game=NUMBERS, computers=1, channel=other)
    assert "Minka 🤖 (Careless)" in world.board(other).text


async def test_a_computer_that_is_added_plays_as_well_as_the_newest(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, level="sly")
    await ben.press("Add computer")
    assert await strengths(world) == ["sly", "sly"]
    for _ in range(2):
        await ben.press("Remove computer")
    await ben.press("Add computer")
    assert await strengths(world) == ["careless"]


async def test_the_host_alone_chooses_the_level_of_each_computer_in_the_lobby(world):
    ada, ben, cleo, _ = world.people
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
    for who in (ben, cleo):
        refused = await who.choose(LEVEL, "Minka/sly", on=panel)
        assert refused.text == "Only the host can do that, and that's Ada."
    answer = await ada.choose(LEVEL, "Felix/sly", on=panel)
    assert answer.shown.title == "Options"
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Careless)", "Felix 🤖 (Sly)", "Ben"]
    await ada.choose(LEVEL, "Minka/sound")
    assert await strengths(world) == ["sound", "sly"]
    for choice, refusal in {
        "Minka/clever": "option-unknown",
        "Minka/like-us": "option-unknown",
        "Minka": "option-unknown",
        "Ada/sly": "seat-empty",
        "like-them": "seat-empty",
    }.items():
        with pytest.raises(Refused, match=refusal):
            options.set_option(await load_table(world), REGISTRY[NUMBERS], "level", choice)

    await ben.press("Remove computer")
    answer = await ada.choose(LEVEL, "Felix/sly", on=panel)
    assert answer.text == "Nobody sits there any more."
    await ada.press("Start", on=world.board())
    answer = await ada.choose(LEVEL, "Minka/sly", on=panel)
    assert "The game has already started." in answer.text
    assert await strengths(world) == ["sound"]


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


async def test_computers_play_at_their_level_and_the_tables_panel_tells_it(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game=NUMBERS, computers=2)
    await ada.press("Options")
    await ada.choose(LEVEL, "Minka/careless")
    await ada.choose(LEVEL, "Felix/sly")
    await ada.press("Start", on=world.board())
    assert "Sly" not in world.board().text
    told = (await ada.press("Table", on=world.board())).text
    assert "Minka 🤖: Careless" in told
    assert "Felix 🤖: Sly" in told
    assert told.count("🤖 Sly: Takes the highest number.") == 1
    ben.set_locale("de")
    told = (await ben.press("Table", on=world.board())).text
    assert "Felix 🤖: Gerissen" in told
    assert "🤖 Gerissen: Nimmt die höchste Zahl." in told
    await ben.press("Ja, ich gehe", on=(await ben.slash("cats leave")).shown)
    assert "Ben" not in (await ada.press("Table", on=world.board())).text, "by the rules"
    await enter(world, ada, "name/2/1.3")
    await world.advance(COMPUTERS_MOVE_SECONDS)
    told = world.board().text
    assert "Minka 🤖 named 1 and suspected 1.2" in told
    assert "Felix 🤖 named 5 and suspected 4.5" in told


async def test_a_computer_that_takes_a_seat_for_good_is_as_strong_as_the_tables_own(world):
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=1, level="fox", clock="none")
    while find_asked_or_none(world) != ben:
        await step_ahead(world)
    await ben.press("Yes, leave", on=(await ben.slash("cats leave")).shown)
    assert await strengths(world) == ["fox", "fox"]


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
