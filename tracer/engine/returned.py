"""Whether code that a hook saw being written has come back, or is its writer's own.

Code that was deleted and returns keeps its origin (`earlier_versions`). An attempt that was thrown
away does not own what another task writes later, though the words are the same: what a hook
observes is its writer's. The two are told apart by what the team kept. Code of the same intent
returns; code of a commit returns; code of another intent returns only where HEAD still holds it, as
it does when an agent takes back an edit, or the commit that an unfinished merge is about: half of
what its record wrote and the call brings, so that a common line decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.linesums import checksums
from tracer.ledger import spool
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

    def is_kept(record: str, path: str) -> bool:
        back = set().union(*map(checksums, texts.values()))
        written = _written(index, record, path)
        if written is not None:
            back &= written
        kept: set[int] = set()
        for revision in ("HEAD", *stopped_at(workspace.root)):
            kept |= back & checksums(blob_at(workspace.root, revision, path))
        return bool(kept) and (written is None or 2 * len(kept) >= len(back))

    def may_return(record: str, path: str) -> bool:
        entry = index.entry(record)
        if entry is None:  # another branch's, or laid aside while git works on the ledger
            return any(item.record["id"] == record for item in spool.waiting(workspace))
        return entry.intent_id == header.intent_id or is_kept(record, path)

    def accepts(_new: Credit, known: Credit) -> bool:
        origin = known.origin
        if header.method is not Method.OBSERVED or origin.kind is not SourceKind.RECORD:
            return True
        if origin.id not in known_records:
            known_records[origin.id] = may_return(origin.id, origin.path)
        return known_records[origin.id]

    return accepts


def _written(index: Index, record: str, path: str) -> set[int] | None:
    """Checksums of the lines that a record brought to a file; None where this clone cannot tell."""
    document = index.record(record) or {}
    entry = next((one for one in document.get("files", ()) if one["relative_path"] == path), None)
    if entry is None or entry["after"] is None:
        return None
    before, after = (index.text(entry[side]) if entry.get(side) else None
                     for side in ("before", "after"))  # fmt: skip
    if after is None or (before is None and entry.get("before")):
        return None
    return checksums(after) - checksums(before) or None
