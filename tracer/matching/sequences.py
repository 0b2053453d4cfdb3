"""Longest common subsequences of short lists, without a quadratic cliff on long ones."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

_TABLE_LIMIT = 90_000  # cells of the exact table; a longer middle is cut at unique items first

K = TypeVar("K", bound="Hashable")


def common_pairs(before: Sequence[K], after: Sequence[K]) -> list[tuple[int, int]]:
    """Index pairs of a common subsequence, ascending; the longest one for short lists.

    Common ends are taken first, then items unique on both sides cut what is left (patience
    diff, Bram Cohen), and pieces of at most 90,000 cells are solved exactly.
    Cost: linear where the ends meet, O(n log n) with unique items.
    """
    pairs: list[tuple[int, int]] = []
    work = [(0, len(before), 0, len(after))]
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
        if (high_b - low_b) * (high_a - low_a) <= _TABLE_LIMIT:
            pairs += _exact(before, after, (low_b, high_b, low_a, high_a))
            continue
        anchors = _anchors(before, after, (low_b, high_b, low_a, high_a))
        pairs += anchors
        for (b0, a0), (b1, a1) in zip(
            [(low_b - 1, low_a - 1), *anchors], [*anchors, (high_b, high_a)], strict=True
        ):
            if anchors and b1 > b0 + 1 and a1 > a0 + 1:
                work.append((b0 + 1, b1, a0 + 1, a1))
    pairs.sort()
    return pairs


def _exact(
    before: Sequence[K], after: Sequence[K], box: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """The longest common subsequence of a small box, by the textbook table."""
    low_b, high_b, low_a, high_a = box
    shared = set(before[low_b:high_b]) & set(after[low_a:high_a])
    rows = [i for i in range(low_b, high_b) if before[i] in shared]
    columns = [j for j in range(low_a, high_a) if after[j] in shared]
    width = len(columns)
    table = [[0] * (width + 1)]
    for i in reversed(rows):
        below = table[-1]
        line = [0] * (width + 1)
        key = before[i]
        for j in range(width - 1, -1, -1):
            if after[columns[j]] == key:
                line[j] = below[j + 1] + 1
            else:
                line[j] = max(below[j], line[j + 1])
        table.append(line)
    table.reverse()
    found = []
    i = j = 0
    while i < len(rows) and j < width:
        if before[rows[i]] == after[columns[j]]:
            found.append((rows[i], columns[j]))
            i += 1
            j += 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def _anchors(
    before: Sequence[K], after: Sequence[K], box: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """A long increasing run of pairs of equal items.

    Of items that occur once on each side of the box; where there is none, of the first of an
    item with the first, the second with the second.
    """
    low_b, high_b, low_a, high_a = box
    at_b = _positions(before, low_b, high_b)
    at_a = _positions(after, low_a, high_a)
    points = [
        (at_b[key][0], at_a[key][0])
        for key in at_b
        if len(at_b[key]) == 1 and len(at_a.get(key, ())) == 1
    ]
    if not points:
        points = [pair for key in at_b for pair in zip(at_b[key], at_a.get(key, ()))]  # noqa: B905
    return increasing(sorted(points))


def _positions(items: Sequence[K], low: int, high: int) -> dict[K, list[int]]:
    found: dict[K, list[int]] = {}
    for i in range(low, high):
        found.setdefault(items[i], []).append(i)
    return found


def increasing(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of `points` (ascending in the first) ascending in the second."""
    if all(one[1] < next_[1] for one, next_ in pairwise(points)):
        return points
    tails: list[int] = []
    tail_at: list[int] = []
    previous: list[int] = []
    for index, (_, value) in enumerate(points):
        length = bisect_left(tails, value)
        previous.append(tail_at[length - 1] if length else -1)
        if length == len(tails):
            tails.append(value)
            tail_at.append(index)
        else:
            tails[length] = value
            tail_at[length] = index
    found = []
    index = tail_at[-1] if tail_at else -1
    while index >= 0:
        found.append(points[index])
        index = previous[index]
    found.reverse()
    return found
