"""What people see of themselves: profile, scores, privacy, and onlookers' guesses."""

from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.domain.table import Player
from bot.games.registry import GAMES
from tests.bench.scenes import Shoot
from tests.bench.whole import whole_game
from tests.play.evening import deal, hand

PEOPLE = 4
DAY = 86_400.0
EVENINGS = 12


async def scenes(world: World, shoot: Shoot) -> None:
    """Look back at some weeks of games."""
    ada, ben, cleo, dan = world.people
    ben.rename("Bartholomäus der Unerschrockene!")
    people = [Player(each.name, each.id) for each in world.people[:3]]
    people[1] = replace(people[1], name="Bartholomäus der Unerschrockene!")
    now = world.now()
    for evening in range(EVENINGS):
        for game in GAMES:
            at = now - (EVENINGS - evening) * 4 * DAY
            seated = people[evening % 3 :] + people[: evening % 3]
            guild = world.guild.id
            await whole_game(world.store, game, seated, guild=guild, seed=1 + evening, at=at)
    await shoot("scores", ada, (await ada.slash("cats scores")).shown)
    everywhere = await ada.press("c1:d:0:scores:*/all", on=ada.private())
    await shoot("scores-all-empty", ada, everywhere.shown)
    profile = (await ada.slash("cats profile")).shown
    await shoot("profile", ada, profile)
    await shoot("profile-everywhere", ada, (await ada.press("c1:d:*/where", on=profile)).shown)
    awards = await ada.choose("c1:d:0:profile:*/awards", "cloaked_cats", on=profile)
    await shoot("profile-awards", ada, awards.shown)
    await _privacy(world, shoot)
    await shoot("profile-other", dan, (await dan.slash("cats profile", person=ada.actor)).shown)
    await shoot("profile-none", dan, (await dan.slash("cats profile")).shown)
    await _guesses(world, shoot, cleo)
    await shoot("forget", dan, (await dan.slash("cats forget")).shown)
    gone = await dan.press("c1:d:0:forget-yes:never", on=dan.private())
    await shoot("forget-never", dan, gone.shown)
    await shoot("unserved", dan, (await dan.slash("cats help")).shown)
    await shoot("unserved-privacy", dan, (await dan.slash("cats privacy")).shown)


async def _privacy(world: World, shoot: Shoot) -> None:
    ada, ben, *_ = world.people
    await shoot("privacy", ben, (await ben.slash("cats privacy")).shown)
    await world.permit(ada, manage_guild=True)
    panel = (await ada.slash("cats privacy")).shown
    panel = (await ada.choose("c1:d:0:seen-by:", "everybody", on=panel)).shown
    await shoot("privacy-manager", ada, panel)
    shown = (await ada.slash("cats scores")).shown
    everywhere = await ada.press("c1:d:0:scores:*/all", on=shown)
    await shoot("scores-all", ada, everywhere.shown)


async def _guesses(world: World, shoot: Shoot, onlooker: Person) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    said = await hand(onlooker)
    await shoot("guess", onlooker, said)
    answer = await onlooker.choose("c1:d:*:who-wins:", "1", on=said)
    await shoot("guessed", onlooker, answer.shown)
