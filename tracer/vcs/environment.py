"""What the git executable is started with, and what is said where it is not there or refuses."""

from __future__ import annotations

import os

from tracer.model.errors import VcsError

SETTINGS = (
    "core.quotepath=off",
    "core.pager=cat",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.commentChar=#",
    "color.ui=false",
    "diff.orderFile=/dev/null",
    "diff.renameLimit=1000",
    "log.showSignature=false",
    "log.follow=false",
    "gc.auto=0",
    "maintenance.auto=false",
)
_KEPT_VARIABLES = ("GIT_CONFIG_", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES")


def environment(index_file: str | None = None) -> dict[str, str]:
    """The caller's environment without git's variables, which would redirect our git.

    A git hook runs with GIT_DIR and GIT_INDEX_FILE set, for example. `index_file` is kept.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_KEPT_VARIABLES)
    }
    kept.update(
        GIT_OPTIONAL_LOCKS="0",
        GIT_TERMINAL_PROMPT="0",
        GIT_NO_LAZY_FETCH="1",
        GIT_PAGER="cat",
        LC_ALL="C",
    )
    if index_file is not None:
        kept["GIT_INDEX_FILE"] = index_file
    return kept


def missing(error: OSError) -> VcsError:
    """The error where there is no git."""
    return VcsError(f"git could not be started: {error.strerror}", fix="Install git 2.31 or newer.")


def refused(arguments: tuple[str, ...], stderr: bytes) -> VcsError:
    """Git's own reason, and what a person can do about the common ones."""
    reason = stderr.decode("utf-8", "replace").strip().split("\n")[0]
    fix = ""
    if "dubious ownership" in reason:
        fix = "Add the directory to git's safe.directory setting if you trust it."
    elif "not a git repository" in reason:
        fix = "Run this inside a git repository, or `git init`."
    return VcsError(f"git {arguments[0]}: {reason.removeprefix('fatal: ')}", fix=fix)
