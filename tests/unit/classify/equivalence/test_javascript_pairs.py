"""Pairs of JavaScript, TypeScript, TSX and Go that are equal, and look-alikes that are not."""

import pytest

import tracer
from tracer.classify.equivalence.prover import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

# ruff: noqa: E501 - a version a line
SAME = [
    (
        {
            "m.ts": "export function f(a: number[]) { let t = 0; a.forEach((b) => { t += b; }); return t }"
        },
        {
            "m.ts": "export function f(a: number[]) { let t = 0; for (const b of a) { t += b; } return t }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: number[]) { let t = 0; a.forEach((b) => { if (b < 3) return; t += b; }); return t }"
        },
        {
            "m.ts": "export function f(a: number[]) { let t = 0; for (const b of a) { if (b < 3) continue; t += b; } return t }"
        },
    ),
    (
        {
            "m.ts": "export function f(m: Map<string, number>) { const out: string[] = []; m.forEach((v, k) => { out.push(k + v); }); return out }"
        },
        {
            "m.ts": "export function f(m: Map<string, number>) { const out: string[] = []; for (const [k, v] of m) { out.push(k + v); } return out }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: string[]) { const out: string[] = []; a.forEach((v, i) => { out.push(i + v); }); return out }"
        },
        {
            "m.ts": "export function f(a: string[]) { const out: string[] = []; for (const [i, v] of a.entries()) { out.push(i + v); } return out }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: string[]) { return a.map(g) }\nfunction g(x: string) { console.log(x); return x + '!' }"
        },
        {
            "m.ts": "export function f(a: string[]) { return a.map((x) => g(x)) }\nfunction g(x: string) { console.log(x); return x + '!' }"
        },
    ),
    (
        {"m.ts": "export function f(a: string[]) { return a.slice().sort() }"},
        {"m.ts": "export function f(a: string[]) { return [...a].sort() }"},
    ),
    (
        {"m.ts": "interface P { a: number }\nexport function f(p: P) { return p.a }"},
        {"m.ts": "type P = { a: number };\nexport function f(p: P) { return p.a }"},
    ),
    (
        {
            "m.ts": "class A { constructor(public x: number) {} }\nclass B { y = 2; }\nexport function f() { return [new A(1), new B()]; }\n"
        },
        {
            "m.ts": "class B { y = 2; }\nclass A { constructor(public x: number) {} }\nexport function f() { return [new A(1), new B()]; }\n"
        },
    ),
    (
        {
            "a.ts": "class A { constructor(public x: number) {} }\nexport class B extends A { y = 3; }\nexport { A };\n",
            "m.ts": "import { A, B } from './a';\nexport function f() { return [new A(1), new B(2)]; }\n",
        },
        {
            "a.ts": "class A { constructor(public x: number) {} }\nexport { A };\n",
            "b.ts": "import { A } from './a';\nexport class B extends A { y = 3; }\n",
            "m.ts": "import { A } from './a';\nimport { B } from './b';\nexport function f() { return [new A(1), new B(2)]; }\n",
        },
    ),
    (
        {"m.ts": "const LIMIT = 7;\nexport function f(a: number) { return a < LIMIT; }\n"},
        {
            "c.ts": "export const LIMIT = 7;\n",
            "m.ts": "import { LIMIT } from './c';\nexport function f(a: number) { return a < LIMIT; }\n",
        },
    ),
    (
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { return <Card id=\"a\" title={p.t} />; }\n"
        },
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { return <Card title={p.t} id=\"a\" />; }\n"
        },
    ),
    (  # a parameter as a pattern
        {
            "m.ts": "interface P { a: number; b?: number }\nexport function f(p: P) { return `${p.a}-${p.b}`; }"
        },
        {
            "m.ts": "interface P { a: number; b?: number }\nexport function f({ a, b }: P) { return `${a}-${b}`; }"
        },
    ),
    (  # fields taken from a value of a known type
        {
            "m.ts": "interface P { a: number; b?: number }\nexport function f(p: P) { return p.a + 1 + (p.b ?? 2); }"
        },
        {
            "m.ts": "interface P { a: number; b?: number }\nexport function f(p: P) { const { a, b } = p; return a + 1 + (b ?? 2); }"
        },
    ),
    (  # an interface as a type
        {"m.ts": "interface P { a: number; b?: number }\nexport function f(p: P) { return p.a; }"},
        {"m.ts": "type P = { a: number; b?: number };\nexport function f(p: P) { return p.a; }"},
    ),
    (
        {"m.js": "export function f(o, g) { if (!o.a) { o.a = g(); } return o.a; }"},
        {"m.js": "export function f(o, g) { o.a ||= g(); return o.a; }"},
    ),
    (
        {"m.js": "export function f(o, g) { if (o.a === null || o.a === undefined) o.a = g(); }"},
        {"m.js": "export function f(o, g) { o.a ??= g(); }"},
    ),
    (  # an object that is filled where it is made
        {"m.js": "export function f(a, b) { const r = {}; r.a = a; r['b'] = b; return r; }"},
        {"m.js": "export function f(a, b) { return { a, b }; }"},
    ),
]
OTHER = [
    (  # the pattern reads before the call
        {"m.js": "export function f(o, g) { g(o); return o.a; }"},
        {"m.js": "export function f({ a, ...o }, g) { g(o); return a; }"},
    ),
    (
        {
            "m.ts": "interface P { a: number; b?: number }\nexport function f(p: P) { return `${p.a}-${p.b}`; }"
        },
        {
            "m.ts": "interface P { a: number; b?: number }\nexport function f({ a: b, b: a }: P) { return `${a}-${b}`; }"
        },
    ),
    (
        {"m.ts": "interface P { a: number; b?: number }\nexport function f(p: P) { return p.b; }"},
        {
            "m.ts": "interface P { a: number; b?: number }\nexport function f({ b = 1 }: P) { return b; }"
        },
    ),
    (
        {"m.js": "export function f(o, g) { if (!o.a) { o.a = g(); } }"},
        {"m.js": "export function f(o, g) { o.a ??= g(); }"},
    ),
    (
        {"m.js": "export function f(o, g) { o.a = o.a ?? g(); }"},
        {"m.js": "export function f(o, g) { o.a ||= g(); }"},
    ),
    (  # a function is named by the literal alone
        {"m.js": "export function f() { const r = {}; r.a = () => 1; return r.a.name; }"},
        {"m.js": "export function f() { const r = { a: () => 1 }; return r.a.name; }"},
    ),
    (
        {"m.js": "export function f(a) { const r = {}; r.__proto__ = a; return r; }"},
        {"m.js": "export function f(a) { const r = { ['__proto__']: a }; return r; }"},
    ),
    (
        {"m.js": "export function f(o) { return o?.a.b; }"},
        {"m.js": "export function f(o) { const a = o?.a; return a.b; }"},
    ),
    (
        {"m.js": "export function f(o) { return typeof q; }"},
        {"m.js": "export function f(o) { const a = q; return typeof a; }"},
    ),
    (
        {"m.js": "export function f(o, k) { o[k()] = g(); }"},
        {"m.js": "export function f(o, k) { const v = g(); o[k()] = v; }"},
    ),
    (
        {"m.js": "export function f() { const r = /x/g; use(r, r); }"},
        {"m.js": "export function f() { use(/x/g, /x/g); }"},
    ),
    (
        {"m.js": "export function f() { log(x); var x = 1; }"},
        {"m.js": "export function f() { log(x); let x = 1; }"},
    ),
    (
        {"m.ts": "export function f() { check().is<number>(); }"},
        {"m.ts": "export function f() { check().is<string>(); }"},
    ),
    (
        {"m.go": "package a\n\nfunc f(a []int, i int) {\n\ti, a[i] = 1, 2\n}\n"},
        {"m.go": "package a\n\nfunc f(a []int, i int) {\n\ti = 1\n\ta[i] = 2\n}\n"},
    ),
    (
        {
            "m.ts": "export function f(a: number[]) { let t = 0; a.forEach((b) => { t += b; }); return t }"
        },
        {
            "m.ts": "export function f(a: number[]) { let t = 0; for (const b of a) { t = b; } return t }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: number[]) { let t = 0; a.forEach((b) => { if (b < 3) return; t += b; }); return t }"
        },
        {
            "m.ts": "export function f(a: number[]) { let t = 0; for (const b of a) { if (b < 3) break; t += b; } return t }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: number[]) { let t = 0; a.forEach((b) => { if (b < 3) return; t += b; }); return t }"
        },
        {
            "m.ts": "export function f(a: number[]) { let t = 0; for (const b of a) { if (b < 3) return t; t += b; } return t }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: number[]) { a.forEach((b) => { if (b < 3) a.push(b); }); return a }"
        },
        {
            "m.ts": "export function f(a: number[]) { for (const b of a) { if (b < 3) a.push(b); } return a }"
        },
    ),
    (
        {
            "m.ts": "export function f(m: Map<string, number>) { const out: string[] = []; m.forEach((v, k) => { out.push(k + v); }); return out }"
        },
        {
            "m.ts": "export function f(m: Map<string, number>) { const out: string[] = []; for (const [v, k] of m) { out.push(k + v); } return out }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: string[]) { const out: string[] = []; a.forEach((v, i) => { out.push(i + v); }); return out }"
        },
        {
            "m.ts": "export function f(a: string[]) { const out: string[] = []; for (const [v, i] of a.entries()) { out.push(i + v); } return out }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: string[]) { const out: any[] = []; for (const p of a.entries()) { p[0] = 7; out.push(p); } return out }"
        },
        {
            "m.ts": "export function f(a: string[]) { const out: any[] = []; for (const p of a.entries()) { out.push(p); } return out }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: any) { let t = 0; a.forEach((b) => { t += b; }); return t }"
        },
        {
            "m.ts": "export function f(a: any) { let t = 0; for (const b of a) { t += b; } return t }"
        },
    ),
    (
        {
            "m.ts": "export function f(a: string[]) { return a.filter((x) => log(x)).map((y) => log2(y)) }\nfunction log(x) { console.log(x); return x }\nfunction log2(x) { console.error(x); return x }"
        },
        {
            "m.ts": "export function f(a: string[]) { const out = []; for (const x of a) { if (log(x)) out.push(log2(x)); } return out }\nfunction log(x) { console.log(x); return x }\nfunction log2(x) { console.error(x); return x }"
        },
    ),
    (
        {"m.ts": "export function f(a: string[]) { return a.map(parseInt) }"},
        {"m.ts": "export function f(a: string[]) { return a.map((x) => parseInt(x)) }"},
    ),
    (
        {
            "m.ts": "export function f(a: string[]) { return a.map(g) }\nfunction g(x: string, y = 3) { console.log(x); return x + y }"
        },
        {
            "m.ts": "export function f(a: string[]) { return a.map((x) => g(x)) }\nfunction g(x: string, y = 3) { console.log(x); return x + y }"
        },
    ),
    (
        {"m.ts": "export function f(a: string[]) { const s = new Set(a); return [...s] }"},
        {"m.ts": "export function f(a: string[]) { const s = new Set(a); return [...a] }"},
    ),
    (
        {"m.ts": "export function f(a: string[]) { return a.slice().sort() }"},
        {"m.ts": "export function f(a: string[]) { return a.sort() }"},
    ),
    (
        {"m.ts": "export function f(n: number) { return -0 * n }"},
        {"m.ts": "export function f(n: number) { return 0 * n }"},
    ),
    (
        {"m.ts": "export function f() { return 0 * -1 }"},
        {"m.ts": "export function f() { return 0 }"},
    ),
    (
        {"m.ts": "export function f(a: number, b: number) { return !(a < b) }"},
        {"m.ts": "export function f(a: number, b: number) { return Number.isNaN(a) || a >= b }"},
    ),
    (
        {"m.ts": "export class A { static x = 1; }\nexport function f(a) { return a.x }"},
        {"m.ts": "export class A { static y = 1; }\nexport function f(a) { return a.x }"},
    ),
    (
        {"m.ts": "interface P { a: number; b: number }\nexport function f(p: P) { return p.a }"},
        {"m.ts": "interface P { a: number; b: number }\nexport function f(p: P) { return p.b }"},
    ),
    (
        {
            "m.ts": "class A { static n = console.log('a'); }\nclass B { static n = console.log('b'); }\nexport function f() { return [A.n, B.n]; }\n"
        },
        {
            "m.ts": "class B { static n = console.log('b'); }\nclass A { static n = console.log('a'); }\nexport function f() { return [A.n, B.n]; }\n"
        },
    ),
    (
        {
            "m.ts": "class A { static { console.log('a'); } }\nclass B { static { console.log('b'); } }\nexport function f() { return [A, B]; }\n"
        },
        {
            "m.ts": "class B { static { console.log('b'); } }\nclass A { static { console.log('a'); } }\nexport function f() { return [A, B]; }\n"
        },
    ),
    (
        {
            "m.ts": "class A { x = 1; }\nclass B extends A { y = 2; }\nexport function f() { return new B(); }\n"
        },
        {
            "m.ts": "class B extends A { y = 2; }\nclass A { x = 1; }\nexport function f() { return new B(); }\n"
        },
    ),
    (
        {
            "m.ts": "class A extends mix('a') { x = 1; }\nclass B extends mix('b') { y = 2; }\nfunction mix(t: string) { console.log(t); return Object; }\nexport function f() { return [new A(), new B()]; }\n"
        },
        {
            "m.ts": "class B extends mix('b') { y = 2; }\nclass A extends mix('a') { x = 1; }\nfunction mix(t: string) { console.log(t); return Object; }\nexport function f() { return [new A(), new B()]; }\n"
        },
    ),
    (
        {
            "m.ts": "let n = 0;\nclass A { [String(++n)] = 1; }\nclass B { [String(++n)] = 2; }\nexport function f() { return [new A(), new B()]; }\n"
        },
        {
            "m.ts": "let n = 0;\nclass B { [String(++n)] = 2; }\nclass A { [String(++n)] = 1; }\nexport function f() { return [new A(), new B()]; }\n"
        },
    ),
    (
        {
            "m.ts": "class A { static n = 1; }\nclass B { static m = A.n; }\nexport function f() { return [B.m, A.n]; }\n"
        },
        {
            "m.ts": "class B { static m = A.n; }\nclass A { static n = 1; }\nexport function f() { return [B.m, A.n]; }\n"
        },
    ),
    (
        {
            "m.ts": "function d(t: any) { console.log(t.name); }\n@d\nclass A { x = 1; }\n@d\nclass B { y = 2; }\nexport function f() { return [new A(), new B()]; }\n"
        },
        {
            "m.ts": "function d(t: any) { console.log(t.name); }\n@d\nclass B { y = 2; }\n@d\nclass A { x = 1; }\nexport function f() { return [new A(), new B()]; }\n"
        },
    ),
    (
        {
            "a.ts": "export class B { static y = console.log('b'); }\nconsole.log('a');\n",
            "m.ts": "import { B } from './a';\nexport function f() { return new B(); }\n",
        },
        {
            "a.ts": "console.log('a');\n",
            "b.ts": "export class B { static y = console.log('b'); }\n",
            "m.ts": "import './a';\nimport { B } from './b';\nexport function f() { return new B(); }\n",
        },
    ),
    (
        {
            "m.ts": "console.log('first');\nconst LIMIT = load();\nfunction load() { console.log('x'); return 3; }\nexport function f(a: number) { return a < LIMIT; }\n"
        },
        {
            "c.ts": "function load() { console.log('x'); return 3; }\nexport const LIMIT = load();\n",
            "m.ts": "import { LIMIT } from './c';\nconsole.log('first');\nexport function f(a: number) { return a < LIMIT; }\n",
        },
    ),
    (
        {
            "m.ts": "export class A { x = this.n(); y = this.m();\n n() { console.log(1); return 1; }\n m() { console.log(2); return 2; } }\n"
        },
        {
            "m.ts": "export class A { y = this.m(); x = this.n();\n n() { console.log(1); return 1; }\n m() { console.log(2); return 2; } }\n"
        },
    ),
    (
        {
            "m.ts": "export class A { x = 1; y = 2; }\nexport const t = () => JSON.stringify(new A());\n"
        },
        {
            "m.ts": "export class A { y = 2; x = 1; }\nexport const t = () => JSON.stringify(new A());\n"
        },
    ),
    (
        {
            "m.tsx": "import React from 'react';\nfunction Row(p: { a: string }) { const [n, s] = React.useState(0); return <b onClick={() => s(n + 1)}>{p.a}{n}</b>; }\nexport function T(p: { a: string }) { return <div><Row a={p.a} /></div>; }\n"
        },
        {
            "m.tsx": "import React from 'react';\nexport function T(p: { a: string }) { function Row(p: { a: string }) { const [n, s] = React.useState(0); return <b onClick={() => s(n + 1)}>{p.a}{n}</b>; }\n return <div><Row a={p.a} /></div>; }\n"
        },
    ),
    (
        {
            "m.tsx": "import React from 'react';\nfunction Row(p: { a: string }) { const [n, s] = React.useState(0); return <b onClick={() => s(n + 1)}>{p.a}{n}</b>; }\nexport function T(p: { a: string }) { return <div>{p.a && <Row a={p.a} />}</div>; }\n"
        },
        {
            "m.tsx": "import React from 'react';\nfunction Row(p: { a: string }) { const [n, s] = React.useState(0); return <b onClick={() => s(n + 1)}>{p.a}{n}</b>; }\nexport function T(p: { a: string }) { return <div>{p.a && Row({ a: p.a })}</div>; }\n"
        },
    ),
    (
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { return <div id=\"a\" {...p} />; }\n"
        },
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { return <div {...p} id=\"a\" />; }\n"
        },
    ),
    (
        {
            "m.tsx": "import React from 'react';\nexport function T(p: { a: string[] }) { return <ul>{p.a.map((x) => <li key={x}>{x}</li>)}</ul>; }\n"
        },
        {
            "m.tsx": "import React from 'react';\nexport function T(p: { a: string[] }) { return <ul>{p.a.map((x, i) => <li key={i}>{x}</li>)}</ul>; }\n"
        },
    ),
    (
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { if (p.a) { return <b/>; } const [n] = React.useState(0); return <i>{n}</i>; }\n"
        },
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { const [n] = React.useState(0); if (p.a) { return <b/>; } return <i>{n}</i>; }\n"
        },
    ),
    (  # markup is written in the order of its attributes
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { return <div id='a' title={p.t} />; }\n"
        },
        {
            "m.tsx": "import React from 'react';\nexport function T(p: any) { return <div title={p.t} id='a' />; }\n"
        },
    ),
    (  # one variable of all rounds
        {
            "m.js": "export function f(r) { const h = {}; for (const n of ['a', 'b']) { h[n] = function (j) { r.push(n); }; } return h; }\n"
        },
        {
            "m.js": "export function f(r) { const h = {}; for (var n of ['a', 'b']) { h[n] = function (j) { r.push(n); }; } return h; }\n"
        },
    ),
    (  # the function comes first
        {
            "m.ts": "export function f(a: number[]) { return a.reduce((s, b) => s + b, 0); }\n",
        },
        {
            "m.ts": "export function f(a: number[]) { return a.reduce(0, (s, b) => s + b); }\n",
        },
    ),
    (  # another package
        {
            "m.ts": "import { act } from 'react';\nexport const f = () => act(1);\n",
        },
        {
            "m.ts": "import { act } from 'react ';\nexport const f = () => act(1);\n",
        },
    ),
    (  # an importer is left
        {
            "c.ts": "export function Card(a: number) { return a + 1; }\n",
            "m.ts": "import { Card } from './c';\nexport const f = (a: number) => Card(a);\n",
            "n.ts": "import { Card } from './c';\nexport const g = (a: number) => Card(a);\n",
        },
        {
            "c.ts": "export default function Card(a: number) { return a + 1; }\n",
            "m.ts": "import Card from './c';\nexport const f = (a: number) => Card(a);\n",
            "n.ts": "import { Card } from './c';\nexport const g = (a: number) => Card(a);\n",
        },
    ),
]


def is_proved(before, after):
    """Whether the change is proved, with all code that there is at hand."""
    change_set = tracer.ChangeSet.from_texts(
        {path: text.encode() for path, text in before.items()},
        {path: text.encode() for path, text in after.items()},
        closed_world=True,
    )
    outcome = prove(
        match(change_set), closed_world=True, mentions=None, accepted=accepted("default")
    )
    return outcome.proof is not None


@pytest.mark.parametrize(("before", "after"), SAME)
def test_same(before, after):
    """The change is a refactoring."""
    assert is_proved(before, after)


@pytest.mark.parametrize(("before", "after"), OTHER)
def test_other(before, after):
    """The look-alike is none."""
    assert not is_proved(before, after)
