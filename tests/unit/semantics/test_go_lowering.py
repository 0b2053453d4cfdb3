"""Go's table: packages, receivers, declarations, literals, loops and switches."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest
from lowered_code import body, program, symbol_named

CODE = [
    ("func f(a, b int, c ...string) int { return a + b }", ["Return(value=(a%0 + b%1))"]),
    ("func f() (r int, err error) { r = 1; return }", ["Let(new r%0, kind=result)", "Let(new err%1, kind=result)", "r%0 = 1", "Return(value=Construct(tuple, [r%0, err%1]))"]),
    ("func f(err error) { x, err := g(); { y, err := g(); use(y, err) }; use(x, err) }", ["Let(TuplePattern(tuple, [new x%1, err%0]), value=?g())", "block([Let(TuplePattern(tuple, [new y%3, new err%4]), value=?g()), ?use(y%3, err%4)])", "?use(x%1, err%0)"]),
    ("func f(xs []int) { for i, v := range xs { g(i, v) }; for i := range xs { g(i) }; for range xs {}; for i := 0; i < 1; i++ {}; for {} }", ["for(TuplePattern(tuple, [new i%1, new v%2]), xs%0, body=[?g(i%1, v%2)], kind=entries)", "for(new i%3, xs%0, body=[?g(i%3)], kind=entry keys)", "for(AnyPattern(), xs%0, kind=entry keys)", "loop((i%4 < 1), [], setup=[Let(new i%4, value=0)], step=[Update(+, i%4, 1, gives=)])", "loop(_, [])"]),
    ("func f(a any) { switch v := a.(type) { case int: g(v); case *T, nil: return; default: } }\ntype T struct{}", ["block([Let(new v%1, value=a%0), switch(v%1, [case([ValuePattern(<int>)], [?g(v%1)]), case([ValuePattern(Index(<*>, Construct(types, [@p:T]))), ValuePattern(<nil>)], [Return()]), case([], [])], kind=types)])"]),
    ("func f(a int) { switch { case a > 1: fallthrough; default: g() }; if b := a; b > 0 { g(b) } else { g() } }", ["switch(_, [case([ValuePattern((a%0 > 1))], [Leave(fallthrough)]), case([], [?g()])], kind=cases)", "block([Let(new b%1, value=a%0), if((b%1 > 0), then=[?g(b%1)], otherwise=[?g()])])"]),
    ("type T struct { a int; B *T }\nfunc f() *T { t := &T{a: 1}; t.B = t; t.B.a++; return t }", ["Let(new t%0, value=Unary(&, Construct(struct, [@p:T.a: 1], type=@p:T)))", "t%0.@p:T.B = t%0", "Update(+, t%0.@p:T.B.@p:T.a, 1, gives=)", "Return(value=t%0)"]),
    ('func f() { m := map[string][]int{"a": {1}}; x, ok := m["a"]; use(x[1:], ok) }', ["Let(new m%0, value=Construct(dict, ['a': Construct(list, [1], type=list[int])], type=dict[str, list[int]]))", "Let(TuplePattern(tuple, [new x%1, new ok%2]), value=Index(m%0, 'a'))", "?use(Index(x%1, Construct(slice, [1, null, null])), ok%2)"]),
    ("const ( A = iota; B; C = iota * 2 )\nfunc f() int { return B + C }", ["Return(value=(@p:B + @p:C))"]),
    ("type K int\nfunc f(x float64) K { return K(int(x)) }", ["Return(value=Cast(Cast(x%0, int), @p:K))"]),
    ("func f(c chan int) { go g(c); defer close(c); c <- 1; <-c; select { case v := <-c: g(v); default: } }", ["Defer(?g(c%0), kind=go)", "Defer(<close>(c%0))", "<send>(c%0, 1)", "Unary(<-, c%0)", "switch(_, [case([ValuePattern(Unary(<-, c%0))], [Let(new v%1, value=<received>), ?g(v%1)]), case([], [])], kind=select)"]),
    ("func Map[T any](xs []T, g func(T) T) []T { return xs }\nfunc f() { h := func(x int) int { return x }; Map(nil, h) }", ["Let(new h%1, value=Function([Parameter(0, x, type=int)], [Return(value=x%0)], result=int))", "@p:Map(null, h%1)"]),
    ('func f() { s := `raw\\n` + "x\\n"; _ = s; var n, m = 1, 2; const k = 0x1F; use(n, m, k) }', ["Let(new s%0, value=('raw\\\\n' + 'x\\n'))", "AnyPattern() = s%0", "Let(TuplePattern(tuple, [new n%1, new m%2]), value=Construct(tuple, [1, 2]))", "Let(new k%3, value=31, kind=const)", "?use(n%1, m%2, k%3)"]),
    ('type T struct { n int }\nfunc f(m map[string]*T, a any) { x, ok := m["a"]; y, is := a.(*T); z, _ := m["b"]; use(x.n, ok, y.n, is, z.n) }', ["Let(TuplePattern(tuple, [new x%2, new ok%3]), value=Index(m%0, 'a'))", "Let(TuplePattern(tuple, [new y%4, new is%5]), value=Cast(a%1, *[@p:T], is_assertion=True))", "Let(TuplePattern(tuple, [new z%6, AnyPattern()]), value=Index(m%0, 'b'))", "?use(x%2.@p:T.n, ok%3, y%4.@p:T.n, is%5, z%6.@p:T.n)"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), CODE)
def test_code(code: str, expected: list[str]) -> None:
    """Each construct has its form in the core language, with every name resolved."""
    assert body({"p/m.go": f"package p\n{code}"}) == expected


PACKAGES = [
    ({"p/m.go": "package p\nfunc f() { g() }", "p/a.go": "package p\nfunc g() {}"}, ["@p:g()"]),
    ({"p/m.go": 'package p\nimport "x.org/y/q"\nfunc f() { q.G() }', "q/a.go": "package q\nfunc G() {}", "go.mod": "module x.org/y\n"}, ["@q:G()"]),
    ({"p/m.go": 'package p\nimport h "x.org/y/q"\nfunc f(t h.T) { t.G() }', "q/a.go": "package q\ntype T struct{}\nfunc (t T) G() {}"}, ["t%0.@q:T.G()"]),
    ({"p/m.go": 'package p\nimport "encoding/json"\nfunc f() { json.Marshal(nil) }', "json/a.go": "package json"}, ["<encoding/json.Marshal>(null)"]),
]  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), PACKAGES)
def test_packages(files: dict[str, str], expected: list[str]) -> None:
    """A package is a directory; an import ends in one, unless it is of the standard library."""
    assert body(files) == expected


def test_methods_belong_to_their_type_in_whatever_file_they_stand() -> None:
    """And to the types that embed it."""
    files = {
        "p/a.go": "package p\ntype T struct { n int }\ntype U struct { *T }\nfunc f(u U) int { return u.get() + u.n }",
        "p/b.go": "package p\nfunc (t *T) get() int { return t.n }",
    }
    assert body(files) == ["Return(value=(u%0.@p:T.get() + u%0.@p:T.n))"]
    assert body(files, "T.get") == ["Return(value=self.@p:T.n)"]
    of = program(files)
    assert symbol_named(of, "T.get") in of.outline(symbol_named(of, "T")).members


def test_capital_letters_export() -> None:
    """A name with a capital letter is for other packages."""
    of = program({"p/a.go": "package p\nfunc F() {}\nfunc f() {}"})
    assert of.outline(symbol_named(of, "F")).is_exported
    assert of.outline(symbol_named(of, "f")).is_private


def test_results_have_types() -> None:
    """Names that take the results of a call have the types of these."""
    code = (
        "package p\ntype T struct{}\nfunc (t *T) m() {}\nfunc g() (*T, error) { return nil, nil }\n"
    )
    assert body({"p/a.go": code + "func f() { t, err := g(); t.m(); err.Error() }"})[1:] == [
        "t%0.@p:T.m()", "err%1.@:error.Error()",
    ]  # fmt: skip
