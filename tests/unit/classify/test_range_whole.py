"""Verdicts on ranges: one function is the other, put otherwise; pairs of look-alikes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from range_verdicts import NOT, PURE, A, judged

if TYPE_CHECKING:
    from tracer.model.enums import Verdict

WHOLE = [
    # a literal that gets another type by its variable
    ("double f(int a) { double x = 1; return x / 2; }", "double g(int a) { return 1 / 2; }", NOT),
    ("int f(int a) { int x = 1; return x / 2; }", "int g(int a) { return 1 / 2; }", PURE),
    ("void f(int a) { long x = 1; h(x); }", "void g(int a) { h(1); }", NOT),
    ("void f(int a) { long x = 1L; h(x); }", "void g(int a) { h(1L); }", PURE),
    ('void f(int a) { Object x = "q"; h(x); }', 'void g(int a) { h("q"); }', NOT),
    ('void f(int a) { String x = "q"; h(x); }', 'void g(int a) { h("q"); }', PURE),
    # a text with an error in it is not what an error leaves out
    (
        "Object f(int a) { List<? extends T> x = h(a); return x; }",
        "Object g(int a) { List<? extends T>= x = h(a); return x; }",
        NOT,
    ),
    (
        "Object f(int a) { List<? extends T> x = h(a); return x; }",
        "Object g(int a) { List<? extends T> y = h(a); return y; }",
        PURE,
    ),
    # an object with members of its own is of another class than its variable
    (
        "void f() { D x = new D() { void k(int i) { } }; x.k(1); }",
        "void g() { new D() { void k(int i) { } }.k(1); }",
        NOT,
    ),
    ("void f() { D x = new D(); x.k(1); }", "void g() { new D().k(1); }", PURE),
    # a member of the declared class, or of that of the value
    ("void f(C a) { D x = a; x.k(1); }", "void g(C a) { a.k(1); }", NOT),
    ("void f(D a) { D x = a; x.k(1); }", "void g(D a) { a.k(1); }", PURE),
    ("void f(Object a) { D x = (C) a; x.k(1); }", "void g(Object a) { ((C) a).k(1); }", NOT),
    ("void f(Object a) { D x = (D) a; x.k(1); }", "void g(Object a) { ((D) a).k(1); }", PURE),
    # an empty box is an error to choose by
    (
        "Object f(Boolean a) { if (a) return true; return false; }",
        "Object g(Boolean a) { return a; }",
        NOT,
    ),
    (
        "Object f(boolean a) { if (a) return true; return false; }",
        "Object g(boolean a) { return a; }",
        PURE,
    ),
    # a choice has one type
    (
        "Object f(boolean c, int a, double b) { if (c) return a; return b; }",
        "Object g(boolean c, int a, double b) { return c ? a : b; }",
        NOT,
    ),
    (
        "Integer f(boolean c, Integer a) { if (c) return a; return 0; }",
        "Integer g(boolean c, Integer a) { return c ? a : 0; }",
        NOT,
    ),
    (
        "Object f(boolean c, int a, int b) { if (c) return a; return b; }",
        "Object g(boolean c, int a, int b) { return c ? a : b; }",
        PURE,
    ),
    # a constant takes the type of what stands beside it
    (
        "Object f(boolean c, char d) { final int x = 1; h(x); return c ? d : x; }",
        "Object g(boolean c, char d) { int x = 1; h(x); return c ? d : x; }",
        NOT,
    ),
    (
        "Object f(boolean c, char d) { final int x = 1; h(x); return c ? d : x; }",
        "Object g(boolean c, char d) { final int y = 1; h(y); return c ? d : y; }",
        PURE,
    ),
    # boxes are compared by identity
    (
        "boolean f(int a, int b) { Integer x = a; return x == b; }",
        "boolean g(int a, int b) { return a == b; }",
        NOT,
    ),
    # classes of one name in two packages
    ("Object f() { return new p.Date(0); }", "Object g() { return new q.Date(0); }", NOT),
    ("Object f() { return new p.Date(0); }", "Object g() { return (new p.Date(0)); }", PURE),
    # the object around, and the own one
    (
        "Object f() { return new Object() { int g() { return A.this.n; } }; }",
        "Object g() { return new Object() { int g() { return this.n; } }; }",
        NOT,
    ),
    ("int f() { return A.this.n; }", "int g() { return this.n; }", PURE),
    # the words of the header and of locals
    (
        "int f(int a) { int b = a + n; return b * b; }",
        "static int g(final int x) { int y = x + n; return y * y; }",
        PURE,
    ),
    (
        "int f(int a) { int b = a + n; return b * b; }",
        "int g(int x) { int y = x + n; return y * x; }",
        NOT,
    ),
    # a guard and its else
    (
        "int f(int a) { if (a > n) { return 1; } else { h(); return 2; } }",
        "int g(int a) { if (a > n) return 1; h(); return 2; }",
        PURE,
    ),
    (
        "int f(int a) { if (a > n) { return 1; } else { h(); return 2; } }",
        "int g(int a) { if (a > n) h(); return 2; }",
        NOT,
    ),
    (
        "void f(D a) { if (a == null) return; a.run(); }",
        "void g(D a) { if (a != null) { a.run(); } }",
        PURE,
    ),
    (
        "void f(D a) { if (a == null) return; a.run(); }",
        "void g(D a) { if (a != null) { a.run(); } a.stop(); }",
        NOT,
    ),
    # nested conditions, and a negation of both
    (
        "void f(D a) { if (a != null) { if (a.ok()) h(); } }",
        "void g(D a) { if (a != null && a.ok()) h(); }",
        PURE,
    ),
    (
        "void f(D a) { if (a != null) { if (a.ok()) h(); } }",
        "void g(D a) { if (a != null || a.ok()) h(); }",
        NOT,
    ),
    (
        "boolean f(D a) { return !(a.x() && a.y()); }",
        "boolean g(D a) { return !a.x() || !a.y(); }",
        PURE,
    ),
    (
        "boolean f(D a) { return !(a.x() && a.y()); }",
        "boolean g(D a) { return !a.x() && !a.y(); }",
        NOT,
    ),
    (
        "boolean f(D a) { return !(a.x() < n); }",
        "boolean g(D a) { return a.x() >= n; }",
        NOT,
    ),  # NaN
    # results
    (
        "int f(D a) { if (a.ok()) return n; return 0; }",
        "int g(D a) { return a.ok() ? n : 0; }",
        PURE,
    ),
    (
        "int f(D a) { if (a.ok()) return n; return 0; }",
        "int g(D a) { return a.ok() ? 0 : n; }",
        NOT,
    ),
    (
        "boolean f(D a) { if (a.ok()) return true; return false; }",
        "boolean g(D a) { return a.ok(); }",
        PURE,
    ),
    (
        "boolean f(D a) { if (a.ok()) return true; return false; }",
        "boolean g(D a) { return !a.ok(); }",
        NOT,
    ),
    # a value gets a name; a variable of another type chooses another overload
    ("D f() { return d.next().last(); }", "D g() { D x = d.next(); return x.last(); }", PURE),
    ("D f() { h(); return d.next(); }", "D g() { D x = d.next(); h(); return x; }", NOT),
    ("void f() { h(d.next()); }", "void g() { Object x = d.next(); h(x); }", NOT),
    ("long f(D a) { return a.x(); }", "long g(D a) { int y = a.x(); return y; }", NOT),
    # the object becomes a parameter
    ("int f() { return this.n; }", "static int g(A a) { return a.n; }", PURE),
    ("int f(A b) { return this.n - b.n; }", "static int g(A a, A b) { return b.n - a.n; }", PURE),
    ("int f(A b) { return this.n - b.n; }", "static int g(A a, A b) { return b.n - b.n; }", NOT),
    ("int f(int a, int b) { return a - b; }", "int g(int b, int a) { return a - b; }", NOT),
    ("int f(int a, D b) { return b.x(a); }", "int g(D b, int a) { return b.x(a); }", PURE),
    ("synchronized int f() { return n; }", "public int g() { return n; }", NOT),
    (
        "public static synchronized int f() { return 1; }",
        "public static int g() { return 1; }",
        NOT,
    ),
    ("int f(int a) { return a; }", "long g(long a) { return a; }", NOT),
    ("void f() { int n = 1; n = 2; this.n = n; }", "void g() { int m = 1; m = 2; n = m; }", PURE),
    ("void f() { int n = 1; n = 2; this.n = n; }", "void g() { int n = 1; n = 2; n = n; }", NOT),
    # another lock, in the same class
    ("void f() { synchronized (d) { h(); } }", "void g() { synchronized (this) { h(); } }", NOT),
    # two parameters of other types took one another's place
    ("void f(D a, E b) { h(a, b); }", "void g(D a, E b) { h(b, a); }", NOT),
    # a parameter that gets a value is no field
    ("void f() { this.n = 1; }", "void g(int n) { n = 1; }", NOT),
    # a choice between numbers converts them
    (
        "Object f(D a) { return a.ok() ? 1 : 2.0; }",
        "Object g(D a) { if (a.ok()) return 1; return 2.0; }",
        NOT,
    ),
    ("void f() { h(n++, n); }", "void g() { h(n, n++); }", NOT),
    ("D f() { D x = c(); return a().b(x); }", "D g() { return a().b(c()); }", NOT),
    ("D f() { return super.x(); }", "D g() { return this.x(); }", NOT),
    # a new condition, settled by its callers
    ("int f(D a) { return a.x(); }", "int g(D a, boolean y) { return y ? a.y() : a.x(); }", PURE),
    ("int f(D a) { return a.z(); }", "int g(D a, boolean y) { return y ? a.y() : a.x(); }", NOT),
    (
        "int f(D a) { return a.x(); }",
        "int g(D a, boolean y) { y = h(); return y ? 1 : a.x(); }",
        NOT,
    ),
    (
        "void f(D a) { while (a.x()) { if (a.y()) { h(); continue; } k(); } }",
        "void g(D a) { while (a.x()) { if (a.y()) { h(); } k(); } }",
        NOT,
    ),
]


@pytest.mark.parametrize(("before", "after", "verdict"), WHOLE)
def test_whole(before: str, after: str, verdict: Verdict) -> None:
    """One method renamed, and put otherwise."""
    found = judged(A.format(before), A.format(after), ("A.f", "A.g"), ("whole",))
    assert found.verdict is verdict, found
