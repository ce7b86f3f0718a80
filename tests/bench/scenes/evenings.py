"""An evening: votes, points after a game, the podium, and the history."""

from bot.bench.world import World
from bot.domain.evening_games import NEXT_GAME_SECONDS
from bot.domain.voting import VOTE_SECONDS
from tests.bench.scenes import Shoot
from tests.services.test_evenings import CATS, DICE, finish_dice, play_out, vote

PEOPLE = 4


async def scenes(world: World, shoot: Shoot) -> None:
    ada, ben, cleo, dan = world.people
    started = await ada.slash("cats evening")
    await shoot("begun", ada, started.shown)
    for guest in (ben, cleo, dan):
        await guest.press("c1:d:*:join", on=world.board())
    await shoot("first-vote", ben, world.board())
    for who, game in ((ada, DICE), (ben, DICE), (cleo, CATS)):
        await vote(who, game)
    await shoot("voted", ben, world.board())
    await vote(dan, DICE)
    await shoot("lobby", ben, world.board())
    await ada.press("c1:d:*:start", on=world.board())
    await finish_dice(world)
    await shoot("end", ada, world.board())
    await world.advance(NEXT_GAME_SECONDS)
    await shoot("second-vote", ben, world.board())
    await vote(ben, CATS)
    await world.advance(VOTE_SECONDS)
    await shoot("second-lobby", ben, world.board())
    await ada.press("c1:d:*:start", on=world.board())
    await play_out(world)
    await shoot("second-end", ada, world.board())
    await world.advance(NEXT_GAME_SECONDS)
    await ada.press("c1:d:*:evening-end", on=world.board())
    await shoot("podium", ada, world.messages()[-1])
    await shoot("history", ada, (await ada.slash("cats history")).shown)
