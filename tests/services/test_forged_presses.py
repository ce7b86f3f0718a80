"""Presses whose custom ids an attacker has written do no more than those of the bot's buttons."""

from typing import Literal, NamedTuple

import pytest

from bot.bench.shown import Control, Shown
from bot.bench.world import Person, World
from tests.play.evening import deal, finish, sit_down

Who = Literal["anybody", "seated", "host", "player", "manager", "onlooker"]
"""Who may do something: a person with a seat, the host of the table, somebody who played in the

finished game, a manager of the server, or somebody without a seat at a running game.
"""


class Rule(NamedTuple):
    """Who may do an action, and where."""

    who: Who
    only_in_its_channel: bool = True
    """Whether the press has to come from the channel of its table or finished game.

    All other actions concern the person who presses, the server or the channel of the press.
    """


def anywhere(who: Who = "anybody") -> Rule:
    return Rule(who, only_in_its_channel=False)


ACTIONS = {
    # what a table shows
    "table": Rule("anybody"),
    "page": Rule("anybody"),
    "words": Rule("anybody"),
    "always-words": Rule("anybody"),
    "deal": Rule("anybody"),
    "options": Rule("host"),
    "game-options": Rule("host"),
    "games": Rule("anybody"),
    # what changes a lobby
    "join": Rule("anybody"),
    "computer-add": Rule("host"),
    "computer-remove": Rule("host"),
    "set": Rule("host"),
    "pick": Rule("host"),
    "remove": Rule("host"),
    "change-game": Rule("host"),
    "cancel": Rule("host"),
    "start": Rule("seated"),
    "make-room": Rule("anybody"),
    # what changes a running game
    "leave": Rule("seated"),
    "leave-yes": Rule("seated"),
    "come-back": Rule("player"),
    "end": Rule("host"),
    "end-yes": Rule("host"),
    "agree": Rule("seated"),
    "decline": Rule("seated"),
    "ask-seat": Rule("onlooker"),
    "pace": Rule("host"),
    "hand-over": Rule("host"),
    "skip": Rule("seated"),
    "here": Rule("seated"),
    "ready": Rule("seated"),
    "predict": Rule("onlooker"),
    "who-wins": Rule("onlooker"),
    "resume": Rule("seated"),
    # lessons, which have no channel
    "learn": anywhere(),
    "learn-again": anywhere(),
    "go-on": Rule("seated"),
    # finished games
    "rematch": Rule("player"),
    "open": Rule("anybody"),
    "replay": Rule("anybody"),
    "replay-moment": Rule("anybody"),
    "replay-round": Rule("anybody"),
    "replay-eyes": Rule("anybody"),
    "moments": Rule("anybody"),
    "share": Rule("player"),
    "party": Rule("player"),
    # watch parties: only on the message that shows one, see test_watch_parties.py
    "party-step": Rule("anybody"),
    "party-round": Rule("anybody"),
    "party-eyes": Rule("anybody"),
    "party-lead": Rule("anybody"),
    # the channel and the server of the press
    "play": anywhere(),
    "rules": anywhere(),
    "help": anywhere(),
    "history": anywhere(),
    "scores": anywhere(),
    "share-scores": anywhere(),
    "keep-here": anywhere("manager"),
    # the person who presses
    "close-hosted": anywhere(),
    "profile": anywhere(),
    "share-profile": anywhere(),
    "privacy": anywhere(),
    "seen-by": anywhere(),
    "keep-mine": anywhere(),
    "in-words": anywhere(),
    "serve": anywhere(),
    "export": anywhere(),
    "forget": anywhere(),
    "forget-yes": anywhere(),
}
"""Who may do each action of a table, and where. Each is pressed against this by a stranger."""

FORGED_VALUES = (
    "9" * 40,
    str(2**63),
    f"{2**63}/all/{'x' * 60}/x",
    "-1",
    "x" * 70,
    "1/2/3/4/5/6/7",
    "back/" + "9" * 40,
    "resume/" + "9" * 40,
    "rematch/" + "9" * 40 + "/x",
    "play/liars_dice/x/x/x/" + "9" * 20,
    "liars_dice/ever/" + "9" * 40,
    "9" * 20 + "/" + "9" * 20,
    "\0",
)
"""Arguments of actions that no button of the bot has."""


async def test_each_action_answers_a_forged_value(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    help_page = (await cleo.slash("cats help")).shown
    for value in FORGED_VALUES:
        for name in sorted(world.bot.services.actions.names):
            for table in (0, 1):
                custom_id = f"c1:d:{table}:{name}:{value}"[:100]
                button = Control("", custom_id, disabled=False, style=2)
                answer = await world.click(cleo, help_page, button, {})
                assert "Oops" not in answer.text, custom_id


PLAUSIBLE_VALUES = (
    "",
    "0",
    "1",
    "0/0",
    "0/1",
    "1/1",
    "fast",
    "clock/60",
    "text_only/1",
    "quickpick",
)
"""Arguments that buttons of the bot have."""


async def press_forged(who: Person, on: Shown, table: int, action: str, value: str) -> None:
    """Press a button that somebody has written on a message of the bot, and expect an answer."""
    button = Control("", f"c1:d:{table}:{action}:{value}", disabled=False, style=2)
    answer = await who.world.click(who, on, button, {})
    assert "Oops" not in answer.text, (action, value)


async def fingerprint(world: World) -> tuple[object, ...]:
    """Return what everybody can see, and the stored table without the times of clicks."""
    table = await world.load_table()
    return table.version, [(message.id, message.text) for message in world.messages()]


async def test_the_table_names_all_actions(world: World) -> None:
    assert {*ACTIONS} == {*world.bot.services.actions.names}


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_neither_strangers_nor_presses_from_another_channel_change_a_table(
    world: World, phase: str
) -> None:
    ada, ben, cleo, _ = world.people
    if phase == "lobby":
        await sit_down(world, ada, ben, clock="none")
    else:
        await deal(world, ada, ben, clock="none")
    if phase == "over":
        await finish(world)
    on = (await cleo.slash("cats help")).shown
    before = await fingerprint(world)
    for action, rule in ACTIONS.items():
        if rule.only_in_its_channel and rule.who not in ("anybody", "onlooker"):
            for value in (*PLAUSIBLE_VALUES, str(ben.id)):
                await press_forged(cleo, on, 1, action, value)
            assert await fingerprint(world) == before, action

    home, world.channel = world.channel, world.guild.create_text_channel("elsewhere")
    for who in (ada, cleo):
        on = (await who.slash("cats help")).shown
        for action, rule in ACTIONS.items():
            if rule.only_in_its_channel and (who is ada or rule.who in ("anybody", "onlooker")):
                for value in (*PLAUSIBLE_VALUES, str(ben.id)):
                    await press_forged(who, on, 1, action, value)
                assert world.messages() == [], action
        assert "Ben" not in on.text
    world.channel = home
    assert await fingerprint(world) == before
