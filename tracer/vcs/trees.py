"""Trees and the difference of two trees, from git's NUL-separated output."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

_CHUNK = 65_536
_LINK, _SUBMODULE = "120000", "160000"


class TreeEntry(NamedTuple):
    """One file of a commit. `kind` is git's: blob, tree, or commit for a submodule."""

    path: str
    id: str
    mode: str
    kind: str


class PathChange(NamedTuple):
    """One file that differs between two trees.

    `status` is git's letter: A added, D deleted, M modified, R renamed, C copied, T changed
    type, ? untracked. Missing sides are None. `similarity` is git's percentage for R and C.
    """

    status: str
    before_path: str | None
    after_path: str | None
    before_id: str | None
    after_id: str | None
    before_mode: str | None = None
    after_mode: str | None = None
    similarity: int | None = None

    @property
    def is_text(self) -> bool:
        """Whether both sides are files, not links or submodules."""
        modes = {self.before_mode, self.after_mode}
        return _LINK not in modes and _SUBMODULE not in modes

    @property
    def of_text(self) -> PathChange:
        """The change of text alone: a file that a link replaced is gone, and the other way round.

        Who moves a file and leaves a link in its place has moved it.
        """
        others = {_LINK, _SUBMODULE}
        if self.status != "T" or {self.before_mode, self.after_mode}.isdisjoint(others):
            return self
        if self.after_mode in others and self.before_mode not in others:
            return self._replace(status="D", after_path=None, after_id=None, after_mode=None)
        if self.before_mode in others and self.after_mode not in others:
            return self._replace(status="A", before_path=None, before_id=None, before_mode=None)
        return self


class PathCommit(NamedTuple):
    """One commit of a path's history; `parents` are the next ones there, not the real ones."""

    id: str
    parents: tuple[str, ...]
    time: int


def decode_path(raw: bytes) -> str:
    """A path as Python text; bytes that are not UTF-8 survive the round trip to git."""
    return raw.decode("utf-8", "surrogateescape")


def parse_raw_diff(raw: bytes) -> Iterator[PathChange]:
    """The changes in `git diff-tree -r --raw -z` output."""
    parts = iter(raw.split(b"\0"))
    for part in parts:
        if not part.startswith(b":"):
            continue
        before_mode, after_mode, before_id, after_id, status = part[1:].decode("ascii").split(" ")
        letter = status[0]
        first = decode_path(next(parts))
        second = decode_path(next(parts)) if letter in "RC" else first
        yield PathChange(
            letter,
            None if letter == "A" else first,
            None if letter == "D" else second,
            _object_id(before_id),
            _object_id(after_id),
            None if letter == "A" else before_mode,
            None if letter == "D" else after_mode,
            int(status[1:]) if status[1:] else None,
        )


def parse_log(raw: bytes) -> Iterator[tuple[str, list[PathChange]]]:
    """(commit, its changes) in `git log -c --raw -z --no-renames --format=%x01%H` output.

    A file of a merge is told with the version of its first parent as the one before.
    """
    commit, found = "", list[PathChange]()
    parts = iter(raw.split(b"\0"))
    for part in parts:
        entry = part.lstrip(b"\n")
        if entry.startswith(b"\1"):
            if commit:
                yield commit, found
            commit, found = entry[1:].strip().decode("ascii"), []
        elif entry.startswith(b":"):
            sides = len(entry) - len(entry.lstrip(b":"))
            fields = entry[sides:].decode("ascii").split(" ")
            path = decode_path(next(parts))
            before, after = _object_id(fields[sides + 1]), _object_id(fields[2 * sides + 1])
            letter = "A" if before is None else "D" if after is None else "M"
            found.append(
                PathChange(letter, path if before else None, path if after else None, before, after)
            )
    if commit:
        yield commit, found


def parse_tree(raw: bytes) -> Iterator[TreeEntry]:
    """The entries in `git ls-tree -r -z` output."""
    for part in raw.split(b"\0"):
        if part:
            head, _, path = part.partition(b"\t")
            mode, kind, sha = head.decode("ascii").split(" ")
            yield TreeEntry(decode_path(path), sha, mode, kind)


def parse_status(raw: bytes) -> Iterator[PathChange]:
    """The changes in `git status --porcelain=v2 -z --no-renames` output, against HEAD.

    The after side is the file on disk, which has no id yet.
    """
    for part in raw.split(b"\0"):
        if part.startswith(b"? "):
            yield PathChange("?", None, decode_path(part[2:]), None, None)
        elif part.startswith((b"1 ", b"u ")):
            fields = part.split(b" ", 8 if part.startswith(b"1 ") else 10)
            yield _status_entry(fields)


def _status_entry(fields: list[bytes]) -> PathChange:
    """One tracked, changed file of a status. Unmerged files compare with our side."""
    path = decode_path(fields[-1])
    unmerged = fields[0] == b"u"
    head_mode, disk_mode = (fields[4], fields[6]) if unmerged else (fields[3], fields[5])
    head_id = _object_id((fields[8] if unmerged else fields[6]).decode("ascii"))
    before = head_mode != b"000000"
    after = disk_mode != b"000000"
    status = "M" if before and after else "A" if after else "D"
    return PathChange(
        status,
        path if before else None,
        path if after else None,
        head_id,
        None,
        head_mode.decode("ascii") if before else None,
        disk_mode.decode("ascii") if after else None,
    )


def _object_id(text: str) -> str | None:
    """An object id, or None for the all-zero one."""
    return text if text.strip("0") else None


class DiffTree:
    """A running `git diff-tree --stdin`: many small questions for the price of one process."""

    _END = b"no-object-has-this-name\n"  # echoed by git, after everything asked before

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._start = start
        self._process: subprocess.Popen[bytes] | None = None

    def changes(self, commit: str, parent: str | None) -> tuple[PathChange, ...]:
        """The files that differ between a commit and `parent`; None for a root commit.

        Raises: VcsError when this clone lacks a tree that is needed.
        """
        if self._process is None:
            self._process = self._start()
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise VcsError("git diff-tree has no pipes")
        try:
            stdin.write(f"{commit} {parent or ''}".rstrip().encode("ascii") + b"\n" + self._END)
            stdin.flush()
        except BrokenPipeError:
            return self._gone(commit)
        raw = b""
        while raw != self._END and not raw.endswith(b"\0" + self._END):
            part = os.read(stdout.fileno(), _CHUNK)
            if not part:
                return self._gone(commit)
            raw += part
        return tuple(parse_raw_diff(raw[: -len(self._END)]))

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.communicate()

    def _gone(self, commit: str) -> tuple[PathChange, ...]:
        """Forget a process that ended on a tree it could not read, and say so."""
        self.close()
        raise VcsError(
            f"the trees of commit {commit} are not in this clone",
            fix="Fetch the missing history.",
        )
