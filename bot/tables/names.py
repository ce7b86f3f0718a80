"""Display names as they may stand in Discord's texts."""

import re

_MARKUP = re.compile(r"([\\*_~`|>#<\[\]():@-])")
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+")


def plain(name: str) -> str:
    """Return a display name without line breaks and invisible signs, for buttons and menus."""
    return _INVISIBLE.sub(" ", name)


def escaped(name: str) -> str:
    """Return a display name that shows as it is in a text, whatever markup it holds."""
    return _MARKUP.sub(r"\\\1", plain(name))
