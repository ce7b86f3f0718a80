"""The first minute: what whoever never played sees, and how they find the lesson."""

import pytest
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.domain.table import lesson_channel
from bot.engine.chance import SeededChance
from bot.engine.lessons import Lesson
from bot.engine.options import default_options
from bot.engine.package import GamePackage, make_option_values
from bot.games.registry import GAMES
from bot.i18n import text
from bot.presenters.welcome import describe_games
from tests.play.evening import deal, finish, hand, sit_down
from tests.toys import REGISTRY
from tests.toys.secret_numbers.package import PACKAGE

LEARN = "Learn it first (5 min)"
NUMBERS = "secret_numbers"


LESSON = Lesson(
    *PACKAGE.game.deal(2, default_options(PACKAGE.game.options), SeededChance(bytes(32), 0)), seat=0
)
TAUGHT = {**REGISTRY, NUMBERS: replace(PACKAGE, lesson=LESSON)}
"""A registry with two games that have a lesson."""


async def find_lesson_game(person: Person) -> str:
    return (await person.world.load_table(lesson_channel(person.id))).game


async def test_the_seat_of_a_newcomer_offers_the_lesson(world: World) -> None:
    ada, ben, *_ = world.people
    opened = await ada.slash("cats play")
    assert opened.shown.labels == (LEARN, "Leave")
    joined = await ben.press("Join")
    assert joined.shown.labels == (LEARN, "Leave")
    assert (await ben.slash("cats hand")).shown.labels == (LEARN, "Leave")
    answer = await ben.press(LEARN)
    assert answer.shown.id != world.board().id
    assert "Welcome to the masked ball!" in answer.text
    assert "Ben" in world.board().text, "the seat stays"


async def test_who_finished_the_game_once_is_not_offered_its_lesson(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await finish(world)
    await ada.press("c1:d:*:rematch")
    assert (await ben.press("c1:d:*:rematch", on=world.messages()[-2])).shown.labels == ("Leave",)
    assert (await ada.slash("cats hand")).shown.labels == ("Leave",)


async def test_the_start_of_the_game_does_not_take_the_place_of_a_lesson(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await ben.press(LEARN)
    before = ben.private()
    await ada.press("Start")
    await world.advance(5)
    assert ben.private() == before
    assert (await hand(ben)).id != before.id


async def test_help_shows_all_games_and_their_lessons(world: World) -> None:
    ada, *_ = world.people
    help_ = (await ada.slash("cats help")).shown
    for package in GAMES.values():
        say = text("en", package.text)
        length = say("game-length", **make_option_values(default_options(package.game.options)))
        assert f"**{say('game-title')}** · {length}" in help_.text
    titles = ("Cloaked Cats", "Catham City", "Quickpick", "Liar's Dice", "Who Barked?")
    assert help_.labels[:5] == titles
    lessons = help_.control("🎓 Learn a game")
    assert lessons.options == tuple(zip(GAMES, titles, strict=True))
    answer = await ada.choose("🎓 Learn a game", "cloaked_cats", on=help_)
    assert "Welcome to the masked ball!" in answer.text
    assert await find_lesson_game(ada) == "cloaked_cats"


@pytest.mark.parametrize(("shown", "blurbs"), [(3, True), (4, False)])
def test_a_few_games_are_told_with_a_sentence_each(shown: int, blurbs: bool) -> None:
    registry = dict(list(GAMES.items())[:shown])
    told = describe_games("en", registry)
    assert len(told.splitlines()) == (2 * shown if blurbs else shown)
    for package in registry.values():
        assert (text("en", package.text)("game-blurb") in told) is blurbs


async def test_help_tells_commands_and_first_aid_one_press_away_in_place(world: World) -> None:
    ada, *_ = world.people
    help_ = (await ada.slash("cats help")).shown
    commands = (await ada.press("What you can type", on=help_)).shown
    assert "`/cats board` brings the board back" in commands.text
    await ada.press("What can you do?", on=commands)
    trouble = (await ada.press("Something isn't working", on=ada.private())).shown
    assert "ask somebody who looks after the server" in trouble.text
    assert "Reach them" not in trouble.text, "the host has set no contact"
    await ada.press("What can you do?", on=trouble)
    (only,) = ada.privates()
    assert (only.id, only.text, only.labels) == (help_.id, help_.text, help_.labels)


async def test_another_lesson_takes_the_place_of_the_running_one_if_asked(
    open_world: OpenWorld,
) -> None:
    world = await open_world(registry=TAUGHT)
    ada, *_ = world.people
    assert (await ada.slash("cats play", game="race")).shown.labels == ("Leave",), "it has none"
    first = (await ada.slash("cats learn")).text
    answer = await ada.slash("cats learn", game=NUMBERS)
    question = answer.shown
    assert "You're in the middle of a lesson: **Cloaked Cats**." in answer.text
    assert question.labels == ("Continue Cloaked Cats", "Learn Secret Numbers instead")
    assert (await ada.press("Continue Cloaked Cats")).text == first
    assert await find_lesson_game(ada) == "cloaked_cats"
    answer = await ada.press("Learn Secret Numbers instead", on=question)
    assert "Name a number" in answer.text
    assert await find_lesson_game(ada) == NUMBERS
    again = await ada.press("Learn Secret Numbers instead", on=question)
    assert again.text == answer.text, "that lesson runs already"
    await ada.press("Leave the lesson", on=again.shown)
    await ada.press("Learn Secret Numbers instead", on=question)
    assert await find_lesson_game(ada) == NUMBERS


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_it_is_in_a_sentence_and_in_few_words(name: str) -> None:
    package: GamePackage = GAMES[name]
    for language in ("en", "de"):
        say = text(language, package.text)
        assert len(say("game-blurb")) <= 100
        defaults = default_options(package.game.options)
        assert len(say("game-length", **make_option_values(defaults))) <= 12


@pytest.mark.parametrize("contact", ["https://cats.test/support_me", "Ada *of* the cats"])
async def test_the_help_names_the_hosts_contact(open_world: OpenWorld, contact: str) -> None:
    world = await open_world(support_contact=contact)
    ada, *_ = world.people
    await ada.slash("cats help")
    shown = contact.replace("*", "\\*")
    assert f"Reach them here: {shown}" in (await ada.press("Something isn't working")).text
