"""`tracer report`: what the ledger adds up to, per intent, contributor, class and time."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tracer.intents import load
from tracer.ledger import Problem, read, settled_by
from tracer.model.enums import SourceKind, Verdict
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.queries.ownership import Ownership

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tracer.model.workspace import Workspace
    from tracer.queries.ownership import Owned

Json = dict[str, Any]

PERIODS = ("day", "week", "month")
_CHANGES = ("mutation", "reconcile", "import")


class Span(NamedTuple):
    """A stretch of time, both ends included; None is open."""

    since: datetime | None = None
    until: datetime | None = None

    def holds(self, moment: datetime) -> bool:
        """Whether a moment lies in it."""
        return (self.since is None or self.since <= moment) and (
            self.until is None or moment <= self.until
        )


def span_of(since: str | None, until: str | None) -> Span:
    """The span between two moments as people write them: RFC 3339, or a date.

    A date without a time counts whole, in UTC.
    Raises: InputError for anything else.
    """
    return Span(_moment(since, last=False), _moment(until, last=True))


def report(workspace: Workspace, span: Span = Span(), *, period: str = "day") -> Json:  # noqa: B008 - a value
    """The roll-ups of the records in a span, and of the lines that stand now.

    `lines_written` counts lines that originated in records of the span, lines shared by several
    origins left out. `lines_now` counts the lines of the files as they are now whose owner is a
    record of the span, or a commit of it that cites an intent, as `blame` tells them.
    Cost: one reading of the ledger, and that of `Ownership.owned`.
    """
    job = _Report(period)
    for _, record in read(workspace):
        if isinstance(record, Problem):
            job.unreadable += 1
            continue
        job.settle(settled_by(record))
        if span.holds(_instant(record["timestamp"])):
            job.add(record)
    with ExitStack() as stack:
        for owned in Ownership.open(workspace, stack).owned().values():
            job.add_lines_now(owned, span)
    return job.document(workspace)


def _moment(text: str | None, *, last: bool) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise InputError(
            f"{text!r} is no moment in time", fix="Write 2026-03-01 or 2026-03-01T12:00:00Z"
        ) from error
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    is_date = len(text) <= len("2026-03-01")
    return moment + timedelta(days=1, microseconds=-1) if last and is_date else moment


def _instant(timestamp: str) -> datetime:
    return datetime.fromisoformat(timestamp.replace(":60.", ":59."))


class _Row:
    """One group's counts."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.paths: set[str] = set()
        self.first = ""
        self.last = ""

    def add(self, record: Json, lines: int) -> None:
        counts = self.counts
        counts["records"] += 1
        if record["event"] in _CHANGES:
            counts["changes"] += 1
            counts["lines_written"] += lines
            self.paths.update(file["relative_path"] for file in record.get("files", ()))
            self.paths.update(item["relative_path"] for item in record.get("imported", ()))
        if record.get("mutation_class") == Verdict.AST_REFACTOR:
            counts["refactorings"] += 1
        if record.get("mutation_class") == Verdict.INTENT_EVOLUTION:
            counts["evolutions"] += 1
        if record["event"] == "refusal":
            counts["refusals"] += 1
        self.first = min(self.first or record["timestamp"], record["timestamp"])
        self.last = max(self.last, record["timestamp"])

    def to_json(self) -> Json:
        names = ("records", "changes", "evolutions", "refactorings", "refusals",
                 "lines_written", "lines_now")  # fmt: skip
        return {
            **{name: self.counts[name] for name in names},
            "files": len(self.paths),
            "first": self.first or None,
            "last": self.last or None,
        }


class _Report:
    """Counts while records go by."""

    def __init__(self, period: str) -> None:
        self._period = period
        self._total = _Row()
        self._intents: dict[str | None, _Row] = {}
        self._people: dict[tuple[str, str | None, str | None], _Row] = {}
        self._times: dict[str, _Row] = {}
        self._codes: Counter[str] = Counter()
        self._others: Counter[str] = Counter()
        self._group_of: dict[str, tuple[str | None, tuple[str, str | None, str | None]]] = {}
        self._evolved: dict[str, tuple[_Row, ...]] = {}  # by record, where it was counted as such
        self.unreadable = 0

    def add(self, record: Json) -> None:
        """Count one record in every group it belongs to."""
        if record["id"] in self._group_of:
            return
        intent = record.get("intent_id")
        person = _person(record)
        self._group_of[record["id"]] = intent, person
        lines = _lines(record)
        rows = (
            self._total,
            self._intents.setdefault(intent, _Row()),
            self._people.setdefault(person, _Row()),
            self._times.setdefault(self._bucket(record["timestamp"]), _Row()),
        )
        for row in rows:
            row.add(record, lines)
        if record.get("mutation_class") == Verdict.INTENT_EVOLUTION:
            self._evolved[record["id"]] = rows
        if record["event"] == "refusal":
            self._codes[record["refusal"]["error_code"]] += 1
        if record["event"] == "reconcile":
            self._others["unseen"] += 1
        if record.get("reverts"):
            self._others["reverts"] += 1
        declared = record.get("declared_class")
        if declared and declared != record.get("mutation_class"):
            self._others["mismatches"] += 1

    def settle(self, classes: Mapping[str, str]) -> None:
        """Count calls that a turn's end found to be a refactoring together as one each."""
        for identity, mutation_class in classes.items():
            if mutation_class == Verdict.AST_REFACTOR:
                for row in self._evolved.pop(identity, ()):
                    row.counts["evolutions"] -= 1
                    row.counts["refactorings"] += 1

    def add_lines_now(self, owned: Iterable[Owned], span: Span) -> None:
        """Count the lines of a file in the groups of their owners."""
        for entry in owned:
            if entry.id in self._group_of:
                intent, person = self._group_of[entry.id]
            elif entry.kind != SourceKind.RECORD.value and span.holds(_instant(entry.timestamp)):
                intent, person = entry.intent_id, entry.contributor
            else:
                continue
            count = entry.end_line - entry.start_line + 1
            for row in (
                self._total,
                self._intents.setdefault(intent, _Row()),
                self._people.setdefault(person, _Row()),
            ):
                row.counts["lines_now"] += count

    def document(self, workspace: Workspace) -> Json:
        """Everything as one document; groups with the most changes first."""
        registry = load(workspace)
        intents = []
        for identity, row in sorted(self._intents.items(), key=lambda item: _weight(item[1])):
            known = registry.get(identity) if identity else None
            names = {
                "id": identity,
                "name": known.name if known else None,
                "status": known.status.value if known else None,
            }
            intents.append(names | row.to_json())
        people = [
            {"entity_type": kind, "model_identifier": model, "name": name} | row.to_json()
            for (kind, model, name), row in sorted(
                self._people.items(), key=lambda item: _weight(item[1])
            )
        ]
        times = [{"from": day, **row.to_json()} for day, row in sorted(self._times.items())]
        for entry in times:
            entry.pop("lines_now")
        return {
            "total": self._total.to_json(),
            "by_intent": intents,
            "by_contributor": people,
            "over_time": {"period": self._period, "rows": times},
            "refusals": dict(sorted(self._codes.items())),
            "unseen_changes": self._others["unseen"],
            "class_mismatches": self._others["mismatches"],
            "reverts": self._others["reverts"],
            "unreadable_lines": self.unreadable,
        }

    def _bucket(self, timestamp: str) -> str:
        """The first day of the period a moment lies in."""
        if self._period == "month":
            return f"{timestamp[:7]}-01"
        if self._period == "week":
            day = datetime.fromisoformat(timestamp[:10])
            return (day - timedelta(days=day.weekday())).date().isoformat()
        return timestamp[:10]


def _weight(row: _Row) -> tuple[int, int]:
    return -row.counts["changes"], -row.counts["records"]


def _person(record: Json) -> tuple[str, str | None, str | None]:
    found = record.get("contributor")
    for file in record.get("files", ()):
        for conversation in file["conversations"]:
            found = found or conversation.get("contributor")
    told = found or {}
    return told.get("entity_type", "UNKNOWN"), told.get("model_identifier"), told.get("name")


def _lines(record: Json) -> int:
    """How many whole lines originate in a record."""
    return sum(
        span["end_line"] - span["start_line"] + 1
        for file in (*record.get("files", ()), *record.get("imported", ()))
        for conversation in file["conversations"]
        for span in conversation["ranges"]
    )
