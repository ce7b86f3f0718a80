"""Who wants everything in words gets no picture on any screen of their own, wherever they play."""

from dataclasses import replace
from typing import Any

from msgspec import structs
from msgspec.json import decode

from bot.bench.moves import enter
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Player
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS
from bot.i18n import text
from bot.services.exporting import SECONDS_BETWEEN_EXPORTS
from tests.bench.whole import whole_game
from tests.databases import run_sql
from tests.play.evening import (
    deal,
    end_game,
    find_asked_player,
    finish,
    hand,
    press_id,
    write_state,
)
from tests.play.island import game_of

ALWAYS, PICTURES = "Always in words", "With pictures again"
WORDS = "In words"
PILE = "cats left to draw"
"""What a board of Cloaked Cats in words says, and no own screen."""
LIFTED = "Cups up!"


async def choose(person: Person, label: str) -> Shown:
    panel = (await person.slash("cats privacy")).shown
    return (await person.press(label, on=panel)).shown


async def store_games(world: World, count: int) -> None:
    people = [Player(person.name, person.id) for person in world.people[:2]]
    for number in range(count):
        at = world.now() - (count - number) * 86_400.0
        guild, game = world.guild.id, "cloaked_cats"
        await whole_game(world.store, game, people, guild=guild, seed=1 + number, at=at)


async def test_beside_in_words_one_can_have_everything_in_words(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=False)
    assert (await hand(ada)).files
    board = world.board()
    words = (await ada.press(WORDS, on=board)).shown
    chosen = await ada.press(ALWAYS, on=words)
    assert chosen.kind == "update" and chosen.shown.note == text("en")("words-always")
    assert PILE in chosen.text and not chosen.shown.files
    own = (await ada.press("My cards", on=chosen.shown)).shown
    assert not own.files and "Your cat\n" in own.text
    assert (await hand(ben)).files, "others see pictures as before"
    assert (world.board().files, world.board().text) == (board.files, board.text)

    again = await ada.press(PICTURES, on=(await ada.press(WORDS, on=own)).shown)
    assert again.shown.note == text("en")("words-pictures")
    assert (await hand(ada)).files


async def test_an_own_screen_without_pictures_leads_to_the_board_in_words(world: World) -> None:
    ada, ben, cleo, dan = world.people
    for person in (ada, cleo):
        await choose(person, ALWAYS)
    await deal(world, ada, ben, text_only=False)
    for person in (ada, cleo):
        own = await hand(person)
        assert PILE not in own.text
        assert PILE in (await person.press(WORDS, on=own)).text
    for person in (ben, dan):
        assert WORDS not in (await hand(person)).labels
    assert not (await ada.slash("cats learn")).shown.files
    assert (await ben.slash("cats learn")).shown.files

    world.channel = world.new_channel("words")
    await deal(world, ada, ben, text_only=True)
    assert WORDS not in (await hand(ada)).labels, "the board is in words already"


async def test_pages_of_the_game_have_no_pictures_either(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, game="quickpick", text_only=False)
    state = await game_of(world)
    write_state(world, structs.replace(state, won=((0, 1), (2, 3), (4, 5))))
    await choose(ada, ALWAYS)
    mine, others = [
        (await person.press("My collection", on=await hand(person))).shown for person in (ada, ben)
    ]
    assert others.files and not mine.files
    assert any(name in mine.text for name in ("Ako", "Cro", "Elo")), "the masks have their names"


async def test_a_reveal_comes_in_words_while_the_board_shows_it_drawn(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, game="liars_dice", text_only=False)
    for person in (ada, ben, cleo):
        await person.slash("cats hand")
    await choose(ada, ALWAYS)
    await choose(cleo, ALWAYS)
    await enter(world, find_asked_player(world), "bid/1/6")
    last = find_asked_player(world)
    await enter(world, last, "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    in_words, drawn = (find_own_screen(person) for person in (ada, ben))
    assert LIFTED in in_words.text and not in_words.files
    assert LIFTED in drawn.text and not drawn.files, "the board has the picture"
    watching = cleo.privates()[0]
    assert "There were **8**" in watching.text and not watching.files
    assert world.board().files


def find_own_screen(person: Person) -> Shown:
    return [shown for shown in person.privates() if LIFTED in shown.text][-1]


async def test_the_choice_is_kept_over_a_restart_and_on_every_server(world: World) -> None:
    ada, ben, *_ = world.people
    assert (await choose(ada, ALWAYS)).note == text("en")("words-always")
    await world.restart()
    guild = world.env.create_guild("Elsewhere")
    people = [replace(each, actor=guild.add_member(each.actor.user)) for each in (ada, ben)]
    world.guild, world.channel = guild, guild.create_text_channel("hall")
    await deal(world, *people, text_only=False)
    assert not (await hand(people[0])).files
    assert (await hand(people[1])).files
    assert (await choose(people[0], PICTURES)).note == text("en")("words-pictures")
    assert (await hand(people[0])).files
    assert run_sql(world.database, "SELECT * FROM preferences") == [], "the default has no row"


async def test_the_choice_is_part_of_a_persons_data(world: World) -> None:
    ada, *_ = world.people
    await choose(ada, ALWAYS)
    assert [row["in_words"] for row in (await export(ada))["preferences"]] == [True]
    await ada.slash("cats forget")
    await ada.press("Yes, forget me")
    await world.advance(SECONDS_BETWEEN_EXPORTS)
    assert (await export(ada))["preferences"] == []
    assert ALWAYS in (await ada.slash("cats privacy")).shown.labels
    await deal(world, *world.people[:2], text_only=False)
    assert (await hand(ada)).files, "the bot's memory has forgotten it, too"


async def export(person: Person) -> dict[str, Any]:
    (file,) = (await person.slash("cats export")).shown.files.values()
    return dict(decode(file))


async def test_rules_profile_and_replay_are_in_words(world: World) -> None:
    ada, ben, *_ = world.people
    await store_games(world, 6)
    await deal(world, ada, ben, text_only=False)
    await finish(world)
    end = world.board()

    async def look(person: Person) -> dict[str, Shown]:
        return {
            "rules": (await person.slash("cats rules", game="quickpick")).shown,
            "profile": (await person.slash("cats profile")).shown,
            "replay": (await press_id(person, end, "c1:d:7:replay:")).shown,
        }

    drawn = await look(ada)
    assert {name for name, shown in drawn.items() if shown.files} == {*drawn}
    await choose(ada, ALWAYS)
    in_words = await look(ada)
    assert not any(shown.files for shown in in_words.values())
    (described,) = drawn["profile"].alts.values()
    assert described in in_words["profile"].text
    assert all(shown.files for shown in (await look(ben)).values())


async def test_an_old_button_at_a_closed_table_still_chooses(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=False)
    words = (await ada.press(WORDS, on=world.board())).shown
    await end_game(ada)
    answer = await ada.press(ALWAYS, on=words)
    assert text("en")("words-always") in answer.text
    assert PICTURES in (await ada.slash("cats privacy")).shown.labels
