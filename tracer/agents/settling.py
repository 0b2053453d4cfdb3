"""Waiting until a file holds what an agent says it wrote.

Some hosts report an edit before their buffer reaches the disk (microsoft/vscode#315926). A
description says so with `settle_ms`; then the post-hook looks again for that long.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.model.events import Event, Target

_STEP_S = 0.02


def settle(event: Event, limit_ms: int) -> bool:
    """Whether every target holds what the event says, after at most `limit_ms` milliseconds."""
    deadline = time.monotonic() + limit_ms / 1000
    while not all(_is_there(event, target) for target in event.targets):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_STEP_S)
    return True


def _is_there(event: Event, target: Target) -> bool:
    path = os.path.join(event.cwd, target.move_to or target.path)
    if target.op == "delete":
        return not os.path.lexists(path)
    try:
        with open(path, "rb") as file:
            disk = _plain(file.read().decode("utf-8", "surrogateescape"))
    except OSError:
        return False
    if target.after is not None:
        return disk == _plain(target.after)
    return all(_plain(edit.after) in disk for edit in target.edits)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").rstrip("\n")
