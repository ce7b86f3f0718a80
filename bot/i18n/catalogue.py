"""Reads a Fluent file, and parses each message only when it is first used.

Parsing all messages takes a third of a second, and most of them are never used.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message, MessageReference, Term, TermReference
from fluent.syntax.visitor import Visitor

_ENTRY_START = re.compile(rb"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
"""Matches the first line of an entry, up to the "=" after its name. Other lines are indented:
https://github.com/projectfluent/fluent/blob/main/spec/fluent.ebnf
"""

MAX_EXCERPT_LENGTH = 40

Entry = Message | Term
"""A message in a Fluent file, or a term: a named text that messages can include."""


class Catalogue:
    """The messages and terms of one Fluent file. Names of terms start with a hyphen."""

    def __init__(self, source: bytes) -> None:
        """Split a Fluent file in UTF-8 into its entries without parsing them."""
        begins = [*_ENTRY_START.finditer(source)]
        ends = [*(found.start() for found in begins[1:]), len(source)]
        self._sources = {
            found[1].decode(): source[found.start() : end]
            for found, end in zip(begins, ends, strict=True)
        }
        self._parsed: dict[str, Entry] = {}

    @property
    def names(self) -> set[str]:
        """The names of all messages and terms in the file."""
        return {*self._sources}

    def get(self, name: str) -> Entry | None:
        """Return a message or term, parsed, or None if the file does not define it.

        Raises:
            ValueError: The text of the entry cannot be parsed.
        """
        source = self._sources.get(name)
        if source is None:
            return None
        if name not in self._parsed:
            entry = FluentParser(with_spans=False).parse_entry(source.decode())
            if not isinstance(entry, Message | Term):
                raise ValueError(name)
            self._parsed[name] = entry
        return self._parsed[name]


class UnreadablePart(NamedTuple):
    """A part of a Fluent file that Fluent cannot read, so that nobody would ever see it."""

    line: int
    excerpt: str
    """The first characters of the part, or "" if it is not even text."""
    reason: str
    """What Fluent expects instead, in English."""


def find_unreadable_parts(source: bytes) -> Iterator[UnreadablePart]:
    """Parse a whole Fluent file in UTF-8, and yield each part that cannot be read.

    `Catalogue` passes over such a part: a message ends before it.
    """
    try:
        text = source.decode()
    except UnicodeDecodeError as problem:
        line = source[: problem.start].count(b"\n") + 1
        yield UnreadablePart(line, "", f"{problem.encoding}: {problem.reason}")
        return
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, Junk) and entry.span and entry.content:
            said = entry.annotations[0]
            last = entry.span.start + len(entry.content.rstrip()) - 1
            place = min(said.span.start if said.span else last, last)
            excerpt = entry.content.strip().splitlines()[0][:MAX_EXCERPT_LENGTH]
            yield UnreadablePart(text[:place].count("\n") + 1, excerpt, said.message or "")


class _References(Visitor):
    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802 - Fluent's name
        self.names.append(node.id.name)

    def visit_TermReference(self, node: TermReference) -> None:  # noqa: N802
        self.names.append(f"-{node.id.name}")
        self.generic_visit(node)


def find_references(entry: Entry) -> list[str]:
    """Return the names of the messages and terms that a message or term refers to."""
    found = _References()
    found.visit(entry)
    return found.names
