"""The commands against Discord's limits, and in all languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import Locale
from discord.app_commands import TranslationContext, TranslationContextLocation, locale_str

from bot.discord_adapter.application_setup import CatalogueTranslator
from bot.discord_adapter.client import COG_MODULES, CatsClient
from bot.engine.package import find_taught_games
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from tests.bench.limits import command_problems
from tests.toys import REGISTRY


async def translate_commands(client: CatsClient) -> list[dict[str, Any]]:
    """Return the commands as they are sent to Discord."""
    return [
        await command.get_translated_payload(client.tree, CatalogueTranslator())
        for command in client.tree.get_commands()
    ]


def options(payload: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the options of all commands."""
    for command in payload[0]["options"]:
        yield from command.get("options") or ()


def list_game_choices(payload: list[dict[str, Any]], name: str) -> list[tuple[str, str, str]]:
    """Return a command's choices of games: value, English title, German title."""
    (command,) = (part for part in payload[0]["options"] if part["name"] == name)
    (game,) = (option for option in command["options"] if option["name"] == "game")
    assert not game.get("autocomplete")
    return [
        (choice["value"], choice["name"], choice["name_localizations"]["de"])
        for choice in game.get("choices") or ()
    ]


async def test_the_commands_fit_and_are_translated(open_world):
    payload = await translate_commands((await open_world()).bot)
    command, settings = payload
    assert (command["name"], command_problems(command)) == ("cats", [])
    assert (settings["name"], command_problems(settings)) == ("cats-settings", [])
    parts, choices = command["options"], [*options(payload)]
    assert [part["name"] for part in parts] == [
        *("play", "evening", "learn", "puzzle", "hand", "board", "scores", "profile", "history"),
        *("leave", "end", "rules", "privacy", "export", "forget", "help"),
    ]
    for language in LANGUAGES:
        told = re.findall(r"`/cats (\w+)`", text(language)("help-commands"))
        assert sorted(told) == sorted(part["name"] for part in parts), "the help lists them all"
        assert "`/cats-settings`" in text(language)("help-commands")

    # https://docs.discord.com/developers/interactions/application-commands#contexts
    on_servers, in_direct_messages_with_the_bot = 0, 1
    assert command["integration_types"] == [0], "it is added to servers, not to accounts"
    assert command["contexts"] == [on_servers, in_direct_messages_with_the_bot]
    assert (settings["contexts"], settings["integration_types"]) == ([on_servers], [0])
    manage_server = 1 << 5  # https://docs.discord.com/developers/topics/permissions
    assert settings["default_member_permissions"] == manage_server

    for part in (command, settings, *parts, *choices):
        assert set(part["description_localizations"]) == {"de"}, part["name"]
        assert part["description_localizations"]["de"] != part["description"]
    for part in (command, settings, *parts):
        assert not part.get("name_localizations"), "texts name the commands to everybody"
    assert {option["name"]: option["name_localizations"]["de"] for option in choices} == {
        "game": "spiel",
        "clock": "bedenkzeit",
        "computers": "computer",
        "language": "sprache",
        "text_only": "nur_text",
        "level": "stärke",
        "person": "person",
    }
    for choice in (choice for option in choices for choice in option.get("choices") or ()):
        assert set(choice["name_localizations"]) == {"de"}, choice

    assert [value for value, *_ in list_game_choices(payload, "play")] == list(GAMES)
    assert list_game_choices(payload, "rules") == list_game_choices(payload, "play")
    taught = [value for value, *_ in list_game_choices(payload, "learn")]
    assert taught == list(find_taught_games(GAMES))
    required = [(p["name"], o["name"]) for p in parts for o in p["options"] if o["required"]]
    assert required == [("play", "game")]


async def test_two_clients_offer_their_own_shelves(open_world):
    world = await open_world()
    toys = {name: REGISTRY[name] for name in ("secret_numbers", "race")}
    other = CatsClient(world.store, toys)
    try:
        await other.load_extension("cogs.cats")
        assert list_game_choices(await translate_commands(other), "play") == [
            ("secret_numbers", "Secret Numbers", "Geheime Zahlen"),
            ("race", "Race", "Wettlauf"),
        ]
        assert list_game_choices(await translate_commands(other), "learn") == []
        own = list_game_choices(await translate_commands(world.bot), "play")
        assert [value for value, *_ in own] == list(GAMES)
    finally:
        await other.close()


async def test_a_client_that_closes_leaves_the_commands_and_presses_of_others(open_world):
    world = await open_world(people=1)
    other = CatsClient(world.store)
    for cog in COG_MODULES:
        await other.load_extension(cog)
    await other.close()
    ada = world.people[0]
    await ada.slash("cats play")
    await ada.press("c1:d:*:options")
    names = [command["name"] for command in await translate_commands(world.bot)]
    assert names == ["cats", "cats-settings"]


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        (Locale.spain_spanish, "hola"),
        (Locale.latin_american_spanish, "hola"),
        (Locale.brazil_portuguese, "bom dia"),
        (Locale.german, None),
        (Locale.british_english, None),
    ],
)
async def test_a_catalogue_serves_all_regions_of_its_language(monkeypatch, tmp_path, locale, told):
    for language, words in (("en", "hello"), ("es", "hola"), ("pt-BR", "bom dia")):
        (tmp_path / f"{language}.ftl").write_text(f"greeting = {words}\n")
    monkeypatch.setattr("bot.i18n.LANGUAGES", ("en", "es", "pt-BR"))
    monkeypatch.setattr("bot.i18n.SHARED_FOLDER", tmp_path)
    monkeypatch.setattr("bot.i18n.DEFAULTS_FOLDER", tmp_path)
    string = locale_str("hello", key="greeting", folder=tmp_path)
    context: TranslationContext[Any, Any] = TranslationContext(
        TranslationContextLocation.other, None
    )
    assert await CatalogueTranslator().translate(string, locale, context) == told
