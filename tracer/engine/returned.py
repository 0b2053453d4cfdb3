"""Whether code that a hook saw being written has come back, or is its writer's own.

Code that was deleted and returns keeps its origin (`earlier_versions`). An attempt that was thrown
away does not own what another task writes later, though the words are the same: what a hook
observes is its writer's. The two are told apart by what the team kept. Code of the same intent
returns; code of a commit returns, unless only another branch has it. Code of another intent returns
only where HEAD still holds it, as it does when an agent takes back an edit, or the commit that an
unfinished merge is about: half of what its record wrote and the call brings, so that a common line
decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.linesums import checksums, line_changes
from tracer.ledger import spool
from tracer.model.enums import Method, SourceKind
from tracer.vcs import blob_at, is_on_other_branches, stopped_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.engine.header import Header
    from tracer.ledger import Index
    from tracer.model.attribution import Credit, Source
    from tracer.model.changes import ChangeSet
    from tracer.model.workspace import Workspace


def own_writing(
    workspace: Workspace, index: Index, header: Header, change_set: ChangeSet
) -> Callable[[Credit, Credit], bool]:
    """Says of a pair (new credit, known credit) whether the known one may take its place.

    Cost: one look-up a record, and a process for each file of another intent's record.
    """
    earlier = _Earlier(workspace, index, header.intent_id, change_set)

    def accepts(_new: Credit, known: Credit) -> bool:
        return header.method is not Method.OBSERVED or earlier.may_return(known.origin)

    return accepts


class _Earlier:
    """What was written before, and whether it may come back by a change of an intent."""

    def __init__(
        self, workspace: Workspace, index: Index, intent_id: str | None, change_set: ChangeSet
    ) -> None:
        self._workspace = workspace
        self._index = index
        self._intent_id = intent_id
        self._change_set = change_set
        self._known: dict[str, bool] = {}

    def may_return(self, origin: Source) -> bool:
        """Whether code of an origin may; asked once of each."""
        if origin.id not in self._known:
            self._known[origin.id] = self._may(origin)
        return self._known[origin.id]

    def _may(self, origin: Source) -> bool:
        if origin.kind is SourceKind.UNKNOWN:  # only another branch's ledger tells of it
            return False
        if origin.kind is not SourceKind.RECORD:
            return not is_on_other_branches(self._workspace.root, origin.id)
        entry = self._index.entry(origin.id)
        if entry is None:  # another branch's, or laid aside while git works on the ledger
            return any(item.record["id"] == origin.id for item in spool.waiting(self._workspace))
        return entry.intent_id == self._intent_id or self._is_kept(origin)

    def _is_kept(self, origin: Source) -> bool:
        _, come = line_changes(self._change_set)
        back = set[int]().union(*come.values())
        written = _written(self._index, origin.id, origin.path)
        if written is not None:
            back &= written
        root = self._workspace.root
        kept: set[int] = set()
        for revision in ("HEAD", *stopped_at(root)):
            kept |= back & checksums(blob_at(root, revision, origin.path))
        return bool(kept) and (written is None or 2 * len(kept) >= len(back))


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
