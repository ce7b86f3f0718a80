"""What people choose of what is kept: who sees it, how long it stays, whether they are served."""

from typing import Any

import pytest

from bot.domain.table import Player
from bot.games.registry import GAMES
from bot.storage.people_repository import RETENTION_CHOICES_DAYS
from tests.bench.sim import Person, World
from tests.bench.whole import whole_game
from tests.databases import run_sql
from tests.play.evening import deal, finish, hand

DAY = 86_400.0


async def choose(person: Person, what: str, value: str) -> str:
    """Choose something in the panel of `/cats privacy`; return what it tells then."""
    panel = (await person.slash("cats privacy")).shown
    return (await person.choose(f"c1:d:0:{what}:", value, on=panel)).text


async def store_finished_game(world: World, at: float = 1_790_000_000.0, seed: int = 1) -> int:
    """Let Ada and Ben have played a game; return the number of its record."""
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


async def test_who_plays_for_themselves_stands_in_no_table_of_others(world: World) -> None:
    ada, _, cleo, _ = world.people
    await store_finished_game(world)
    assert "Ada" in (await cleo.slash("cats scores")).text
    await choose(ada, "seen-by", "me")
    told = (await cleo.slash("cats scores")).text
    assert "Ada" not in told and "Ben" in told
    answer = await cleo.slash("cats profile", person=ada.actor)
    assert "keeps their games to themselves" in answer.text
    assert "Cloaked Cats" in (await ada.slash("cats profile")).text


async def test_all_servers_together_show_only_who_wants_it(world: World) -> None:
    ada, _, cleo, _ = world.people
    await store_finished_game(world)
    shown = (await cleo.slash("cats scores")).shown
    everywhere = await cleo.press("All servers", on=shown)
    assert "Ada" not in everywhere.text and "Ben" not in everywhere.text
    assert "Show me" in everywhere.text
    await choose(ada, "seen-by", "everybody")
    everywhere = await cleo.press("All servers", on=(await cleo.slash("cats scores")).shown)
    assert "Ada" in everywhere.text and "Ben" not in everywhere.text


async def test_a_persons_older_games_know_them_no_more(world: World) -> None:
    ada, ben, *_ = world.people
    now = world.now()
    old, new = (
        await store_finished_game(world, now - 40 * DAY),
        await store_finished_game(world, now - 5 * DAY, 2),
    )
    await choose(ada, "keep-mine", "30")
    await world.jump(2 * DAY)
    about = dict(rows(world, "SELECT id, about FROM records"))
    assert str(ada.id) not in about[old] and "Ada" not in about[old]
    assert str(ben.id) in about[old]
    assert str(ada.id) in about[new]
    found = rows(world, f'SELECT record FROM results WHERE "user" = {ada.id}')
    assert found == [(new,)]
    assert (await world.store.history.find_standings(ada.id))[0].games == 2, (
        "games are still counted"
    )


async def test_a_server_keeps_its_games_as_long_as_its_managers_say(world: World) -> None:
    ada, ben, *_ = world.people
    now = world.now()
    old, new = (
        await store_finished_game(world, now - 40 * DAY),
        await store_finished_game(world, now - 5 * DAY, 2),
    )
    panel = (await ben.slash("cats privacy")).shown
    assert not panel.matching("c1:d:0:keep-here:"), "only who manages the server chooses that"
    await world.permit(ada, manage_guild=True)
    await choose(ada, "keep-here", "30")
    await world.jump(2 * DAY)
    assert [id_ for (id_,) in rows(world, "SELECT id FROM records")] == [new]
    assert old != new


async def test_who_may_not_manage_the_server_does_not_choose_for_it(world: World) -> None:
    ada, ben, *_ = world.people
    await world.permit(ada, manage_guild=True)
    panel = (await ada.slash("cats privacy")).shown
    forged = panel.control("c1:d:0:keep-here:")
    answer = await world.click(ben, panel, forged, {"values": ["30"]})
    assert "Only people who manage this server" in answer.text


async def test_who_wants_to_be_left_alone_is_forgotten_and_not_served(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await ada.slash("cats forget")
    answer = await ada.press("Forget me and leave me alone")
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
    said = await hand(cleo)
    guess = said.control("c1:d:*:who-wins:")
    assert [label for _, label in guess.options] == [
        player.name
        for player in (await world.store.tables.load(1)).players  # type: ignore[union-attr]
    ]
    answer = await cleo.choose(guess.custom_id, "0", on=said)
    assert "Noted" in answer.text
    answer = await cleo.choose(guess.custom_id, "1", on=said)
    assert "first guess counts" in answer.text
    await dan.choose("c1:d:*:who-wins:", "1", on=await hand(dan))
    assert "Cleo" not in world.board().text
    await finish(world)
    assert sorted(rows(world, 'SELECT "user", foresaw FROM readings')) in (
        sorted([(cleo.id, 1), (dan.id, 0)]),
        sorted([(cleo.id, 0), (dan.id, 1)]),
        sorted([(cleo.id, 1), (dan.id, 1)]),
    )
    told = (await cleo.slash("cats profile")).text
    assert "Fortune teller: picked the winner" in told
    ((foresaw,),) = rows(world, "SELECT count(*) FROM readings WHERE foresaw")
    assert f"{foresaw} of 2 onlookers saw it coming." in world.board().text
    assert "Cleo" not in world.board().text, "only numbers are public"
    story = (await ada.press("How it went", on=world.board())).text
    right = [person.name for person in (cleo, dan) if person.name in story]
    found = rows(world, "SELECT count(*) FROM readings WHERE foresaw")
    assert [(len(right),)] == found, "whoever was right is named, and nobody else"


async def test_who_plays_along_does_not_guess_and_nobody_does_late(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    said = await hand(cleo)
    guess = said.control("c1:d:*:who-wins:")
    answer = await world.click(ada, said, guess, {"values": ["0"]})
    assert "no guessing" in answer.text
    usual = GAMES["cloaked_cats"].game.typical_length(2, GAMES["cloaked_cats"].game.defaults)
    rows(world, f"UPDATE tables SET step = {usual}")
    world.bot.services.tables.sessions.clear()
    answer = await cleo.choose(guess.custom_id, "0", on=said)
    assert "half over" in answer.text
    assert not (await hand(cleo)).matching("c1:d:*:who-wins:")


@pytest.mark.parametrize("value", ["", "9", "1000", "x"])
async def test_a_guess_of_nobody_is_an_old_button(world: World, value: str) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    said = await hand(cleo)
    guess = said.control("c1:d:*:who-wins:")
    answer = await world.click(cleo, said, guess, {"values": [value]})
    assert "Noted" not in answer.text
    assert rows(world, "SELECT * FROM guesses") == []
