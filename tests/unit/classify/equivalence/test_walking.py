"""What code is made of: whether two pieces of it differ in literals alone."""

from __future__ import annotations

import pytest

from tracer.classify.equivalence.symbols.walking import only_literals_differ
from tracer.semantics.program import build_program
from tracer.syntax import parse


def code_of(body: str) -> object:
    program = build_program(
        [("a.py", parse(f"def f(x):\n    return {body}\n".encode(), path="a.py"))]
    )
    (symbol,) = program.definitions
    return program.definitions[symbol].function


@pytest.mark.parametrize(
    ("before", "after", "is_only"),
    [
        ("x + 1", "x + 2", True),
        ("x + 1", "x  +  2", True),
        ("x['a'] + 1", "x['b'] + 2", True),
        ("x + 1", "x + 1.0", True),
        ("x + 1", "x + 1", False),
        ("x + 0x10", "x + 16", False),
        ("x + 1", "x - 2", False),
        ("x + 1", "x + y", False),
        ("x + 1", "x + 1 + 2", False),
        ("f(x, 1)", "f(x, y=2)", False),
    ],
)
def test_only_literals_differ(before: str, after: str, *, is_only: bool) -> None:
    """One value for another, anywhere; the same value in another spelling is no difference."""
    assert only_literals_differ(code_of(before), code_of(after)) is is_only
