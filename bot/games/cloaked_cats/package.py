"""The `GamePackage` that registers Cloaked Cats with the bot."""

from pathlib import Path

from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.engine.pages import ExtraPages, Rulebook
from bot.engine.pictures import Pictures
from bot.engine.replays import Replays
from bot.games.cloaked_cats.art.drawing import draw_lobby_banner
from bot.games.cloaked_cats.awards import AWARDS, NUMBERS
from bot.games.cloaked_cats.computer import CloakedCatsComputers
from bot.games.cloaked_cats.highlights import find_highlights, find_rounds
from bot.games.cloaked_cats.pages import RULES_PAGES, list_pages, make_page, rules_page
from bot.games.cloaked_cats.predictions import PREDICTIONS
from bot.games.cloaked_cats.puzzles.screens import CloakedCatsPuzzles
from bot.games.cloaked_cats.rules import LESSON_DEAL, CloakedCats
from bot.games.cloaked_cats.screens import CloakedCatsScreens, find_film_scenes

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    CloakedCats(),
    CloakedCatsScreens(),
    GAME_FOLDER / "text",
    computers=CloakedCatsComputers(),
    pictures=Pictures(draw_lobby_banner, GAME_FOLDER / "rasters" / "signs"),
    rulebook=Rulebook(RULES_PAGES, rules_page),
    pages=ExtraPages(list_pages, make_page),
    lesson=Lesson(*LESSON_DEAL, seat=0),
    awards=AWARDS,
    numbers=NUMBERS,
    replays=Replays(find_rounds, find_highlights, find_film_scenes),
    predictions=PREDICTIONS,
    puzzles=CloakedCatsPuzzles(),
)
