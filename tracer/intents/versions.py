"""How often the registry file has changed, counted outside of it.

A counter in the file would be a line that every branch changes, and so a conflict in every merge.
This one is kept in `.index/`, beside the digest of the file it counts: a file that somebody edited,
merged or checked out is one version later. It orders changes within one clone, which is where
writers race.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING

from tracer.model.disk import read_object, write_atomically

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_NAME = "intents_version.json"


def version_of(workspace: Workspace, raw: bytes, written: int = 0) -> int:
    """The version of the registry with the bytes `raw`; `written` is what an old file says."""
    kept = read_object(_path(workspace))
    known = kept.get("version")
    if not isinstance(known, int):
        return written
    is_same = kept.get("digest") == hashlib.sha256(raw).hexdigest()
    return max(known if is_same else known + 1, written)


def count(workspace: Workspace, raw: bytes, version: int) -> None:
    """Remember that the registry with the bytes `raw` is this version."""
    document = {"digest": hashlib.sha256(raw).hexdigest(), "version": version}
    os.makedirs(workspace.index, exist_ok=True)
    write_atomically(_path(workspace), json.dumps(document).encode())


def _path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, _NAME)
