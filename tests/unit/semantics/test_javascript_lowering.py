"""The tables of JavaScript, TypeScript and TSX: names, scopes, modules, types and statements."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest
from lowered_code import body, program, symbol_named, top

CODE = [
    ("function f(a, b = a) { return a + b; }", ["Return(value=(a%0 + b%1))"]),
    ("function f() { use(x); let x = 1; { let x = 2; use(x); } }", ["?use(x%0)", "Let(new x%0, value=1)", "block([Let(new x%1, value=2), ?use(x%1)])"]),
    ("function f() { if (a) { var x = 1; } return x; }", ["if(?a, then=[x%0 = 1])", "Return(value=x%0)"]),
    ("function f(xs) { for (const x of xs) g(() => x); for (var k in xs) ; for (let i = 0; i < 1; i++) continue; }", ["for(new x%2, xs%1, body=[?g(Function([], [Return(value=x%2)], flags=arrow, captures=2))])", "for(k%0, xs%1, kind=keys)", "loop((i%3 < 1), [Leave(continue)], setup=[Let(new i%3, value=0)], step=[Update(+, i%3, 1, gives=old)])"]),
    ("function f() { h(); function h() { return h; } }", ["Define(0, Function([], [Return(value=h%0)], captures=0))", "h%0()"]),
    ("function f({ a, b: c = 1, ...r }, [d, , e] = [], ...s) { ({ a, b: c } = s); [d, e] = [e, d]; }", ["FieldsPattern([FieldPattern(a, a%0), FieldPattern(b, c%1)]) = s%7", "TuplePattern(list, [d%4, e%5]) = Construct(list, [e%5, d%4])"]),
    ("function f(o) { return o?.a?.[0]?.(1) ?? o.b; }", ["Return(value=(Index(o%0?.a, 0, is_optional=True)?(1) coalesce o%0.b))"]),
    ("function f(a) { a ||= 1; a++; --a; return -a, !a, typeof a; }", ["Update(or, a%0, 1)", "Update(+, a%0, 1, gives=old)", "Update(-, a%0, 1)", "Unary(-, a%0)", "Unary(not, a%0)", "Return(value=Unary(typeof, a%0))"]),
    ("function f(a) { switch (a) { case 1: case 2: g(); break; default: return; } }", ["switch(a%0, [case([ValuePattern(1)], []), case([ValuePattern(2)], [?g(), Leave(break)]), case([], [Return()])])"]),
    ("function f(a) { try { a(); } catch (e) { throw e; } finally { a(); } try { } catch { } }", ["try([a%0()], handlers=[handler([], 1, [Throw(value=e%1)])], finally_=[a%0()])", "try([], handlers=[handler([], -1, [])])"]),
    ("function f(a) { l: while (a) { do { break l; } while (!a); } }", ["Labeled(l, [loop(a%0, [loop(Unary(not, a%0), [Leave(break, label=l)], is_checked_after=True)])])"]),
    ("function f(a) { return { a, b: 1, 'c-d': 2, [a]: 3, m() { return this; }, ...a }; }", ["Return(value=Construct(object, ['a': a%0, 'b': 1, 'c-d': 2, a%0: 3, 'm': Function([], [Return(value=dynamic)], flags=method), **a%0]))"]),
    ("function f(a) { return `x${a}y\\n`; }", ["Return(value=Template([TemplatePart(text=x), TemplatePart(value=a%0), TemplatePart(text=y\n)]))"]),
    ("function f() { const g = async (x) => { await x; }, h = function* n() { yield* n; }; }", ["Let(new g%0, value=Function([Parameter(2, x)], [Await(x%2)], flags=arrow async))", "Let(new h%1, value=Function([], [Yield(n%3, is_delegated=True)], flags=called n generator))"]),
    ("function f() { return new Map([[1, 0x10], [1.0, /x/g]]); }", ["Return(value=new <Map>(Construct(list, [Construct(list, [1, 16]), Construct(list, [1, /x/g])])))"]),
    ("const x = 1, y = x;\nfunction f() { const { y } = x; return y; }", ["Let(FieldsPattern([FieldPattern(y, new y%0, owner=Symbol(, [number, y]))]), value=@m:x)", "Return(value=y%0)"]),
    ("class A { #n = 1; s = 2; m() { return this.#n + this.s; } }\nfunction f() { const a = new A(); return a.s; }", ["Let(new a%0, value=new @m:A())", "Return(value=a%0.@m:A.s)"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), CODE)
def test_code(code: str, expected: list[str]) -> None:
    """Each construct has its form in the core language, with every name resolved."""
    assert body({"m.js": code}) == expected


TYPED = [
    ("class A { g(): A { return this; } }\nfunction f(a: A, b?: A[]) { a.g().g(); b.map(a); }", ["a%0.@m:A.g().@m:A.g()", "b%1.@:list.map(a%0)"]),
    ("interface I { n: number }\nfunction f<T>(x: T, i: I): number { let y = i.n; return (y as any) + (i!.n); }", ["Let(new y%0, value=i%2.@m:I.n)", "Return(value=(y%0 + i%2.@m:I.n))"]),
    ("enum E { A = 1, B }\nfunction f() { return E.A; }", ["Return(value=@m:E.A)"]),
    ("namespace N { const n = 1; export function g() { return n; } }\nfunction f() { N.g(); }", ["@m:N.g()"]),
    ("class A { constructor(private n: number) { g(n); } }\nfunction f(a: A) { return a['n'] + a.n; }", ["Return(value=(Index(a%0, 'n') + a%0.@m:A.n))"]),
    ("function f(xs: string[], m: Map<string, number>) { xs.push('a'); return m.size; }", ["xs%0.@:list.push('a')", "Return(value=m%1.@:map.size)"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), TYPED)
def test_typed_code(code: str, expected: list[str]) -> None:
    """Types are erased from code, and tell which member is meant."""
    assert body({"m.ts": code}) == expected


MODULES = [
    ({"m.js": "import { g } from './a.js';\nfunction f() { g(); }", "a.js": "export function g() {}"}, ["@a:g()"]),
    ({"m.js": "import { g as h } from './a';\nfunction f() { h(); }", "a.ts": "export const g = () => 1;"}, ["@a:g()"]),
    ({"m.js": "import g from './a';\nfunction f() { g(); }", "a.js": "export default function k() {}"}, ["@a:k()"]),
    ({"m.js": "import g from './a';\nfunction f() { g(); }", "a.js": "const k = 1;\nexport default k;"}, ["@a:k()"]),
    ({"m.js": "import * as a from './a';\nfunction f() { a.g(); }", "a.js": "function h() {}\nexport { h as g };"}, ["@a:h()"]),
    ({"m.js": "import { g } from './p';\nfunction f() { g(); }", "p/index.js": "export { g } from './a';\n", "p/a.js": "export function g() {}"}, ["@p/a:g()"]),
    ({"m.js": "import { g } from './p';\nfunction f() { g(); }", "p/index.js": "export * from './a';\n", "p/a.js": "export function g() {}"}, ["@p/a:g()"]),
    ({"m.js": "const { g: h } = require('./a');\nfunction f() { h(); }", "a.js": "function g() {}\nmodule.exports = { g };"}, ["@a:g()"]),
    ({"m.js": "const a = require('./a');\nfunction f() { a.g(); }", "a.js": "function g() {}\nexports.g = g;"}, ["@a:g()"]),
    ({"m.js": "const A = require('./a');\nfunction f() { new A(); }", "a.js": "class A {}\nmodule.exports = A;"}, ["new @a:A()"]),
    ({"m.js": "import fs from 'fs';\nfunction f() { fs.readFileSync(console.log); }"}, ["<fs.default.readFileSync>(<console.log>)"]),
]  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), MODULES)
def test_modules(files: dict[str, str], expected: list[str]) -> None:
    """ES and CommonJS modules are followed to what they export."""
    assert body(files) == expected


def test_private_names_are_members() -> None:
    """The sign before a private name is part of it."""
    code = "class A { #n = 1; f() { return this.#n; } }"
    assert body({"m.js": code}, "A.f") == ["Return(value=self.@m:A.#n)"]


def test_markup() -> None:
    """Elements are calls: attributes are named arguments, children follow."""
    code = "function f(p) { return <div a='1' {...p}>x {p} <B.C on/></div>; }"
    assert body({"m.tsx": code}) == [
        "Return(value=jsx 'div'(a='1', **p%0, x , p%0,  , jsx ?B.C(on=true)))"
    ]


def test_top_level() -> None:
    """Constants, classes and exports stand where they are bound."""
    code = "export const a = 1;\nlet b = a;\nclass C {}\nexport function g() {}\nb = 2;\nif (b) { let c = b; }\n"
    assert top({"m.js": code}, "m.js") == [
        "@m:a", "@m:b", "@m:C", "@m:b = 2", "if(@m:b, then=[Let(new c%0, value=@m:b)])",
    ]  # fmt: skip


def test_renamed_exports_have_references() -> None:
    """A reference through an export under another name is found."""
    of = program(
        {"a.js": "function g() {}\nexport { g as h };", "b.js": "import { h } from './a';\nh();"}
    )
    assert [(r.file, r.kind) for r in of.references[symbol_named(of, "g")]] == [
        (1, "import"),
        (1, "call"),
    ]
