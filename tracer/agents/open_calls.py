"""Calls whose post event may never come, kept until the session's next event.

Codex sends none for a shell command that only applies a patch, although the file is written.
A description says `silent_patches: true`; then such a call is recorded when the session next
says anything.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tracer.intents.session import session_key
from tracer.model.disk import read_object, write_atomically

if TYPE_CHECKING:
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace


def keep(workspace: Workspace, event: Event, payload: dict[str, Any]) -> None:
    """Remember a call that is about to run. Raises: OSError where that cannot be written."""
    path = _path(workspace, event)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    calls = read_object(path)
    calls[event.call_id or ""] = payload
    write_atomically(path, json.dumps(calls).encode())


def take(workspace: Workspace, event: Event) -> list[dict[str, Any]]:
    """The payloads of the session's open calls, once; not that of the event's own call."""
    path = _path(workspace, event)
    if not os.path.exists(path):
        return []
    calls = read_object(path)
    calls.pop(event.call_id or "", None)
    os.unlink(path)
    return list(calls.values())


def _path(workspace: Workspace, event: Event) -> str:
    key = session_key(event.agent, event.session_id)
    return os.path.join(workspace.index, "open", f"{key}.json")
