"""Plain files of the work tree; everything else is not there."""

from __future__ import annotations

import os
import stat

_LARGEST = 32 * 1024 * 1024  # a larger file is noticed, not read

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
    if file_stat(path) is None:
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
