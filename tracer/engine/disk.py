"""Plain files of the work tree; everything else is not there."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LARGEST = 32 * 1024 * 1024  # a larger file is noticed, not read

_held: dict[str, bytes | None] = {}  # what stands for files that may have moved on

Times = tuple[int, int, int]  # mtime_ns, size, inode


def file_stat(path: str) -> Times | None:
    """(mtime, size, inode) of a plain file small enough to trace, else None."""
    try:
        entry = os.lstat(path)
    except OSError:
        return None  # gone, or behind something that is no directory: it is not there
    if not stat.S_ISREG(entry.st_mode) or entry.st_size > _LARGEST:
        return None
    return entry.st_mtime_ns, entry.st_size, entry.st_ino


def read_file(path: str) -> bytes | None:
    """A plain file's bytes; None when it is not there, a link, too large or unreadable."""
    if path in _held:
        return _held[path]
    if file_stat(path) is None:
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


@contextmanager
def held(texts: Mapping[str, bytes | None]) -> Iterator[None]:
    """Within, these files read as they were when somebody looked, whatever stands there now."""
    _held.update(texts)
    try:
        yield
    finally:
        for path in texts:
            _held.pop(path, None)


def has_moved_on(path: str) -> bool:
    """Whether a file is held as it was, and is another by now."""
    if path not in _held:
        return False
    known = _held.pop(path)
    try:
        return read_file(path) != known
    finally:
        _held[path] = known
