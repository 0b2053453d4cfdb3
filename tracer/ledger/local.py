"""What this clone alone keeps beside the ledger, in `.orchestration/.index/`: dir, lock, branch.

The lock is `flock` (on Windows a locked byte) on a file of its own, which no git operation
replaces. The operating system lets go of it when its holder dies, however it dies. `filelock`
does the same but takes 40 ms to import, most of a hook's time. Where a file system has no
`flock` (some network mounts) the append fails with a message that says so.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

    from tracer.model.workspace import Workspace

LOCK_TIMEOUT_S = 10.0
_FIRST_WAIT_S = 0.0005
_LONGEST_WAIT_S = 0.01
CLOEXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    _BUSY: tuple[type[OSError], ...] = (PermissionError,)
else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    _BUSY = (BlockingIOError,)


class Lock:
    """An exclusive lock on `path` among processes and threads, held inside `with`.

    Raises: TimeoutError when another holds it for `timeout_s`; other OSError when the file
    cannot be opened or its file system has no locks.
    """

    def __init__(self, path: str, *, timeout_s: float = LOCK_TIMEOUT_S) -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._descriptor = -1

    def __enter__(self) -> Self:
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | CLOEXEC, 0o666)
        try:
            self._wait()
        except BaseException:
            os.close(self._descriptor)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._descriptor)  # closing lets go

    def _wait(self) -> None:
        # Polling rather than a blocking call: a stopped holder must not hang an agent.
        deadline = time.monotonic() + self._timeout_s
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                return _try_lock(self._descriptor)
            except _BUSY as error:
                if time.monotonic() > deadline:
                    raise TimeoutError(
                        f"another process has held the lock for {self._timeout_s:g} s"
                    ) from error
            time.sleep(wait_s)
            wait_s = min(wait_s * 1.5, _LONGEST_WAIT_S)


def make_index_dir(workspace: Workspace) -> str:
    """`.orchestration/.index`, made if need be with a `.gitignore` that keeps it out of git.

    Raises: OSError when it cannot be made.
    """
    path = workspace.index
    ignore = os.path.join(path, ".gitignore")
    if not os.path.exists(ignore):
        os.makedirs(path, exist_ok=True)
        write_atomically(ignore, b"*\n")
    return path


def write_atomically(path: str, data: bytes) -> None:
    """Put `data` at `path` in one step: a reader sees the file before or after, never between."""
    temporary = f"{path}.{os.getpid()}.{time.monotonic_ns()}"
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def read_range(descriptor: int, start: int, stop: int) -> bytes:
    """The bytes `start <= i < stop` of an open file, fewer where it ends before."""
    os.lseek(descriptor, start, os.SEEK_SET)
    parts = []
    while start < stop and (part := os.read(descriptor, stop - start)):
        parts.append(part)
        start += len(part)
    return b"".join(parts)


def checked_out(workspace: Workspace) -> str:
    """What git has checked out, as `.git/HEAD` says it; empty outside git.

    Only compared for equality: a ledger that lost records on one and the same branch is
    damaged, on another branch it never had them.
    """
    here = workspace.root
    while not os.path.exists(os.path.join(here, ".git")):
        parent = os.path.dirname(here)
        if parent == here:
            return ""
        here = parent
    git = os.path.join(here, ".git")
    try:
        if os.path.isfile(git):  # a worktree or submodule: "gitdir: <path>"
            with open(git, encoding="utf-8") as file:
                git = os.path.join(here, file.read().removeprefix("gitdir:").strip())
        with open(os.path.join(git, "HEAD"), encoding="utf-8") as file:
            return file.read().strip()
    except (OSError, UnicodeDecodeError):
        return ""
