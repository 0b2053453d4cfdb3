"""`tracer report` for people: three small tables and what stands out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import cells, clip, padded, who

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.cli.output import Line

_WIDEST = 26  # with six columns of counts: 80
_COLUMNS = (
    ("changes", "changes"),
    ("evolutions", "evolve"),
    ("refactorings", "refactor"),
    ("lines_written", "written"),
    ("lines_now", "now"),
    ("refusals", "refused"),
)


def report_lines(document: dict[str, Any], width: int | None = None) -> Iterator[Line]:
    """Roll-ups per intent, per contributor and over time; then counts worth a look.

    On a terminal, which has a `width`, long names are clipped.
    """
    if not document["total"]["records"]:
        yield [("no records in this time", "dim")]
        if not any(row["lines_now"] for row in document["by_intent"]):
            return
        yield [("", "")]  # commits cite intents, so their code is known without records
    yield from _table(
        "intent",
        [
            (f"{row['id'] or 'none'}  {row['name'] or ''}".rstrip(), row)
            for row in document["by_intent"]
            if row["id"] or _counts(row)
        ],
        width,
    )
    yield [("", "")]
    yield from _table(
        "contributor",
        [(who(row), row) for row in document["by_contributor"] if _counts(row)],
        width,
    )
    yield [("", "")]
    times = document["over_time"]
    if times["rows"]:
        yield from _table(times["period"], [(row["from"], row) for row in times["rows"]], width)
        yield [("", "")]
    yield from _table("all", [("", document["total"])], width)
    remarks = [
        (document["unseen_changes"], "changes that no hook saw"),
        (document["class_mismatches"], "changes that measured another class than was declared"),
        (document["reverts"], "changes undone"),
        (document["unreadable_lines"], "lines of the ledger that cannot be read: tracer verify"),
    ]
    for code, count in document["refusals"].items():
        remarks.append((count, f"refused with {code}"))
    for count, words in remarks:
        if count:
            yield [(f"{count:>6}  ", "bold"), (words, "")]


def _counts(row: dict[str, Any]) -> bool:
    """Whether a row has more than records that changed and refused nothing."""
    return any(row.get(key) for key, _ in _COLUMNS)


def _table(
    title: str, rows: Sequence[tuple[str, dict[str, Any]]], width: int | None
) -> Iterator[Line]:
    columns = [(key, head) for key, head in _COLUMNS if any(key in row for _, row in rows)]
    if not rows:
        return
    wide = min(_WIDEST if width else 1 << 16, max([len(title), *(cells(name) for name, _ in rows)]))
    head = "".join(f"{word:>9}" for _, word in columns)
    yield [(f"{title:<{wide}}", "bold"), (head, "dim")]
    for name, row in rows:
        counts = "".join(f"{row.get(key, 0):>9}" for key, _ in columns)
        yield [(padded(clip(name, wide), wide), "cyan"), (counts, "")]
