"""What the pre-hook of a call saw, kept until its post-hook asks.

One small JSON file a call, below the index; texts go to the index by content. A call whose
post-hook never comes (refused, crashed) leaves a file that the next session start sweeps.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import TYPE_CHECKING, Any

from tracer.model.disk import read_object, write_atomically

if TYPE_CHECKING:
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_KEEP_S = 24 * 3600


def _path(workspace: Workspace, event: Event) -> str:
    """One name for the pre and post event of a call.

    Agents without call ids run their calls one after the other, so what the call does
    identifies it.
    """
    call = event.call_id or json.dumps(
        [event.tool, event.command, sorted(target.path for target in event.targets)]
    )
    key = hashlib.sha256(f"{event.agent}\x00{event.session_id}\x00{call}".encode()).hexdigest()
    return os.path.join(workspace.index, "pending", f"{key[:32]}.json")


def keep(workspace: Workspace, event: Event, document: dict[str, Any]) -> None:
    """Remember `document`, and the time as `at`, for the call's post-hook."""
    path = _path(workspace, event)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_atomically(path, json.dumps(document | {"at": time.time()}).encode())


def take(workspace: Workspace, event: Event) -> dict[str, Any]:
    """What `keep` remembered, once; empty when there was no pre-hook or its file is damaged."""
    path = _path(workspace, event)
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        os.unlink(path)
    except (OSError, ValueError):
        # Without it the before-text comes from the payload, the index or git: the caller
        # treats an empty answer as exactly that.
        return {}
    return document if isinstance(document, dict) else {}


def peek(workspace: Workspace, event: Event) -> dict[str, Any]:
    """What `take` would give."""
    return read_object(_path(workspace, event))


def restore(workspace: Workspace, event: Event, document: dict[str, Any]) -> None:
    """Put back what somebody took who could not finish, where it is gone."""
    path = _path(workspace, event)
    if document and not os.path.exists(path):
        write_atomically(path, json.dumps(document).encode())


def others(workspace: Workspace, event: Event | None) -> list[tuple[str, dict[str, Any]]]:
    """(file, document) of the calls that are open beside that of `event`, latest first."""
    directory = os.path.join(workspace.index, "pending")
    own = _path(workspace, event) if event is not None else None
    found: list[tuple[str, dict[str, Any]]] = []
    if not os.path.isdir(directory):
        return found
    for entry in os.scandir(directory):
        if entry.path == own or not entry.name.endswith(".json"):
            continue
        try:
            with open(entry.path, encoding="utf-8") as file:
                document = json.load(file)
        except (OSError, ValueError):
            continue  # its call has just ended, or a crash cut it short
        if isinstance(document, dict):
            found.append((entry.path, document))
    return sorted(found, key=lambda item: -item[1].get("at", 0))


def settle(place: str, document: dict[str, Any], path: str) -> None:
    """Remember that what an open call wrote to `path` is recorded already."""
    document["settled"] = [*document.get("settled", ()), path]
    if os.path.exists(place):
        write_atomically(place, json.dumps(document).encode())


def sweep(workspace: Workspace, now: float | None = None) -> int:
    """Remove the files of calls that never ended; returns how many."""
    directory = os.path.join(workspace.index, "pending")
    if not os.path.isdir(directory):
        return 0
    limit = (time.time() if now is None else now) - _KEEP_S
    stale = [entry.path for entry in os.scandir(directory) if entry.stat().st_mtime < limit]
    for path in stale:
        os.unlink(path)
    return len(stale)
