"""A loop breaker: calls of a session that failed, the same way, again and again (D10).

Only failures write anything; a change that succeeds starts the count again, because then the
next attempt is another one.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import TYPE_CHECKING

from tracer.intents.files import locked
from tracer.intents.session import session_key
from tracer.model.disk import read_object, write_atomically

if TYPE_CHECKING:
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_CALLS = 64  # remembered for one session


def failed(workspace: Workspace, event: Event, now: float | None = None) -> None:
    """Count a failure of the call. Raises: OSError, InputError where that cannot be written."""
    path = _path(workspace, event)
    moment = time.time() if now is None else now
    with locked(f"{path}.lock"):
        calls = read_object(path)
        key = key_of(event)
        count = calls.pop(key, [0, 0.0])[0] + 1
        calls[key] = [count, moment]
        latest = dict(list(calls.items())[-_CALLS:])
        write_atomically(path, json.dumps(latest).encode())


def worked(workspace: Workspace, event: Event, *, changed: bool) -> None:
    """A call succeeded: it is forgiven; where it changed files, so are all others."""
    path = _path(workspace, event)
    if not os.path.exists(path):
        return
    with locked(f"{path}.lock"):
        calls = read_object(path)
        key = key_of(event)
        if changed or set(calls) == {key}:
            os.unlink(path)
        elif key in calls:
            del calls[key]
            write_atomically(path, json.dumps(calls).encode())


def failures(workspace: Workspace, event: Event) -> tuple[int, float]:
    """How often the call failed in a row, and when last (seconds since 1970)."""
    path = _path(workspace, event)
    if not os.path.exists(path):
        return 0, 0.0
    count, moment = read_object(path).get(key_of(event), [0, 0.0])
    return int(count), float(moment)


def key_of(event: Event) -> str:
    """What makes two calls the same: tool, command, targets with their texts."""
    parts = [event.kind, event.tool, event.command, event.cwd, [list(t) for t in event.targets]]
    return hashlib.sha256(json.dumps(parts, default=list).encode()).hexdigest()[:32]


def _path(workspace: Workspace, event: Event) -> str:
    session = session_key(event.agent, event.session_id)
    return os.path.join(workspace.index, "circuit", f"{session}.json")
