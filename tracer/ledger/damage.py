"""What happened to a record that does not follow the one before it in its stream.

Decided from where in the file the hashes in question stand:

- the record itself stands elsewhere too: it was **replayed**;
- the record it names as its predecessor is nowhere: that one was **deleted**;
- another record names the same predecessor: one of the two was **inserted**, namely the one
  that nothing follows (the later one, when that does not tell);
- else the predecessor is there, in another place: the lines were **reordered**.

A record that an archived segment holds as well was brought back by a merge with a branch that had
not archived it yet; that is no damage.

A record rewritten together with its own hash looks, from its successor, like one deleted and
another in its place; only a signature can tell more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.ledger.reader import Problem, decode
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.ledger.storage import Ledger


class Suspect(NamedTuple):
    """An intact record whose predecessor (`prev`) is not the end of its stream."""

    line: int
    id: str
    stream: str
    own: str
    prev: str | None


class _Places(NamedTuple):
    """Where the hashes in question stand: as a record's own, and as a predecessor."""

    own: dict[str, list[int]]
    children: dict[tuple[str, str | None], list[tuple[int, str]]]


def explain(ledger: Ledger, suspects: list[Suspect], unreadable: int) -> list[Problem]:
    """A problem for each suspect, in file order.

    `unreadable` lines may each be the missing predecessor of one suspect, which then is not
    reported: the line itself was. Cost: one pass over the ledger, none without suspects.
    """
    if not suspects:
        return []
    wanted = {suspect.own for suspect in suspects} | {suspect.prev for suspect in suspects}
    places = _find(ledger, wanted)
    problems = []
    for suspect in suspects:
        siblings = places.children.get((suspect.stream, suspect.prev), [])
        copies = places.own.get(suspect.own, ())
        if len(copies) > 1:
            if not _is_archived_elsewhere(ledger, suspect.line, copies[0]):
                problems.append(_replayed(suspect, places))
        elif suspect.prev is not None and suspect.prev not in places.own:
            if unreadable:
                unreadable -= 1
            else:
                problems.append(_deleted(suspect))
        elif len({own for _, own in siblings}) > 1:
            problems.append(_inserted(ledger, suspect, siblings))
        else:
            problems.append(_reordered(suspect, places))
    return problems


def _is_archived_elsewhere(ledger: Ledger, line: int, first: int) -> bool:
    """Whether the first copy of a record is in another file than this one."""
    return first < line and ledger.place(first)[1] != ledger.place(line)[1]


def _find(ledger: Ledger, wanted: set[str | None]) -> _Places:
    places = _Places({}, {})
    for line in ledger.lines():
        record = decode(line.raw)
        integrity = record.get("integrity") if isinstance(record, dict) else None
        if not isinstance(integrity, dict):
            continue
        own, prev = integrity.get("record_hash"), integrity.get("prev_record_hash")
        if not isinstance(own, str) or not (prev is None or isinstance(prev, str)):
            continue
        if own in wanted:
            places.own.setdefault(own, []).append(line.number)
        if prev in wanted:
            key = str(integrity.get("stream")), prev
            places.children.setdefault(key, []).append((line.number, own))
    return places


def _replayed(suspect: Suspect, places: _Places) -> Problem:
    others = [line for line in places.own[suspect.own] if line != suspect.line]
    detail = f"record {suspect.id} stands on line {others[0]} already"
    return Problem(suspect.line, "replayed", detail)


def _deleted(suspect: Suspect) -> Problem:
    detail = (
        f"the record before {suspect.id} in stream {suspect.stream} is gone: no line has the "
        f"hash {suspect.prev}"
    )
    return Problem(suspect.line, "deleted", detail)


def _inserted(ledger: Ledger, suspect: Suspect, siblings: list[tuple[int, str]]) -> Problem:
    """The sibling that nothing follows, else the later line."""
    followed = _find(ledger, {own for _, own in siblings}).children
    childless = [
        (line, own) for line, own in siblings if (suspect.stream, own) not in followed
    ] or siblings
    line = max(childless)[0]
    after = "as the first" if suspect.prev is None else "after the same record"
    other = next(each for each, _ in siblings if each != line)
    detail = f"stream {suspect.stream} has another record {after}, on line {other}"
    return Problem(line, "inserted", detail)


def _reordered(suspect: Suspect, places: _Places) -> Problem:
    where = places.own.get(suspect.prev or "", [])
    detail = (
        f"record {suspect.id} belongs after line {where[0]}"
        if where
        else (f"record {suspect.id} belongs at the start of stream {suspect.stream}")
    )
    return Problem(suspect.line, "reordered", detail)
