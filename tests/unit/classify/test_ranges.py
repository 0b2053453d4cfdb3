"""Verdicts on ranges: each case is a pair of look-alikes, one that keeps behaviour."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import tracer
from tracer.cli.app import tracer as cli
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.model.errors import InputError
from tracer.model.spans import Place
from tracer.queries.classify import ranges_of_paths
from tracer.syntax.names import elements

PURE, NOT = Verdict.AST_REFACTOR, Verdict.INTENT_EVOLUTION
A, B = "class A {{ int n; D d; {} }}", "class B {{ int n; D d; {} }}"


def judged(before, after, names, how=()):
    """The verdict on the functions called `names`; each side is one Java file of classes."""
    texts = [" ".join(text.split()).replace("{ ", "{\n").encode() for text in (before, after)]
    sides = []
    for text, name in zip(texts, names, strict=True):
        tree = tracer.parse(text, "java")
        places = []
        for e in elements(tree):
            if e.name == name and e.kind == "function":
                lines = tree.lines(e.row)
                places.append(Place("A.java", lines.start_line, lines.end_line))
        sides.append(places)
    change_set = ChangeSet.from_texts({"A.java": texts[0]}, {"A.java": texts[1]}, closed_world=True)
    return tracer.classify_ranges(change_set, *sides, how)


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
]


WHOLE += [
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


MOVED = [
    # what stands above is another thing where one of the classes has it itself
    ("int f() { return super.k(); } int k() { return 1; }", "int f() { return super.k(); }", NOT),
    ("int f() { return super.k(); }", "int f() { return super.k(); } int k() { return 1; }", NOT),
    ("int f() { return super.k(); }", "int f() { return super.k(); }", PURE),
    # a constant of another type converts its literal
    (
        "long f(int a) { return a * 3; }",
        "long f(int a) { return a * K; } static final long K = 3;",
        NOT,
    ),
    (
        "int f() { return n + m(); }  int m() { return 1; }",
        "int f() { return n + m(); } int m() { return 1; }",
        PURE,
    ),
    # what m does is another range
    (
        "int f() { return n + m(); }  int m() { return 1; }",
        "int f() { return n + m(); } int m() { return 2; }",
        PURE,
    ),
    (
        "int f() { return A.K; } static final int K = 3;",
        "int f() { return K; } static final int K = 3;",
        PURE,
    ),
    ("int f() { return 3; }", "int f() { return K; } static final int K = 3;", PURE),
    ("int f() { return 3; }", "int f() { return K; } static int K = 3;", NOT),
    ("int f() { return 3; }", "int f() { return K; } public static final int K = 4;", NOT),
    # a field that the other class has in its own way
    ("int f() { return k * n; } int k;", "int f() { return m * n; } int m;", PURE),
    ("int f() { return k * n; } int k;", "int f() { return m * n; } long m;", NOT),
    ("int f() { return k * n; } int k;", "int f() { return m * n; } int m; int k;", NOT),
    (
        "int f() { return k * k * i; } int k, i;",
        "int f() { return m * m * o; } int m, o;",
        PURE,
    ),
    (
        "int f() { return k * k * i; } int k, i;",
        "int f() { return m * o * m; } int m, o;",
        NOT,
    ),
    (
        "int f() { return k * i; } int k, i;",
        "int f() { return m * m; } int m, o;",
        NOT,
    ),
    ("int f() { return k.x(); } D k;", "int f() { return own().x(); } D own() { return d; }", PURE),
    ("int f() { return k.x(); } D k;", "int f() { return own().x(); } E own() { return e; }", NOT),
    # the object and a parameter of the same name
    ("void f(D k) { h(this, k); }", "static void f(A a, D k) { h(a, k); }", PURE),
    ("void f(D k) { h(this, k); }", "static void f(A a, D k) { h(k, a); }", NOT),
    # fetched by the function itself
    ("int f(D a) { return a.x(n); }", "int f() { D a = d.a(); return a.x(n); }", PURE),
    ("int f(D a) { return a.x(n); }", "int f() { D a = d.a(1); return a.x(n); }", NOT),
]


@pytest.mark.parametrize(("before", "after", "verdict"), MOVED)
def test_moved(before: str, after: str, verdict: Verdict) -> None:
    """A method in another class: what its words mean there."""
    sides = A.format(before) + B.format(""), A.format("") + B.format(after)
    found = judged(*sides, ("A.f", "B.f"), ("whole",))
    assert found.verdict is verdict, found


@pytest.mark.parametrize(("other", "verdict"), [("K", NOT), ("L", PURE)])
def test_moved_to_another_nested_class(other: str, verdict: Verdict) -> None:
    """A name of a class belongs to the class around: A.K is not B.K."""
    method = "boolean f(Object o) { return o instanceof K; }"
    nested = "static class K { int v; }" if other == "K" else ""
    top = "class K { int w; }" if other == "L" else ""
    own = "static class K { int w; }" if other == "K" else ""
    before = f"class A {{ {method} {own} }} class B {{ {nested} }} {top}"
    after = f"class A {{ {own} }} class B {{ {method} {nested} }} {top}"
    found = judged(before, after, ("A.f", "B.f"), ("whole",))
    assert found.verdict is verdict, found


# What the verdict on f takes for granted about its callers, and what these do in the same change.
CALLED = [
    # a parameter that chooses between two ways
    (
        ("int f(int a) { return a; }", "int k(int b) { return f(b); }"),
        ("int f(int a, boolean c) { return c ? a : -a; }", "int k(int b) { return f(b, true); }"),
        PURE,
    ),
    (
        ("int f(int a) { return a; }", "int k(int b) { return f(b); }"),
        ("int f(int a, boolean c) { return c ? a : -a; }", "int k(int b) { return f(b, false); }"),
        NOT,
    ),
    # what another caller, which is new, passes is its own
    (
        ("int f(int a) { return a; }", "int k(int b) { return f(b); }"),
        (
            "int f(int a, boolean c) { return c ? a : -a; }",
            "int k(int b) { return f(b, true); } int m(int b) { return f(b + 7, false); }",
        ),
        PURE,
    ),
    # without callers before, those after say it together
    (
        ("int f(int a) { return a; }", "int k(int b) { return b; }"),
        ("int f(int a, boolean c) { return c ? a : -a; }", "int k(int b) { return f(b, false); }"),
        NOT,
    ),
    # what has the former name calls on for its callers
    (
        ("int f(int a) { return a; }", "int k(int b) { return f(b); }"),
        (
            "int f(int a, boolean c) { return c ? a : -a; } int f(int a) { return f(a, true); }",
            "int k(int b) { return f(b); }",
        ),
        PURE,
    ),
    (
        ("int f(int a) { return a; }", "int k(int b) { return f(b); }"),
        (
            "int f(int a, boolean c) { return c ? a : -a; } int f(int a) { return f(a, false); }",
            "int k(int b) { return f(b); }",
        ),
        NOT,
    ),
    # a parameter that went
    (
        ("int f(int a, boolean c) { return c ? a : -a; }", "int k(int b) { return f(b, false); }"),
        ("int f(int a) { return a; }", "int k(int b) { return f(b); }"),
        NOT,
    ),
    (
        ("int f(int a, boolean c) { return c ? a : -a; }", "int k(int b) { return f(b, true); }"),
        ("int f(int a) { return a; }", "int k(int b) { return f(b); }"),
        PURE,
    ),
    # a field that is passed now
    (
        ("int m; int f() { return n + 1; }", "int k() { return f(); }"),
        ("int m; int f(int x) { return x + 1; }", "int k() { return f(n); }"),
        PURE,
    ),
    (
        ("int m; int f() { return n + 1; }", "int k() { return f(); }"),
        ("int m; int f(int x) { return x + 1; }", "int k() { return f(m); }"),
        NOT,
    ),
    (
        ("int m; int f() { return n + 1; }", "int k() { return f(); }"),
        ("int m; int f(int x) { return x + 1; }", "int k() { return f(0); }"),
        NOT,
    ),
    # the object
    (
        ("int f() { return n; }", "int k(A o, A p) { return o.f() + p.n; }"),
        ("static int f(A a) { return a.n; }", "int k(A o, A p) { return f(o) + p.n; }"),
        PURE,
    ),
    (
        ("int f() { return n; }", "int k(A o, A p) { return o.f() + p.n; }"),
        ("static int f(A a) { return a.n; }", "int k(A o, A p) { return f(p) + o.n; }"),
        NOT,
    ),
    (
        ("int f() { return n; }", "int k(A o) { return f() + o.n; }"),
        ("static int f(A a) { return a.n; }", "int k(A o) { return f(o) + o.n; }"),
        NOT,
    ),
    (
        ("int f() { return n; }", "int k(A o) { return f() + o.n; }"),
        ("static int f(A a) { return a.n; }", "int k(A o) { return f(this) + o.n; }"),
        PURE,
    ),
    # the order
    (
        ("void f(int a, D b) { h(a, b); }", "void k(int x, D y) { f(x, y); }"),
        ("void f(D b, int a) { h(a, b); }", "void k(int x, D y) { f(y, x); }"),
        PURE,
    ),
    (
        ("void f(int a, Object b) { h(a, b); }", "void k(int x, int y) { f(x, y); }"),
        ("void f(Object b, int a) { h(a, b); }", "void k(int x, int y) { f(x, y); }"),
        NOT,
    ),
]


@pytest.mark.parametrize(("before", "after", "verdict"), CALLED)
def test_what_the_callers_do(
    before: tuple[str, str], after: tuple[str, str], verdict: Verdict
) -> None:
    """A condition that the calls of the same change contradict is none to rest on."""
    sides = A.format(" ".join(before)), A.format(" ".join(after))
    found = judged(*sides, ("A.f", "A.f"), ("whole",))
    assert found.verdict is verdict, found


@pytest.mark.parametrize(("kind", "verdict"), [("long", NOT), ("int", PURE)])
def test_a_field_of_another_type(kind: str, verdict: Verdict) -> None:
    """A field keeps its type, or another overload takes it."""
    before = "class A { static final int K = 1; void f() { h(K); } }"
    after = f"class A {{ static final {kind} K = 1; void g() {{ h(K); }} }}"
    found = judged(before, after, ("A.f", "A.g"), ("whole",))
    assert found.verdict is verdict, found


def test_another_object() -> None:
    """A field of the new class, and `this` in it, are another thing: a condition says so."""
    sides = (
        A.format("int f() { return n; }") + B.format(""),
        A.format("") + B.format("int f() { return n; }"),
    )
    assert "n is the same in both classes" in judged(*sides, ("A.f", "B.f")).conditions
    method = "boolean f(Object o) { return this == o; }"
    sides = A.format(method) + B.format(""), A.format("") + B.format(method)
    assert "the object is of both classes" in judged(*sides, ("A.f", "B.f")).conditions
    kin = "class B { %s } class A extends B { %s }"
    found = judged(kin % ("", method), kin % (method, ""), ("A.f", "B.f"))
    assert (found.verdict, found.conditions) == (PURE, ())


def test_a_class_inside() -> None:
    """What stands in a class inside a function may be a member of it, which nobody sees."""
    before = A.format("void f() { run(new R() { void r() { stop(); n(); } }); }")
    after = A.format("void f() { run(new R() { void r() { g(); } }); } void g() { stop(); n(); }")
    found = judged(before, after, ("A.f", "A.g"), ("extracted",))
    assert found.verdict is PURE
    assert "the class inside has no stop" in found.conditions


def test_types_that_others_declare() -> None:
    """What only the code of others says about a type is a condition."""
    before = "void f(B a) { D x = a.m(); x.k(1); }", "void f(List<String> a) { h(a.get(0)); }"
    after = "void f(B a) { a.m().k(1); }", "void f(List<Object> a) { h(a.get(0)); }"
    said = "m a has the type D", "< Object >, < String > convert nothing and choose no overload"
    for one, other, condition in zip(before, after, said, strict=True):
        found = judged(A.format(one), A.format(other), ("A.f", "A.f"))
        assert found.verdict is PURE
        assert found.conditions == (condition,)


@pytest.mark.parametrize(("other", "verdict"), [("B", PURE), ("A", NOT)])
def test_what_a_subclass_does(other: str, verdict: Verdict) -> None:
    """That no subclass has a function of its own is not taken for granted where one has."""
    more = f"class B {{ }} class C extends {other} {{ int part() {{ return 2; }} }}"
    before = f"class A {{ int n; int f() {{ return part(); }} int part() {{ return n; }} }} {more}"
    after = f"class A {{ int n; int f() {{ return n; }} int part() {{ return n; }} }} {more}"
    found = judged(before, after, ("A.f", "A.f"), ("whole",))
    assert found.verdict is verdict, found


def test_a_call_that_gives_itself() -> None:
    """A function that returns its own call stands for no value, and is no endless question."""
    before = "class A { int f() { return part(); } int part() { return part(); } }"
    after = "class A { int f() { return 1; } int part() { return part(); } }"
    assert judged(before, after, ("A.f", "A.f")).verdict is NOT


def test_what_it_rests_on() -> None:
    """Conditions name what is taken for granted, and nothing stands there is an answer."""
    sides = A.format("int f() { return n; }"), A.format("int f(A a) { return a.n; }")
    found = judged(*sides, ("A.f", "A.f"))
    assert found.verdict is PURE
    assert "callers pass the object the method belonged to as a" in found.conditions
    assert judged(A.format(""), A.format(""), ("A.f", "A.f")).verdict is NOT


def test_by_the_command(tmp_path) -> None:
    """`tracer classify` asks of ranges in git's notation, as text and as JSON."""
    for side, name in (("old", "f"), ("new", "g")):
        (tmp_path / side).mkdir()
        text = A.format(f"int {name}(int a) {{ return a + n; }}\n int x() {{ return 1; }}")
        (tmp_path / side / "A.java").write_text(text, encoding="utf-8")
    sides = str(tmp_path / "old"), str(tmp_path / "new")
    document = ranges_of_paths(*sides, ([":A.f:A.java"], [":A.g:A.java"]))
    assert document["verdict"] == "AST_REFACTOR"
    assert document["rule"] == "whole"
    document = ranges_of_paths(*sides, ([":A.f:A.java"], [":A.x:A.java"]))
    assert document["verdict"] == "INTENT_EVOLUTION"
    with pytest.raises(InputError, match="no such file"):
        ranges_of_paths(*sides, ([":A.f:B.java"], []))
    command = ["classify", *sides, "--before-range", ":A.f:A.java", "--after-range", ":A.g:A.java"]
    assert CliRunner().invoke(cli, command).output.startswith("AST_REFACTOR  f -> g: the same code")
