"""Git: what `.git` says without a process, and a thin wrapper around the git executable.

Reading `.git` directly (`head`, `git_dir`) is for the hook path. Everything else goes through
one `Git` object, which never touches the network, never takes optional locks, and turns every
refusal of git's into a `VcsError`.
"""

from tracer.vcs.commits import Commit, parse_commit, parse_trailers
from tracer.vcs.contributors import contributor_of
from tracer.vcs.direct import (
    commits_since,
    common_dir,
    git_dir,
    has_own_ledger,
    is_shallow_boundary,
    ledger_tips,
    reflog_end,
    shallow_commits,
    stashes,
    stopped_at,
)
from tracer.vcs.git import INDEX, Git, blob_at, edited, is_left_out, unreachable, vanished
from tracer.vcs.heads import head, is_on_other_branches
from tracer.vcs.objects import CatFile
from tracer.vcs.trees import PathChange, PathCommit, TreeEntry

__all__ = [
    "INDEX",
    "CatFile",
    "Commit",
    "Git",
    "PathChange",
    "PathCommit",
    "TreeEntry",
    "blob_at",
    "commits_since",
    "common_dir",
    "contributor_of",
    "edited",
    "git_dir",
    "has_own_ledger",
    "head",
    "is_left_out",
    "is_on_other_branches",
    "is_shallow_boundary",
    "ledger_tips",
    "parse_commit",
    "parse_trailers",
    "reflog_end",
    "shallow_commits",
    "stashes",
    "stopped_at",
    "unreachable",
    "vanished",
]
