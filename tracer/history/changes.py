"""Change sets between revisions, or between a revision and the working tree."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.model.changes import ChangeSet, FileChange
from tracer.model.errors import UsageError, VcsError
from tracer.vcs import Git
from tracer.vcs.files import is_sidecar, read_if_file
from tracer.vcs.refs import missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.model.workspace import Workspace


def change_set_of_revisions(workspace: Workspace, revisions: Sequence[str]) -> ChangeSet:
    """The change `revisions` names.

    Nothing: the working tree against HEAD; `REV`: the working tree against it; `REV..REV`,
    `REV...REV` (from their merge base) or two revisions: those.

    The working tree includes untracked files that git does not ignore; `.orchestration/` is
    never part of it, nor are files that did not change: `engine.world` knows of those.
    """
    with Git(workspace.root) as git:
        before, after = _two_sides(git, revisions)
        if after is None:
            changes = _against_disk(git, workspace, before)
        else:
            changes = [
                FileChange(
                    change.before_path,
                    change.after_path,
                    _blob(git, before, change.before_path),
                    _blob(git, after, change.after_path),
                )
                for change in git.changes(before, after)
                if change.is_text
            ]
    return changed_only(ChangeSet(sorted_by_path(changes)))


def revision_after(workspace: Workspace, revisions: Sequence[str]) -> str | None:
    """The commit that the change `revisions` names leads to; None for the working tree."""
    with Git(workspace.root) as git:
        return _two_sides(git, revisions)[1]


def is_revision_of(git: Git, name: str) -> bool:
    """Whether a name is a commit's, or a range of two; what is on disk is none with dots."""
    for dots in ("...", ".."):
        first, found, second = name.partition(dots)
        if found and not os.path.lexists(name):
            return all(git.resolve_or_none(side or "HEAD") is not None for side in (first, second))
    return git.resolve_or_none(name) is not None


def _two_sides(git: Git, revisions: Sequence[str]) -> tuple[str | None, str | None]:
    """Commit ids before and after; None stands for nothing before, and the disk after."""
    if not revisions:
        return git.resolve_or_none("HEAD"), None
    if len(revisions) == 2:  # noqa: PLR2004 - before and after
        return git.resolve(revisions[0]), git.resolve(revisions[1])
    if len(revisions) > 2:  # noqa: PLR2004
        raise UsageError(
            f"{len(revisions)} revisions were named", fix="Name one, two, or a range REV..REV"
        )
    for dots in ("...", ".."):
        first, found, second = revisions[0].partition(dots)
        if found:
            before, after = git.resolve(first or "HEAD"), git.resolve(second or "HEAD")
            if dots == "...":
                before = git.run("merge-base", before, after).decode("ascii").strip()
            return before, after
    return git.resolve(revisions[0]), None


def _against_disk(git: Git, workspace: Workspace, before: str | None) -> list[FileChange]:
    """Every file that differs between a commit and the disk."""
    paths = {path for c in git.status() for path in (c.before_path, c.after_path) if path}
    head = git.resolve_or_none("HEAD")
    if before and head and before != head:
        paths |= {p for c in git.changes(before, head) for p in (c.before_path, c.after_path) if p}
    changes = []
    for path in paths:
        text = _blob(git, before, path)
        now = read_if_file(os.path.join(workspace.root, path))
        if text is not None or now is not None:
            changes.append(
                FileChange(None if text is None else path, None if now is None else path, text, now)
            )
    return changes


def _blob(git: Git, revision: str | None, path: str | None) -> bytes | None:
    """The file at a revision, or None where there is none.

    Raises: VcsError where a partial clone has left its text at a remote.
    """
    if not revision or not path:
        return None
    text = git.blob_at(revision, path)
    if text is None and missing(git, path, revision):
        raise VcsError(
            f"{path} at {revision[:12]} is not in this clone",
            fix=f"`git diff --stat {revision[:12]}` brings what a partial clone left out",
        )
    return text


def sorted_by_path(changes: Iterable[FileChange]) -> tuple[FileChange, ...]:
    """Changes by path, without those of tracer's own files."""
    kept = [c for c in changes if not is_sidecar(c.after_path or c.before_path or "")]
    return tuple(
        sorted(kept, key=lambda c: (c.after_path or c.before_path or "", c.before_path or ""))
    )


def changed_only(change_set: ChangeSet) -> ChangeSet:
    """Without the files that are the same, under the same name, on both sides."""
    return change_set._replace(
        files=tuple(
            change
            for change in change_set.files
            if change.before != change.after or change.before_path != change.after_path
        )
    )
