"""Learning a game: a lesson in private answers to one person."""

from random import Random

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Table, lesson_channel
from bot.games.cloaked_cats.rules import LESSON_DEAL
from tests.databases import run_sql
from tests.play.evening import (
    CHAT,
    COMPUTER_MOVE_SECONDS,
    choices,
    deal,
    find_asked_player,
    go_on,
    hand,
    shows_hand,
    sit_down,
    take_turn,
)

DAY = 86_400


async def lesson(person: Person) -> Table:
    return await person.world.load_table(lesson_channel(person.id))


async def is_running(person: Person) -> bool:
    store = person.world.bot.services.tables.store
    return await store.tables.find_open(lesson_channel(person.id)) is not None


async def press_any_button(person: Person, luck: Random) -> Shown:
    world, screen = person.world, person.private()
    if choices(screen) and not screen.matching("c1:l:*:0:"):
        await world.click(person, screen, luck.choice(choices(screen)), {})
    else:
        await go_on(person)
    return person.private()


async def to_the_end(person: Person, luck: Random) -> list[str]:
    read = [person.private().text]
    for _ in range(300):
        if not await is_running(person):
            return read
        read.append((await press_any_button(person, luck)).text)
    raise AssertionError(read[-1])


async def first_turn(person: Person) -> None:
    screen = person.private()
    await person.world.click(person, screen, screen.matching("c1:m:*:cat/")[0], {})
    await person.press("c1:m:*:skip")


def chat(world: World) -> list[str]:
    return [request.path for request in world.requests if request.path.startswith(CHAT)]


async def crash(world: World) -> None:
    async def meanwhile() -> str:
        world.env.backend.advance_clock(3)
        return world.database

    await world.restart(crash=True, meanwhile=meanwhile)
    await world.settle()


async def test_the_lesson_begins_with_what_to_do_and_explains_masks_and_the_notebook(world):
    ada, *_ = world.people
    await world.permit(send_messages=False, embed_links=False)
    answer = await ada.slash("cats learn")
    assert answer.shown.ephemeral
    assert "Welcome to the masked ball!" in answer.text
    assert "Your turn! Which cat will you play?" in answer.text
    assert len(answer.shown.matching("c1:m:*:cat/")) == 3
    assert set(answer.shown.files) == {"hand.jpg"}
    assert {"Start over", "Leave the lesson"} <= set(answer.shown.labels)
    assert "Notebook" not in answer.shown.labels, "there is nothing to note"
    first = ada.private()
    answer = await world.click(ada, first, first.matching("c1:m:*:cat/")[0], {})
    assert "No mask from" in answer.text
    assert "Better skip" in answer.text
    assert {"Start over", "Leave the lesson"} <= set(answer.shown.labels), "at each step"
    await ada.press("c1:m:*:skip")
    assert "Next up: 🦋 Minka 🤖. Press **Continue**" in ada.private().text
    before = (await go_on(ada)).text
    assert (await ada.press("Notebook")).shown.title == "Notebook"
    assert (await ada.press("My cards")).text == before
    await go_on(ada)
    assert len(ada.privates()) == 1
    assert "Your turn! Which cat" in ada.private().text
    assert "Wrong, so you get a mask!" in ada.private().text
    assert "When you guess wrong" in ada.private().text
    second = ada.private()
    answer = await world.click(ada, second, second.matching("c1:m:*:cat/")[0], {})
    assert "**Notebook** shows what's certain" in answer.text


async def test_how_the_own_guess_ended_stays_until_the_learner_goes_on(world: World) -> None:
    for person, right in zip(world.people[:2], (True, False), strict=True):
        screen = (await person.slash("cats learn")).shown
        await world.click(person, screen, screen.matching("c1:m:*:cat/")[0], {})
        fan = LESSON_DEAL[0].fans[1]
        (menu,) = person.private().matching("c1:m:*:guess/1")
        guess = next(value for value, _ in menu.options if (int(value) in fan) == right)
        told = (await person.choose(menu.custom_id, guess)).text
        assert f"That mask is a point for {'you' if right else '🦋 Minka'}" in told
        await world.advance(3600)
        assert person.private().text == told
        still = (await go_on(person)).text
        assert "That mask is a point for" in still, "beside the next cat"


async def test_a_lesson_is_left_at_once(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats learn")
    screen = ada.private()
    await first_turn(ada)
    table = await lesson(ada)
    answer = await ada.press("Leave the lesson")
    assert "The lesson is over." in answer.text
    assert answer.shown.labels == ()
    assert not await is_running(ada)
    await world.advance(10)
    assert "The lesson is over." in ada.private().text
    late = await world.click(ada, screen, screen.matching("c1:m:*:cat/")[0], {})
    assert "The lesson is over." in late.text
    kept = await world.bot.services.tables.load(table.id)
    assert (kept.phase, [timer.kind for timer in kept.timers]) == ("closed", ["forget"])
    assert chat(world) == []
    await world.jump(DAY - 60)
    assert await kept_tables(world) == 1
    await world.jump(120)
    assert await kept_tables(world) == 0
    assert "Welcome" in (await ada.slash("cats learn")).text


async def test_the_command_shows_the_running_lesson_where_it_stands_and_it_starts_over(world):
    ada, *_ = world.people
    before = (await ada.slash("cats learn")).shown
    await first_turn(ada)
    await go_on(ada)
    table, screen = await lesson(ada), ada.private()
    answer = await ada.press("Start over", on=screen)
    assert (answer.shown.id, answer.text) == (before.id, before.text)
    assert (await lesson(ada)).id != table.id
    await world.advance(10)
    assert ada.private().text == before.text
    await first_turn(ada)
    running, now = await lesson(ada), ada.private()
    answer = await ada.slash("cats learn", channel=world.new_channel("garden"))
    assert answer.record.channel_id != world.channel.id
    assert (await ada.slash("cats learn")).text == now.text
    old = await ada.press("Start over", on=before)
    assert (await lesson(ada)).id == running.id
    assert old.text == now.text, "that lesson was started over before"
    for _ in range(9):
        await ada.press("Start over")
    assert await kept_tables(world) < 3, "they do not pile up"
    await ada.press("Leave the lesson")
    assert (await ada.press("Start over", on=before)).text.startswith("The lesson is over.")


async def kept_tables(world: World) -> int:
    ((number,),) = run_sql(world.database, "SELECT COUNT(*) FROM tables")
    return int(number)


async def test_after_its_end_a_lesson_starts_over_or_opens_a_table(world: World) -> None:
    ada, *_ = world.people
    before = (await ada.slash("cats learn")).text
    await to_the_end(ada, Random(1))
    assert (await ada.press("Start over")).text == before
    assert world.messages() == []
    await to_the_end(ada, Random(1))
    answer = await ada.press("Open a table")
    assert answer.shown.title == "You're in: Cloaked Cats"
    assert world.board().matching("c1:d:*:start")


async def test_two_clicks_at_once_begin_one_lesson(world: World) -> None:
    ada, *_ = world.people
    await world.race(ada.slash("cats learn"), ada.slash("cats learn"))
    assert len(ada.privates()) == 1
    old, shown = await lesson(ada), ada.private()
    await world.race(ada.press("Start over", on=shown), ada.press("Start over", on=shown))
    assert "Welcome" in ada.private().text
    assert (await lesson(ada)).id == old.id + 1


async def test_a_lesson_survives_a_restart(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats learn")
    screen = ada.private()
    await world.click(ada, screen, screen.matching("c1:m:*:cat/")[0], {})
    await crash(world)
    await ada.press("c1:m:*:skip")
    await crash(world)
    await world.advance(2 * COMPUTER_MOVE_SECONDS)
    assert "Next up: 🦋 Minka 🤖" in ada.private().text
    await go_on(ada)
    await crash(world)
    shown = await go_on(ada)
    assert "Your turn! Which cat" in shown.text
    await crash(world)
    assert (await ada.slash("cats learn")).text == shown.text
    await to_the_end(ada, Random(3))
    assert chat(world) == []


async def test_two_people_learn_at_once_beside_a_game(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    board, since = world.board(), len(world.requests)
    await ada.slash("cats learn")
    cleo.set_locale("de")
    await cleo.slash("cats learn")
    await first_turn(ada)
    assert "Schick eine Katze" in cleo.private().text
    await first_turn(cleo)
    for _ in range(2):
        await go_on(ada)
        await go_on(cleo)
    assert "Your turn! Which cat" in ada.private().text
    assert "Du bist dran" in cleo.private().text
    await cleo.press("Übung verlassen")
    assert await is_running(ada)
    assert [request for request in world.requests[since:] if request.path.startswith(CHAT)] == []
    assert world.board() == board
    first = find_asked_player(world)
    await take_turn(first)
    assert find_asked_player(world) is not first
    assert shows_hand(await hand(ada))
    assert "💡" not in (await hand(ada)).text


async def test_of_a_lesson_only_the_command_to_leave_knows_where_one_sits_at_no_table(world):
    ada, ben, *_ = world.people
    await ada.slash("cats learn")
    for command in ("hand", "board", "end"):
        answer = await ada.slash(f"cats {command}")
        assert "There's no table in this channel." in answer.text
    assert await is_running(ada)
    await ben.slash("cats play")
    assert "The lesson is over." in (await ada.slash("cats leave")).text
    assert not await is_running(ada)
    assert ada.privates()[-1].labels == (), "the lesson's own message is gone, with its buttons"
    assert "You don't have a seat yet" in (await ada.slash("cats leave")).text
    garden = world.new_channel("garden")
    assert "There's no table" in (await ada.slash("cats leave", channel=garden)).text

    await ada.press("Join", on=world.board())
    await ada.slash("cats learn")
    await ada.slash("cats leave")
    assert await is_running(ada), "first they leave the table"
    assert ada.name not in world.board().text
    assert "The lesson is over." in (await ada.slash("cats leave")).text
    assert not await is_running(ada)


async def test_an_idle_lesson_is_closed_without_a_word(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats learn")
    since = len(world.requests)
    await world.jump(6 * 86_400 + 60)
    assert await is_running(ada)
    await world.jump(86_400)
    await world.advance(60)
    assert not await is_running(ada)
    assert chat(world) == []
    assert [request.path for request in world.requests[since:] if request.reader == ada.id] == []
    assert "Welcome" in (await ada.slash("cats learn")).text


async def test_a_lesson_turns_into_the_hand_when_the_game_has_started_and_it_is_over(world):
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, cleo, text_only=True)
    for person in (ben, cleo):
        await person.press("Learn it first (5 min)")
    await ben.press("Start over")
    await to_the_end(ben, Random(1))
    end, during = ben.private(), cleo.private()
    await ada.press("Start", on=world.board())
    assert [screen.id for screen in ben.privates()] == [end.id]
    assert shows_hand(ben.private())
    assert cleo.private().text == during.text, "who still learns goes on"
    await to_the_end(cleo, Random(1))
    answer = await cleo.press("Open a table")
    assert shows_hand(answer.shown)
    assert [screen.id for screen in cleo.privates()] == [during.id]
    assert "discord.com" not in answer.text


async def test_a_lesson_of_catham_city_tells_what_to_do_and_what_all_did(world: World) -> None:
    ada, *_ = world.people
    shown = (await ada.slash("cats learn", game="catham_city")).shown
    assert shown.ephemeral
    assert "First to **8 points** is mayor" in shown.text
    assert (set(shown.files), shown.embeds) == ({"hand.jpg"}, ())
    assert {"Start over", "Leave the lesson"} <= set(shown.labels)
    await ada.press("What the factions do")
    assert (await ada.press("My cards")).text == shown.text
    await ada.choose("Take from the market …", "1/1", on=ada.private())
    assert ada.private().content.startswith("You took 1 × 🧪 Scientist.\n\n💡 Next up: ⚪ Minka")
    screen = await go_on(ada)
    assert screen.content.splitlines()[0].startswith("⚪ Minka 🤖 ")
    assert "You can play 🧪 Scientists" in screen.text
    await ada.press("Scientists · 3 → 2 points + cards")
    assert ada.private().content.startswith("Your scientists brought you 2 points.\nYou drew ")
