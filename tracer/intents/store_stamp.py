"""Which version of the registry tracer itself wrote last, so that nobody is blamed for it."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from tracer.model.disk import write_atomically
from tracer.model.workspace import SIDECAR

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


def stamp(workspace: Workspace, content: bytes) -> None:
    """Remember that tracer is about to write `content` to the registry."""
    path = _path(workspace)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_atomically(path, hashlib.sha256(content).hexdigest().encode())


def written_by_tracer(workspace: Workspace, digest: str | None, name: str) -> bool:
    """Whether the file is the registry, as tracer wrote it last. `digest` is SHA-256, hex."""
    if name != f"{SIDECAR}/{os.path.basename(workspace.intents)}" or digest is None:
        return False
    try:
        with open(_path(workspace), "rb") as file:
            return file.read().decode() == digest
    except (OSError, UnicodeDecodeError):
        return False


def _path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "intents.written")
