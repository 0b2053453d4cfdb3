"""Verdicts on ranges: one function is a part of the other; pairs of look-alikes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from range_verdicts import NOT, PURE, A, judged

if TYPE_CHECKING:
    from tracer.model.enums import Verdict

PARTS = [
    # what is made, or stored, as often and at the same time
    (
        "void f() { for (int i = 0; i < 3; i++) { h(new D()); } k(); }",
        "void f() { g(new D()); k(); }",
        "void g(D d) { for (int i = 0; i < 3; i++) { h(d); } }",
        NOT,
    ),
    (
        "void f() { h(new D()); n(); k(); }",
        "void f() { g(new D()); k(); }",
        "void g(D d) { h(d); n(); }",
        PURE,
    ),
    (
        "void f(int b) { h(b); m(b++); k(); }",
        "void f(int b) { g(b++, b); k(); }",
        "void g(int c, int b) { h(b); m(c); }",
        NOT,
    ),
    # a constant takes the type of what stands beside it
    (
        "Object f(boolean a, char c) { Object o = a ? c : 1; h(o); return o; }",
        "Object f(boolean a, char c) { Object o = g(a, c, 1); h(o); return o; }",
        "Object g(boolean a, char c, int n) { return a ? c : n; }",
        NOT,
    ),
    (
        "Object f(boolean a, D c) { Object o = a ? c : null; h(o); return o; }",
        "Object f(boolean a, D c) { Object o = g(a, c); h(o); return o; }",
        "Object g(boolean a, D c) { return a ? c : null; }",
        PURE,
    ),
    # a part that calls itself is not the whole that does
    (
        "void f(int a) { h(a); f(a - 1); k(); }",
        "void f(int a) { g(a); k(); }",
        "void g(int a) { h(a); g(a - 1); }",
        NOT,
    ),
    (
        "void f(int a) { h(a); f(a - 1); k(); }",
        "void f(int a) { g(a); k(); }",
        "void g(int a) { h(a); f(a - 1); }",
        PURE,
    ),
    # a parameter or result of another type converts
    (
        'String f(char c) { h(); return "" + c + c; }',
        "String f(char c) { h(); return g(c); }",
        'String g(int c) { return "" + c + c; }',
        NOT,
    ),
    (
        'String f(char c) { h(); return "" + c + c; }',
        "String f(char c) { h(); return g(c); }",
        'String g(char c) { return "" + c + c; }',
        PURE,
    ),
    (
        "void f(int i) { h(); int j = i; h(j + j); }",
        "void f(int i) { h(); h(g(i)); }",
        "double g(int i) { int j = i; return j; }",
        NOT,
    ),
    # the caller negates what it did not
    (
        "boolean f() { return !d.ok(); }",
        "boolean f() { return g(); }",
        "boolean g() { return d.ok(); }",
        NOT,
    ),
    # the body leaves early, and its caller does not
    (
        "int f(D a) { if (a.ok()) { a.x(); return 1; } a.y(); return 2; }",
        "int f(D a) { int r = g(a); a.z(); return r; }",
        "int g(D b) { if (b.ok()) { b.x(); return 1; } b.y(); return 2; }",
        NOT,
    ),
    (
        "int f(D a) { if (a.ok()) { a.x(); return 1; } a.y(); return 2; }",
        "int f(D a) { return g(a); }",
        "int g(D b) { if (b.ok()) { b.x(); return 1; } b.y(); return 2; }",
        PURE,
    ),
    # a field that is passed gets a new value meanwhile
    (
        "void f(D a) { n = 5; a.x(n); }",
        "void f(D a) { g(a, n); }",
        "void g(D a, int s) { n = 5; a.x(s); }",
        NOT,
    ),
    # the arguments changed places
    (
        "void f(D a, D b) { a.x(b); }",
        "void f(D a, D b) { g(b, a); }",
        "void g(D a, D b) { a.x(b); }",
        NOT,
    ),
    # evaluated sooner, and once
    (
        "void f(D a) { while (a.c()) a.x(a.p()); }",
        "void f(D a) { g(a, a.p()); }",
        "void g(D a, int s) { while (a.c()) a.x(s); }",
        NOT,
    ),
    # a new value of a parameter is lost
    (
        "int f(int a) { a = a + n; h(a); return a; }",
        "int f(int a) { g(a); return a; }",
        "void g(int b) { b = b + n; h(b); }",
        NOT,
    ),
    # before, the caller after, the new method
    (
        "int f(int a) { h(); return a * n; }",
        "int f(int a) { h(); return g(a); }",
        "int g(int b) { return b * n; }",
        PURE,
    ),
    (
        "int f(int a) { h(); return a * n; }",
        "int f(int a) { h(); return g(a); }",
        "int g(int b) { return n * n; }",
        NOT,
    ),
    (
        "void f(D a) { a.x(); a.y(n); a.z(); }",
        "void f(D a) { g(a); a.z(); }",
        "void g(D b) { b.x(); b.y(n); }",
        PURE,
    ),
    (
        "void f(D a) { a.x(); a.y(n); a.z(); }",
        "void f(D a) { g(a); a.z(); }",
        "void g(D b) { b.y(n); b.x(); }",
        NOT,
    ),
    # what is passed is not what stood there
    (
        "void f(D a, D c) { a.x(); a.y(n); }",
        "void f(D a, D c) { g(1); }",
        "void g(D b) { b.x(); b.y(n); }",
        NOT,
    ),
    ("void f(D a) { a.x(); a.y(n); }", "void f(D a) { }", "void g(D b) { b.x(); b.y(n); }", NOT),
    # the code around the call was part of what was extracted
    (
        "int f(D a) { if (a.ok()) return a.x(); return 0; }",
        "int f(D a) { if (a.ok()) return g(a); return 0; }",
        "int g(D b) { if (b.ok()) return b.x(); return 0; }",
        NOT,
    ),
    (
        "D f() { D r = d.a(); r.x(); return r.y(); }",
        "D f() { D r = g(); return r.y(); }",
        "D g() { D r = d.a(); r.x(); return r; }",
        PURE,
    ),
    # what stood beside it is gone
    (
        "void f(D a) { a.x(); a.y(n); a.z(); }",
        "void f(D a) { g(a); }",
        "void g(D b) { b.x(); b.y(n); }",
        NOT,
    ),
    (
        "D f() { D r = d.a(); if (r == null) { r = d.b(); } return r.y(); }",
        "D f() { D r = g(); return r.y(); }",
        "D g() { D r = d.a(); return r; }",
        NOT,
    ),
    # another local is passed
    (
        "int f(D a, D e) { h(); return a.x(n) * 2; }",
        "int f(D a, D e) { h(); return g(e) * 2; }",
        "int g(D b) { return b.x(n); }",
        NOT,
    ),
    # another new function calls it on the way
    (
        "int f(D a) { h(); return a.x(n) * 2; }",
        "int f(D a) { h(); return k(a); } int k(D c) { return g(c) * 2; }",
        "int g(D b) { return b.x(n); }",
        PURE,
    ),
    (
        "int f(D a, D e) { h(); return a.x(n) * 2; }",
        "int f(D a, D e) { h(); return k(e); } int k(D c) { return g(c) * 2; }",
        "int g(D b) { return b.x(n); }",
        NOT,
    ),
    # and evaluates once what was evaluated each time
    (
        "void f(D a) { while (a.c()) a.x(a.p()); }",
        "void f(D a) { k(a, a.p()); } void k(D a, int s) { while (a.c()) g(a, s); }",
        "void g(D a, int s) { a.x(s); }",
        NOT,
    ),
    # a condition that the caller has settled
    (
        "void f(D a) { h(); while (a.c()) a.x(); }",
        "void f(D a) { h(); g(a, true); }",
        "void g(D a, boolean all) { while (all && a.c()) a.x(); }",
        PURE,
    ),
    (
        "void f(D a) { h(); while (a.c()) a.x(); }",
        "void f(D a) { h(); g(a, false); }",
        "void g(D a, boolean all) { while (all && a.c()) a.x(); }",
        NOT,
    ),
    # what it is passed beside what stands for something
    (
        "void f(D a) { h(); a.x(m(n)); } int m(int t) { return t; }",
        "void f(D a) { h(); g(a, 1, n); } int m(int s, int t) { return t; }",
        "void g(D a, int s, int t) { a.x(m(s, t)); }",
        PURE,
    ),
    (
        "void f(D a) { h(); a.x(m(n)); }",
        "void f(D a) { h(); g(a, n, 1); }",
        "void g(D a, int s, int t) { a.x(m(s, t)); }",
        NOT,
    ),
]


@pytest.mark.parametrize(("before", "caller", "new", "verdict"), PARTS)
def test_extracted_and_inlined(before: str, caller: str, new: str, verdict: Verdict) -> None:
    """A method out of another, and the same backwards."""
    small, large = A.format(before), A.format(f"{caller}\n{new}")
    found = judged(small, large, ("A.f", "A.g"), ("extracted",))
    assert found.verdict is verdict, found
    found = judged(large, small, ("A.g", "A.f"), ("inlined",))
    assert found.verdict is verdict, found
