"""The tables of C and C++: declarators, linkage, macros, classes, namespaces, templates."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest
from lowered_code import body, program, symbol_named

C = [
    ("int f(int a, char *b) { int x = 1, *p = &x; *p = a; b[0] = x; return x; }", ["Let(new x%2, value=1)", "Let(new p%3, value=Unary(&, x%2))", "Unary(*, p%3) = a%0", "Index(b%1, 0) = x%2", "Return(value=x%2)"]),
    ("struct s { int v; struct s *next; };\nvoid f(struct s *p, struct s q) { p->v = q.next->v; }", ["Unary(*, p%0).@extern:struct s.v = Unary(*, q%1.@extern:struct s.next).@extern:struct s.v"]),
    ("typedef struct { int v; } s;\nvoid f(s *p) { s q = { .v = 1 }; (*p).v++; }", ["Let(new q%1, value=Construct(struct, [@extern:s.v: 1], type=@extern:s))", "Update(+, Unary(*, p%0).@extern:s.v, 1, gives=old)"]),
    ("static int g(void) { return 0; }\nint f(void) { return g(); }", ["Return(value=@m.c:g())"]),
    ("enum e { A, B = 5, C };\nint f(int a) { switch (a) { case A: return B; default: break; } return C; }", ["switch(a%0, [case([ValuePattern(@extern:A)], [Return(value=@extern:B)]), case([], [Leave(break)])])", "Return(value=@extern:C)"]),
    ("#define N 10\nint f(void) { for (int i = 0; i < N; i++) if (i == 3) continue; return N; }", ["loop((i%0 < @extern:N), [if((i%0 == 3), then=[Leave(continue)])], setup=[Let(new i%0, value=0)], step=[Update(+, i%0, 1, gives=old)])", "Return(value=@extern:N)"]),
    ("#define SUM 1 + 2\nint f(void) { int x = (SUM) * 3; return x; }", ["Let(new x%0, value=OPAQUE binary_expression '( \\x000 ) * 3' [@extern:SUM])", "Return(value=x%0)"]),
    ("#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint f(int x) { return MAX(x, 1) + 1; }", ["Return(value=(macro @extern:MAX(OPAQUE macro call '\\x000 ( \\x001 , 1 )' [@extern:MAX, x%0]) + 1))"]),
    ("int g(int);\nint f(void) { return g(0x1F) + sizeof(int); }", ["Return(value=(<g>(31) + sizeof <sizeof>(<int>)))"]),
    ("int f(void) { goto end; end: return 1; }", ["Leave(goto, label=end)", "Labeled(end, [Return(value=1)])"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), C)
def test_c(code: str, expected: list[str]) -> None:
    """Each construct has its form in the core language, with every name resolved."""
    assert body({"m.c": code}) == expected


CPP = [
    ("class A { int n_ = 0; public: int get() const { return n_; } };\nint f(const A& a) { return a.get(); }", ["Return(value=a%0.@extern:A.get())"]),
    ("namespace n { int g() { return 1; } namespace m { int h() { return g(); } } }\nint f() { return n::g() + n::m::h(); }", ["Return(value=(@extern:n.g() + @extern:n.m.h()))"]),
    ("template <typename T> T most(T a, T b) { return a > b ? a : b; }\nint f() { return most<int>(1, 2); }", ["Return(value=@extern:most(1, 2))"]),
    ("void f(std::vector<int>& xs) { for (const auto& x : xs) { use(x); } auto [a, b] = two(); xs.push_back(a); }", ["for(new x%1, xs%0, body=[?use(x%1)])", "Let(TuplePattern(tuple, [new a%2, new b%3]), value=?two())", "xs%0.@:std.vector.push_back(a%2)"]),
    ("void f(int n) { auto g = [&](int a) { return a + n; }; auto h = [n]() { return n; }; g(1); }", ["Let(new g%2, value=Function([Parameter(1, a, type=int)], [Return(value=(a%1 + n%0))], flags=& lambda, captures=0))", "Let(new h%3, value=capture Function([], [Return(value=n%0)], flags=lambda, captures=0)(n%0))", "g%2(1)"]),
    ("void f() { if (auto p = get()) { p->run(); } if (int i = 1; i > 0) use(i); }", ["block([Let(new p%0, value=?get()), if(p%0, then=[Unary(*, p%0).run()])])", "block([Let(new i%1, value=1), if((i%1 > 0), then=[?use(i%1)])])"]),
    ("void f() { try { g(); } catch (const std::exception& e) { e.what(); } catch (...) { throw; } }", ["try([?g()], handlers=[handler([Index(<&>, Construct(types, [<std.exception>]))], 0, [e%0.what()]), handler([], -1, [Throw()])])"]),
    ("struct P { int x; };\nint f() { P p{1}; auto* q = new P(); delete q; return p.x + static_cast<int>(2.5); }", ["Let(new p%0, value=Construct(struct, [1], type=@extern:P))", "Let(new q%1, value=new @extern:P())", "Unary(delete, q%1)", "Return(value=(p%0.@extern:P.x + Cast(25e-1, int)))"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), CPP)
def test_cpp(code: str, expected: list[str]) -> None:
    """What C++ has beside C."""
    assert body({"m.cpp": code}) == expected


def test_methods_defined_apart_belong_to_their_class() -> None:
    """In whatever file the class stands; members are found by their plain names."""
    files = {
        "w.hpp": "class W { public: W(int w); int area(int k) const; private: int w_; };",
        "w.cpp": '#include "w.hpp"\nW::W(int w) : w_(w) {}\nint W::area(int k) const { return w_ * k + this->w_; }',
    }
    assert body(files, "W.area") == [
        "Return(value=((self.@extern:W.w_ * k%0) + self.@extern:W.w_))"
    ]
    assert body(files, "W.W") == ["initialize <initialize>(self.@extern:W.w_, w%0)"]
    of = program(files)
    assert "declaration" in of.outline(symbol_named(of, "W.area#declaration")).modifiers


def test_static_names_are_their_files() -> None:
    """Two files may each have a static function of one name."""
    files = {
        "a.c": "static int g(void) { return 1; }\nint f(void) { return g(); }",
        "b.c": "static int g(void) { return 2; }\nint h(void) { return g(); }",
    }
    assert body(files) == ["Return(value=@a.c:g())"]
    assert body(files, "h") == ["Return(value=@b.c:g())"]
