"""Expressions whose order C, C++ and Go leave open: what gets one is no refactoring."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

PLACES = "int i = 0; int a[3];\nint h(void) { ++i; return 7; }\n"
MEMBERS = (
    "struct P { int x; };\nstruct P s, *p = &s;\nint n;\n"
    "int h(void) { n++; return 7; }\nint g(void) { p = 0; return 7; }\n"
)
VALUES = (
    "int n = 1;\nint k(int x) { return x; }\nint a(void) { n = 5; return 1; }\n"
    "int b(void) { n = 6; return 2; }\n"
)
COUNTS = (
    "package m\n\ntype T struct{ n int }\n\nfunc k(x int) int { return x }\n"
    "func (t *T) inc() int { t.n++; return t.n }\n"
)
TEXTS = "#include <string>\nstd::string rd();\n"
STACK = (
    "#include <vector>\nint pop(std::vector<int>& s) "
    "{ int v = s.back(); s.pop_back(); return v; }\n"
)


def verdict(path: str, around: str, before: str, after: str) -> Verdict:
    texts = ({path: (around + one + "\n").encode()} for one in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


OPEN = [
    ("a.c", PLACES, "void f(void) { int v = h(); a[i] = v; }", "void f(void) { a[i] = h(); }"),
    ("a.c", MEMBERS, "void f(void) { int v = g(); p->x = v; }", "void f(void) { p->x = g(); }"),
    ("a.c", VALUES, "int f(void) { int x = n + k(2); int y = a(); return x * y; }",
     "int f(void) { return (n + k(2)) * a(); }"),
    ("a.c", VALUES, "int f(void) { int x = k(n); int y = a(); return x * y; }",
     "int f(void) { return k(n) * a(); }"),
    ("a.c", VALUES, "int f(void) { int x = a(); int y = b(); return x - y; }",
     "int f(void) { return a() - b(); }"),
    ("a.cpp", TEXTS, "std::string f() { auto a = rd(); auto b = rd(); return a + b; }",
     "std::string f() { return rd() + rd(); }"),
    ("a.cpp", STACK, "int f(std::vector<int>& s) { int a = pop(s); int b = pop(s); return a - b; }",
     "int f(std::vector<int>& s) { return pop(s) - pop(s); }"),
    ("a.go", COUNTS, "func f(t *T, xs []int) {\n\ti := t.n\n\txs[i] = t.inc()\n}",
     "func f(t *T, xs []int) {\n\txs[t.n] = t.inc()\n}"),
    ("a.go", COUNTS, "func f(t *T) int {\n\ta := t.n + k(2)\n\tb := t.inc()\n\treturn a * b\n}",
     "func f(t *T) int {\n\treturn (t.n + k(2)) * t.inc()\n}"),
]  # fmt: skip
CLOSED = [
    ("a.c", PLACES, "void f(int j) { int v = h(); a[j] = v; }", "void f(int j) { a[j] = h(); }"),
    ("a.c", MEMBERS, "void f(void) { int v = h(); n = v; }", "void f(void) { n = h(); }"),
    ("a.c", MEMBERS, "void f(struct P *q) { int v = h(); q->x = v; }",
     "void f(struct P *q) { q->x = h(); }"),
    ("a.c", VALUES, "int f(int q) { int x = k(q); int y = k(2); return x - y; }",
     "int f(int q) { return k(q) - k(2); }"),
    ("a.c", VALUES, "int f(int q) { int x = k(q); int y = a(); return x - y; }",
     "int f(int q) { return k(q) - a(); }"),
    ("a.go", COUNTS, "func f(t *T, xs []int, i int) {\n\tv := t.inc()\n\txs[i] = v\n}",
     "func f(t *T, xs []int, i int) {\n\txs[i] = t.inc()\n}"),
    ("a.go", COUNTS, "func f(t *T) int {\n\ta := k(t.n)\n\tb := t.inc()\n\treturn a * b\n}",
     "func f(t *T) int {\n\treturn k(t.n) * t.inc()\n}"),
    ("a.go", COUNTS, "func f(t *T) int {\n\ta := t.inc()\n\tb := t.inc()\n\treturn a - b\n}",
     "func f(t *T) int {\n\treturn t.inc() - t.inc()\n}"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "around", "before", "after"), OPEN)
def test_an_order_that_is_open_is_none(path: str, around: str, before: str, after: str) -> None:
    assert verdict(path, around, before, after) is not Verdict.AST_REFACTOR


@pytest.mark.parametrize(("path", "around", "before", "after"), CLOSED)
def test_an_order_that_does_not_matter(path: str, around: str, before: str, after: str) -> None:
    assert verdict(path, around, before, after) is Verdict.AST_REFACTOR
