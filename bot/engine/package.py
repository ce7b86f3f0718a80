"""The struct with which a game is offered to people: its rules, screens, texts and abilities."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.engine.awards import NO_AWARDS, AwardRules, NumberCounter
from bot.engine.computers import Computers
from bot.engine.events import EventRecord
from bot.engine.game import Game, Games
from bot.engine.lessons import Lesson
from bot.engine.pages import NO_PAGES, ExtraPages, Rulebook
from bot.engine.pictures import Pictures, make_banner_picture
from bot.engine.predictions import Predictions
from bot.engine.puzzles import Puzzles
from bot.engine.race import Race
from bot.engine.records import read_events
from bot.engine.replays import Replays
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext, Screens
from bot.i18n import Text


class GamePackage(Struct, frozen=True):
    """A game with all that the bot needs to offer it: rules, screens, texts and abilities."""

    game: Game[Any, Any]
    screens: Screens[Any]
    text: Path
    """The folder of the game's texts, with one file for each language that the game has. The
    message `game-title` is the game's name.
    """
    computers: Computers[Any] = Computers()
    pictures: Pictures | None = None
    """None means that all tables of the game are text only."""
    rulebook: Rulebook = Rulebook()
    pages: ExtraPages = NO_PAGES
    lesson: Lesson | None = None
    awards: AwardRules[Any] = NO_AWARDS
    numbers: Mapping[str, NumberCounter] = {}
    """Maps at most two numbers that tell much of a completed game to what counts them, for the line
    of the end that people copy. Each has a message `number-<name>` with `{ $count }`.
    """
    replays: Replays = Replays()
    predictions: Predictions | None = None
    puzzles: Puzzles | None = None
    """The game's daily puzzles. The bot offers those of the first game that has some."""
    race: Race | None = None
    teams: tuple[str, ...] = ()
    """The names of the sides that win or lose together. () means that all play alone.

    Each team has at least one member in every game, and a message `team-<name>`, such as "The
    cats". A game whose team is a single one, such as "The thief", also replaces the message
    `over-team-won`.
    """
    offered: bool = True
    """Whether people can start this game. Games that are already running continue."""
    is_package: bool = False
    """Whether the game comes from another Python package. Its computer players run in a process of
    their own.
    """
    emojis: Mapping[str, str] = {}
    """Maps the file names of the game's signs to the uploaded emojis, such as "top-hat" to
    "<:top_hat:42>".
    """

    def make_banner(self, say: Text) -> Picture | None:
        """Return the picture above the lobby, or None."""
        draw = self.pictures.draw_banner if self.pictures else None
        return make_banner_picture(say, draw) if draw else None

    def describe_event(self, view: Struct, event: EventRecord, context: ScreenContext) -> str:
        """Return one line about a stored event of the game, or "" for any other event."""
        notices = read_events(self.game, (event,))
        return "".join(self.screens.describe_event(view, each.event, context) for each in notices)


GameRegistry = Mapping[str, GamePackage]
"""Maps the name of each game, as in the database and in `/cats play`, to the game."""


def make_option_values(options: Mapping[str, str]) -> dict[str, int | str]:
    """Return the chosen options as values for the placeholders of the message `game-length`."""
    return {name: int(each) if each.isdecimal() else each for name, each in options.items()}


def extract_games(registry: GameRegistry) -> Games:
    """Return the rules of all games in a registry."""
    return {name: package.game for name, package in registry.items()}


def find_offered_games(registry: GameRegistry) -> GameRegistry:
    """Return a registry with only those games that people can start."""
    return {name: package for name, package in registry.items() if package.offered}


def find_taught_games(registry: GameRegistry) -> tuple[str, ...]:
    """Return the names of the games that people can start and that have a lesson."""
    return tuple(name for name, package in find_offered_games(registry).items() if package.lesson)
