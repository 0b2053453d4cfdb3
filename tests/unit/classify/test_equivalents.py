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


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (b"if (a) return 1; else if (b) return 2;", b"if (a) return 1; if (b) return 2;", True),
        (b"if (a) { f(); return 1; } else g();", b"if (a) { f(); return 1; } g();", True),
        (b"if (a) f(); else g();", b"if (a) f(); g();", False),
        (b"if (a) if (b) return 1; else g();", b"if (a) if (b) return 1; g();", False),
        (b"return (a && b) || c;", b"return a && b || c;", True),
        (b"return a && (b || c);", b"return a && b || c;", False),
    ],
)
def test_branches_that_leave_and_brackets(old, new, is_same) -> None:
    """An `else` behind what leaves, and brackets that the tree has anyway, do nothing."""
    texts = (b"class A { int m() { %s } }" % body for body in (old, new))
    assert bool(why_equivalent(*texts, "A.java", "java")) == is_same


@pytest.mark.parametrize(("left_out", "is_same"), [("    a\n", True), ("    b\n", False)])
def test_name_behind_its_value(left_out, is_same) -> None:
    """A name by itself asks whether it is bound: right behind its value it is."""
    text = "def f(b):\n    a = b()\n    a\n    b\n    return a\n"
    found = why_equivalent(text.encode(), text.replace(left_out, "", 1).encode(), "a.py", "python")
    assert bool(found) == is_same
