"""A moment, or a whole game, is shared with the channel by who sat there."""

from io import BytesIO

import pytest
from PIL import Image

from bot.games.registry import GAMES
from bot.store.records import Player, Table
from bot.tables.past.sharing import GAME_BYTES, MOMENT_BYTES
from tests.bench.limits import message_problems
from tests.bench.sim import World
from tests.bench.watching import look_again
from tests.bench.whole import whole_game


async def over(world: World, game: str = "liars_dice", *, text_only: bool = False) -> Table:
    """Let everybody but the last person have played a game."""
    players = [Player(each.name, each.id) for each in world.people[:-1]]
    seats = max(GAMES[game].game.seats[0], 2)
    level = GAMES[game].game.levels[0]
    players += [Player("Momo", None, level)] * seats
    return await whole_game(
        world.store, game, players[:seats], guild=world.guild.id, text_only=text_only
    )


@pytest.mark.parametrize("game", GAMES)
async def test_a_moment_moves_in_the_channel_without_calling_anybody(
    world: World, game: str
) -> None:
    ada, *_, onlooker = world.people
    table = await over(world, game)
    before = len(world.messages())
    shown = await look_again(ada, "moments", record=table.id)
    select = shown.shown.matching("c1:d:*:replay-moment:")[0]
    shown = await ada.choose(select.label, select.options[0][0], on=shown.shown)
    assert "✨" in shown.text
    shown = await ada.press("Share moment", on=shown.shown)
    assert "it is in the channel" in shown.text
    (posted,) = world.messages()[before:]
    assert not message_problems(posted.wire)
    assert posted.wire["flags"] & 1 << 12, "silent"
    assert "<@" not in posted.content
    assert select.options[0][1].split(" ")[0] in posted.content
    (film,) = posted.files.values()
    assert len(film) <= MOMENT_BYTES
    assert 2 <= getattr(Image.open(BytesIO(film)), "n_frames", 1) <= 5
    assert posted.alts["moment.gif"]
    again = await onlooker.press("Watch it again", on=posted)
    assert "step " in again.text and again.shown.ephemeral
    assert not again.shown.matching("c1:d:*:share:"), "who did not sit there shares nothing"


async def test_a_whole_game_is_one_picture(world: World) -> None:
    ada, *_ = world.people
    table = await over(world, "cloaked_cats")
    before = len(world.messages())
    shown = await look_again(ada, "replay", "0/onlooker/first", table.id)
    await ada.press("Share game", on=shown.shown)
    (posted,) = world.messages()[before:]
    (film,) = posted.files.values()
    assert len(film) <= GAME_BYTES
    assert getattr(Image.open(BytesIO(film)), "n_frames", 1) > 10


async def test_who_did_not_sit_there_shares_nothing(world: World) -> None:
    *_, onlooker = world.people
    table = await over(world)
    before = len(world.messages())
    refused = await look_again(onlooker, "share", "3/onlooker/moment", table.id)
    assert "Only who sat at this table" in refused.text
    assert len(world.messages()) == before


async def test_of_a_table_without_pictures_words_are_shared(world: World) -> None:
    ada, *_ = world.people
    table = await over(world, text_only=True)
    before = len(world.messages())
    await look_again(ada, "share", "3/onlooker/moment", table.id)
    (posted,) = world.messages()[before:]
    assert posted.files == {}
    assert len(posted.content.splitlines()) > 1


async def test_what_discord_refuses_is_told_to_who_shared_it(world: World) -> None:
    ada, *_ = world.people
    table = await over(world)
    world.fail("POST", "/channels/*/messages", status=403, times=None)
    refused = await look_again(ada, "share", "3/onlooker/moment", table.id)
    assert "did not take it" in refused.text
