"""The registry of the games that come with the bot: each game's name with its `GamePackage`."""

from bot.engine.package import GameRegistry
from bot.games.catham_city.package import PACKAGE as CATHAM_CITY
from bot.games.cloaked_cats.package import PACKAGE as CLOAKED_CATS
from bot.games.liars_dice.package import PACKAGE as LIARS_DICE
from bot.games.quickpick.package import PACKAGE as QUICKPICK
from bot.games.who_barked.package import PACKAGE as WHO_BARKED

GAMES: GameRegistry = {
    "cloaked_cats": CLOAKED_CATS,
    "catham_city": CATHAM_CITY,
    "quickpick": QUICKPICK,
    "liars_dice": LIARS_DICE,
    "who_barked": WHO_BARKED,
}
