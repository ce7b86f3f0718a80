"""The registry of the games that come with the bot, one line for each."""

from bot.engine.box import GameRegistry
from bot.games.catham_city.box import BOX as CATHAM_CITY
from bot.games.cloaked_cats.box import BOX as CLOAKED_CATS
from bot.games.liars_dice.box import BOX as LIARS_DICE
from bot.games.quickpick.box import BOX as QUICKPICK

GAMES: GameRegistry = {
    "cloaked_cats": CLOAKED_CATS,
    "catham_city": CATHAM_CITY,
    "quickpick": QUICKPICK,
    "liars_dice": LIARS_DICE,
}
