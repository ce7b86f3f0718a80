"""The list of games that are over."""

import pytest

from bot.domain.table import Lobby, Player
from bot.services.history import ListRequest, parse_list_request
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.bench.sim import World


def lobby(world: World, game: str = "cloaked_cats") -> Lobby:
    return Lobby(
        game, world.guild.id, world.channel.id, "en", "none", opened_at=1.0, clicked_at=1.0
    )


@pytest.mark.parametrize("value", ["", "x", "channel/x", "channel/9999999", "/", "x/"])
def test_what_no_button_asks_for_is_a_first_page(value: str) -> None:
    assert parse_list_request(value) == ListRequest("channel", page=0)


def test_what_a_button_of_the_list_asks_for_is_read() -> None:
    assert parse_list_request("mine/3/p") == ListRequest("mine", page=3)
    assert parse_list_request("x/1") == ListRequest("channel", page=1)


async def test_the_list_names_games_people_and_who_won(world: World) -> None:
    ada, *_ = world.people
    assert "No finished games" in (await ada.slash("cats history")).text
    await store_finished_table(
        world.store,
        lobby(world),
        make_ranked_player(7, "Bo*", 1),
        make_ranked_player(8, "Cleo", 2),
        at=100.0,
    )
    quick = lobby(world, "quickpick")
    await store_finished_table(
        world.store,
        quick,
        make_ranked_player(7, "Bo", 2),
        Player("Momo", None, "x", rank=1),
        at=200.0,
    )
    told = (await ada.slash("cats history")).text
    assert "`1` <t:200:d> **Quickpick**\n🏆 **Momo** · Bo\n" in told
    assert "`2` <t:100:d> **Cloaked Cats**\n🏆 **Bo\\*** · Cleo" in told
    assert "1 · Quickpick · 🏆 Momo, Bo" in told, "the menu says it in plain words"
    mine = await ada.press("My games")
    assert "You haven't finished a game yet." in mine.text


async def test_a_list_has_pages_of_25(world: World) -> None:
    ada, *_ = world.people
    for at in range(60):
        await store_finished_table(
            world.store, lobby(world), make_ranked_player(ada.id, "Ada", 1), at=float(at)
        )
    for first in ("cats history", "My games"):
        shown = await (ada.slash(first) if first == "cats history" else ada.press(first))
        seen = []
        for page in range(3):
            lines = [line for line in shown.text.splitlines() if line.startswith("`")]
            seen += [line.split("`")[1] for line in lines]
            assert len(lines) == (25, 25, 10)[page]
            if page < 2:
                shown = await ada.press("Next page", on=shown.shown)
        assert seen == [str(n) for n in range(1, 61)]
        shown = await ada.press("Back", on=shown.shown)
        assert "`26`" in shown.text


async def test_of_many_people_some_are_named_and_the_others_counted(world: World) -> None:
    ada, *_ = world.people
    people = [make_ranked_player(n, f"Cat {n}", max(1, n - 1)) for n in range(1, 7)]
    await store_finished_table(world.store, lobby(world, "catham_city"), *people, at=100.0)
    told = (await ada.slash("cats history")).text
    assert "🏆 **Cat 1** · **Cat 2** · Cat 3 · Cat 4 · +2" in told


async def test_people_are_named_before_computers_in_the_order_of_their_places(
    world: World,
) -> None:
    ada, *_ = world.people
    players = [
        Player("Luna", None, "x", rank=2),
        make_ranked_player(7, "Ada", 4),
        Player("Felix", None, "x", rank=1),
        make_ranked_player(8, "Ben", 3),
        Player("Minka", None, "x", rank=5),
    ]
    await store_finished_table(world.store, lobby(world, "liars_dice"), *players, at=100.0)
    told = (await ada.slash("cats history")).text
    assert "🏆 **Felix** · Ben · Ada · Luna · +1" in told
    assert "🏆 Felix, Ben, Ada, Luna, Minka" in told, "the menu names them alike"
