"""A table in a thread of its own, and people who are removed from the scores of their server."""

from bot.bench.world import World
from bot.domain.table import Player
from tests.bench.scenes import Shoot
from tests.bench.whole import whole_game

PEOPLE = 2
REMOVE, PUT_BACK = "c1:d:0:scores-remove:", "c1:d:0:scores-put-back:"


async def scenes(world: World, shoot: Shoot) -> None:
    (ada, ben), gone = world.people, world.add("Dan")
    guild = world.guild.id
    players = [Player(person.name, person.id) for person in (ada, ben, gone)]
    await whole_game(world.store, "liars_dice", players, guild=guild, at=world.now())
    await world.permit(ada, manage_guild=True)
    await world.bot.services.lookups.change_setting(guild, "threads", True, ada.id, world.now())
    opened = await ada.slash("cats play", game="liars_dice")
    await shoot("line", ben, world.messages()[0])
    await shoot("answer", ada, opened.shown)
    await world.bot.services.lookups.change_setting(guild, "threads", False, ada.id, world.now())
    world.guild.remove_member(gone.actor)
    scores = (await ada.slash("cats scores")).shown
    await shoot("scores", ada, scores)
    panel = (await ada.press("c1:d:0:scores-tidy", on=scores)).shown
    await shoot("tidy", ada, panel)
    await shoot("still-here", ada, (await ada.choose(REMOVE, str(ben.id), on=panel)).shown)
    removed = (await ada.choose(REMOVE, str(gone.id), on=panel)).shown
    await shoot("removed", ada, removed)
    await shoot("put-back", ada, (await ada.choose(PUT_BACK, str(gone.id), on=removed)).shown)
