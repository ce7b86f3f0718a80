"""Who may look at which game that is over, and when."""

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control
from bot.i18n import text
from tests.bench.watching import look_again
from tests.databases import run_sql
from tests.play.evening import (
    deal,
    end_game,
    find_asked_player,
    finish,
    take_turn,
)

LOOKS = ("open", "replay", "replay-moment", "replay-eyes", "moments", "share")


async def look_by(who: Person, action: str, record: int = 1) -> Answer:
    table, value = (0, str(record)) if action == "open" else (record, "0/all/on")
    return await look_again(who, action, value, table)


async def test_a_game_of_a_private_thread_is_shown_elsewhere_only_to_those_who_played(world):
    ada, ben, cleo, _ = world.people
    public = world.channel
    world.channel = world.thread("secret", is_private=True)
    await deal(world, ada, ben, clock="none")
    await finish(world)
    assert "Ada" in (await cleo.slash("cats history")).text, "who reads the thread sees its games"
    assert "step 1 of" in (await look_by(cleo, "replay")).text
    world.channel = public
    for action in LOOKS:
        refused = await look_by(cleo, action)
        assert "no longer stored" in refused.text
        assert not refused.shown.files
    for whose in ("cats history", "My games"):
        shown = await (cleo.slash(whose) if whose == "cats history" else cleo.press(whose))
        assert "Ada" not in shown.text
    assert "step 1 of" in (await look_by(ada, "replay")).text
    assert "No finished games" in (await ada.slash("cats history")).text
    assert "Cloaked Cats" in (await ada.press("My games")).text


async def test_games_of_public_threads_stand_in_the_list_of_their_channel(world):
    ada, ben, cleo, _ = world.people
    public = world.channel
    world.channel = world.thread("side")
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await ada.press("Rematch")
    await ben.press("Join", on=world.board())
    await ada.press("Start", on=world.board())
    await finish(world)
    assert (await cleo.slash("cats history")).text.count("**Cloaked Cats**") == 2
    world.channel = public
    listed = (await cleo.slash("cats history")).text
    assert listed.count("**Cloaked Cats**") == 2
    assert "Ada" in listed
    assert "step 1 of" in (await look_by(cleo, "replay")).text
    elsewhere = world.new_channel("elsewhere")
    assert "No finished games" in (await cleo.slash("cats history", channel=elsewhere)).text


async def test_a_game_whose_channel_was_not_noted_is_shown_only_to_those_who_played(world):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    run_sql(world.database, "UPDATE records SET channel = 0")
    about = run_sql(world.database, "SELECT about FROM records")[0][0]
    older = about.replace(f',"channel":{world.channel.id}', "")
    assert older != about
    run_sql(world.database, "UPDATE records SET about = ?", older)
    await world.restart()
    assert "no longer stored" in (await look_by(cleo, "replay")).text
    assert "No finished games" in (await cleo.slash("cats history")).text
    assert "step 1 of" in (await look_by(ada, "replay")).text


async def test_old_buttons_of_a_game_are_answered_also_when_it_is_no_more_kept(world):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    for person in (ada, cleo):
        assert (await look_again(person, "numbers")).text == text("en")("old-button")
        answer = await look_again(person, "page", "story")
        assert text("en")("moved-on") in answer.text
    story = (await cleo.press("How it went", on=world.board())).shown
    run_sql(world.database, "DELETE FROM records")
    await world.restart()
    assert "no longer stored" in (await cleo.press("c1:d:*:replay:", on=story)).text
    refused = await look_again(ada, "share", "3/onlooker/moment")
    assert "no longer stored" in refused.text


async def test_a_game_that_the_bot_has_no_more_waits_until_it_is_back(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    registry = world.bot.services.tables.registry
    await look_again(cleo, "replay", "0/onlooker/on")
    world.bot.services.replace_games(
        {name: package for name, package in registry.items() if name != "cloaked_cats"}
    )
    refused = await look_again(cleo, "replay", "0/onlooker/on")
    assert "This game isn't installed at the moment" in refused.text
    await world.restart()
    world.bot.services.replace_games(
        {name: package for name, package in registry.items() if name != "cloaked_cats"}
    )
    for action in ("moments", "share"):
        assert "isn't installed at the moment" in (await look_again(ada, action)).text


FORGED = (
    *("1:replay:0/all/on", "1:replay:0/0/on", "1:replay-eyes:0/all/eyes"),
    *("1:replay-moment:0/all/moment", "1:moments:", "1:share:0/all/moment", "1:share:0/all/game"),
    "0:open:1",
)


async def test_nobody_looks_into_a_running_game_by_a_forged_button(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await take_turn(find_asked_player(world))
    posted = len(world.messages())
    assert "No finished games" in (await cleo.slash("cats history")).text
    for button in FORGED:
        for person in (ada, cleo):
            forged = Control("", f"c1:d:{button}", disabled=False, style=2)
            answer = await world.click(person, world.board(), forged, {})
            assert "no longer stored" in answer.text, button
            assert not answer.shown.files
    assert len(world.messages()) == posted


async def test_a_game_leaves_a_record_if_a_person_has_moved(world: World) -> None:
    ada, ben, *_ = world.people
    for moves in range(2):
        await deal(world, ada, ben, clock="none")
        for _ in range(moves):
            await take_turn(find_asked_player(world))
        await end_game(ada)
        await world.advance(10)
        assert run_sql(world.database, "SELECT COUNT(*) FROM records") == [(moves,)]
        assert run_sql(world.database, "SELECT COUNT(*) FROM participants") == [(2 * moves,)]
        assert run_sql(world.database, "SELECT * FROM told") == []
        assert run_sql(world.database, "SELECT * FROM due WHERE kind = 'keep'") == []
    await ada.slash("cats play", game="liars_dice", computers=2)
    await ada.press("c1:d:*:start")
    await world.advance(1200)
    assert run_sql(world.database, 'SELECT * FROM inputs WHERE "table" = 3') != []
    await end_game(ada)
    await world.advance(10)
    records = run_sql(world.database, "SELECT COUNT(*) FROM records")
    assert records == [(1,)], "only computers have played"
