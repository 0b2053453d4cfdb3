"""Verdicts on ranges: what the words of a function mean in another class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from range_verdicts import NOT, PURE, A, B, judged

if TYPE_CHECKING:
    from tracer.model.enums import Verdict

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


@pytest.mark.parametrize(("kind", "verdict"), [("long", NOT), ("int", PURE)])
def test_a_field_of_another_type(kind: str, verdict: Verdict) -> None:
    """A field keeps its type, or another overload takes it."""
    before = "class A { static final int K = 1; void f() { h(K); } }"
    after = f"class A {{ static final {kind} K = 1; void g() {{ h(K); }} }}"
    found = judged(before, after, ("A.f", "A.g"), ("whole",))
    assert found.verdict is verdict, found


def test_another_object() -> None:
    """A field of the new class is another thing: a condition says so; `this` is another object."""
    sides = (
        A.format("int f() { return n; }") + B.format(""),
        A.format("") + B.format("int f() { return n; }"),
    )
    assert "n is the same in both classes" in judged(*sides, ("A.f", "B.f")).conditions
    method = "boolean f(Object o) { return this == o; }"
    sides = A.format(method) + B.format(""), A.format("") + B.format(method)
    assert judged(*sides, ("A.f", "B.f")).verdict is NOT
    derived = tuple(side.replace("class A", "class A extends U") for side in sides)
    assert "the object is of both classes" in judged(*derived, ("A.f", "B.f")).conditions
    kin = "class B { %s } class A extends B { %s }"
    found = judged(kin % ("", method), kin % (method, ""), ("A.f", "B.f"))
    assert (found.verdict, found.conditions) == (PURE, ())
