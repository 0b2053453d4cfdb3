"""Whether a call changed what governs the agents, where no gate could see it beforehand.

The files are hashed before a command runs and compared after it. What tracer itself wrote
meanwhile, for another session, is known by its hash and is no finding.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING

from tracer.intents.registry import IGNORE_FILE
from tracer.intents.store_stamp import written_by_tracer
from tracer.model.disk import read_object, write_atomically
from tracer.model.workspace import SIDECAR
from tracer.policy.circuit import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.events import Event
    from tracer.model.workspace import Workspace

_SIDECAR_FILES = (
    "config.yaml",
    "active_intents.yaml",
    "constraints.sidecar.yaml",
    ".gitignore",
    ".index/approvals.json",
)


def before(workspace: Workspace, event: Event, protected: Iterable[str]) -> None:
    """Remember what governs the agents. Raises: OSError where that cannot be written."""
    path = _path(workspace, event)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_atomically(path, json.dumps(_state(workspace, protected)).encode())


def began(workspace: Workspace, event: Event) -> float | None:
    """When the pre-hook of the call ran, in seconds since 1970; None where there was none."""
    try:
        return os.stat(_path(workspace, event)).st_mtime
    except OSError:
        return None


def after(workspace: Workspace, event: Event, protected: Iterable[str]) -> list[str]:
    """The governing files that are not as before the call, sorted."""
    path = _path(workspace, event)
    known = read_object(path)
    try:
        os.unlink(path)
    except OSError:
        return []
    now = _state(workspace, protected)
    found = {name for name in known.keys() | now.keys() if known.get(name) != now.get(name)}
    ledger = f"{SIDECAR}/agent_trace.jsonl"
    if ledger in found and int(now.get(ledger) or 0) >= int(known.get(ledger) or 0):
        found.discard(ledger)  # it only grew
    return sorted(name for name in found if not written_by_tracer(workspace, now.get(name), name))


def _state(workspace: Workspace, protected: Iterable[str]) -> dict[str, str]:
    """{path: hash} of the files that are there; of the ledger its size."""
    names = [f"{SIDECAR}/{name}" for name in _SIDECAR_FILES]
    names += [IGNORE_FILE, *(name for name in protected if not name.endswith("/"))]
    state = {}
    for name in names:
        digest = _hash(os.path.join(workspace.root, name))
        if digest is not None:
            state[name] = digest
    try:
        state[f"{SIDECAR}/agent_trace.jsonl"] = str(os.path.getsize(workspace.ledger))
    except OSError:
        return state
    return state


def _hash(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None


def _path(workspace: Workspace, event: Event) -> str:
    call = event.call_id or key_of(event)
    key = hashlib.sha256(f"{event.agent}\0{event.session_id}\0{call}".encode()).hexdigest()
    return os.path.join(workspace.index, "control", f"{key[:32]}.json")
