"""`tracer revert` for people: the diff, and what stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.ids import short_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line

_STYLES = {"+": "green", "-": "red", "@": "cyan"}


def revert_lines(document: dict[str, Any]) -> Iterator[Line]:
    """The diff of every file, the conflicts, and one line that says what was done."""
    for file in document["files"] if not document["conflicts"] else ():
        for line in file["diff"].split("\n"):
            header = line.startswith(("---", "+++"))
            yield [(line, "bold" if header else _STYLES.get(line[:1], ""))]
    for item in document["conflicts"]:
        lines = f"{item['start_line']}-{item['end_line']}"
        where = f"{item['path']}:{lines}"
        by = f" ({short_id(item['by'])})" if item["by"] else ""
        yield [("conflict  ", "red"), (where, "bold"), (f"  {item['reason']}{by}", "")]
    name = short_id(document["record"], "record")
    if document["conflicts"]:
        yield [(f"{name} cannot be undone without losing later work; nothing was changed", "")]
    elif document["applied"]:
        yield [(f"{name} undone, recorded as {short_id(document['revert'], 'record')}", "")]
    elif document["files"]:
        yield [("nothing was changed; --apply does it", "dim")]
    else:
        yield [(f"nothing is left of {name} that could be undone", "")]
