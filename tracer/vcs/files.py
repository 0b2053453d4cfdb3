"""Reading files of the work tree from disk, and which of them are tracer's own."""

from __future__ import annotations

import os
import stat

from tracer.model.errors import InputError
from tracer.model.workspace import SIDECAR

# Directories that are never a part of the code in question.
_NOT_CODE = frozenset((".git", ".hg", ".svn", SIDECAR))


def read_file(path: str) -> bytes:
    """The bytes of the regular file at `path`.

    Raises: InputError, naming the file, when it is missing, no file, or unreadable.
    """
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # reading a pipe might never end
            raise InputError(f"{path}: not a regular file", fix="Name an existing file")
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Name an existing file") from error


def read_if_file(path: str) -> bytes | None:
    """The bytes at `path`, or None when no readable regular file stands there."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def read_directory(root: str) -> dict[str, bytes]:
    """Every regular file below `root` by POSIX path; links and version control are left out."""
    texts: dict[str, bytes] = {}
    for directory, below, names in os.walk(root):
        below[:] = sorted(name for name in below if name not in _NOT_CODE)
        for name in sorted(names):
            full = os.path.join(directory, name)
            text = read_if_file(full)
            if text is not None:
                texts[os.path.relpath(full, root).replace(os.sep, "/")] = text
    return texts


def is_sidecar(path: str) -> bool:
    """Whether a workspace path is tracer's own bookkeeping."""
    return path == SIDECAR or path.startswith(SIDECAR + "/")
