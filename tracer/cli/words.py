"""Short words for ids and contributors, the same in every rendering."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

SHORT = 8
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


def short_id(identifier: str | None, kind: str | None = None) -> str:
    """Eight characters that tell an id from its neighbours.

    A commit's first ones, as git does; a record's last ones, because the first of a UUIDv7
    are the time and the same for all records of a minute.
    """
    if not identifier:
        return "-" * SHORT
    if kind == "record" or (kind is None and "-" in identifier):
        return identifier[-SHORT:]
    return identifier[:SHORT]


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


def clip(text: str, width: int) -> str:
    """`text` in at most `width` columns, an ellipsis where it was cut."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text in `width` columns, one at least."""
    return wrap(text, max(width, _NARROWEST), break_on_hyphens=False) or [""]
