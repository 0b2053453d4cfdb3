"""`tracer log` for people: the life of one element, newest change first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import STYLE_OF_VERDICT, place, who, wrapped
from tracer.model.ids import short_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line


_BELOW = " " * 9  # what belongs to a change stands behind its id


def log_lines(document: dict[str, Any], width: int) -> Iterator[Line]:
    """The element, then for each change: id, date, contributor, intent, kinds and place.

    What does not fit into `width` goes on in the next line; nothing is left out.
    """
    element = document["element"]
    yield [(f"{element.get('kind') or 'range'} ", "dim"), (place(element), "bold")]
    for change in document["changes"]:
        verdict, kinds = change["verdict"], ", ".join(change["kinds"])
        head: Line = [
            (f"{short_id(change['revision'])} ", "dim"),
            (f"{(change.get('timestamp') or '')[:10]:<10} ", "dim"),
            (f"{change.get('intent_id') or '-'} ", "cyan"),
            (f"{who(change.get('contributor'))}  ", ""),
            (verdict, STYLE_OF_VERDICT.get(verdict, "")),
        ]
        if sum(len(text) for text, _ in head) + len(kinds) < width:
            yield [*head, (f" {kinds}", "bold")]
        else:
            yield head
            yield from _below(kinds, width, "bold")
        yield from _places(change, width)
        yield from _below(change.get("summary") or "", width, "")


def _below(text: str, width: int, style: str) -> Iterator[Line]:
    """A text below the line of its change, in as many lines as it needs."""
    if text:
        yield from ([(f"{_BELOW}{line}", style)] for line in wrapped(text, width - len(_BELOW)))


def _places(change: dict[str, Any], width: int) -> Iterator[Line]:
    """Where it stood, and where it came from when that was elsewhere."""
    before, after = change.get("before"), change.get("after")
    if not after:
        yield [(f"{_BELOW}{place(before)} (removed)", "dim")]
    elif not before or (before["path"], before["name"]) == (after["path"], after["name"]):
        yield [(f"{_BELOW}{place(after)}", "dim")]
    elif len(both := f"{_BELOW}{place(after)} from {place(before)}") <= width:
        yield [(both, "dim")]
    else:
        yield [(f"{_BELOW}{place(after)}", "dim")]
        yield [(f"{_BELOW}from {place(before)}", "dim")]
