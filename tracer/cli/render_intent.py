"""`tracer blame-by-intent` and `tracer intent` for people."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from tracer.cli.words import STYLE_OF_METHOD, STYLE_OF_VERDICT, cells, padded
from tracer.model.ids import short_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line

STYLE_OF_STATUS = {
    "IN_PROGRESS": "green",
    "PENDING": "yellow",
    "BLOCKED": "red",
    "COMPLETED": "dim",
    "ABANDONED": "dim",
}


def blame_by_intent_lines(document: dict[str, Any]) -> Iterator[Line]:
    """The intent, then its ranges file by file, then what was deleted since."""
    yield _headline(document["intent"])
    ranges = document["ranges"]
    if not ranges:
        yield [("  no code of this intent is left in the working tree", "dim")]
    spans = [f"{r['start_line']}-{r['end_line']}" for r in ranges]
    wide = max((len(span) for span in spans), default=0)
    names = max((cells(r.get("element") or "") for r in ranges), default=0)
    for path, members in groupby(ranges, key=lambda r: r["path"]):
        yield [(f"  {path}", "bold")]
        for r in members:
            span = f"{r['start_line']}-{r['end_line']}"
            yield [
                (f"    {span:>{wide}}  ", "dim"),
                (f"{padded(r.get('element') or '', names)}  ", ""),
                (
                    f"{r['mutation_class'] or '':<16} ",
                    STYLE_OF_VERDICT.get(r["mutation_class"], ""),
                ),
                (f"{r['method']:<10} ", STYLE_OF_METHOD.get(r["method"], "")),
                (short_id(r["record"]), "dim"),
            ]
    for gone in document["deleted"]:
        yield [
            ("  deleted  ", "red"),
            (f"{gone['path']}  {gone.get('element') or ''}", ""),
            (f"  by {short_id(gone['by'])}" if gone["by"] else "  not recorded", "dim"),
        ]


def intent_list_lines(intents: list[dict[str, Any]]) -> Iterator[Line]:
    """One line for each intent."""
    if not intents:
        yield [("no intents yet: tracer intent add ID --name NAME --scope GLOB", "dim")]
        return
    wide = max(cells(intent["id"]) for intent in intents)
    for intent in intents:
        yield [
            (f"{padded(intent['id'], wide)}  ", "cyan"),
            (f"{intent['status']:<12}", STYLE_OF_STATUS.get(intent["status"], "")),
            (f"{intent['name']}  ", ""),
            (" ".join(intent.get("owned_scope") or []), "dim"),
        ]


def intent_lines(intent: dict[str, Any]) -> Iterator[Line]:
    """Everything the registry says about one intent."""
    yield _headline(intent)
    for key, value in intent.items():
        if key in ("id", "name", "status") or not value:
            continue
        values = value if isinstance(value, list) else [value]
        for i, item in enumerate(values):
            text = f"{item['type']} {item['value']}" if _is_pair(item) else str(item)
            yield [(f"  {key if i == 0 else '':<20} ", "dim"), (text, "")]


def _headline(intent: dict[str, Any]) -> Line:
    status = intent.get("status") or ""
    return [
        (f"{intent['id']}  ", "bold cyan"),
        (intent.get("name") or "", "bold"),
        (f"  {status}", STYLE_OF_STATUS.get(status, "")),
    ]


def _is_pair(value: object) -> bool:
    return isinstance(value, dict) and {"type", "value"} <= value.keys()
