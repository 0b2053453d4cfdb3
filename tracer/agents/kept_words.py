"""Words for a model that the event at hand cannot carry, kept for the next that can.

Some agents end their run with the first refused call, and ask their model no more
(`refusal_ends_run`); some let no start of a session speak to it (`silent_start`). Both are told
with the answer to the next tool call, of that run or of the next one. So is any agent that did not
wait for what a call did to many files.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import TYPE_CHECKING

from tracer.model.disk import read_object, write_atomically

if TYPE_CHECKING:
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_KEPT_S = 24 * 3600


def keep(workspace: Workspace, event: Event, kind: str, text: str) -> None:
    """Remember `text` for the agent; it replaces an earlier one of its kind.

    Raises: OSError where that cannot be written.
    """
    path = _path(workspace, event)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    known = read_object(path)
    known[kind] = [text, time.time()]
    write_atomically(path, json.dumps(known).encode())


def take(workspace: Workspace, event: Event) -> str | None:
    """What is to be told, once and for a day; None for nothing."""
    path = _path(workspace, event)
    known = read_object(path)
    if not known:
        return None
    os.unlink(path)
    oldest = time.time() - _KEPT_S
    fresh = [str(text) for text, moment in known.values() if moment > oldest]
    return "\n".join(fresh) or None


def _path(workspace: Workspace, event: Event) -> str:
    key = hashlib.sha256(event.agent.encode()).hexdigest()[:32]
    return os.path.join(workspace.index, "kept_words", f"{key}.json")
