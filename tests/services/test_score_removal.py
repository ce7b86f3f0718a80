"""Managers remove people from a server's scores who have left it, and put them back."""

import pytest
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control, Shown
from bot.discord_adapter.channels import UNKNOWN_MEMBER_CODES
from bot.domain.table import Lobby, Player
from bot.i18n import LANGUAGES
from bot.presenters.standings import ABSENT_AFTER_SECONDS
from bot.storage.removed_people_repository import REMOVED_PEOPLE_PER_PAGE, RemovedPerson
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.bench.limits import message_problems
from tests.bench.whole import whole_game

REMOVE, PUT_BACK = "c1:d:0:scores-remove:", "c1:d:0:scores-put-back:"
OPEN = "Remove from this table"


async def play(world: World, *people: Person, game: str = "cloaked_cats") -> None:
    players = [Player(person.name, person.id) for person in people]
    await whole_game(world.store, game, players, guild=world.guild.id, at=world.now())
    world.bot.services.lookups.forget_scores()


async def open_removal(world: World, manager: Person) -> Shown:
    await world.permit(manager, manage_guild=True)
    return (await manager.press(OPEN, on=(await manager.slash("cats scores")).shown)).shown


async def press(world: World, person: Person, on: Shown, action: str, value: str) -> Answer:
    """Press a button that the bot never sent to this person."""
    button = Control("", f"c1:d:0:{action}:{value}", disabled=False, style=2)
    return await world.click(person, on, button, {})


def offered(shown: Shown, select: str) -> list[str]:
    return [label for _, label in shown.control(select).options] if shown.matching(select) else []


async def read_scores(person: Person, span: str = "ever") -> str:
    scores = (await person.slash("cats scores")).shown
    return (await person.press(f"c1:d:0:scores:*/{span}", on=scores)).text


async def test_who_has_left_is_taken_out_of_all_scores_of_the_server_and_put_back(
    world: World,
) -> None:
    ada, ben, cleo, dan = world.people
    for game in ("cloaked_cats", "quickpick"):
        await play(world, ada, ben, cleo, game=game)
    world.guild.remove_member(ben.actor)
    before = await world.store.standings.find_standings(ben.id)
    panel = await open_removal(world, ada)
    assert sorted(offered(panel, REMOVE)) == ["Ada", "Ben", "Cleo"]
    assert not panel.matching(PUT_BACK), "nobody is removed"
    assert panel.ephemeral and message_problems(panel.wire) == []
    answer = await ada.choose(REMOVE, str(ben.id), on=panel)
    assert "Ben** is off the scores" in answer.text
    assert sorted(offered(answer.shown, REMOVE)) == ["Ada", "Cleo"]
    assert offered(answer.shown, PUT_BACK) == ["Ben"]
    for span in ("ever", "three", "month"):
        assert "Ben" not in await read_scores(dan, span)
    other = await dan.choose("Another game", "quickpick", on=(await dan.slash("cats scores")).shown)
    assert "Quickpick" in other.text and "Ben" not in other.text
    assert await world.store.standings.find_standings(ben.id) == before

    await world.restart()
    panel = await open_removal(world, ada)
    answer = await ada.choose(PUT_BACK, str(ben.id), on=panel)
    assert "Ben** is back" in answer.text and not answer.shown.matching(PUT_BACK)
    assert "Ben" in await read_scores(dan)
    assert "Ada" in (await ada.press("Back to the scores", on=answer.shown)).text
    assert world.list_pinged() == []


async def test_who_comes_back_and_finishes_a_game_is_in_the_scores_again(world: World) -> None:
    ada, ben, *_ = world.people
    await play(world, ada, ben)
    world.guild.remove_member(ben.actor)
    await ada.choose(REMOVE, str(ben.id), on=await open_removal(world, ada))
    assert "Ben" not in await read_scores(ada)
    await play(world, ada, ben, game="quickpick")
    assert "Ben" in await read_scores(ada)


@pytest.mark.parametrize("status", [500, 403, 404])
async def test_whoever_is_still_here_stays_and_so_does_everybody_while_discord_is_silent(
    world: World, status: int
) -> None:
    """Without the code of an unknown member, not even the status 404 tells that somebody left."""
    ada, ben, *_ = world.people
    await play(world, ada, ben)
    panel = await open_removal(world, ada)
    answer = await ada.choose(REMOVE, str(ben.id), on=panel)
    assert "Ben** is still on this server" in answer.text
    world.guild.remove_member(ben.actor)
    world.fail("GET", "/guilds/*/members/*", status=status, times=None)
    answer = await ada.choose(REMOVE, str(ben.id), on=answer.shown)
    assert "isn't telling me" in answer.text
    assert await world.store.removed_people.find(world.guild.id, 0) == ()
    assert "Ben" in await read_scores(ada)


@pytest.mark.parametrize("code", UNKNOWN_MEMBER_CODES)
async def test_whom_discord_does_not_know_has_left(world: World, code: int) -> None:
    ada, ben, *_ = world.people
    await play(world, ada, ben)
    panel = await open_removal(world, ada)
    world.env.inject_error("GET", "/guilds/*/members/*", status=404, code=code)
    answer = await ada.choose(REMOVE, str(ben.id), on=panel)
    assert "Ben** is off the scores" in answer.text


async def test_two_managers_at_once_remove_a_person_once_and_old_menus_say_how_it_is(
    world: World,
) -> None:
    ada, ben, cleo, _ = world.people
    await play(world, ada, ben, cleo)
    world.guild.remove_member(ben.actor)
    panels = [await open_removal(world, each) for each in (ada, cleo)]
    answers = await world.race(
        ada.choose(REMOVE, str(ben.id), on=panels[0]),
        cleo.choose(REMOVE, str(ben.id), on=panels[1]),
    )
    assert all(offered(answer.shown, PUT_BACK) == ["Ben"] for answer in answers)
    again = await ada.choose(REMOVE, str(ben.id), on=panels[0])
    assert "isn't on this page any more" in again.text
    await ada.choose(PUT_BACK, str(ben.id), on=again.shown)
    late = await cleo.choose(PUT_BACK, str(ben.id), on=answers[1].shown)
    assert "back in the scores already" in late.text


async def test_only_managers_may(world: World) -> None:
    ada, ben, *_ = world.people
    await play(world, ada, ben)
    world.guild.remove_member(ben.actor)
    scores = (await ada.slash("cats scores")).shown
    assert OPEN not in scores.labels
    panel = await open_removal(world, ada)
    await world.permit(ada, manage_guild=False)
    for action in ("scores-tidy", "scores-remove", "scores-put-back"):
        answer = await press(world, ada, panel, action, f"cloaked_cats/ever/0/0/{ben.id}")
        assert "Only people who manage this server" in answer.text
    assert "Ben" in await read_scores(ada)


async def test_forged_menus_remove_nobody_who_is_not_on_the_page(world: World) -> None:
    ada, ben, *_ = world.people
    await play(world, ada, ben)
    panel = await open_removal(world, ada)
    many = "9" * 30
    values = ("ever/0/0/77", "all/0/0/77", "x/y/z/w", f"ever/{many}/0/{many}", f"ever/0/{many}/0")
    for value in values:
        answer = await press(world, ada, panel, "scores-remove", f"cloaked_cats/{value}")
        assert "isn't on this page" in answer.text
        answer = await press(world, ada, panel, "scores-put-back", f"cloaked_cats/{value}")
        assert "back in the scores already" in answer.text
    answer = await press(world, ada, panel, "scores-remove", "chess/ever/0/0/77")
    assert "doesn't work any more" in answer.text
    assert await world.store.removed_people.find(world.guild.id, 0) == ()


async def test_a_long_list_of_removed_people_has_pages(world: World) -> None:
    ada, ben, *_ = world.people
    await play(world, ada, ben)
    for n in range(REMOVED_PEOPLE_PER_PAGE + 1):
        person = RemovedPerson(world.guild.id, 1000 + n, f"Cat {n}", -float(n))
        await world.store.removed_people.remove(person)
    panel = await open_removal(world, ada)
    assert len(offered(panel, PUT_BACK)) == REMOVED_PEOPLE_PER_PAGE
    last = (await ada.press("Next page", on=panel)).shown
    assert offered(last, PUT_BACK) == [f"Cat {REMOVED_PEOPLE_PER_PAGE}"]
    assert last.control("Next page").disabled
    answer = await ada.choose(PUT_BACK, str(1000 + REMOVED_PEOPLE_PER_PAGE), on=last)
    assert "is back" in answer.text and not offered(answer.shown, PUT_BACK)
    first = (await ada.press("Back", on=answer.shown)).shown
    assert len(offered(first, PUT_BACK)) == REMOVED_PEOPLE_PER_PAGE
    assert not first.matching("Next page")


async def test_who_has_not_played_for_a_year_is_on_pages_that_one_has_to_turn_to(
    world: World,
) -> None:
    ada, ben, cleo, dan = world.people
    lobby = Lobby("cloaked_cats", world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)
    old = [make_ranked_player(n, f"Old {n:02}", n) for n in range(1, 12)]
    await store_finished_table(world.store, lobby, *old, at=world.now() - 10 * 86_400)
    await world.jump(ABSENT_AFTER_SECONDS - 20 * 86_400)
    # They play elsewhere, so that their scores are not deleted.
    await store_finished_table(world.store, replace(lobby, guild=5), *old, at=world.now())
    shown = (await ada.slash("cats scores")).shown
    assert "Old 01" in shown.text, "not yet a year"
    await world.jump(30 * 86_400)
    shown = (await ada.slash("cats scores")).shown
    assert "Old" not in shown.text and "for a year. Whoever did before is on the next" in shown.text
    assert "Show to the channel" not in shown.labels
    await play(world, ben, cleo)
    shown = (await ada.slash("cats scores")).shown
    assert "Ben" in shown.text and "Old" not in shown.text and "best rating first" in shown.text
    second = (await ada.press("Next page", on=shown)).shown
    assert "no game for a year" in second.text and "Ben" not in second.text
    assert second.text.count("• **Old") == 10, "nobody there has a place"
    third = (await ada.press("Next page", on=second)).shown
    assert third.text.count("Old") == 1 and third.control("Next page").disabled
    back = await ada.press("Back", on=(await ada.press("Back", on=third)).shown)
    assert "Ben" in back.text and "Old" not in back.text
    for span in ("month", "three"):
        assert "Old" not in await read_scores(dan, span)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_manager_can_remove_who_is_on_a_later_page(
    open_world: OpenWorld, language: str
) -> None:
    world = await open_world()
    ada, *_ = world.people
    ada.set_locale({"en": "en-US"}.get(language, language))
    lobby = Lobby("cloaked_cats", world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)
    people = [make_ranked_player(n, f"Cat {n:02}", n) for n in range(1, 14)]
    await store_finished_table(world.store, lobby, *people, at=world.now())
    await world.permit(ada, manage_guild=True)
    scores = (await ada.slash("cats scores")).shown
    second = (await ada.press("c1:d:0:scores:*/1", on=scores)).shown
    panel = (await ada.press("c1:d:0:scores-tidy:", on=second)).shown
    assert offered(panel, REMOVE) == ["Cat 11", "Cat 12", "Cat 13"]
    answer = await ada.choose(REMOVE, "12", on=panel)
    assert offered(answer.shown, REMOVE) == ["Cat 11", "Cat 13"]
    back = await ada.press("c1:d:0:scores:", on=answer.shown)
    assert "Cat 11" in back.text and "Cat 12" not in back.text
