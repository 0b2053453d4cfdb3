"""The ledger as rows, for spreadsheets and data frames: CSV, or Parquet with typed columns.

`ranges` has a row for every range of lines a record wrote (or imported), `records` a row for
every record of any event. No row holds source text.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from tracer.exchange.exporter import records
from tracer.model.errors import UsageError
from tracer.model.package import install_command

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.model.workspace import Workspace

Json = dict[str, Any]
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")

_RECORD = {
    "record_id": str,
    "timestamp": str,
    "event": str,
    "intent_id": str,
    "mutation_class": str,
    "declared_class": str,
    "entity_type": str,
    "model_identifier": str,
    "contributor": str,
    "tool": str,
    "session_id": str,
    "revision_id": str,
}
COLUMNS: dict[str, dict[str, type]] = {
    "records": {**_RECORD, "files": int, "lines": int, "error_code": str},
    "ranges": {
        **_RECORD,
        "path": str,
        "language": str,
        "file_class": str,
        "before": str,
        "after": str,
        "start_line": int,
        "end_line": int,
        "lines": int,
        "content_hash": str,
        "method": str,
        "conversation_url": str,
        "specifications": str,
    },
}

_BATCH = 10_000  # rows turned into columns at once


def rows(workspace: Workspace, table: str, intent_id: str | None = None) -> Iterator[Json]:
    """The rows of a table, in ledger order; what is not known is None."""
    for record in records(workspace, intent_id):
        head = record_head(record)
        if table == "records":
            yield head | record_totals(record)
        else:
            for row in record_ranges(record):
                yield head | row


def write_csv(table: str, found: Iterable[Json]) -> Iterator[str]:
    """The lines of a CSV file (RFC 4180, LF line ends), the header first.

    Texts that a spreadsheet would take for a formula begin with an apostrophe, and control
    characters are U+FFFD: names come from agents and file systems.
    """
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(COLUMNS[table]), lineterminator="\n")
    writer.writeheader()
    yield buffer.getvalue()
    for row in found:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow({name: _harmless(value) for name, value in row.items()})
        yield buffer.getvalue()


def _harmless(value: Any) -> Any:
    """A value as a spreadsheet and a terminal may show it."""
    if not isinstance(value, str):
        return value
    text = "".join(char if char.isprintable() else "\ufffd" for char in value)
    return f"'{text}" if text.lstrip()[:1] in _FORMULA else text


def write_parquet(table: str, found: Iterable[Json], path: str) -> int:
    """Write a Parquet file and return its number of rows.

    Timestamps are UTC microseconds, counts 64-bit integers, everything else text.
    Raises: UsageError where the extra `analysis` is not installed; OSError.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise UsageError(
            "Parquet needs the extra `analysis`", fix=f"Run `{install_command('analysis')}`"
        ) from error
    kinds = {str: pa.string(), int: pa.int64()}
    schema = pa.schema(
        [
            (name, pa.timestamp("us", "UTC") if name == "timestamp" else kinds[kind])
            for name, kind in COLUMNS[table].items()
        ]
    )
    count = 0
    with parquet.ParquetWriter(path, schema) as writer:
        for batch in _batches(found):
            columns = []
            for field in schema:
                values = [row[field.name] for row in batch]
                if pa.types.is_timestamp(field.type):
                    values = [_moment(value) for value in values]
                columns.append(pa.array(values, field.type))
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))
            count += len(batch)
    return count


def _batches(found: Iterable[Json]) -> Iterator[list[Json]]:
    batch: list[Json] = []
    for row in found:
        batch.append(row)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _moment(text: str) -> Any:
    from datetime import datetime  # noqa: PLC0415 - Parquet only

    # A leap second is no moment of `datetime`; the last one before it is.
    return datetime.fromisoformat(text.replace(":60.", ":59."))


def record_head(record: Json) -> Json:
    """Who did what and when: the columns that both tables begin with."""
    contributor = record.get("contributor") or _first_contributor(record)
    tool = record.get("tool") or {}
    source = record.get("source") or {}
    return {
        "record_id": record["id"],
        "timestamp": source.get("timestamp") or record["timestamp"],
        "event": record["event"],
        "intent_id": record.get("intent_id"),
        "mutation_class": record.get("mutation_class"),
        "declared_class": record.get("declared_class"),
        "entity_type": contributor.get("entity_type"),
        "model_identifier": contributor.get("model_identifier"),
        "contributor": contributor.get("name"),
        "tool": tool.get("name"),
        "session_id": tool.get("session_id"),
        "revision_id": (record.get("vcs") or {}).get("revision_id"),
    }


def _first_contributor(record: Json) -> Json:
    for file in record.get("files", ()):
        for conversation in file["conversations"]:
            if conversation.get("contributor"):
                return dict(conversation["contributor"])
    return {}


def record_totals(record: Json) -> Json:
    """How many files and whole lines a record has, and why it refused."""
    ranges = list(record_ranges(record))
    return {
        "files": len(record.get("files", ())) or len({row["path"] for row in ranges}),
        "lines": sum(row["lines"] for row in ranges),
        "error_code": (record.get("refusal") or {}).get("error_code"),
    }


def record_ranges(record: Json) -> Iterator[Json]:
    """The ranges of lines that a record wrote or imported, in its order."""
    for file in record.get("files", ()):
        shared = {
            "path": file["relative_path"],
            "language": (file.get("ast_fingerprint") or {}).get("language"),
            "file_class": file.get("mutation_class"),
            "before": file.get("before"),
            "after": file["after"],
        }
        yield from _spans(file, shared, "observed")
    for item in record.get("imported", ()):
        shared = {
            "path": item["relative_path"],
            "language": None,
            "file_class": None,
            "before": None,
            "after": item["content"],
        }
        yield from _spans(item, shared, "imported")


def _spans(file: Json, shared: Json, method: str) -> Iterator[Json]:
    for conversation in file["conversations"]:
        told = conversation.get("contributor") or {}
        who = {
            "conversation_url": conversation.get("url"),
            "specifications": " ".join(
                f"{item['type']}:{item['value']}" for item in conversation.get("related", ())
            )
            or None,
        }
        if told:
            who |= {
                "entity_type": told.get("entity_type"),
                "model_identifier": told.get("model_identifier"),
                "contributor": told.get("name"),
            }
        for span in conversation["ranges"]:
            yield {
                **shared,
                **who,
                "start_line": span["start_line"],
                "end_line": span["end_line"],
                "lines": span["end_line"] - span["start_line"] + 1,
                "content_hash": span["content_hash"],
                "method": span.get("method", method),
            }
