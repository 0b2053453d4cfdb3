"""Files written in one step, and locks that a crash cannot leave behind.

The lock is `flock` (on Windows a locked byte) on a file of its own, which no git operation
replaces. The operating system lets go of it when its holder dies, however it dies. `filelock`
does the same but takes 40 ms to import, most of a hook's time.

Where a file system has no `flock` (some network and user-space mounts) the lock is a file that
only one process can create, with its maker's host and process id in it. Such a file outlives a
crash: on the same host the next writer sees that its maker is gone and takes over; from another
host it waits until its time is up. (POSIX record locks would not keep threads apart.)
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import time
from typing import TYPE_CHECKING, Any, Self

from tracer.model.closing import Closing

if TYPE_CHECKING:
    from collections.abc import Iterable

LOCK_TIMEOUT_S = 10.0
_FIRST_WAIT_S = 0.0005
_LONGEST_WAIT_S = 0.01
CLOEXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NEVER_WAIT = CLOEXEC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_LARGEST_OBJECT = 1 << 26  # bytes of a small file of ours

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

# What a file system answers that has no such locks.
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
if sys.platform == "win32":
    _NO_LOCKS = set()  # and process 0 there is no question but a signal


class Lock(Closing):
    """An exclusive lock on `path` among processes and threads, held inside `with`.

    Raises: TimeoutError when another holds it for `timeout_s`; other OSError when the file
    cannot be opened.
    """

    def __init__(self, path: str, *, timeout_s: float = LOCK_TIMEOUT_S) -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._descriptor = -1
        self._made = ""  # the file that stands for the lock where there are no locks

    def __enter__(self) -> Self:
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | CLOEXEC, 0o666)
        try:
            self._wait()
        except BaseException:
            os.close(self._descriptor)
            raise
        return self

    def close(self) -> None:
        """Let go of the lock."""
        os.close(self._descriptor)
        if self._made:
            os.unlink(self._made)

    def _wait(self) -> None:
        # Polling rather than a blocking call: a stopped holder must not hang an agent.
        deadline = time.monotonic() + self._timeout_s
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                return self._try()
            except _BUSY as error:
                if time.monotonic() > deadline:
                    raise TimeoutError(
                        f"another process has held the lock for {self._timeout_s:g} s"
                    ) from error
            time.sleep(wait_s)
            wait_s = min(wait_s * 1.5, _LONGEST_WAIT_S)

    def _try(self) -> None:
        """Take the lock by the best means there is here, or raise one of `_BUSY`."""
        try:
            _try_lock(self._descriptor)
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            made = f"{self._path}.held"
            _create_or_raise_busy(made)
            self._made = made


def _create_or_raise_busy(path: str) -> None:
    """Make the file that stands for a lock; take it over from a process of this host that died."""
    owner = f"{os.uname().nodename if hasattr(os, 'uname') else ''} {os.getpid()}".encode()
    for _ in range(2):
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | CLOEXEC, 0o666)
        except FileExistsError:
            if not _is_abandoned(path, owner):
                raise _BUSY[0](errno.EAGAIN, "the lock is held") from None
            continue
        os.write(descriptor, owner)
        os.close(descriptor)
        return
    raise _BUSY[0](errno.EAGAIN, "the lock is held")


def _is_abandoned(path: str, mine: bytes) -> bool:
    """Whether the maker of a lock file died; the file is then gone."""
    try:
        with open(path, "rb") as file:
            owner = file.read()
        host, _, process = owner.rpartition(b" ")
        if host != mine.rpartition(b" ")[0] or not process.isdigit() or _is_alive(int(process)):
            return False
        # Renamed first: of two that find it abandoned, one takes it away and the other fails.
        taken = f"{path}.{os.getpid()}"
        os.rename(path, taken)
        os.unlink(taken)
    except OSError:
        return False
    return True


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def write_atomically(path: str, content: bytes | Iterable[bytes], *, durable: bool = False) -> None:
    """Replace `path` by `content` (whole or in parts) in one step; readers see one or the other.

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
            file.writelines((content,) if isinstance(content, bytes) else content)
            file.flush()
            os.chmod(temporary, mode)
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def sync_directory(path: str) -> None:
    """Make a new file's name as durable as its bytes, where the system lets us."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return  # Windows opens no directories
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_regular(path: str, limit: int) -> bytes:
    """The bytes of a regular file, links followed. It never waits, whatever stands there.

    Raises: OSError where there is none; of the kind ENOTSUP for a pipe, device, socket or
    directory, EFBIG for more than `limit` bytes.
    """
    handle = os.open(path, os.O_RDONLY | _NEVER_WAIT)
    with os.fdopen(handle, "rb") as file:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.ENOTSUP, "no regular file", path)
        content = file.read(limit + 1) if state.st_size <= limit else b""
    if state.st_size > limit or len(content) > limit:
        raise OSError(errno.EFBIG, f"larger than {limit >> 10} KB", path)
    return content


def read_object(path: str) -> dict[str, Any]:
    """The JSON object in a small file of ours; empty where there is none, or no such object.

    For memories whose loss costs nothing but what they remembered.
    """
    try:
        stored = json.loads(read_regular(path, _LARGEST_OBJECT))
    except (OSError, ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
