"""What is known of a version of a file: the ledger's word, else what stood at a commit."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.lineage import baseline
from tracer.vcs import Git, git_dir, head

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.model.attribution import FileState
    from tracer.model.workspace import Workspace


def state_before(
    workspace: Workspace, index: Index, path: str, text: bytes, revision: str | None = None
) -> FileState:
    """The attribution of a text: the ledger's by content, else what stood at a commit, or HEAD."""
    content = content_of(text)
    state = recorded(workspace, index, path, content)
    if state is not None:
        return state._replace(path=path)
    lines = text.count(b"\n") + (not text.endswith(b"\n") if text else 0)
    return baseline(path, content, lines, revision or head_of(workspace))


def recorded(workspace: Workspace, index: Index, path: str, content: str) -> FileState | None:
    """The ledger's state of a version of this file, or of one that is gone and may be this now.

    A file that stands as it is committed was never another one, and what a record copied from
    this file is no origin of it.
    """

    def may_be_this(other: str, _: str) -> bool:
        if os.path.lexists(os.path.join(workspace.root, other)):
            return False
        with Git(workspace.root) as git:
            known = blob_of(git, path, head_of(workspace))
        return known is None or content_of(known) != content

    state = index.state(content, path, elsewhere=may_be_this)
    if state is None or state.path == path:
        return state
    parts = (credit for entry in state.mixed for _, credit in entry.parts)
    for credit in (*(run.credit for run in state.runs), *parts):
        if credit.copied is not None and credit.copied.path == path:
            return None
    return state


def head_of(workspace: Workspace) -> str | None:
    """The commit checked out; None outside of git and before the first one."""
    return head(workspace.root) if git_dir(workspace.root) else None


def blob_of(git: Git, path: str, revision: str | None) -> bytes | None:
    """The file at a commit, if there is one and the file is there."""
    return None if revision is None else git.blob_at(revision, path)
