"""Lines of a file as runs of one origin: what the gutter says once stands beside many lines."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.model.ids import short_id
from tracer.web.overview import contributor_of

if TYPE_CHECKING:
    from collections.abc import Container

Json = dict[str, Any]


class Run(NamedTuple):
    """Consecutive lines with one answer. `first` is 1-based; `anchor` an id, or empty.

    `changed` and `last` are the ids of the last change of the words and the last touch, where
    they differ from the origin.
    """

    first: int
    numbers: str
    text: str
    anchor: str
    id: str
    record: str | None
    intent: str | None
    who: str
    when: str
    method: str
    mixed: bool
    from_: str | None
    changed: str | None
    last: str | None


def runs_of(
    document: Json, text: bytes, asked: Container[int], prefix: str, records: Container[str]
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

    def key(line: int) -> tuple[Any, ...]:
        nonlocal number
        if line in asked:
            number += 1
        return number, *_facts(answers.get(line), document["path"], records)

    runs = []
    for (_, *facts), members in groupby(range(1, len(lines) + 1), key=key):
        mine = list(members)
        first = mine[0]
        anchor = (f"{prefix}/L{first}" if prefix else f"L{first}") if first in asked else ""
        shown = "\n".join(lines[first - 1 : mine[-1]])
        runs.append(Run(first, "\n".join(map(str, mine)), shown, anchor, *facts))
    return runs


def _facts(answer: Json | None, path: str, records: Container[str]) -> tuple[Any, ...]:
    """What the gutter says of a line."""
    if answer is None:
        return ("", None, None, "unknown", "", "unknown", False, None, None, None)
    origin = answer["origin"]
    identity = origin["id"] or ""
    touches = {name: (answer.get(name) or {}).get("id") for name in ("changed", "last")}
    others = [
        short_id(touched) if touched and touched != identity else None
        for touched in touches.values()
    ]
    return (
        identity,
        identity if identity in records else None,
        origin["intent_id"],
        contributor_of(origin),
        (origin.get("timestamp") or "")[:10],
        answer["method"],
        answer["mixed"],
        origin["path"] if origin.get("path") not in {None, path} else None,
        *others,
    )
