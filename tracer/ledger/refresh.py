"""Bringing the index up to date with the ledger: what was appended, or everything.

Appended lines are read from where the last refresh stopped. A ledger that git replaced or
someone rewrote is known by its inode, size and time; then the bytes read before are compared
with their digests, and what was read beyond the first difference is taken back (`rewind`).
Archiving changes no position (`storage`), so it is no difference at all.
"""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import xxhash

from tracer.ledger.local import checked_out
from tracer.ledger.reader import parse, settled_by
from tracer.ledger.rewind import rewind
from tracer.ledger.storage import archived_names, open_ledger
from tracer.ledger.tables import clear_derived, filled_at_once
from tracer.ledger.tips import Tips, Version, version_of
from tracer.ledger.workers import looked_at
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    import sqlite3

    from tracer.ledger.storage import Ledger, Line
    from tracer.model.workspace import Workspace

JsonObject = dict[str, Any]

_CHUNK = 1 << 18
_MANY = 1 << 22  # bytes of a ledger whose indexes are made at once
_AT_ONCE = 1 << 10  # rows that wait to be written together
_INT64 = 1 << 64


class _Position(NamedTuple):
    """The ledger as it was at the last refresh, and how much of it was taken in.

    `inode`, `mtime_ns` and `size` are the live file's, `archived` names the other files.
    """

    inode: int
    mtime_ns: int
    size: int
    archived: str
    consumed: int
    lines: int


def refresh(connection: sqlite3.Connection, workspace: Workspace, *, force: bool = False) -> None:
    """Take in what the ledger has that the tables have not; with `force`, all of it anew.

    Cost: one `stat` and one look at a directory when nothing changed; else linear in what was
    appended, or in what comes after the place where a merge or rebase changed the ledger.
    Raises: LedgerError for a ledger that cannot be read; sqlite3.DatabaseError.
    """
    status = _stat(workspace.ledger)
    if not force and _is_current(_position(connection), status):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        position = _position(connection)  # another process may have been faster
        if force or not _is_current(position, status):
            _take_in(connection, workspace, position, force=force)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def signed(number: int) -> int:
    """`number` (an inode, up to 64 bits) as SQLite's signed integer."""
    return number - _INT64 if number >= _INT64 // 2 else number


def _stat(path: str) -> tuple[int, int, int, str]:
    archived = archived_names(path)
    try:
        status = os.stat(path)
    except OSError:
        return 0, 0, 0, archived  # opening it will tell whether it is missing or unreadable
    return signed(status.st_ino), status.st_mtime_ns, status.st_size, archived


def _position(connection: sqlite3.Connection) -> _Position:
    return _Position(*connection.execute("SELECT * FROM position").fetchone())


def _is_current(position: _Position, status: tuple[int, int, int, str]) -> bool:
    return position[:4] == status


def _take_in(
    connection: sqlite3.Connection, workspace: Workspace, position: _Position, *, force: bool
) -> None:
    ledger = open_ledger(workspace.ledger)
    if ledger is None:
        clear_derived(connection)
        return
    with ledger:
        opened = ledger.status
        inode, mtime_ns, size = (
            (signed(opened.st_ino), opened.st_mtime_ns, opened.st_size) if opened else (0, 0, 0)
        )
        is_same = (inode, ledger.names) == (position.inode, position.archived)
        kept = 0 if force else _kept(connection, ledger, position, size, is_same=is_same)
        if kept == 0:
            clear_derived(connection)
        elif kept < position.consumed:
            rewind(connection, ledger, kept)
        before = consumed, number = (
            (position.consumed, position.lines)
            if kept and kept == position.consumed
            else _end_of_records(connection)
        )
        is_new = kept == 0 and size + ledger.archived > _MANY
        with filled_at_once(connection) if is_new else nullcontext():
            batch = _Batch(connection)
            for looked in looked_at(ledger, _extract_of, start=consumed, number=number + 1):
                if looked.line is not None and not looked.line.is_terminated:
                    break
                consumed, number = looked.start + looked.size + 1, looked.number
                if looked.found is not None:
                    batch.add(_Extract(*looked.found), number, looked.start, looked.size)
            batch.finish(checked_out(workspace))
        _remember_bytes(connection, ledger, before[0], consumed)
        after = _Position(inode, mtime_ns, size, ledger.names, consumed, number)
    connection.execute(
        "UPDATE position SET inode = ?, mtime_ns = ?, size = ?, archived = ?, consumed = ?, "
        "lines = ?",
        after,
    )


def _kept(
    connection: sqlite3.Connection,
    ledger: Ledger,
    position: _Position,
    size: int,
    *,
    is_same: bool,
) -> int:
    """How many of the bytes taken in before still begin the ledger.

    Only whole chunks are compared: of those outside archived files that were there before, and
    only the last when the same file has grown.
    """
    if is_same and size > position.size:
        last = connection.execute(
            "SELECT number, digest FROM chunks ORDER BY number DESC LIMIT 1"
        ).fetchone()
        if last is None or _digest(ledger, last[0], position.consumed) == last[1]:
            return position.consumed
    known = ledger.shared(position.archived) // _CHUNK  # chunks whose bytes cannot be others
    kept = min(known * _CHUNK, position.consumed)
    for number, digest in connection.execute(
        "SELECT number, digest FROM chunks WHERE number >= ? ORDER BY number", (known,)
    ):
        if _digest(ledger, number, position.consumed) != digest:
            break
        kept = min((number + 1) * _CHUNK, position.consumed)
    return kept


def _end_of_records(connection: sqlite3.Connection) -> tuple[int, int]:
    """Bytes and lines up to the end of the last record in the tables."""
    row = connection.execute(
        "SELECT start + length + 1, line FROM records ORDER BY seq DESC LIMIT 1"
    ).fetchone()
    return (0, 0) if row is None else (int(row[0]), int(row[1]))


def _remember_bytes(
    connection: sqlite3.Connection, ledger: Ledger, before: int, after: int
) -> None:
    numbers = range(before // _CHUNK, -(-after // _CHUNK))
    connection.execute("DELETE FROM chunks WHERE number >= ?", (-(-after // _CHUNK),))
    connection.executemany(
        "INSERT OR REPLACE INTO chunks VALUES (?, ?)",
        ((number, _digest(ledger, number, after)) for number in numbers),
    )


def _digest(ledger: Ledger, number: int, consumed: int) -> bytes:
    start = number * _CHUNK
    return xxhash.xxh3_128_digest(ledger.read(start, min(start + _CHUNK, consumed)))


class _Extract(NamedTuple):
    """What the tables keep of one record. `files`: each version, and what was removed from it.

    `removed`: (origin, path, element) of definitions; without an origin it only moved.
    """

    id: str
    event: str
    intent_id: str | None
    mutation_class: str | None
    timestamp: str
    contributor: str | None
    stream: str
    record_hash: str
    files: list[tuple[Any, ...]]
    removed: list[tuple[str | None, str, str]]
    imports: list[str]
    settled: list[tuple[str, str]]


def _extract_of(line: Line) -> tuple[Any, ...] | None:
    """The `_Extract` of a line as plain values; None where there is no valid record."""
    record = parse(line)
    if not isinstance(record, dict):
        return None
    identity, integrity = record["id"], record["integrity"]
    contributor = _contributor(record)
    files = record.get("files", ())
    removed = [
        (gone["origin"], entry.get("before_path") or entry["relative_path"], gone["element"])
        for entry in files
        for gone in entry.get("removed", ())
    ]
    moved = [(None, kept["path"], kept["element"]) for kept in record.get("survivors", ())]
    imports = [*record.get("imported", ()), *record.get("claimed", ())]
    return (
        identity,
        record["event"],
        record.get("intent_id"),
        record.get("mutation_class"),
        record["timestamp"],
        None if contributor is None else json.dumps(contributor),
        integrity["stream"],
        integrity["record_hash"],
        [tuple(version_of(entry, identity)) for entry in files],
        [*removed, *moved],
        [item["content"] for item in imports],
        list(settled_by(record).items()),
    )


class _Batch:
    """Records on their way into the tables; which versions are tips waits for the last of them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tips = Tips(connection)
        self._ends: dict[str, tuple[str, str]] = {}
        self._rows: list[tuple[Any, ...]] = []  # of `files`
        self._last: int = connection.execute("SELECT max(seq) FROM files").fetchone()[0] or 0

    def add(self, record: _Extract, number: int, start: int, length: int) -> None:
        """Take in one record. A second line with the same id changes nothing."""
        row = self._connection.execute(
            "INSERT OR IGNORE INTO records VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                record.id,
                number,
                start,
                length,
                record.event,
                record.intent_id,
                record.mutation_class,
                record.timestamp,
                record.contributor,
                record.stream,
            ),
        )
        if row.rowcount == 0:
            return
        self._ends[record.stream] = record.id, record.record_hash
        seq = row.lastrowid
        if record.files:
            self._add_files(seq, [Version(*file) for file in record.files])
        for table, more in (
            ("removed VALUES (?, ?, ?, ?)", [(seq, *gone) for gone in record.removed]),
            ("imports VALUES (?, ?)", [(content, seq) for content in record.imports]),
            ("settled VALUES (?, ?, ?)", [(seq, *call) for call in record.settled]),
        ):
            if more:
                self._connection.executemany(f"INSERT INTO {table}", more)

    def _add_files(self, record: int | None, files: list[Version]) -> None:
        rows = []
        for ordinal, file in enumerate(files):
            self._last += 1
            values = file.path, file.before_path, file.before, file.after
            self._rows.append((self._last, record, ordinal, *values))
            rows.append(self._last)
        if len(self._rows) >= _AT_ONCE:
            self._write_files()
        self._tips.replace(files, rows)

    def _write_files(self) -> None:
        self._connection.executemany("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?)", self._rows)
        self._rows.clear()

    def finish(self, branch: str) -> None:
        """Write what waited."""
        self._write_files()
        self._tips.finish()
        # An end that is not in the ledger any more stays: it shows that the ledger was cut.
        self._connection.executemany(
            "INSERT INTO ends VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE "
            "SET id = ?3, hash = ?4 WHERE id IN (SELECT id FROM records)",
            [(stream, branch, *end) for stream, end in self._ends.items()],
        )


def _contributor(record: JsonObject) -> JsonObject | None:
    """Who a record is by: its own contributor, else that of its first conversation."""
    if "contributor" in record:
        return dict(record["contributor"])
    for entry in record.get("files", ()):
        for conversation in entry["conversations"]:
            if "contributor" in conversation:
                return dict(conversation["contributor"])
    return None
