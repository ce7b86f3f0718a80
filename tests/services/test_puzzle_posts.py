"""Each day the puzzle is posted once in the servers that want it, and nobody is disturbed."""

from datetime import UTC, datetime

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import Answer, Person, World
from bot.demo.shown import Shown
from bot.discord_adapter.client import ShardSession
from bot.discord_adapter.request_gate import RateLimit, RequestGate
from bot.discord_adapter.rest import SILENT_FLAG
from bot.domain.puzzles import Attempt, Entry, find_number, find_opening
from bot.domain.server_settings import ServerSettings
from bot.engine.puzzle_data import Mark
from bot.games.registry import GAMES
from tests.toys.puzzles import TOY_PUZZLES

(FIRST, *_) = GAMES
TOYS = {**GAMES, FIRST: replace(GAMES[FIRST], puzzles=TOY_PUZZLES)}
HOUR, DAY = 3600.0, 86_400.0
MANY_SERVERS = 150
TODAY = 40
"""The number of the puzzle that opens 24 hours before a world's first midnight."""
SET, SHOW = "c1:d:0:settings-set", "c1:d:0:settings"


@pytest_asyncio.fixture
async def world(open_world: OpenWorld, monkeypatch: pytest.MonkeyPatch) -> World:
    """Open a world at 06:00 UTC."""
    monkeypatch.setattr("bot.services.scheduler.MAX_SLEEP_SECONDS", DAY)
    world = await open_world(registry=TOYS)
    await world.freeze(find_opening(TODAY) + 6 * HOUR - world.now())
    await world.permit(world.people[0], manage_guild=True)
    return world


async def open_panel(who: Person) -> Shown:
    panel = (await who.slash("cats-settings")).shown
    return (await who.choose(f"{SHOW}:", "puzzle_channel", on=panel)).shown


async def choose(who: Person, name: str, value: str) -> Answer:
    return await who.choose(f"{SET}:puzzle_{name}", value, on=await open_panel(who))


async def switch_on(world: World, hour: int = 9, zone: str = "UTC") -> Answer:
    ada = world.people[0]
    await choose(ada, "zone", zone)
    await choose(ada, "hour", str(hour))
    return await choose(ada, "channel", str(world.channel.id))


async def find(world: World) -> ServerSettings:
    return await world.store.server_settings.find(world.guild.id)


async def solve(
    world: World, user: int, number: int, prints: int = 0, name: str = "", hours: float = 6.0
) -> None:
    """Store that somebody of the server solved a puzzle some hours after its opening."""
    at = find_opening(number) + hours * HOUR
    entries = (Entry("right", Mark(0, 1)),)
    names = {person.id: person.name for person in world.people}
    who = (number, user, world.guild.id, name or names.get(user, f"Cat {user}"))
    await world.store.puzzles.store_attempt(Attempt(*who, entries, prints, at - 60, at), 0)


def posts(world: World) -> list[Shown]:
    return [each for each in world.messages() if "Puzzle #" in each.title]


async def test_it_is_off_until_a_manager_picks_a_channel(world: World) -> None:
    ada = world.people[0]
    panel = (await ada.slash("cats-settings")).shown
    assert "**🧩 A puzzle every day:** off (the\u00a0usual)" in panel.text
    await world.jump(2 * DAY)
    assert not posts(world)
    assert (await find(world)).puzzle_due is None


async def test_it_comes_at_its_hour_each_day_and_is_silent(world: World) -> None:
    answer = await switch_on(world, hour=9, zone="Europe/Berlin")
    due = find_opening(TODAY) + 7 * HOUR  # summer time
    assert f"Right now: **<#{world.channel.id}> at 09:00 (Berlin, Paris" in answer.text
    assert f"Next post: <t:{int(due)}:F>" in answer.text
    await world.advance(HOUR - 61)
    assert not posts(world)
    since = len(world.requests)
    for day in range(3):
        await world.advance(180 if not day else DAY, step=1800)
        assert len(posts(world)) == day + 1
    first, *_, last = posts(world)
    assert first.title == f"🧩 Puzzle #{TODAY} · " + first.title.split("· ")[1]
    assert last.title.startswith(f"🧩 Puzzle #{TODAY + 2} ")
    assert first.files and not first.content
    sent = [each for each in world.requests[since:] if each.path.endswith("/messages")]
    assert len(sent) == 3
    assert world.list_pinged(since) == []
    assert all(each.json["flags"] & SILENT_FLAG for each in sent)


async def test_anybody_can_play_from_it(world: World) -> None:
    await switch_on(world)
    await world.advance(3 * HOUR + 120, step=600)
    answer = await world.people[1].press("Solve it", on=posts(world)[0])
    assert answer.shown.ephemeral
    answer = await world.people[1].press("Straight to the puzzle", on=answer.shown)
    assert f"Puzzle #{TODAY}" in answer.text


async def test_it_tells_the_streak_yesterday_and_par_but_names_nobody_who_hides(
    world: World,
) -> None:
    ada, ben, cleo, dan = world.people
    yesterday = TODAY - 1
    await world.store.people.set_preference(cleo.id, "seen_by", "me")
    await world.store.people.set_preference(dan.id, "served", value=False)
    for person, prints in ((ada, 4), (ben, 0), (cleo, 1), (dan, 1)):
        await solve(world, person.id, yesterday, prints)
    for number in (TODAY - 2, TODAY - 3, TODAY - 5):
        await solve(world, ada.id, number, 2)
    await solve(world, 77, yesterday, 3, name="*Eve* <@5> https://x.y")
    await solve(world, 78, yesterday, 1, name="Late", hours=36.5)
    await switch_on(world)
    await world.advance(3 * HOUR + 120, step=600)
    (post,) = posts(world)
    assert "streak: **3 days**" in post.text
    eve = "\\*Eve\\* \\<\\@5\\> https\\:\\/\\/x.y\u00a0🐾\u00a03"
    assert (
        f"**Yesterday's puzzle:** Ben\u00a0🐾\u00a00 · {eve} · Ada\u00a0🐾\u00a04 and 2 more"
        in post.text
    )
    assert f"**Par of #{TODAY - 2}:** 🐾 2" in post.text
    assert "Cleo" not in post.text and "Dan" not in post.text and "Late" not in post.text


async def test_many_solvers_are_counted_and_without_any_there_is_no_line(world: World) -> None:
    await switch_on(world)
    await world.advance(3 * HOUR + 120, step=600)
    (post,) = posts(world)
    assert "Yesterday" not in post.text and "Par" not in post.text
    assert "starts a streak" in post.text
    for user in range(1, 18):
        await solve(world, user, TODAY, user % 3)
    await world.advance(DAY, step=1800)
    assert "and 7 more" in posts(world)[-1].text
    assert posts(world)[-1].text.count("🐾") == 10
    for user in range(1, 18):
        await world.store.people.set_preference(user, "seen_by", "me")
        await solve(world, user, TODAY + 1)
    await world.advance(DAY, step=1800)
    assert "**Yesterday's puzzle:** 17 of you solved it." in posts(world)[-1].text


async def test_it_speaks_the_language_of_the_boards_or_of_the_server(world: World) -> None:
    ada = world.people[0]
    await switch_on(world)
    world.env.backend.edit_guild(world.guild.id, {"preferred_locale": "de"})
    await world.restart()
    await world.advance(3 * HOUR + 120, step=600)
    (post,) = world.messages()
    assert post.title.startswith(f"🧩 Rätsel #{TODAY} ")
    panel = (await ada.slash("cats-settings")).shown
    screen = (await ada.choose(f"{SHOW}:", "language", on=panel)).shown
    await ada.choose(f"{SET}:language", "en", on=screen)
    panel = (await ada.slash("cats-settings")).shown
    screen = (await ada.choose(f"{SHOW}:", "text_only", on=panel)).shown
    await ada.choose(f"{SET}:text_only", "yes", on=screen)
    await world.advance(DAY, step=1800)
    post = posts(world)[-1]
    assert not post.files
    assert "card 1" in post.text


async def test_a_missed_post_of_today_comes_late_and_older_ones_never(world: World) -> None:
    await switch_on(world)

    async def wait_eleven_hours() -> str:
        await world.jump(14 * HOUR)
        return world.database

    await world.restart(meanwhile=wait_eleven_hours)
    await world.advance(120)
    assert len(posts(world)) == 1
    assert (await find(world)).puzzle_due == find_opening(TODAY + 1) + 9 * HOUR

    async def wait_for_days() -> str:
        await world.jump(4 * DAY + 2 * HOUR)
        return world.database

    await world.restart(meanwhile=wait_for_days)
    await world.advance(120)
    number = find_number(world.now())
    assert len(posts(world)) == 1, "it would have come 13 hours late"
    assert (await find(world)).puzzle_due == find_opening(number + 1) + 9 * HOUR

    async def wait_for_more_days() -> str:
        await world.jump(3 * DAY - 8 * HOUR)
        return world.database

    await world.restart(meanwhile=wait_for_more_days)
    await world.advance(120)
    assert posts(world)[1].title.startswith(f"🧩 Puzzle #{number + 3} ")
    assert len(posts(world)) == 2


async def test_another_hour_on_the_same_day_brings_no_second_post(world: World) -> None:
    ada = world.people[0]
    await switch_on(world)
    await world.advance(3 * HOUR + 120, step=600)
    answer = await choose(ada, "hour", "12")
    due = find_opening(TODAY + 1) + 12 * HOUR
    assert f"<t:{int(due)}:F>" in answer.text
    await ada.press("Switch off", on=await open_panel(ada))
    assert (await find(world)).puzzle_due is None
    await choose(ada, "channel", str(world.channel.id))
    assert (await find(world)).puzzle_due == due
    await world.advance(6 * HOUR, step=600)
    assert len(posts(world)) == 1


async def test_a_zone_can_be_written(world: World) -> None:
    ada = world.people[0]
    await choose(ada, "channel", str(world.channel.id))
    form = await choose(ada, "zone", "?")
    answer = await ada.write("kathmandu", form)
    assert "(Kathmandu)" in answer.text
    assert (await find(world)).puzzle_due == find_opening(TODAY + 1) + (3 * 60 + 15) * 60
    form = await choose(ada, "zone", "?")
    answer = await ada.write("nowhere at all", form)
    assert "I don't know what time it is" in answer.shown.note
    assert (await find(world)).puzzle_zone == "Asia/Kathmandu"


async def test_two_managers_who_choose_at_once_keep_each_others_choice(world: World) -> None:
    ada, ben, *_ = world.people
    await world.permit(ben, manage_guild=True)
    await switch_on(world)
    panels = await open_panel(ada), await open_panel(ben)
    await world.race(
        ada.choose(f"{SET}:puzzle_hour", "21", on=panels[0]),
        ben.choose(f"{SET}:puzzle_zone", "Asia/Tokyo", on=panels[1]),
        ada.choose(f"{SET}:puzzle_hour", "20", on=panels[0]),
    )
    settings = await find(world)
    assert (settings.puzzle_hour, settings.puzzle_zone) == (20, "Asia/Tokyo")
    assert settings.puzzle_due == find_opening(TODAY) + 11 * HOUR
    assert await world.bot.services.lookups.find_settings(world.guild.id) == settings


async def test_a_deleted_channel_ends_it_with_a_note_and_another_one_starts_it_again(
    world: World,
) -> None:
    ada = world.people[0]
    gone, other = world.new_channel("puzzles"), world.new_channel("more")
    await choose(ada, "channel", str(gone.id))
    world.env.backend.delete_channel(gone.id)
    await world.advance(3 * HOUR + 120, step=600)
    settings = await find(world)
    assert (settings.puzzle_due, settings.puzzle_problem) == (None, "gone")
    panel = await open_panel(ada)
    assert panel.note == (
        "🧩 The channel for the daily puzzle is gone, so it's off. "
        "Pick another channel and it's back."
    )
    assert "Right now: **off (the\u00a0usual)**" in panel.text
    await choose(ada, "hour", "12")
    assert (await find(world)).puzzle_due is not None, "the channel may be back"
    answer = await choose(ada, "channel", str(other.id))
    assert not answer.shown.note
    await world.advance(3 * HOUR, step=600)
    assert len(world.messages(channel=other)) == 1


async def test_without_permission_it_ends_only_after_some_minutes(world: World) -> None:
    ada = world.people[0]
    await switch_on(world)
    await world.permit(send_messages=False)
    await world.advance(3 * HOUR + 60, step=600)
    assert (await find(world)).puzzle_due == find_opening(TODAY) + 9 * HOUR
    await world.advance(8 * 60)
    settings = await find(world)
    assert (settings.puzzle_due, settings.puzzle_problem) == (None, "refused")
    panel = await open_panel(ada)
    assert f"I may not post the daily puzzle in <#{world.channel.id}>" in panel.note
    await world.permit(send_messages=None)
    await choose(ada, "hour", "10")
    await world.advance(HOUR, step=600)
    assert len(posts(world)) == 1


async def test_permission_that_comes_back_in_time_brings_the_post(world: World) -> None:
    await switch_on(world)
    await world.permit(view_channel=False)
    await world.advance(3 * HOUR + 100, step=100)
    await world.permit(view_channel=None)
    await world.advance(120)
    assert len(posts(world)) == 1


@pytest.mark.parametrize("code", [50013, 200000], ids=["no files", "forbidden name"])
async def test_a_post_that_discord_refuses_comes_in_plain_words(world: World, code: int) -> None:
    await solve(world, 5, TODAY - 1)
    await switch_on(world)
    path = "/channels/*/messages"
    world.env.inject_error("POST", path, status=403, code=code, message="no")
    await world.advance(3 * HOUR + 120, step=600)
    (post,) = posts(world)
    assert not post.files
    assert "card 1" in post.text
    assert "one of you solved it" in post.text


async def test_when_discord_fails_it_comes_later(world: World) -> None:
    await switch_on(world)
    world.fail("POST", "/channels/*/messages", status=500, times=7)
    await world.advance(3 * HOUR + 600, step=60)
    assert len(posts(world)) == 1
    assert (await find(world)).puzzle_due == find_opening(TODAY + 1) + 9 * HOUR


async def test_a_server_that_the_bot_left_gets_none(world: World) -> None:
    await switch_on(world)
    settings = await find(world)
    await world.store.guilds.note_removed([world.guild.id], 1.0)
    while await world.store.retention.delete_some_of_guild(world.guild.id, 2.0):
        pass
    begun = await world.store.server_settings.begin_puzzle_post(
        world.guild.id, settings.puzzle_due or 0.0, 1.0
    )
    assert begun is None
    await world.advance(4 * HOUR, step=600)
    assert not posts(world)


async def test_many_servers_at_the_same_hour_are_spread_and_each_gets_one_post(
    open_world: OpenWorld,
) -> None:
    rate_limit = RateLimit(10**6)
    world = await open_world(registry=TOYS, session=ShardSession(gate=RequestGate(rate_limit)))
    nine = find_opening(TODAY) + 9 * HOUR
    await world.freeze(nine - 300 - world.now())
    servers = [*range(1000, 1000 + MANY_SERVERS)]
    for guild in servers:
        due = nine - 60 if guild % 10 == 7 else nine
        wish = ServerSettings(
            guild,
            language="en",
            puzzle_channel=world.channel.id,
            puzzle_zone="UTC",
            puzzle_due=due,
        )
        await world.store.server_settings.change(guild, "language", "en", 1, 1.0)
        await world.store.server_settings.change_puzzle(wish)
    with world.bot_scope():
        world.bot.services.puzzle_posts.wake()

    def posted() -> list[int]:
        sent = (each.json for each in world.requests if each.path.endswith("/messages"))
        nonces = [str(body["nonce"]) for body in sent if body]
        return [int(nonce[1:].split("-")[0], 16) for nonce in nonces if nonce.startswith("p")]

    await world.advance(300, step=10)
    early = [guild for guild in servers if guild % 10 == 7]
    assert posted()[: len(early)] == early
    await world.advance(10, step=1)
    assert 25 <= len(posted()) - len(early) <= 32, "three a second"
    board = await world.people[0].slash("cats play")
    assert board.text, "people are answered at once"
    await world.advance(10, step=1)
    await world.restart(crash=True)
    await world.advance(MANY_SERVERS / 3, step=10)
    late = [guild for guild in servers if guild % 10 != 7]
    assert posted() == early + late
    dues = {(await world.store.server_settings.find(guild)).puzzle_due for guild in servers}
    assert dues == {nine + DAY}


def test_the_first_day_is_one_of_summer_time() -> None:
    assert datetime.fromtimestamp(find_opening(TODAY), UTC).month == 6
