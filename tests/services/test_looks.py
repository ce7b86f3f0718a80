"""Looks cost nothing: the bot remembers the tables in use, and what it remembers is stored."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from random import Random
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.world import Person, World
from bot.engine.records import list_legal_paths
from bot.games.registry import GAMES
from bot.games.who_barked.model.state import State
from bot.storage.sqlite_connection import Connection
from tests.kinds import first_of_each_kind
from tests.play import city, island
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    check_memory,
    deal,
    find_asked_player,
    find_waiting_player,
    hand,
    is_over,
    load_match,
    load_table,
    play_cat,
    sit_down,
    step,
    to_the_end,
    write_state,
)


@contextmanager
def database_use(world: World) -> Iterator[list[str]]:
    """Note each transaction that begins."""
    database, noted = world.store._transactions.database, list[str]()

    def watched(kind: str) -> Callable[[], AbstractAsyncContextManager[Connection]]:
        begin = getattr(database, kind)

        @asynccontextmanager
        async def begun() -> AsyncIterator[Connection]:
            noted.append(kind)
            async with begin() as db:
                yield db

        return begun

    with ExitStack() as stack:
        for kind in ("reading", "snapshot", "writing"):
            stack.enter_context(patch.object(database, kind, watched(kind)))
        yield noted


async def look_about(person: Person, luck: Random, looks: int = 12) -> int:
    """Open the own screen and press what only shows something; return how much was pressed."""
    await hand(person)
    for number in range(looks):
        screen = person.private()
        steps = [c for c in screen.matching("c1:l:") if not c.disabled]
        if not steps:
            return number
        control = luck.choice(steps)
        values = [luck.choice(control.options)[0]] if control.options else []
        await person.world.click(person, screen, control, {"values": values} if values else {})
    return looks


async def let_lead(world: World, leader: Person) -> None:
    """Let somebody pick the crew in a game of Who Barked? that has just begun."""
    table = await load_match(world)
    seat = table.seat_of(leader.id)
    assert isinstance(table.state, State)
    write_state(world, replace(table.state, phase="lead", leader=seat))
    await leader.slash("cats board")


@pytest.mark.parametrize(
    "game", first_of_each_kind(((game,) for game in GAMES), lambda _: "any game")
)
async def test_looks_reach_no_database(world: World, game: str) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo, game=game)
    if game == "cloaked_cats":
        await play_cat(find_asked_player(world))
    if game == "who_barked":
        await let_lead(world, ada)
    for person in (ada, ben, cleo, dan):
        await hand(person)  # a first press reads the person's settings
    luck, pressed = Random(3), 0
    with database_use(world) as noted:
        for person in (ada, ben, cleo, dan):
            pressed += await look_about(person, luck)
            await person.press("Table", on=world.board())
            await person.press("c1:d:*:rules:", on=world.board())
    assert noted == []
    assert pressed >= (0 if game == "quickpick" else 12), "the one who is asked looks at moves"


async def test_looks_in_a_race_reach_no_database(world: World) -> None:
    await island.begin(world, *world.people)
    mime, _ = await island.draw(world)
    await island.show(world, mime, "eyes")
    with database_use(world) as noted:
        for person in world.people:
            await look_about(person, Random(1))
    assert noted == []


async def test_panels_and_commands_read_no_database_while_their_table_is_in_memory(world):
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    with database_use(world) as noted:
        await ada.press("Options")
        await ben.press("c1:d:*:rules:", on=world.board())
    assert noted == []
    await ada.press("Start", on=world.board())
    await ada.slash("cats scores")
    with database_use(world) as noted:
        await ada.slash("cats hand")
        await ben.slash("cats rules")
        await ben.slash("cats scores")
    assert noted == []
    await world.restart(crash=True)
    await hand(ada)
    await ben.slash("cats help")  # a first press reads the person's settings
    with database_use(world) as noted:
        await look_about(ben, Random(1))
    assert noted == [], "after a restart a table is read once"


async def test_a_preference_is_one_write_and_its_person_alone_is_read_again(world: World) -> None:
    ada, *_ = world.people
    for user in range(50):
        await world.store.people.set_preference(user, "in_words", True)
    await world.permit(ada, manage_guild=True)
    panel = (await ada.slash("cats privacy")).shown
    for press in (
        lambda: ada.choose("c1:d:0:seen-by:", "everybody", on=panel),
        lambda: ada.choose("c1:d:0:keep-mine:", "90", on=panel),
        lambda: ada.choose("c1:d:0:keep-here:", "30", on=panel),
        lambda: ada.press("Always in words", on=panel),
    ):
        with database_use(world) as noted:
            await press()
        assert noted == ["writing", *["reading"] * 3], "then the panel is shown again"
    assert set(world.store.people._fresh) == {ada.id}, "nobody else was read"


async def test_after_a_game_people_look_back_without_the_database(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await to_the_end(world, Random(5))
    board = world.board()
    with database_use(world) as noted:
        story = (await ben.press("c1:d:*:moments:", on=board)).shown
    assert noted == ["reading"], "its record is read once"
    with database_use(world) as noted:
        await ben.press("c1:d:*:deal:", on=story)
    assert noted == ["reading"], "all moves are read once"
    with database_use(world) as noted:
        await ada.press("c1:d:*:moments:", on=board)
        replay = (await ben.press("c1:d:*:replay:", on=story)).shown
        for _ in range(3):
            replay = (await ben.press("c1:d:*:replay:*/next", on=replay)).shown
        await ada.press("c1:d:*:rematch:", on=board)
        await ben.press("Join")
    assert set(noted) == {"writing"}


async def test_of_a_lesson_is_read_only_whether_there_is_one_and_a_table(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats help")  # a first press reads the person's settings
    with database_use(world) as noted:
        await ada.slash("cats learn")
        await ada.slash("cats learn")
    assert noted == ["reading", "writing", "reading"], "last, whether a table waits in the channel"


async def test_a_move_is_one_transaction_and_one_for_its_board(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    screen = await hand(who)
    with database_use(world) as noted:
        await world.click(who, screen, screen.matching("c1:m:*:cat/")[0], {})
    assert noted == ["writing"] * 2


async def test_who_has_looked_is_stored_with_the_next_change(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who, other = find_asked_player(world), find_waiting_player(world, ada, ben)
    before = await load_table(world)
    await world.advance(15)
    await hand(other)
    now = world.now()
    assert await load_table(world) == before
    await check_memory(world)
    await world.advance(2)
    await play_cat(who)
    clicked = {player.user: player.clicked_at for player in (await load_table(world)).players}
    assert clicked[other.id] == pytest.approx(now, abs=1)
    assert clicked[who.id] > clicked[other.id]
    await check_memory(world, written=True)


async def test_a_bot_that_stops_stores_who_has_looked(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await world.advance(5)
    await hand(ada)
    now = world.now()
    await world.advance(5)
    await world.restart()
    assert (await load_table(world)).clicked_at == pytest.approx(now, abs=1)


async def test_what_is_remembered_of_whole_games_is_stored(world: World) -> None:
    ada, ben, _, dan = world.people
    luck = Random(7)
    await deal(world, ada, ben, computers=1, clock="3")
    while not is_over(world):
        await dan.press("c1:l:", on=world.board())
        await step(world, luck)
        await check_memory(world)
    await check_memory(world, written=True)
    await ada.press("Rematch", on=world.board())
    await ben.press("c1:d:*:join", on=world.board())
    await ada.press("c1:d:*:start", on=world.board())
    await to_the_end(world, luck)
    await check_memory(world, written=True)


async def test_what_is_remembered_of_a_city_and_a_race_is_stored(world: World) -> None:
    ada, ben, cleo, _ = world.people
    luck = Random(2)
    await city.begin(world, ada, ben, computers=2)
    for _ in range(25):
        for seat in await city.list_owing_seats(world):
            person = (await world.list_players())[seat]
            if person is not None:
                moves = list_legal_paths(city.GAME, await city.game_of(world), seat)
                await enter(world, person, luck.choice(moves))
                await look_about(person, luck, looks=1)
                break
        else:
            await world.advance(COMPUTER_MOVE_SECONDS)
        await check_memory(world)
    world.channel = world.new_channel("race")
    await island.begin(world, ada, ben, cleo)
    mime, mask = await island.draw(world)
    await island.show(world, mime, "eyes")
    here = await island.guessers(world)
    await world.race(*(island.slap(person, mask) for person in here))
    await check_memory(world)
    await world.advance(island.RACE_CLOSING_SECONDS)
    await check_memory(world, written=True)
