"""Code that another clone's records describe, found by the hashes of its lines.

A ledger that came with a clone or a pull names ranges and their hashes; the texts stayed where
they were written. After a squash or a rebase no version here is one of those texts, but lines
that came through unchanged still have their range's hash.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tracer.ledger import content_hash
from tracer.model.attribution import Credit, FileState, LineRun, Source, Touch
from tracer.model.enums import Method, SourceKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.engine.memory import News
    from tracer.ledger import Index

_MOST_RECORDS = 200  # of one path, newest first
_MOST_PATHS = 32  # that are gone, and that code may have come from
_MOST_LENGTHS = 32  # of ranges, longest first
_TELLING = 6  # words that make equal lines more than a coincidence
_FEWEST = 2  # words of lines that say anything at all

_WORD = re.compile(rb"\w+")


class _Range(NamedTuple):
    """Lines that a record wrote: its id, path and first line."""

    record: str
    path: str
    start: int
    is_only: bool = True  # no other range has its hash


def recall_by_hash(index: Index, news: News, *, by_all: bool = False) -> dict[str, FileState]:
    """The states that change, because new lines in them are lines of another clone's records.

    With `by_all` of any clone's, this one's too, so that every clone finds the same.
    Cost: the records of other clones at these paths are read, at most 200 a path; each new line
    is hashed once for each length of their ranges, at most 32.
    """
    changed: dict[str, FileState] = {}
    gone: list[str] | None = None
    for path, state in news.states.items():
        runs = list(_new_runs(news, state))
        if not runs:
            continue
        if gone is None:
            gone = [p for p in index.paths() if p not in news.texts and news.read(p) is None]
        names = index.records_leaving(
            [path, *gone[-_MOST_PATHS:]], _MOST_RECORDS, unseen=not by_all
        )
        ranges, lengths = _ranges(index, names)
        if not ranges:
            continue
        found = _found(path, news.texts[path].split(b"\n"), runs, ranges, lengths, index.salt)
        if found:
            changed[path] = _credited(news, state, found)
    return changed


def _new_runs(news: News, state: FileState) -> Iterator[tuple[int, int]]:
    """(first, last) of each stretch of lines that are new as a whole."""
    first = last = 0
    for run in state.runs:
        if not news.is_new(run.credit):
            continue
        if last and run.start_line == last + 1:
            last = run.end_line
            continue
        if last:
            yield first, last
        first, last = run.start_line, run.end_line
    if last:
        yield first, last


def _ranges(index: Index, records: list[str]) -> tuple[dict[str, _Range], list[int]]:
    """{hash: range} of what records wrote, and the lengths there are."""
    found: dict[str, _Range] = {}
    lengths: set[int] = set()
    for identity in records:
        record = index.record(identity)
        for file in (record or {}).get("files", ()):
            for conversation in file["conversations"]:
                for item in conversation["ranges"]:
                    start, end = item["start_line"], item["end_line"]
                    place = _Range(identity, file["relative_path"], start)
                    known = found.get(item["content_hash"])
                    found[item["content_hash"]] = known._replace(is_only=False) if known else place
                    lengths.add(end - start + 1)
    return found, sorted(lengths, reverse=True)[:_MOST_LENGTHS]


def _found(  # noqa: PLR0913, PLR0917 - a file, and what is known of the records
    path: str,
    lines: list[bytes],
    runs: list[tuple[int, int]],
    ranges: dict[str, _Range],
    lengths: list[int],
    salt: bytes,
) -> dict[int, tuple[_Range, int]]:
    """{line: (its range, how far down in it)}; the longest range counts."""
    found: dict[int, tuple[_Range, int]] = {}
    for first, last in runs:
        line = first
        while line <= last:
            size = 1
            for length in lengths:
                text = b"\n".join(lines[line - 1 : line - 1 + length]) + b"\n"
                words = len(_WORD.findall(text))
                if line + length - 1 > last or words < _FEWEST:
                    continue
                place = ranges.get(content_hash(text, salt))
                # Few words tell where only one record of this very file wrote them.
                is_own = place is not None and place.is_only and place.path == path
                if place is not None and (words >= _TELLING or is_own):
                    found.update((line + at, (place, at)) for at in range(length))
                    size = length
                    break
            line += size
    return found


def _credited(news: News, state: FileState, found: dict[int, tuple[_Range, int]]) -> FileState:
    """The state with the records' credits, unless their code still stands in the file."""
    taken = {
        (run.credit.origin.id, run.credit.line + line - run.start_line)
        for run in state.runs
        if not news.is_new(run.credit)
        for line in range(run.start_line, run.end_line + 1)
    }
    runs: list[LineRun] = []
    for run in state.runs:
        for line in range(run.start_line, run.end_line + 1):
            now = run.credit._replace(line=run.credit.line + line - run.start_line)
            runs.append(LineRun(line, line, now))
            if line not in found or not news.is_new(now):
                continue
            place, at = found[line]
            source = Source(place.record, SourceKind.RECORD, place.path)
            last = Touch(now.last.id, now.last.kind, "restored")
            then = Credit(source, place.start + at, last, Method.CARRIED)
            if (place.record, then.line) not in taken and news.accepts(now, then):
                runs[-1] = LineRun(line, line, then)
    return state._replace(runs=tuple(runs))
