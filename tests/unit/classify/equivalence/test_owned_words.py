"""Words that no term says: each is said of the same definition in both versions."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

Files = dict[str, str]


def verdict(before: Files, after: Files, *, closed: bool) -> Verdict:
    texts = ({path: text.encode() for path, text in one.items()} for one in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=closed)).verdict


GROUPS = (
    "def f(g):\n    try:\n        return g()\n    except%s ValueError:\n        g(1)\n\n\n"
    "def h(g):\n    try:\n        return g()\n    except%s ValueError:\n        g(2)\n"
)
LENGTHS = (
    "package m\n\nvar a [%d]int\nvar b [%d]int\n\nfunc f() int { return len(a)*100 + len(b) }\n"
)
FIELDS = (
    "package m\n\ntype T struct {\n\ta [%d]int\n\tb [%d]int\n}\n\n"
    "func f(t T) int { return len(t.a)*100 + len(t.b) }\n"
)
LOCALS = (
    "package m\n\nfunc f() int {\n\tvar a [%d]int\n\tvar b [%d]int\n"
    "\treturn len(a)*100 + len(b)\n}\n"
)
TAKES = "package m\n\nfunc f(x any) bool {\n\t_, ok := x.(func(%s))\n\treturn ok\n}\n"
NESTED = (
    'class B { %sString name = "b"; }\n'
    'class O { String name = "o"; class A extends B { String f() { return name; } } }\n'
)
PACKAGES = {
    "p/A.java": "package p;\npublic class A { %sint n() { return 1; } "
    "public int f() { return n(); } }\n",
    "q/B.java": "package q;\npublic class B extends p.A { %sint n() { return 2; } }\n",
}
KEPT = "interface I { int n(); }\nclass A implements I { %sint n() { return 1; } }\n"
MADE = "public class A { %sA() { } int n() { return A.class.getConstructors().length; } }\n"
LAYOUT = (
    "#include <type_traits>\nclass A { public: int x; %s: int y; };\n"
    "bool f() { return std::is_standard_layout<A>::value; }\n"
)
STRUCT = "struct P { int x; };\nstruct P %sp = {1};\n"
SPACE = "namespace n {\n  %s\n}\n"
LAST = "public class A { %s int n() { return 1; } }\n"
FINAL = "public class A { public %sint n() { return 1; } public %sint m() { return 2; } }\n"


def both(
    text: str, before: tuple[object, ...], after: tuple[object, ...], path: str
) -> list[Files]:
    return [{path: text % before}, {path: text % after}]


def packages(first: str, second: str) -> Files:
    words = dict(zip(PACKAGES, (first, second), strict=True))
    return {path: text % words[path] for path, text in PACKAGES.items()}


MOVED = {
    "p/A.java": PACKAGES["p/A.java"] % "",
    "p/B.java": "package p;\npublic class B extends A { int n() { return 2; } }\n",
}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        both(GROUPS, ("*", ""), ("", "*"), "a.py"),
        both(LENGTHS, (4, 8), (8, 4), "a.go"),
        both(FIELDS, (4, 8), (8, 4), "a.go"),
        both(LOCALS, (4, 8), (8, 4), "a.go"),
        both(TAKES, ("...int",), ("int",), "a.go"),
        both(NESTED, ("private ",), ("",), "O.java"),
        both(NESTED, ("",), ("private ",), "O.java"),
        both(KEPT, ("public ",), ("",), "A.java"),
        both(MADE, ("public ",), ("",), "A.java"),
        (packages("", ""), packages("protected ", "protected ")),
        (packages("", ""), MOVED),
        both(LAYOUT, ("private",), ("public",), "a.cpp"),
    ],
)  # fmt: skip
def test_other_words_are_no_refactoring(before: Files, after: Files) -> None:
    assert verdict(before, after, closed=True) is not Verdict.AST_REFACTOR


@pytest.mark.parametrize(
    ("before", "after", "path"),
    [
        ("int k = 5;\n", "int const k = 5;\n", "a.c"),
        (STRUCT % "", STRUCT % "const ", "a.c"),
        ("int g(int a) { return a; }\n", "inline int g(int a) { return a; }\n", "a.c"),
        (SPACE % "int g() { return 1; }", SPACE % "inline int g() { return 1; }", "a.cpp"),
        (SPACE % "int k = 4;", SPACE % "const int k = 4;", "a.cpp"),
        (LAST % "public", LAST % "final public", "A.java"),
        (LAST % "public synchronized", LAST % "public synchronized final", "A.java"),
        (FINAL % ("final ", ""), FINAL % ("", "final "), "A.java"),
        ("package m\n\nconst (\n\tK = 5\n)\n", "package m\n\nvar (\n\tK = 5\n)\n", "m.go"),
        ("pub mod a;\nmod b;\n", "mod a;\npub mod b;\n", "lib.rs"),
        ("pub mod a;\n", "pub(crate) mod a;\n", "lib.rs"),
    ],
)  # fmt: skip
def test_other_words_matter_to_code_that_is_not_seen(before: str, after: str, path: str) -> None:
    modules = {"a.rs": "pub fn x() {}\n", "b.rs": "pub fn y() {}\n"} if path == "lib.rs" else {}
    files = {path: before} | modules, {path: after} | modules
    assert verdict(*files, closed=False) is not Verdict.AST_REFACTOR


HELPER = "class A { %sint h() { return 1; } int n() { return h(); } }\n"


@pytest.mark.parametrize(
    ("before", "after", "is_closed"),
    [
        (*both(HELPER, ("",), ("private ",), "A.java"), True),
        (packages("public ", "public "), packages("public ", "public final "), True),
        ({"a.go": "package m\n\nfunc f() int {\n\tvar b [8]int\n\treturn len(b)\n}\n"},
         {"a.go": "package m\n\nfunc f() int {\n\tvar c [8]int\n\treturn len(c)\n}\n"}, True),
        ({"a.py": GROUPS % ("*", "")},
         {"a.py": (GROUPS % ("*", "")).replace("(g)", "(k)").replace("g(", "k(")}, True),
        ({"a.c": "static int k = 5;\nint f(void) { return k; }\n"},
         {"a.c": "static const int k = 5;\nint f(void) { return k; }\n"}, False),
        ({"a.c": "int f(int a) { int b = a; return b; }\n"},
         {"a.c": "int f(int a) { const int b = a; return b; }\n"}, False),
    ],
)  # fmt: skip
def test_words_that_stay_are_proved(before: Files, after: Files, is_closed: bool) -> None:
    assert verdict(before, after, closed=is_closed) is Verdict.AST_REFACTOR
