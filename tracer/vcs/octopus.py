"""`git-merge-tracer`: a merge strategy for several branches that knows merge drivers.

Git's own octopus merges files without asking `.gitattributes`, so ledgers that grew on several
branches conflict, though each two of them merge as a union. This strategy merges branch by
branch as `git merge` of two does (`git merge-tree`), and leaves index and work tree as one merge.
`git merge A B C` uses it where `pull.octopus` says so, else `git merge -s tracer A B C`.
Source: git-merge-octopus.sh, git-merge-tree(1); the protocol of strategies is in builtin/merge.c.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "tracer"  # git runs `git-merge-tracer`
_DONE, _NOT_HANDLED = 0, 2  # as git understands exit codes of strategies
_WRITER = ("-c", "user.name=tracer", "-c", "user.email=tracer@localhost")


class _RefusedError(Exception):
    """What git said when it would not do a step."""


def merge(arguments: Sequence[str]) -> tuple[int, str]:
    """(exit code, what to tell the person) of `git-merge-tracer BASES -- HEAD BRANCHES`.

    Index and work tree hold the merge, or are as they were. A file that conflicts is left to a
    merge of two branches, where git can ask the person.
    """
    names = list(arguments)
    remotes = names[names.index("--") + 2 :] if "--" in names else []
    try:
        _git("diff-index", "--quiet", "--cached", "HEAD", "--")
    except _RefusedError:
        return _NOT_HANDLED, "the index has changes: commit or stash them first"
    try:
        start = current = _git("rev-parse", "--verify", "HEAD")
        for remote in remotes:
            current = _joined(current, _git("rev-parse", "--verify", f"{remote}^{{commit}}"))
        _git("read-tree", "-u", "-m", start, current)
    except _RefusedError as error:
        return _NOT_HANDLED, f"{error}\nMerge these branches one by one."
    return _DONE, ""


def _joined(ours: str, theirs: str) -> str:
    """A commit that holds both; one of the two where it holds the other already."""
    if _is_ancestor(theirs, ours):
        return ours
    if _is_ancestor(ours, theirs):
        return theirs
    tree = _git("merge-tree", "--write-tree", "--messages", ours, theirs).partition("\n")[0]
    return _git(*_WRITER, "commit-tree", tree, "-p", ours, "-p", theirs, "-m", "merged on the way")


def _is_ancestor(commit: str, of: str) -> bool:
    try:
        _git("merge-base", "--is-ancestor", commit, of)
    except _RefusedError:
        return False
    return True


def _git(*arguments: str) -> str:
    """What git printed. The environment is git's own: it may name another index or work tree."""
    done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
        conflicts = [line for line in said.splitlines() if line.startswith("CONFLICT")]
        raise _RefusedError("\n".join(conflicts) or said or f"git {arguments[0]} failed")
    return done.stdout.decode("utf-8", "surrogateescape").strip()
