"""Statuses that follow from agents' work, kept beside the registry file.

An agent that selects a pending intent begins it, and the end of its task may complete it. Were
that written into `active_intents.yaml`, every turn would leave a tracked file changed, and git
would refuse the agent's next merge or rebase. So the ledger's record tells it (`intent_lifecycle`
with `implied`), `.index/statuses.json` keeps it for the hooks, and whoever reads the registry sees
both: a step counts when it is newer than the entry's `updated_at` and begins with the status that
the file has.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tracer.intents.files import locked
from tracer.intents.model import Status
from tracer.intents.times import is_before, now_text
from tracer.model.disk import read_object, write_atomically
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.intents.model import Registry
    from tracer.model.workspace import Workspace

_NAME = "statuses.json"
_IMPLIED = b'"implied":true'  # in a line of the ledger


class Step(NamedTuple):
    """One change of status that no person wrote down. `at` is RFC 3339."""

    intent_id: str
    at: str
    before: str
    after: str


def note(workspace: Workspace, intent_id: str, before: Status, after: Status) -> None:
    """Remember that an agent's work changed the status of an intent.

    Raises: OSError where that cannot be written.
    """
    add(workspace, [Step(intent_id, now_text(), before.value, after.value)])


def add(workspace: Workspace, steps: Iterable[Step]) -> None:
    """Remember steps, each once, in order of time: those of this clone, or of fetched records.

    Raises: OSError where that cannot be written.
    """
    fresh = list(steps)
    if not fresh:
        return
    path = _path(workspace)
    with locked(f"{path}.lock"):
        known = _read(path)
        together = sorted({*known, *fresh}, key=lambda step: (step.at, step))
        if together == known:
            return
        import json  # noqa: PLC0415 - few calls change a status

        write_atomically(path, json.dumps({"steps": together}).encode())


def overlaid(workspace: Workspace, registry: Registry) -> Registry:
    """The registry with the statuses that agents' work led to.

    Cost: one read of a small file; where it is gone, one look through the ledger.
    """
    path = _path(workspace)
    steps = _read(path) if os.path.exists(path) else _restored(workspace)
    if not steps:
        return registry
    by_intent: dict[str, list[Step]] = {}
    for step in steps:
        by_intent.setdefault(step.intent_id, []).append(step)
    intents = []
    for intent in registry.intents:
        status = intent.status
        written = intent.updated_at
        for step in by_intent.get(intent.id, ()):
            is_older = written is not None and is_before(step.at, written)
            if step.before == status.value and not is_older:
                status = Status(step.after)
        intents.append(intent if status is intent.status else intent._replace(status=status))
    return registry._replace(intents=tuple(intents))


def _restored(workspace: Workspace) -> list[Step]:
    """The steps that the ledger tells, kept again: what `.index` has may be deleted at any time."""
    from tracer.ledger.storage import open_ledger  # noqa: PLC0415 - seldom

    ledger = open_ledger(workspace.ledger)
    if ledger is None:
        return []
    with ledger:
        steps = steps_in(implied_in(line.raw for line in ledger.lines()))
    if os.path.isdir(workspace.index):
        with suppress(OSError):
            write_atomically(_path(workspace), b'{"steps": []}')
            add(workspace, steps)
    return sorted(steps, key=lambda step: (step.at, step))


def implied_in(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The records in some lines of a ledger of which one may tell a step."""
    from tracer.ledger.reader import decode  # noqa: PLC0415 - as above

    for line in lines:
        if _IMPLIED in line and isinstance(record := decode(line), dict):
            yield record


def steps_in(records: Iterable[dict[str, Any]]) -> list[Step]:
    """The steps that records of the ledger tell."""
    found = []
    for record in records:
        if record.get("event") != "intent_lifecycle" or not record["lifecycle"].get("implied"):
            continue
        lifecycle = record["lifecycle"]
        if {lifecycle.get("before"), lifecycle.get("after")} <= set(Status):
            step = (record["intent_id"], record["timestamp"], lifecycle["before"])
            found.append(Step(*step, lifecycle["after"]))
    return found


def _read(path: str) -> list[Step]:
    """The steps kept; none where the file is not there or not ours."""
    rows = read_object(path).get("steps") or ()
    return [
        Step(*row)
        for row in rows
        if isinstance(row, list) and len(row) == len(Step._fields) and row[3] in set(Status)
    ]


def _path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, _NAME)
