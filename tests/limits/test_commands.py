"""The commands against Discord's limits."""

import pytest

from bot.translator import CatalogueTranslator
from tests.bench.limits import command_problems


@pytest.fixture
async def payload(open_world):
    """Return the commands as they are sent to Discord."""
    world = await open_world()
    tree = world.bot.tree
    return [
        await command.get_translated_payload(tree, CatalogueTranslator())
        for command in tree.get_commands()
    ]


def test_the_commands_fit_in_every_language(payload):
    assert [command["name"] for command in payload] == ["cats"]
    for command in payload:
        assert command_problems(command) == []
    names = {option["name"] for option in payload[0]["options"]}
    assert names == {"play", "learn", "hand", "board", "scores", "leave", "end", "rules", "help"}


def test_every_description_is_translated(payload):
    parts = [*payload[0]["options"], payload[0]]
    parts += [option for part in payload[0]["options"] for option in part.get("options") or ()]
    for part in parts:
        assert set(part["description_localizations"]) == {"de"}, part["name"]
        assert part["description_localizations"]["de"] != part["description"]
        assert not part.get("name_localizations"), "command names stay English"
