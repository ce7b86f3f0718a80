"""Display names in the form in which Discord's texts can contain them."""

import re
from functools import lru_cache
from unicodedata import category

from msgspec.structs import replace

from bot.domain.table import Table
from bot.engine.events import EventRecord
from bot.engine.text_helpers import EAST_ASIAN_WIDTH, cut_to_width

_MARKUP = re.compile(r"([\\*_~`|>#<\[\]():@-])")
_INVISIBLE = re.compile(
    r"[\x00-\x1f\x7f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    r"\U000e0000-\U000e007f]+"  # tags, which at most change a flag's emoji
)

_UNSEEN = {"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"}
"""Unicode's categories of signs that are invisible by themselves."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are invisible, too."""
NAMELESS_SIGN = "👤"
"""The replacement for a name that is invisible or must not be shown."""
EVENTS_WITH_NAMES = ("table-ended", "table-host", "table-left", "table-left-vacant")
"""The names of the events that contain a person's name."""
MAX_NAME_WIDTH = 32 * EAST_ASIAN_WIDTH
"""The maximum width of a name that is shown in full: 32 of the widest letters.

The unit is that of `bot.engine.text_helpers.cut_to_width`.
"""
MAX_CACHED_NAMES = 1024
"""The maximum number of names whose text form is cached. Each screen names all players."""


@lru_cache(MAX_CACHED_NAMES)
def to_plain_name(name: str) -> str:
    """Return a display name without line breaks and invisible signs, for buttons and menus.

    A name with extremely wide signs is cut to `MAX_NAME_WIDTH`.
    """
    if not any(map(_is_visible, name)):
        return NAMELESS_SIGN
    return cut_to_width(_INVISIBLE.sub(" ", name), MAX_NAME_WIDTH)


def _is_visible(character: str) -> bool:
    return category(character) not in _UNSEEN and character not in _BLANK


@lru_cache(MAX_CACHED_NAMES)
def escape_name(name: str) -> str:
    """Return a display name that appears unchanged in a text, even if it contains markup."""
    return _MARKUP.sub(r"\\\1", to_plain_name(name))


def replace_names_by_seats(table: Table) -> Table:
    """Return a table that shows the numbers of seats, from 1 on, in place of people's names."""
    players = tuple(
        replace(player, name=f"{NAMELESS_SIGN} {number}") if player.user else player
        for number, player in enumerate(table.players, 1)
    )
    events = tuple(map(_replace_name_by_seat, table.public_events))
    return replace(table, players=players, public_events=events)


def _replace_name_by_seat(event: EventRecord) -> EventRecord:
    if event.name not in EVENTS_WITH_NAMES:
        return event
    values = (NAMELESS_SIGN if isinstance(value, str) else value for value in event.values)
    return replace(event, values=tuple(values))
