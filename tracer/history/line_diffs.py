"""Line differences: what a commit did not touch passes to its parent without any parsing.

History is long and most commits change a few lines, so this runs far more often than a
parser, and is kept simple: common ends, then unique lines (patience diff), then an exact
solution of what is small.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from tracer import native
from tracer.matching.sequences import common_pairs, increasing
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

_EXACT_CELLS = 2_500  # a box larger than this is only cut at unique lines
_WORD = lazy_pattern(rb"\w{3}")
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
    slid = [Hunk(0, 0, 0, 0)]
    ends = Hunk(len(before), len(before), len(after), len(after))
    for hunk, below in pairwise([*found, ends]):
        slid.append(_slide(hunk, before, after, (slid[-1], below)))
    return slid[1:]


def loosened(
    hunks: Sequence[Hunk], before: Sequence[bytes], after: Sequence[bytes]
) -> Sequence[Hunk]:
    """The hunks with the lines beside moved ones that were paired where they do not belong.

    Where functions that are nearly alike change places, the lines that they have in common pair
    in place, and only the few that tell them apart seem to have changed. So a line that left one
    hunk and came in another takes along what stands beside it in both places, as far as that is
    the same: such lines are the hunks' again, for the syntax trees to pair.
    Cost: linear in the lines of the hunks and of what moved; nothing where no line did.
    """
    gone = _once(before, [(h.before_start, h.before_end) for h in hunks])
    come = _once(after, [(h.after_start, h.after_end) for h in hunks])
    moved = [
        (at, come[line])
        for line, at in gone.items()
        if line in come
        and _WORD.search(line)
        and _hunk_of(hunks, at, 0) != _hunk_of(hunks, come[line], 2)
    ]
    belong: set[tuple[int, int]] = set()
    for place in moved:
        if place not in belong:
            belong.update(_beside(before, after, place, 1), _beside(before, after, place, -1))
    if not belong:
        return hunks
    from_, to = {i for i, _ in belong}, {j for _, j in belong}
    ends = Hunk(len(before), len(before), len(after), len(after))
    found: list[Hunk] = []
    at_b = at_a = 0
    last_b = last_a = 0
    for hunk in (*hunks, ends):
        for i, j in zip(
            range(last_b, hunk.before_start), range(last_a, hunk.after_start), strict=True
        ):
            if (i in from_ or j in to) and (i, j) not in belong:
                continue
            if i > at_b or j > at_a:
                found.append(Hunk(at_b, i, at_a, j))
            at_b, at_a = i + 1, j + 1
        last_b, last_a = hunk.before_end, hunk.after_end
    if at_b < len(before) or at_a < len(after):
        found.append(Hunk(at_b, len(before), at_a, len(after)))
    return found


def _once(lines: Sequence[bytes], spans: list[tuple[int, int]]) -> dict[bytes, int]:
    """Where the lines stand that the spans have once."""
    found: dict[bytes, int] = {}
    for start, end in spans:
        for at in range(start, end):
            found[lines[at]] = -1 if lines[at] in found else at
    return {line: at for line, at in found.items() if at >= 0}


def _hunk_of(hunks: Sequence[Hunk], at: int, edge: int) -> int:
    """Which hunk a line is of; `edge` is the number of the field with the start on its side."""
    return bisect_right(hunks, at, key=lambda hunk: hunk[edge])


def _beside(
    before: Sequence[bytes], after: Sequence[bytes], place: tuple[int, int], step: int
) -> list[tuple[int, int]]:
    """A moved line and those that stand beside it in both places, but for blank ones at the end."""
    found = [place]
    at_b, at_a = place[0] + step, place[1] + step
    while 0 <= at_b < len(before) and 0 <= at_a < len(after) and before[at_b] == after[at_a]:
        found.append((at_b, at_a))
        at_b, at_a = at_b + step, at_a + step
    while not before[found[-1][0]].strip():
        found.pop()
    return found


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


def _slide(
    hunk: Hunk, before: Sequence[bytes], after: Sequence[bytes], between: tuple[Hunk, Hunk]
) -> Hunk:
    """The same insertion or deletion where it reads best, between the hunks above and below it.

    A place is better when its first and last line stand at less indentation, and better still
    after a blank line; of two that are as good it is the lower.
    Source: the idea of git's indent heuristic (xdiff/xdiffi.c), with a simpler score.
    """
    above, below = between
    if hunk.before_start == hunk.before_end:
        lines, start, end = after, hunk.after_start, hunk.after_end
        floor, ceiling = above.after_end, below.after_start
    elif hunk.after_start == hunk.after_end:
        lines, start, end = before, hunk.before_start, hunk.before_end
        floor, ceiling = above.before_end, below.before_start
    else:
        return hunk
    shift = 0
    while (
        end - shift < ceiling
        and -shift < _SLIDE_LIMIT
        and lines[start - shift] == lines[end - shift]
    ):
        shift -= 1
    best, best_score = shift, _cost(lines, start - shift) + _cost(lines, end - shift)
    while (
        start - shift > floor
        and shift < _SLIDE_LIMIT
        and lines[start - shift - 1] == lines[end - shift - 1]
    ):
        shift += 1
        score = _cost(lines, start - shift) + _cost(lines, end - shift)
        if score < best_score:
            best, best_score = shift, score
    return Hunk(*(edge - best for edge in hunk)) if best else hunk


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
