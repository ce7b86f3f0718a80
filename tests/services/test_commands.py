"""What arrives with a slash command, whatever it is: of another version, forged, or in words."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.bots import make_start
from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.engine.package import GameRegistry
from tests.play.evening import load_table
from tests.toys import REGISTRY

NUMBERS = "secret_numbers"


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    world: World = await open_world(registry=REGISTRY)
    world.outdate_commands()
    return world


async def test_what_is_unknown_opens_no_table(world: World) -> None:
    ada, *_ = world.people
    for command in ("cats play", "cats rules", "cats learn"):
        answer = await ada.slash(command, game="race" if command == "cats learn" else "chess")
        assert answer.text == "I don't know that game. Pick one from the list."
    wishes: tuple[tuple[str, Any, str], ...] = (
        *[("clock", value, "I don't have that time limit.") for value in ("banana", "5", "")],
        *[("language", value, "I don't speak that language.") for value in ("zz", "")],
        *[("level", value, "This game doesn't have that level.") for value in ("clever", "")],
    )
    for option, value, told in wishes:
        answer = await ada.slash("cats play", **{option: value})
        assert answer.text.startswith(told), (option, value)
        assert answer.shown.ephemeral
    assert world.messages() == []
    assert await world.store.tables.find_open(world.channel.id) is None
    await ada.slash("cats play")
    assert world.board().matching("Join")


async def test_a_command_of_another_version_is_told_so(world: World) -> None:
    command, _settings = world.env.backend.commands[None].values()
    play = command["options"][0]
    ada, *_ = world.people
    for name, option in (("teach", "game"), ("play", "which")):
        play["name"], play["options"][0]["name"] = name, option
        with world.note_answers() as heard:
            await ada.actor.slash(world.channel, f"cats {name}", **{option: "cloaked_cats"})
        answer = world.check_answer(heard[0])
        assert answer.text.startswith("I don't know this command any more.")
        assert answer.shown.ephemeral
    assert world.messages() == []


async def test_the_only_level_of_a_game_needs_no_title(world: World) -> None:
    await world.people[0].slash("cats play", game="race", level="slow")
    assert world.board().matching("Join")


GOOD: dict[str, Any] = {
    "game": NUMBERS,
    "clock": "10",
    "computers": 1,
    "language": "en",
    "text_only": True,
    "level": "sly",
}
BAD: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("game", "clock", "language", "level"), (5, True, ["x"], {"a": 1}, None)),
    "computers": ("two", 1.5, True, [1]),
    "text_only": ("maybe", 3, [], {}),
}


async def test_an_option_of_a_wrong_type_is_told_so(world: World) -> None:
    ada, *_ = world.people
    wrong = [(name, value) for name, values in BAD.items() for value in values]
    for number, (name, value) in enumerate(wrong, 1):
        late = await world.hold_up(ada.slash("cats play", **GOOD))
        for option in late.payload["data"]["options"][0]["options"]:
            if option["name"].replace("-", "_") == name:
                option["value"] = value
        await world.repeat(late)
        assert len(ada.privates()) == number, (name, value)
        assert ada.private().text.startswith("I don't know this command any more."), (name, value)
    assert world.messages() == []


async def test_nothing_is_offered_for_what_is_of_a_wrong_type(world, monkeypatch):
    ada, *_ = world.people
    emit = world.env.backend.emit
    name: str
    value: Any

    def forged(event: str, payload: Any) -> None:
        for option in payload["data"]["options"][0]["options"]:
            if option["name"] == name:
                option["value"] = value
        emit(event, payload)

    monkeypatch.setattr(world.env.backend, "emit", forged)
    for name, value in product(("game", "level"), (5, ["x"], {"a": 1}, None)):
        offered = await ada.actor.autocomplete(
            world.channel, "cats play", "level", "s", game=NUMBERS
        )
        assert offered == [], (name, value)


@pytest.fixture
def race_only_registry() -> GameRegistry:
    return {name: replace(package, offered=name == "race") for name, package in REGISTRY.items()}


async def test_a_game_that_is_not_offered_is_nowhere_to_be_begun(open_world, race_only_registry):
    world = await open_world(registry=race_only_registry)
    ada, *_ = world.people
    commands = world.env.backend.commands[None].values()
    choices = [
        [choice["value"] for option in command.get("options", ()) for choice in _choices(option)]
        for whole in commands
        for command in whole["options"]
        if command["name"] in ("play", "rules")
    ]
    assert all("race" in names and NUMBERS not in names for names in choices)
    helped = await ada.slash("cats help")
    assert "Secret Numbers" not in helped.text
    world.outdate_commands()
    answer = await ada.slash("cats play", game=NUMBERS)
    assert answer.text.startswith("I don't have this game here any more.")


async def test_a_game_that_is_not_offered_any_more_is_played_to_its_end(
    open_world: OpenWorld, race_only_registry: GameRegistry
) -> None:
    world = await open_world(registry=REGISTRY)
    ada, ben, *_ = world.people
    await ada.slash("cats play", game=NUMBERS)
    await ben.press("Join")
    await ada.press("Start")
    world.start = make_start(registry=race_only_registry)
    await world.restart()
    for _ in range(3):
        for person, move in ((ada, "name/1/2.3"), (ben, "name/2/1.3")):
            await person.press("My number", on=world.board())
            await enter(world, person, move)
    assert (await load_table(world)).phase == "over"
    again = await ada.press("Rematch", on=world.board())
    assert again.text.startswith("I don't have this game here any more.")


def _choices(option: dict[str, Any]) -> list[dict[str, Any]]:
    return option.get("choices", []) if option["name"] == "game" else []
