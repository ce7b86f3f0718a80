"""Evenings on which people press whatever there is, and everything else happens meanwhile."""

from random import Random

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.demo.shown import Control, Shown
from tests.play.evening import check_memory, deal, load_table

COMMANDS = ("play", "hand", "board", "scores", "leave", "end", "rules", "help")
FOR_GOOD = ("c1:d:*:cancel", "c1:d:*:end-yes", "c1:d:*:leave-yes")


async def press_anything(person: Person, luck: Random) -> None:
    """Press any button or choose in any select of any message that this person ever saw."""
    world = person.world
    seen = [*person.privates()[-3:], *world.messages()[-3:]]
    found = [(screen, control) for screen in seen for control in screen.controls]
    if not found:
        return
    screen, control = luck.choice(found)
    if control.disabled or (is_for_good(screen, control) and luck.random() < 0.9):
        return
    values = [value for value, _ in control.options]
    more = {"values": [luck.choice(values)]} if values else {}
    await world.click(person, screen, control, more)


def is_for_good(screen: Shown, control: Control) -> bool:
    return any(control in screen.matching(what) for what in FOR_GOOD)


async def happen(world: World, luck: Random) -> None:
    who = luck.choice(world.people)
    what = luck.random()
    if what < 0.6:
        await press_anything(who, luck)
    elif what < 0.7:
        await world.advance(1)  # a refused board is not tried again at once: a command waits for it
        await who.slash(f"cats {luck.choice(COMMANDS)}")
    elif what < 0.8:
        await world.advance(luck.choice([3, 30, 130, 200]), step=200)
    elif what < 0.85:
        await who.say("meow")
    elif what < 0.9:
        who.set_locale(luck.choice(["de", "en-GB", "fr"]))
        who.rename(luck.choice(["Änn*a*", "\u202eBob", "C" * 32, "@here"]))
    elif what < 0.93 and world.messages():
        await world.delete(world.messages()[-1])
    elif what < 0.97:
        lost = luck.choice(["view_channel", "send_messages", "attach_files"])
        await world.permit(None, **{lost: luck.choice([False, None])})
    else:
        await world.restart(crash=luck.random() < 0.5)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2))]
)
async def test_whatever_people_do_they_are_answered_and_the_board_is_right(
    open_world: OpenWorld, seed: int
) -> None:
    world, luck = await open_world(heartbeat=20.0), Random(seed)
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo, computers=1, clock="3")
    for _ in range(70):
        await happen(world, luck)
        await check_memory(world)
    await world.permit(view_channel=None)
    await dan.slash("cats board")
    await world.advance(1)
    await check_memory(world, written=True)
    table = await load_table(world)
    assert table.board.shown == table.version
    assert table.paused != "channel"
    board = world.find(table.board.message or 0)
    assert board is not None
    assert board.id == world.messages()[-1].id
    if table.phase != "closed":
        assert (await dan.slash("cats rules")).shown.labels
