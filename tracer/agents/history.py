"""The latest changes made under an intent, for its context block."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_LATEST = 5
_LOOKED_AT = 50  # records of any kind, among which the changes are


def recent_history(workspace: Workspace, intent_id: str) -> list[dict[str, Any]]:
    """The last few records of changes under the intent, the newest last.

    Raises: LedgerError for a ledger that cannot be read.
    """
    if not os.path.exists(workspace.ledger):
        return []
    from tracer.ledger import Index  # noqa: PLC0415 - sqlite, for a handshake only

    with Index.open(workspace) as index:
        entries = index.records_of_intent(intent_id, limit=_LOOKED_AT)
        ids = [entry.id for entry in entries if entry.event == "mutation"]
        records = [index.record(identity) for identity in ids[-_LATEST:]]
    return [record for record in records if record is not None]
