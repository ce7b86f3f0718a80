"""Converts people's display names to forms that are safe in Discord's texts.

Names can contain Discord's markup, invisible characters, or extremely wide characters.
"""

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
"""Unicode's categories of characters that are invisible when they stand alone."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look blank, although Unicode does not count them as spaces."""
NAMELESS_SIGN = "👤"
"""The sign that replaces a name that is invisible or must not be shown."""
EVENTS_WITH_NAMES = ("table-ended", "table-host", "table-left", "table-left-vacant")
"""The names of the table's events whose values contain a person's display name.

`replace_names_by_seats` removes the names from these events.
"""
MAX_NAME_WIDTH = 32 * EAST_ASIAN_WIDTH
"""The width from which on a displayed name is cut: that of 32 of the widest letters.

The unit is that of `bot.engine.text_helpers.cut_to_width`.
"""
MAX_CACHED_NAMES = 1024
"""The maximum number of names that each function here caches in its converted form.

Caching helps because each screen names all players.
"""


@lru_cache(MAX_CACHED_NAMES)
def to_plain_name(name: str) -> str:
    """Return a display name without line breaks and invisible characters, for buttons and menus.

    A name with extremely wide characters is cut to `MAX_NAME_WIDTH`. A name without any visible
    character becomes `NAMELESS_SIGN`.
    """
    if not any(map(_is_visible, name)):
        return NAMELESS_SIGN
    return cut_to_width(_INVISIBLE.sub(" ", name), MAX_NAME_WIDTH)


def _is_visible(character: str) -> bool:
    """Tell whether a character can be seen when it stands alone."""
    return category(character) not in _UNSEEN and character not in _BLANK


@lru_cache(MAX_CACHED_NAMES)
def escape_name(name: str) -> str:
    """Return a display name in which Discord's markup is escaped, for use in a message's text.

    People then see the name unchanged, even if it contains asterisks or mentions.
    """
    return _MARKUP.sub(r"\\\1", to_plain_name(name))


def replace_names_by_seats(table: Table) -> Table:
    """Return the table with seat numbers, from 1 on, in place of people's names.

    Computer players keep their names.
    """
    players = tuple(
        replace(player, name=f"{NAMELESS_SIGN} {number}") if player.user else player
        for number, player in enumerate(table.players, 1)
    )
    events = tuple(map(_replace_name_by_seat, table.public_events))
    return replace(table, players=players, public_events=events)


def _replace_name_by_seat(event: EventRecord) -> EventRecord:
    """Return an event without the name of a person that it contains."""
    if event.name not in EVENTS_WITH_NAMES:
        return event
    values = (NAMELESS_SIGN if isinstance(value, str) else value for value in event.values)
    return replace(event, values=tuple(values))
