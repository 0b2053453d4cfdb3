"""`tracer blame` for people: like git blame, with the intent and how it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import (
    STYLE_OF_ENTITY,
    STYLE_OF_METHOD,
    cells,
    clip,
    padded,
    who,
    why,
    wrapped,
)
from tracer.model.ids import short_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.cli.output import Line

_WHY, _WHO, _TOUCH = 12, 16, 24  # widest columns on a terminal; longer words are clipped there
_DATE = 10
_MARKED = 4  # columns of a mark and what separates it from its meaning
CUT, SHARED = "~", "*"
MARKS = {
    SHARED: "several changes share the line; `--json` tells how much each has",
    CUT: "the change named took code out of the line; what is left of it is older",
    "-": "no intent is known",
}
METHODS = {
    "observed": "a hook saw the write",
    "carried": "a hook saw the write; the code moved or was laid out anew since",
    "reconciled": "found changed, by nobody that a hook saw",
    "inferred": "by the commit that git's history names",
    "imported": "by the record of another tool",
    "claimed": "a person attests it (`tracer claim`)",
    "unknown": "nothing tells",
}


def blame_lines(
    document: dict[str, Any],
    texts: Sequence[bytes],
    *,
    touch: str | None = None,
    width: int | None = None,
) -> Iterator[Line]:
    """One line for each line of the file: intent, contributor, date, method, number, text.

    `texts[i]` holds the bytes of line i + 1 of the file. `MARKS` says what stands behind the
    method; where a copy begins, its source stands behind the text. With `touch` (`last` or
    `changed`), that touch and its rule stand where intent and contributor stood. A terminal has
    a `width`: long names are clipped there, and a legend follows.
    """
    rows = document["lines"]
    heads = [_head(row, touch) for row in rows]
    limits = (_TOUCH, 0) if touch else (_WHY, _WHO)
    first, second = (
        min(limit if width else 1 << 16, max((cells(head[i]) for head in heads), default=0))
        for i, limit in enumerate(limits)
    )
    digits = len(str(rows[-1]["line"])) if rows else 1
    copied: tuple[str, int] | None = None  # where the line before was copied from
    for row, (reason, name, entity) in zip(rows, heads, strict=True):
        source = row["origin"].get("copied_from")
        place = (source["path"], source["line"]) if source else None
        begins = place is not None and (copied is None or place != (copied[0], copied[1] + 1))
        copied = place
        method = row["method"]
        text = texts[row["line"] - 1] if row["line"] <= len(texts) else b""
        yield [
            (f"{padded(clip(reason, first), first)} ", "cyan"),
            (
                f"{padded(clip(name, second), second)} " if second else "",
                STYLE_OF_ENTITY.get(entity, ""),
            ),
            ("" if touch else f"{_date(row):<{_DATE}} ", "dim"),
            (f"{method:<10}", STYLE_OF_METHOD.get(method, "")),
            (_mark(row), "yellow"),
            (f"{row['line']:>{digits}}) ", "dim"),
            (text.decode("utf-8", "replace").expandtabs(4), ""),
            (f"  <- copied from {place[0]}:{place[1]}" if begins and place else "", "dim"),
        ]
    if width:
        yield from _legend(rows, heads, width)


def _head(row: dict[str, Any], touch: str | None) -> tuple[str, str, str]:
    """Why and who, or the touch; and what kind of contributor it is."""
    if touch:
        return _touch(row[touch]), "", ""
    contributor = row["origin"].get("contributor")
    entity = (contributor or {}).get("entity_type") or "UNKNOWN"
    is_open = entity == "UNKNOWN" and row.get("uncommitted")
    return why(row["origin"]), "uncommitted" if is_open else who(contributor), entity


def _date(row: dict[str, Any]) -> str:
    """The day on which the line got its meaning, as its writer's clock had it."""
    return (row["origin"].get("timestamp") or "")[:_DATE]


def _mark(row: dict[str, Any]) -> str:
    """What is special about the line; a blank where nothing is."""
    for touch in (row.get("last") or {}, row.get("changed") or {}):
        if touch.get("rule") == "cut" and touch.get("id") == row["origin"].get("id"):
            return CUT
    return SHARED if row.get("mixed") else " "


def _legend(
    rows: Sequence[dict[str, Any]], heads: Sequence[tuple[str, str, str]], width: int
) -> Iterator[Line]:
    """What the marks and methods mean that are there."""
    found = {_mark(row) for row in rows}
    found.update("-" for head in heads if head[0] == "-")
    said = [(mark, meaning) for mark, meaning in MARKS.items() if mark in found]
    methods = {row["method"] for row in rows}
    said += [(name, meaning) for name, meaning in METHODS.items() if name in methods]
    if said:
        yield [("", "")]
    wide = max((len(name) for name, _ in said), default=0)
    for name, meaning in said:
        first, *more = wrapped(meaning, width - wide - _MARKED)
        yield [(f"{name:<{wide}}  ", "yellow" if name in MARKS else ""), (first, "dim")]
        yield from ([(" " * (wide + 2) + line, "dim")] for line in more)


def _touch(last: dict[str, Any] | None) -> str:
    """The last touch as `id rule`."""
    if not last or not last.get("id"):
        return "-"
    return f"{short_id(last['id'], last.get('kind'))} {last.get('rule') or ''}".rstrip()
