"""One credit for each line of a state: a mixed line goes to the largest share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.model.attribution import Credit, FileState


def lines_of_state(state: FileState) -> Iterator[tuple[int, Credit]]:
    """(line, credit) for every line; `credit.line` is the line in the origin's version."""
    for run in state.runs:
        for line in range(run.start_line, run.end_line + 1):
            yield line, run.credit._replace(line=run.credit.line + line - run.start_line)
    for mixed in state.mixed:
        shares: dict[str, int] = {}
        for leaves, credit in mixed.parts:
            shares[credit.origin.id] = shares.get(credit.origin.id, 0) + leaves
        owner = max(shares, key=lambda origin: shares[origin])
        yield (
            mixed.line,
            next(credit for _, credit in mixed.parts if credit.origin.id == owner),
        )
