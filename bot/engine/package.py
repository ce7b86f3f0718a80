"""The struct with which a game is offered to people: its rules, screens, texts and signs."""

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
from bot.engine.race import Race
from bot.engine.records import read_events
from bot.engine.replays import Replays
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext, Screens
from bot.i18n import Text


class GamePackage(Struct, frozen=True):
    """A game with all that the bot needs in order to offer it: rules, screens, texts and signs.

    Signs are small images that stand for the game's cards, players and the like.
    """

    game: Game[Any, Any]
    screens: Screens[Any]
    """The object that makes the messages in which people see the game."""
    text: Path
    """The folder of the game's texts, with one file for each language that the game has. The
    message `game-title` is the game's name.
    """
    computers: Computers[Any] = Computers()
    pictures: Pictures | None = None
    """What the game shows at tables with pictures. None means that all tables of the game are text
    only, and people cannot turn pictures on.
    """
    rulebook: Rulebook = Rulebook()
    pages: ExtraPages = NO_PAGES
    lesson: Lesson | None = None
    awards: AwardRules[Any] = NO_AWARDS
    numbers: Mapping[str, NumberCounter] = {}
    """Maps the names of at most two numbers that tell much of a completed game to what counts
    them. They stand in the line of the end that people copy. For each, the game has a message
    `number-<name>` with the placeholder `{ $count }`.
    """
    replays: Replays = Replays()
    predictions: Predictions | None = None
    race: Race | None = None
    teams: tuple[str, ...] = ()
    """The names of the teams (sides) that win or lose together. () means that all play alone.

    Each team has at least one member in every game. For each team, the game has a message
    `team-<name>`, such as "The cats". The end, the history, ratings and what onlookers guess
    then speak of teams. A game whose team is a single one, such as "The thief", also replaces
    the message `over-team-won`.
    """
    offered: bool = True
    """Whether people can start this game. If not, games that are already running still continue."""
    is_package: bool = False
    """Whether the game comes from another Python package, which is installed beside the bot. The
    computer players of such a game run in a process of their own.
    """
    emojis: Mapping[str, str] = {}
    """Maps the file name of each of the game's signs (small images) to the emoji uploaded for it.
    An entry maps, for example, "top-hat" to "<:top_hat:42>". Signs without an emoji are missing.
    """

    def make_banner(self, say: Text) -> Picture | None:
        """Return the picture above the lobby, the message where players gather, or None."""
        draw = self.pictures.draw_banner if self.pictures else None
        return make_banner_picture(say, draw) if draw else None

    def describe_event(self, view: Struct, event: EventRecord, context: ScreenContext) -> str:
        """Return one line of text about a stored event of the game, or "" for any other event.

        Args:
            view: All that the reader may know (see `Screens.describe_event`).
            event: The event, as it is stored.
        """
        notices = read_events(self.game, (event,))
        return "".join(self.screens.describe_event(view, each.event, context) for each in notices)


GameRegistry = Mapping[str, GamePackage]
"""Maps the name of each game, as in the database and in `/cats play`, to the game."""


def make_option_values(options: Mapping[str, str]) -> dict[str, int | str]:
    """Return the chosen options as values for the placeholders of the message `game-length`."""
    return {name: int(each) if each.isdecimal() else each for name, each in options.items()}


def extract_games(registry: GameRegistry) -> Games:
    """Return the rules of all games in a registry, by the games' names."""
    return {name: package.game for name, package in registry.items()}


def find_offered_games(registry: GameRegistry) -> GameRegistry:
    """Return a registry with only those games that people can start."""
    return {name: package for name, package in registry.items() if package.offered}


def find_taught_games(registry: GameRegistry) -> tuple[str, ...]:
    """Return the names of the games that people can start and that have a lesson."""
    return tuple(name for name, package in find_offered_games(registry).items() if package.lesson)
