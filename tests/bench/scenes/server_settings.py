"""The settings of a server, of which some were chosen and one channel is deleted later."""

from bot.bench.world import World
from bot.domain.server_settings import SettingName
from bot.presenters.server_settings import LISTED_SETTINGS
from tests.bench.scenes import Shoot

PEOPLE = 3
CHANGE = "c1:d:0:settings-set"


async def scenes(world: World, shoot: Shoot) -> None:
    ada, ben, _ = world.people
    await world.permit(ada, manage_guild=True)
    games, gone = world.new_channel("games"), world.new_channel("lounge")
    players = world.new_role("Players", ben)
    await shoot("usual", ada, (await ada.slash("cats-settings")).shown)
    for name in LISTED_SETTINGS:
        panel = (await ada.slash("cats-settings")).shown
        await shoot(name, ada, (await ada.choose("c1:d:0:settings:", name, on=panel)).shown)
    chosen: dict[SettingName, tuple[str, ...]] = {
        "channels": (str(games.id), str(gone.id)),
        "roles": (str(players),),
        "games": ("liars_dice", "who_barked"),
        "clock": ("3",),
        "level": ("fox",),
    }
    for name, values in chosen.items():
        panel = (await ada.slash("cats-settings")).shown
        await ada.choose("c1:d:0:settings:", name, on=panel)
        screen = await ada.choose(f"{CHANGE}:{name}", *values, on=ada.private())
        await shoot(f"{name}-chosen", ada, screen.shown)
    await shoot("chosen", ada, (await ada.slash("cats-settings")).shown)
    world.env.backend.delete_channel(gone.id)
    await shoot("deleted", ada, (await ada.slash("cats-settings")).shown)
    await shoot("elsewhere", ben, (await ben.slash("cats play", game="liars_dice")).shown)
    await shoot("not-this", ben, (await ben.slash("cats play", game="quickpick")).shown)
    await shoot("help", ben, (await ben.slash("cats help")).shown)
