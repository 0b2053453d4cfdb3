"""Change sets a person can name: two paths, two revisions, or the working tree."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.ledger import Index
from tracer.model.changes import ChangeSet, FileChange
from tracer.model.errors import InputError, UsageError
from tracer.model.patterns import lazy_pattern
from tracer.queries.files import is_sidecar, read_directory, read_file, read_if_file
from tracer.queries.record_texts import RecordTexts
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.model.workspace import Workspace


_RECORD = lazy_pattern(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")


def change_set_of_paths(before: str, after: str, *, closed_world: bool | None) -> ChangeSet:
    """The change between two files, or between two directories.

    By default two directories are the whole world (no other use of a name exists) and two
    files are not. Identical files are left out of an open world, and kept in a closed one:
    they may use a name that changed.
    Raises: InputError for a missing path; UsageError for a file against a directory.
    """
    for path in (before, after):
        if not os.path.exists(path):
            raise InputError(f"{path}: no such file or directory", fix="Name two existing paths")
    if os.path.isdir(before) != os.path.isdir(after):
        raise UsageError(
            f"{before} and {after}: one is a directory, the other a file",
            fix="Name two files or two directories",
        )
    if not os.path.isdir(before):
        change = FileChange(before, after, read_file(before), read_file(after))
        same = change.before == change.after
        return ChangeSet(() if same else (change,), closed_world=bool(closed_world))
    closed = closed_world is not False
    whole = ChangeSet.from_texts(read_directory(before), read_directory(after), closed_world=closed)
    return whole if closed else _changed_only(whole)


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
    return _changed_only(ChangeSet(_sorted(changes)))


def record_named(workspace: Workspace, name: str) -> dict[str, Any] | None:
    """The record of the ledger that has this id; None where there is none."""
    if not _RECORD.match(name) or not os.path.exists(workspace.ledger):
        return None
    with Index.open(workspace) as index:
        return index.record(name)


def change_set_of_record(workspace: Workspace, record: dict[str, Any]) -> ChangeSet:
    """The change that a record tells of: what its files held before the call, and after it.

    Raises: InputError naming a text that neither this clone's cache nor git has; the ledger itself
    holds no source text.
    """
    with ExitStack() as stack:
        index = stack.enter_context(Index.open(workspace))
        is_git = git_dir(workspace.root) is not None
        git = stack.enter_context(Git(workspace.root)) if is_git else None
        files = RecordTexts(workspace, index, git).files(record)
    changes = [FileChange(file.before_path, file.path, file.before, file.after) for file in files]
    return _changed_only(ChangeSet(_sorted(changes)))


def revision_after(workspace: Workspace, revisions: Sequence[str]) -> str | None:
    """The commit that the change `revisions` names leads to; None for the working tree."""
    with Git(workspace.root) as git:
        return _two_sides(git, revisions)[1]


def is_revision(workspace: Workspace, name: str) -> bool:
    """Whether a name is a commit's in the workspace's repository, or a range of two."""
    if git_dir(workspace.root) is None:
        return False
    with Git(workspace.root) as git:
        return is_revision_of(git, name)


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
    return git.blob_at(revision, path) if revision and path else None


def _sorted(changes: Iterable[FileChange]) -> tuple[FileChange, ...]:
    kept = [c for c in changes if not is_sidecar(c.after_path or c.before_path or "")]
    return tuple(
        sorted(kept, key=lambda c: (c.after_path or c.before_path or "", c.before_path or ""))
    )


def _changed_only(change_set: ChangeSet) -> ChangeSet:
    """Without the files that are the same, under the same name, on both sides."""
    return change_set._replace(
        files=tuple(
            change
            for change in change_set.files
            if change.before != change.after or change.before_path != change.after_path
        )
    )
