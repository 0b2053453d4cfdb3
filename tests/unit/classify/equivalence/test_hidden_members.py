"""Members that a class hides: what a place is declared as says which is meant."""

import pytest

import tracer

_CPP = (
    "struct A { int m = 1; int n() { return 1; } int k(double d) { return 1; }\n"
    "  virtual int w() { return 1; } virtual int v(double d) { return 1; }\n"
    "  virtual int c() const { return 1; } virtual int o(); int only() { return 5; } };\n"
    "struct B : A { int m = 2; int n() { return 2; } int k(int d) { return 2; }\n"
    "  int w() { return 2; } int v(int d) { return 2; } int c() { return 2; } int o(); };\n"
    "struct C : B { int w() { return 3; } };\n"
    "int A::o() { return 1; }\nint B::o() { return 2; }\n"
)
_JAVA = (
    "class A { int m = 1; static int s() { return 1; } }\n"
    "class B extends A { int m = 2; static int s() { return 2; } }\n"
)

_SAME = {
    "a virtual method": (
        "int f(B& b) { A& a = b; return a.w(); }",
        "int f(B& b) { return b.w(); }",
    ),
    "virtual without saying so": (
        "int f(C& b) { B& a = b; return a.w(); }",
        "int f(C& b) { return b.w(); }",
    ),
    "defined outside of the class": (
        "int f(B& b) { A& a = b; return a.o(); }",
        "int f(B& b) { return b.o(); }",
    ),
    "one that is not hidden": (
        "int f(B& b) { A& a = b; return a.only(); }",
        "int f(B& b) { return b.only(); }",
    ),
    "of the type itself": (
        "int f(B& b) { B& a = b; return a.n(); }",
        "int f(B& b) { return b.n(); }",
    ),
    "of the base itself": ("int f(A& b) { A& a = b; return a.m; }", "int f(A& b) { return b.m; }"),
    "of a type that is not said": (
        "int f(B& b) { auto& a = b; return a.m; }",
        "int f(B& b) { return b.m; }",
    ),
}
_DIFFERS = {
    "a method": ("int f(B& b) { A& a = b; return a.n(); }", "int f(B& b) { return b.n(); }"),
    "through a pointer": (
        "int f(B* b) { A* a = b; return a->n(); }",
        "int f(B* b) { return b->n(); }",
    ),
    "a field": ("int f(B& b) { const A& a = b; return a.m; }", "int f(B& b) { return b.m; }"),
    "a field that is set": ("void f(B& b) { A& a = b; a.m = 3; }", "void f(B& b) { b.m = 3; }"),
    "an overload": ("int f(B& b) { A& a = b; return a.k(1); }", "int f(B& b) { return b.k(1); }"),
    "virtual for others": (
        "int f(B& b) { A& a = b; return a.v(1); }",
        "int f(B& b) { return b.v(1); }",
    ),
    "for constants": ("int f(B& b) { A& a = b; return a.c(); }", "int f(B& b) { return b.c(); }"),
    "in a function": (
        "int h(A& a) { return a.n(); }\nint f(B& b) { return h(b); }",
        "int f(B& b) { return b.n(); }",
    ),
    "another declared type": (
        "int f(B& b) { A& a = b; return a.n(); }",
        "int f(B& b) { B& a = b; return a.n(); }",
    ),
}
_JAVA_SAME = {
    "of the type itself": ("int f(B b) { B a = b; return a.m; }", "int f(B b) { return b.m; }"),
}
_JAVA_DIFFERS = {
    "a field": ("int f(B b) { A a = b; return a.m; }", "int f(B b) { return b.m; }"),
    "a field that is set": ("void f(B b) { A a = b; a.m = 4; }", "void f(B b) { b.m = 4; }"),
    "a static method": ("int f(B b) { A a = b; return a.s(); }", "int f(B b) { return b.s(); }"),
    "cast": ("int f(B b) { return ((A) b).m; }", "int f(B b) { return b.m; }"),
    "another declared type": (
        "int f(B b) { A a = b; return a.m; }",
        "int f(B b) { B a = b; return a.m; }",
    ),
    "a type that is not said": (
        "int f(B b) { A a = b; return a.m; }",
        "int f(B b) { var a = b; return a.m; }",
    ),
}


def _are_refactorings(path, texts):
    before, after = (one.encode() for one in texts)
    return {
        tracer.classify(
            tracer.ChangeSet.from_texts({path: one}, {path: other}, closed_world=True)
        ).verdict.name
        == "AST_REFACTOR"
        for one, other in ((before, after), (after, before))
    }


@pytest.mark.parametrize("name", _SAME)
def test_same(name):
    """One member, whatever the place is declared as."""
    assert _are_refactorings("a.cpp", [f"{_CPP}{one}\n" for one in _SAME[name]]) == {True}


@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name):
    """The member of the base, and the one that hides it."""
    assert _are_refactorings("a.cpp", [f"{_CPP}{one}\n" for one in _DIFFERS[name]]) == {False}


@pytest.mark.parametrize("name", _JAVA_SAME)
def test_same_in_java(name):
    """One field, whatever the place is declared as."""
    texts = [f"{_JAVA}class D {{ {one} }}\n" for one in _JAVA_SAME[name]]
    assert _are_refactorings("D.java", texts) == {True}


@pytest.mark.parametrize("name", _JAVA_DIFFERS)
def test_differs_in_java(name):
    """The field of the superclass, and the one that hides it."""
    texts = [f"{_JAVA}class D {{ {one} }}\n" for one in _JAVA_DIFFERS[name]]
    assert _are_refactorings("D.java", texts) == {False}


_UNSEEN = {
    "a method": ("int f(B& b) { A& a = b; return a.n(); }", "int f(B& b) { return b.n(); }"),
    "a field": ("int f(B& b) { A& a = b; return a.n; }", "int f(B& b) { return b.n; }"),
    "an overload that takes it": (
        "int g(A&); int g(B&); int f(B& b) { A& a = b; return g(a); }",
        "int g(A&); int g(B&); int f(B& b) { return g(b); }",
    ),
}


@pytest.mark.parametrize("name", _UNSEEN)
def test_classes_that_are_not_seen(name):
    """Of two classes that are not seen, either may have a member of its own."""
    texts = [f'#include "a.h"\n{one}\n' for one in _UNSEEN[name]]
    assert _are_refactorings("a.cpp", texts) == {False}


def test_one_class_that_is_not_seen():
    """A reference to a class that is not seen, by another name."""
    texts = ["int f(B& b) { B& a = b; return a.n(); }\n", "int f(B& b) { return b.n(); }\n"]
    assert _are_refactorings("a.cpp", [f'#include "a.h"\n{one}' for one in texts]) == {True}
