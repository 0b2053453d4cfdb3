"""Branches written anew and called AST_REFACTOR run what they ran: found out by running them."""

from __future__ import annotations

from branchings import outcomes, rewriting
from hypothesis import given, settings
from hypothesis import strategies as st
from verdicts import EXAMPLES, is_refactoring


@settings(max_examples=4 * EXAMPLES, deadline=None, database=None, derandomize=True)
@given(st.integers(0, 1 << 32))
def test_sound(seed):
    """What is called a refactoring asks and runs the same, in the same order."""
    before, after = rewriting(seed)
    if outcomes(before) != outcomes(after):
        assert not is_refactoring(before, after), f"{before}\n-----\n{after}"


def test_some_are_proved():
    """The search looks at something: of 200 pairs some are wrong, and many others are proved."""
    pairs = [pair for pair in map(rewriting, range(200)) if pair[0] != pair[1]]
    right = [pair for pair in pairs if outcomes(pair[0]) == outcomes(pair[1])]
    assert len(pairs) - len(right) >= 30
    assert sum(is_refactoring(*pair) for pair in right) >= 0.25 * len(right)
