"""Checks for authors of games: mistakes that can be found without playing the game.

Each mistake is a sentence that names the file and says how to fix it. `bot.testing` finds all other
mistakes.
"""

import inspect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from bot.engine.box import GamePackage
from bot.engine.game import Game
from bot.i18n import LANGUAGES, SHARED_FOLDER, Text, text
from bot.i18n.catalogue import Catalogue

OVERRIDABLE_MESSAGES = ("illegal-move",)
"""Messages that may be in both catalogues: a game can replace the shared text."""
MAX_LEVEL_CHOICES = 24
"""The maximum number of levels of all seats but the host's.

Discord allows 25 options in a select, and the lobby's select for levels also offers "like us".
"""
RENAMED_ATTRIBUTES = {
    "moves": "legal_moves",
    "step": "apply",
    "choose": "choose_move",
    "awarded": "earned_awards",
    "alike": "resample_hidden",
    "so_far": "interim_standings",
    "restored": "load_state",
    "recalled": "load_view",
    "usual_moves": "typical_length",
    "longest": "max_actions",
    "quick": "fast_levels",
    "beats": "level_win_rates",
}
"""The present name of each renamed member of `Game`, by its old name.

The old names are those up to version 0.3.
"""
PARAMETERS_OF_PRIVATE = ["self", "question"]
"""The parameters that a game's `Screens.private` must have."""
NEEDED_MESSAGES = (
    "game-title",
    "game-sign",
    "game-blurb",
    "game-length",
    "button-hand",
    "illegal-move",
)
"""The keys of the messages that every game's catalogue must have."""


def count_level_choices(game: Game[Any, Any]) -> int:
    """Return how many choices of a level the lobby's menu offers at most, beside "like us".

    A game with one level has no such menu.
    """
    levels = len(game.levels)
    return levels * (game.seats[-1] - 1) if levels > 1 else 0


def find_mistakes(name: str, box: GamePackage) -> Iterator[str]:
    """Yield the mistakes of the game with this name, as sentences in English."""
    say = text(LANGUAGES[0])
    given: object = box.game.seats
    seats = [*given] if isinstance(given, Sequence) else []
    if not seats or seats[0] < 1 or any(one >= other for one, other in pairwise(seats)):
        yield say("author-seats", game=name)
        return
    if count_level_choices(box.game) > MAX_LEVEL_CHOICES:
        yield say("author-levels", game=name, most=MAX_LEVEL_CHOICES)
    for old in find_old_names(type(box.game)):
        yield say("author-renamed", game=name, old=old, new=RENAMED_ATTRIBUTES[old])
    if [*inspect.signature(type(box.screens).private).parameters] != PARAMETERS_OF_PRIVATE:
        yield say("author-private", game=name)
    if not isinstance(box.screens.rules_pages, tuple):
        yield say("author-rules-pages", game=name)
    for language in LANGUAGES:
        file = box.text / f"{language}.ftl"
        if not file.is_file():
            yield say("author-file", file=str(file), languages=", ".join(LANGUAGES))
            return
    for language in LANGUAGES:
        yield from _check_catalogue(name, box, language, say)


def find_old_names(game: type[Game[Any, Any]]) -> Iterator[str]:
    """Yield the old names from `RENAMED_ATTRIBUTES` that a game still defines."""
    for kind in game.__mro__[: game.__mro__.index(Game)]:
        yield from (old for old in RENAMED_ATTRIBUTES if old in vars(kind))


def _check_catalogue(name: str, box: GamePackage, language: str, say: Text) -> Iterator[str]:
    file = box.text / f"{language}.ftl"
    ours = Catalogue((SHARED_FOLDER / file.name).read_bytes()).names - {*OVERRIDABLE_MESSAGES}
    for key in sorted(Catalogue(file.read_bytes()).names & ours):
        yield say(
            "author-taken", file=str(file), message=key, other=f"{name.replace('_', '-')}-{key}"
        )
    told = text(language, box.text)
    for key, values in list_needed_messages(box):
        if slip := _check_message(told, key, values, file, say):
            yield slip


def list_needed_messages(box: GamePackage) -> Iterator[tuple[str, dict[str, int | str]]]:
    """Yield the key of each message that tables need from this game, with values to fill it."""
    game = box.game
    yield from ((key, {}) for key in NEEDED_MESSAGES)
    for level in game.levels if len(game.levels) > 1 else ():
        yield f"level-{level}", {}
        yield f"level-{level}-told", {}
    for option in game.options:
        yield f"option-{option.name}", {"choice": "x"}
        for choice in (*option.choices, *option.parts):
            yield f"choice-{option.name}-{choice}", {}
        if option.parts:
            yield f"pick-{option.name}", {"picks": option.picks}


def _check_message(
    told: Text, key: str, values: dict[str, int | str], file: Path, say: Text
) -> str:
    try:
        said = told(key, **values).strip()
    except KeyError:
        return say("author-missing", file=str(file), message=key)
    except ValueError as problem:
        return say("author-unfilled", file=str(file), message=key, why=str(problem))
    return "" if said else say("author-missing", file=str(file), message=key)
