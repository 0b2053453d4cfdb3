"""The partitions as tables of DuckDB, in this process; a question reads what it needs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tracer.fleet.manifests import partitions, read_manifests
from tracer.fleet.packs import places
from tracer.fleet.storage import needs_extra
from tracer.fleet.tables import TABLES, schema_of
from tracer.fleet.tasks import CHECK
from tracer.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.fleet.storage import Storage

Json = dict[str, Any]

_RAW = {"records": "records_as_written"}  # the table behind a view that adds to it
_DERIVED = """
CREATE VIEW records AS
SELECT r.*, s.settled_class,
       CASE WHEN r.mutation_class = 'INTENT_EVOLUTION' AND s.settled_class = 'AST_REFACTOR'
            THEN 'AST_REFACTOR' ELSE r.mutation_class END AS verdict
FROM records_as_written r LEFT JOIN (
    SELECT repository, record_id,
           CASE WHEN bool_or(mutation_class = 'AST_REFACTOR') THEN 'AST_REFACTOR'
                ELSE arg_max(mutation_class, position) END AS settled_class
    FROM settlements GROUP BY repository, record_id
) s USING (repository, record_id);
"""
DERIVED = {
    "records": (
        ("settled_class", "What the end of the turn measured for the call with others."),
        ("verdict", "The class that counts: the settled one where that is a refactoring."),
    )
}
_MEMORY = "4GB"


class Warehouse:
    """An open warehouse. Use `open_duckdb`."""

    def __init__(self, connection: Any, manifests: list[Json]) -> None:
        self.connection = connection
        self.manifests = manifests

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Json]:
        """What a query of tracer's own gives, as dicts."""
        cursor = self.connection.execute(sql, list(values))
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def ask(self, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns and the rows of somebody's query.

        Raises: UsageError with DuckDB's reason, or where there is not one query.
        """
        import duckdb  # noqa: PLC0415 - open already

        try:
            count = len(duckdb.extract_statements(sql))
            if count > 1:
                raise UsageError(f"these are {count} queries", fix="Ask one at a time")
            cursor = self.connection.execute(sql)
        except duckdb.Error as error:
            if _is_damage(error):
                raise
            reason = " ".join(str(error).split())
            raise UsageError(f"DuckDB: {reason}", fix="Columns are in docs/warehouse.md") from error
        if cursor is None:
            raise UsageError("the query is empty", fix="Columns are in docs/warehouse.md")
        return [column[0] for column in cursor.description or ()], cursor.fetchall()


@contextmanager
def open_duckdb(
    storage: Storage, *, intent: str | None = None, memory: str = _MEMORY, threads: int = 0
) -> Iterator[Warehouse]:
    """The tables of a warehouse. With `intent` only partitions that may have rows of it are there.

    Queries read nothing but the warehouse and change nothing.
    Raises: InputError without a warehouse; UsageError without DuckDB.
    """
    try:
        import duckdb  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise needs_extra("The warehouse", error) from error
    manifests = read_manifests(storage)
    settings: dict[str, Any] = {"memory_limit": memory, "autoinstall_known_extensions": False,
                                "autoload_known_extensions": False}  # fmt: skip
    if threads:
        settings["threads"] = threads
    connection = duckdb.connect(config=settings)
    try:
        packed = places(storage, manifests) if intent is None else {}
        for table in TABLES:
            names = packed.get(table)
            if names is None:
                names = partitions(manifests, table, intent)
            _show(connection, storage, table, names)
        connection.execute(_DERIVED)
        if storage.is_local:
            connection.execute(f"SET allowed_directories = [{_quoted(storage.place('parts/'))}]")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield Warehouse(connection, manifests)
    except (duckdb.Error, FileNotFoundError) as error:
        if isinstance(error, duckdb.Error) and not _is_damage(error):
            raise
        reason = " ".join(str(error).partition("LINE ")[0].split())
        raise InputError(f"{storage.uri}: {reason}", fix=CHECK) from error
    finally:
        connection.close()


def _is_damage(error: Any) -> bool:
    """Whether an error of DuckDB is about a partition, rather than about a query."""
    import duckdb  # noqa: PLC0415 - open already

    if isinstance(error, duckdb.InvalidInputException):
        return ".parquet" in str(error) or "ArrowInvalid" in str(error)
    of_files = (duckdb.IOException, duckdb.SerializationException)
    return isinstance(error, of_files) or type(error) is duckdb.Error


def _show(connection: Any, storage: Storage, table: str, names: list[str]) -> None:
    """Make a view of a table's partitions, or an empty table where there are none."""
    shown = _RAW.get(table, table)
    if not names:
        connection.register(f"{table}_schema", schema_of(table).empty_table())
        connection.execute(f"CREATE TABLE {shown} AS SELECT * FROM {table}_schema")  # noqa: S608
        connection.unregister(f"{table}_schema")
    elif storage.is_local:
        files = ", ".join(_quoted(storage.place(name)) for name in names)
        connection.execute(f"CREATE VIEW {shown} AS SELECT * FROM read_parquet([{files}])")  # noqa: S608
    else:
        from pyarrow import dataset  # noqa: PLC0415 - an extra

        places = [storage.place(name) for name in names]
        found = dataset.dataset(
            places, schema=schema_of(table), format="parquet", filesystem=storage.filesystem
        )
        connection.register(shown, found)


def _quoted(text: str) -> str:
    escaped = text.replace("'", "''")
    return f"'{escaped}'"
