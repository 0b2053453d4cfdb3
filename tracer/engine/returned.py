"""Whether code that a hook saw being written has come back, or is its writer's own.

Code that was deleted and returns keeps its origin (`earlier_versions`). An attempt that was thrown
away does not own what another task writes later, though the words are the same: what a hook
observes is its writer's. The two are told apart by what the team kept. Code of the same intent
returns; code of a commit returns; code of another intent returns only where HEAD still holds it, as
it does when an agent takes back an edit, or the commit that an unfinished merge is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.linesums import checksums
from tracer.model.enums import Method, SourceKind
from tracer.vcs import blob_at, stopped_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tracer.engine.header import Header
    from tracer.ledger import Index
    from tracer.model.attribution import Credit
    from tracer.model.workspace import Workspace


def own_writing(
    workspace: Workspace, index: Index, header: Header, texts: Mapping[str, bytes]
) -> Callable[[Credit, Credit], bool]:
    """Says of a pair (new credit, known credit) whether the known one may take its place.

    `texts` are the changed files as the call left them.
    Cost: one look-up a record, and a process for each file of another intent's record.
    """
    known_records: dict[str, bool] = {}

    def is_kept(path: str) -> bool:
        for revision in ("HEAD", *stopped_at(workspace.root)):
            committed = blob_at(workspace.root, revision, path)
            lines = checksums(committed) if committed is not None else set()
            if any(lines & checksums(text) for text in texts.values()):
                return True
        return False

    def accepts(_new: Credit, known: Credit) -> bool:
        origin = known.origin
        if header.method is not Method.OBSERVED or origin.kind is not SourceKind.RECORD:
            return True
        if origin.id not in known_records:
            entry = index.entry(origin.id)
            is_same = entry is None or entry.intent_id == header.intent_id
            known_records[origin.id] = is_same or is_kept(origin.path)
        return known_records[origin.id]

    return accepts
