"""SQL statements, written once with SQLAlchemy's Core, for each kind of database that runs them.

Each statement is compiled once for each kind of database.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.types import TypeEngine

Row = Mapping[str, object]
"""The values of a statement's parameters, by the names of the parameters."""
Converter = Callable[[Any], Any]
"""A function that converts a value between Python and the database's driver."""
FLOAT_OID = 701
"""PostgreSQL's number for its type of floats.

SQLAlchemy asks for this number before it reads a float.
"""
ROWS_PER_INSERT = 16
"""The number of rows that one INSERT of several rows inserts at a time.

The driver waits for its turn before each step, so several rows share a step.
"""


class CompiledStatement(NamedTuple):
    """A statement in the SQL of one kind of database, with the conversions of its values."""

    sql: str
    """The SQL for one row of parameters."""
    insert_many: str
    """The same INSERT for `ROWS_PER_INSERT` rows at once.

    It is "" unless the statement inserts rows that the caller gives.
    """
    names: tuple[str, ...]
    """The names of the statement's parameters, in the order in which `sql` uses them."""
    constants: Row
    """The values of parameters that the statement itself gives, by name."""
    converters: Mapping[str, Converter]
    """Functions that convert values which the driver does not take as they are.

    The keys are the names of the parameters.
    """
    result_converters: tuple[Converter | None, ...]
    """For each column of a result, the function that converts its values.

    None means that the driver's value is used as it is.
    """


class Statement:
    """An SQL statement that a `Transaction` can run in any of the supported databases."""

    def __init__(
        self,
        clause: sa.Select[Any] | sa.UpdateBase,
        columns: Collection[str] | None = None,
        *,
        is_guard: bool = False,
    ) -> None:
        """Create a statement; it is compiled when a database runs it for the first time.

        Args:
            clause: The statement, as SQLAlchemy builds it.
            columns: The names of the columns that an INSERT fills. None means all columns.
            is_guard: Whether the statement has to change a row each time that `Transaction.run_all`
                runs it. If it does not, another process changed the row first, and `TableConflict`
                is raised.
        """
        self.is_guard = is_guard
        self._clause = clause
        self._columns = None if columns is None else list(columns)
        self._compiled: dict[str, CompiledStatement] = {}

    def compile_for(self, dialect: sa.Dialect) -> CompiledStatement:
        """Return the statement in the SQL of a kind of database. It is compiled only once."""
        known = self._compiled.get(dialect.name)
        if known is None:
            known = self._compiled[dialect.name] = self._compile(dialect)
        return known

    def _compile(self, dialect: sa.Dialect) -> CompiledStatement:
        """Compile the statement, and find the functions that convert its values."""
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

    The result is "" if the SQL is no INSERT of given values. `parameters` is the number of
    parameters of one row. The numbers of PostgreSQL's parameters (`$1`) go on from row to row.

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
    """Return a named parameter of a statement, whose value is given when the statement runs.

    Args:
        name: The name of the parameter.
        type_: The type of the value. None means the type of the column that the parameter is
            compared with or written to.
    """
    return sa.bindparam(name, type_=type_)


def match_key(table: sa.Table) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the SQL conditions that select one row of a database table by its primary key.

    The value of each key column is a parameter named `of_` and the column's name, such as
    `of_guild`.
    """
    return tuple(key == param(f"of_{key.name}") for key in table.primary_key)


def insert_missing(table: sa.Table, **values: sa.ColumnElement[Any]) -> sa.Insert:
    """Return an INSERT of one row that does nothing if its primary key exists already.

    Args:
        table: The database table.
        values: SQL expressions for some of the columns, by name. Each other column takes a
            parameter of its own name.
    """
    row = {each.name: param(each.name, each.type) for each in table.c} | values
    known = sa.exists().where(*(key == row[key.name] for key in table.primary_key))
    return sa.insert(table).from_select([*row], sa.select(*row.values()).where(~known))


def make_literals(words: Iterable[str]) -> list[sa.ColumnElement[str]]:
    """Return words as SQL literals, for a condition such as `kind IN ('keep', 'idle')`.

    The words come from the program itself and never from people, so they need no escaping.
    """
    return [sa.literal_column(f"'{word}'", sa.Text) for word in words]


def convert_row(compiled: CompiledStatement, row: Row) -> tuple[object, ...]:
    """Return the parameters of a statement in the order and form that the driver takes.

    Args:
        compiled: The compiled statement.
        row: The values of the parameters, by name.
    """
    values = {**compiled.constants, **row}
    for name, convert in compiled.converters.items():
        values[name] = convert(values[name])
    return tuple(values[name] for name in compiled.names)


def split_rows(
    compiled: CompiledStatement, rows: Sequence[Row]
) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """Split the runs of a statement into steps, so that INSERTs write several rows at once.

    Args:
        compiled: The compiled statement.
        rows: The parameters of each run, by name.

    Yields:
        The SQL of a step, and the parameters of each run of that step.
    """
    parameters = [convert_row(compiled, row) for row in rows]
    whole = len(parameters) // ROWS_PER_INSERT * ROWS_PER_INSERT if compiled.insert_many else 0
    if whole:
        starts = range(0, whole, ROWS_PER_INSERT)
        groups = (parameters[start : start + ROWS_PER_INSERT] for start in starts)
        yield compiled.insert_many, [tuple(chain.from_iterable(group)) for group in groups]
    if parameters[whole:]:
        yield compiled.sql, parameters[whole:]


def read_row(compiled: CompiledStatement, row: Sequence[object]) -> tuple[Any, ...]:
    """Return a row of a SELECT's result with the values converted for Python.

    Args:
        compiled: The compiled SELECT.
        row: The values as the driver returns them.
    """
    if not any(compiled.result_converters):
        return tuple(row)
    pairs = zip(compiled.result_converters, row, strict=True)
    return tuple(convert(value) if convert else value for convert, value in pairs)
