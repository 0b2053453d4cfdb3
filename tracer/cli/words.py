"""Short words for ids and contributors, the same in every rendering."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tracer.model.ids import short_id

UNKNOWN = "unknown"
_NARROWEST = 20  # columns of a text that goes on in the next line

STYLE_OF_VERDICT = {
    "UNCHANGED": "dim",
    "AST_REFACTOR": "green",
    "INTENT_EVOLUTION": "yellow",
}
STYLE_OF_METHOD = {
    "observed": "green",
    "carried": "cyan",
    "reconciled": "yellow",
    "inferred": "blue",
    "imported": "blue",
    "claimed": "blue",
    "unknown": "dim",
}
STYLE_OF_ENTITY = {"AI": "magenta", "HUMAN": "bold", "MIXED": "magenta", "UNKNOWN": "dim"}


def who(contributor: dict[str, Any] | None) -> str:
    """The contributor in one word or two."""
    contributor = contributor or {}
    name = contributor.get("name")
    entity = contributor.get("entity_type") or "UNKNOWN"
    if entity in ("AI", "MIXED"):
        return str(contributor.get("model_identifier") or name or entity)
    return str(name or ("a person" if entity == "HUMAN" else UNKNOWN))


def why(origin: dict[str, Any]) -> str:
    """The intent a line serves; else the commit it came with; else `-`."""
    if origin.get("intent_id"):
        return str(origin["intent_id"])
    if origin.get("kind") == "commit":
        return short_id(origin.get("id"), "commit")
    return "-"


def place(span: dict[str, Any] | None) -> str:
    """`path:start-end name`, or `-` for nothing."""
    if not span or not span.get("path"):
        return "-"
    start, end = span.get("start_line"), span.get("end_line")
    lines = "" if start is None else f":{start}" if start == end else f":{start}-{end}"
    name = f" {span['name']}" if span.get("name") else ""
    return f"{span['path']}{lines}{name}"


def counted(number: int, word: str) -> str:
    """`1 record`, `2 records`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def cells(text: str) -> int:
    """The columns a text takes on a terminal: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - few texts need its tables

    return cell_len(text)


def padded(text: str, width: int) -> str:
    """`text` with blanks behind it, `width` columns together."""
    return text + " " * (width - cells(text))


def clip(text: str, width: int) -> str:
    """`text` in at most `width` columns, an ellipsis where it was cut."""
    return text if cells(text) <= width else folded(text, max(1, width - 1))[0] + "…"


def folded(text: str, width: int) -> list[str]:
    """`text` in as many lines of at most `width` columns as it needs, one at least."""
    if text.isascii():
        return [text[i : i + width] for i in range(0, len(text), width)] or [""]
    from rich.cells import chop_cells  # noqa: PLC0415 - as above

    return chop_cells(text, width) or [""]


def wrapped(text: str, width: int | None) -> list[str]:
    """The lines of a text in `width` columns, one at least; one where there is no width.

    Lines end between words. A word that is longer than the width stays whole.
    """
    if width is None:
        return [text]
    return wrap(text, max(width, _NARROWEST), break_on_hyphens=False, break_long_words=False) or [
        ""
    ]
