"""`control_flow`: ways to write the same branches, and what only looks like one."""

import pytest
from judge import judge

PYTHON = [
    # (before, after, whether they are the same)
    ("if a: x()", "if not a: return\nx()", True),
    ("if a: x()\nelse: x()", "if not a: x()\nelse: x()", False),
    ("if a: return", "if a: pass", False),
    ("if a: return 1\nelse: return 2", "if a: return 1\nreturn 2", True),
    ("if a: return 1\nelif b: return 2\nelse: x()", "if a: return 1\nif b: return 2\nx()", True),
    ("if a: y()\nelif b: return 2\nx()", "if a: y()\nif b: return 2\nx()", False),
    ("for i in a:\n    if i: x()", "for i in a:\n    if not i: continue\n    x()", True),
    ("for i in a:\n    if i: x()", "for i in a:\n    if not i: break\n    x()", False),
    ("for i in a:\n    if i: x()\n    y()",
     "for i in a:\n    if not i: continue\n    x()\n    y()", False),
    ("if a:\n    if b: x()", "if a and b: x()", True),
    ("if a:\n    if b: x()\nelse: y()", "if a and b: x()\nelse: y()", False),
    ("if not (a and b): return\nx()", "if a and b: x()", True),
    ("if not a or not b: return\nx()", "if a and b: x()", True),
    ("if not (a and b): return\nx()", "if a or b: x()", False),
    ("if not (a and b): return\nx()", "if b and a: x()", False),
    ("if a is None: x()\nelse: y()", "if a is not None: y()\nelse: x()", True),
    ("if a == b: x()\nelse: y()", "if a != b: y()\nelse: x()", False),
    ("if a < b: x()\nelse: y()", "if a >= b: y()\nelse: x()", False),
    ("if a: return\nx()", "if a: return None\nx()\nreturn", True),
    ("if a: return 1\nx()", "if not a: x()", False),
    ("return 1\nx()", "return 1", True),
    ("return 1\nw = 2", "return 1", True),
    ("a(y)\nreturn 1\ny = 2", "a(y)\nreturn 1", False),
    ("return 1\nyield", "return 1", False),
    ("if True: x()\nelse: y()", "x()", True),
    ("if False:\n    yield\nx()", "x()", False),
    ("pass\n'text'", "'text'", False),
    ("with a:\n    if b: return\n    x()\ny()", "with a:\n    if not b: x()\ny()", False),
    # The same, but the end of a `try` is not the end of the function: not claimed.
    ("try:\n    if a: return\n    x()\nfinally: y()", "try:\n    if not a: x()\nfinally: y()",
     False),
    ("if a: x()\nelse: y()\nz()", "if a: x()\ny()\nz()", False),
    ("if a:  # cython: x\n    x()", "if not a: return  # cython: x\nx()", False),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "is_same"), PYTHON)
def test_python(before, after, is_same):
    """Both directions give one answer."""
    one, two = (_function(text) for text in (before, after))
    for left, right in ((one, two), (two, one)):
        found = judge({"a.py": left}, {"a.py": right}, closed_world=True)
        assert (found.verdict.verdict.value == "AST_REFACTOR") is is_same


def _function(body):
    lines = body.splitlines()
    return "def f(a, b, x, y, z):\n" + "".join(f"    {line}\n" for line in lines)


OTHERS = [
    ("a.js", "if (a) { x(); }", "if (!a) return; x();", True),
    ("a.js", "if (a) { const c = g(); x(c); }", "if (!a) { return; } const c = g(); x(c);", True),
    ("a.js", "if (a) { return; } else { const y = g(); x(y); } z(y);",
     "if (a) { return; } const y = g(); x(y); z(y);", False),
    ("a.js", "if (a === b) { x(); } else { y(); }", "if (a !== b) { y(); } else { x(); }", True),
    ("a.js", "for (const i of a) { if (i) { x(i); } }",
     "for (const i of a) { if (!i) continue; x(i); }", True),
    ("a.js", "l: for (const i of a) { if (i) { x(i); } }",
     "l: for (const i of a) { if (!i) continue l; x(i); }", False),
    ("a.js", "if (a) { x(); }", "if (a) x();", True),
    ("a.js", "if (a) { x(); y(); }", "if (a) x(); y();", False),
    ("a.js", "switch (a) { case 1: if (b) { return; } else { x(); } }",
     "switch (a) { case 1: if (!b) { x(); } else { return; } }", True),
    ("a.js", "return; var x;", "return;", True),
    ("a.js", "x(); return; var x;", "x(); return;", False),
    ("a.tsx", "if (a) { x(); }", "if (!a) return; x();", True),
    ("A.java", "if (a == 1) { x(); y(); }", "if (a != 1) { return; } x(); y();", True),
    ("A.java", "if (o instanceof B b) { x(b); }",
     "if (!(o instanceof B b)) { return; } x(b);", False),
    ("A.java", "if (a == 1) { return; } else { int y = 1; x(y); } z(y);",
     "if (a == 1) { return; } int y = 1; x(y); z(y);", False),
    ("A.java", "g(() -> { if (a) { x(); } });", "g(() -> { if (!a) { return; } x(); });", True),
    ("a.go", "if a { x() } else { return }\ny()", "if !a { return }\nx()\ny()", True),
    ("a.go", "if a { b := g(); x(b) }", "if !a { return }\nb := g(); x(b)", True),
    ("a.go", "if y := g(); y { return } else { x() }", "if y := g(); y { return }\nx()", False),
    ("a.go", "y, b := g(); x(y)\nif a { y, c := g(); x(y, c) }",
     "y, b := g(); x(y)\nif !a { return }\ny, c := g(); x(y, c)", False),
    ("a.go", "x()\nreturn", "x()", False),  # nothing but what says nothing
    ("a.js", "if (a) { }", "if (!a) { }", False),
    ("a.js", "if (true) { } x();", "if (false) { } x();", False),
    ("a.js", "x(); return; if (a == b) { y(); }", "x(); return; if (a != b) { y(); }", False),
    ("a.js", "for (const i of a) x(i);", "for (const i of a) y(i);", False),
    ("a.c", "if (a) { x(); }", "if (!a) return; x();", False),
    ("a.rs", "if a { x(); }", "if !a { return; } x();", False),
]  # fmt: skip
FRAMES = {
    "js": "function f(a, b) { %s }\n", "tsx": "function f(a, b) { %s }\n",
    "java": "class A { void f() { %s } }\n", "go": "package p\n\nfunc f() {\n%s\n}\n",
    "c": "void f(int a) { %s }\n", "rs": "fn f(a: bool) { %s }\n",
}  # fmt: skip


@pytest.mark.parametrize(("path", "before", "after", "is_same"), OTHERS)
def test_others(path, before, after, is_same):
    """The same in languages whose lists have names of their own."""
    frame = FRAMES[path.rpartition(".")[2]]
    for left, right in ((before, after), (after, before)):
        found = judge({path: frame % left}, {path: frame % right}, closed_world=True)
        assert (found.verdict.verdict.value == "AST_REFACTOR") is is_same


def test_a_result_is_handed_back():
    """A function of Go with a result ends in a `return`, which may be bare."""
    frame = "package p\n\nfunc f(a bool) (n int, err error) {\n%s\n}\n"
    one, two = frame % "if a { n = 1 }\nreturn", frame % "if a { n = 1 }"
    for before, after in ((one, two), (two, one)):
        found = judge({"a.go": before}, {"a.go": after}, closed_world=True)
        assert found.verdict.verdict.value == "INTENT_EVOLUTION"


def test_deep_conditions_are_left_alone():
    """Conditions in one another beyond all reason are not read, and nothing breaks."""
    deep = "".join("    " * i + "if a:\n" for i in range(1, 90)) + "    " * 90 + "x()\n"
    before = "def f(a, x):\n" + deep
    after = before + "    return\n"
    found = judge({"a.py": before}, {"a.py": after}, closed_world=True)
    assert found.verdict.verdict.value == "INTENT_EVOLUTION"
