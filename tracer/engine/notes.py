"""Records of everything that changes no file: selections, lifecycles, refusals, notes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tracer.engine.header import SCHEMA, contributor_json, contributor_of, tool_of
from tracer.ledger import append, new_id, timestamp
from tracer.vcs import head

if TYPE_CHECKING:
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace


def note(
    workspace: Workspace, event: Event, kind: str, *, intent_id: str | None = None, **fields: Any
) -> dict[str, Any]:
    """Append a record of the event kind `kind` with `fields`; returns it as written.

    Raises: LedgerError when the fields are not those of the kind.
    """
    now = time.time_ns()
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "id": new_id(now),
        "timestamp": timestamp(now),
        "event": kind,
        "intent_id": intent_id or event.intent_id,
        "vcs": {"revision_id": head(workspace.root)},
        "contributor": contributor_json(contributor_of(event)),
    }
    tool = dict(tool_of(event))
    if tool:
        document["tool"] = tool
    return append(workspace, document | fields)
