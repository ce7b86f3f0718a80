"""Liar's Dice from the lobby to the end, at a table of four."""

from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.world import World
from bot.games.liars_dice.model.state import Bid, State
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS, LOOK_PAUSE_SECONDS
from tests.bench.scenes import Shoot, look_back, show_rules
from tests.play.evening import find_asked_player, hand, load_game, load_table, write_state

PEOPLE = 4
SEED = bytes([97]) * 32
"""It deals the seats in the order in which people came."""
CUPS = ((1, 3, 3, 5, 6), (2, 3, 5, 5, 6), (1, 2, 2, 4, 6), (3, 4, 4, 5, 6))


async def scenes(world: World, shoot: Shoot) -> None:
    world.bot.services.lobby.make_seed = lambda: SEED
    await lobby(world, shoot)
    await show_rules(world.people[1], shoot, "liars_dice")
    await first_round(world, shoot)
    await ending(world, shoot)


async def lobby(world: World, shoot: Shoot) -> None:
    ada, *guests = world.people
    await ada.slash("cats play", game="liars_dice")
    await shoot("lobby", guests[0], world.board())
    await ada.press("c1:d:*:options")
    await shoot("options-game", ada, (await ada.press("c1:d:*:game-options")).shown)
    for guest in guests:
        await guest.press("c1:d:*:join")


async def arrange(world: World, **changes: object) -> State:
    before = (await load_game(world)).state
    assert isinstance(before, State)
    state = replace(before, decision=before.decision + 1, **changes)
    write_state(world, state)
    return state


async def first_round(world: World, shoot: Shoot) -> None:
    ada = world.people[0]
    await ada.press("c1:d:*:start", on=world.board())
    await arrange(world, cups=CUPS)
    await ada.slash("cats board")
    await shoot("board-first", ada, world.board())
    first = find_asked_player(world)
    await shoot("turn-first", first, await hand(first))
    await enter(world, first, "bid/4/5")
    await shoot("waits", first, first.private())
    await shoot("board-bid", ada, world.board())
    second = find_asked_player(world)
    own = await hand(second)
    await shoot("turn-bid", second, own)
    (notebook,) = [one for one in own.controls if one.custom_id.endswith(":notebook")]
    await shoot("notebook", second, (await second.press(notebook.custom_id, on=own)).shown)
    await shoot("turn-face", second, (await second.press("c1:l:*:bid/5", on=own)).shown)
    await enter(world, second, "bid/7/5")
    third = find_asked_player(world)
    await enter(world, third, "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    await shoot("open-challenger", third, third.private())
    await shoot("open-bidder", second, await hand(second))
    await shoot("board-open", ada, world.board())
    words = await third.press("c1:d:*:words", on=world.board())
    await shoot("board-open-words", third, words.shown)
    await world.advance(LOOK_PAUSE_SECONDS + 1)
    await shoot("board-next", ada, world.board())
    await shoot("next-own", third, await hand(third))


async def ending(world: World, shoot: Shoot) -> None:
    people = world.people
    seat = (await load_table(world)).seat_of(people[0].id) or 0
    others = [other for other in range(4) if other != seat]
    cups = tuple((5,) if s == others[2] else (2, 5, 6) if s == others[1] else () for s in range(4))
    bid = Bid(others[1], 2, 5)
    await arrange(world, cups=cups, turn=others[2], bids=(bid,), out=(others[0], seat))
    await people[0].slash("cats board")
    await shoot("board-two-left", people[0], world.board())
    await shoot("out", people[0], await hand(people[0]))
    last = find_asked_player(world)
    await enter(world, last, "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    await shoot("over", people[0], world.board())
    await shoot("result", last, last.private())
    await look_back(last, shoot)
