"""Agent Trace 0.1.0: the ledger's records in its form, and its records read.

Our `content_hash` goes out as it is; `metadata` names its rule. `vcs.revision` is the commit in
which the recorded text first stands, because the specification counts lines there; it is left
out while there is none. What the format has no field for travels in `metadata.tracer`.

Source: the Agent Trace specification, version 0.1.0 (January 2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from tracer import __version__
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
from tracer.ledger import content_hash
from tracer.ledger.states import spelled_out
from tracer.lineage import ASIDE, CUT
from tracer.model.enums import EntityType, Verdict
from tracer.model.events import Contributor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Json = dict[str, Any]

VERSION = "0.1.0"
FORMAT = f"agent-trace/{VERSION}"
HASH_RULE = (
    "sha256 over the lines' bytes: CR LF as LF, a final LF, blank lines empty, "
    "the indentation common to all other lines removed; hmac-sha256 is keyed by the workspace"
)

_LONGEST_MODEL = 250  # characters of a model_id
_URN = "urn:tracer:{}:"


def looks_like(document: Json) -> bool:
    """Whether a JSON object is of this format rather than another."""
    return "version" in document and "files" in document


# Out


def to_agent_trace(
    record: Json,
    revision: str | None,
    texts: Callable[[str], bytes | None] = lambda _: None,
    salt: bytes = b"",
) -> Json | None:
    """A ledger record in Agent Trace's form; None when no lines originate in it.

    `revision` is a commit that holds the texts the record left; `texts` gives a text by its
    content hash, for the hashes of lines that the record shares with others: those whose meaning
    it changed go out, as `mixed`. `salt` is the key of the workspace's hashes, if it has one.
    """
    files = [_file(file, record["id"], texts, salt) for file in record.get("files", ())]
    files = [file for file in files if file["conversations"]]
    if not files:
        return None
    document: Json = {"version": VERSION, "id": record["id"], "timestamp": record["timestamp"]}
    if revision is not None:
        document["vcs"] = {"type": "git", "revision": revision}
    tool = record.get("tool") or {}
    document["tool"] = {"name": tool["name"]} if tool.get("name") else {"name": "tracer"}
    document["files"] = files
    ours: Json = {
        "producer": f"tracer {__version__}",
        "event": record["event"],
        "intent_id": record.get("intent_id"),
        "mutation_class": record.get("mutation_class"),
        "declared_class": record.get("declared_class"),
        "revision_before": (record.get("vcs") or {}).get("revision_id"),
        "record_hash": record["integrity"]["record_hash"],
        "contributor_names": _names(record),
        "files": [
            {key: file.get(key) for key in ("relative_path", "before_path", "before", "after")}
            for file in record["files"]
        ],
    }
    document["metadata"] = {"content_hash": HASH_RULE, "tracer": ours}
    return document


def _file(file: Json, record_id: str, texts: Callable[[str], bytes | None], salt: bytes) -> Json:
    file = spelled_out(file)
    mixed = [line["line"] for line in file.get("mixed", ()) if _is_own(line, record_id)]
    text = texts(file["after"]) if mixed else None
    shared = [_shared(number, text, salt) for number in mixed]
    conversations = []
    for conversation in file["conversations"]:
        ranges = [
            {key: span[key] for key in ("start_line", "end_line", "content_hash")}
            for span in conversation["ranges"]
        ]
        model = _contributor(conversation.get("contributor") or {}).get("model_id")
        who = {"type": "mixed"} | ({"model_id": model} if model else {})
        ranges += [{**span, "contributor": who} for span in shared]
        if ranges:
            conversations.append(_conversation(conversation, ranges))
    return {"path": file["relative_path"], "conversations": conversations}


def _is_own(line: Json, record_id: str) -> bool:
    """Whether the record gave a mixed line its meaning then, as blame decides it."""
    return any(
        (part["origin"] == record_id and part.get("last_rule") not in ASIDE)
        or (part.get("last") == record_id and part.get("last_rule") == CUT)
        for part in line["parts"]
    )


def _shared(number: int, text: bytes | None, salt: bytes) -> Json:
    lines = (text or b"").split(b"\n")
    span: Json = {"start_line": number, "end_line": number}
    if number <= len(lines) and text:
        span["content_hash"] = content_hash(lines[number - 1] + b"\n", salt)
    return span


def _conversation(conversation: Json, ranges: list[Json]) -> Json:
    found: Json = {"contributor": _contributor(conversation.get("contributor") or {})}
    url = prefixed(conversation.get("url"), "conversation")
    if url:
        found["url"] = url
    found["ranges"] = ranges
    related = [
        {"type": item["type"], "url": _urn(item["type"], item["value"])}
        for item in conversation.get("related", ())
    ]
    if related:
        found["related"] = related
    return found


def _urn(kind: str, value: str) -> str:
    if value.startswith(("https://", "http://", "urn:")) and value == quote(
        value, safe=":/?#@&=%+"
    ):
        return value
    return _URN.format(quote(kind, safe="")) + quote(value, safe="")


def _contributor(contributor: Json) -> Json:
    found = {"type": str(contributor.get("entity_type", EntityType.UNKNOWN)).lower()}
    model = contributor.get("model_identifier")
    if model and len(model) <= _LONGEST_MODEL:
        found["model_id"] = model
    return found


def _names(record: Json) -> list[str]:
    """Names of contributors, which Agent Trace has no field for."""
    people = [record.get("contributor") or {}]
    people += [c.get("contributor") or {} for f in record["files"] for c in f["conversations"]]
    return sorted({person["name"] for person in people if person.get("name")})


# In


def read_agent_trace(documents: Iterable[tuple[str, Json]]) -> list[ForeignRecord]:
    """The records of Agent Trace documents, given as (where, object) pairs.

    Raises: InputError naming the record and the field that the specification does not allow.
    """
    check = loaded_schema("agent-trace-0.1")
    found = []
    for where, document in documents:
        demand(check, document, where)
        found.append(_record(where, document))
    return found


def _record(where: str, document: Json) -> ForeignRecord:
    metadata = document.get("metadata") or {}
    ours = metadata.get("tracer")
    ours = ours if isinstance(ours, dict) else {}
    names = ours.get("contributor_names")
    name = names[0] if isinstance(names, list) and len(names) == 1 else None
    files = tuple(_claims(where, document["files"], name if isinstance(name, str) else None))
    intents = {value for file in files for kind, value in file.related if kind == "intent"}
    told = ours.get("intent_id")
    mutation = ours.get("mutation_class")
    vcs = document.get("vcs") or {}
    return ForeignRecord(
        format=f"agent-trace/{document['version']}",
        id=document["id"],
        timestamp=utc(document["timestamp"], where),
        revision=vcs.get("revision") if vcs.get("type") == "git" else None,
        is_at_revision=True,
        is_exact=False,
        tool=(document.get("tool") or {}).get("name"),
        intent_id=told if isinstance(told, str) else (intents.pop() if len(intents) == 1 else None),
        mutation_class=mutation if mutation in _CLASSES else None,
        files=files,
    )


def _claims(where: str, files: list[Json], name: str | None) -> Iterator[FileClaim]:
    for file in files:
        path = workspace_path(file["path"], where)
        for conversation in file["conversations"]:
            told = conversation.get("contributor") or {"type": "unknown"}
            spans = tuple(
                Span(
                    span["start_line"],
                    span["end_line"],
                    span.get("content_hash"),
                    _person(span.get("contributor") or told, name),
                )
                for span in conversation["ranges"]
                if span["start_line"] <= span["end_line"]
            )
            related = tuple(
                (item["type"], _value(item["type"], item["url"]))
                for item in conversation.get("related", ())
            )
            yield FileClaim(path, prefixed(conversation.get("url"), "conversation"), related, spans)


def _value(kind: str, url: str) -> str:
    """What a related URL names: the value, where it is a URN of ours."""
    start = _URN.format(quote(kind, safe=""))
    return unquote(url.removeprefix(start)) if url.startswith(start) else url


def _person(told: Json, name: str | None) -> Contributor:
    return Contributor(EntityType(told["type"].upper()), told.get("model_id"), name)


_CLASSES = {str(Verdict.AST_REFACTOR), str(Verdict.INTENT_EVOLUTION), str(Verdict.UNCHANGED)}
