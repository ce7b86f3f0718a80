"""Somebody is forgotten: wherever they were named, whatever is packed."""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.json import decode

from bot.bench.bots import make_client
from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.demo.simulated import get_world_time
from bot.discord_adapter.client import ShardSession
from bot.domain.changes import Click
from bot.domain.results import Page
from bot.domain.table import Match, Player, is_over
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.services.actions import ActionRequest
from bot.storage.personal_data import PersonalData
from bot.storage.schema import metadata
from bot.storage.shards import Shard
from bot.storage.store import Store
from tests.bench.whole import whole_game
from tests.databases import empty_database, run_sql
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.play.evening import (
    deal,
    end_game,
    find_asked_player,
    finish,
    hand,
    load_table,
    press_any,
    sit_down,
    take_turn,
)

DAY = 86_400.0
NAME = "Ada"
MAX_WORDS_PER_SENTENCE = 20


async def test_who_says_no_stays_and_who_says_yes_without_a_finished_game_goes(world):
    ada, *_ = world.people
    await ada.slash("cats learn")
    panel = (await ada.slash("cats privacy")).shown
    await ada.choose("c1:d:0:seen-by:", "everybody", on=panel)
    await ada.press("Forget me", on=(await ada.slash("cats privacy")).shown)
    answer = await ada.press("No, go back")
    assert answer.shown.title == (await ada.slash("cats privacy")).shown.title
    assert str(ada.id) in everything(world)
    await forget(ada)
    await world.settle()
    assert str(ada.id) not in everything(world)


async def forget(person: Person) -> str:
    await person.slash("cats forget")
    return (await person.press("Yes, forget me")).text


def everything(world: World) -> str:
    """Return every column of every row as text, unpacked where it is packed."""
    found = []
    for table in metadata.sorted_tables:
        for row in run_sql(world.database, f'SELECT * FROM "{table.name}"'):
            for value in row:
                packed = isinstance(value, bytes) and table.name == "records"
                plain = zlib.decompress(value) if packed else value
                told = plain.decode("utf-8", "replace") if isinstance(plain, bytes) else plain
                found.append(told)
    return "\n".join(map(str, found))


async def test_after_a_month_of_games_nothing_tells_who_somebody_was(open_world):
    world = await open_world()
    ada, ben, cleo, _ = world.people
    for number in range(6):
        world.channel = world.new_channel(f"table-{number}")
        seated = (ben, ada) if number == 4 else (ada, ben)
        await deal(world, *seated, clock="none")
        match number:
            case 0:
                await finish(world)
            case 1:
                await end_game(ada)
            case 2:
                await ada.press("Yes, leave", on=(await ada.slash("cats leave")).shown)
            case 3:
                await take_turn(find_asked_player(world))
            case 4:
                await end_game(ben)
        await world.jump(5 * DAY)
    for number, game in enumerate(GAMES):
        people = [Player(NAME, ada.id), Player("Ben", ben.id), Player("Cleo", cleo.id)]
        await whole_game(world.store, game, people, guild=world.guild.id, seed=1 + number)
    world.channel = world.new_channel("watched")
    await deal(world, ben, cleo, clock="none")
    await ada.choose("c1:d:*:who-wins:", "0", on=await hand(ada))
    await finish(world)
    assert len(run_sql(world.database, "SELECT * FROM readings")) == 1
    world.channel = world.new_channel("watching")
    await deal(world, ben, cleo, clock="none")
    await ada.choose("c1:d:*:who-wins:", "1", on=await hand(ada))
    panel = (await ada.slash("cats privacy")).shown
    await ada.choose("c1:d:0:seen-by:", "everybody", on=panel)
    world.channel = world.new_channel("lobby")
    await sit_down(world, ada, ben)
    await ada.slash("cats learn")
    before = everything(world)
    assert NAME in before and str(ada.id) in before

    assert "I've forgotten you" in await forget(ada)
    await world.settle()
    after = everything(world)
    assert NAME not in after
    assert str(ada.id) not in after
    assert run_sql(world.database, "SELECT * FROM forgetting") == []
    assert str(ben.id) in after, "who played along is still there"
    await cleo.slash("cats history")
    told = (await cleo.press("My games")).text
    assert NAME not in told and "somebody" in told
    assert (
        "You haven't finished a game"
        in (await ada.press("My games", on=(await ada.slash("cats history")).shown)).text
    )


async def test_games_go_on_without_whoever_is_forgotten(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await forget(ada)
    table = await load_table(world)
    assert table.phase == "playing"
    assert {player.user for player in table.players} == {None, ben.id}
    assert NAME not in world.board().text
    assert not world.board().matching("c1:d:*:come-back")
    for _ in range(40):
        if is_over(await load_table(world)):
            break
        await world.advance(3.0)
        newest = await load_table(world)
        prompts = newest.prompts if isinstance(newest, Match) else ()
        if ben.id in {table.players[p.seat or 0].user for p in prompts}:
            await press_any(ben, Random(1))
    assert (await load_table(world)).step > 3


async def play_once(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)


async def test_who_is_forgotten_is_gone_from_open_replays_and_plays_anew(world: World) -> None:
    ada, ben, *_ = world.people
    await play_once(world)
    listed = (await ben.slash("cats history")).shown
    menu = listed.matching("c1:d:0:open:")[0]
    shown = (await ben.choose(menu.custom_id, menu.options[0][0], on=listed)).shown
    assert NAME in (await ben.press("Next", on=shown)).text
    await forget(ada)
    assert NAME not in (await ben.press("Next", on=shown)).text
    assert NAME not in (await ben.slash("cats history")).text
    await play_once(world)
    for person, games in ((ada, 1), (ben, 2)):
        standings = await world.store.standings.find_standings(person.id)
        assert {each.games for each in standings} == {games}


@pytest.fixture
def two_workers_database(tmp_path: Path) -> Iterator[str]:
    """An empty PostgreSQL database: on a file there is one worker alone."""
    with empty_database("postgresql", tmp_path) as url:
        yield url


async def test_who_is_forgotten_is_gone_from_the_memory_of_other_workers(
    two_workers_database: str, open_world: OpenWorld
) -> None:
    world = await open_world(database=two_workers_database, session=ShardSession(Shard(0, 2)))
    await play_once(world)
    with world.env.time_context():
        store = await Store.open(two_workers_database, extract_games(GAMES))
        other = make_client(
            store, session=ShardSession(Shard(1, 2)), steady=get_world_time, heartbeat=3600.0
        ).services
        await other.start(is_reachable=False)
        await other.heartbeat.mark_reachable()
        await until(lambda: other.background.is_idle)
        click = Click(1, world.people[2].id, "Cleo", "en", world.channel.id, guild=world.guild.id)

        async def named() -> tuple[bool, bool, bool]:
            replay = await other.history.show_step(ActionRequest(click, 1, "0/all/on"))
            scores = await other.lookups.load_scores(Page(world.guild.id, "cloaked_cats"))
            table = await other.tables.load(1)
            return (
                NAME in str(replay),
                NAME in [line.name for line in scores],
                NAME in [player.name for player in table.players],
            )

        assert await named() == (True, True, True)
        await forget(world.people[0])
        await world.advance(31)
        other.scheduler.wake()  # the world's timers are those of its own bot
        await until(lambda: other.background.is_idle)
        assert await named() == (False, False, False)
        other.heartbeat.close()
        await other.heartbeat.wait_closed()
        await other.close(HANG_TIMEOUT_SECONDS)
        await store.close()


async def test_what_is_stored_is_told_in_sections_of_short_sentences_with_the_ways_on(world):
    ada, *_ = world.people
    for language in LANGUAGES:
        ada.set_locale(language)
        shown = (await ada.slash("cats privacy")).shown
        say = text(language)
        assert {say("button-export"), say("button-forget")} <= {*shown.labels}
        (embed,) = shown.embeds
        sections = [embed["description"], *(field["value"] for field in embed["fields"])]
        assert len(sections) == 4
        assert "/cats export" in sections[-1] and "/cats forget" in sections[-1]
        sentences = [each for section in sections for each in re.split(r"(?<=[.!?:;]) ", section)]
        assert max(len(sentence.split()) for sentence in sentences) <= MAX_WORDS_PER_SENTENCE


def fields(value: object) -> Iterator[tuple[str, object]]:
    """Yield the name and value of every field in decoded JSON, at any depth."""
    if isinstance(value, list):
        for each in value:
            yield from fields(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name, each
            yield from fields(each)


async def test_the_file_holds_what_is_mine_and_names_nobody_else(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, clock="none")
    await cleo.choose("c1:d:*:who-wins:", "0", on=await hand(cleo))
    await finish(world)
    await deal(world, ada, ben, clock="none")
    await cleo.choose("c1:d:*:who-wins:", "1", on=await hand(cleo))
    found, files = list[tuple[str, object]](), dict[str, bytes]()
    for person in (ada, cleo, dan):
        answer = await person.slash("cats export")
        assert answer.shown.ephemeral
        (files[person.name],) = answer.shown.files.values()
        found += [*fields(decode(files[person.name]))]
    told = decode(files["Ada"])
    assert (told["form"], told["user"]) == (2, str(ada.id))
    assert {each["server"] for each in told["standings"]} == {"0", str(world.guild.id)}
    assert [each["game"] for each in told["results"]] == ["cloaked_cats"]
    (game,) = told["games"]
    assert [seat["name"] for seat in game["my_seats"]] == ["Ada"]
    assert any(step["mine"] for step in game["steps"])
    assert str(ben.id).encode() not in files["Ada"] and b"Ben" not in files["Ada"]
    for name in ("standings", "results", "months", "earlier", "games"):
        assert decode(files["Dan"])[name] == [], "of a stranger nothing is kept"
    assert "guild" not in {name for name, _ in found}
    ids = ("id", "user", "server", "channel", "record", "table")
    assert {name for name, _ in found} >= set(ids)
    for name, value in found:
        if name in ids:
            assert isinstance(value, str) and value.isdecimal(), (name, value)
        if name == "at" or name.endswith("_at"):
            assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", str(value)), (name, value)
        assert not isinstance(value, int) or value < 2**53, (name, value)


async def test_who_asks_again_and_again_to_be_forgotten_is_forgotten_in_the_background(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, *_ = world.people
    searched: list[int] = []
    erase = PersonalData.erase

    async def note_and_erase(self: PersonalData, user: int) -> None:
        searched.append(user)
        await erase(self, user)

    monkeypatch.setattr(PersonalData, "erase", note_and_erase)
    for _ in range(5):
        await ada.slash("cats forget")
        await ada.press("Yes, forget me")
    assert searched == [ada.id]
    await ada.press("Always in words", on=(await ada.slash("cats privacy")).shown)
    await world.advance(DAY)
    assert len(searched) == 2
    assert not (await world.store.people.find_preferences(ada.id)).in_words


@pytest.mark.parametrize("answer", ["Yes, forget me", "Forget me and stay away"])
async def test_open_screens_of_who_is_forgotten_or_wants_to_be_left_alone_are_edited_no_more(
    world: World, answer: str
) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo, game="liars_dice", clock="none")
    for person in (ada, dan):
        await hand(person)
    await world.store.people.set_preference(dan.id, "served", False)
    await ada.slash("cats forget")
    since = len(world.requests)
    await ada.press(answer)
    await world.advance(60)
    await enter(world, find_asked_player(world), "bid/1/6")
    await enter(world, find_asked_player(world), "liar")
    await world.advance(60)
    readers = [request.reader for request in world.requests[since:]]
    assert readers.count(ada.id) == 1, "the answer alone"
    assert dan.id not in readers
