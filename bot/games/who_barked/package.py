"""The `GamePackage` that registers the game with the bot."""

from pathlib import Path

from bot.engine.events import Notice
from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.engine.pages import ExtraPages, Rulebook
from bot.engine.pictures import Pictures
from bot.engine.replays import Replays
from bot.games.who_barked.art.drawing import draw_lobby_banner
from bot.games.who_barked.awards import AWARDS, NUMBERS
from bot.games.who_barked.computer import WhoBarkedComputers
from bot.games.who_barked.highlights import find_highlights, find_rounds
from bot.games.who_barked.model.events import NightBegun
from bot.games.who_barked.model.state import TEAM_NAMES
from bot.games.who_barked.pages import RULES_PAGES, list_pages, make_page, make_rules_page
from bot.games.who_barked.predictions import PREDICTIONS
from bot.games.who_barked.rules import LESSON_STATE, WhoBarked
from bot.games.who_barked.screens import WhoBarkedScreens, find_film_scenes

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    WhoBarked(),
    WhoBarkedScreens(),
    GAME_FOLDER / "text",
    computers=WhoBarkedComputers(),
    pictures=Pictures(
        draw_lobby_banner,
        GAME_FOLDER / "rasters" / "signs",
        shown_events=("night-begins", "proposed", "left", "sniffs"),
    ),
    rulebook=Rulebook(RULES_PAGES, make_rules_page),
    pages=ExtraPages(list_pages, make_page),
    lesson=Lesson(LESSON_STATE, (Notice(NightBegun(0)),), seat=0, seats=5),
    awards=AWARDS,
    numbers=NUMBERS,
    replays=Replays(find_rounds, find_highlights, find_film_scenes),
    predictions=PREDICTIONS,
    teams=TEAM_NAMES,
)
