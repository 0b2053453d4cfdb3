"""Which version of a governing file tracer itself wrote last, so that nobody is blamed for it."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from tracer.model.disk import write_atomically
from tracer.model.workspace import SIDECAR

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


def stamp(workspace: Workspace, content: bytes, path: str | None = None) -> None:
    """Remember that tracer is about to write `content` to `path`, or to the registry."""
    place = _path(workspace, path or workspace.intents)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    write_atomically(place, hashlib.sha256(content).hexdigest().encode())


def written_by_tracer(workspace: Workspace, digest: str | None, name: str) -> bool:
    """Whether the file is as tracer wrote it last. `digest` is SHA-256, hex; `name` relative."""
    if digest is None or not name.startswith(f"{SIDECAR}/"):
        return False
    try:
        with open(_path(workspace, os.path.join(workspace.root, name)), "rb") as file:
            return file.read().decode() == digest
    except (OSError, UnicodeDecodeError):
        return False


def _path(workspace: Workspace, path: str) -> str:
    return os.path.join(workspace.index, f"{os.path.basename(path)}.written")
