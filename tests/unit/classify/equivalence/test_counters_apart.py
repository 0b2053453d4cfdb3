"""Loops whose counters are a number apart, and those that only look so."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest

import tracer

_GO = 'package main\n\nimport "fmt"\n\nfunc next() bool { return len(fmt.Sprint()) > 0 }\n\n'
_FROM_ONE = "func F() {\n\tfor n := 1; next(); n++ {\n\t\tfmt.Println(n)\n\t}\n}\n"
_FIRST = "func F() {\n\tn := 0\n\tfor next() {\n\t\tn++\n\t\tfmt.Println(n)\n\t}\n}\n"
_PLUS = "func F() {\n\tfor n := 0; next(); n++ {\n\t\tfmt.Println(n + 1)\n\t}\n}\n"
_FLOAT = "func F() {\n\tvar n float32 = 1\n\tfor ; next(); n++ {\n\t\tfmt.Println(n)\n\t}\n}\n"
_TWO = "func F() {\n\tm := 5\n\tfor n := 0; next(); n++ {\n\t\tfmt.Println(n, m)\n\t\tm++\n\t}\n}\n"
_TWO_PLUS = "func F() {\n\tm := 4\n\tfor n := 0; next(); n++ {\n\t\tfmt.Println(n, m + 1)\n\t\tm++\n\t}\n}\n"
_JAVA = "class A {\n    static native boolean next();\n\n    static void f() {\n        for (int n = 1; next(); n++) {\n            System.out.println(n);\n        }\n    }\n}\n"
_JAVA_PLUS = _JAVA.replace("n = 1", "n = 0").replace("println(n)", "println(n + 1)")
_C = '#include <stdio.h>\nint next(void);\nvoid f(void) {\n    for (int n = 1; next(); n++) {\n        printf("%d\\n", n);\n    }\n}\n'
_C_PLUS = _C.replace("n = 1", "n = 0").replace('", n)', '", n + 1)')
_PYTHON = "def f(a):\n    n = 1\n    while g(a):\n        h(n)\n        n += 1\n\n\ndef g(a):\n    return a.pop()\n\n\ndef h(n):\n    print(n)\n"
_PYTHON_PLUS = _PYTHON.replace("n = 1", "n = 0").replace("        h(n)", "        h(n + 1)")
_RUST = 'fn next() -> bool {\n    true\n}\n\nfn main() {\n    let mut n: u8 = 1;\n    while next() {\n        println!("{}", n);\n        n += 1;\n    }\n}\n'
_RUST_PLUS = _RUST.replace("n: u8 = 1", "n: u8 = 0").replace('", n)', '", n + 1)')
_SCRIPT = "export function f(next) {\n  let n = 1;\n  while (next()) {\n    console.log(n);\n    n += 0.1;\n  }\n}\n"
_SCRIPT_PLUS = _SCRIPT.replace("n = 1", "n = 0").replace("log(n)", "log(n + 1)")
_RESET = "\t\tif n > 3 {\n\t\t\tn = 1\n\t\t}\n\t\tfmt"

SAME = [
    ("main.go", _FROM_ONE, _FIRST),
    ("main.go", _FROM_ONE, _PLUS),
    ("main.go", _FROM_ONE, _FIRST.replace("n := 0", "var n int")),
    ("main.go", _TWO, _TWO_PLUS),
    ("A.java", _JAVA, _JAVA_PLUS),
    ("a.c", _C, _C_PLUS),
    ("a.py", _PYTHON, _PYTHON_PLUS),
    ("a.py", _PYTHON.replace("n = 1", "n = 5"), _PYTHON.replace("n = 1", "n = 8").replace("        h(n)", "        h(n - 3)")),
]  # fmt: skip
DIFFER = [
    ("main.go", _FROM_ONE, _PLUS.replace("n + 1", "n")),
    ("main.go", _FROM_ONE, _PLUS.replace("n + 1", "n + 2")),
    ("main.go", _FROM_ONE, _PLUS.replace("n := 0", "n := 1")),
    ("main.go", _FROM_ONE, _PLUS.replace("n++", "n += 2")),
    ("main.go", _FROM_ONE, _FIRST.replace("\t\tn++\n\t\tfmt.Println(n)\n", "\t\tfmt.Println(n)\n\t\tn++\n")),
    ("main.go", _FROM_ONE, _FIRST.replace("n := 0", "var n uint8")),
    ("main.go", _FROM_ONE, _PLUS.replace("n := 0", "n := uint8(0)")),
    ("main.go", _FROM_ONE, _FIRST.replace("n++\n", "n++\n\t\tif n == 3 {\n\t\t\tn = 7\n\t\t}\n")),
    ("main.go", _FROM_ONE.replace("\t\tfmt", _RESET), _PLUS.replace("\t\tfmt", _RESET.replace("n > 3", "n > 2"))),
    ("main.go", _FROM_ONE.replace("n++", "n *= 2"), _PLUS.replace("n++", "n *= 2")),
    ("main.go", _FROM_ONE.replace("n++", "n = -n"), _PLUS.replace("n++", "n = -n")),
    ("main.go", _FLOAT, _FLOAT.replace("= 1", "= 0").replace("Println(n)", "Println(n + 1)")),
    ("main.go", _TWO, _TWO_PLUS.replace("n, m + 1", "n + 1, m")),
    ("main.go", _TWO, _TWO_PLUS.replace("n, m + 1", "m, n + 1").replace("m++", "m += 2")),
    ("A.java", _JAVA.replace("int", "short"), _JAVA_PLUS.replace("int", "short")),
    ("A.java", _JAVA.replace("int", "float"), _JAVA_PLUS.replace("int", "float")),
    ("A.java", _JAVA.replace("int", "char"), _JAVA_PLUS.replace("int", "char")),
    ("A.java", _JAVA, _JAVA_PLUS.replace("int", "long")),
    ("a.c", _C.replace("int n", "unsigned char n"), _C_PLUS.replace("int n", "unsigned char n")),
    ("a.c", _C.replace("int n", "float n"), _C_PLUS.replace("int n", "float n")),
    ("a.py", _PYTHON, _PYTHON_PLUS.replace("n = 0", "n = 0.0")),
    ("a.py", _PYTHON.replace("n += 1", "n += 0.1"), _PYTHON_PLUS.replace("n += 1", "n += 0.1")),
    ("src/main.rs", _RUST, _RUST_PLUS),
    ("a.mjs", _SCRIPT, _SCRIPT_PLUS),
]  # fmt: skip


def _verdict(path, before, after):
    head = _GO if path.endswith(".go") else ""
    sides = [{path: (head + code).encode()} for code in (before, after)]
    return tracer.classify(tracer.ChangeSet.from_texts(*sides, closed_world=True)).verdict.value


@pytest.mark.parametrize(("path", "before", "after"), SAME)
def test_counters_that_stay_apart(path, before, after):
    """What starts a number apart and is counted alike stays so, in either direction."""
    assert _verdict(path, before, after) == "AST_REFACTOR"
    assert _verdict(path, after, before) == "AST_REFACTOR"


@pytest.mark.parametrize(("path", "before", "after"), DIFFER)
def test_counters_that_do_not(path, before, after):
    """Another number, step, order or start; and types whose sums are rounded, cut or checked."""
    assert _verdict(path, before, after) == "INTENT_EVOLUTION"
    assert _verdict(path, after, before) == "INTENT_EVOLUTION"
