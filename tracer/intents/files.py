"""Small files written in one step, and locks that a crash cannot leave behind."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCK_TIMEOUT_S = 5.0
_LOCK_PAUSE_S = 0.005


def write_atomically(path: str, content: bytes, *, durable: bool = False) -> None:
    """Replace `path` by `content` in one step; readers see the one or the other.

    A symlink is followed and the mode of an existing file is kept. `durable` waits until the
    disk has it.
    Raises: OSError; `path` is then as it was.
    """
    target = os.path.realpath(path)
    temporary = f"{target}.{os.getpid()}.{time.monotonic_ns()}.tmp"
    try:
        mode = os.stat(target).st_mode & 0o7777
    except FileNotFoundError:
        mode = 0o666 & ~_umask()
    try:
        with open(temporary, "xb") as file:
            file.write(content)
            file.flush()
            os.chmod(temporary, mode)
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def _umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


@contextmanager
def locked(path: str, *, timeout_s: float = _LOCK_TIMEOUT_S) -> Iterator[None]:
    """Hold the lock file `path` alone; the system frees it when the process dies.

    Raises: InputError when others hold it for longer than `timeout_s`.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        deadline = time.monotonic() + timeout_s
        while not _try_lock(descriptor):
            if time.monotonic() > deadline:
                raise InputError(
                    f"{path}: held by other processes for {timeout_s:.0f} seconds",
                    fix="Wait for it or end it, then try again.",
                )
            time.sleep(_LOCK_PAUSE_S)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    """Whether the open file is now locked by this process."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - of this platform only

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - of this platform only

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
