"""Verdicts on ranges: a condition that both versions show to hold, or not to, is none."""

# ruff: noqa: E501 - a class a line
from __future__ import annotations

import pytest
from range_verdicts import NOT, PURE, judged

GIVEN = "under conditions"
CASES = [
    # const differs
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { static final int N = 5; int m() { return N; } } "
            "class B { static final int N = 7; } "
        ),
        (
            "class A { static final int N = 5; } "
            "class B { static final int N = 7; int m() { return N; } } "
        ),
    ),
    # const equal
    (
        PURE,
        ("A.m", "B.m"),
        (),
        (
            "class A { static final int N = 5; int m() { return N; } } "
            "class B { static final int N = 5; } "
        ),
        (
            "class A { static final int N = 5; } "
            "class B { static final int N = 5; int m() { return N; } } "
        ),
    ),
    # field init differs
    (
        NOT,
        ("A.m", "B.m"),
        (),
        ("class A { int n = 5; int m() { return n; } } class B { int n = 7; } "),
        ("class A { int n = 5; } class B { int n = 7; int m() { return n; } } "),
    ),
    # field init differs went
    (
        NOT,
        ("A.m", "B.m"),
        (),
        ("class A { int n = 5; int m() { return n; } } class B { } "),
        ("class A { } class B { int n = 7; int m() { return n; } } "),
    ),
    # field none both
    (
        GIVEN,
        ("A.m", "B.m"),
        (),
        ("class A { int n; int m() { return n; } } class B { int n; } "),
        ("class A { int n; } class B { int n; int m() { return n; } } "),
    ),
    # field ctor differs
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { private int n; A() { n = 5; } int m() { return n; } } "
            "class B { private int n; B() { n = 7; } } "
        ),
        (
            "class A { private int n; A() { n = 5; } } "
            "class B { private int n; B() { n = 7; } int m() { return n; } } "
        ),
    ),
    # method differs
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { int h() { return 1; } int m() { return h(); } } "
            "class B { int h() { return 2; } } "
        ),
        (
            "class A { int h() { return 1; } } "
            "class B { int h() { return 2; } int m() { return h(); } } "
        ),
    ),
    # method same
    (
        PURE,
        ("A.m", "B.m"),
        (),
        (
            "class A { private int h() { return 1; } int m() { return h(); } } "
            "class B { private int h() { return 1; } } "
        ),
        (
            "class A { private int h() { return 1; } } "
            "class B { private int h() { return 1; } int m() { return h(); } } "
        ),
    ),
    # base method differs
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class P { int h() { return 1; } } "
            "class Q { int h() { return 2; } } "
            "class A extends P { int m() { return h(); } } "
            "class B extends Q { } "
        ),
        (
            "class P { int h() { return 1; } } "
            "class Q { int h() { return 2; } } "
            "class A extends P { } "
            "class B extends Q { int m() { return h(); } } "
        ),
    ),
    # pull up hidden
    (
        NOT,
        ("A.m", "B.m"),
        (),
        ("class B { int n = 1; } class A extends B { int n = 2; int m() { return n; } } "),
        ("class B { int n = 1; int m() { return n; } } class A extends B { int n = 2; } "),
    ),
    # pull up static hidden
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class B { static int h() { return 1; } } "
            "class A extends B { static int h() { return 2; } int m() { return h(); } } "
        ),
        (
            "class B { static int h() { return 1; } int m() { return h(); } } "
            "class A extends B { static int h() { return 2; } } "
        ),
    ),
    # pull up overrides
    (
        GIVEN,
        ("A.m", "B.m"),
        (),
        (
            "class B { int h() { return 1; } } "
            "class A extends B { int h() { return 2; } int m() { return h(); } } "
        ),
        (
            "class B { int h() { return 1; } int m() { return h(); } } "
            "class A extends B { int h() { return 2; } } "
        ),
    ),
    # this unrelated
    (
        NOT,
        ("A.m", "B.m"),
        (),
        ("class A { void m(R r) { r.add(this); } } class B { } "),
        ("class A { } class B { void m(R r) { r.add(this); } } "),
    ),
    # overload
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } void m(String s) { g(s); } } "
            "class B extends A { } "
        ),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } } "
            "class B extends A { void m(Object s) { g(s); } } "
        ),
    ),
    # declared overload
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } void m() { String s = k(); g(s); } } "
        ),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } void m() { Object s = k(); g(s); } } "
        ),
    ),
    # param overload
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } void m(String s) { g(s); } } "
        ),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } void m(Object s) { g(s); } } "
        ),
    ),
    # choice int long
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { int a() { return 1; } long b() { return 2; } Object m(boolean c) { if (c) return a(); return b(); } } "
        ),
        (
            "class A { int a() { return 1; } long b() { return 2; } Object m(boolean c) { return c ? a() : b(); } } "
        ),
    ),
    # choice fields
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int a; double b; Object m(boolean c) { if (c) return a; return b; } } "),
        ("class A { int a; double b; Object m(boolean c) { return c ? a : b; } } "),
    ),
    # already
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        ("class A { short s() { return 1; } void m() { q(s()); } } "),
        ("class A { short s() { return 1; } void m() { h(s()); } void h(int k) { q(k); } } "),
    ),
    # already
    (
        GIVEN,
        ("A.m", "A.h"),
        ("extracted",),
        ("class A { int s; void m() { q(s); } } "),
        ("class A { int s; void m() { h(s); } void h(int k) { q(k); } } "),
    ),
    # nested class
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { static class I { int v = 1; } int m() { return new I().v; } } "
            "class B { static class I { int v = 2; } } "
        ),
        (
            "class A { static class I { int v = 1; } } "
            "class B { static class I { int v = 2; } int m() { return new I().v; } } "
        ),
    ),
    # outer
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class X { int n = 1; class A { int m() { return n; } } } "
            "class Y { int n = 2; class B { } } "
        ),
        (
            "class X { int n = 1; class A { } } "
            "class Y { int n = 2; class B { int m() { return n; } } } "
        ),
    ),
    # super
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class P { int h() { return 1; } } "
            "class Q { int h() { return 2; } } "
            "class A extends P { int m() { return super.h(); } } "
            "class B extends Q { } "
        ),
        (
            "class P { int h() { return 1; } } "
            "class Q { int h() { return 2; } } "
            "class A extends P { } "
            "class B extends Q { int m() { return super.h(); } } "
        ),
    ),
    # value of overridden
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { int k() { return 1; } int m() { return k(); } } "
            "class B extends A { int k() { return 2; } } "
        ),
        (
            "class A { int k() { return 1; } int m() { return 1; } } "
            "class B extends A { int k() { return 2; } } "
        ),
    ),
    # getter changed
    (
        PURE,
        ("A.m", "A.m"),
        (),
        ("class A { private int k() { return 3; } int m() { return k() + 1; } } "),
        ("class A { private int k() { return 4; } int m() { return 3 + 1; } } "),
    ),
    # object passed
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int n; static int m(A a) { return a.n; } void c(A x, A y) { m(x); } } "),
        ("class A { int n; int m() { return n; } void c(A x, A y) { y.m(); } } "),
    ),
    # does not depend
    (
        GIVEN,
        ("A.m", "B.m"),
        (),
        (
            "class A { int n; int h() { return n; } int m(B b) { return b.k + h(); } } "
            "class B { int k; int n; int h() { return n; } } "
        ),
        (
            "class A { int n; int h() { return n; } } "
            "class B { int k; int n; int h() { return n; } int m() { return k + h(); } } "
        ),
    ),
    # return type overload
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } String m() { return k(); } void c() { g(m()); } } "
        ),
        (
            "class A { void g(Object o) { a(); } void g(String s) { b(); } Object m() { return k(); } void c() { g(m()); } } "
        ),
    ),
    # generic overload
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { void g(java.util.List<String> o) { a(); } void g(Object s) { b(); } <T extends java.util.List<String>> void m(T s) { g(s); } } "
        ),
        (
            "class A { void g(java.util.List<String> o) { a(); } void g(Object s) { b(); } <T> void m(T s) { g(s); } } "
        ),
    ),
    # passed new
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int n; int m() { return n; } void c() { m(); } } "),
        ("class A { int n; int m(int n) { return n; } void c() { m(5); } } "),
    ),
    # passed other field
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int n; int k; int m() { return n; } void c() { m(); } } "),
        ("class A { int n; int k; int m(int n) { return n; } void c() { m(k); } } "),
    ),
    # passed expr
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int n; int k; int m() { return n; } void c() { m(); } } "),
        ("class A { int n; int k; int m(int n) { return n; } void c() { m(n + 1); } } "),
    ),
    # a value that is declared with another type than its variable
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class E { int n; } class F extends E { int n; } "
            "class A { F k() { return null; } int m() { E e = k(); return e.n; } } "
        ),
        (
            "class E { int n; } class F extends E { int n; } "
            "class A { F k() { return null; } int m() { return k().n; } } "
        ),
    ),
    # and with the same: what is left is when it is called
    (
        GIVEN,
        ("A.m", "A.m"),
        (),
        "class E { int n; } class A { E k() { return null; } int m() { E e = k(); return e.n; } } ",
        "class E { int n; } class A { E k() { return null; } int m() { return k().n; } } ",
    ),
    # an object is of its class: what is left is which one
    (
        GIVEN,
        ("A.m", "A.h"),
        ("extracted",),
        "class A { void m() { Q.q(this); } } ",
        "class A { void m() { h(this); } static void h(A a) { Q.q(a); } } ",
    ),
    # call changes field
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int n; int h() { n = 5; return 1; } int m() { int x = n; return h() + x; } } "),
        ("class A { int n; int h() { n = 5; return 1; } int m() { return h() + n; } } "),
    ),
    # call changes field2
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int n; int h() { n++; return 1; } int m() { int x = h(); return n + x; } } "),
        ("class A { int n; int h() { n++; return 1; } int m() { return n + h(); } } "),
    ),
    # call changes field deep
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { int n; int k() { n++; return 1; } int h() { return k(); } int m() { int x = h(); return n + x; } } "
        ),
        (
            "class A { int n; int k() { n++; return 1; } int h() { return k(); } int m() { return n + h(); } } "
        ),
    ),
    # grand subclass
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { int k() { return 1; } int m() { return k(); } } "
            "class B extends A { } "
            "class C extends B { int k() { return 2; } } "
        ),
        (
            "class A { int k() { return 1; } int m() { return 1; } } "
            "class B extends A { } "
            "class C extends B { int k() { return 2; } } "
        ),
    ),
    # sooner
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        ("class A { int n; void m() { n = 2; p(n); } void p(int x) { } } "),
        ("class A { int n; void m() { h(n); } void h(int x) { n = 2; p(x); } void p(int x) { } } "),
    ),
    # sooner call
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        ("class A { int n; int g() { return n; } void m() { n = 2; p(g()); } void p(int x) { } } "),
        (
            "class A { int n; int g() { return n; } void m() { h(g()); } void h(int x) { n = 2; p(x); } void p(int x) { } } "
        ),
    ),
    # sooner call2
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        (
            "class A { int n; int g() { return n; } void s() { n = 4; } void m() { s(); p(g()); } void p(int x) { } } "
        ),
        (
            "class A { int n; int g() { return n; } void s() { n = 4; } void m() { h(g()); } void h(int x) { s(); p(x); } void p(int x) { } } "
        ),
    ),
    # sooner effect
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        (
            "class A { int n; int g() { return n++; } void s() { n = 4; } void m() { s(); p(g()); } void p(int x) { } } "
        ),
        (
            "class A { int n; int g() { return n++; } void s() { n = 4; } void m() { h(g()); } void h(int x) { s(); p(x); } void p(int x) { } } "
        ),
    ),
    # sooner cond
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        (
            "class A { int n; int g() { return n++; } void m(boolean c) { if (c) { p(g()); } } void p(int x) { } } "
        ),
        (
            "class A { int n; int g() { return n++; } void m(boolean c) { h(c, g()); } void h(boolean c, int x) { if (c) { p(x); } } void p(int x) { } } "
        ),
    ),
    # sooner twice
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        (
            "class A { int n; int g() { return n++; } void m() { p(g()); p(g()); } void p(int x) { } } "
        ),
        (
            "class A { int n; int g() { return n++; } void m() { h(g()); } void h(int x) { p(x); p(x); } void p(int x) { } } "
        ),
    ),
    # sooner null
    (
        NOT,
        ("A.m", "A.h"),
        ("extracted",),
        ("class A { void m(D d) { if (d != null) { p(d.n); } } void p(int x) { } } "),
        (
            "class A { void m(D d) { h(d, d.n); } void h(D d, int x) { if (d != null) { p(x); } } void p(int x) { } } "
        ),
    ),
    # renamed callee differs
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int h() { return 1; } int m() { return h(); } } "),
        ("class A { int k() { return 2; } int m() { return k(); } } "),
    ),
    # renamed field differs
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int h = 1; int m() { return h; } } "),
        ("class A { int k = 2; int m() { return k; } } "),
    ),
    # renamed both there
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int h = 1; int k = 1; int m() { return h; } void s() { k = 3; } } "),
        ("class A { int h = 1; int k = 1; int m() { return k; } void s() { k = 3; } } "),
    ),
    # without class
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { static int f() { return 1; } int m() { return f(); } } "
            "class B { static int f() { return 2; } } "
            "class C { static int f() { return 3; } } "
        ),
        (
            "class A { static int f() { return 1; } } "
            "class B { static int f() { return 2; } int m() { return C.f(); } } "
            "class C { static int f() { return 3; } } "
        ),
    ),
    # with class
    (
        PURE,
        ("A.m", "B.m"),
        (),
        (
            "class A { static int f() { return 1; } int m() { return f(); } } "
            "class B { static int f() { return 2; } } "
        ),
        (
            "class A { static int f() { return 1; } } "
            "class B { static int f() { return 2; } int m() { return A.f(); } } "
        ),
    ),
    # stands for
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { int n = 3; int m(B b) { return n + b.k; } } "
            "class B { int k; int total = 9; } "
        ),
        ("class A { int n = 3; } class B { int k; int total = 9; int m() { return total + k; } } "),
    ),
    # stands for const
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { static final int N = 3; int m(B b) { return N + b.k; } } "
            "class B { int k; static final int T = 9; } "
        ),
        (
            "class A { static final int N = 3; } "
            "class B { int k; static final int T = 9; int m() { return T + k; } } "
        ),
    ),
    # inline order
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { void m(int a, int b) { p(a); p(b); } void p(int x) { } void c() { m(1, 2); } } "
        ),
        (
            "class A { void m(int b, int a) { p(a); p(b); } void p(int x) { } void c() { m(1, 2); } } "
        ),
    ),
    # choice box
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { Integer a; Object m(boolean c) { if (c) return a; return 1.5; } } "),
        ("class A { Integer a; Object m(boolean c) { return c ? a : 1.5; } } "),
    ),
    # choice char
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { char a; int k; Object m(boolean c) { if (c) return a; return k; } } "),
        ("class A { char a; int k; Object m(boolean c) { return c ? a : k; } } "),
    ),
    # box null cond
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { Boolean a; Boolean m() { return a; } } "),
        ("class A { Boolean a; Boolean m() { return a ? true : false; } } "),
    ),
    # callee boolean box
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { Boolean a() { return null; } Boolean m() { return a(); } } "),
        ("class A { Boolean a() { return null; } Boolean m() { return a() ? true : false; } } "),
    ),
    # order eval
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { int n; int g() { return n++; } int h() { return n *= 2; } int m() { int a = g(); int b = h(); return b - a; } } "
        ),
        (
            "class A { int n; int g() { return n++; } int h() { return n *= 2; } int m() { return h() - g(); } } "
        ),
    ),
    # inlined arg twice
    (
        NOT,
        ("A.k", "A.m"),
        ("inlined",),
        (
            "class A { int n; int g() { return n++; } int k(int x) { return x + x; } int m() { return k(g()); } } "
        ),
        ("class A { int n; int g() { return n++; } int m() { return g() + g(); } } "),
    ),
    # inlined never
    (
        NOT,
        ("A.k", "A.m"),
        ("inlined",),
        (
            "class A { int n; int g() { return n++; } int k(int x) { return 1; } int m() { return k(g()); } } "
        ),
        ("class A { int n; int g() { return n++; } int m() { return 1; } } "),
    ),
    # inlined shadow
    (
        NOT,
        ("A.k", "A.m"),
        ("inlined",),
        ("class A { int n; int k() { return n; } int m(int n) { return k(); } } "),
        ("class A { int n; int m(int n) { return n; } } "),
    ),
    # inlined overridden
    (
        NOT,
        ("A.k", "A.m"),
        ("inlined",),
        (
            "class A { int k() { return 1; } int m() { return k() + 2; } } "
            "class B extends A { int k() { return 5; } } "
        ),
        ("class A { int m() { return 1 + 2; } } class B extends A { int k() { return 5; } } "),
    ),
    # super changed
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class P { int h() { return 1; } } "
            "class A extends P { int h() { return 2; } int m() { return super.h(); } } "
        ),
        (
            "class P { int h() { return 1; } } "
            "class A extends P { int h() { return 2; } int m() { return h(); } } "
        ),
    ),
    # lambda late
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { int n; Runnable m() { int x = n; return () -> p(x); } void p(int x) { } } "),
        ("class A { int n; Runnable m() { return () -> p(n); } void p(int x) { } } "),
    ),
    # anon this
    (
        NOT,
        ("A.m", "A.m"),
        (),
        ("class A { Object m() { return this; } } "),
        ("class A { Object m() { return new Object() { Object q() { return this; } }.q(); } } "),
    ),
    # loop var
    (
        NOT,
        ("A.m", "A.m"),
        (),
        (
            "class A { int n; void m() { int x = n; while (q()) { p(x); } } boolean q() { n++; return n < 5; } void p(int x) { } } "
        ),
        (
            "class A { int n; void m() { while (q()) { p(n); } } boolean q() { n++; return n < 5; } void p(int x) { } } "
        ),
    ),
    # class then own
    (
        NOT,
        ("A.m", "B.m"),
        (),
        (
            "class A { static int f() { return 1; } int m() { return A.f(); } } "
            "class B { static int f() { return 2; } } "
        ),
        (
            "class A { static int f() { return 1; } } "
            "class B { static int f() { return 2; } int m() { return f(); } } "
        ),
    ),
    # class field then own
    (
        NOT,
        ("A.m", "B.m"),
        (),
        ("class A { static int f = 1; int m() { return A.f; } } class B { static int f = 2; } "),
        ("class A { static int f = 1; } class B { static int f = 2; int m() { return f; } } "),
    ),
    # sooner
    (
        GIVEN,
        ("A.m", "A.h"),
        ("extracted",),
        ("class A { int n; int g() { return n; } void m() { p(g()); } void p(int x) { } } "),
        (
            "class A { int n; int g() { return n; } void m() { h(g()); } void h(int x) { p(x); } void p(int x) { } } "
        ),
    ),
]


@pytest.mark.parametrize(("wanted", "names", "how", "before", "after"), CASES)
def test_visible(
    wanted: object, names: tuple[str, str], how: tuple[str, ...], before: str, after: str
) -> None:
    """What the code says decides; what nobody sees stays a condition."""
    found = judged(before, after, names, how)
    is_given = found.verdict is PURE and bool(found.conditions)
    assert (GIVEN if is_given else found.verdict) == wanted, found


def test_cases_of_each_kind() -> None:
    """The table holds what is proven, what is taken for granted, and what is refuted."""
    assert {wanted for wanted, *_ in CASES} == {GIVEN, NOT, PURE}
