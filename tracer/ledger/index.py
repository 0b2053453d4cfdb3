"""The index: what the ledger says, by id, content, path, intent and origin, without reading it.

It holds positions in the ledger, not copies, and refreshes itself when opened. Beside that it
caches, for this clone only, texts the tracer has seen (by content hash) and file statuses.
Deleting it loses nothing but time.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tracer.ledger.clone_cache import CloneCache
from tracer.ledger.reader import parse
from tracer.ledger.refresh import refresh
from tracer.ledger.settings import salt_of
from tracer.ledger.states import state_from_json
from tracer.ledger.storage import Line, open_ledger
from tracer.ledger.streams import Head
from tracer.ledger.tables import open_tables
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from tracer.model.attribution import FileState
    from tracer.model.workspace import Workspace

JsonObject = dict[str, Any]

_CACHED_RECORDS = 256
_AT_ONCE = 500  # values bound in one statement
_MOST_PLACES = 32  # records that left the same content, looked at
_ENTRY = (
    "SELECT r.id, r.line, r.event, r.timestamp, r.intent_id, coalesce((SELECT s.mutation_class "
    "FROM settled s WHERE s.id = r.id ORDER BY s.record DESC LIMIT 1), r.mutation_class), "
    "r.contributor FROM records r "
)


class Entry(NamedTuple):
    """A record in short, without reading the ledger. `contributor` is as the record has it.

    `mutation_class` is that of the turn for calls that its end measured together.
    """

    id: str
    line: int
    event: str
    timestamp: str
    intent_id: str | None
    mutation_class: str | None
    contributor: JsonObject | None


class Removal(NamedTuple):
    """A definition that a record removed, with the record most of its lines originated in."""

    record: str
    origin: str
    path: str
    element: str


# The files that records before some moment left a text in; of those, texts not kept here.
_LEFT = (
    "FROM files f JOIN records r ON r.seq = f.record WHERE f.after IS NOT NULL AND r.timestamp < ?"
)
_UNSEEN = " AND NOT EXISTS (SELECT 1 FROM snapshots s WHERE s.content = f.after)"


def _before(until: datetime | None) -> str:
    """The end of the time that is asked about, as timestamps sort; all of it for None."""
    return "~" if until is None else until.strftime("%Y-%m-%dT%H:%M:%S")


class Index(CloneCache):
    """Look-ups over one workspace's ledger as it was at `open` or at the last `refresh`.

    Not for use by several threads at once; open one in each.
    """

    def __init__(self, workspace: Workspace, connection: sqlite3.Connection) -> None:
        super().__init__(workspace, connection)
        self._records: dict[str, JsonObject] = {}
        self._states: dict[tuple[str, int], FileState] = {}  # of these records, by place in them

    @classmethod
    def open(cls, workspace: Workspace) -> Index:
        """The index, up to date with the ledger.

        Cost: 1 ms when current; about 0.1 ms a record not yet read.
        Raises: LedgerError when the ledger cannot be read or another process blocks the index.
        """
        index = cls(workspace, open_tables(workspace))
        index.refresh()
        return index

    def refresh(self, *, force: bool = False) -> None:
        """Take in what was appended since; with `force` read the whole ledger anew."""
        self._records.clear()
        self._states.clear()
        self._try(lambda connection: refresh(connection, self._workspace, force=force))

    @property
    def salt(self) -> bytes:
        """The key of the ledger's content hashes; empty where they are plain."""
        return salt_of(self._workspace)

    def close(self) -> None:
        """Let go of the file. The index cannot be used any more."""
        self._connection.close()

    # Records

    def record(self, identity: str) -> JsonObject | None:
        """The whole record with this id, read from the ledger, or None."""
        if identity in self._records:
            return self._records[identity]
        record = self._read(identity)
        if record is None and self.entry(identity) is not None:
            self.refresh(force=True)  # the ledger was rewritten under us
            record = self._read(identity)
        if record is not None:
            if len(self._records) >= _CACHED_RECORDS:
                self._records.clear()
                self._states.clear()
            self._records[identity] = record
        return record

    def entry(self, identity: str) -> Entry | None:
        """The record with this id in short, or None."""
        found = self._entries("WHERE r.id = ?", identity)
        return found[0] if found else None

    def ids_like(self, text: str) -> list[str]:
        """Ids that begin or end with `text`, in ledger order; wild cards stand for themselves."""
        length = len(text)
        rows = self._rows(
            "SELECT id FROM records WHERE substr(id, 1, ?) = ? OR substr(id, -?) = ? ORDER BY seq",
            length,
            text,
            length,
            text,
        )
        return [row[0] for row in rows]

    def records_of_intent(self, intent_id: str, limit: int | None = None) -> list[Entry]:
        """Records under an intent in ledger order; with `limit`, the last so many."""
        found = self._entries(
            "WHERE r.intent_id = ? ORDER BY r.seq DESC LIMIT ?",
            intent_id,
            -1 if limit is None else limit,
        )
        return found[::-1]

    def records_touching(self, path: str) -> list[Entry]:
        """Records that created, changed, deleted, or moved a file to or from `path`, in order."""
        return self._entries(
            "WHERE r.seq IN (SELECT record FROM files WHERE path = ? "
            "UNION SELECT record FROM files WHERE before_path = ?) ORDER BY r.seq",
            path,
            path,
        )

    def knows(self, content: str, path: str) -> bool:
        """Whether a record found or left this content at `path`."""
        return bool(
            self._rows(
                "SELECT 1 FROM files WHERE path = ? AND ? IN (after, before) LIMIT 1", path, content
            )
        )

    def has_state(self, content: str, path: str) -> bool:
        """Whether a record left this content at `path`."""
        query = "SELECT 1 FROM files WHERE path = ? AND after = ? LIMIT 1"
        return bool(self._rows(query, path, content))

    def records_leaving(
        self,
        paths: Iterable[str],
        limit: int,
        *,
        unseen: bool = False,
        until: datetime | None = None,
    ) -> list[str]:
        """Ids of records that left a text at a path, the latest by timestamp first.

        With `unseen` only texts that this clone does not have, none later than `until`.
        """
        found: dict[str, str] = {}
        for path in paths:
            rows = self._rows(
                f"SELECT r.id, r.timestamp {_LEFT}{_UNSEEN if unseen else ''} "
                "AND f.path = ? ORDER BY f.seq DESC LIMIT ?",
                _before(until),
                path,
                limit,
            )
            found.update(rows)
        return sorted(found, key=lambda name: (found[name], name), reverse=True)[:limit]

    def paths_left(
        self, limit: int, *, unseen: bool = False, until: datetime | None = None
    ) -> list[str]:
        """Paths at which records left a text, the latest by timestamp first.

        With `unseen` only texts that this clone does not have, of the last 5,000 there are; none
        later than `until`. Cost: one pass over the files the ledger names.
        """
        late = "f.seq > (SELECT max(seq) FROM files) - 5000"
        condition = f"{_UNSEEN} AND {late}" if unseen else ""
        rows = self._rows(
            f"SELECT f.path {_LEFT}{condition} "
            "GROUP BY f.path ORDER BY max(r.timestamp) DESC, f.path LIMIT ?",
            _before(until),
            limit,
        )
        return [row[0] for row in rows]

    def intents(self) -> list[str]:
        """Ids of all intents that any record names, in the order they first appear."""
        rows = self._rows(
            "SELECT intent_id FROM records WHERE intent_id IS NOT NULL "
            "GROUP BY intent_id ORDER BY min(seq)"
        )
        return [row[0] for row in rows]

    def heads(self) -> list[Head]:
        """The last record of every stream, by stream. Cost: one look-up and one read a stream."""
        # A loose index scan: SQLite has none of its own, and a plain one reads every record.
        rows = self._rows(
            "WITH RECURSIVE names (stream) AS (SELECT min(stream) FROM records UNION ALL "
            "SELECT (SELECT min(stream) FROM records WHERE stream > names.stream) FROM names "
            "WHERE names.stream IS NOT NULL) "
            "SELECT stream, (SELECT id FROM records r WHERE r.stream = names.stream "
            "ORDER BY seq DESC LIMIT 1) FROM names WHERE stream IS NOT NULL"
        )
        found = []
        for stream, identity in rows:
            record = self.record(identity)
            if record is not None:
                found.append(Head(stream, identity, record["integrity"]["record_hash"]))
        return found

    # States

    def state(
        self,
        content: str,
        path: str | None = None,
        *,
        elsewhere: Callable[[str, str], bool] = lambda _path, _record: True,
        preferred: Callable[[str], bool] = lambda _record: True,
    ) -> FileState | None:
        """The attribution of a file by the hash of its bytes, or None when never recorded.

        Of several records that left this content, one at `path` wins, then the latest by its
        timestamp of which `preferred(record id)` holds, then the latest. A record of another path
        counts only where `elsewhere(path, record id)` holds: of two files that read the same one
        may be a copy of the other.
        """
        rows = self._rows(
            "SELECT f.record, f.ordinal, f.path, r.id FROM files f "
            "JOIN records r ON r.seq = f.record WHERE f.after = ? "
            "ORDER BY f.path IS ? DESC, r.timestamp DESC, r.id DESC, f.seq LIMIT ?",
            content,
            path,
            _MOST_PLACES,
        )
        here = [row for row in rows if row[2] == path]
        if len(here) > 1:
            here = [row for row in here if preferred(row[3])] or here
        for record, ordinal, place, identity in here[:1] or rows:
            if place == path or elsewhere(place, identity):
                return self._state(record, ordinal)
        return None

    def latest_state(self, path: str) -> FileState | None:
        """The last recorded attribution of `path`; None when it was never there or has left.

        After a merge of two clones, the later one by its timestamp.
        """
        rows = self._rows(
            "SELECT f.record, f.ordinal FROM tips t JOIN files f ON f.seq = t.file "
            "JOIN records r ON r.seq = f.record WHERE t.path = ? "
            "ORDER BY r.timestamp DESC, r.id DESC LIMIT 1",
            path,
        )
        return self._state(*rows[0]) if rows else None

    def paths(self) -> list[str]:
        """All paths that have a latest state, sorted."""
        return [row[0] for row in self._rows("SELECT DISTINCT path FROM tips ORDER BY path")]

    def latest_contents(self) -> dict[str, str]:
        """The content of `latest_state` of every path that has one, without reading the ledger."""
        rows = self._rows(
            "SELECT t.path, f.after FROM tips t JOIN files f ON f.seq = t.file "
            "JOIN records r ON r.seq = f.record ORDER BY r.timestamp, r.id"
        )
        return {path: content for path, content in rows if content is not None}

    def all_paths(self) -> set[str]:
        """Every path that a record ever named."""
        rows = self._rows("SELECT path, before_path FROM files")
        return {path for row in rows for path in row if path is not None}

    def oldest_since(self, line: int) -> str | None:
        """The smallest timestamp of the records after a line of the ledger."""
        found: str | None = self._rows("SELECT MIN(timestamp) FROM records WHERE line > ?", line)[
            0
        ][0]
        return found

    @property
    def import_count(self) -> int:
        """How many file versions imported records speak of."""
        return int(self._rows("SELECT COUNT(*) FROM imports")[0][0])

    def first_entry(self) -> Entry | None:
        """The oldest record in short; None for an empty ledger."""
        found = self._entries("ORDER BY r.timestamp, r.id LIMIT 1")
        return found[0] if found else None

    def imported_paths(self) -> set[str]:
        """The paths in commits that imported records and claims speak of."""
        found: set[str] = set()
        for (identity,) in self._rows("SELECT id FROM records WHERE event IN ('import', 'claim')"):
            record = self.record(identity) or {}
            found.update(item["relative_path"] for item in record.get("imported", ()))
            claimed = record.get("claimed", ())
            found.update(item["relative_path"] for item in claimed if item.get("revision_id"))
        return found

    def has_left(self, path: str) -> bool:
        """Whether the last record that names a path says that nothing stands there any more.

        Such a path may have a latest state all the same, on another branch or side of a merge.
        """
        rows = self._rows(
            "SELECT record, path, after FROM files WHERE path = ?1 OR before_path = ?1 "
            "ORDER BY seq DESC LIMIT 2",
            path,
        )
        last = [row for row in rows if row[0] == rows[0][0]]
        return bool(last) and not any(row[1] == path and row[2] is not None for row in last)

    def last_entry(self) -> Entry | None:
        """The last record of the ledger in short; None for an empty one."""
        found = self._entries("ORDER BY r.line DESC LIMIT 1")
        return found[0] if found else None

    def paths_since(self, line: int) -> set[str]:
        """Paths that records after a line of the ledger touched."""
        rows = self._rows(
            "SELECT path, before_path FROM files JOIN records r ON r.seq = record WHERE r.line > ?",
            line,
        )
        return {path for row in rows for path in row if path is not None}

    def states_with_origin(self, origins: Iterable[str]) -> list[FileState]:
        """Latest states of the paths that hold at least one line (or part) of these origins.

        After a merge that is so for every side of it, until a record continues one.

        Cost: follows the files found, not the ledger.
        """
        wanted = list(origins)
        paths: set[str] = set()
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = ",".join("?" * len(some))
            query = f"SELECT DISTINCT path FROM origins WHERE origin IN ({marks})"  # noqa: S608
            paths.update(row[0] for row in self._rows(query, *some))
        states = (self.latest_state(path) for path in sorted(paths))
        return [state for state in states if state is not None]

    def removed_of(self, origins: Iterable[str]) -> list[Removal]:
        """Definitions of these origins that were removed, in ledger order, the last of each place.

        Those that a later record shows to have only moved are left out. Cost: follows the removals.
        """
        found: dict[tuple[str, str], tuple[int, Removal]] = {}
        wanted = list(origins)
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = ",".join("?" * len(some))
            query = (
                "SELECT g.record, r.id, g.origin, g.path, g.element FROM removed g "  # noqa: S608
                f"JOIN records r ON r.seq = g.record WHERE g.origin IN ({marks}) AND NOT EXISTS ("
                "SELECT 1 FROM removed s WHERE s.path = g.path AND s.element = g.element "
                "AND s.origin IS NULL AND s.record >= g.record) ORDER BY g.record, g.rowid"
            )
            for number, *removal in self._rows(query, *some):
                place = removal[2], removal[3]
                if place not in found or found[place][0] <= number:
                    found[place] = number, Removal(*removal)
        return [removal for _, removal in sorted(found.values())]

    # Imports

    @property
    def has_imports(self) -> bool:
        """Whether any record of another tool was ever imported."""
        return bool(self._rows("SELECT 1 FROM imports LIMIT 1"))

    def imports_of(self, content: str) -> list[str]:
        """Ids of the records whose `imported` speaks of a file version, in ledger order."""
        rows = self._rows(
            "SELECT DISTINCT r.id FROM imports JOIN records r ON r.seq = imports.record "
            "WHERE content = ? ORDER BY r.seq",
            content,
        )
        return [row[0] for row in rows]

    def predecessors(self, path: str) -> list[str]:
        """The paths that a file had before it came to this one, the newest first."""
        rows = self._rows(
            "SELECT before_path FROM files WHERE path = ?1 AND before_path <> ?1 ORDER BY seq DESC",
            path,
        )
        return list(dict.fromkeys(before for (before,) in rows))

    def successors(self, path: str) -> list[str]:
        """The paths that files moved to from `path`, oldest move first."""
        rows = self._rows("SELECT path FROM files WHERE before_path = ? ORDER BY seq", path)
        return list(dict.fromkeys(row[0] for row in rows))

    # Inside

    def _entries(self, rest: str, *values: Any) -> list[Entry]:
        return [
            Entry._make((*row[:-1], None if row[-1] is None else json.loads(row[-1])))
            for row in self._rows(_ENTRY + rest, *values)
        ]

    def _state(self, record: int, ordinal: int) -> FileState | None:
        rows = self._rows("SELECT id FROM records WHERE seq = ?", record)
        document = self.record(rows[0][0]) if rows else None
        if document is None:
            return None
        place = document["id"], ordinal
        if place not in self._states:
            self._states[place] = state_from_json(document["files"][ordinal], document["id"])
        return self._states[place]

    def _read(self, identity: str) -> JsonObject | None:
        """The record at the place the tables name, or None when it is not there."""
        rows = self._rows("SELECT line, start, length FROM records WHERE id = ?", identity)
        if not rows:
            return None
        number, start, length = rows[0]
        ledger = open_ledger(self._workspace.ledger)
        if ledger is None:
            return None
        with ledger:
            raw = ledger.read(start, start + length)
        record = parse(Line(number, start, raw, is_terminated=True))
        return record if isinstance(record, dict) and record["id"] == identity else None
