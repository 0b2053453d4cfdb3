"""Change sets a person can name: two paths, two revisions, or the working tree."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.history.changes import (
    changed_only,
    is_revision_of,
    sorted_by_path,
)
from tracer.ledger import Index
from tracer.model.changes import ChangeSet, FileChange
from tracer.model.errors import InputError, UsageError
from tracer.model.patterns import lazy_pattern
from tracer.queries.record_texts import RecordTexts
from tracer.vcs import Git, git_dir
from tracer.vcs.files import read_directory, read_file

if TYPE_CHECKING:
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
    return whole if closed else changed_only(whole)


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
    return changed_only(ChangeSet(sorted_by_path(changes)))


def is_revision(workspace: Workspace, name: str) -> bool:
    """Whether a name is a commit's in the workspace's repository, or a range of two."""
    if git_dir(workspace.root) is None:
        return False
    with Git(workspace.root) as git:
        return is_revision_of(git, name)
