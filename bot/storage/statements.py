"""SQL statements, written once with SQLAlchemy's Core, for each kind of database that runs them."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.types import TypeEngine

Row = Mapping[str, object]
"""The values of a statement's parameters. Each key is the name of a parameter."""
Converter = Callable[[Any], Any]
FLOAT_OID = 701
"""PostgreSQL's number for its type of floats. SQLAlchemy needs this number to choose the
conversion of floats in results.
"""
Clause = sa.Select[Any] | sa.UpdateBase
Conditions = Sequence[sa.ColumnElement[bool] | sa.TextClause]
ROWS_PER_INSERT = 16
"""The number of rows that one INSERT statement writes when many rows are inserted. The driver
waits between two statements, so a statement with several rows saves time.
"""

ZERO_LITERAL: sa.ColumnElement[Any] = sa.literal_column("0")
"""The SQL literal 0. SQLAlchemy would name a `sa.literal` in an INSERT after its column."""


class CompiledStatement(NamedTuple):
    """A statement as SQL for one kind of database, with the functions that convert its values."""

    sql: str
    """The SQL of one run, with placeholders for the parameters."""
    insert_many: str
    """The SQL of an INSERT that writes `ROWS_PER_INSERT` rows at once. It is "" if the statement
    is no INSERT of given values.
    """
    names: tuple[str, ...]
    """The names of the parameters, in the order in which `sql` uses them."""
    constants: Row
    """The values of parameters that are part of the statement, so that callers do not give them."""
    converters: Mapping[str, Converter]
    """Maps names of parameters to functions that convert values for the database driver.
    Parameters whose values need no conversion are left out.
    """
    result_converters: tuple[Converter | None, ...]
    """One function for each column of the result, which converts the driver's value for Python.
    None means that the value needs no conversion.
    """


class Statement:
    """An SQL statement that can run in each supported database, SQLite and PostgreSQL."""

    def __init__(
        self,
        clause: Clause | Callable[[sa.Dialect], Clause],
        columns: Collection[str] | None = None,
        *,
        is_guard: bool = False,
    ) -> None:
        """Create a statement.

        Args:
            clause: The statement, or a function that builds it for a kind of database.
            columns: The names of the columns that an INSERT fills. None means all columns.
            is_guard: Whether each run by `Transaction.run_all` must change a row. If a run changes
                none, another process changed the row first, and `TableConflict` is raised.
        """
        self.is_guard = is_guard
        self._clause = clause
        self._columns = None if columns is None else list(columns)
        self._compiled: dict[str, CompiledStatement] = {}

    @classmethod
    def select_page(
        cls, rows_per_page: int, *columns: sa.ColumnElement[Any], where: Conditions = ()
    ) -> "Statement":
        """Return a query for a page of rows, in the order of the first column, after `after`."""
        page = sa.select(*columns).where(columns[0] > param("after"), *where)
        return cls(page.order_by(columns[0]).limit(rows_per_page))

    @classmethod
    def select_key(
        cls, rank: int | sa.BindParameter[int], *key: sa.ColumnElement[Any], where: Conditions
    ) -> "Statement":
        """Return a query for the key of the row that has `rank` rows before it."""
        return cls(sa.select(*key).where(*where).order_by(*key).offset(rank).limit(1))

    def compile_for(self, dialect: sa.Dialect) -> CompiledStatement:
        """Return the statement as SQL for a kind of database. The compiled statement is cached."""
        known = self._compiled.get(dialect.name)
        if known is None:
            known = self._compiled[dialect.name] = self._compile(dialect)
        return known

    def _compile(self, dialect: sa.Dialect) -> CompiledStatement:
        """Compile the statement to SQL, and collect the functions that convert its values."""
        clause = self._clause(dialect) if callable(self._clause) else self._clause
        compiled: Any = clause.compile(dialect=dialect, column_keys=self._columns)
        constants = {name: value for name, value in compiled.params.items() if value is not None}
        converters = {
            name: convert
            for bind, name in compiled.bind_names.items()
            if (convert := bind.type.dialect_impl(dialect).bind_processor(dialect))
        }
        columns: Sequence[sa.ColumnElement[Any]] = ()
        if isinstance(clause, sa.Select):
            columns = tuple(clause.selected_columns)
        result_converters = tuple(
            column.type.dialect_impl(dialect).result_processor(dialect, FLOAT_OID)
            for column in columns
        )
        sql, names = str(compiled), tuple(compiled.positiontup or ())
        many = _make_multi_row_insert(sql, len(names))
        return CompiledStatement(sql, many, names, constants, converters, result_converters)


def _make_multi_row_insert(sql: str, parameters: int) -> str:
    """Return an INSERT of `ROWS_PER_INSERT` rows, made from the SQL of an INSERT of one row.

    The result is "" if the SQL is no INSERT of given values. `parameters` is the number of
    parameters of one row. PostgreSQL's numbered parameters (`$1`) are numbered on from row to row.
    SQLAlchemy's `insertmanyvalues` builds such statements, too:
    https://docs.sqlalchemy.org/en/20/core/connections.html#engine-insertmanyvalues
    """
    match = re.fullmatch(r"(INSERT .* VALUES )(\(.*\))", sql)
    if not match:
        return ""
    row = re.split(r"\$(\d+)", match[2])
    numbers = [int(number) for number in row[1::2]]
    rows = []
    for before in range(0, ROWS_PER_INSERT * parameters, parameters):
        row[1::2] = [f"${before + number}" for number in numbers]
        rows.append("".join(row))
    return match[1] + ", ".join(rows)


def param(name: str, type_: TypeEngine[Any] | None = None) -> sa.BindParameter[Any]:
    """Create a named parameter of a statement.

    Args:
        type_: The type of the value. None means the type of the column that the parameter is
            compared with or written to.
    """
    return sa.bindparam(name, type_=type_)


def match_key(table: sa.Table) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the SQL conditions that find one row of a database table by its primary key.

    For each key column there is a parameter: `of_` and the column's name, such as `of_guild`.
    """
    return tuple(key == param(f"of_{key.name}") for key in table.primary_key)


def split_by_server(
    query: sa.Select[Any], guild: sa.ColumnElement[int]
) -> tuple[Statement, Statement]:
    """Return a query for the rows of all servers, and one for those of the server `of_guild`."""
    return Statement(query), Statement(query.where(guild == param("of_guild")))


def insert_missing(
    table: sa.Table, **values: sa.ColumnElement[Any]
) -> Callable[[sa.Dialect], sa.Insert]:
    """Return what builds an INSERT of one row that does nothing if its primary key already exists.

    If another process is just inserting that row, it waits for that process, then does nothing. The
    columns without an SQL expression in `values` have parameters with their names.
    """

    def build(dialect: sa.Dialect) -> sa.Insert:
        row = _insert_row(dialect, table, values)
        built: sa.Insert = row.on_conflict_do_nothing(index_elements=table.primary_key)
        return built

    return build


def insert_or_replace(table: sa.Table, *columns: str) -> Callable[[sa.Dialect], sa.Insert]:
    """Return what builds an INSERT of one row that replaces columns of a row with its primary key.

    Args:
        columns: The names of the columns to replace in an existing row. The others stay as they
            are. None given means that all are replaced.
    """
    replaced = columns or [each.name for each in table.c if not each.primary_key]

    def build(dialect: sa.Dialect) -> sa.Insert:
        row = _insert_row(dialect, table, {})
        new = {name: row.excluded[name] for name in replaced}
        built: sa.Insert = row.on_conflict_do_update(index_elements=table.primary_key, set_=new)
        return built

    return build


def _insert_row(
    dialect: sa.Dialect, table: sa.Table, values: Mapping[str, sa.ColumnElement[Any]]
) -> Any:
    """Return an INSERT with these SQL expressions, and parameters for all other columns.

    Each dialect of SQLAlchemy has a class of its own for it. Only the needed one is loaded.
    """
    insert = import_module(f"sqlalchemy.dialects.{dialect.name}").insert
    parameters = {each.name: param(each.name, each.type) for each in table.c}
    return insert(table).values({**parameters, **values})


def make_literals(words: Iterable[str]) -> list[sa.ColumnElement[str]]:
    """Convert words to SQL literals, for a condition such as `kind IN ('keep', 'idle')`.

    The words are not escaped, so they must come from the program and never from people.
    """
    return [sa.literal_column(f"'{word}'", sa.Text) for word in words]


def convert_row(compiled: CompiledStatement, row: Row) -> tuple[object, ...]:
    """Convert the parameters of a statement to the order and types that the driver needs."""
    values = {**compiled.constants, **row}
    for name, convert in compiled.converters.items():
        values[name] = convert(values[name])
    return tuple(values[name] for name in compiled.names)


def split_rows(
    compiled: CompiledStatement, rows: Sequence[Row]
) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """Split the runs of a statement into calls of the driver, where one INSERT writes many rows.

    Yields:
        The SQL of one call, and the parameters of each run of that SQL.
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
    """Convert a row that a SELECT returned to Python values."""
    if not any(compiled.result_converters):
        return tuple(row)
    pairs = zip(compiled.result_converters, row, strict=True)
    return tuple(convert(value) if convert else value for convert, value in pairs)
