"""`tracer log` without a range, for people: a line for each commit and record, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import STYLE_OF_ENTITY, STYLE_OF_VERDICT, cells, who, wrapped
from tracer.model.ids import short_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.cli.output import Line

_BELOW = " " * 9  # what belongs to an entry stands behind its id
_PATHS = 8  # of one record


def project_log_lines(entries: Iterable[dict[str, Any]], width: int | None) -> Iterator[Line]:
    """Id, date, intents, who and class; then what it was, on the same line where that fits."""
    for entry in entries:
        contributor = entry["contributor"]
        style = STYLE_OF_ENTITY.get(contributor.get("entity_type") or "", "")
        verdict = entry["mutation_class"] or ""
        head: list[tuple[str, str]] = [
            (f"{short_id(entry['id'], entry['kind'])} ", "dim"),
            (f"{entry['timestamp'][:10]} ", "dim"),
            (f"{', '.join(entry['intent_ids']) or '-'} ", "cyan"),
            (who(contributor), style),
            (f" {verdict}" if verdict else "", STYLE_OF_VERDICT.get(verdict, "")),
        ]
        about = _about(entry)
        if width is None or cells("".join(text for text, _ in head)) + 2 + cells(about) <= width:
            yield [*head, (f"  {about}", "")]
        else:
            yield head
            yield from ([(_BELOW + line, "")] for line in wrapped(about, width - len(_BELOW)))


def _about(entry: dict[str, Any]) -> str:
    """A commit's subject; of a record what it did to which files."""
    paths = entry["paths"]
    if paths is None:
        return str(entry["summary"])
    more = f" and {len(paths) - _PATHS} more" if len(paths) > _PATHS else ""
    named = ", ".join(paths[:_PATHS]) + more
    return named if entry["summary"] == "changed" else f"{named}: {entry['summary']}"
