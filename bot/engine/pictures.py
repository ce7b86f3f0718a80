"""What a game shows at tables with pictures."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.i18n import Text


class Pictures(Struct, frozen=True):
    """The pictures of a game, beside those that its screens contain."""

    draw_banner: Callable[[str], bytes] | None = None
    """Draws the picture above the lobby as a JPEG, from the game's title. The message `banner-alt`
    describes it.
    """
    signs: Path | None = None
    """The folder of the game's signs: small images that become emojis in its texts and buttons.

    They are WebP files of 128x128 pixels and at most 256 KiB. A name has, without its ending, 2 to
    29 lower case letters, digits and "-".
    """
    shown_events: tuple[str, ...] = ()
    """The tags of public events that the board's picture already shows. A board with a picture has
    no lines about them, nor about what happened before them.
    """
    find_reveal: Callable[[Any, ScreenContext], Picture | None] = lambda view, context: None  # noqa: ARG005
    """Returns the picture that the board shows of the last reveal, or None. People who only watch
    see it on their own screens, too. It suits a game with `Screens.reveals` that does not pause
    after them.
    """


def make_banner_picture(say: Text, draw_banner: Callable[[str], bytes]) -> Picture:
    """Return the picture above the lobby."""
    return Picture("banner.jpg", say("banner-alt"), draw_banner, (say("game-title"),))
