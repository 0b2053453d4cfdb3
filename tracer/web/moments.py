"""Changes over time: what the pictures and the table of the time view are made of."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.web.overview import contributor_of, record_contributor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.vcs.commits import Commit

Json = dict[str, Any]

CLASSES = ("INTENT_EVOLUTION", "AST_REFACTOR", "none")
_MOST = 160  # stretches of time that a picture can show
_WEEK = 7


class Moment(NamedTuple):
    """A change, or `changes` alike ones: day, class, intent (empty for none) and contributor."""

    day: str
    kind: str
    intent: str
    who: str
    changes: int = 1


class Stretch(NamedTuple):
    """The changes of a day, week, month or year; `number` is its place on the axis."""

    number: int
    first_day: str
    kinds: Mapping[str, int]
    intents: Mapping[str, int]
    people: Mapping[str, int]


class Axis(NamedTuple):
    """All of time that is shown: stretches with changes, and how many there are with the empty."""

    unit: str
    size: int
    rows: Sequence[Stretch]


def of_records(records: Iterable[Json]) -> list[Moment]:
    """The changes that the ledger records."""
    return [
        Moment(
            one["timestamp"][:10],
            one.get("mutation_class") or "none",
            one.get("intent_id") or "",
            contributor_of({"contributor": record_contributor(one)}),
        )
        for one in records
        if one["event"] in {"mutation", "reconcile"}
    ]


def of_commits(commits: Iterable[Commit]) -> list[Moment]:
    """The commits of a history; nothing measured their class."""
    return [Moment(c.timestamp[:10], "none", c.intent_id or "", c.author) for c in commits]


def axis_of(moments: Sequence[Moment]) -> Axis:
    """Time in the finest unit that a picture can show."""
    if not moments:
        return Axis("day", 0, ())
    days = [date.fromisoformat(one.day) for one in moments]
    first, last = min(days), max(days)
    unit = unit_of(first, last)
    found: dict[int, list[Moment]] = {}
    for day, one in zip(days, moments, strict=True):
        found.setdefault(_place(unit, first, day), []).append(one)
    rows = tuple(
        Stretch(
            number,
            _begin(unit, first, number).isoformat(),
            _counted((one.kind, one.changes) for one in found[number]),
            _counted((one.intent, one.changes) for one in found[number]),
            _counted((one.who, one.changes) for one in found[number]),
        )
        for number in sorted(found)
    )
    return Axis(unit, _place(unit, first, last) + 1, rows)


def unit_of(first: date, last: date) -> str:
    """The finest unit in which a picture can show so much time."""
    units = ("day", "week", "month")
    return next((name for name in units if _place(name, first, last) < _MOST), "year")


def _counted(pairs: Iterable[tuple[str, int]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for key, count in pairs:
        counts[key] += count
    return counts


def _place(unit: str, first: date, day: date) -> int:
    if unit == "day":
        return (day - first).days
    if unit == "week":
        return (day - _monday(first)).days // _WEEK
    if unit == "month":
        return 12 * (day.year - first.year) + day.month - first.month
    return day.year - first.year


def _begin(unit: str, first: date, number: int) -> date:
    if unit == "day":
        return first + timedelta(days=number)
    if unit == "week":
        return _monday(first) + timedelta(days=_WEEK * number)
    if unit == "month":
        months = first.month - 1 + number
        return date(first.year + months // 12, months % 12 + 1, 1)
    return date(first.year + number, 1, 1)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
