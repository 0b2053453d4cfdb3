"""The ledger's records for other tools: Agent Trace lines, or rows for analysis."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.exchange.agent_trace import to_agent_trace
from tracer.ledger import Index, Problem, read, salt_of
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.model.workspace import Workspace

Json = dict[str, Any]


def records(workspace: Workspace, intent_id: str | None = None) -> Iterator[Json]:
    """The readable records of the ledger, each id once, or those of one intent."""
    seen: set[str] = set()
    for _, record in read(workspace):
        if isinstance(record, Problem) or record["id"] in seen:
            continue
        seen.add(record["id"])
        if intent_id is None or record.get("intent_id") == intent_id:
            yield record


def export_agent_trace(workspace: Workspace, intent_id: str | None = None) -> Iterator[Json]:
    """Every change of the ledger that wrote lines, as an Agent Trace record, in ledger order.

    Cost: one reading of the ledger, and of the history of each file that it names.
    """
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        index = stack.enter_context(Index.open(workspace))
        revisions, salt = _Revisions(git), salt_of(workspace)
        for record in records(workspace, intent_id):
            document = to_agent_trace(record, revisions.of(record), index.text, salt)
            if document is not None:
                yield document


class _Revisions:
    """In which commit of HEAD's history the text that a record left first stands."""

    def __init__(self, git: Git | None) -> None:
        self._git = git
        self._head = git.resolve_or_none("HEAD") if git is not None else None
        self._by_path: dict[str, dict[str, str]] = {}

    def of(self, record: Json) -> str | None:
        """The oldest commit with all texts of a record; None when there is none yet."""
        left = [(f["relative_path"], f["after"]) for f in record.get("files", ()) if f["after"]]
        wrote = [
            (file["relative_path"], file["after"])
            for file in record.get("files", ())
            if file["after"] and any(c["ranges"] for c in file["conversations"])
        ]
        for path, content in wrote[:1]:
            commit = self._contents(path).get(content)
            if commit is not None and all(self._has(commit, *place) for place in left):
                return commit
        return None

    def _has(self, commit: str, path: str, content: str) -> bool:
        data = self._git.blob_at(commit, path) if self._git is not None else None
        return data is not None and content_of(data) == content

    def _contents(self, path: str) -> dict[str, str]:
        """Hash of each committed version of a file → the oldest commit that made it."""
        known = self._by_path.get(path)
        if known is None:
            known = self._by_path[path] = {}
            if self._git is not None and self._head is not None:
                for row in self._git.path_graph(self._head, path):
                    data = self._git.blob_at(row.id, path)
                    if data is not None:
                        known[content_of(data)] = row.id
        return known
