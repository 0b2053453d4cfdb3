"""Line differences: what a commit did not touch passes to its parent without any parsing.

History is long and most commits change a few lines, so this runs far more often than a
parser, and is kept simple: common ends, then unique lines (patience diff), then an exact
solution of what is small.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tracer import native
from tracer.matching.sequences import common_pairs, increasing
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_EXACT_CELLS = 2_500  # a box larger than this is only cut at unique lines
_SLIDE_LIMIT = 100  # lines an insertion may be slid; longer repetitions are data, not code


class Hunk(NamedTuple):
    """Lines that differ: `before_start <= i < before_end` became the lines of the after side.

    0-based half-open, since one side may be empty.
    """

    before_start: int
    before_end: int
    after_start: int
    after_end: int


def split_lines(text: bytes) -> list[bytes]:
    """The lines of a file without their ends, as git and editors count them.

    A carriage return stays part of the line.
    """
    lines = text.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return lines


def line_hunks(before: Sequence[bytes], after: Sequence[bytes]) -> list[Hunk]:
    """The differences of two files, ascending; all lines between them are equal, in order.

    Insertions and deletions that could stand in several places (`}` after `}`) are put where
    they start at a blank line or the least indentation.
    Cost: linear for the common ends, O(n log n) for the rest.
    """
    core = native.core()
    if core is not None and type(before) is type(after) is list:
        return [Hunk._make(edges) for edges in core.line_hunks(before, after)]
    low = 0
    high_b, high_a = len(before), len(after)
    while low < high_b and low < high_a and before[low] == after[low]:
        low += 1
    while high_b > low and high_a > low and before[high_b - 1] == after[high_a - 1]:
        high_b -= 1
        high_a -= 1
    if low == high_b and low == high_a:
        return []
    pairs = _anchored(before, after, (low, high_b, low, high_a))
    pairs.append((high_b, high_a))
    found: list[Hunk] = []
    at_b = at_a = low
    for i, j in pairs:
        if i > at_b or j > at_a:
            found.append(Hunk(at_b, i, at_a, j))
        at_b, at_a = i + 1, j + 1
    return [
        _slide(hunk, before, after, found[k - 1] if k else None) for k, hunk in enumerate(found)
    ]


def _anchored(
    before: Sequence[bytes], after: Sequence[bytes], box: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """Index pairs of equal lines in a box, ascending."""
    pairs: list[tuple[int, int]] = []
    work = [box]
    while work:
        low_b, high_b, low_a, high_a = work.pop()
        while low_b < high_b and low_a < high_a and before[low_b] == after[low_a]:
            pairs.append((low_b, low_a))
            low_b += 1
            low_a += 1
        while low_b < high_b and low_a < high_a and before[high_b - 1] == after[high_a - 1]:
            high_b -= 1
            high_a -= 1
            pairs.append((high_b, high_a))
        if low_b == high_b or low_a == high_a:
            continue
        anchors = _unique(before, after, (low_b, high_b, low_a, high_a))
        if anchors:
            pairs += anchors
            edges = [(low_b - 1, low_a - 1), *anchors, (high_b, high_a)]
            work += [
                (b0 + 1, b1, a0 + 1, a1)
                for (b0, a0), (b1, a1) in pairwise(edges)
                if b1 > b0 + 1 and a1 > a0 + 1
            ]
        elif (high_b - low_b) * (high_a - low_a) <= _EXACT_CELLS:
            pairs += [
                (low_b + i, low_a + j)
                for i, j in common_pairs(before[low_b:high_b], after[low_a:high_a])
            ]
    pairs.sort()
    return pairs


def _unique(
    before: Sequence[bytes], after: Sequence[bytes], box: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """The longest increasing run of pairs of lines that occur once on each side of the box."""
    low_b, high_b, low_a, high_a = box
    place_b: dict[bytes, int] = {}
    for i in range(low_b, high_b):
        line = before[i]
        place_b[line] = -1 if line in place_b else i
    place_a: dict[bytes, int] = {}
    for j in range(low_a, high_a):
        line = after[j]
        place_a[line] = -1 if line in place_a else j
    points = [
        (i, place_a[line]) for line, i in place_b.items() if i >= 0 and place_a.get(line, -1) >= 0
    ]
    points.sort()
    return increasing(points)


def _slide(hunk: Hunk, before: Sequence[bytes], after: Sequence[bytes], above: Hunk | None) -> Hunk:
    """The same insertion or deletion where it reads best, not above the hunk before it.

    `line_hunks` finds the lowest place. A place is better when its first and last line stand
    at less indentation, and better still after a blank line.
    Source: the idea of git's indent heuristic (xdiff/xdiffi.c), with a simpler score.
    """
    if hunk.before_start == hunk.before_end:
        lines, start, end = after, hunk.after_start, hunk.after_end
        floor = above.after_end if above else 0
    elif hunk.after_start == hunk.after_end:
        lines, start, end = before, hunk.before_start, hunk.before_end
        floor = above.before_end if above else 0
    else:
        return hunk
    best, best_score, shift = 0, _cost(lines, start) + _cost(lines, end), 0
    while (
        start - shift > floor
        and shift < _SLIDE_LIMIT
        and lines[start - shift - 1] == lines[end - shift - 1]
    ):
        shift += 1
        score = _cost(lines, start - shift) + _cost(lines, end - shift)
        if score < best_score:
            best, best_score = shift, score
    if not best:
        return hunk
    return Hunk(*(edge - best for edge in hunk))


def _cost(lines: Sequence[bytes], edge: int) -> float:
    """How badly the code is cut between line `edge - 1` and line `edge`."""
    if edge <= 0 or edge >= len(lines):
        return 0
    line = lines[edge]
    if not line.strip():
        following = lines[edge + 1] if edge + 1 < len(lines) else b""
        return _indent(following) + 0.5
    return _indent(line) + (0.25 if not lines[edge - 1].strip() else 1)


def _indent(line: bytes) -> int:
    expanded = line.expandtabs(8)
    return len(expanded) - len(expanded.lstrip())
