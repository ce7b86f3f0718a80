"""What the texts of all games, and of the table around them, are put together with."""

import re
from functools import lru_cache
from unicodedata import east_asian_width

from bot.games.screen import Scene
from bot.text import Text

MEDALS = ("🥇", "🥈", "🥉")
"""Of the first three ranks."""
MARKS = ("mark-computer", "mark-away", "mark-vacant")
"""The table's marks behind a name."""
SMALL, BROAD, WIDE = 2, 3, 4
"""How much room a small letter takes, a capital, and a sign of East Asia."""
AS_CAPITALS, WIDEST = "mw", "MW@%"
"""Small letters as broad as capitals, and signs as wide as those of East Asia."""


def lines(*told: str) -> str:
    """Return the lines that are not empty, one below the other."""
    return "\n".join(filter(None, told))


def paragraphs(*told: str) -> str:
    """Return the paragraphs that are not empty, with a blank line between them."""
    return "\n\n".join(filter(None, told))


def medal(rank: int) -> str:
    """Return the medal of a rank, which is 1 for the winner, or its number where there is none.

    A number is bold: Discord would make a list of lines that begin with one, and number it anew.
    """
    return MEDALS[rank - 1] if rank <= len(MEDALS) else f"**{rank}.**"


def shortened(name: str, room: int, say: Text) -> str:
    """Return as much of a player's name as has this room; the table's mark behind it stays.

    The name may be escaped: no sign loses its escape.
    """
    mark = next((mark for key in MARKS if name.endswith(mark := say(key))), "")
    return f"{_beginning(name.removesuffix(mark), room)}{mark}"


@lru_cache(maxsize=256)
def _beginning(name: str, room: int) -> str:
    kept = ""
    for written in re.findall(r"\\?.", name, re.DOTALL):
        room -= _width(written[-1])
        if room < 0:
            return f"{kept.rstrip()}…"
        kept += written
    return name


def _width(sign: str) -> int:
    if sign in WIDEST or east_asian_width(sign) in "FW":
        return WIDE
    return BROAD if sign.isupper() or sign in AS_CAPITALS else SMALL


def hint(told: str, scene: Scene) -> str:
    """Return sentences as what a lesson says besides the game; nothing for none."""
    return scene.say("lesson-line", line=told) if told else ""
