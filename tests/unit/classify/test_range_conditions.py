"""Verdicts on ranges: what they take for granted, and what of it the change itself says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from range_verdicts import NOT, PURE, A, judged

from tracer.cli.app import tracer as cli
from tracer.model.errors import InputError
from tracer.queries.classify import ranges_of_paths

if TYPE_CHECKING:
    from tracer.model.enums import Verdict

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
