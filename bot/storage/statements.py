"""SQL, written once in SQLAlchemy's Core and compiled once for the database at hand."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.types import TypeEngine

Row = Mapping[str, object]
"""The values of a statement, by the names of its parameters."""
Convert = Callable[[Any], Any]
_FLOAT = 701
"""PostgreSQL's number for the type of its floats, which SQLAlchemy asks before it reads one."""
ROWS_PER_INSERT = 16
"""So many rows are inserted by one step of the driver, which takes its turn for each step."""


class Compiled(NamedTuple):
    """A statement in a database's own words."""

    sql: str
    many: str
    """The same for `ROWS_PER_INSERT` rows at once, "" where it inserts no rows that are given."""
    order: tuple[str, ...]
    """The names of its parameters, as they stand in `sql`."""
    fixed: Row
    """The values that are written in the statement itself."""
    converts: Mapping[str, Convert]
    """How the driver wants those parameters that it does not take as they are."""
    found: tuple[Convert | None, ...]
    """How each column of a result is read; None: as it comes."""


class Statement:
    """One statement; `run` it in a transaction, or ask it for `rows`."""

    def __init__(
        self,
        clause: sa.Select[Any] | sa.UpdateBase,
        columns: Collection[str] | None = None,
        *,
        is_guard: bool = False,
    ) -> None:
        """Keep the clause; of an insert, which `columns` it fills (None: all).

        A guard has to change a row each time that it runs in `Transaction.run_all`.
        """
        self.is_guard = is_guard
        self._clause = clause
        self._columns = None if columns is None else list(columns)
        self._compiled: dict[str, Compiled] = {}

    def compiled(self, dialect: sa.Dialect) -> Compiled:
        """Return the statement for a database."""
        known = self._compiled.get(dialect.name)
        if known is None:
            known = self._compiled[dialect.name] = self._compile(dialect)
        return known

    def _compile(self, dialect: sa.Dialect) -> Compiled:
        compiled: Any = self._clause.compile(dialect=dialect, column_keys=self._columns)
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        converts = {
            name: convert
            for bind, name in compiled.bind_names.items()
            if (convert := bind.type.dialect_impl(dialect).bind_processor(dialect))
        }
        columns: Sequence[sa.ColumnElement[Any]] = ()
        if isinstance(self._clause, sa.Select):
            columns = tuple(self._clause.selected_columns)
        found = tuple(
            column.type.dialect_impl(dialect).result_processor(dialect, _FLOAT)
            for column in columns
        )
        sql, order = str(compiled), tuple(compiled.positiontup or ())
        return Compiled(sql, _many(sql, len(order)), order, fixed, converts, found)


def _many(sql: str, places: int) -> str:
    """Return an insert of `ROWS_PER_INSERT` rows, as SQLAlchemy's own `insertmanyvalues` makes it.

    Where places have numbers (PostgreSQL: `$1`), those of each row go on behind the last one's.
    https://docs.sqlalchemy.org/en/20/core/connections.html#engine-insertmanyvalues
    """
    found = re.fullmatch(r"(INSERT .* VALUES )(\(.*\))", sql)
    if not found:
        return ""
    row = re.split(r"\$(\d+)", found[2])
    numbers = [int(number) for number in row[1::2]]
    rows = []
    for before in range(0, ROWS_PER_INSERT * places, places):
        row[1::2] = [f"${before + number}" for number in numbers]
        rows.append("".join(row))
    return found[1] + ", ".join(rows)


def param(name: str, type_: TypeEngine[Any] | None = None) -> sa.BindParameter[Any]:
    """Return a parameter of a statement.

    It takes the type of the column that it is compared with or written to, unless `type_` is given.
    """
    return sa.bindparam(name, type_=type_)


def insert_missing(of: sa.Table, **values: sa.ColumnElement[Any]) -> sa.Insert:
    """Return the INSERT of a row, unless the table has one with the same primary key.

    A column without one of these values takes a parameter of its name.
    """
    row = {each.name: param(each.name, each.type) for each in of.c} | values
    known = sa.exists().where(*(key == row[key.name] for key in of.primary_key))
    return sa.insert(of).from_select([*row], sa.select(*row.values()).where(~known))


def literals(words: Iterable[str]) -> list[sa.ColumnElement[str]]:
    """Return words of the program itself, to be written into a statement's IN as they are."""
    return [sa.literal_column(f"'{word}'", sa.Text) for word in words]


def converted(compiled: Compiled, row: Row) -> tuple[object, ...]:
    """Return a row as the driver takes it."""
    whole = {**compiled.fixed, **row}
    for name, convert in compiled.converts.items():
        whole[name] = convert(whole[name])
    return tuple(whole[name] for name in compiled.order)


def steps(
    compiled: Compiled, rows: Sequence[Row]
) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """Return the SQL that does a statement for all rows, with the parameters of each step."""
    parameters = [converted(compiled, row) for row in rows]
    whole = len(parameters) // ROWS_PER_INSERT * ROWS_PER_INSERT if compiled.many else 0
    if whole:
        yield (
            compiled.many,
            [
                tuple(chain.from_iterable(parameters[start : start + ROWS_PER_INSERT]))
                for start in range(0, whole, ROWS_PER_INSERT)
            ],
        )
    if parameters[whole:]:
        yield compiled.sql, parameters[whole:]


def read(compiled: Compiled, row: Sequence[object]) -> tuple[Any, ...]:
    """Return a row of a result as Python knows its values."""
    if not any(compiled.found):
        return tuple(row)
    pairs = zip(compiled.found, row, strict=True)
    return tuple(convert(value) if convert else value for convert, value in pairs)
