"""What this clone alone keeps beside the ledger, in `.orchestration/.index/`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.model.disk import write_atomically

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


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
