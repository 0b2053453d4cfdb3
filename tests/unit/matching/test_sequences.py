"""Common subsequences are common, ascending, and longest where that is affordable."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.matching.sequences import common_pairs, increasing

items = st.lists(st.integers(0, 5), max_size=25)


def longest(before, after):
    """Length by the plain recursion, as an independent model."""
    row = [0] * (len(after) + 1)
    for b in before:
        above = row
        row = [0]
        for j, a in enumerate(after):
            row.append(above[j] + 1 if a == b else max(above[j + 1], row[j]))
    return row[-1]


@given(items, items)
def test_longest_common_subsequence(before, after):
    """Pairs are equal, strictly ascending on both sides, and as many as can be."""
    pairs = common_pairs(before, after)
    assert all(before[i] == after[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in itertools.pairwise(pairs))
    assert len(pairs) == longest(before, after)


@pytest.mark.parametrize("size", [5_000])
def test_long_lists_have_no_cliff(size):
    """A long list with many equal items and a few edits keeps nearly all its pairs."""
    before = [i % 7 for i in range(size)]
    after = [*before[:100], 99, *before[100:-50], 98, *before[-50:]]
    assert len(common_pairs(before, after)) == size
    before = list(range(size))
    after = before[::-1]
    assert len(common_pairs(before, after)) == 1


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=20))
def test_increasing_is_increasing(points):
    """The run ascends strictly in the second coordinate."""
    run = increasing(sorted(set(points)))
    assert all(a[1] < b[1] for a, b in itertools.pairwise(run))
