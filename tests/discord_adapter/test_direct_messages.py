"""Direct messages with the bot: what needs no server works there, all else says so."""

from msgspec.json import decode

from bot.bench.world import World
from bot.demo.shown import Control
from bot.discord_adapter.admission import DIRECT_COMMANDS
from bot.domain.table import Player
from bot.i18n import text
from bot.services.exporting import SECONDS_BETWEEN_EXPORTS
from bot.storage.shards import Shard
from tests.bench.whole import whole_game
from tests.databases import run_sql
from tests.play.evening import deal, finish

NEED_A_SERVER = ("play", "hand", "board", "scores", "history", "leave", "end", "rules", "help")
FORGED = (
    "play:quickpick",
    "scores:",
    "history:mine/0",
    "open:1",
    "keep-here:30",
    "who-wins:0",
    "settings:",
)


async def test_somebody_takes_their_data_along_and_is_forgotten(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    panel = await ada.slash_directly("cats privacy")
    assert panel.shown.ephemeral
    answer = await ada.press("Get my data", on=panel.shown)
    (file,) = answer.shown.files.values()
    assert [game["game"] for game in decode(file)["games"]] == ["cloaked_cats"]
    await world.advance(SECONDS_BETWEEN_EXPORTS)
    (file,) = (await ada.slash_directly("cats export")).shown.files.values()
    assert decode(file)["user"] == str(ada.id)
    question = await ada.slash_directly("cats forget")
    await ada.press("c1:d:0:forget-yes:", on=question.shown)
    assert run_sql(world.database, 'SELECT * FROM standings WHERE "user" = ?', ada.id) == []
    assert run_sql(world.database, 'SELECT * FROM standings WHERE "user" = ?', ben.id) != []


async def test_a_profile_is_of_all_servers_and_hides_what_its_person_hides(world: World) -> None:
    ada, ben, *_ = world.people
    players = (Player("Ada", ada.id), Player("Ben", ben.id))
    await whole_game(world.store, "liars_dice", players, guild=77)
    mine = await ada.slash_directly("cats profile")
    assert "on all servers" in mine.text and "Liar's Dice" in mine.text
    assert not {"All servers", "Only this server"} & {*mine.shown.labels}
    forged = Control("", f"c1:d:0:profile:{ada.id}/here//where", disabled=False, style=2)
    hidden = await world.click(ben, mine.shown, forged, {})
    assert hidden.text == text("en")("profile-hidden")
    panel = await ada.slash_directly("cats privacy")
    await ada.choose("c1:d:0:seen-by:", "everybody", on=panel.shown)
    assert "Liar's Dice" in (await world.click(ben, mine.shown, forged, {})).text


async def test_what_needs_a_server_says_so(world: World) -> None:
    ada, *_ = world.people
    for command in NEED_A_SERVER:
        options = {"game": "quickpick"} if command == "play" else {}
        answer = await ada.slash_directly(f"cats {command}", **options)
        assert answer.shown.ephemeral
        assert answer.text == text("en")("only-on-servers"), command
        assert all(f"/cats {each}" in answer.text for each in DIRECT_COMMANDS)
    for button in FORGED:
        panel = (await ada.slash_directly("cats privacy")).shown
        forged = Control("", f"c1:d:0:{button}", disabled=False, style=2)
        answer = await world.click(ada, panel, forged, {})
        assert answer.text == text("en")("only-on-servers"), button


async def test_a_forged_move_reaches_no_table_of_a_server(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    before = run_sql(world.database, "SELECT version FROM tables")
    panel = (await ada.slash_directly("cats privacy")).shown
    for custom_id in ("c1:m:1:1:skip", "c1:l:1:1:", "c1:d:1:table:"):
        forged = Control("", custom_id, disabled=False, style=2)
        answer = await world.click(ada, panel, forged, {})
        assert answer.text == text("en")("old-button")
    assert run_sql(world.database, "SELECT version FROM tables") == before


async def test_a_lesson_is_taken_and_goes_on_after_a_restart(world: World) -> None:
    ada, *_ = world.people
    lesson = await ada.slash_directly("cats learn", game="quickpick")
    assert lesson.shown.ephemeral
    await world.restart()
    again = await ada.slash_directly("cats learn", game="quickpick")
    move = next(each for each in again.shown.controls if not each.disabled)
    values = {"values": [move.options[0][0]]} if move.options else {}
    moved = await world.click(ada, again.shown, move, values)
    assert moved.kind in ("update", "deferred_update"), "it takes the place of the question"
    assert run_sql(world.database, "SELECT guild, phase FROM tables") == [(0, "playing")]


def test_direct_messages_belong_to_the_first_shard_as_discord_delivers_them() -> None:
    assert [number for number in range(4) if Shard(number, 4).contains_guild(0)] == [0]
