"""What undoing a record would do to the files as they are now, and what stands in the way."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from tracer.model.enums import SourceKind
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.queries.attribution import Attribution
from tracer.queries.credits import parts_of
from tracer.queries.record_texts import FileBefore, RecordTexts
from tracer.rollback.follow import Followed, broken_nodes
from tracer.rollback.hunks import lines_of
from tracer.rollback.undo import CHANGED, Conflict, Edit, FileUndo
from tracer.rollback.uses import lost_uses
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.ledger import Index
    from tracer.model.attribution import Credit
    from tracer.model.workspace import Workspace
    from tracer.vcs import Git

Json = dict[str, Any]

_SHORTEST_ID = 6  # characters of an id that may be left out of it


class Blocked(NamedTuple):
    """A conflict, and the record or commit that is in the way, if it is known."""

    conflict: Conflict
    by: str | None


class Plan(NamedTuple):
    """The undo of a record.

    `now` holds the files it reads by path, `undone` the texts after it (None: deleted) of
    those it changes, and `before` what the record found. With `blocked` it must not be done.
    """

    record: Json
    files: list[FileBefore]
    now: dict[str, bytes]
    undone: dict[str, bytes | None]
    blocked: list[Blocked]

    def to_json(self) -> Json:
        """The plan as a document: files with their diffs, and conflicts."""
        changed = sorted(self.undone)
        return {
            "record": self.record["id"],
            "intent_id": self.record.get("intent_id"),
            "files": [
                {
                    "path": path,
                    "action": _action(self.now.get(path), self.undone[path]),
                    "diff": _diff(path, self.now.get(path), self.undone[path]),
                }
                for path in changed
            ],
            "conflicts": [
                {
                    "path": item.conflict.path,
                    "start_line": item.conflict.start_line,
                    "end_line": item.conflict.end_line,
                    "reason": item.conflict.reason,
                    "by": item.by,
                }
                for item in self.blocked
            ],
        }


def find_record(index: Index, text: str) -> Json:
    """The record that an id, or its first or last characters, names.

    Raises: InputError when none, several, or one that changed no file is meant.
    """
    ids = index.ids_like(text.lower()) if len(text) >= _SHORTEST_ID else []
    if len(ids) != 1:
        what = f"{len(ids)} records are called so" if ids else "no record is called so"
        raise InputError(f"{text}: {what}", fix="`tracer log` and `blame --json` show ids")
    record = index.record(ids[0])
    if record is None or not record.get("files"):
        raise InputError(f"{text}: that record changed no file", fix="Name one that did")
    return record


def make_plan(
    workspace: Workspace, index: Index, git: Git | None, record: Json, *, keeps_uses: bool = False
) -> Plan:
    """How to undo a record's change in the files on disk; nothing is written.

    With `keeps_uses` code that uses a name which would go away is no conflict.
    Raises: InputError when a text that the record found or left is not in this clone, or the
    record is undone already.
    """
    later = _undone_by(index, record)
    if later is not None:
        raise InputError(
            f"record {record['id']} was undone already by {later}", fix="Revert that one instead"
        )
    versions = RecordTexts(workspace, index, git)
    files = versions.files(record)
    if not files:
        raise InputError(f"record {record['id']} changed no text", fix="Name one that did")
    now = versions.candidates(record, files)
    job = _Job(workspace, index, git, record, now)
    return job.run(files, keeps_uses=keeps_uses)


class _Job:
    """The making of one plan."""

    def __init__(
        self,
        workspace: Workspace,
        index: Index,
        git: Git | None,
        record: Json,
        now: dict[str, bytes],
    ) -> None:
        self.workspace, self.index, self.git = workspace, index, git
        self.record = record
        self.now = now
        self.attribution = Attribution(workspace, index, git, by_memory=True)
        self.sources = self.attribution.sources
        self.credits: dict[str, dict[int, list[Credit]]] = {}
        self.undone: dict[str, bytes | None] = {}
        self.conflicts: list[Conflict] = []
        self.line_now: dict[str, list[int | None]] = {}  # line undone - 1 -> line now, if any

    def run(self, files: list[FileBefore], *, keeps_uses: bool) -> Plan:
        left = {file.path: file.after for file in files if file.path and file.after is not None}
        edits: list[Edit] = []
        if left:
            followed = Followed(left, self.now, self._is_written_later)
            for file in files:
                if file.path is not None:
                    undo = FileUndo(followed, file.before_path, file.path, file.before).run()
                    edits += undo.edits
                    self.conflicts += undo.conflicts
        self._apply(edits)
        for file in files:
            self._whole_file(file)
        blocked = [Blocked(item, self._by(item)) for item in dict.fromkeys(self.conflicts)]
        if not blocked:
            blocked += self._broken(files)
        if not blocked and not keeps_uses:
            blocked += self._dependent()
        return Plan(self.record, files, self.now, self.undone, blocked)

    def _apply(self, edits: list[Edit]) -> None:
        """Turn the edits of each file into its text; edits that meet are a conflict."""
        for path in sorted({edit.path for edit in edits}):
            lines = lines_of(self.now[path])
            found: list[bytes] = []
            source: list[int | None] = []
            at = 0
            for edit in sorted(e for e in edits if e.path == path):
                if edit.start < at:
                    self.conflicts.append(Conflict(path, edit.start + 1, edit.end or 1, CHANGED))
                    continue
                found += lines[at : edit.start]
                source += range(at + 1, edit.start + 1)
                found += edit.lines
                source += [None] * len(edit.lines)
                at = edit.end
            found += lines[at:]
            source += range(at + 1, len(lines) + 1)
            text = _joined(found)
            if text != self.now[path]:
                self.undone[path] = text
                self.line_now[path] = source

    def _whole_file(self, file: FileBefore) -> None:
        """Files that the record created, deleted or moved, as such."""
        if file.path is None and file.before_path is not None and file.before is not None:
            there = self.now.get(file.before_path)
            if there is None and file.before_path not in self.undone:
                self.undone[file.before_path] = file.before
            elif there != file.before:
                count = len(lines_of(there or b"")) or 1
                self.conflicts.append(
                    Conflict(file.before_path, 1, count, "a new file stands where it was deleted")
                )
        elif file.before_path is None and file.path is not None:
            text = self.undone.get(file.path)
            if text is not None and not text.strip():
                self.undone[file.path] = None
        elif file.path is not None and file.before_path not in (None, file.path):
            self._move_back(file.before_path or "", file.path)

    def _move_back(self, target: str, path: str) -> None:
        """Undo a rename, when the file still is where the record put it and its place is free."""
        text = self.undone.get(path, self.now.get(path))
        if text is None:
            return
        if target in self.now:
            count = len(lines_of(self.now[target])) or 1
            self.conflicts.append(
                Conflict(target, 1, count, f"stands where {path} would go back to")
            )
            return
        self.line_now[target] = self.line_now.pop(path, list(range(1, len(lines_of(text)) + 1)))
        self.undone[target] = text
        self.undone[path] = None

    # What is in the way

    def _broken(self, files: list[FileBefore]) -> Iterator[Blocked]:
        """Files that the undo would break worse than they are, or were when the record came."""
        found = {file.before_path: file.before for file in files if file.before is not None}
        for path, text in self.undone.items():
            if text is None or path not in self.now:
                continue
            others = (self.now[path], found.get(path, b""))
            allowed = max(broken_nodes(parse(other, path=path)) for other in others)
            if broken_nodes(parse(text, path=path)) > allowed:
                last = len(lines_of(text)) or 1
                yield Blocked(Conflict(path, 1, last, "the file would not parse any more"), None)

    def _dependent(self) -> Iterator[Blocked]:
        """Later lines that use what would go away."""
        now = {path: self.now[path] for path in self.undone if path in self.now}
        seen: set[Conflict] = set()
        for used in lost_uses(self.workspace, self.git, now, self.undone):
            path, line, text = used.path, used.line, used.own_text
            if path in self.undone:
                source = self.line_now.get(path)
                there = source[line - 1] if source and line <= len(source) else None
                if there is None:
                    continue
                line, text = there, self.now.get(path, text)
            item = Conflict(path, line, line, f"uses {used.name}, which would go away")
            if item not in seen:
                seen.add(item)
                by = self._later(path, text, line)
                if by is not None:
                    yield Blocked(item, by or None)

    def _by(self, conflict: Conflict) -> str | None:
        """The record or commit that made the lines of a conflict what they are."""
        text = self.now.get(conflict.path)
        if text is not None:
            for line in range(conflict.start_line, conflict.end_line + 1):
                found = self._later(conflict.path, text, line)
                if found:
                    return found
        entries = self.index.records_touching(conflict.path)
        own = (
            [entry.id for entry in entries].index(self.record["id"])
            if any(entry.id == self.record["id"] for entry in entries)
            else len(entries)
        )
        return entries[-1].id if own + 1 < len(entries) else None

    def _later(self, path: str, text: bytes, line: int) -> str | None:
        """Who wrote or touched a line after the record; empty: somebody unknown, None: nobody.

        Code that is older than the record cannot depend on it.
        """
        parts = self._credits(path, text).get(line, [])
        if not parts:
            return None
        later = [part for part in parts if self._is_later(part)]
        if later:
            return later[-1].origin.id
        touch = parts[0].last
        if touch.kind is SourceKind.RECORD and self._follows(touch.id) and touch.rule != "new":
            return touch.id
        return None

    def _is_written_later(self, path: str, line: int) -> bool:
        """Whether all code of a line now was written after the record, as the ledger has it."""
        parts = self._credits(path, self.now[path]).get(line, [])
        return bool(parts) and all(map(self._is_later, parts))

    def _credits(self, path: str, text: bytes) -> dict[int, list[Credit]]:
        """Line -> the credits of its parts, for each line of a file that has any."""
        if path not in self.credits:
            found = self.credits[path] = {}
            for number, part in parts_of(self.attribution.of(path, text)):
                found.setdefault(number, []).append(part)
        return self.credits[path]

    def _is_later(self, credit: Credit) -> bool:
        origin = self.sources.older(credit).origin
        if origin.kind is SourceKind.RECORD:
            return self._follows(origin.id)
        if origin.kind is SourceKind.COMMIT and self.git is not None:
            commit = self.git.commit(origin.id)
            return commit is not None and commit.timestamp > self.record["timestamp"]
        return True  # on disk, recorded by nobody yet

    def _follows(self, identity: str) -> bool:
        """Whether a record was appended after the one to undo."""
        mine, theirs = self.index.entry(self.record["id"]), self.index.entry(identity)
        return mine is not None and theirs is not None and theirs.line > mine.line


def _undone_by(index: Index, record: Json) -> str | None:
    """The record that undid this one, unless that one was undone in turn."""
    found: str | None = None
    for file in record["files"]:
        for entry in index.records_touching(file["relative_path"]):
            later = index.record(entry.id) or {}
            if later.get("reverts") == record["id"]:
                found = entry.id
    if found is None:
        return None
    again = index.record(found)
    return None if again is not None and _undone_by(index, again) else found


def _joined(lines: list[bytes]) -> bytes:
    """The lines as a text; one without an end that others follow gets the end of its neighbour."""
    end = b"\r\n" if any(line.endswith(b"\r\n") for line in lines) else b"\n"
    last = len(lines) - 1
    return b"".join(
        line if line.endswith(b"\n") or i == last else line + end for i, line in enumerate(lines)
    )


def _action(now: bytes | None, undone: bytes | None) -> str:
    if now is None:
        return "create"
    return "delete" if undone is None else "edit"


def _diff(path: str, now: bytes | None, undone: bytes | None) -> str:
    """The change as a unified diff; lines without an end are shown as if they had one."""
    before, after = (
        (text or b"").decode("utf-8", "replace").splitlines() for text in (now, undone)
    )
    a = f"a/{path}" if now is not None else "/dev/null"
    b = f"b/{path}" if undone is not None else "/dev/null"
    return "\n".join(difflib.unified_diff(before, after, a, b, lineterm=""))
