"""Between a `FileState`, which keeps lines, and credits, one for each segment of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.lineage.segments import Segments
    from tracer.lineage.windows import Window


def baseline(path: str, content: str, lines: int, revision: str | None) -> FileState:
    """The state of a text that no record knows: all of it stood there at `revision`.

    Which commit wrote a line is a question for history, asked when somebody wants to know.
    Without a revision the origin is unknown.
    """
    if revision:
        source = Source(revision, SourceKind.BASELINE, path)
        credit = Credit(
            source, 1, Touch(revision, SourceKind.BASELINE, "baseline"), Method.INFERRED
        )
    else:
        source = Source("", SourceKind.UNKNOWN, path)
        credit = Credit(source, 1, Touch("", SourceKind.UNKNOWN, "baseline"), Method.UNKNOWN)
    runs = (LineRun(1, lines, credit),) if lines else ()
    return FileState(path, content, runs)


def expand(state: FileState, segments: Segments) -> list[Credit]:
    """One credit for each segment of the text the state describes.

    A mixed line whose number of segments is not the recorded one (another version of a
    grammar) gives all its segments the credit of its largest part.
    Cost: linear in the segments; credits are shared within a line.
    """
    window = segments.window
    by_line = _credits_by_line(state, window.first_line, window.last_line)
    mixed = {entry.line: entry.parts for entry in state.mixed}
    found: list[Credit] = []
    lines = segments.line
    index, count = 0, len(segments)
    while index < count:
        line = lines[index]
        after = index + 1
        while after < count and lines[after] == line:
            after += 1
        parts = mixed.get(line)
        if parts is None:
            found += [by_line[line]] * (after - index)
        elif sum(size for size, _ in parts) == after - index:
            for size, credit in parts:
                found += [credit] * size
        else:
            largest = max(parts, key=lambda part: part[0])[1]
            found += [largest] * (after - index)
        index = after
    return found


def lines_with(state: FileState, test: Callable[[Credit], bool]) -> tuple[int, int] | None:
    """The first and last line with a credit for which `test` holds; None without any."""
    lines = [entry.line for entry in state.mixed if any(test(part) for _, part in entry.parts)]
    for run in state.runs:
        if test(run.credit):
            lines += [run.start_line, run.end_line]
    return (min(lines), max(lines)) if lines else None


def _credits_by_line(state: FileState, first: int, last: int) -> dict[int, Credit]:
    found: dict[int, Credit] = {}
    for run in state.runs:
        credit = run.credit
        for line in range(max(run.start_line, first), min(run.end_line, last) + 1):
            found[line] = credit._replace(line=credit.line + line - run.start_line)
    return found


def fold(  # noqa: PLR0913, PLR0917 - a text, its credits, and what is around them
    path: str,
    content: str,
    segments: Segments,
    credited: list[Credit],
    outside: FileState | None = None,
    owner: Callable[[MixedLine], Credit] | None = None,
) -> FileState:
    """The state that `expand` turns back into `credited`.

    A blank line takes the credit of the next line with code, because it is written with what
    follows; at the end of a file that of the last one. `outside` says what the lines outside
    the segments' window are, by the line numbers after. `owner` says which credit blank lines
    before a mixed line take; without it that of the first part.
    """
    lines: dict[int, Credit] = {}
    mixed: list[MixedLine] = []
    index, count = 0, len(segments)
    column = segments.line
    while index < count:
        line, credit = column[index], credited[index]
        parts = [[1, credit]]
        index += 1
        while index < count and column[index] == line:
            if credited[index] == parts[-1][1]:
                parts[-1][0] += 1  # type: ignore[operator]
            else:
                parts.append([1, credited[index]])
            index += 1
        if len(parts) == 1:
            lines[line] = credit
        else:
            mixed.append(MixedLine(line, tuple((size, part) for size, part in parts)))  # type: ignore[misc]
    window, count = segments.window, segments.tree.line_count
    first, last = window.first_line, min(window.last_line, count)
    head = _clip(outside, 1, first - 1) if outside else FileState(path, content, ())
    runs = list(head.runs)
    heads = {entry.line: owner(entry) if owner else entry.parts[0][1] for entry in mixed}
    _add_runs(runs, lines, heads, first, last)
    tail = _clip(outside, last + 1, count) if outside else FileState(path, content, ())
    for run in tail.runs:
        _extend(runs, run.start_line, run.end_line, run.credit, 0)
    return FileState(path, content, tuple(runs), (*head.mixed, *mixed, *tail.mixed))


def _clip(state: FileState, first: int, last: int) -> FileState:
    """The part of a state on some lines."""
    runs = [
        LineRun(
            max(run.start_line, first),
            min(run.end_line, last),
            run.credit._replace(line=run.credit.line + max(0, first - run.start_line)),
        )
        for run in state.runs
        if run.start_line <= last and run.end_line >= first
    ]
    mixed = tuple(entry for entry in state.mixed if first <= entry.line <= last)
    return state._replace(runs=tuple(runs), mixed=mixed)


def around(state: FileState, window: Window, lines: int) -> FileState:
    """The part of a state outside a window, what follows it `lines` further down."""
    head = _clip(state, 1, window.first_line - 1)
    end = max([run.end_line for run in state.runs] + [entry.line for entry in state.mixed] + [0])
    tail = _clip(state, window.last_line + 1, end)
    runs = [LineRun(r.start_line + lines, r.end_line + lines, r.credit) for r in tail.runs]
    mixed = [MixedLine(entry.line + lines, entry.parts) for entry in tail.mixed]
    return state._replace(runs=(*head.runs, *runs), mixed=(*head.mixed, *mixed))


def _add_runs(
    runs: list[LineRun],
    lines: dict[int, Credit],
    heads: dict[int, Credit],
    first_line: int,
    last_line: int,
) -> None:
    """Append lines with one credit, joined while origin and touch stay and its lines grow.

    `heads` has for mixed lines the credit of blank lines before them.
    """
    pending = 0  # blank lines waiting for the line that follows
    last: Credit | None = None
    for line in range(first_line, last_line + 1):
        credit = lines.get(line)
        if credit is None and line not in heads:
            pending += 1
            continue
        if credit is None:
            _extend(runs, line - pending, line - 1, heads[line], pending)
        else:
            _extend(runs, line - pending, line, credit, pending)
        last = credit or heads[line]
        pending = 0
    if pending and last is None and runs:
        last = runs[-1].credit._replace(
            line=runs[-1].credit.line + runs[-1].end_line - runs[-1].start_line
        )
    if pending and last is not None:
        _extend(runs, last_line - pending + 1, last_line, last, 0)


def _extend(runs: list[LineRun], start: int, end: int, credit: Credit, blanks: int) -> None:
    """Append lines `start`..`end`; `credit.line` is that of the line after the blanks."""
    if end < start:
        return
    overhang = blanks - (credit.line - 1)
    if overhang > 0:
        # More blank lines than the origin has lines above: they have no line there.
        runs.append(LineRun(start, start + overhang - 1, credit._replace(line=1)))
        start, blanks = start + overhang, blanks - overhang
        if end < start:
            return
    first = credit._replace(line=credit.line - blanks)
    if runs and runs[-1].end_line == start - 1:
        run = runs[-1]
        grown = run.credit.line + start - run.start_line
        if run.credit._replace(line=0) == credit._replace(line=0) and grown == first.line:
            runs[-1] = LineRun(run.start_line, end, run.credit)
            return
    runs.append(LineRun(start, end, first))
