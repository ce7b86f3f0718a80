"""Lines that fit into Discord's limits."""

from collections.abc import Iterable

FIELD = 1024
"""Characters in the text of an embed's field."""


def fitting(lines: Iterable[str], room: int = FIELD) -> tuple[str, ...]:
    """Return the first of the lines, as many as fit into `room` characters with their breaks.

    Signs beyond Unicode's first 65,536, such as most emojis, count as two.
    """
    kept: list[str] = []
    for line in lines:
        room -= len(line.encode("utf-16-le")) // 2 + bool(kept)
        if room < 0:
            break
        kept.append(line)
    return tuple(kept)
