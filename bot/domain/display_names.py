"""Converts people's display names to forms that are safe in Discord's texts."""

import re
from functools import lru_cache
from unicodedata import bidirectional, category

from msgspec.structs import replace

from bot.domain.changes import EVENTS_WITH_NAMES
from bot.domain.evenings import Evening
from bot.domain.table import Match, Table
from bot.engine import text_helpers
from bot.engine.events import EventRecord

_MARKUP = re.compile(r"([\\*_~`|>#<\[\]():@/-])")
"""Matches Discord's markup, and the slash, without which "discord.gg/abc" is no invitation."""
_INVISIBLE = (
    r"\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    r"\U000e0000-\U000e007f"
)
_FLAG = r"🏴[\U000e0020-\U000e007e]+\U000e007f"
"""Matches the emoji of a region's flag: https://www.unicode.org/reports/tr51/#emoji-tag-sequences."""
_JOINED = rf"(?<=[^\s{_INVISIBLE}])[{text_helpers.ZERO_WIDTH_JOINERS}](?=[^\s{_INVISIBLE}])"
"""Matches a joiner between two visible characters, as in some emojis, Persian and Sinhala."""
_KEPT_OR_INVISIBLE = re.compile(rf"({_FLAG}|{_JOINED})|[{_INVISIBLE}]+")
_RIGHT_TO_LEFT = {"R", "AL", "AN"}

_UNSEEN = {"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"}
"""Unicode's general categories of characters that are invisible when they stand alone."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look blank, although Unicode does not count them as spaces."""
NAMELESS_SIGN = "👤"
"""The sign in place of a name that is invisible or must not be shown."""
MAX_NAME_WIDTH = 32 * text_helpers.EAST_ASIAN_WIDTH
"""The width of 32 East Asian letters, in the unit of `bot.engine.text_helpers.cut_to_width`."""
MAX_CACHED_NAMES = 1024
"""The maximum number of names that each function caches. Each screen names all players."""


@lru_cache(MAX_CACHED_NAMES)
def to_plain_name(name: str) -> str:
    """Return a display name that is safe for buttons and menus.

    A name that is too wide is cut. A name that is written from right to left is isolated, so that
    the medals and numbers beside it keep their places:
    https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates.
    """
    if not any(map(_is_visible, name)):
        return NAMELESS_SIGN
    shown = text_helpers.cut_to_width(
        _KEPT_OR_INVISIBLE.sub(lambda found: found[1] or " ", name), MAX_NAME_WIDTH
    )
    if any(bidirectional(character) in _RIGHT_TO_LEFT for character in shown):
        return f"{text_helpers.FIRST_STRONG_ISOLATE}{shown}{text_helpers.POP_DIRECTIONAL_ISOLATE}"
    return shown


def _is_visible(character: str) -> bool:
    return category(character) not in _UNSEEN and character not in _BLANK


@lru_cache(MAX_CACHED_NAMES)
def escape_name(name: str) -> str:
    """Return a display name for use in a message's text, with Discord's markup escaped."""
    return _MARKUP.sub(r"\\\1", to_plain_name(name))


def replace_names_by_seats(table: Table) -> Table:
    """Return the table with seat numbers, starting with 1, in place of people's names.

    It is shown if Discord rejects a message because of a name. Computer players keep theirs.
    """
    players = tuple(
        replace(player, name=f"{NAMELESS_SIGN} {number}") if player.user else player
        for number, player in enumerate(table.players, 1)
    )
    events = tuple(map(_replace_name_by_seat, table.public_events))
    evening = table.evening and _replace_names_of_members(table.evening)
    table = replace(table, players=players, public_events=events, evening=evening)
    if not isinstance(table, Match):
        return table
    applicants = (replace(each, name=NAMELESS_SIGN) for each in table.applicants)
    return replace(table, applicants=tuple(applicants))


def _replace_names_of_members(evening: Evening) -> Evening:
    members = tuple(
        replace(member, name=f"{NAMELESS_SIGN} {number}") if member.user else member
        for number, member in enumerate(evening.members, 1)
    )
    return replace(evening, members=members)


def _replace_name_by_seat(event: EventRecord) -> EventRecord:
    if event.name not in EVENTS_WITH_NAMES:
        return event
    values = (NAMELESS_SIGN if isinstance(value, str) else value for value in event.values)
    return replace(event, values=tuple(values))
