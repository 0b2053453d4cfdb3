"""Which files of the work tree are not as git's index has them, told by their status alone.

Git compares the status of 50,000 files in a tenth of a second, on several threads. The index is
copied, so that the same comparison can be made again after a command changed it: `git checkout`
and `git add` leave an index that agrees with the files once more.
"""

from __future__ import annotations

import os
import re
import time

from tracer.model.named_tuple import NamedTuple
from tracer.vcs.direct import git_dir
from tracer.vcs.git import Git
from tracer.vcs.trees import decode_path, parse_raw_diff

_TAIL = 20  # bytes of the checksum at the index's end
_KEPT = 16  # files: copies, and what is known of each
_KEEP_S = 24 * 3600
# What `git update-index --assume-unchanged` and `--skip-worktree` hide from git.
_HIDDEN = re.compile(rb"(?:\A|\0)[a-zS] ([^\0]+)")
_EDITED = ("diff-files", "--raw", "-z", "--no-abbrev", "--relative", "--ignore-submodules=all")
_UNTRACKED = ("ls-files", "-z", "--others", "--exclude-standard")


class Differences(NamedTuple):
    """Files, relative to the root that was asked about, that are not as an index has them.

    `edited` gives the blob that the index names; None where it names no plain file's (a link,
    a conflict). Untracked files that git ignores are left out.
    """

    edited: dict[str, str | None]
    untracked: list[str]


def keep_index(root: str, directory: str) -> str:
    """The name of a copy in `directory` of git's index as it is now; made where there is none.

    Cost: a look at the index; writing it once more after each change.
    Raises: OSError.
    """
    try:
        with open(os.path.join(git_dir(root) or "", "index"), "rb") as file:
            status = os.fstat(file.fileno())
            file.seek(max(0, status.st_size - _TAIL))
            tail = file.read().hex()
            name = f"{status.st_mtime_ns:x}-{status.st_size:x}-{tail}"
            path = os.path.join(directory, name)
            if os.path.exists(path):
                _stamp(path, status.st_mtime_ns)  # used just now
                return name
            file.seek(0)
            raw = file.read()
    except FileNotFoundError:
        return "none"  # nothing was ever added
    os.makedirs(directory, exist_ok=True)
    _sweep(directory)
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "wb") as copy:
        copy.write(raw)
    # Git compares the time of the index with those of the files: one as young is looked into.
    _stamp(temporary, status.st_mtime_ns)
    os.replace(temporary, path)
    return name


def differences(root: str, index_file: str | None = None) -> Differences:
    """How the files below `root` differ from git's index, or from a copy of it.

    Cost: two processes side by side, one status a file; nothing is read but files as young as
    the index.
    Raises: VcsError.
    """
    edited, untracked = Git(root, index_file=index_file).run_together(_EDITED, _UNTRACKED)
    blobs: dict[str, str | None] = {}
    for change in parse_raw_diff(edited):
        path = change.before_path or change.after_path
        assert path is not None
        is_plain = (change.before_mode or "").startswith("100")
        blobs[path] = blobs.get(path) or (change.before_id if is_plain else None)
    return Differences(blobs, _paths(untracked))


def hidden(root: str, index_file: str | None = None) -> list[str]:
    """The tracked files whose changes git was told to overlook. Raises: VcsError."""
    raw = Git(root, index_file=index_file).run("ls-files", "-v", "-z")
    return [decode_path(match[1]) for match in _HIDDEN.finditer(raw)]


def added_to(root: str, index_file: str) -> list[str]:
    """The files that git's index has and a copy of it has not. Raises: VcsError."""
    before = Git(root, index_file=index_file).run("ls-files", "-z")
    after = Git(root).run("ls-files", "-z")
    if before == after:
        return []
    return sorted(map(decode_path, set(after.split(b"\0")) - set(before.split(b"\0"))))


def _paths(raw: bytes) -> list[str]:
    """The paths in a listing; a repository inside this one is listed as a directory."""
    return [decode_path(part) for part in raw.split(b"\0") if part and not part.endswith(b"/")]


def _stamp(path: str, mtime_ns: int) -> None:
    os.utime(path, ns=(time.time_ns(), mtime_ns))


def _sweep(directory: str) -> None:
    """Remove the copies that no call can need: all but the latest, and those of days ago."""
    limit = time.time() - _KEEP_S
    with os.scandir(directory) as entries:
        found = sorted(((entry.stat().st_ctime, entry.path) for entry in entries), reverse=True)
    for i, (used, path) in enumerate(found):
        if i >= _KEPT - 1 or used < limit:
            try:
                os.unlink(path)
            except OSError:
                continue  # another process was faster
