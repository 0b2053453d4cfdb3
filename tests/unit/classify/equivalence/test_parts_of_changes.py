"""What the whole refuses is no refactoring either where another function changes beside it."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

PYTHON = "\n\ndef zz():\n    return %d\n"
RUST = "pub fn zz() -> i32 { %d }\n"
SCRIPT = "function zz() { return %d; }\n"
CLASSES = (
    "class A { m() { return 1; } }\nclass B extends A { m() { return 2; } "
    "f() { return %s.m(); } }\nmodule.exports = () => new B().f();\n"
)
FIELD = '#[derive(serde::Serialize)]\npub struct A { #[serde(rename = "%s")] pub n: i32 }\n'
READ = "from %s import K\n\n\ndef f():\n    return K\n"
CONSTANTS = {"one.py": "K = 1\n", "two.py": "K = 2\n"}
C = "int zz(void) { return %d; }\n"
STRUCT = "struct S { %s; };\nint f(struct S *s) { s->n++; return s->n; }\n"
MATCH = "const %s: i32 = 1;\npub fn f(n: i32) -> i32 { match n { LOW => 1, _ => 2 } }\n"
TYPED = "def f(a):\n    %s\n    return len([a])\n"
NAMES = "from one import K as %s, L as %s\n\n\ndef f():\n    return K - L\n"


@pytest.mark.parametrize(
    ("path", "before", "after", "beside", "others"),
    [
        ("m.py", READ % "one", READ % "two", PYTHON, CONSTANTS),
        ("m.py", NAMES % ("K", "L"), NAMES % ("L", "K"), PYTHON, {"one.py": "K = 1\nL = 2\n"}),
        ("a.rs", FIELD % "x", FIELD % "y", RUST, {}),
        ("a.js", CLASSES % "super", CLASSES % "this", SCRIPT, {}),
        ("a.c", STRUCT % "unsigned char n", STRUCT % "int n", C, {}),
        ("a.c", STRUCT % "unsigned n : 3", STRUCT % "unsigned n", C, {}),
        ("a.rs", MATCH % "LOW", MATCH % "LOWEST", RUST, {}),
        ("m.py", TYPED % "# type: (int) -> int", TYPED % "# type: (str) -> int", PYTHON, {}),
    ],
)
def test_a_part_is_proved_by_all_that_it_rests_on(
    path: str, before: str, after: str, beside: str, others: dict[str, str]
) -> None:
    """22: Each was the same program, complete, once `zz` changed."""
    sides = ({path: before + beside % 1} | others, {path: after + beside % 2} | others)
    texts = ({name: text.encode() for name, text in one.items()} for one in sides)
    found = tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True))
    changes = [one for file in found.files for one in file.changes]
    assert changes
    assert all(one.verdict is Verdict.INTENT_EVOLUTION for one in changes)
