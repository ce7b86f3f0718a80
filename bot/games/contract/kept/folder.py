"""The folder of what a game keeps of itself: compared, and written anew."""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from bot.games.box import Box
from bot.games.contract.kept import deals, perft, playthroughs, states

AROUND = 40
"""So much of a long line is told before what differs."""
TOLD = 160
"""So much of it is told in all."""


def _none(_: Box, __: Path) -> Iterator[str]:
    return iter(())


class Kind(NamedTuple):
    """Files of one kind, and the rule of the contract that they keep."""

    name: str
    says: str
    texts: Callable[[Box, Path], dict[str, str]]
    """Returns what the files are to be today, by their names."""
    problems: Callable[[Box, Path], Iterator[str]] = _none
    """Yields what is wrong besides, each with its file and line."""
    pattern: str = ""
    """All files with such names are to be among the texts."""


KINDS = (
    Kind(
        "playthroughs",
        "Whole games are told as they were.",
        playthroughs.texts,
        pattern=playthroughs.PATTERN,
    ),
    Kind("perft", "After so many inputs there are as many states as there were.", perft.texts),
    Kind(
        "restored",
        "States of all schemas are read, and played on to the end.",
        states.texts,
        states.problems,
    ),
    Kind("deals", "The same rules deal the same.", deals.texts, deals.problems),
)


def problems(kind: Kind, box: Box, folder: Path) -> Iterator[str]:
    """Yield what is not as it is kept, each with its file and line.

    Of a file that `keep` would write anew, that is the first line which differs.
    """
    try:
        today = kind.texts(box, folder)
        for name, text in today.items():
            yield from _differing(folder / name, text)
        yield from (
            f"{file.name}: nothing is kept there now" for file in _left(kind, folder, today)
        )
        yield from kind.problems(box, folder)
    except Exception as problem:
        yield f"it fails: {type(problem).__name__}: {problem}"


def keep(box: Box, folder: Path) -> list[Path]:
    """Write what is missing or differs, take away what is left over, and return these files.

    States and deals that are there stay as they are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    changed = list[Path]()
    for kind in KINDS:
        today = kind.texts(box, folder)
        for name, text in today.items():
            if [*_differing(folder / name, text)]:
                (folder / name).write_text(text, encoding="utf-8", newline="\n")
                changed.append(folder / name)
        for file in _left(kind, folder, today):
            file.unlink()
            changed.append(file)
    return changed


def _left(kind: Kind, folder: Path, today: dict[str, str]) -> list[Path]:
    files = sorted(folder.glob(kind.pattern)) if kind.pattern else []
    return [file for file in files if file.name not in today]


def _differing(file: Path, now: str) -> Iterator[str]:
    """Yield the first line that differs, if one does."""
    if not file.exists():
        yield f"{file.name} is missing"
        return
    kept = file.read_text(encoding="utf-8")
    both = zip_longest(kept.splitlines(), now.splitlines(), fillvalue="(the end)")
    for number, (old, new) in enumerate(both, 1):
        if old != new:
            start = max(0, _common(old, new) - AROUND)
            part = slice(start, start + TOLD)
            yield f"{file.name}:{number}: kept {old[part].strip()!r}, now {new[part].strip()!r}"
            return


def _common(one: str, other: str) -> int:
    """Return with how many characters both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
