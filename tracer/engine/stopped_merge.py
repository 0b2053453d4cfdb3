"""What tracer writes into tracked files while git has stopped in the middle of its work.

Git refuses to abort it over a file that its index has otherwise than HEAD and the work tree
otherwise than the index: the ledger is such a file where the other side has records and a hook
appends meanwhile. So what was appended is staged as well. Who commits has it in the commit; who
aborts takes it away, and the spool, which has it until then, brings it back. A rebase does not go
on over any file with changes that are not staged, so that a change of the registry is staged, too.
"""

from __future__ import annotations

import os
from contextlib import suppress

from tracer.engine.disk import read_file
from tracer.ledger.local import is_rebasing
from tracer.ledger.settings import is_tracked
from tracer.model.errors import VcsError
from tracer.model.workspace import SIDECAR, Workspace
from tracer.vcs import INDEX, Git


def stage_ledger(workspace: Workspace) -> bool:
    """Stage what was appended to a ledger that a stopped merge has staged already; whether it was.

    Nothing is staged where that would settle a conflict or the index has HEAD's ledger.
    Cost: one or two processes of git.
    """
    if not is_tracked(workspace):
        return False
    path = _path(workspace.ledger)
    with suppress(OSError, VcsError), Git(workspace.root) as git:
        staged = git.blob_at(INDEX, path)
        text = read_file(workspace.ledger)
        if staged is None or text is None or text == staged or not text.startswith(staged):
            return False
        if staged == git.blob_at("HEAD", path):
            return False
        git.run("update-index", "--", path)
        return True
    return False


def stage_registry(workspace: Workspace) -> list[str]:
    """Stage the registry of intents where a rebase has stopped, and a ledger that git tracks.

    Nothing is staged that git does not track, or that would settle a conflict. What is staged comes
    back, as paths. Cost: no process where no rebase has stopped, else two or three.
    """
    if not is_rebasing(workspace):
        return []
    files = [workspace.intents, *([workspace.ledger] if is_tracked(workspace) else [])]
    changed: list[str] = []
    with suppress(VcsError), Git(workspace.root) as git:
        for file in files:
            staged = git.blob_at(INDEX, _path(file))
            if staged is not None and staged != read_file(file):
                git.run("update-index", "--", _path(file))
                changed.append(_path(file))
    return changed


def _path(file: str) -> str:
    return f"{SIDECAR}/{os.path.basename(file)}"
