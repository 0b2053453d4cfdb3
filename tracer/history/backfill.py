"""`tracer index --history`: what every commit did, worked out once and for all.

Later questions about any file at any revision then parse nothing. Commits are independent of
each other, so all cores take part; each finished one leaves a mark, so that a run that was
stopped goes on where it was.
"""

from __future__ import annotations

import multiprocessing
import os
from typing import TYPE_CHECKING

from tracer.history.cache import HistoryCache, cache_key
from tracer.history.step_cache import steps_of
from tracer.history.versions import Version, Versions
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.model.workspace import Workspace
    from tracer.vcs import PathChange

_CHUNK = 32  # commits a worker takes at once; its memory is let go of after each
_FILE_LIMIT = 1_000_000  # bytes of a file that is looked at


class Backfilled(NamedTuple):
    """How many commits there are, how many were known already, and file versions looked at."""

    commits: int
    known: int
    versions: int


def backfill(
    workspace: Workspace,
    *,
    rev: str = "HEAD",
    newest: int | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Backfilled:
    """Fill the cache with what each commit of `rev`'s history did, newest first.

    `newest` limits it to that many commits; `jobs` is the number of processes, all cores by
    default. `progress` hears how many commits are done, and of how many.
    Cost: a parse, match and classify of every changed file of every commit; memory by the
    largest files of 32 commits, in each process.
    Raises: VcsError when git cannot answer.
    """
    with Git(workspace.root) as git:
        start = git.resolve(rev)
        limit = [f"--max-count={newest}"] if newest is not None else []
        commits = git.run("rev-list", *limit, start).decode("ascii").split()
    with HistoryCache.of(workspace) as cache:
        missing = [commit for commit in commits if cache.get(_mark(commit)) is None]
    known = len(commits) - len(missing)
    progress(known, len(commits))
    done, versions = known, 0
    chunks = [(workspace, missing[i : i + _CHUNK]) for i in range(0, len(missing), _CHUNK)]
    for count, looked_at in _run(chunks, jobs or os.cpu_count() or 1):
        done += count
        versions += looked_at
        progress(done, len(commits))
    return Backfilled(len(commits), known, versions)


def _run(chunks: Sequence[tuple[Workspace, list[str]]], jobs: int) -> Iterator[tuple[int, int]]:
    if jobs == 1 or len(chunks) == 1:
        yield from map(_chunk, chunks)
        return
    with multiprocessing.get_context().Pool(jobs) as pool:
        yield from pool.imap_unordered(_chunk, chunks)


def _chunk(work: tuple[Workspace, list[str]]) -> tuple[int, int]:
    """Commits done and file versions looked at."""
    workspace, commits = work
    looked_at = 0
    with Git(workspace.root) as git, HistoryCache.of(workspace) as cache:
        versions = Versions(workspace, git, cache=cache)
        for commit in commits:
            looked_at += steps_of_commit(versions, commit)
            if not versions.notes:  # content that is missing now may be fetched later
                cache.put(_mark(commit), b"")
            versions.notes.clear()
    return len(commits), looked_at


def steps_of_commit(versions: Versions, commit: str) -> int:
    """Work out what one commit did; return the number of file versions looked at."""
    parents = versions.commits_before(commit)
    changes = [{c.after_path: c for c in versions.changes(commit, p)} for p in parents]
    # A file that a merge took as it was from one parent has no version of its own there.
    shared = set(changes[0]).intersection(*changes[1:]) if changes else set()
    looked_at = 0
    for path in sorted(path for path in shared if path is not None):
        for parent, of_parent in zip(parents, changes, strict=True):
            looked_at += _pair(versions, commit, parent, of_parent[path])
    return looked_at


def _pair(versions: Versions, commit: str, parent: str, change: PathChange) -> bool:
    """Work out what a commit did to one file; whether it was looked at."""
    if change.after_path is None or not change.is_text:
        return False
    version = Version(commit, change.after_path)
    text = versions.text(version)
    if text is None or len(text) > _FILE_LIMIT or b"\0" in text[:8000]:
        return False
    path = change.before_path or versions.renamed_path(commit, parent, change.after_path)
    if path is None:
        steps_of(versions, version, None, parent, ())
        return True
    before = Version(parent, path)
    text_b = versions.text(before)
    if text_b is None or len(text_b) > _FILE_LIMIT:
        return False
    hunks = versions.hunks(before, version)
    if hunks:
        steps_of(versions, version, before, parent, hunks)
    return bool(hunks)


def _mark(commit: str) -> bytes:
    return cache_key("done", commit)
