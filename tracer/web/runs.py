"""Lines of a file as runs of one origin: what the gutter says once stands beside many lines."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.model.ids import short_id
from tracer.web.overview import contributor_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

Json = dict[str, Any]


class Origin(NamedTuple):
    """A record or commit that lines come from. `key` names it in addresses."""

    key: str
    id: str
    kind: str
    intent: str | None
    who: str
    when: str


class Run(NamedTuple):
    """Consecutive lines with one answer. `first` is 1-based; `anchor` an id, or empty.

    `notes` says what the origin does not: that several share the lines, where they came from, and
    who last changed their words or touched them.
    """

    first: int
    numbers: str
    text: str
    anchor: str
    origin: Origin
    method: str
    notes: str


_NOBODY = Origin("", "", "unknown", None, "unknown", "")


def origins_of(documents: Iterable[Json]) -> dict[str, Origin]:
    """The origins that `blame` documents name, by id; each has a key of its own."""
    found: dict[str, Origin] = {}
    taken: set[str] = set()
    for document in documents:
        for line in document["lines"]:
            origin = line["origin"]
            identity = origin["id"]
            if not identity or identity in found:
                continue
            key = short_id(identity)
            key = identity if key in taken else key
            taken.add(key)
            when = (origin.get("timestamp") or "")[:10]
            who = contributor_of(origin)
            found[identity] = Origin(key, identity, origin["kind"], origin["intent_id"], who, when)
    return found


def runs_of(
    document: Json, text: bytes, asked: Collection[int], prefix: str, origins: Mapping[str, Origin]
) -> list[Run]:
    """The runs of a `blame` document; a line in `asked` begins one, with an anchor.

    `prefix` stands before `/L12` in anchors of a page that holds several files.
    Cost: linear in the lines.
    """
    lines = text.decode("utf-8", "replace").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    answers = {answer["line"]: answer for answer in document["lines"]}
    number = 0

    def key(line: int) -> tuple[int, Origin, str, str]:
        nonlocal number
        number += line in asked
        return number, *_facts(answers.get(line), document["path"], origins)

    runs = []
    for (_, origin, method, notes), members in groupby(range(1, len(lines) + 1), key=key):
        mine = list(members)
        first = mine[0]
        anchor = (f"{prefix}/L{first}" if prefix else f"L{first}") if first in asked else ""
        shown = "\n".join(lines[first - 1 : mine[-1]])
        runs.append(Run(first, "\n".join(map(str, mine)), shown, anchor, origin, method, notes))
    return runs


def _facts(
    answer: Json | None, path: str, origins: Mapping[str, Origin]
) -> tuple[Origin, str, str]:
    """What the gutter says of a line."""
    if answer is None:
        return _NOBODY, "unknown", ""
    origin = answer["origin"]
    notes = ["mixed"] if answer["mixed"] else []
    if origin.get("path") not in {None, path}:
        notes.append(f"from {origin['path']}")
    for name, label in (("changed", "words"), ("last", "touched")):
        touched = (answer.get(name) or {}).get("id")
        if touched and touched != origin["id"]:
            notes.append(f"{label} {short_id(touched)}")
    return origins.get(origin["id"] or "", _NOBODY), answer["method"], ", ".join(notes)
