"""Taking back the end of what the index has read, so that a merge does not cost a rebuild.

A merge, a rebase or a branch switch changes the ledger near its end. Records that begin there are
forgotten; the last version of every path they touched is found again among the records that
stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.ledger.reader import parse
from tracer.ledger.states import origins
from tracer.ledger.storage import Line

if TYPE_CHECKING:
    import sqlite3

    from tracer.ledger.storage import Ledger

_LAST = (
    "SELECT f.seq, f.after IS NOT NULL AND f.path = ?1, r.id, r.line, r.start, r.length, f.ordinal "
    "FROM files f JOIN records r ON r.seq = f.record WHERE f.seq = "
    # All that leaves with a record leaves first, so of one record its arrivals win.
    "(SELECT f.seq FROM files f WHERE f.path = ?1 OR f.before_path = ?1 "
    "ORDER BY f.record DESC, f.after IS NOT NULL AND f.path = ?1 DESC, f.ordinal DESC LIMIT 1)"
)


def rewind(connection: sqlite3.Connection, ledger: Ledger, kept: int) -> None:
    """Forget the records that do not lie within the first `kept` bytes. Inside a transaction.

    Cost: follows the records forgotten and the paths they touched.
    """
    row = connection.execute(
        "SELECT seq FROM records WHERE start + length + 1 <= ? ORDER BY seq DESC LIMIT 1", (kept,)
    ).fetchone()
    last = 0 if row is None else row[0]
    paths = connection.execute(
        "SELECT path FROM files WHERE record > ?1 UNION "
        "SELECT before_path FROM files WHERE record > ?1 AND before_path IS NOT NULL",
        (last,),
    ).fetchall()
    connection.execute("DELETE FROM files WHERE record > ?", (last,))
    connection.execute("DELETE FROM removed WHERE record > ?", (last,))
    connection.execute("DELETE FROM imports WHERE record > ?", (last,))
    connection.execute("DELETE FROM records WHERE seq > ?", (last,))
    connection.executemany("DELETE FROM latest WHERE path = ?", paths)
    connection.executemany("DELETE FROM origins WHERE path = ?", paths)
    for (path,) in paths:
        _find_again(connection, ledger, path)


def _find_again(connection: sqlite3.Connection, ledger: Ledger, path: str) -> None:
    """Enter the last version of a path, if the records that stay say that it is there."""
    row = connection.execute(_LAST, (path,)).fetchone()
    if row is None or not row[1]:
        return
    file, _, identity, number, start, length, ordinal = row
    record = parse(Line(number, start, ledger.read(start, start + length), is_terminated=True))
    if not isinstance(record, dict):
        return
    connection.execute("INSERT INTO latest VALUES (?, ?)", (path, file))
    connection.executemany(
        "INSERT INTO origins VALUES (?, ?)",
        [(origin, path) for origin in origins(record["files"][ordinal], identity)],
    )
