"""The ledger dialect of simple intent hooks, and its hash chain.

Records name `vcs.revision_id` (checked out before the change), `files[].relative_path` and
ranges. The line numbers are not to be trusted: some writers number the text they were given,
from line 1, not the file. So a range counts only where its hash finds its text.

The chain's canonical form, where it is the one known: the compact JSON text of `id`,
`timestamp`, `vcs`, `files` and `prev_record_hash` in this order, other keys as they were
written; SHA-256 over it.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from tracer.exchange.foreign import (
    FileClaim,
    ForeignRecord,
    Span,
    demand,
    loaded_schema,
    prefixed,
    utc,
    workspace_path,
)
from tracer.model.enums import EntityType, Verdict
from tracer.model.errors import LedgerError
from tracer.model.events import Contributor

if TYPE_CHECKING:
    from collections.abc import Iterable

Json = dict[str, Any]

FORMAT = "intent-hooks"

_ENTITIES = {str(kind): kind for kind in EntityType}
_CLASSES = {str(Verdict.AST_REFACTOR), str(Verdict.INTENT_EVOLUTION)}


def looks_like(document: Json) -> bool:
    """Whether a JSON object is of this dialect rather than another."""
    files = document.get("files")
    first = files[0] if isinstance(files, list) and files else None
    return "version" not in document and isinstance(first, dict) and "relative_path" in first


def read_intent_hooks(
    documents: Iterable[tuple[str, Json]], *, verify: bool = True
) -> list[ForeignRecord]:
    """The records, their hash chain verified.

    `documents` are (where, object) pairs. Without `verify` a broken chain is read nevertheless.
    Raises: InputError for what is no such record; LedgerError for a broken chain.
    """
    check = loaded_schema("intent-hooks")
    found = list(documents)
    for where, document in found:
        demand(check, document, where)
    chain = verify_chain(found) if verify else None
    return [_record(where, document, chain) for where, document in found]


def verify_chain(found: list[tuple[str, Json]]) -> str | None:
    """`verified`; `linked` when the hashes are of an unknown form but each names the one before.

    None for a ledger without a chain. A chain may begin anywhere, and records without one may
    stand before it, never after.
    Raises: LedgerError naming the first record whose link or hash is wrong.
    """
    before: str | None = None
    known: list[bool] = []
    first_unknown = ""
    for number, (where, document) in enumerate(found):
        integrity = document.get("integrity")
        if not integrity:
            if known:
                raise _broken(where, "has no integrity, though records before it have")
            continue
        stated = integrity["prev_record_hash"]
        if known and stated != before:
            raise _broken(where, "does not follow the record before it")
        if not known and number and stated is None:
            raise _broken(where, "begins a chain in the middle of the ledger")
        before = integrity["record_hash"]
        is_known = _hash_of(document, stated) == before
        if not is_known and not first_unknown:
            first_unknown = where
        known.append(is_known)
    if not known:
        return None
    if all(known):
        return "verified"
    if any(known):
        raise _broken(first_unknown, "is not what its record_hash says")
    return "linked"


def _hash_of(document: Json, before: str | None) -> str:
    payload: Json = {
        key: document[key] for key in ("id", "timestamp", "vcs", "files") if key in document
    }
    payload["prev_record_hash"] = before
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _broken(where: str, what: str) -> LedgerError:
    return LedgerError(
        f"{where}: the record {what}",
        fix="Nothing was imported; restore the ledger, or import it with --no-verify",
    )


def _record(where: str, document: Json, chain: str | None) -> ForeignRecord:
    files = tuple(
        FileClaim(
            workspace_path(file["relative_path"], where),
            prefixed(conversation.get("url"), "conversation"),
            _related(conversation),
            tuple(_spans(conversation)),
        )
        for file in document["files"]
        for conversation in file["conversations"]
    )
    pairs = [pair for file in files for pair in file.related]
    return ForeignRecord(
        format=FORMAT,
        id=document["id"],
        timestamp=utc(document["timestamp"], where),
        revision=(document.get("vcs") or {}).get("revision_id"),
        is_at_revision=False,
        is_exact=False,
        tool=None,
        intent_id=_intent(document, pairs),
        mutation_class=_class(document, pairs),
        files=files,
        chain=chain,
    )


def _intent(document: Json, pairs: list[tuple[str, str]]) -> str | None:
    """The record's one intent. Writers that know no `intent` call it their `specification`."""
    direct = {
        conversation.get("intent_id")
        for file in document["files"]
        for conversation in file["conversations"]
    }
    for ids in (
        {document.get("intent_id")},
        direct,
        {value for kind, value in pairs if kind == "intent"},
        {value for kind, value in pairs if kind == "specification"},
    ):
        named = ids - {None}
        if named:
            return named.pop() if len(named) == 1 else None
    return None


def _class(document: Json, pairs: list[tuple[str, str]]) -> str | None:
    named = {document.get("mutation_class"), *(v for kind, v in pairs if kind == "mutation_class")}
    known = {word for word in named if word in _CLASSES}
    return known.pop() if len(known) == 1 else None


def _related(conversation: Json) -> tuple[tuple[str, str], ...]:
    return tuple((item["type"], item["value"]) for item in conversation.get("related", ()))


def _spans(conversation: Json) -> Iterable[Span]:
    told = conversation.get("contributor") or {}
    kind = _ENTITIES.get(str(told.get("entity_type", "")).upper(), EntityType.UNKNOWN)
    contributor = Contributor(kind, told.get("model_identifier") or None)
    for span in conversation.get("ranges", ()):
        if 0 < span["start_line"] <= span["end_line"]:
            yield Span(span["start_line"], span["end_line"], span.get("content_hash"), contributor)
