"""The index's SQLite file: its tables, and opening it whatever state it is in.

Everything here is derived from the ledger or cached from files, so a file that is broken, of
another format or not writable is never an error: it is made anew, or kept in memory.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tracer.ledger.local import make_index_dir
from tracer.ledger.streams import Tail
from tracer.model.disk import Lock
from tracer.model.errors import LedgerError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.model.workspace import Workspace

FORMAT = 5  # PRAGMA user_version; a change of any table or of what is put in it raises it

_BUSY_TIMEOUT_S = 10.0
_PRIMARY_CODE = 0xFF  # an extended result code's low byte is its primary code
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_PERM,
}
_MISUSE = (sqlite3.ProgrammingError, sqlite3.IntegrityError, sqlite3.NotSupportedError)

# Derived from the ledger; `clear_derived` empties these.
_DERIVED = {
    # How far the ledger was read: its files' identity and size then, the bytes and lines taken in.
    "position": "inode, mtime_ns, size, archived, consumed, lines",
    # Digests of the bytes taken in, to know them again when the file was replaced.
    "chunks": "number INTEGER PRIMARY KEY, digest BLOB",
    "records": (
        "seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, line, start, length, event, "
        "intent_id, mutation_class, timestamp, contributor, stream"
    ),
    "files": "seq INTEGER PRIMARY KEY, record, ordinal, path, before_path, before, after",
    # The recorded versions of every path that no later record continued: one, after merges more.
    "tips": "file INTEGER PRIMARY KEY, path, content",
    # Which of those hold lines of which origins.
    "origins": "origin, file, path, PRIMARY KEY (origin, file)",
    # File versions that records of other tools, since imported, say something about.
    "imports": "content, record",
    # Definitions that a record removed, and those it showed to have only moved (origin NULL).
    "removed": "record, origin, path, element",
    # Calls of a turn that its end measured together, and as what.
    "settled": "record, id, mutation_class",
}
# Kept when the derived tables are emptied.
_KEPT = {
    # The last record of each stream ever seen on a branch: a witness against truncation.
    "ends": "stream, branch, id, hash, PRIMARY KEY (stream, branch)",
    "snapshots": "seq INTEGER PRIMARY KEY, content TEXT UNIQUE, data BLOB",
    # Which versions of files lines came with or went from, to know code again that was gone.
    "versions": "seq INTEGER PRIMARY KEY, content, path, revision, UNIQUE (content, path)",
    "lines": "line, version, PRIMARY KEY (line, version)",
    "stats": "path TEXT PRIMARY KEY, mtime_ns, size, inode, content",
}
_INDEXES = {
    "versions_path": "versions (path)",
    "records_intent": "records (intent_id)",
    "files_record": "files (record)",
    "files_path": "files (path)",
    "files_before_path": "files (before_path) WHERE before_path IS NOT NULL",
    "files_after": "files (after)",
    "tips_path": "tips (path)",
    "origins_file": "origins (file)",
    "imports_content": "imports (content)",
    "records_stream": "records (stream)",
    "removed_record": "removed (record)",
    "settled_id": "settled (id)",
    "removed_origin": "removed (origin)",
    "removed_element": "removed (path, element)",
}

_NOTHING_READ = "INSERT INTO position VALUES (0, 0, 0, '', 0, 0)"


def open_tables(workspace: Workspace) -> sqlite3.Connection:
    """A connection whose tables are there, in this format.

    In memory where there is no sidecar yet or its directory cannot be written.
    Raises: LedgerError when another process holds the index for 10 s.
    """
    if not workspace.is_initialised:
        return _in_memory()
    try:
        make_index_dir(workspace)
        return _open(_path(workspace))
    except OSError:
        return _in_memory()
    except sqlite3.DatabaseError as error:
        return replace_tables(workspace, error)


def replace_tables(workspace: Workspace, error: sqlite3.DatabaseError) -> sqlite3.Connection:
    """A usable connection after `error` came from the file (whose connections are closed).

    Raises: LedgerError when the file is only busy; `error` when it is a misuse, thus a bug.
    """
    if isinstance(error, _MISUSE):
        raise error
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _PRIMARY_CODE
    if code in _BUSY:
        raise LedgerError(
            f"the index has been busy for {_BUSY_TIMEOUT_S:g} s",
            fix="Stop the process that writes .orchestration/.index/index.sqlite3.",
        ) from error
    if code in _UNWRITABLE:
        return _in_memory()
    try:
        with Lock(os.path.join(workspace.index, "index.lock")):
            return _remake(_path(workspace))
    except (OSError, sqlite3.DatabaseError):
        return _in_memory()


def _remake(path: str) -> sqlite3.Connection:
    """The file opened, if another process has made it anew already; else made anew."""
    connection = _open_sound(path)
    if connection is None:
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.unlink(path + suffix)
        connection = _open(path)
    return connection


def _open_sound(path: str) -> sqlite3.Connection | None:
    try:
        connection = _open(path)
    except sqlite3.DatabaseError:
        return None
    try:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        is_sound = connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        if is_sound and names >= _DERIVED.keys() | _KEPT.keys():
            return connection
    except sqlite3.DatabaseError:
        connection.close()
        return None
    connection.close()
    return None


def _open(path: str) -> sqlite3.Connection:
    connection = _connect(path)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > FORMAT:  # a newer tracer's: leave it its own, and keep one beside it
            connection.close()
            connection = _connect(f"{path.removesuffix('.sqlite3')}-{FORMAT}.sqlite3")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version != FORMAT:
            # Turning the log on does not wait for others that do, as everything else does.
            with Lock(os.path.join(os.path.dirname(path), "tables.lock")):
                connection.execute("PRAGMA journal_mode = WAL")
                _make(connection)
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
    # With a write-ahead log this can lose the last commits in a power cut, never consistency.
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _in_memory() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _make(connection)
    return connection


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if connection.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
        for (table,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall():
            connection.execute(f'DROP TABLE "{table}"')
        for table, columns in {**_DERIVED, **_KEPT}.items():
            connection.execute(f"CREATE TABLE {table} ({columns})")
        for name, columns in _INDEXES.items():
            connection.execute(f"CREATE INDEX {name} ON {columns}")
        connection.execute(_NOTHING_READ)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")


def clear_derived(connection: sqlite3.Connection) -> None:
    """Forget everything read from the ledger. Inside a transaction."""
    for table in _DERIVED:
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names from the table above
    connection.execute(_NOTHING_READ)


@contextmanager
def filled_at_once(connection: sqlite3.Connection) -> Iterator[None]:
    """Put off the indexes of the derived tables, which are empty, until these have been filled.

    Made from sorted rows they take a third of the time; kept up row by row, they no longer fit
    into SQLite's memory after some hundred thousand records.
    """
    names = [name for name, on in _INDEXES.items() if on.partition(" ")[0] in _DERIVED]
    for name in names:
        connection.execute(f"DROP INDEX {name}")
    yield
    for name in names:
        connection.execute(f"CREATE INDEX {name} ON {_INDEXES[name]}")


def stream_ends(workspace: Workspace) -> list[Tail]:
    """The last record of every stream the index has ever read, by branch; nothing is refreshed."""
    path = _path(workspace)
    if not os.path.exists(path):
        return []
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S)
        try:
            rows = connection.execute("SELECT stream, id, hash, branch FROM ends").fetchall()
        finally:
            connection.close()
    except sqlite3.DatabaseError:
        return []  # a broken index remembers nothing
    return [Tail(*row) for row in rows]


def _path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "index.sqlite3")
