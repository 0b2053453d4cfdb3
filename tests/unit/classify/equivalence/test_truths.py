"""Truths that are compared with each other, or put together without a way around one."""

from __future__ import annotations

import pytest

import tracer

CALL = (
    'fn g(a: i32) -> bool { println!("{}", a); a > 3 }\n'
    "fn f(a: i32, b: i32, p: bool) -> bool {\n    %s\n}\n"
)
WHOLE = {
    "rust": ("m.rs", "fn f(a: i32, b: i32, p: bool, q: bool) -> bool {\n    %s\n}\n"),
    "rust-call": ("m.rs", CALL),
    "rust-float": ("m.rs", "fn f(a: f64, b: f64, p: bool) -> bool {\n    %s\n}\n"),
    "go": ("m.go", "package p\n\nfunc F(a int, b int, p bool, q bool) bool {\n\t%s\n}\n"),
    "java": (
        "A.java",
        "class A { static boolean f(int a, int b, boolean p, boolean q) { %s } }\n",
    ),
}

PAIRS = [
    ("rust", True, "if p { a < b } else { a >= b }", "(a >= b) != p"),
    ("rust", True, "if p { a < b } else { a >= b }", "(a < b) == p"),
    ("rust", True, "(a < b) ^ p", "(a < b) != p"),
    ("rust", True, "p ^ (a < b)", "if a < b { !p } else { p }"),
    ("rust", True, "(a < b) == (a == 3)", "if a == 3 { a < b } else { a >= b }"),
    ("rust", True, "p == (a < b)", "(a < b) == p"),
    ("rust", True, "let mut r = p; if a < b { r = true; } r", "let mut r = p; r |= a < b; r"),
    ("rust", True, "let mut r = p; if a >= b { r = false; } r", "let mut r = p; r &= a < b; r"),
    ("rust", True, "!((a < b) == p)", "(a < b) != p"),
    ("rust", False, "if p { a < b } else { a >= b }", "(a >= b) == p"),
    ("rust", False, "if p { a < b } else { a >= b }", "(a > b) != p"),
    ("rust", False, "if p { a < b } else { a >= b }", "(a >= b) != q"),
    ("rust", False, "(a < b) ^ p", "(a < b) == p"),
    ("rust", False, "(a < b) ^ p", "(a < b) | p"),
    ("rust", False, "(a < b) == (a == 3)", "if a == 3 { a < b } else { a > b }"),
    ("rust", False, "(a < b) == (a == 3)", "a < b && a == 3"),
    ("rust", False, "let mut r = p; if a < b { r = true; } r", "let mut r = p; r = a < b; r"),
    ("rust", False, "let mut r = p; if a < b { r = true; } r", "let mut r = p; r &= a < b; r"),
    ("rust", False, "let mut r = p; if a < b { r = true; } r", "let mut r = p; r ^= a < b; r"),
    ("go", True, "if p { return a < b }; return a >= b", "return (a >= b) != p"),
    ("go", True, "return (a < b) == p", "return p == (a < b)"),
    ("go", True, "return (a < b) != (b > a)", "return false"),
    ("go", False, "if p { return a < b }; return a >= b", "return (a >= b) == p"),
    ("go", False, "return (a < b) == p", "return q == (a < b)"),
    ("go", False, "return (a < b) != (b >= a)", "return false"),
    ("java", True, "if (p) { return a < b; } return a >= b;", "return (a >= b) != p;"),
    ("java", True, "return (a < b) ^ p;", "return p != (a < b);"),
    ("java", True, "return p ^ (a < b);", "return p ? a >= b : a < b;"),
    (
        "java",
        True,
        "boolean r = p; if (a < b) { r = true; } return r;",
        "boolean r = p; r |= a < b; return r;",
    ),
    ("java", False, "return (a < b) ^ p;", "return p == (a < b);"),
    ("java", False, "return p ^ (a < b);", "return p ? a > b : a < b;"),
    ("java", False, "return p ^ (a < b);", "return p ? a < b : a >= b;"),
    ("rust-call", False, "(a < b) == g(a)", "if a < b { g(a) } else { false }"),
    ("rust-call", False, "let mut r = p; if !r { r = g(a); } r", "let mut r = p; r |= g(a); r"),
    ("rust-call", True, "let x = g(a); (a < b) == x", "(a < b) == g(a)"),
    ("rust-call", True, "let x = g(a); if x { a < b } else { a >= b }", "(a < b) == g(a)"),
    ("rust-call", False, "if a < b { g(a) } else { !g(b) }", "(a < b) == g(a)"),
    ("rust-float", False, "if p { a < b } else { a >= b }", "(a < b) == p"),
    ("rust-float", True, "if p { a < b } else { !(a < b) }", "(a < b) == p"),
]


@pytest.mark.parametrize(("language", "is_same", "before", "after"), PAIRS)
def test_truths(language, is_same, before, after):
    """`a == b` is `b` where a holds and its opposite elsewhere; both are computed once."""
    path, whole = WHOLE[language]
    sides = [{path: (whole % one).encode()} for one in (before, after)]
    change_set = tracer.ChangeSet.from_texts(*sides, closed_world=True)
    found = tracer.classify(change_set).verdict.value
    assert found == ("AST_REFACTOR" if is_same else "INTENT_EVOLUTION")
