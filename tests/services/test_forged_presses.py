"""Presses whose custom ids an attacker has written do no more than those of the bot's buttons."""

import re
from pathlib import Path
from typing import Literal

import pytest

from bot.bench.world import Person, World
from bot.demo.shown import Control, Shown
from tests.play.evening import deal, finish, sit_down

ROOT = Path(__file__).parents[2]
Who = Literal["anybody", "seated", "host", "player", "onlooker"]
"""A person with a seat, the table's host, who played in a finished game, who has no seat."""

IN_ITS_CHANNEL: dict[Who, str] = {
    "anybody": "table page words always-words deal games join make-room open replay replay-moment"
    " replay-round replay-eyes moments party-step party-round party-eyes party-lead",
    "host": "options game-options computer-add computer-remove set pick remove change-game cancel"
    " end end-yes pace hand-over vote-end evening-end",
    "seated": "start leave leave-yes agree decline skip here ready resume go-on call-people vote",
    "player": "come-back rematch share party evening",
    "onlooker": "ask-seat predict who-wins",
}
"""Who may do each action that has to come from the channel of its table or finished game."""
ANYWHERE = (
    "call-me call-set call-off"
    " learn learn-again play rules help history scores share-scores keep-here close-hosted profile"
    " share-profile privacy seen-by keep-mine in-words serve export forget forget-yes"
    " scores-tidy scores-remove scores-put-back"
    " settings settings-set"
    " puzzle puzzle-mark puzzle-hint puzzle-marks puzzle-lesson puzzle-archive puzzle-old"
    " puzzle-why puzzle-proof puzzle-share"
)
"""Actions that concern the person who presses, the server or the channel of the press."""
FOR_ALL = (*IN_ITS_CHANNEL["anybody"].split(), *IN_ITS_CHANNEL["onlooker"].split())
FOR_SOME = [
    name
    for who, names in IN_ITS_CHANNEL.items()
    if who not in ("anybody", "onlooker")
    for name in names.split()
]
FORGED_VALUES = (
    str(2**63),
    f"{2**63}/all/{'x' * 60}/x",
    "-1",
    "x" * 70,
    "1/2/3/4/5/6/7",
    "9" * 20 + "/" + "9" * 20,
    "\0",
)
FORGED_VALUES_OF_ONE_ACTION = {
    "remove": ("back/" + "9" * 40,),
    "make-room": (
        "resume/" + "9" * 40,
        "rematch/" + "9" * 40 + "/x",
        "play/liars_dice/x/x/x/" + "9" * 20,
    ),
    "scores": ("liars_dice/ever/" + "9" * 40,),
    "share-scores": ("liars_dice/ever/" + "9" * 40,),
}
PLAUSIBLE_VALUES = ("", "0", "1", "0/0", "0/1", "1/1", "fast", "clock/60", "quickpick", "stop")
PLAUSIBLE_VALUE = {
    "set": "clock/60",
    "change-game": "quickpick",
    "pace": "fast",
    "agree": "stop",
    "decline": "stop",
    "replay": "0/all/on",
    "share": "0/all/moment",
}


async def press_forged(who: Person, on: Shown, table: int, action: str, value: str) -> None:
    """Press a button that somebody has written on a message of the bot, and expect an answer."""
    button = Control("", f"c1:d:{table}:{action}:{value}"[:100], disabled=False, style=2)
    answer = await who.world.click(who, on, button, {})
    assert "Oops" not in answer.text, button.custom_id


async def test_each_action_is_listed_has_a_button_and_answers_a_forged_value(world, thorough):
    ada, ben, cleo, _ = world.people
    names = sorted(world.bot.services.actions.names)
    assert names == sorted([*FOR_ALL, *FOR_SOME, *ANYWHERE.split()])
    sources = "".join(file.read_text() for file in (ROOT / "bot").rglob("*.py"))
    named = {*re.findall(r'"([a-z-]+)"', re.sub("(?m)^ *@action.*", "", sources))}
    assert set(names) <= named, "each action has a button"
    await deal(world, ada, ben, clock="none")
    help_page = (await cleo.slash("cats help")).shown
    for name in names:
        for table in (0, 1) if thorough else (int(name not in ANYWHERE.split()),):
            for value in (*FORGED_VALUES, *FORGED_VALUES_OF_ONE_ACTION.get(name, ())):
                await press_forged(cleo, help_page, table, name, value)


async def fingerprint(world: World) -> tuple[object, ...]:
    """Return what everybody can see, and the stored table without the times of clicks."""
    table = await world.load_table()
    return table.version, [(message.id, message.text) for message in world.messages()]


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_neither_strangers_nor_presses_from_another_channel_change_a_table(
    world: World, phase: str, thorough: bool
) -> None:
    ada, ben, cleo, _ = world.people
    await (sit_down if phase == "lobby" else deal)(world, ada, ben, clock="none")
    if phase == "over":
        await finish(world)

    async def press_all(who: Person, action: str) -> None:
        plausible = {"", PLAUSIBLE_VALUE.get(action, "0"), str(ben.id)}
        for value in sorted({*plausible, *PLAUSIBLE_VALUES} if thorough else plausible):
            await press_forged(who, on, 1, action, value)

    on = (await cleo.slash("cats help")).shown
    before = await fingerprint(world)
    for action in FOR_SOME:
        await press_all(cleo, action)
        assert await fingerprint(world) == before, action

    home, world.channel = world.channel, world.guild.create_text_channel("elsewhere")
    for who, actions in ((ada, (*FOR_ALL, *FOR_SOME)), (cleo, FOR_ALL)):
        on = (await who.slash("cats help")).shown
        for action in actions:
            await press_all(who, action)
            assert world.messages() == [], action
        assert "Ben" not in on.text
    world.channel = home
    assert await fingerprint(world) == before
