"""The `GamePackage` that registers Liar's Dice with the bot."""

from pathlib import Path

from bot.engine.events import Notice
from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.engine.pages import ExtraPages, Rulebook
from bot.engine.pictures import Pictures
from bot.engine.replays import Replays
from bot.games.liars_dice.art.drawing import draw_lobby_banner
from bot.games.liars_dice.awards import AWARDS, NUMBERS
from bot.games.liars_dice.computer import LiarsDiceComputers
from bot.games.liars_dice.highlights import find_highlights
from bot.games.liars_dice.model.events import GameBegun, find_round_starts
from bot.games.liars_dice.pages import RULES_PAGES, list_pages, make_notebook_page, rules_page
from bot.games.liars_dice.predictions import PREDICTIONS
from bot.games.liars_dice.rules import LESSON_STATE, LiarsDice
from bot.games.liars_dice.screens import LiarsDiceScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    LiarsDice(),
    LiarsDiceScreens(),
    GAME_FOLDER / "text",
    computers=LiarsDiceComputers(),
    pictures=Pictures(
        draw_lobby_banner, GAME_FOLDER / "rasters" / "signs", shown_events=("begins", "bid")
    ),
    rulebook=Rulebook(RULES_PAGES, rules_page),
    pages=ExtraPages(list_pages, make_notebook_page),
    lesson=Lesson(LESSON_STATE, (Notice(GameBegun(0)),), seat=0),
    awards=AWARDS,
    numbers=NUMBERS,
    replays=Replays(find_round_starts, find_highlights),
    predictions=PREDICTIONS,
)
