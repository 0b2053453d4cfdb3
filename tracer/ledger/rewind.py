"""Taking back the end of what the index has read, so that a merge does not cost a rebuild.

A merge, a rebase or a branch switch changes the ledger near its end. Records that begin there are
forgotten; the tips of every path they touched are found again among the records that stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.ledger.reader import parse
from tracer.ledger.storage import Line
from tracer.ledger.tips import Tips

if TYPE_CHECKING:
    import sqlite3

    from tracer.ledger.storage import Ledger

_BY_RECORD = (
    ("files", "record"), ("removed", "record"), ("imports", "record"), ("settled", "record"),
    ("records", "seq"),
)  # fmt: skip


def rewind(connection: sqlite3.Connection, ledger: Ledger, kept: int) -> None:
    """Forget the records that do not lie within the first `kept` bytes. Inside a transaction.

    Cost: follows the records forgotten, the paths they touched and how often these changed.
    """
    row = connection.execute(
        "SELECT seq FROM records WHERE start + length + 1 <= ? ORDER BY seq DESC LIMIT 1", (kept,)
    ).fetchone()
    last = 0 if row is None else row[0]
    paths = [
        path
        for (path,) in connection.execute(
            "SELECT path FROM files WHERE record > ?1 UNION "
            "SELECT before_path FROM files WHERE record > ?1 AND before_path IS NOT NULL",
            (last,),
        )
    ]
    for path in paths:
        files = connection.execute("SELECT file FROM tips WHERE path = ?", (path,)).fetchall()
        connection.executemany("DELETE FROM origins WHERE file = ?", files)
        connection.executemany("DELETE FROM tips WHERE file = ?", files)
    for table, key in _BY_RECORD:
        connection.execute(f"DELETE FROM {table} WHERE {key} > ?", (last,))  # noqa: S608

    def entry_of(file: int) -> tuple[dict[str, Any], str] | None:
        number, start, length, ordinal = connection.execute(
            "SELECT r.line, r.start, r.length, f.ordinal FROM files f "
            "JOIN records r ON r.seq = f.record WHERE f.seq = ?",
            (file,),
        ).fetchone()
        raw = ledger.read(start, start + length)
        record = parse(Line(number, start, raw, is_terminated=True))
        return (record["files"][ordinal], record["id"]) if isinstance(record, dict) else None

    tips = Tips(connection)
    for path in paths:
        tips.replay(path, entry_of)
    tips.finish()
