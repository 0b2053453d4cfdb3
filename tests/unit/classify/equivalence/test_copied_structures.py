"""Structures that assignment copies: a whole after a change of its part, and whose copy it was."""

from __future__ import annotations

import pytest

import tracer

GO = """package main

import (
	"bytes"
	"fmt"
)

type point struct{ x, y int }
type box struct {
	in point
	n  int
}

var shared box

func (p *point) grow() { p.x++ }

func grown(p *point) { p.x++ }

%s

func main() {
	var p point
	fmt.Println(p.next(), f(p, nil), bytes.MinRead)
	p.grow()
	grown(&p)
}
"""
NEXT = "func (p point) next() point { return p }\n\n"
F = NEXT + "func f(p point, v []point) point {\n\t%s\n}"
TEXT = NEXT + "func f(p point, v []point) string {\n\t%s\n}"

SAME = [
    (F, "var a, b point; a.x = 1; b.y = 2; return a",
     "var a point; var b point; a.x = 1; b.y = 2; return a"),
    (F, "var a point; a.x = p.x * 2; return a",
     "var a point; twice := p.x * 2; a.x = twice; return a"),
    (F, "lo, hi := 0, 0; if p.x > 0 { hi = p.x } else { lo = p.x }; return point{lo, hi}",
     "var lo, hi int; if p.x <= 0 { lo = p.x } else { hi = p.x }; return point{lo, hi}"),
    (F, "var a, _ point; return a", "var a point; return a"),
    (NEXT.replace("return p", "%s") + F[len(NEXT):].replace("%s", "return p"),
     "if p.y > 0 { p.x++; return p }; return p", "if p.y <= 0 { return p }; p.x++; return p"),
    (TEXT, 'var a bytes.Buffer; a.WriteString("x"); return a.String()',
     'var b bytes.Buffer; b.WriteString("x"); s := b.String(); return s'),
]  # fmt: skip
OTHER = [
    # A part was changed of one of two that were the same.
    (F, "var a, b point; a.x = 1; return a", "var a, b point; a.x = 1; return b"),
    (F, "var a point; var b point; a.x = 1; return a",
     "var a point; var b point; a.x = 1; return b"),
    (F, "a := point{1, 2}; b := a; a.x = 5; return b",
     "a := point{1, 2}; b := a; a.x = 5; _ = b; return a"),
    (F, "b := p; b.x = 5; return b", "b := p; b.x = 5; return p"),
    (F, "b := p; p.x = 5; return b", "b := p; p.x = 5; _ = b; return p"),
    (F, "var a, b point; a.x++; return a", "var a, b point; a.x++; return b"),
    (F, "var a, b point; q := &a; q.x = 5; return a", "var a, b point; q := &a; q.x = 5; return b"),
    (F, "var a, b point; a.x = 5; fmt.Println(a); return b",
     "var a, b point; a.x = 5; fmt.Println(b); return b"),
    (F, "var a, b point; a.x = 5; if p == a { return p }; return b",
     "var a, b point; a.x = 5; if p == b { return p }; return b"),
    # The whole before and after its part.
    (F, "var a point; a.x = 5; b := a; return b", "var a point; b := a; a.x = 5; return b"),
    (F, "var a point; a.x = 5; a = p; return a", "var a point; a = p; a.x = 5; return a"),
    (F, "shared.in = p; shared.in.x = 5; return shared.in",
     "shared.in = p; shared.in.x = 5; return p"),
    (F, "o := shared.in; shared.in.x = 5; return o",
     "o := shared.in; shared.in.x = 5; _ = o; return shared.in"),
    (F, "o := v[0]; v[0].x = 5; return o", "o := v[0]; v[0].x = 5; _ = o; return v[0]"),
    # Methods that take the address of what they are called on.
    (F, "var a, b point; a.grow(); return b", "var a, b point; a.grow(); _ = b; return a"),
    (F, "a := point{1, 2}; b := a; a.grow(); return b",
     "a := point{1, 2}; b := a; a.grow(); _ = b; return a"),
    (F, "q := p; p.grow(); return q", "q := p; p.grow(); _ = q; return p"),
    (F, "q := p; grown(&p); return q", "q := p; grown(&p); _ = q; return p"),
    (F, "var a, b point; g := a.grow; g(); return b",
     "var a, b point; g := a.grow; g(); _ = b; return a"),
    (F, "var a, b box; a.in.grow(); return b.in", "var a, b box; a.in.grow(); _ = b; return a.in"),
    (TEXT, 'var a, b bytes.Buffer; a.WriteString("x"); return b.String()',
     'var a, b bytes.Buffer; a.WriteString("x"); _ = b; return a.String()'),
    (TEXT, 'var a bytes.Buffer; b := a; a.WriteString("x"); return b.String()',
     'var a bytes.Buffer; b := a; a.WriteString("x"); _ = b; return a.String()'),
    # A receiver that is a copy.
    (NEXT.replace("return p", "%s") + F[len(NEXT):].replace("%s", "return p"),
     "q := p; p.x++; return q", "q := p; p.x++; _ = q; return p"),
    (NEXT.replace("return p", "%s") + F[len(NEXT):].replace("%s", "return p"),
     "q := p; p.grow(); return q", "q := p; p.grow(); _ = q; return p"),
    # Declarations of several.
    (F, "var a, b int; a = p.x; return point{a, b}", "var a, b int; a = p.x; return point{b, a}"),
    (F, "var a, b uint8; for range v { a++; b += a }; return point{int(b), 0}",
     "var a, b int; for range v { a++; b += a }; return point{int(b), 0}"),
]  # fmt: skip
RUST = """#[derive(Clone, Copy)]
struct Q {
    x: i32,
}
fn f(q: Q) -> Q {
    let mut a = q;
    let b = q;
    a.x = 3;
    %s
}
fn main() {
    println!("{}", f(Q { x: 1 }).x);
}
"""

RECEIVER = """#[derive(Clone, Copy)]
struct Q {
    x: i32,
}
impl Q {
    fn moved(mut self, n: i32) -> Q {
        %s
    }
}
fn main() {
    println!("{}", Q { x: 1 }.moved(3).x);
}
"""
OWN = [
    (True, "if n > 0 { self.x = n; return self; } self",
     "if n <= 0 { return self; } self.x = n; self"),
    (True, "self.x = n * 2; self", "let twice = n * 2; self.x = twice; self"),
    (False, "let q = self; self.x += 1; q", "let q = self; self.x += 1; self"),
    (False, "self.x = n; self", "self.x = n + 1; self"),
]  # fmt: skip


def _is_proved(path: str, before: str, after: str) -> bool:
    change = tracer.ChangeSet.from_texts(
        {path: before.encode()}, {path: after.encode()}, closed_world=True
    )
    return tracer.classify(change).verdict.name == "AST_REFACTOR"


@pytest.mark.parametrize(("frame", "before", "after"), SAME)
def test_same(frame: str, before: str, after: str) -> None:
    """The same values in the same places."""
    assert _is_proved("main.go", GO % (frame % before), GO % (frame % after))


@pytest.mark.parametrize(("frame", "before", "after"), OTHER)
def test_other(frame: str, before: str, after: str) -> None:
    """Another copy, or the whole at another time, is another value."""
    assert not _is_proved("main.go", GO % (frame % before), GO % (frame % after))


def test_copies_of_rust() -> None:
    """What is copied by its type is no reference either."""
    assert not _is_proved("src/main.rs", RUST % "a", RUST % "b")


@pytest.mark.parametrize(("same", "before", "after"), OWN)
def test_receivers_of_rust(same: bool, before: str, after: str) -> None:
    """A receiver that is taken by value is a copy, too."""
    assert _is_proved("src/main.rs", RECEIVER % before, RECEIVER % after) is same


FILLED = """package main

import "fmt"

type point struct{ x, y int }
type rec struct {
	a, b int
	in   point
	next *rec
}
type sub struct {
	rec
	c int
}

var last *rec

func say(n int) int { fmt.Println(n, last); return n }

func f(n int, o *rec) %s {
	%s
}

func main() { fmt.Println(f(1, nil)) }
"""
FILLS = [
    (True, "*rec", "x := &rec{}; x.a = n; x.b = 2; return x", "return &rec{a: n, b: 2}"),
    (True, "*rec", "x := &rec{a: n}; x.b = say(2); return x", "return &rec{a: n, b: say(2)}"),
    (True, "*rec", "x := &rec{}; x.a = n; say(3); return x", "x := &rec{a: n}; say(3); return x"),
    (False, "*rec", "x := &rec{}; x.a = say(1); x.b = say(2); return x",
     "return &rec{b: say(2), a: say(1)}"),
    (False, "*rec", "x := &rec{}; x.a = n; x.a = 2; return x", "return &rec{a: n}"),
    (False, "*rec", "x := &rec{a: 5}; x.a = n; return x", "return &rec{a: 5}"),
    (False, "*rec", "x := &rec{a: 1}; x.b = x.a; return x", "return &rec{a: 1, b: 0}"),
    (False, "*rec", "x := &rec{}; x.next = x; return x", "return &rec{next: &rec{}}"),
    (False, "*rec", "x := &rec{}; last = x; x.a = say(1); return x",
     "last = nil; x := &rec{a: say(1)}; last = x; return x"),
    (False, "*rec", "x := &rec{}; o.a = n; return x", "return &rec{a: n}"),
    (False, "*rec", "x := &rec{}; x.in.x = n; return x", "return &rec{a: n}"),
    (False, "*sub", "x := &sub{}; x.a = n; return x", "return &sub{c: n}"),
    (False, "*point", "x := &point{1, 2}; x.x = n; return x", "return &point{1, n}"),
    (False, "*rec", "x := &rec{}; z := x; x.a = n; return z",
     "z := &rec{}; x := &rec{a: n}; _ = x; return z"),
    (False, "*rec", "x := &rec{}; x.in = o.in; o.in.x = 3; return x",
     "o.in.x = 3; return &rec{in: o.in}"),
    (False, "*rec", "x := &rec{a: 1}; x.a += n; return x", "return &rec{a: n}"),
    (False, "*rec", "x := &rec{}; x.a = n; x = &rec{}; return x", "return &rec{a: n}"),
]  # fmt: skip


@pytest.mark.parametrize(("same", "result", "before", "after"), FILLS)
def test_filled(same: bool, result: str, before: str, after: str) -> None:
    """A new structure and the stores right after it are its literal."""
    assert _is_proved("main.go", FILLED % (result, before), FILLED % (result, after)) is same
