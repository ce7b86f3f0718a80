"""The `GamePackage` of Catham City, by which the bot finds the game's rules, screens and texts."""

from pathlib import Path

from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.engine.pages import ExtraPages, Rulebook
from bot.engine.pictures import Pictures
from bot.engine.replays import Replays
from bot.games.catham_city.art.drawing import draw_lobby_banner
from bot.games.catham_city.awards import AWARDS, NUMBERS
from bot.games.catham_city.computer import CathamCityComputers
from bot.games.catham_city.highlights import find_highlights
from bot.games.catham_city.pages import RULES_PAGES, list_pages, make_factions_page, make_rules_page
from bot.games.catham_city.rules import LESSON_DEAL, CathamCity
from bot.games.catham_city.screens import CathamCityScreens, find_film_scenes

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    CathamCity(),
    CathamCityScreens(),
    GAME_FOLDER / "text",
    computers=CathamCityComputers(),
    pictures=Pictures(draw_lobby_banner, GAME_FOLDER / "rasters" / "signs"),
    rulebook=Rulebook(RULES_PAGES, make_rules_page),
    pages=ExtraPages(list_pages, make_factions_page),
    lesson=Lesson(*LESSON_DEAL, seat=0),
    awards=AWARDS,
    numbers=NUMBERS,
    replays=Replays(find_highlights=find_highlights, find_film_scenes=find_film_scenes),
)
