"""The versions of each path that no later record has changed on: its tips.

In one clone's own ledger a path has one tip, its last version. After a merge of two clones it
has one for each side, in whatever order git put the lines, until a record continues one of them.
All count when code of an origin is looked for; where one must be chosen it is the latest by
timestamp, so that every order of the same records gives the same answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.ledger.states import origins
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection

JsonObject = dict[str, Any]

_MOST = 8  # tips of one path; sides of merges that nothing ever continued are forgotten


class _Tip(NamedTuple):
    """A version's row in `files`, and the origins of its lines; None: they are in the tables."""

    file: int
    origins: Collection[str] | None


class Version(NamedTuple):
    """What a record says of a file: where it was and is, its contents, whose lines are in it."""

    path: str
    before_path: str | None
    before: str | None
    after: str | None
    origins: list[str]


def version_of(entry: JsonObject, identity: str) -> Version:
    """The version that an entry of a record's files speaks of."""
    after = entry["after"]
    known = [] if after is None else list(origins(entry, identity))
    return Version(
        entry["relative_path"], entry.get("before_path"), entry.get("before"), after, known
    )


class Tips:
    """The tips of the paths touched within one refresh, written to the tables by `finish`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._paths: dict[str, dict[str, _Tip]] = {}  # path -> content -> tip, oldest first
        self._stored: dict[str, set[int]] = {}

    def replace(self, files: list[Version], rows: list[int]) -> None:
        """Take in the files of one record; `rows` are theirs in the table."""
        for file in files:  # two files may have swapped places: first all leave, then all come
            self._leave(file)
        for file, row in zip(files, rows, strict=True):
            if file.after is not None:
                self._arrive(file.path, file.after, _Tip(row, file.origins))

    def replay(self, path: str, read: Callable[[int], tuple[JsonObject, str] | None]) -> None:
        """Find the tips of a path again from the table of files.

        `read` gives the entry of a row of `files`, and its record's id.
        """
        self._paths[path] = {}
        self._stored.setdefault(path, set())
        rows = self._connection.execute(
            "SELECT seq, record, path, before_path, before, after FROM files "
            "WHERE path = ?1 OR before_path = ?1 ORDER BY seq",
            (path,),
        ).fetchall()
        by_record: dict[int, list[Any]] = {}
        for row in rows:
            by_record.setdefault(row[1], []).append(row)
        for group in by_record.values():
            for _, _, place, before_path, before, after in group:
                self._leave_path(path, place, before_path, before, after)
            for row, _, place, _, _, after in group:
                if place == path and after is not None:
                    self._arrive(path, after, _Tip(row, None))
        for content, tip in self._paths[path].items():
            found = read(tip.file)
            known = set() if found is None else origins(*found)
            self._paths[path][content] = _Tip(tip.file, known)

    def finish(self) -> None:
        """Write what changed."""
        execute_many = self._connection.executemany
        for path, tips in self._paths.items():
            before, after = self._stored[path], {tip.file for tip in tips.values()}
            gone = [(file,) for file in before - after]
            execute_many("DELETE FROM tips WHERE file = ?", gone)
            execute_many("DELETE FROM origins WHERE file = ?", gone)
            for content, tip in tips.items():
                if tip.file in before or tip.origins is None:
                    continue
                self._connection.execute(
                    "INSERT INTO tips VALUES (?, ?, ?)", (tip.file, path, content)
                )
                execute_many(
                    "INSERT INTO origins VALUES (?, ?, ?)",
                    [(origin, tip.file, path) for origin in tip.origins],
                )

    def _leave(self, file: Version) -> None:
        place, before_path = file.path, file.before_path
        for path in {place, before_path or place}:
            self._leave_path(path, place, before_path, file.before, file.after)

    def _leave_path(
        self, path: str, place: str, before_path: str | None, before: str | None, after: str | None
    ) -> None:
        """Drop the tips of `path` that an entry ends: the one it changed, else all of them."""
        tips = self._load(path)
        is_source = path == (before_path or place)
        if is_source and before is not None and (before in tips or after is not None):
            tips.pop(before, None)
        else:
            tips.clear()

    def _arrive(self, path: str, content: str, tip: _Tip) -> None:
        tips = self._load(path)
        tips.pop(content, None)
        tips[content] = tip
        if len(tips) > _MOST:
            del tips[next(iter(tips))]

    def _load(self, path: str) -> dict[str, _Tip]:
        if path not in self._paths:
            rows = self._connection.execute(
                "SELECT content, file FROM tips WHERE path = ? ORDER BY file", (path,)
            ).fetchall()
            self._paths[path] = {content: _Tip(file, None) for content, file in rows}
            self._stored[path] = {file for _, file in rows}
        return self._paths[path]
