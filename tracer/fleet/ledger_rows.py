"""The rows of a segment of a ledger: records, ranges, verdicts, decisions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.exchange.tables import record_head, record_ranges, record_totals
from tracer.ledger import settled_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Json = dict[str, Any]
Row = tuple[str, Json]

_HEAD = ("record_id", "timestamp", "event", "intent_id", "mutation_class", "entity_type",
         "model_identifier", "contributor")  # fmt: skip
_RECORD = ("declared_class", "tool", "session_id", "revision_id")
_RANGE = ("path", "language", "start_line", "end_line", "lines", "content_hash", "method")
_COUNTED_BY = ("repository", "event", "intent_id", "mutation_class", "entity_type",
               "model_identifier", "contributor")  # fmt: skip
_WORST = ("failed", "timeout", "missing", "ok")


def ledger_rows(repository: str, records: Iterable[tuple[int, Json]]) -> Iterator[Row]:
    """(table, row) in ledger order, then the months. `records` come with their lines' numbers."""
    months = _Months()
    for position, record in records:
        told = record_head(record)
        head = {"repository": repository, **{name: told[name] for name in _HEAD}}
        totals = record_totals(record)
        facts = {name: told[name] for name in _RECORD} | {
            "reverts": record.get("reverts"),
            "position": position,
            "files": totals["files"],
            "lines": totals["lines"],
        }
        yield "records", head | facts
        for one, verdict in settled_by(record).items():
            settled = {"record_id": one, "mutation_class": verdict, "position": position}
            yield "settlements", {"repository": repository} | settled
        for row in record_ranges(record):
            # A range may have another contributor than its record; who wrote it counts there.
            who = {name: row.get(name, head[name]) for name in ("entity_type", "model_identifier",
                                                                "contributor")}  # fmt: skip
            found = head | who | {name: row[name] for name in _RANGE}
            months.count(found)
            yield "ranges", found
        for row in _verdicts(record):
            yield "verdicts", head | row
        for row in _decisions(record):
            yield "decisions", head | row
    for row in months.rows():
        yield "months", row


class _Months:
    """How many ranges and lines there are by month and all that they are counted by."""

    def __init__(self) -> None:
        self._ranges: Counter[tuple[str | None, ...]] = Counter()
        self._lines: Counter[tuple[str | None, ...]] = Counter()

    def count(self, row: Json) -> None:
        """Count a row of `ranges`."""
        key = (f"{row['timestamp'][:7]}-01T00:00:00Z", *(row[name] for name in _COUNTED_BY))
        self._ranges[key] += 1
        self._lines[key] += row["lines"]

    def rows(self) -> Iterator[Json]:
        """The rows of `months`, in order."""
        for key in sorted(self._ranges, key=lambda key: tuple(part or "" for part in key)):
            counts = {"ranges": self._ranges[key], "lines": self._lines[key]}
            yield dict(zip(("month", *_COUNTED_BY), key, strict=True)) | counts


def _verdicts(record: Json) -> Iterator[Json]:
    """A row for every file that a change names, imported ones included."""
    proof = record.get("proof") or {}
    shared = {"grade": proof.get("grade"), "assumes": " ".join(proof.get("assumes", ())) or None}
    for file in record.get("files", ()):
        yield {"path": file["relative_path"], "file_class": file.get("mutation_class"), **shared}
    for item in record.get("imported", ()):
        yield {"path": item["relative_path"], "file_class": None, **shared}


def _decisions(record: Json) -> Iterator[Json]:
    """What a gate, a person or a check said."""
    if "refusal" in record:
        refusal = record["refusal"]
        yield _decision("refusal", refusal["error_code"], refusal.get("path"))
    if "approval" in record:
        approval = record["approval"]
        yield _decision("approval", approval["answer"], approval["request"])
    if "lifecycle" in record:
        yield _decision(
            "lifecycle", record["lifecycle"]["action"], record["lifecycle"].get("after")
        )
    if record["event"] == "quality":
        states = {step["status"] for step in record["steps"]}
        worst = next((state for state in _WORST if state in states), "ok")
        yield _decision("quality", worst, None)


def _decision(kind: str, answer: str, subject: str | None) -> Json:
    return {"kind": kind, "answer": answer, "subject": subject}
