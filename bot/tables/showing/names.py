"""Display names as they may stand in Discord's texts."""

import re
from unicodedata import category

_MARKUP = re.compile(r"([\\*_~`|>#<\[\]():@-])")
_INVISIBLE = re.compile(
    r"[\x00-\x1f\x7f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    r"\U000e0000-\U000e007f]+"  # tags, which change a flag's emoji at most
)

_UNSEEN = {"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"}
"""Unicode's categories of signs that show nothing by themselves."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing, either."""
NAMELESS = "👤"
"""Stands for a name in which there is nothing to see."""


def plain(name: str) -> str:
    """Return a display name without line breaks and invisible signs, for buttons and menus."""
    return _INVISIBLE.sub(" ", name) if any(map(_is_visible, name)) else NAMELESS


def _is_visible(sign: str) -> bool:
    return category(sign) not in _UNSEEN and sign not in _BLANK


def escaped(name: str) -> str:
    """Return a display name that shows as it is in a text, whatever markup it holds."""
    return _MARKUP.sub(r"\\\1", plain(name))
