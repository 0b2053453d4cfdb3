"""Code of the target version whose origin is not found yet, as it stands in an older version.

Most of it travels as whole lines (`Run`), so that a file of thousands of lines costs as little
as its hunks. A line is taken apart into leaves (`Piece`) only where its leaves went different
ways. Lines and ordinals are 0-based here; the answer converts.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.history.line_diffs import Hunk


class Run(NamedTuple):
    """`size` whole lines from `line` on, which are the target's lines from `target` on.

    The leaves of each line are the leaves of its target line, in order.
    """

    line: int
    size: int
    target: int


class Piece(NamedTuple):
    """The leaf `ordinal` of `line`, which is the leaf `target_ordinal` of the target's line."""

    line: int
    ordinal: int
    target: int
    target_ordinal: int


class Pending(NamedTuple):
    """What is unresolved in one version of one file; both parts ascending by line."""

    runs: tuple[Run, ...] = ()
    pieces: tuple[Piece, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.runs or self.pieces)

    def lines(self) -> list[int]:
        """The lines that hold something unresolved, ascending."""
        found = {line for run in self.runs for line in range(run.line, run.line + run.size)}
        found.update(piece.line for piece in self.pieces)
        return sorted(found)

    def targets(self) -> set[int]:
        """The target lines that wait here."""
        found = {line for run in self.runs for line in range(run.target, run.target + run.size)}
        found.update(piece.target for piece in self.pieces)
        return found


def pending(runs: Iterable[Run], pieces: Iterable[Piece]) -> Pending:
    """Runs and pieces in order, with neighbouring runs joined and duplicates gone."""
    return Pending(_in_order(runs), tuple(sorted(set(pieces))))


def _in_order(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Runs in order, neighbours joined and duplicates gone."""
    joined: list[Run] = []
    for run in sorted(set(runs)):
        last = joined[-1] if joined else None
        if (
            last is not None
            and run.line == last.line + last.size
            and run.target == last.target + last.size
        ):
            joined[-1] = Run(last.line, last.size + run.size, last.target)
        else:
            joined.append(run)
    return tuple(joined)


def union(parts: Iterable[Pending]) -> Pending:
    """Everything that waits in the same version, in one."""
    runs: list[Run] = []
    pieces: list[Piece] = []
    for part in parts:
        runs += part.runs
        pieces += part.pieces
    return pending(runs, pieces)


def divide(waiting: Pending, hunks: Sequence[Hunk]) -> tuple[Pending, Pending]:
    """What stands outside the hunks, in lines of the before side; and the rest, unmoved.

    Cost: linear in runs, pieces and hunks.
    """
    passed: list[Run] = []
    rest: list[Run] = []
    at = 0
    for run in waiting.runs:
        line, count, target = run
        while at and hunks[at - 1].after_end > line:
            at -= 1
        while count:
            while at < len(hunks) and hunks[at].after_end <= line:
                at += 1
            if at == len(hunks) or line + count <= hunks[at].after_start:
                shift = hunks[at - 1].before_end - hunks[at - 1].after_end if at else 0
                passed.append(Run(line + shift, count, target))
                break
            shift = hunks[at - 1].before_end - hunks[at - 1].after_end if at else 0
            start = hunks[at].after_start
            if line < start:
                taken = start - line
                passed.append(Run(line + shift, taken, target))
            else:
                taken = min(count, hunks[at].after_end - line)
                rest.append(Run(line, taken, target))
            line, count, target = line + taken, count - taken, target + taken
    through, left = _divide_pieces(waiting.pieces, hunks)
    # Pieces stay in order and different, for equal lines move by equally much.
    return Pending(_in_order(passed), tuple(through)), Pending(_in_order(rest), tuple(left))


def _divide_pieces(
    pieces: Sequence[Piece], hunks: Sequence[Hunk]
) -> tuple[list[Piece], list[Piece]]:
    """The same for pieces, which are ascending by line."""
    through: list[Piece] = []
    left: list[Piece] = []
    at = shift = 0
    for hunk in hunks:
        if at == len(pieces):
            break
        start = bisect_left(pieces, Piece(hunk.after_start, -1, -1, -1), at)
        stop = bisect_left(pieces, Piece(hunk.after_end, -1, -1, -1), start)
        through += _shifted(pieces[at:start], shift)
        left += pieces[start:stop]
        at, shift = stop, hunk.before_end - hunk.after_end
    through += _shifted(pieces[at:], shift)
    return through, left


def _shifted(pieces: Sequence[Piece], shift: int) -> Sequence[Piece]:
    """The pieces some lines further down."""
    if not shift:
        return pieces
    return [
        Piece(line + shift, ordinal, target, of_target)
        for line, ordinal, target, of_target in pieces
    ]
