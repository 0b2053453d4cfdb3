"""Pairs of snippets that mean the same: equal at NORMAL, or only at ALPHA."""

# What formatters and careless typing change.
SAME_AT_NORMAL = [
    *(
        ("python", before, after)
        for before, after in [
            ("x = 'a'", 'x = "a"'),
            ("x = 'it\\'s'", 'x = "it\'s"'),
            ("x = '\\x41\\u0042\\103'", 'x = "ABC"'),
            ("x = U'a'", "x = 'a'"),
            ("x = R'\\d'", "x = '\\\\d'"),
            ("x = F'{a}' 'b' f\"{ c }\"", 'x = f"{a}b{c}"'),
            ("x = 'a' \\\n  'b'", "x = ('ab')"),
            ("x = 'a\\\nb'", "x = 'ab'"),
            ("x = Rb'a'", "x = b'a'"),
            ("x = 0XFF + 1E5 + 1J + .5 + 1.", "x = 0xff + 1e5 + 1j + 0.5 + 1.0"),
            ("x = ((a)) + (b)", "x = a + b"),
            ("x = (a * b) + c", "x = a * b + c"),
            ("x = (1, 2,)", "x = 1, 2"),
            ("for (a, b) in (1, 2): pass", "for a, b in 1, 2: pass"),
            ("async def f(): await a ** b", "async def f(): (await (a)) ** (b)"),
            ("f(a, b,)", "f(a, b)"),
            ("x[1, 2,]", "x[1, 2]"),
            ("from a import (c, b,)", "from a import b, c"),
            ("a; b;", "a\nb"),
            ("if a: b", "if (a):\n    b"),
            ("class A(): pass", "class A: pass"),
            ("with (open(a)) as b: pass", "with open(a) as b: pass"),
            ("with (a as b, c as d,): pass", "with a as b, c as d: pass"),
            (
                "def f():\n    '''  Say\n        more  \n    '''",
                'def f():\n        """Say\n            more"""',
            ),
            ("x = a \\\n    + b", "x = a + b"),
            ("assert a, \\\n    'b'", "assert a, 'b'"),
            ("x = [  # c\n    1,  # d\n]", "x = [1]"),
            ("del (a), b", "del a, b"),
            ("return_ = lambda: (yield)", "return_ = lambda: ((yield))"),
            ("print((yield_))", "print(yield_)"),
            ("#type: int\nx = 1", "# type: int\nx = 1"),
        ]
    ),
    *(
        (language, before, after)
        for language in ("javascript", "typescript", "tsx")
        for before, after in [
            ("x = 'a'", 'x = "a";'),
            ("x = 'it\\'s'", 'x = "it\'s"'),
            ("x = '\\x41\\u0042\\u{43}\\d'", "x = 'ABCd'"),
            ("x = '\\uD83D\\uDE00'", "x = '\U0001f600'"),
            ("x = 1.50 + .5 + 0XAB + 1E5 + 0.0", "x = 1.5 + 0.5 + 0xab + 1e5 + 0"),
            ("x = /a/mig", "x = /a/gim"),
            ("x = ((a)) + (b)", "x = a + b"),
            ("x = a && (b && c)", "x = a && b && c"),
            ("x = x => x", "x = (x) => x"),
            ("x = new A", "x = new A()"),
            ("x = new (A)", "x = new A()"),
            ("x = { 'a': 1, 2: b, }", "x = { a: 1, '2': b }"),
            ("x = [a, , b,]", "x = [a, , b]"),
            ("f(a, b,)", "f(a, b)"),
            ("import { b, a } from 'c'", "import {a, b,} from 'c';"),
            ("if (a) { ; b() ; }", "if ((a)) { b() }"),
            ("'use strict'", '"use strict";'),
            ("class A { a = 1; b() {} ; }", "class A { a = 1\n b() {} }"),
            ("(a)?.b", "a?.b"),
            ("(function () {})()", "((function () {}))();"),
        ]
    ),
    *(
        (language, before, after)
        for language in ("javascript", "tsx")
        for before, after in [
            ("x = <a b='c'>\n  d {e} f\n</a>", "x = (<a b={\"c\"}>d {e}{' '}\n  f</a>)"),
            ("x = <a b='\"' />", 'x = <a b="&quot;" />'),
        ]
    ),
    *(
        (language, before, after)
        for language in ("typescript", "tsx")
        for before, after in [
            ("interface A { a: B, c: D }", "interface A { a: B; c: D; }"),
            ("type A = | B | C", "type A = B | C;"),
            ("let x: (A)", "let x: A"),
            ("enum A { 'b' = 1, }", "enum A { b = 1 }"),
            ("function f<A,>(x: A,) {}", "function f<A>(x: A) {}"),
        ]
    ),
    *(
        ("java", before, after)
        for before, after in [
            ("x = ((a)) + (b);", "x = a + b;"),
            ("x = 0XFFL + 10l + 1E5F;", "x = 0xffl + 10L + 1e5f;"),
            ("int[] x = {1, 2,};", "int[] x = {1, 2};"),
            ("F f = x -> x;", "F f = (x) -> x;"),
            ("if ((a)) { ; b(); }", "if (a) { b(); }"),
            ('x = """\n    a\n      b\\n""";', 'x = """\n  a\n    b\\n""";'),
            ("^import b.B; import a.A; class C {}", "^import a.A;\nimport b.B;\nclass C {}"),
            ("^enum E { A, B,; }", "^enum E { A, B }"),
            ("^class A { int x; ; }", "^class A { int x; }"),
        ]
    ),
    *(
        ("go", before, after)
        for before, after in [
            ("if (a) { b(); }", "if a { b() }"),
            ("x := ((a)) + (b); y(x)", "x := a + b\ny(x)"),
            ("x = T{a, b,}", "x = T{a, b}"),
            ("for ;; { }", "for { }"),
            ("for ; a; { }", "for a { }"),
            ("x = 0XFF + 1E5", "x = 0xff + 1e5"),
            ("var x (int)", "var x int"),
            ('^package p\nimport ( "b"; "a" )\n', '^package p\nimport (\n\t"a"\n\n\t"b"\n)\n'),
            ("^package p\nfunc f() (int) { }\n", "^package p\nfunc f() int { }"),
        ]
    ),
    *(
        ("rust", before, after)
        for before, after in [
            ("let x = ((a)) + (b);", "let x = a + b;"),
            ("let x = (a, b,);", "let x = (a, b);"),
            ("let (x) = a;", "let x = a;"),
            ("let x: (i32) = a;", "let x: i32 = a;"),
            ("match a { B => { c } D => e }", "match a { B => c, D => e, }"),
            ("let c = |x| { x };", "let c = |x| x;"),
            ("return a", "return a;"),
            ("foo(a, b,)", "foo(a, b)"),
            ("assert_eq!(a, b,);", "assert_eq!(a, b);"),
            ("^use a::{c, b,};", "^use a::{b, c};"),
            ("^use b; use a;", "^use a;\nuse b;"),
            ("^struct S { a: i32, }", "^struct S { a: i32 }"),
        ]
    ),
    *(
        (language, before, after)
        for language in ("c", "cpp")
        for before, after in [
            ("x = ((a)) + (b);", "x = a + b;"),
            ('x = "a" "b\\n";', 'x = "ab\\n";'),
            ("x = 0XFFU + 1E5 + .5;", "x = 0xffu + 1e5 + 0.5;"),
            ("int x[] = { 1, 2, };", "int x[] = { 1, 2 };"),
            ("if ((a)) b;", "if (a) b;"),
            ("x = a \\\n  + b;", "x = a + b;"),
            ("^#  define  A(x)  \\\n   ((x)+1) // c\n", "^#define A(x) ((x) + 1)\n"),
            ("^# include   <a.h>\n", "^#include <a.h>\n"),
            ("^enum e { A, B, };", "^enum e { A, B };"),
            ("^#if  defined( A )\n#  endif\n", "^#if defined(A)\n#endif\n"),
        ]
    ),
    ("c", "return (x);", "return x;"),
]

# Consistent renaming of names bound inside.
SAME_AT_ALPHA = [
    *(
        ("python", before, after)
        for before, after in [
            (
                "def f(a, *b, c=1, **d): return a, b, c, d",
                "def f(w, *x, y=1, **z): return w, x, y, z",
            ),
            ("def f(a: A = x) -> B: return a", "def f(b: A = x) -> B: return b"),
            ("lambda a, b=c: a + b", "lambda x, y=c: x + y"),
            ("[a for a in b if a]", "[x for x in b if x]"),
            ("{a: b for a, (b, *c) in d}", "{x: y for x, (y, *z) in d}"),
            ("[y for x in a for y in x]", "[w for v in a for w in v]"),
            ("def f():\n    import os as a\n    a.x", "def f():\n    import os as b\n    b.x"),
            (
                "def f():\n    def g(): return g\n    return g",
                "def f():\n    def h(): return h\n    return h",
            ),
            ("def f(x):\n    for a, b in x: del a\n", "def f(y):\n    for c, d in y: del c\n"),
            (
                "def f():\n    with a as b, c as (d, e): b, d, e",
                "def f():\n    with a as x, c as (y, z): x, y, z",
            ),
            (
                "def f():\n    try: pass\n    except E as e: e",
                "def f():\n    try: pass\n    except E as x: x",
            ),
            ("def f():\n    while (a := g()): a", "def f():\n    while (b := g()): b"),
            ("def f():\n    a = b = 1\n    a += b", "def f():\n    x = y = 1\n    x += y"),
            (
                "def o():\n    x = 1\n    def i():\n        nonlocal x\n        x = 2\n    i()",
                "def o():\n    y = 1\n    def i():\n        nonlocal y\n        y = 2\n    i()",
            ),
            (
                "def f(x):\n    match x:\n        case (a, [b, *c]) | {'k': d, **e}: a, b, c, d, e",
                "def f(y):\n    match y:\n        case (v, [w, *x]) | {'k': s, **t}: v, w, x, s, t",
            ),
            (
                "class A:\n    def f(self, x): return self.x + x",
                "class A:\n    def f(this, y): return this.x + y",
            ),
            ("def f(a):\n    return f'{a!r:>{a}}'", "def f(b):\n    return f'{b!r:>{b}}'"),
            ("def f(a): return g(a=a)", "def f(b): return g(a=b)"),
            ("def f():\n    global x\n    y = x", "def f():\n    global x\n    z = x"),
        ]
    ),
    *(
        (language, before, after)
        for language in ("javascript", "typescript", "tsx")
        for before, after in [
            ("function f(a, b = 1) { return a + b }", "function f(x, y = 1) { return x + y }"),
            ("const f = a => b => a + b", "const f = x => y => x + y"),
            (
                "function f({ a: b, c: [d, ...e] }) { return b + d + e }",
                "function f({ a: x, c: [y, ...z] }) { return x + y + z }",
            ),
            (
                "function f() { let a = 1; { let a = 2; g(a) } return a }",
                "function f() { let x = 1; { let y = 2; g(y) } return x }",
            ),
            (
                "function f() { if (a) { var b = 1 } return b }",
                "function f() { if (a) { var c = 1 } return c }",
            ),
            ("for (let i = 0; i < n; i++) f(i)", "for (let j = 0; j < n; j++) f(j)"),
            ("for (const a of b) f(a)", "for (const c of b) f(c)"),
            ("try { a } catch (b) { c(b) }", "try { a } catch (d) { c(d) }"),
            ("x = function f(a) { return f(a) }", "x = function g(b) { return g(b) }"),
            ("class A { m(a) { return this.a + a } }", "class A { m(b) { return this.a + b } }"),
            (
                "function f() { const a = 1; return { a: a } }",
                "function f() { const b = 1; return { a: b } }",
            ),
            (
                "function f() { function g() { return g } return g }",
                "function f() { function h() { return h } return h }",
            ),
            (
                "function f() { switch (x) { case 1: let a = 1; g(a) } }",
                "function f() { switch (x) { case 1: let b = 1; g(b) } }",
            ),
        ]
    ),
    (
        "tsx",
        "function f(a) { return <b c={a}>{a}</b> }",
        "function f(d) { return <b c={d}>{d}</b> }",
    ),
    (
        "typescript",
        "function f(a: string): asserts a is B { let c: typeof a }",
        "function f(d: string): asserts d is B { let e: typeof d }",
    ),
    ("typescript", "type F = (a: string) => void", "type F = (b: string) => void"),
    *(
        ("java", before, after)
        for before, after in [
            ("int a = 1; b(a);", "int c = 1; b(c);"),
            ("for (int i = 0; i < n; i++) f(i);", "for (int j = 0; j < n; j++) f(j);"),
            ("for (String s : list) f(s);", "for (String t : list) f(t);"),
            (
                "try (R r = o()) { r.c(); } catch (E e) { throw e; }",
                "try (R q = o()) { q.c(); } catch (E f) { throw f; }",
            ),
            ("F f = (a, b) -> a + b; g(f);", "F h = (x, y) -> x + y; g(h);"),
            ("F f = a -> { int b = a; return b; };", "F f = x -> { int y = x; return y; };"),
            (
                "{ int a = 1; f(a); } { int a = 2; f(a); }",
                "{ int b = 1; f(b); } { int c = 2; f(c); }",
            ),
            (
                "^class A { int f(int a, int... b) { return a + b[0]; } }",
                "^class A { int f(int x, int... y) { return x + y[0]; } }",
            ),
            ("^class A { A(int a) { this.a = a; } }", "^class A { A(int b) { this.a = b; } }"),
        ]
    ),
    *(
        ("go", before, after)
        for before, after in [
            ("a := 1; b(a)", "c := 1; b(c)"),
            ("var a, b int = 1, 2; c(a, b)", "var x, y int = 1, 2; c(x, y)"),
            (
                "if a := f(); a > 0 { b(a) } else { c(a) }",
                "if x := f(); x > 0 { b(x) } else { c(x) }",
            ),
            ("for i, v := range x { f(i, v) }", "for j, w := range x { f(j, w) }"),
            ("switch a := x.(type) { case T: f(a) }", "switch b := x.(type) { case T: f(b) }"),
            ("select { case a := <-c: f(a) }", "select { case b := <-c: f(b) }"),
            ("a := 1; { a := a + 1; f(a) }; f(a)", "x := 1; { y := x + 1; f(y) }; f(x)"),
            (
                "f(func(a int) (b int) { b = a; return })",
                "f(func(x int) (y int) { y = x; return })",
            ),
            ("const a = 1; f(a)", "const b = 1; f(b)"),
            (
                "^package p\nfunc (r *T) f(a, b int) (c error) { c = r.g(a, b); return }\n",
                "^package p\nfunc (s *T) f(x, y int) (z error) { z = s.g(x, y); return }\n",
            ),
        ]
    ),
    *(
        ("rust", before, after)
        for before, after in [
            ("let a = 1; b(a);", "let c = 1; b(c);"),
            ("let (a, mut b) = c; d(a, b);", "let (x, mut y) = c; d(x, y);"),
            ("let a = 1; let a = a + 1; b(a);", "let x = 1; let x = x + 1; b(x);"),
            (
                "let a = 1; { let a = a + 1; b(a); } b(a);",
                "let x = 1; { let y = x + 1; b(y); } b(x);",
            ),
            ("let f = |a, b: i32| a + b;", "let f = |x, y: i32| x + y;"),
            (
                "match a { Some(b) if b > 1 => b, c @ 1..=2 => c, _ => 0 };",
                "match a { Some(x) if x > 1 => x, y @ 1..=2 => y, _ => 0 };",
            ),
            ("if let Some(a) = b { c(a) }", "if let Some(x) = b { c(x) }"),
            ("while let Some(a) = b { c(a) }", "while let Some(x) = b { c(x) }"),
            ("for a in b { c(a) }", "for x in b { c(x) }"),
            ('let a = 1; println!("{}", a);', 'let b = 1; println!("{}", b);'),
            ("let S { a: b, .. } = c; d(b);", "let S { a: x, .. } = c; d(x);"),
            ("let a = 1; S { f: a };", "let b = 1; S { f: b };"),
            (
                "^fn f<T>(a: T, (b, c): (u8, u8)) -> T { g(b, c); a }",
                "^fn f<T>(x: T, (y, z): (u8, u8)) -> T { g(y, z); x }",
            ),
        ]
    ),
    *(
        (language, before, after)
        for language in ("c", "cpp")
        for before, after in [
            ("int a = 1, *b = &a; c(a, b);", "int x = 1, *y = &x; c(x, y);"),
            ("for (int i = 0; i < n; i++) f(i);", "for (int j = 0; j < n; j++) f(j);"),
            ("int a = 1; { int a = 2; f(a); } f(a);", "int x = 1; { int y = 2; f(y); } f(x);"),
            ("int a; f(sizeof(a), sizeof a);", "int b; f(sizeof(b), sizeof b);"),
            ("int (*g)(int n) = h; g(1);", "int (*k)(int m) = h; k(1);"),
            ("struct s a = { .b = 1 }; a.b = 2;", "struct s c = { .b = 1 }; c.b = 2;"),
            (
                "^int f(int a, char **b, int (*c)(int)) { return c(a) + **b; }",
                "^int f(int x, char **y, int (*z)(int)) { return z(x) + **y; }",
            ),
        ]
    ),
    (
        "c",
        "^int f(a, b) int a; char b; { return a + b; }",
        "^int f(x, y) int x; char y; { return x + y; }",
    ),
    *(
        ("cpp", before, after)
        for before, after in [
            ("for (auto& a : b) { c(a); }", "for (auto& x : b) { c(x); }"),
            ("auto [a, b] = c; d(a, b);", "auto [x, y] = c; d(x, y);"),
            ("try { } catch (const E& e) { f(e); }", "try { } catch (const E& x) { f(x); }"),
            ("auto l = [&](int a) { return a; };", "auto l = [&](int b) { return b; };"),
            ("auto l = [a = 1] { return a; };", "auto l = [b = 1] { return b; };"),
            ("if (auto a = f(); a > 1) g(a);", "if (auto b = f(); b > 1) g(b);"),
            (
                "^struct A { int f(int a) const { return this->a + a; } };",
                "^struct A { int f(int b) const { return this->a + b; } };",
            ),
            ("^template <int N> int f() { return N; }", "^template <int M> int f() { return M; }"),
        ]
    ),
]
