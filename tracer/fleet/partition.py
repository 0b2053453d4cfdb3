"""One Parquet partition in the making: rows go in one by one, and few are held at a time.

A run of commits may introduce 100,000 definitions. As Python objects such rows take ten times the
memory of their Arrow columns, and a hundred times that of the file, so they are turned into columns
a few thousand at a time and written a row group at a time.
"""

from __future__ import annotations

from typing import Any

from tracer.fleet.storage import needs_extra
from tracer.fleet.tables import TABLES, schema_of

Json = dict[str, Any]

_GROUP = 50_000  # rows in a row group: small enough to skip, large enough to pack
_HELD = 5_000  # rows held as Python objects


class Partition:
    """The rows of one table. `intents` are those its rows name, None for a table without them."""

    def __init__(self, table: str) -> None:
        try:
            import pyarrow as pa  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise needs_extra("The warehouse", error) from error
        self.rows = 0
        self.intents: set[str] | None = None
        if any(column.name == "intent_id" for column in TABLES[table]):
            self.intents = set()
        self._table = table
        self._held: list[Json] = []
        self._columns: list[Any] = []  # Arrow tables that await their row group
        self._sink = pa.BufferOutputStream()
        self._writer = _writer(table, self._sink)

    def add(self, row: Json) -> None:
        """Take in one row, which has a value for each column of the table."""
        self._held.append(row)
        self.rows += 1
        if len(self._held) >= _HELD:
            self._pack()

    def data(self) -> bytes:
        """The bytes of the partition. Nothing can be added afterwards."""
        if self._held:
            self._pack()
        if self._columns:
            self._flush()
        self._writer.close()
        return bytes(self._sink.getvalue().to_pybytes())

    def _pack(self) -> None:
        if self.intents is not None:
            self.intents.update(row["intent_id"] for row in self._held if row["intent_id"])
        self._columns.append(_columns(self._table, self._held))
        self._held = []
        if sum(map(len, self._columns)) >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        from pyarrow import concat_tables  # noqa: PLC0415 - an extra

        self._writer.write_table(concat_tables(self._columns))
        self._columns = []


def packed(name: str, table: Any) -> bytes:
    """An Arrow table with the columns of a table, as the bytes of its partition."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    sink = pa.BufferOutputStream()
    with _writer(name, sink) as writer:
        writer.write_table(table, row_group_size=_GROUP)
    return bytes(sink.getvalue().to_pybytes())


def _writer(table: str, sink: Any) -> Any:
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    return parquet.ParquetWriter(
        sink,
        schema_of(table),
        compression="zstd",
        use_dictionary=[c.name for c in TABLES[table] if c.kind == "text"],
    )


def _columns(table: str, rows: list[Json]) -> Any:
    """Rows as an Arrow table with the columns of the table."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    schema = schema_of(table)
    columns = []
    for column, field in zip(TABLES[table], schema, strict=True):
        values = [row[column.name] for row in rows]
        if column.kind == "time":
            values = [_moment(value) for value in values]
        elif column.kind == "text":
            values = [_text(value) for value in values]
        columns.append(pa.array(values, field.type))
    return pa.Table.from_arrays(columns, schema=schema)


def _moment(text: Any) -> Any:
    """A moment in UTC. A leap second is none of `datetime`; the last one before it is."""
    from datetime import UTC, datetime  # noqa: PLC0415

    if not isinstance(text, str):
        return text  # none, or out of a partition
    if text[16:19] == ":60":
        text = f"{text[:16]}:59{text[19:]}"
    return datetime.fromisoformat(text).astimezone(UTC)


def _text(value: str | None) -> str | None:
    """Text that is UTF-8 whatever a path's bytes are."""
    if value is None or value.isascii():
        return value
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
