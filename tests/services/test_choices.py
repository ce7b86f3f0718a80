"""What people choose of what is kept: who sees it, how long it stays, whether they are served."""

from itertools import permutations
from typing import Any

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Shown
from bot.domain.table import Player
from bot.storage.people_repository import RETENTION_CHOICES_DAYS, PeopleRepository, Preferences
from tests.bench.whole import whole_game
from tests.databases import run_sql
from tests.play.evening import (
    deal,
    finish,
    hand,
)

DAY = 86_400.0


async def choose(person: Person, what: str, value: str) -> str:
    panel = (await person.slash("cats privacy")).shown
    return (await person.choose(f"c1:d:0:{what}:", value, on=panel)).text


async def store_finished_game(world: World, at: float = 1_790_000_000.0, seed: int = 1) -> int:
    people = [Player(person.name, person.id) for person in world.people[:2]]
    guild = world.guild.id
    table = await whole_game(world.store, "cloaked_cats", people, guild=guild, seed=seed, at=at)
    return table.id


def rows(world: World, query: str) -> list[tuple[Any, ...]]:
    return run_sql(world.database, query)


async def test_what_is_chosen_is_shown_and_kept(world: World) -> None:
    ada, *_ = world.people
    panel = (await ada.slash("cats privacy")).shown
    assert panel.control("c1:d:0:seen-by:").chosen == ("server",)
    await choose(ada, "seen-by", "everybody")
    await choose(ada, "keep-mine", "90")
    panel = (await ada.slash("cats privacy")).shown
    assert panel.control("c1:d:0:seen-by:").chosen == ("everybody",)
    assert panel.control("c1:d:0:keep-mine:").chosen == ("90",)
    await world.restart()
    panel = (await ada.slash("cats privacy")).shown
    assert panel.control("c1:d:0:keep-mine:").chosen == ("90",)
    await choose(ada, "seen-by", "server")
    await choose(ada, "keep-mine", str(RETENTION_CHOICES_DAYS[0]))
    assert rows(world, "SELECT * FROM preferences") == [], "who chooses nothing has no row"


async def test_whose_games_others_see_is_each_persons_own_choice(world: World) -> None:
    ada, _, cleo, _ = world.people
    await store_finished_game(world)

    async def names_everywhere() -> tuple[bool, bool]:
        shown = (await cleo.slash("cats scores")).shown
        told = (await cleo.press("All servers", on=shown)).text
        assert "Show me" in told
        return "Ada" in told, "Ben" in told

    assert "Ada" in (await cleo.slash("cats scores")).text
    assert await names_everywhere() == (False, False)
    await choose(ada, "seen-by", "everybody")
    assert await names_everywhere() == (True, False)
    await choose(ada, "seen-by", "me")
    told = (await cleo.slash("cats scores")).text
    assert "Ada" not in told and "Ben" in told
    answer = await cleo.slash("cats profile", person=ada.actor)
    assert "keeps their games to themselves" in answer.text
    assert "Cloaked Cats" in (await ada.slash("cats profile")).text


async def store_old_and_new_game(world: World) -> tuple[int, int]:
    now = world.now()
    old = await store_finished_game(world, now - 40 * DAY)
    return old, await store_finished_game(world, now - 5 * DAY, 2)


async def test_a_persons_older_games_know_them_no_more(world: World) -> None:
    ada, ben, *_ = world.people
    old, new = await store_old_and_new_game(world)
    await choose(ada, "keep-mine", "30")
    await world.jump(2 * DAY)
    about = dict(rows(world, "SELECT id, about FROM records"))
    assert str(ada.id) not in about[old] and "Ada" not in about[old]
    assert str(ben.id) in about[old]
    assert str(ada.id) in about[new]
    assert rows(world, f'SELECT record FROM results WHERE "user" = {ada.id}') == [(new,)]
    standing, *_ = await world.store.standings.find_standings(ada.id)
    assert standing.games == 2, "games are still counted"


async def test_a_server_keeps_its_games_as_long_as_its_managers_say(world: World) -> None:
    ada, ben, *_ = world.people
    _, new = await store_old_and_new_game(world)
    panel = (await ben.slash("cats privacy")).shown
    assert not panel.matching("c1:d:0:keep-here:"), "only who manages the server chooses that"
    await world.permit(ada, manage_guild=True)
    panel = (await ada.slash("cats privacy")).shown
    forged = panel.control("c1:d:0:keep-here:")
    answer = await world.click(ben, panel, forged, {"values": ["30"]})
    assert "Only people who manage this server" in answer.text
    await ada.choose("c1:d:0:keep-here:", "30", on=panel)
    await world.jump(2 * DAY)
    assert rows(world, "SELECT id FROM records") == [(new,)]


async def test_who_wants_to_be_left_alone_is_forgotten_and_not_served(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await ada.slash("cats forget")
    answer = await ada.press("Forget me and stay away")
    assert "I'll leave you alone" in answer.text
    found = rows(world, f'SELECT served FROM preferences WHERE "user" = {ada.id}')
    assert [bool(served) for (served,) in found] == [False]
    for command in ("cats play", "cats scores", "cats help", "cats export"):
        assert "leave you alone" in (await ada.slash(command)).text
    await cleo.slash("cats play", channel=world.channel)
    assert "leave you alone" in (await ada.press("Join", on=world.board())).text
    await world.restart()
    assert "leave you alone" in (await ada.slash("cats help")).text
    panel = await ada.slash("cats privacy")
    await ada.press("I'm back", on=panel.shown)
    assert "leave you alone" not in (await ada.slash("cats help")).text
    assert rows(world, "SELECT * FROM preferences") == []


async def test_onlookers_guess_who_wins_and_are_told_after_the_end(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, clock="none")
    pings = world.list_pinged()
    said = (await cleo.press("Who wins?", on=world.board())).shown
    assert said.ephemeral
    guess = said.control("c1:d:*:who-wins:")
    assert [label for _, label in guess.options] == [
        player.name
        for player in (await world.store.tables.load(1)).players  # type: ignore[union-attr]
    ]
    answer = await cleo.choose(guess.custom_id, "0", on=said)
    assert "Noted" in answer.text and answer.kind == "update", "the panel itself shows the guess"
    assert answer.shown.control("c1:d:*:who-wins:").chosen == ("0",)
    assert "One onlooker has picked" in world.board().text
    said = await hand(dan)
    for value in ("9", "1000", "x"):
        forged = await world.click(dan, said, guess, {"values": [value]})
        assert "Noted" not in forged.text, value
    await dan.choose("c1:d:*:who-wins:", "1", on=said)
    assert "2 onlookers have picked" in world.board().text
    refused = await ada.press("Who wins?", on=world.board())
    assert "Only onlookers can pick" in refused.text
    assert "Cleo" not in world.board().text and "Noted" not in world.board().text
    assert world.list_pinged() == pings
    await world.restart()
    await ada.slash("cats hand")
    await dan.choose("c1:d:*:who-wins:", "0", on=await hand(dan))
    assert "2 onlookers have picked" in world.board().text, "a restart loses no guess"
    late = await world.click(dan, said, guess, {"values": ["1"]})
    assert "now your pick stays" in late.text and not late.shown.matching("c1:d:*:who-wins:")
    await finish(world)
    is_right = (0,) in rows(world, "SELECT seat FROM seats WHERE rank = 1")
    both = sorted([(cleo.id, is_right), (dan.id, is_right)])
    assert sorted(rows(world, 'SELECT "user", foresaw FROM readings')) == both
    told = (await cleo.slash("cats profile")).text
    assert "🔮 Picked the winner" in told
    board = world.board().text
    told = "Well picked" if is_right else "You picked"
    assert told in dan.private().text, "an open screen tells the end by itself"
    if is_right:
        assert "2 of 2 onlookers picked the winner. Well picked, Cleo and Dan!" in board
    else:
        assert "None of the 2 onlookers picked the winner." in board
        assert "Cleo" not in board and "Dan" not in board, "who was wrong is not named"
    story = (await ada.press("How it went", on=world.board())).text
    assert ("Cleo" in story) == is_right, "whoever was right is named, and nobody else"


ALWAYS = "Always in words"
CHOSEN = {"seen_by": "me", "days": 30, "in_words": True}
"""For each of a person's settings a value that is not the default."""
SETTINGS = tuple(CHOSEN)


async def choose_setting(person: Person, panel: Shown, name: str) -> Answer:
    """Choose a setting of `CHOSEN` in the open panel of `/cats privacy`."""
    if name == "seen_by":
        return await person.choose("c1:d:0:seen-by:", "me", on=panel)
    if name == "days":
        return await person.choose("c1:d:0:keep-mine:", "30", on=panel)
    return await person.press(ALWAYS, on=panel)


async def test_two_settings_pressed_at_once_are_both_kept(world: World) -> None:
    people = [*world.people, world.add("Eve"), world.add("Finn")]
    for person, pair in zip(people, permutations(SETTINGS, 2), strict=True):
        panel = (await person.slash("cats privacy")).shown
        await world.race(*(choose_setting(person, panel, name) for name in pair))
        found = await world.store.people.find_preferences(person.id)
        assert {name: getattr(found, name) for name in pair} == {
            name: CHOSEN[name] for name in pair
        }


async def test_never_again_is_kept_whatever_is_pressed_at_once(world: World) -> None:
    for person, name in zip(world.people, SETTINGS, strict=False):
        panel = (await person.slash("cats privacy")).shown
        sure = (await person.slash("cats forget")).shown
        leave = person.press("Forget me and stay away", on=sure)
        await world.race(leave, choose_setting(person, panel, name))
        assert not (await world.store.people.find_preferences(person.id)).served, name
        assert "leave you alone" in (await person.slash("cats help")).text


async def test_who_wants_to_be_left_alone_keeps_no_choice_and_comes_back_once(world):
    ada, *_ = world.people

    async def choose_all() -> None:
        for name in SETTINGS:
            await choose_setting(ada, (await ada.slash("cats privacy")).shown, name)

    await choose_all()
    await ada.slash("cats forget")
    await ada.press("Forget me and stay away")
    assert await world.store.people.find_preferences(ada.id) == Preferences(ada.id, served=False)
    panel = (await ada.slash("cats privacy")).shown
    back = panel.control("c1:d:0:serve")
    await world.click(ada, panel, back, {})
    await choose_all()
    await world.click(ada, panel, back, {})
    chosen = Preferences(ada.id, "me", True, 30, True)
    assert await world.store.people.find_preferences(ada.id) == chosen, "the button is old"


async def test_a_persons_presses_read_their_settings_alone_and_rarely(world, monkeypatch):
    ada, ben, *_ = world.people
    asked: list[int] = []
    read = PeopleRepository._read_preferences

    async def count(self: PeopleRepository, user: int) -> Preferences:
        asked.append(user)
        return await read(self, user)

    monkeypatch.setattr(PeopleRepository, "_read_preferences", count)
    for person in (ada, ada, ben, ada):
        await person.slash("cats help")
    await world.advance(120)
    assert asked == [ada.id, ben.id]
