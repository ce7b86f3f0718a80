"""The daily post about the puzzle on several days, and the panel in which managers choose it."""

from bot.bench.world import World
from bot.domain.puzzles import Attempt, Entry, find_opening
from bot.engine.puzzle_data import Mark
from bot.presenters.time_zones import OTHER_ZONE
from tests.bench.scenes import Shoot

PEOPLE = 3
SET, SHOW = "c1:d:0:settings-set", "c1:d:0:settings"
MONDAY = 39
NAMES = (
    "Ada",
    "Ben",
    "Cleo",
    "Minka von der Mühle",
    "*Max*",
    "Öykü",
    "Jo",
    "猫",
    "Tom",
    "Mia",
    "Eve",
)
HOUR, DAY = 3600.0, 86_400.0


async def scenes(world: World, shoot: Shoot) -> None:
    ada = world.people[0]
    guild = world.guild.id
    await world.permit(ada, manage_guild=True)
    await world.freeze(find_opening(MONDAY) + 6 * HOUR - world.now())
    locale = world.locales[ada.id]
    await world.store.server_settings.change(guild, "language", locale[:2], ada.id, 0.0)

    async def choose(name: str, value: str) -> None:
        panel = (await ada.slash("cats-settings")).shown
        screen = (await ada.choose(f"{SHOW}:", "puzzle_channel", on=panel)).shown
        await ada.choose(f"{SET}:puzzle_{name}", value, on=screen)

    async def solve(number: int, people: int) -> None:
        at = find_opening(number) + HOUR
        entries = (Entry("right", Mark(0, 1)),)
        for user, name in enumerate(NAMES[:people], 1):
            attempt = Attempt(number, user, guild, name, entries, user % 4, at, at + user)
            await world.store.puzzles.store_attempt(attempt, 0)

    async def wait_for_post(name: str, hours: float) -> None:
        before = len(world.messages())
        await world.freeze(hours * HOUR)
        await world.advance(60)
        assert len(world.messages()) == before + 1
        await shoot(name, ada, world.messages()[-1])

    panel = (await ada.slash("cats-settings")).shown
    await shoot("panel-off", ada, (await ada.choose(f"{SHOW}:", "puzzle_channel", on=panel)).shown)
    await choose("zone", "Europe/Berlin")
    await choose("channel", str(world.channel.id))
    await shoot("panel-on", ada, ada.private())
    await shoot("panel", ada, (await ada.slash("cats-settings")).shown)
    await wait_for_post("first", 1)
    await solve(MONDAY, 3)
    await wait_for_post("second", 24)
    for number in range(MONDAY + 1, MONDAY + 6):
        await solve(number, len(NAMES))
    await wait_for_post("sunday", 5 * 24)
    await world.store.server_settings.change(guild, "text_only", value=True, user=ada.id, now=0.0)
    world.bot.services.lookups.clear()
    await wait_for_post("words", 24)
    gone = world.new_channel("old-games")
    await choose("channel", str(gone.id))
    world.env.backend.delete_channel(gone.id)
    await world.freeze(DAY)
    await world.advance(60)
    await shoot("panel-gone", ada, (await ada.slash("cats-settings")).shown)
    await choose("channel", str(world.channel.id))
    await world.permit(send_messages=False)
    await world.freeze(DAY)
    await world.advance(400)
    panel = (await ada.slash("cats-settings")).shown
    screen = (await ada.choose(f"{SHOW}:", "puzzle_channel", on=panel)).shown
    await shoot("panel-refused", ada, screen)
    form = await ada.choose(f"{SET}:puzzle_zone", OTHER_ZONE, on=screen)
    await shoot("panel-zone", ada, (await ada.write("port-au-prince", form)).shown)
