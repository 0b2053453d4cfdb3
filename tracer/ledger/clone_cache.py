"""What this clone alone remembers beside the index: texts it has seen, where lines stood, statuses.

Nothing here is part of the ledger, and no other clone has it. A file that is broken is replaced.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from typing import TYPE_CHECKING, Any, TypeVar

from tracer.ledger.refresh import refresh, signed
from tracer.ledger.tables import replace_tables
from tracer.model.closing import Closing
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tracer.model.workspace import Workspace

_T = TypeVar("_T")

_SNAPSHOT_LIMIT = 1 << 28  # bytes of compressed texts kept; the oldest half goes first
_PRUNE_EVERY = 256  # texts
_COMMON_LINE = 16  # versions


class Stat(NamedTuple):
    """What a file's status was when its content had this hash."""

    mtime_ns: int
    size: int
    inode: int
    content: str


class Sighting(NamedTuple):
    """A version of a file that some lines came with or went from.

    `revision` is the commit whose text it was, where no record describes it. `lines` are the
    checksums that were asked for.
    """

    content: str
    path: str
    revision: str | None
    lines: frozenset[int]


class CloneCache(Closing):
    """The tables of one clone, kept beside those of the index."""

    def __init__(self, workspace: Workspace, connection: sqlite3.Connection) -> None:
        self._workspace = workspace
        self._connection = connection

    def put_text(self, content: str, data: bytes) -> None:
        """Keep the bytes whose hash is `content`, in this clone only.

        Every so often the oldest texts are dropped, so that they stay within 256 MB.
        """
        packed = zlib.compress(data, 1)

        def work(connection: sqlite3.Connection) -> int:
            row = connection.execute(
                "INSERT OR IGNORE INTO snapshots VALUES (NULL, ?, ?)", (content, packed)
            )
            return row.lastrowid if row.rowcount and row.lastrowid else 1

        if self._try(work) % _PRUNE_EVERY == 0:
            self.prune_texts()

    def text(self, content: str) -> bytes | None:
        """The bytes whose hash is `content`, if this clone has seen and kept them."""
        rows = self._rows("SELECT data FROM snapshots WHERE content = ?", content)
        if not rows:
            return None
        try:
            data = zlib.decompress(rows[0][0])
        except zlib.error:
            return None
        return data if f"sha256:{hashlib.sha256(data).hexdigest()}" == content else None

    def put_lines(
        self, content: str, path: str, revision: str | None, lines: Iterable[int]
    ) -> None:
        """Remember that a version of a file holds lines, by checksums of 32 bits.

        Its text should be kept as well. Only lines that a change brought or took need be put.
        """
        checksums = list(lines)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "INSERT OR IGNORE INTO versions VALUES (NULL, ?, ?, ?)", (content, path, revision)
            )
            (version,) = connection.execute(
                "SELECT seq FROM versions WHERE content = ? AND path = ?", (content, path)
            ).fetchone()
            connection.executemany(
                "INSERT OR IGNORE INTO lines VALUES (?, ?)", ((line, version) for line in checksums)
            )
            connection.execute("COMMIT")

        if checksums:
            self._try(work)

    def has_lines_of(self, path: str) -> bool:
        """Whether lines of any version of `path` were put."""
        return bool(self._rows("SELECT 1 FROM versions WHERE path = ? LIMIT 1", path))

    def sightings(self, lines: Iterable[int]) -> list[Sighting]:
        """The versions known to hold any of these lines, newest first.

        A line of more than 16 versions tells nothing and is passed over.
        Cost: a look-up a line.
        """
        wanted = sorted(set(lines))
        found: dict[int, list[int]] = {}
        for line in wanted:
            rows = self._rows(
                "SELECT version FROM lines WHERE line = ? LIMIT ?", line, _COMMON_LINE + 1
            )
            if len(rows) <= _COMMON_LINE:
                for (version,) in rows:
                    found.setdefault(version, []).append(line)
        sightings = []
        for version in sorted(found, reverse=True):
            rows = self._rows("SELECT content, path, revision FROM versions WHERE seq = ?", version)
            content, path, revision = rows[0]
            sightings.append(Sighting(content, path, revision, frozenset(found[version])))
        return sightings

    def prune_texts(self, limit: int = _SNAPSHOT_LIMIT) -> None:
        """Drop the oldest kept texts until they take at most half of `limit`, once beyond it."""

        def work(connection: sqlite3.Connection) -> None:
            total = connection.execute("SELECT sum(length(data)) FROM snapshots").fetchone()[0]
            if total is not None and total > limit:
                connection.execute(
                    "DELETE FROM snapshots WHERE seq IN (SELECT seq FROM (SELECT seq, "
                    "sum(length(data)) OVER (ORDER BY seq DESC) AS total FROM snapshots) "
                    "WHERE total > ?)",
                    (limit // 2,),
                )
                connection.execute(
                    "DELETE FROM versions WHERE content NOT IN (SELECT content FROM snapshots)"
                )
                connection.execute(
                    "DELETE FROM lines WHERE version NOT IN (SELECT seq FROM versions)"
                )

        self._try(work)

    def known_stats(self) -> dict[str, Stat]:
        """Every path's status at the time its content was last hashed."""
        rows = self._rows("SELECT path, mtime_ns, size, inode, content FROM stats")
        return {
            path: Stat(mtime_ns, size, inode % (1 << 64), content)
            for path, mtime_ns, size, inode, content in rows
        }

    def put_stats(self, stats: Mapping[str, Stat], removed: Iterable[str] = ()) -> None:
        """Remember statuses, and forget those of `removed` paths."""
        gone = [(path,) for path in removed]
        rows = [
            (path, stat.mtime_ns, stat.size, signed(stat.inode), stat.content)
            for path, stat in stats.items()
        ]

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("DELETE FROM stats WHERE path = ?", gone)
            connection.executemany("INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?, ?)", rows)
            connection.execute("COMMIT")

        self._try(work)

    def _rows(self, query: str, *values: Any) -> list[Any]:
        return self._try(lambda connection: connection.execute(query, values).fetchall())

    def _try(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """What `work` returns; a broken file is replaced, filled again, and tried once more."""
        try:
            return work(self._connection)
        except sqlite3.DatabaseError as error:
            self._connection.close()
            self._connection = replace_tables(self._workspace, error)
        try:
            refresh(self._connection, self._workspace)
            return work(self._connection)
        except sqlite3.DatabaseError as error:
            raise LedgerError(
                f"the index cannot be used: {error}", fix="Delete .orchestration/.index."
            ) from error
