"""What the documents add up to: lines by intent, contributor, file, and how it is known.

Every number is a count of lines of `blame` documents or a field of `report`, so it can be checked
against those.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Json = dict[str, Any]

METHODS = ("observed", "carried", "claimed", "reconciled", "inferred", "imported", "unknown")


class Share(NamedTuple):
    """Lines of one intent, contributor or directory, with how many are known in which way."""

    key: str
    lines: int
    files: int
    methods: Mapping[str, int]


class FileRow(NamedTuple):
    """One file: its lines by intent, by contributor, and by how their origin is known."""

    path: str
    lines: int
    intents: Mapping[str | None, int]
    people: Mapping[str | None, int]
    methods: Mapping[str, int]


class Totals(NamedTuple):
    """The whole: shares in order of size, then of name."""

    lines: int
    methods: Mapping[str, int]
    files: tuple[FileRow, ...]
    intents: tuple[Share, ...]
    contributors: tuple[Share, ...]


def totals(blames: Mapping[str, Json]) -> Totals:
    """The sums over `blame` documents. Cost: linear in the lines."""
    intents, contributors = _Groups(), _Groups()
    whole: Counter[str] = Counter()
    files = []
    for path, document in sorted(blames.items()):
        by_intent: Counter[str | None] = Counter()
        people: Counter[str | None] = Counter()
        methods: Counter[str] = Counter()
        for line in document["lines"]:
            origin, method = line["origin"], line["method"]
            by_intent[origin["intent_id"]] += 1
            methods[method] += 1
            intents.add(origin["intent_id"] or "", path, method)
            who = contributor_of(origin)
            people[who] += 1
            contributors.add(who, path, method)
        whole += methods
        files.append(FileRow(path, methods.total(), dict(by_intent), dict(people), dict(methods)))
    return Totals(whole.total(), dict(whole), tuple(files), intents.shares(), contributors.shares())


def contributor_of(origin: Json) -> str:
    """A contributor in a few words: a person's name, a model, or `unknown`."""
    who = origin.get("contributor") or {}
    named = who.get("name") or who.get("model_identifier")
    kind = who.get("entity_type") or "UNKNOWN"
    if named is None:
        return "unknown" if kind == "UNKNOWN" else str(kind).lower()
    return f"{named} (AI)" if kind == "AI" else str(named)


class _Groups:
    def __init__(self) -> None:
        self._methods: dict[str, Counter[str]] = {}
        self._files: dict[str, set[str]] = {}

    def add(self, key: str, path: str, method: str) -> None:
        self._methods.setdefault(key, Counter())[method] += 1
        self._files.setdefault(key, set()).add(path)

    def shares(self) -> tuple[Share, ...]:
        rows = (
            Share(key, methods.total(), len(self._files[key]), dict(methods))
            for key, methods in self._methods.items()
        )
        return tuple(sorted(rows, key=lambda row: (-row.lines, row.key)))


def record_contributor(record: Json) -> Json | None:
    """Who made a record: its own contributor, else that of its first file."""
    if record.get("contributor"):
        return dict(record["contributor"])
    for file in record.get("files", ()):
        for conversation in file.get("conversations", ()):
            if conversation.get("contributor"):
                return dict(conversation["contributor"])
    return None
