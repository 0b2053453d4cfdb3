"""`tracer blame` for people: like git blame, with the intent and how it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import (
    STYLE_OF_ENTITY,
    STYLE_OF_METHOD,
    clip,
    short_id,
    who,
    why,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.cli.output import Line

_WHY, _WHO, _TOUCH = 12, 16, 24  # widest columns; longer words are clipped


def blame_lines(
    document: dict[str, Any], texts: Sequence[bytes], *, touch: str | None = None
) -> Iterator[Line]:
    """One line for each line of the file: intent, contributor, method, number, text.

    `texts[i]` holds the bytes of line i + 1 of the file. A `*` marks a line several origins
    share, where the rows know that; where a copy begins, its source stands behind the text.
    With `touch` (`last` or `changed`), that touch and its rule stand where intent and
    contributor stood.
    """
    rows = document["lines"]
    if touch:
        heads = [(_touch(row[touch]), "", "") for row in rows]
        limits = (_TOUCH, 0)
    else:
        heads = [
            (
                why(row["origin"]),
                who(row["origin"].get("contributor")),
                (row["origin"].get("contributor") or {}).get("entity_type") or "UNKNOWN",
            )
            for row in rows
        ]
        limits = (_WHY, _WHO)
    first = min(limits[0], max((len(head[0]) for head in heads), default=0))
    second = min(limits[1], max((len(head[1]) for head in heads), default=0))
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
            (f"{clip(reason, first):<{first}} ", "cyan"),
            (f"{clip(name, second):<{second}} " if second else "", STYLE_OF_ENTITY.get(entity, "")),
            (f"{method:<10}", STYLE_OF_METHOD.get(method, "")),
            ("*" if row.get("mixed") else " ", "yellow"),
            (f"{row['line']:>{digits}}) ", "dim"),
            (text.decode("utf-8", "replace").expandtabs(4), ""),
            (f"  <- copied from {place[0]}:{place[1]}" if begins and place else "", "dim"),
        ]


def _touch(last: dict[str, Any] | None) -> str:
    """The last touch as `id rule`."""
    if not last or not last.get("id"):
        return "-"
    return f"{short_id(last['id'], last.get('kind'))} {last.get('rule') or ''}".rstrip()
