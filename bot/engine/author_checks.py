"""Checks for authors of games: mistakes that can be found without playing the game.

Each mistake is a sentence that names the file and says how to fix it. `bot.testing` finds all other
mistakes by playing.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from bot.engine.computers import Computers
from bot.engine.game import Game
from bot.engine.options import default_options
from bot.engine.package import GamePackage, make_option_values
from bot.engine.screens import Screens
from bot.i18n import LANGUAGES, SHARED_FOLDER, Text, find_languages, text
from bot.i18n.catalogue import Catalogue, find_unreadable_parts

OVERRIDABLE_MESSAGES = ("illegal-move",)
"""The shared messages that a game may replace with its own text."""
MAX_LEVEL_CHOICES = 24
"""The maximum number of options for computer players in the menu of a lobby: each is a level for a
number of them. Discord allows 25, and the menu also offers "our level".
"""
RENAMED_GAME_MEMBERS = {
    "moves": "legal_moves",
    "step": "apply",
    "choose": "GamePackage.computers",
    "alike": "resample_hidden",
    "so_far": "interim_standings",
    "restored": "load_state",
    **dict.fromkeys(("recalled", "load_view"), "records.load_view"),
    "usual_moves": "typical_length",
    "longest": "max_actions",
    **dict.fromkeys(("levels", "quick", "fast_levels", "beats"), "GamePackage.computers"),
    **dict.fromkeys(("level_win_rates", "choose_move"), "GamePackage.computers"),
    **dict.fromkeys(("awarded", "awards", "earned_awards"), "GamePackage.awards"),
    **dict.fromkeys(("numbers", "find_numbers"), "GamePackage.numbers"),
    **dict.fromkeys(("find_prediction", "settle_prediction"), "GamePackage.predictions"),
    **dict.fromkeys(("clock", "default_turn_seconds", "has_public_answers"), "GamePackage.race"),
    "computers_fit": "Option.without_computers",
    "defaults_for": "Option.crowd_default",
    "find_rounds": "GamePackage.replays",
    "lesson": "GamePackage.lesson",
    "teams": "GamePackage.teams",
}
"""Maps names that members of `Game` had in earlier contracts to what they are now."""
RENAMED_SCREENS_MEMBERS = {
    "private": "own_screen",
    "told": "describe_event",
    "asked": "describe_prompts",
    "banner": "GamePackage.make_banner",
    "describe_length": "game-length",
    "describe_prediction": "GamePackage.predictions",
    "too_late": "GamePackage.race",
    **dict.fromkeys(("pages", "page"), "GamePackage.pages"),
    **dict.fromkeys(("rules", "rules_page", "rules_pages"), "GamePackage.rulebook"),
    **dict.fromkeys(("draw_banner", "pictured_events", "reveal_picture"), "GamePackage.pictures"),
    **dict.fromkeys(("find_film_scenes", "find_highlights", "moments"), "GamePackage.replays"),
}
"""Maps names that members of `Screens` had in earlier contracts to what they are now."""
OWN_SCREEN_PARAMETERS = ["self", "question"]
DESCRIBE_EVENT_ARGUMENTS = 3
"""The view, the event and the context."""
NEEDED_MESSAGES = (
    "game-title",
    "game-sign",
    "game-blurb",
    "button-hand",
    "illegal-move",
)


def count_level_choices(package: GamePackage) -> int:
    """Return how many options the menu for computer players needs, without "our level".

    A game with one level has no such menu.
    """
    levels = len(package.computers.levels)
    return levels * (package.game.seats[-1] - 1) if levels > 1 else 0


def find_mistakes(name: str, package: GamePackage) -> Iterator[str]:
    """Yield a sentence in English for each mistake that can be found without playing the game."""
    say = text(LANGUAGES[0])
    parts = ((package.game, Game), (package.screens, Screens), (package.computers, Computers))
    for part, base in parts:
        if not isinstance(part, base):
            yield say("author-instance", game=name, base=base.__name__)
            return
    given: object = package.game.seats
    seats = [*given] if isinstance(given, Sequence) else []
    if not seats or seats[0] < 1 or any(one >= other for one, other in pairwise(seats)):
        yield say("author-seats", game=name)
        return
    if count_level_choices(package) > MAX_LEVEL_CHOICES:
        yield say("author-levels", game=name, most=MAX_LEVEL_CHOICES)
    for old, new in find_renamed_members(type(package.game), type(package.screens)):
        yield say("author-renamed", game=name, old=old, new=new)
    if [*inspect.signature(type(package.screens).own_screen).parameters] != OWN_SCREEN_PARAMETERS:
        yield say("author-own-screen", game=name)
    if not _accepts_arguments(package.screens.describe_event, DESCRIBE_EVENT_ARGUMENTS):
        yield say("author-describe-event", game=name)
    languages = find_languages(package.text)
    if not languages:
        file = package.text / f"{LANGUAGES[0]}.ftl"
        yield say("author-file", file=str(file), languages=", ".join(LANGUAGES))
    for language in languages:
        yield from _check_catalogue(name, package, language, say)


def _accepts_arguments(method: Callable[..., object], count: int) -> bool:
    try:
        inspect.signature(method).bind(*range(count))
    except TypeError:
        return False
    return True


def find_renamed_members(*classes: type[Any]) -> Iterator[tuple[str, str]]:
    """Yield the old and the present name of each member of classes that has an old name."""
    for base, renamed in ((Game, RENAMED_GAME_MEMBERS), (Screens, RENAMED_SCREENS_MEMBERS)):
        for each in classes:
            own = each.__mro__[: each.__mro__.index(base)] if issubclass(each, base) else ()
            for kind in own:
                yield from ((old, new) for old, new in renamed.items() if old in vars(kind))


def _check_catalogue(name: str, package: GamePackage, language: str, say: Text) -> Iterator[str]:
    file = package.text / f"{language}.ftl"
    unreadable = [*describe_unreadable_parts(file, say)]
    yield from unreadable
    if unreadable:
        return
    ours = Catalogue((SHARED_FOLDER / file.name).read_bytes()).names - {*OVERRIDABLE_MESSAGES}
    for key in sorted(Catalogue(file.read_bytes()).names & ours):
        yield say(
            "author-taken", file=str(file), message=key, other=f"{name.replace('_', '-')}-{key}"
        )
    told = text(language, package.text)
    for key, values in list_needed_messages(package):
        if slip := _check_message(told, key, values, file, say):
            yield slip


def describe_unreadable_parts(file: Path, say: Text) -> Iterator[str]:
    """Yield a sentence for each part of a message file that Fluent cannot read."""
    for part in find_unreadable_parts(file.read_bytes()):
        yield say(
            "author-unreadable",
            file=str(file),
            line=str(part.line),
            excerpt=part.excerpt,
            why=part.reason,
        )


def list_needed_messages(package: GamePackage) -> Iterator[tuple[str, dict[str, int | str]]]:
    """Yield the key and placeholders of each message that the bot needs from this game."""
    game = package.game
    yield from ((key, {}) for key in NEEDED_MESSAGES)
    yield "game-length", make_option_values(default_options(game.options))
    levels = package.computers.levels
    for level in levels if len(levels) > 1 else ():
        yield f"level-{level}", {}
        yield f"level-{level}-told", {}
    yield from ((f"team-{team}", {}) for team in package.teams)
    if package.race:
        yield f"option-{package.race.clock}", {"choice": "x"}
    if package.pictures and package.pictures.draw_banner:
        yield "banner-alt", {}
    for option in game.options:
        yield f"option-{option.name}", {"choice": "x"}
        for choice in (*option.choices, *option.parts):
            yield f"choice-{option.name}-{choice}", {}
        if option.parts:
            yield f"pick-{option.name}", {"picks": option.picks}


def _check_message(
    game_say: Text, key: str, values: dict[str, int | str], file: Path, say: Text
) -> str:
    """Return a sentence about the mistake in a message, or "" if there is none."""
    try:
        said = game_say(key, **values).strip()
    except KeyError:
        return say("author-missing", file=str(file), message=key)
    except ValueError as problem:
        return say("author-unfilled", file=str(file), message=key, why=str(problem))
    return "" if said else say("author-missing", file=str(file), message=key)
