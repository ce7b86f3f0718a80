"""The `GamePackage` that registers Quickpick with the bot."""

from pathlib import Path

from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.engine.pages import ExtraPages, Rulebook
from bot.engine.pictures import Pictures
from bot.engine.race import Race
from bot.engine.replays import Replays
from bot.games.quickpick import screens
from bot.games.quickpick.art.drawing import draw_lobby_banner
from bot.games.quickpick.awards import AWARDS, NUMBERS
from bot.games.quickpick.computer import QuickpickComputers
from bot.games.quickpick.highlights import find_highlights, find_rounds
from bot.games.quickpick.pages import RULES_PAGES, list_pages, make_own_masks_page, make_rules_page
from bot.games.quickpick.predictions import PREDICTIONS
from bot.games.quickpick.rules import LESSON_STATE, Quickpick, get_look_seconds

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    Quickpick(),
    screens.QuickpickScreens(),
    GAME_FOLDER / "text",
    computers=QuickpickComputers(),
    pictures=Pictures(
        draw_lobby_banner, GAME_FOLDER / "rasters" / "signs", find_reveal=screens.find_reveal
    ),
    rulebook=Rulebook(RULES_PAGES, make_rules_page),
    pages=ExtraPages(list_pages, make_own_masks_page),
    lesson=Lesson(LESSON_STATE, (), seat=0, seats=3),
    awards=AWARDS,
    numbers=NUMBERS,
    replays=Replays(find_rounds, find_highlights, screens.find_film_scenes),
    predictions=PREDICTIONS,
    race=Race(get_look_seconds, "clock-look", screens.explain_late_press),
)
