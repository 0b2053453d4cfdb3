"""The oracle that says which mutants change nothing: too kind a one would hide what is unsound."""

from __future__ import annotations

import pytest

from benchmarks.accuracy.verdicts.equivalents import why_equivalent

PYTHON = b"""\
def f(a):
    if a:
        return 1
        g()
    else:
        return 2
"""
JAVA = b"""\
import java.util.List;
import java.util.Map;
class A {
  int f(List x, boolean c) { if (true) { int a = 5; } int b = 2; if (c) { } return b; }
}
"""


@pytest.mark.parametrize(
    ("old", "new"), [(b"        g()\n", b""), (b"    else:\n        return 2\n", b"    return 2\n")]
)
def test_same_code(old, new) -> None:
    """Python compiles nothing behind a statement that leaves, and no `else` behind one."""
    assert why_equivalent(PYTHON, PYTHON.replace(old, new), "a.py", "python")


@pytest.mark.parametrize(
    ("old", "new"), [(b"return 2", b"return 3"), (b"if a", b"if not a"), (b"f(a)", b"f(a=1)")]
)
def test_other_code(old, new) -> None:
    assert not why_equivalent(PYTHON, PYTHON.replace(old, new), "a.py", "python")


@pytest.mark.parametrize(
    ("old", "new"), [(b"import java.util.Map;\n", b""), (b"if (true) { int a = 5; }", b"")]
)
def test_without_what_does_nothing(old, new) -> None:
    """Imports that nothing uses; branches on literals that only hold declarations of literals."""
    assert why_equivalent(JAVA, JAVA.replace(old, new), "A.java", "java")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"import java.util.List;\n", b""),
        (b"int b = 2; ", b""),
        (b"if (c) { } return b;", b"if (c) return b;"),
        (b"if (c) { }", b""),  # it reads a name, which need not be a plain variable
        (b"return b;", b"b++; return b;"),
    ],
)
def test_something_else(old, new) -> None:
    assert not why_equivalent(JAVA, JAVA.replace(old, new), "A.java", "java")
