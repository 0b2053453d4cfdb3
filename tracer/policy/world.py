"""A change among all files of its repository, of which it is then known that they are all.

What moves between files is proved only where nobody else can look for it at its old place.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.ledger.settings import list_setting
from tracer.model.changes import ChangeSet
from tracer.model.errors import VcsError
from tracer.model.workspace import SIDECAR
from tracer.policy.proposal import read
from tracer.syntax.detect import is_prose
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_MOST_FILES = 4000
_MOST_BYTES = 12 << 20  # about nine seconds
_LARGEST = 1 << 20  # bytes of one file: larger ones are data


def with_all_files(workspace: Workspace, change_set: ChangeSet) -> ChangeSet | None:
    """The change with the files it leaves alone; None where they are too many, or not all.

    Not all are known outside of git, and where the team says that other repositories use some.
    Cost: reading the repository; the verdict then parses what it reads.
    """
    if git_dir(workspace.root) is None or list_setting(workspace, "public_api"):
        return None
    try:
        with Git(workspace.root) as git:
            paths = git.files()
    except VcsError:
        return None
    if len(paths) > _MOST_FILES:
        return None
    before = {c.before_path: c.before for c in change_set.files if c.before_path}
    after = {c.after_path: c.after for c in change_set.files if c.after_path}
    touched = before.keys() | after.keys()
    room = _MOST_BYTES
    for path in paths:
        if path in touched or path.startswith(SIDECAR + "/") or is_prose(path):
            continue
        place = os.path.join(workspace.root, path)
        text = read(place) if os.path.isfile(place) and not os.path.islink(place) else None
        if text is None or len(text) > _LARGEST or b"\0" in text[:8000]:
            continue
        room -= len(text)
        if room < 0:
            return None
        before[path] = after[path] = text
    return ChangeSet.from_texts(
        {path: text for path, text in before.items() if text is not None},
        {path: text for path, text in after.items() if text is not None},
        closed_world=True,
    )
