"""What this clone alone keeps beside the ledger, in `.orchestration/.index/`."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from tracer.model.disk import write_atomically

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_MERGING = frozenset({"MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"})
_REBASING = frozenset({"rebase-merge", "rebase-apply"})
_GIT_WAIT_S = 2.0
_LONG_S = 3.0  # a lock older than that is not one of a command that is about to end
_LOOK_AGAIN_S = 0.005


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
    try:
        with open(os.path.join(git_dir(workspace), "HEAD"), encoding="utf-8") as file:
            return file.read().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def is_git_at_work(workspace: Workspace) -> bool:
    """Whether git holds a lock here under which it may be about to replace files.

    It unlinks and writes files in place, under `index.lock`; `git stash` takes what is on disk
    under an index of its own before that. Other locks (`gc.log.lock`, `config.lock`, those of
    refs) guard nothing in the work tree, and some are left behind for good.
    """
    try:
        names = os.listdir(git_dir(workspace))
    except (OSError, UnicodeDecodeError):
        return False
    return "index.lock" in names or any(name.startswith("index.stash.") for name in names)


def is_merging(workspace: Workspace) -> bool:
    """Whether a merge, a cherry-pick or a revert has stopped here, which may yet be aborted.

    Not where a rebase has: its commits are made anew, and the ledger is no part of them.
    """
    try:
        names = set(os.listdir(git_dir(workspace)))
    except (OSError, UnicodeDecodeError):
        return False
    return not names.isdisjoint(_MERGING) and names.isdisjoint(_REBASING)


def is_rebasing(workspace: Workspace) -> bool:
    """Whether a rebase has begun and not ended."""
    try:
        return not _REBASING.isdisjoint(os.listdir(git_dir(workspace)))
    except (OSError, UnicodeDecodeError):
        return False


def wait_for_git(workspace: Workspace) -> bool:
    """Whether git is still at work after a moment in which most of its commands end.

    One that has held its lock for long (it waits for a commit message, or died) is not waited for.
    """
    deadline = time.monotonic() + _GIT_WAIT_S
    while is_git_at_work(workspace):
        try:
            begun = os.stat(os.path.join(git_dir(workspace), "index.lock")).st_mtime
        except (OSError, UnicodeDecodeError):
            begun = time.time()
        if time.monotonic() > deadline or abs(time.time() - begun) > _LONG_S:
            return True
        time.sleep(_LOOK_AGAIN_S)
    return False


def git_dir(workspace: Workspace) -> str:
    """The directory that `.git` is or names; one that is not there where there is no git.

    Raises: OSError, UnicodeDecodeError for a `.git` file that cannot be read.
    """
    here = top_of(workspace)
    git = os.path.join(here, ".git")
    if os.path.isfile(git):  # a worktree or submodule: "gitdir: <path>"
        with open(git, encoding="utf-8") as file:
            git = os.path.join(here, file.read().removeprefix("gitdir:").strip())
    return git


def top_of(workspace: Workspace) -> str:
    """The directory that has a `.git`, the workspace's own or one above; else the workspace's."""
    here = workspace.root
    while not os.path.exists(os.path.join(here, ".git")):
        parent = os.path.dirname(here)
        if parent == here:
            return workspace.root
        here = parent
    return here
