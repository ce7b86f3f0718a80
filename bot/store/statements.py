"""SQL, written once in SQLAlchemy's Core and compiled once for the database at hand."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Dialect,
    Select,
    Text,
    UpdateBase,
    bindparam,
    literal_column,
)

Row = Mapping[str, object]
"""The values of a statement, by the names of its parameters."""
Convert = Callable[[Any], Any]


class Compiled(NamedTuple):
    """A statement in a database's own words."""

    sql: str
    fixed: Row
    """The values that are written in the statement itself."""
    given: Mapping[str, Convert]
    """How the driver wants those parameters that it does not take as they are."""
    found: tuple[Convert | None, ...]
    """How each column of a result is read; None: as it comes."""


class Statement:
    """One statement; `run` it in a transaction, or ask it for `rows`."""

    def __init__(
        self, clause: Select[Any] | UpdateBase, columns: Collection[str] | None = None
    ) -> None:
        """Keep the clause; of an insert, which `columns` it fills (None: all)."""
        self._clause = clause
        self._columns = None if columns is None else list(columns)
        self._compiled: dict[str, Compiled] = {}

    def compiled(self, dialect: Dialect) -> Compiled:
        """Return the statement for a database."""
        known = self._compiled.get(dialect.name)
        if known is None:
            known = self._compiled[dialect.name] = self._compile(dialect)
        return known

    def _compile(self, dialect: Dialect) -> Compiled:
        compiled: Any = self._clause.compile(dialect=dialect, column_keys=self._columns)
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        given = {
            name: convert
            for bind, name in compiled.bind_names.items()
            if (convert := bind.type.dialect_impl(dialect).bind_processor(dialect))
        }
        columns: Sequence[ColumnElement[Any]] = ()
        if isinstance(self._clause, Select):
            columns = tuple(self._clause.selected_columns)
        found = tuple(
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns
        )
        return Compiled(str(compiled), fixed, given, found)


def given(name: str) -> BindParameter[Any]:
    """Return the place of a value that is given when the statement runs."""
    return bindparam(name)


def literals(words: Iterable[str]) -> list[ColumnElement[str]]:
    """Return words of the program itself, to be written into a statement's IN as they are."""
    return [literal_column(f"'{word}'", Text) for word in words]


def converted(compiled: Compiled, row: Row) -> Row:
    """Return a row as the driver takes it."""
    whole = {**compiled.fixed, **row}
    for name, convert in compiled.given.items():
        whole[name] = convert(whole[name])
    return whole


def read(compiled: Compiled, row: Sequence[object]) -> tuple[Any, ...]:
    """Return a row of a result as Python knows its values."""
    if not any(compiled.found):
        return tuple(row)
    pairs = zip(compiled.found, row, strict=True)
    return tuple(convert(value) if convert else value for convert, value in pairs)
