"""A state by lines: the credits of each line, and of each part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.lineage import line_owner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.model.attribution import Credit, FileState, LineRun

Parts = list[tuple[int, "Credit"]]  # (leaves, credit) of one line, left to right


def credits_by_line(
    state: FileState, when: Callable[[str, Credit], float]
) -> Iterator[tuple[int, Credit]]:
    """(line, credit) of every line; `when` is the moment of what a credit names."""
    for run in state.runs:
        yield from lines_of(run)
    for mixed in state.mixed:
        yield mixed.line, line_owner(mixed.parts, when, (state.path, mixed.line))


def parts_of(state: FileState) -> Iterator[tuple[int, Credit]]:
    """(line, credit) of every part of every line."""
    for run in state.runs:
        yield from lines_of(run)
    for mixed in state.mixed:
        yield from ((mixed.line, credit) for _, credit in mixed.parts)


def parts_by_line(state: FileState) -> dict[int, Parts]:
    """Line → [(leaves, credit)] for every line the state covers."""
    found: dict[int, Parts] = {}
    for run in state.runs:
        for line, credit in lines_of(run):
            found[line] = [(1, credit)]
    for mixed in state.mixed:
        found[mixed.line] = list(mixed.parts)
    return found


def lines_of(run: LineRun) -> Iterator[tuple[int, Credit]]:
    """(line, its credit) for each line of a run."""
    for line in range(run.start_line, run.end_line + 1):
        yield line, run.credit._replace(line=run.credit.line + line - run.start_line)
