"""Scenarios, played by the real bot; those of this tree, and what one says that does not hold."""

from pathlib import Path

import pytest

from bot.common.config import StartProblem
from bot.demo.player import Player, derive_seed, describe_message
from bot.demo.scenario import Scenario, parse_scenario
from bot.demo.shown import read_messages
from bot.demo.stage import Stage, open_stage
from bot.discord_adapter.admission import ClickRejected
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.services.presses import PressHandler
from tests.tables import expect_game

SCENARIOS = [
    parse_scenario(file.read_text(encoding="utf-8"), file.name, GAMES)
    for file in sorted((Path(__file__).parents[1] / "scenarios").iterdir())
]
LOBBY = "game: cloaked_cats\noptions: text-only=yes\nstart: no\n"
TWO = "game: cloaked_cats\npeople: Ada, Ben\noptions: text-only=yes\n"


async def play_scenario(there: Stage, told: str) -> Player:
    player = Player(there, parse_scenario(told, "bug.txt", GAMES))
    await player.play()
    return player


def public(there: Stage) -> list[str]:
    shown = read_messages(there.env, there.channel.id)
    return [describe_message(there.env, message) for message in shown]


def test_there_is_a_scenario_of_each_game_and_one_in_each_language() -> None:
    assert {scenario.game for scenario in SCENARIOS} == set(GAMES)
    assert {scenario.language for scenario in SCENARIOS} == set(LANGUAGES)
    assert all(scenario.steps for scenario in SCENARIOS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.file)
async def test_each_scenario_of_the_folder_holds(scenario: Scenario) -> None:
    async with open_stage(scenario.language, people=scenario.count_people()) as there:
        await Player(there, scenario).play()
        there.env.raise_errors()


async def test_the_same_number_is_the_same_deal_and_another_one_is_another() -> None:
    async def dealt(number: int) -> list[str]:
        told = f'{TWO}computers: 2\ndeal: {number}\nwait: 20 seconds\nAda: press "🐾"\n'
        async with open_stage("en") as there:
            await play_scenario(there, told)
            ada = there.people["Ada"].id
            mine = [one for one in read_messages(there.env, there.channel.id, ada) if one.ephemeral]
            happened = [one.partition("What happened")[2] for one in public(there)]
            return [*(describe_message(there.env, one) for one in mine), *happened]

    seventh = await dealt(7)
    assert await dealt(7) == seventh
    assert await dealt(8) != seventh
    assert len(derive_seed(7, 0)) == 32
    assert derive_seed(7, 0) != derive_seed(7, 1)


async def test_options_of_the_table_and_of_the_game_are_chosen_as_people_choose_them() -> None:
    told = (
        "game: catham_city\npeople: Ada, Ben\ncomputers: 1\nlanguage: de\ndeal: 3\n"
        "options: clock=3, level=tomcat, pace=slow, text-only=yes, actions=two,"
        " factions=police.robocats.mafia.hackers.bureaucrats\n"
    )
    async with open_stage("de") as there:
        await play_scenario(there, told)
        table = await there.client.services.tables.load(1)
    assert (table.clock, table.language, table.pace, table.text_only) == ("3", "de", "slow", True)
    assert dict(table.options)["actions"] == "two"
    assert set(dict(table.options)["factions"].split(".")) >= {"police", "bureaucrats"}
    assert [player.level for player in table.players if player.user is None] == ["tomcat"]
    assert expect_game(table).seed == derive_seed(3, 0)


HANDS = f'{TWO}deal: 1\nAda: press "My cards"\nBen: press "My cards"\n'
FEW_GAMES = dict([*GAMES.items()][:3])
"""So few that each has a row of its own in the help, with a button to learn it."""
HELP = "game: cloaked_cats\nstart: no\nBen: /cats help\n"
PANEL = f'{LOBBY}Ada: press "Options"\n'


@pytest.mark.parametrize(
    ("told", "key", "there"),
    [
        (f'{LOBBY}Ada: press "My cards"\n', "scenario-no-button", '"🐾 Join"'),
        (f'{LOBBY}Ada: press "Start"\n', "scenario-disabled", "Start"),
        (f'{HANDS}Ada: press "1. White · seated boss"\n', "scenario-no-button", ""),
        (f'{TWO}Cleo: press old "Join"\nCleo: press old "My cards"\n', "scenario-no-button", ""),
        (f'{HELP}Ben: press "Learn it"\n', "scenario-several", ""),
        (f'{HELP}Ben: press "🎓"\n', "scenario-several", ""),
        (f'{HELP}Ben: press "🎓 Learn it" 9\n', "scenario-no-button", ""),
        (f'{LOBBY}board: see "Nobody is here"\n', "scenario-not-seen", "Ada (host)"),
        (f'{LOBBY}Ada: see "Ada (host)"\n', "scenario-not-seen", ""),
        (f'{LOBBY}Ben: see "When the game starts"\n', "scenario-not-seen", "–"),
        (f'{LOBBY}board: not see "Ada (host)"\n', "scenario-seen", ""),
        (f'{LOBBY}Dan: not see "Ada (host)"\n', "scenario-seen", ""),
        (f'{LOBBY}Ada: /cats rules\nAda: not see "When the game starts"\n', "scenario-seen", ""),
        (f'{PANEL}Ada: choose "Time limit: 7"\n', "scenario-no-options", "1 hour"),
        (f'{PANEL}Ada: write "Lisbon"\n', "scenario-no-form", "Ada"),
        (
            f'{PANEL}Ada: choose "⏱️ Time limit: 1 hour", "⏱️ Time limit: 3 minutes"\n',
            "scenario-how-many",
            "",
        ),
        (
            f'{PANEL}Ada: choose "⏱️ Time limit: 1 hour" in "Something else"\n',
            "scenario-no-options",
            "",
        ),
        *(
            (f"{LOBBY}Ada: /{command}\n", "scenario-command", "/cats scores")
            for command in (
                "cats dance",
                "dogs",
                "cats rules game=dogs",
                "cats play computers=many",
            )
        ),
    ],
)
async def test_a_step_that_does_not_hold_fails_with_its_line_and_what_is_there(
    told: str, key: str, there: str
) -> None:
    async with open_stage("en", FEW_GAMES) as stage:
        with pytest.raises(StartProblem) as problem:
            await play_scenario(stage, told)
    assert problem.value.key == key
    at = f"bug.txt:{len(told.splitlines())}"
    values = {**problem.value.values}
    assert values["at"] == at
    for language in LANGUAGES:
        assert f"{at}:" in text(language)(key, **values)
    assert there in "".join(values.values())


async def test_buttons_of_one_name_are_told_apart_by_their_signs_or_counted() -> None:
    async with open_stage("en", FEW_GAMES) as there:
        third = 'Ben: press "🎓 Learn it" 3\nBen: see "Welcome to the island!"\n'
        await play_scenario(there, f"{HELP}{third}")


async def test_what_only_one_sees_nobody_else_is_said_to_see() -> None:
    async with open_stage("en") as there:
        told = f'{LOBBY}Ada: see "When the game starts"\nBen: not see "When the game starts"\n'
        await play_scenario(there, f'{told}board: not see "When the game starts"\n')


async def test_a_table_that_cannot_start_fails_at_its_game() -> None:
    async with open_stage("en") as there:
        with pytest.raises(StartProblem) as problem:
            told = "deal: 1\ngame: quickpick\npeople: Ada, Ben\ncomputers: 1\n"
            await play_scenario(there, f"{told}options: mode=camera\n")
    assert problem.value.key == "scenario-disabled"
    assert problem.value.values["at"] == "bug.txt:2"


async def test_a_click_that_the_bot_leaves_alone_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def say_nothing(*_: object) -> None:
        raise ClickRejected("")

    monkeypatch.setattr(PressHandler, "handle_press", say_nothing)
    async with open_stage("en") as there:
        with pytest.raises(StartProblem) as problem:
            await play_scenario(there, PANEL)
    assert problem.value.key == "scenario-silent"
