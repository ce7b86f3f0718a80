"""The games on the shelf: one line for each."""

from bot.games import catham_city, cloaked_cats, quickpick
from bot.games.box import Shelf

GAMES: Shelf = {
    "cloaked_cats": cloaked_cats.BOX,
    "catham_city": catham_city.BOX,
    "quickpick": quickpick.BOX,
}
