"""Where a workspace is and where its sidecar files are. Paths only; nothing is read here."""

from __future__ import annotations

import os

LONGEST_PATH = 32_767 if os.name == "nt" else 4_096  # characters; no system opens a longer one
SIDECAR = ".orchestration"


class Workspace:
    """The root of a traced tree: the directory that holds `.orchestration`, else the git root.

    All members are absolute paths with symlinks resolved. (No NamedTuple: `index` is one of
    its methods.)
    """

    __slots__ = ("root",)

    def __init__(self, root: str) -> None:
        self.root = root

    def __repr__(self) -> str:
        return f"Workspace({self.root!r})"

    @property
    def sidecar(self) -> str:
        """`.orchestration/`, which may not exist yet."""
        return os.path.join(self.root, SIDECAR)

    @property
    def ledger(self) -> str:
        """The append-only JSONL file."""
        return os.path.join(self.root, SIDECAR, "agent_trace.jsonl")

    @property
    def intents(self) -> str:
        """The intent registry."""
        return os.path.join(self.root, SIDECAR, "active_intents.yaml")

    @property
    def config(self) -> str:
        """Mode and policy."""
        return os.path.join(self.root, SIDECAR, "config.yaml")

    @property
    def index(self) -> str:
        """Derived, git-ignored directory: SQLite index, snapshots, session states, caches."""
        return os.path.join(self.root, SIDECAR, ".index")

    @property
    def is_initialised(self) -> bool:
        """Whether `tracer init` has run here."""
        return os.path.isdir(self.sidecar)

    def relative(self, path: str, cwd: str | None = None) -> str | None:
        """`path` as POSIX text relative to the root, or None when it lies outside, or nowhere.

        Symlinks of the parent directories are resolved, so a link cannot smuggle a path out.
        """
        joined = os.path.join(cwd or self.root, path)
        if len(joined) > LONGEST_PATH:
            return None
        parent = os.path.realpath(os.path.dirname(joined))
        full = os.path.realpath(os.path.join(parent, os.path.basename(joined)))
        prefix = self.root if self.root.endswith(os.sep) else self.root + os.sep
        if not full.startswith(prefix):
            return None
        return full[len(prefix) :].replace(os.sep, "/")


def find_workspace(start: str) -> Workspace | None:
    """The nearest workspace at or above `start`: a sidecar wins, else a `.git` entry."""
    here = os.path.realpath(start)
    git_root: str | None = None
    while True:
        if os.path.isdir(os.path.join(here, SIDECAR)):
            return Workspace(here)
        if git_root is None and os.path.exists(os.path.join(here, ".git")):
            git_root = here
        parent = os.path.dirname(here)
        if parent == here:
            return Workspace(git_root) if git_root else None
        here = parent
