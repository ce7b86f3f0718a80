"""The games on the shelf: one line for each."""

from bot.games import cloaked_cats
from bot.games.box import Shelf

GAMES: Shelf = {
    "cloaked_cats": cloaked_cats.BOX,
}
