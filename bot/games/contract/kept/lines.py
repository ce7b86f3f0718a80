"""Files of JSON with a line for each record, so that a reviewer sees which of them are new."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.json import decode, encode

R = TypeVar("R", bound=Struct)

FIRST = 2
"""The line of the first record: a bracket stands before it."""


def written(records: Iterable[Struct]) -> str:
    """Return the text of a file with these records."""
    return "[\n" + ",\n".join(encode(record).decode() for record in records) + "\n]\n"


def read(file: Path, kind: type[R]) -> list[R]:
    """Return the records of a file; none if it is not there."""
    return decode(file.read_bytes(), type=list[kind]) if file.exists() else []  # type: ignore[valid-type]
