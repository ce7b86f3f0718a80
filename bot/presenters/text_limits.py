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
        room -= size(line) + bool(kept)
        if room < 0:
            break
        kept.append(line)
    return tuple(kept)


def cut(told: str, room: int) -> str:
    """Return a text, or as much of its beginning as fits into `room` characters, and "…"."""
    if size(told) <= room:
        return told
    while size(told) >= room:
        told = told[: min(len(told), room) - 1]
    return f"{told.rstrip()}…"


def size(told: str) -> int:
    """Return a text's characters, as Discord counts them in the strictest case: see `fitting`."""
    return len(told.encode("utf-16-le")) // 2
