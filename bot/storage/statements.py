"""SQL, written once with SQLAlchemy's Core, and compiled once for each database that runs it."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.types import TypeEngine

Row = Mapping[str, object]
"""The values of a statement, by the names of its parameters."""
Converter = Callable[[Any], Any]
FLOAT_OID = 701
"""PostgreSQL's number for the type of its floats. SQLAlchemy asks for it before it reads one."""
ROWS_PER_INSERT = 16
"""Rows that one step of the driver inserts: the driver waits for its turn before each step."""


class CompiledStatement(NamedTuple):
    """A statement in the SQL of one database."""

    sql: str
    insert_many: str
    """The same for `ROWS_PER_INSERT` rows; "" unless it inserts rows that are given."""
    names: tuple[str, ...]
    """The names of its parameters, in the order of `sql`."""
    constants: Row
    """The values of parameters that the statement itself gives."""
    converters: Mapping[str, Converter]
    """Converts values that the driver does not take as they are, by the names of parameters."""
    result_converters: tuple[Converter | None, ...]
    """Converts each column of a result; None leaves it as it is."""


class Statement:
    """A statement that a `Transaction` can run."""

    def __init__(
        self,
        clause: sa.Select[Any] | sa.UpdateBase,
        columns: Collection[str] | None = None,
        *,
        is_guard: bool = False,
    ) -> None:
        """Keep the clause; an INSERT fills these columns (None: all).

        A guard has to change a row each time that it runs in `Transaction.run_all`.
        """
        self.is_guard = is_guard
        self._clause = clause
        self._columns = None if columns is None else list(columns)
        self._compiled: dict[str, CompiledStatement] = {}

    def compile_for(self, dialect: sa.Dialect) -> CompiledStatement:
        """Return the statement in the SQL of a database."""
        known = self._compiled.get(dialect.name)
        if known is None:
            known = self._compiled[dialect.name] = self._compile(dialect)
        return known

    def _compile(self, dialect: sa.Dialect) -> CompiledStatement:
        compiled: Any = self._clause.compile(dialect=dialect, column_keys=self._columns)
        constants = {name: value for name, value in compiled.params.items() if value is not None}
        converters = {
            name: convert
            for bind, name in compiled.bind_names.items()
            if (convert := bind.type.dialect_impl(dialect).bind_processor(dialect))
        }
        columns: Sequence[sa.ColumnElement[Any]] = ()
        if isinstance(self._clause, sa.Select):
            columns = tuple(self._clause.selected_columns)
        result_converters = tuple(
            column.type.dialect_impl(dialect).result_processor(dialect, FLOAT_OID)
            for column in columns
        )
        sql, names = str(compiled), tuple(compiled.positiontup or ())
        many = _make_multi_row_insert(sql, len(names))
        return CompiledStatement(sql, many, names, constants, converters, result_converters)


def _make_multi_row_insert(sql: str, parameters: int) -> str:
    """Return an INSERT of `ROWS_PER_INSERT` rows, as SQLAlchemy's `insertmanyvalues` makes it.

    The numbers of PostgreSQL's parameters (`$1`) go on from row to row.
    https://docs.sqlalchemy.org/en/20/core/connections.html#engine-insertmanyvalues
    """
    found = re.fullmatch(r"(INSERT .* VALUES )(\(.*\))", sql)
    if not found:
        return ""
    row = re.split(r"\$(\d+)", found[2])
    numbers = [int(number) for number in row[1::2]]
    rows = []
    for before in range(0, ROWS_PER_INSERT * parameters, parameters):
        row[1::2] = [f"${before + number}" for number in numbers]
        rows.append("".join(row))
    return found[1] + ", ".join(rows)


def param(name: str, type_: TypeEngine[Any] | None = None) -> sa.BindParameter[Any]:
    """Return a parameter of a statement.

    It takes the type of the column that it is compared with or written to, unless `type_` is given.
    """
    return sa.bindparam(name, type_=type_)


def match_key(table: sa.Table) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions for the row whose primary key is given, as parameters "of_<column>"."""
    return tuple(key == param(f"of_{key.name}") for key in table.primary_key)


def insert_missing(table: sa.Table, **values: sa.ColumnElement[Any]) -> sa.Insert:
    """Return the INSERT of a row, unless the table has one with the same primary key.

    A column without one of these values takes a parameter of its name.
    """
    row = {each.name: param(each.name, each.type) for each in table.c} | values
    known = sa.exists().where(*(key == row[key.name] for key in table.primary_key))
    return sa.insert(table).from_select([*row], sa.select(*row.values()).where(~known))


def make_literals(words: Iterable[str]) -> list[sa.ColumnElement[str]]:
    """Return words of the program as literals, for the IN of a statement."""
    return [sa.literal_column(f"'{word}'", sa.Text) for word in words]


def convert_row(compiled: CompiledStatement, row: Row) -> tuple[object, ...]:
    """Return the parameters of a statement as the driver takes them."""
    values = {**compiled.constants, **row}
    for name, convert in compiled.converters.items():
        values[name] = convert(values[name])
    return tuple(values[name] for name in compiled.names)


def split_rows(
    compiled: CompiledStatement, rows: Sequence[Row]
) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """Yield the steps that run a statement for all rows: SQL, and the parameters of each run."""
    parameters = [convert_row(compiled, row) for row in rows]
    whole = len(parameters) // ROWS_PER_INSERT * ROWS_PER_INSERT if compiled.insert_many else 0
    if whole:
        starts = range(0, whole, ROWS_PER_INSERT)
        groups = (parameters[start : start + ROWS_PER_INSERT] for start in starts)
        yield compiled.insert_many, [tuple(chain.from_iterable(group)) for group in groups]
    if parameters[whole:]:
        yield compiled.sql, parameters[whole:]


def read_row(compiled: CompiledStatement, row: Sequence[object]) -> tuple[Any, ...]:
    """Return a row of a result with Python's values."""
    if not any(compiled.result_converters):
        return tuple(row)
    pairs = zip(compiled.result_converters, row, strict=True)
    return tuple(convert(value) if convert else value for convert, value in pairs)
