"""Calls: a lobby that calls people, and what they choose about that."""

from bot.bench.world import World
from bot.domain.calls import CallSubscription
from bot.presenters.time_zones import OTHER_ZONE
from tests.bench.scenes import Shoot
from tests.play.evening import sit_down

PEOPLE = 3
OTHERS = 6


async def scenes(world: World, shoot: Shoot) -> None:
    ada, ben, cleo = world.people
    await sit_down(world, ada, ben)
    await shoot("lobby", ada, world.board())
    await shoot("nobody", ada, (await ada.press("c1:d:*:call-people", on=world.board())).shown)
    panel = (await cleo.press("c1:d:0:call-me:", on=(await cleo.slash("cats privacy")).shown)).shown
    await shoot("panel", cleo, panel)
    await cleo.choose("c1:d:0:call-set:games", "quickpick", "cloaked_cats", on=panel)
    await cleo.choose("c1:d:0:call-set:until", "23", on=panel)
    await shoot("panel-on-list", cleo, cleo.private())
    form = await cleo.choose("c1:d:0:call-set:zone", OTHER_ZONE, on=cleo.private())
    await shoot("zone-unknown", cleo, (await cleo.write("Lissabon", form)).shown)
    form = await cleo.choose("c1:d:0:call-set:zone", OTHER_ZONE, on=cleo.private())
    await shoot("zone-written", cleo, (await cleo.write("port-au-prince", form)).shown)
    await shoot("privacy", cleo, (await cleo.slash("cats privacy")).shown)
    for number in range(OTHERS):
        other = world.add(f"Minka {number}")
        await world.store.calls.store(CallSubscription(world.guild.id, other.id), None)
    await shoot("called", ada, (await ada.press("c1:d:*:call-people", on=world.board())).shown)
    await shoot("call", cleo, world.board())
    await shoot("off", cleo, (await cleo.press("c1:d:*:call-off:", on=world.board())).shown)
    await cleo.press("c1:d:*:join", on=world.board())
    await shoot("joined", cleo, world.board())
