"""`tracer log` for people: the life of one element, newest change first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import STYLE_OF_VERDICT, place, short_id, who

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line


def log_lines(document: dict[str, Any]) -> Iterator[Line]:
    """The element, then for each change: id, date, contributor, intent, kinds and place."""
    element = document["element"]
    yield [(f"{element.get('kind') or 'range'} ", "dim"), (place(element), "bold")]
    for change in document["changes"]:
        verdict = change["verdict"]
        yield [
            (f"{short_id(change['revision'])} ", "dim"),
            (f"{(change.get('timestamp') or '')[:10]:<10} ", "dim"),
            (f"{change.get('intent_id') or '-'} ", "cyan"),
            (f"{who(change.get('contributor'))}  ", ""),
            (f"{verdict} ", STYLE_OF_VERDICT.get(verdict, "")),
            (", ".join(change["kinds"]), "bold"),
        ]
        for line in _places(change):
            yield [(f"         {line}", "dim")]
        if change.get("summary"):
            yield [(f"         {change['summary']}", "")]


def _places(change: dict[str, Any]) -> Iterator[str]:
    """Where it stood, and where it came from when that was elsewhere."""
    before, after = change.get("before"), change.get("after")
    if not after:
        yield f"{place(before)} (removed)"
    elif not before or (before["path"], before["name"]) == (after["path"], after["name"]):
        yield place(after)
    else:
        yield f"{place(after)} from {place(before)}"
