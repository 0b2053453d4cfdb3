"""One credit for each line of a state, by the rule blame uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.lineage import line_owner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.model.attribution import Credit, FileState


def lines_of_state(
    state: FileState, when: Callable[[str, Credit], float]
) -> Iterator[tuple[int, Credit]]:
    """(line, credit) for every line; `credit.line` is the line in the origin's version.

    `when` is the moment of what a credit names. Where the owner only took code away, the line
    has no place in its version: 0, which nothing can be judged by.
    """
    for run in state.runs:
        for line in range(run.start_line, run.end_line + 1):
            credit = run.credit._replace(line=run.credit.line + line - run.start_line)
            yield line, line_owner([(1, credit)], when, (state.path, 0))
    for mixed in state.mixed:
        yield mixed.line, line_owner(mixed.parts, when, (state.path, 0))
