"""What people claim, and records of other tools say, of lines that nobody here observed.

An imported record, or a person's claim, speaks of lines of a file version, named by its content.
The origin of a line is such a place: the version in which its commit, or a record of unobserved
edits, wrote it. So the question is asked of the origin, and the answer follows the code wherever
it went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.model.enums import EntityType, Method, SourceKind
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.model.attribution import Credit, Source
    from tracer.vcs import Git

Json = dict[str, Any]


class Claim(NamedTuple):
    """An imported record or a person's claim, and its conversation that a line belongs to."""

    record: Json
    conversation: Json

    @property
    def method(self) -> Method:
        """How what it says is known."""
        return Method.CLAIMED if self.record["event"] == "claim" else Method.IMPORTED


class _Span(NamedTuple):
    """Lines of a file version that a claim is about, both ends included."""

    start_line: int
    end_line: int
    claim: Claim


class Imports:
    """The imported claims of one workspace, each file version looked up once.

    `index` is None without a ledger, `git` without a repository.
    """

    def __init__(self, index: Index | None, git: Git | None) -> None:
        self._index = index
        self._git = git
        self._any = index is not None and index.has_imports
        self._spans: dict[Source, list[_Span]] = {}

    def claim(self, credit: Credit) -> Claim | None:
        """Who is said to have written the line; None where a hook saw it, or nobody says.

        The last record wins. One without a contributor takes back what was claimed before.
        """
        if not self._any:
            return None
        source = credit.origin
        if source not in self._spans:
            content = self.content(credit)
            self._spans[source] = self._claims(content) if content else []
        for span in self._spans[source]:
            if span.start_line <= credit.line <= span.end_line:
                return span.claim if _has_contributor(span.claim) else None
        return None

    def content(self, credit: Credit) -> str | None:
        """The hash of the file version whose line `credit.line` the credit means.

        None for what a hook observed, and where the version is not known.
        """
        source = credit.origin
        if source.kind is SourceKind.COMMIT and self._git is not None:
            text = self._git.blob_at(source.id, source.path)
            return content_of(text) if text is not None else None
        if source.kind is SourceKind.RECORD and credit.method is Method.RECONCILED:
            record = self._index.record(source.id) if self._index is not None else None
            for file in (record or {}).get("files", ()):
                if file["relative_path"] == source.path:
                    return str(file["after"]) if file["after"] else None
        return None

    def _claims(self, content: str) -> list[_Span]:
        """What is said of one file version, the record imported last first."""
        assert self._index is not None
        found: list[_Span] = []
        for identity in self._index.imports_of(content):
            record = self._index.record(identity) or {}
            for item in (*record.get("imported", ()), *record.get("claimed", ())):
                if item["content"] != content:
                    continue
                for conversation in item["conversations"]:
                    claim = Claim(record, conversation)
                    found += [
                        _Span(span["start_line"], span["end_line"], claim)
                        for span in conversation["ranges"]
                    ]
        return found[::-1]


def _has_contributor(claim: Claim) -> bool:
    """Whether a record names somebody; one of another tool may do without."""
    who = claim.conversation.get("contributor") or claim.record.get("contributor") or {}
    return claim.method is Method.IMPORTED or who.get("entity_type") != EntityType.UNKNOWN


def claim_facts(claim: Claim, facts: Json) -> Json:
    """What CONTRACT.md's `origin` says of a claim; `facts` are those of the line's commit."""
    record = claim.record
    contributor = claim.conversation.get("contributor") or record.get("contributor") or {}
    source = record.get("source") or {"format": ""}
    return {
        "id": record["id"],
        "kind": SourceKind.RECORD.value,
        "intent_id": record.get("intent_id") or facts.get("intent_id"),
        "contributor": {
            "entity_type": contributor.get("entity_type", "UNKNOWN"),
            "model_identifier": contributor.get("model_identifier"),
            "name": contributor.get("name"),
        },
        "timestamp": source.get("timestamp") or record["timestamp"],
        "record_hash": record["integrity"]["record_hash"],
        "summary": f"imported from {source['format']}" if source["format"] else "claimed",
    }
