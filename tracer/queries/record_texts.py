"""The texts a record found and left, and the files that its code may be in now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.vcs.files import is_sidecar, read_if_file

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.vcs import Git, PathChange

Json = dict[str, Any]

_MOST_FILES = 60  # that a record's code is looked for in
_VERSIONS = 500  # of one file in git's history, newest first


class FileBefore(NamedTuple):
    """One file of a record: path and text before, path and text after; None where there is none."""

    before_path: str | None
    path: str | None
    before: bytes | None
    after: bytes | None


class RecordTexts:
    """Finds texts by their hash: in this clone's cache of texts, on disk, or in git.

    `git` is None without a repository.
    """

    def __init__(self, workspace: Workspace, index: Index, git: Git | None) -> None:
        self._workspace = workspace
        self._index = index
        self._git = git

    def files(self, record: Json) -> list[FileBefore]:
        """The files that a record changed; those it only attributed anew are left out.

        Raises: InputError naming a text that this clone does not have.
        """
        found = []
        for entry in record.get("files", ()):
            before, after = entry.get("before"), entry["after"]
            path = entry["relative_path"]
            if before is None and entry.get("before_path"):
                before = self._last_known(record, entry["before_path"])
            if before == after and not entry.get("before_path"):
                continue
            if before is None and "mutation_class" not in entry:
                continue
            before_path = (entry.get("before_path") or path) if before else None
            found.append(
                FileBefore(
                    before_path,
                    path if after else None,
                    self._text(before_path, before, record, "before"),
                    self._text(path, after, record, "after"),
                )
            )
        return found

    def candidates(self, record: Json, files: list[FileBefore]) -> dict[str, bytes]:
        """The files on disk that may hold the record's code now, by path.

        Its own paths, those that any lines of its origin are in, those that later records
        or commits changed together with one of them, and new files that nobody recorded yet where
        one of its own is gone.
        """
        paths = {file.path for file in files if file.path}
        paths |= {file.before_path for file in files if file.before_path}
        paths |= {state.path for state in self._index.states_with_origin([record["id"]])}
        paths |= self._travelled(record, set(paths))
        paths |= self._committed_along(record, paths)
        gone = [path for path in paths if self.now(path) is None]
        if gone and self._git is not None:
            paths |= {change.after_path for change in self._git.status() if change.after_path}
        own = {file.path for file in files}
        ranked = sorted(paths, key=lambda path: (path not in own, path))[:_MOST_FILES]
        texts = ((path, self.now(path)) for path in ranked if not is_sidecar(path))
        return {path: text for path, text in texts if text is not None}

    def now(self, path: str) -> bytes | None:
        """The file on disk."""
        return read_if_file(os.path.join(self._workspace.root, path))

    def _travelled(self, record: Json, paths: set[str]) -> set[str]:
        """Files that later records changed together with any of the paths, and so on."""
        own = self._index.entry(record["id"])
        found: set[str] = set()
        queue = sorted(paths)
        while queue and len(found) < _MOST_FILES:
            for entry in self._index.records_touching(queue.pop(0)):
                later = self._index.record(entry.id) if own and entry.line > own.line else None
                for file in (later or {}).get("files", ()):
                    target = file["relative_path"]
                    if target not in found | paths:
                        found.add(target)
                        queue.append(target)
        return found

    def _committed_along(self, record: Json, paths: set[str]) -> set[str]:
        """Files that commits since the record changed together with any of the paths, and so on.

        Of a commit of very many files those that git sees moved.
        Cost: one pass over the commits since the record.
        """
        git = self._git
        told = (record.get("vcs") or {}).get("revision_id")
        if git is None or not told or git.resolve_or_none(told) is None:
            return set()
        head = git.resolve_or_none("HEAD")
        found: set[str] = set()
        for commit, changes in git.log_changes(head, told) if head else ():
            known = {path for change in changes for path in _places(change)} & (paths | found)
            if not known:
                continue
            if len(changes) > _MOST_FILES:
                found |= _moved(git, commit, known)
            else:
                found |= {path for change in changes for path in _places(change)}
            if len(found) > _MOST_FILES:
                break
        return found

    def _last_known(self, record: Json, path: str) -> str:
        """The hash of what a file held before a record, from the records before it.

        Raises: InputError when no earlier record tells.
        """
        own = self._index.entry(record["id"])
        for entry in reversed(self._index.records_touching(path)):
            earlier = self._index.record(entry.id) if own and entry.line < own.line else None
            for file in (earlier or {}).get("files", ()):
                if file["relative_path"] == path and file["after"]:
                    return str(file["after"])
        raise InputError(
            f"record {record['id']} does not say what {path} held before it moved",
            fix="Undo it by hand, or revert the commit in git",
        )

    def _text(self, path: str | None, content: str | None, record: Json, when: str) -> bytes | None:
        if path is None or content is None:
            return None
        text = self._index.text(content)
        if text is None:
            now = self.now(path)
            text = now if now is not None and content_of(now) == content else None
        if text is None:
            text = self._committed(path, content, record)
        if text is None:
            raise InputError(
                f"{path}: its text {when} record {record['id']} is not in this clone",
                fix="The ledger holds no source text: ask where it was recorded, "
                "or fetch the commits that hold it",
            )
        return text

    def _committed(self, path: str, content: str, record: Json) -> bytes | None:
        """The version of a file with this hash, from the history of HEAD or the record's commit."""
        git = self._git
        if git is None:
            return None
        told = (record.get("vcs") or {}).get("revision_id")
        for start in ("HEAD", told):
            commit = git.resolve_or_none(start) if start else None
            for row in git.path_graph(commit, path)[:_VERSIONS] if commit else ():
                text = git.blob_at(row.id, path)
                if text is not None and content_of(text) == content:
                    return text
        return None


def _places(change: PathChange) -> set[str]:
    return {path for path in (change.before_path, change.after_path) if path is not None}


def _moved(git: Git, commit: str, paths: set[str]) -> set[str]:
    """Where a commit moved any of some files to, as far as git sees."""
    whole = git.commit(commit)
    parents = whole.parents if whole is not None else ()
    changes = git.changes(parents[0] if parents else None, commit)
    places = (change.after_path for change in changes if change.before_path in paths)
    return {path for path in places if path is not None}
