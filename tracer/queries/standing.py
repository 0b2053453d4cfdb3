"""Whether the change that a record tells of still stands in a commit, and where.

Attempts are thrown away: `git checkout`, a reset, a revert. What such a record did is no fault of
the branch that came out of it.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.engine.linesums import checksums

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.queries.ownership import Ownership

Json = dict[str, Any]
Place = tuple[str, int, int]  # a path, and the first and last of some lines


class Standing:
    """Records held against a commit and what it was made upon.

    `places` are the lines that differ there, by who wrote or cut them.
    """

    def __init__(
        self,
        ownership: Ownership,
        base: str,
        commit: str,
        places: Mapping[str, list[tuple[str, int]]],
    ) -> None:
        self._index = ownership.index
        self._git = ownership.git
        self._base = base
        self._commit = commit
        self._places = places

    def place(self, record: str, file: Json) -> Place | None:
        """Where the change of a file of a record is seen; None where it stands no more.

        Those are the record's first lines in the file, or under another name; line 1 where it only
        took code away.
        """
        path = file["relative_path"]
        lines = sorted(self._places.get(record, ()), key=lambda at: (at[0] != path, at))
        if lines:
            first = lines[0]
            run = takewhile(lambda at: at[1] == (first[0], first[1] + at[0]), enumerate(lines))
            return first[0], first[1], list(run)[-1][1][1]
        if self._git is None:
            return None
        text = self._git.blob_at(self._commit, path)
        base = self._git.blob_at(self._base, file.get("before_path") or path)
        if text is None or base is None or not self._took_away(path, (base, text), record, file):
            return None
        return path, 1, 1

    def _took_away(self, path: str, around: tuple[bytes, bytes], record: str, file: Json) -> bool:
        """Whether lines that a record took from a file are gone from the base to the commit."""
        index, contents = self._index, (file.get("before"), file["after"])
        if index is None or None in contents:
            return False
        gone = checksums(around[0]) - checksums(around[1])
        texts = [index.text(one) for one in contents if one]
        if None not in texts:
            before, after = map(checksums, texts)
            # Where it wrote something, that would stand if the change did.
            return not after - before and not gone.isdisjoint(before - after)
        # Another clone recorded it: versions tell, of which a later one may be the former again.
        behind = self._records_behind(path, content_of(around[1]))
        later = {after for line, after in behind.values() if line > behind.get(record, (0, ""))[0]}
        return bool(gone) and record in behind and contents[0] not in later

    def _records_behind(self, path: str, content: str) -> dict[str, tuple[int, str]]:
        """The records by which a version of a file came about, with their line and version."""
        assert self._index is not None
        by_after: dict[str, list[tuple[str, int, str | None]]] = {}
        for entry in self._index.records_touching(path):
            for item in (self._index.record(entry.id) or {}).get("files", ()):
                if item["relative_path"] == path and item["after"]:
                    version = entry.id, entry.line, item.get("before")
                    by_after.setdefault(item["after"], []).append(version)
        found: dict[str, tuple[int, str]] = {}
        work, seen = [content], {content}
        while work:
            after = work.pop()
            for identity, line, before in by_after.get(after, ()):
                found[identity] = line, after
                if before and before not in seen:
                    seen.add(before)
                    work.append(before)
        return found
