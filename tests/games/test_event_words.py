"""What happened is told in words: without signs, the text of an event still says the same."""

import re
from unicodedata import category

import pytest

from bot.engine.package import GamePackage
from bot.engine.screens import ScreenContext
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.testing.playing import make_setup, play_game

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana")
PLAYED_GAMES = 30
OWN_SIGN = re.compile("<a?:[a-z0-9_]+:[0-9]+>")
KEYCAP = re.compile("[0-9]\N{VARIATION SELECTOR-16}?\N{COMBINING ENCLOSING KEYCAP}")


def without_signs(line: str) -> str:
    """Return a line without the bot's own emojis and without standard ones."""
    words = KEYCAP.sub("", OWN_SIGN.sub("", line))
    return "".join(sign for sign in words if category(sign) != "So").strip()


def own_signs(package: GamePackage) -> dict[str, str]:
    """Return an emoji of the application for each sign of a game."""
    folder = package.pictures and package.pictures.signs
    files = sorted(folder.glob("*.webp")) if folder else []
    return {file.stem: f"<:sign:{number}>" for number, file in enumerate(files)}


@pytest.mark.parametrize(("pictures", "has_signs"), [(True, True), (True, False), (False, False)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_an_event_says_without_signs_all_that_it_says_with_them(
    game: str, language: str, pictures: bool, has_signs: bool
) -> None:
    package = GAMES[game]
    emojis = own_signs(package) if has_signs else {}
    context = ScreenContext(text(language, package.text), NAMES, NAMES, pictures, emojis)
    lines: dict[str, set[str]] = {}
    for number in range(len(package.computers.levels) + 1, PLAYED_GAMES):
        for step in play_game(package, make_setup(package, number)).steps:
            for event in step.events:
                view = package.game.view(step.state, event.to[0] if event.to else None)
                line = package.describe_event(view, event, context)
                lines.setdefault(without_signs(line), set()).add(line)
    assert len(lines) > 1
    assert {words: told for words, told in lines.items() if len(told) > 1} == {}
    assert lines.pop("", {""}) == {""}, "of an event that is told, more than signs remains"
