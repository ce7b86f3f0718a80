"""Scenarios, played by the real bot; those of this tree, and what one says that does not hold."""

from pathlib import Path

import pytest

from bot.common.config import StartProblem
from bot.demo.player import Player, derive_seed, read_messages
from bot.demo.scenario import Scenario, parse_scenario
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
    """Play what a file tells."""
    player = Player(there, parse_scenario(told, "bug.txt", GAMES))
    await player.play()
    return player


async def play_until_failure(told: str, key: str) -> dict[str, str]:
    """Play what a file tells up to its last line, which fails; returns what is said of it."""
    async with open_stage("en") as there:
        with pytest.raises(StartProblem) as problem:
            await play_scenario(there, told)
    assert problem.value.key == key
    line = len(told.splitlines())
    assert problem.value.values["at"] == f"bug.txt:{line}"
    for language in LANGUAGES:
        assert f"bug.txt:{line}:" in text(language)(key, **problem.value.values)
    return problem.value.values


def public(there: Stage) -> list[str]:
    """Return what everybody can read."""
    return [message.text for message in read_messages(there.env, there.channel.id)]


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
            mine = [
                one for one in read_messages(there.env, there.channel.id, ada) if one.is_private
            ]
            happened = [one.partition("What happened")[2] for one in public(there)]
            return [*(one.text for one in mine), *happened]

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


async def test_a_button_that_is_not_there_fails_and_those_that_are_there_are_told() -> None:
    values = await play_until_failure(f'{LOBBY}Ada: press "My cards"\n', "scenario-no-button")
    assert '"🐾 Join"' in values["there"]
    assert "My cards" not in values["there"]


async def test_a_button_that_is_disabled_is_not_offered() -> None:
    values = await play_until_failure(f'{LOBBY}Ada: press "Start"\n', "scenario-disabled")
    assert values["button"] == "Start"


async def test_a_button_of_somebody_else_is_not_offered() -> None:
    mine = 'Ada: press "My cards"\nBen: press "My cards"\n'
    await play_until_failure(
        f'{TWO}deal: 1\n{mine}Ada: press "1. White · seated boss"\n', "scenario-no-button"
    )


async def test_an_old_button_must_have_been_there() -> None:
    told = f'{TWO}Cleo: press old "Join"\nCleo: press old "My cards"\n'
    await play_until_failure(told, "scenario-no-button")


async def test_buttons_of_one_name_are_told_apart_by_their_signs_or_counted() -> None:
    helped = "game: cloaked_cats\nstart: no\nBen: /cats help\n"
    await play_until_failure(f'{helped}Ben: press "Learn it"\n', "scenario-several")
    await play_until_failure(f'{helped}Ben: press "🎓"\n', "scenario-several")
    await play_until_failure(f'{helped}Ben: press "🎓 Learn it" 5\n', "scenario-no-button")
    async with open_stage("en") as there:
        third = 'Ben: press "🎓 Learn it" 3\nBen: see "Welcome to the island!"\n'
        await play_scenario(there, f"{helped}{third}")


async def test_a_text_that_is_not_seen_fails_with_what_is_seen() -> None:
    values = await play_until_failure(f'{LOBBY}board: see "Nobody is here"\n', "scenario-not-seen")
    assert "Ada (host)" in values["there"]
    await play_until_failure(f'{LOBBY}Ada: see "Ada (host)"\n', "scenario-not-seen")
    values = await play_until_failure(
        f'{LOBBY}Ben: see "When the game starts"\n', "scenario-not-seen"
    )
    assert values["there"] == "–"


async def test_a_text_that_should_not_be_seen_is_found_wherever_somebody_can_look() -> None:
    await play_until_failure(f'{LOBBY}board: not see "Ada (host)"\n', "scenario-seen")
    await play_until_failure(f'{LOBBY}Dan: not see "Ada (host)"\n', "scenario-seen")
    later = f'{LOBBY}Ada: /cats rules\nAda: not see "When the game starts"\n'
    await play_until_failure(later, "scenario-seen")


async def test_what_only_one_sees_nobody_else_is_said_to_see() -> None:
    async with open_stage("en") as there:
        told = f'{LOBBY}Ada: see "When the game starts"\nBen: not see "When the game starts"\n'
        await play_scenario(there, f'{told}board: not see "When the game starts"\n')


async def test_options_that_are_not_offered_fail_and_so_do_too_many() -> None:
    panel = f'{LOBBY}Ada: press "Options"\n'
    values = await play_until_failure(
        f'{panel}Ada: choose "Time limit: 7"\n', "scenario-no-options"
    )
    assert "1 hour" in values["there"]
    clocks = '"⏱️ Time limit: 1 hour", "⏱️ Time limit: 3 minutes"'
    await play_until_failure(f"{panel}Ada: choose {clocks}\n", "scenario-how-many")
    elsewhere = f'{panel}Ada: choose "⏱️ Time limit: 1 hour" in "Something else"\n'
    await play_until_failure(elsewhere, "scenario-no-options")


@pytest.mark.parametrize(
    "command", ["/cats dance", "/dogs", "/cats rules game=dogs", "/cats play computers=many"]
)
async def test_a_command_that_is_not_there_fails_with_those_that_are(command: str) -> None:
    values = await play_until_failure(f"{LOBBY}Ada: {command}\n", "scenario-command")
    assert "/cats scores" in values["commands"]


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
    await play_until_failure(f'{LOBBY}Ada: press "Options"\n', "scenario-silent")
