"""What each full language calls its definitions, by grammar.yaml and by tags.scm."""

from __future__ import annotations

import os
import re

import pytest
from tree_sitter import Query, QueryCursor

from tracer.resources import data_dir
from tracer.syntax import TRIVIA, detect, language_named, parse
from tracer.syntax.names import elements, enclosing_definition, qualified_name

LANGUAGES = (
    "python",
    "javascript",
    "typescript",
    "tsx",
    "java",
    "go",
    "rust",
    "c",
    "cpp",
    "kotlin",
    "ruby",
    "php",
    "csharp",
    "swift",
)

# (language, snippet, "kind name" of each element in order)
ROWS = [
    ("python", "def f():\n    def g(): pass\n", ["function f", "function f.g"]),
    ("python", "@d\nclass A(B):\n    def m(self): x = 1\n", ["class A", "function A.m"]),
    ("python", "async def f(): pass\nx = lambda: 1\n", ["function f"]),
    (
        "javascript",
        "export default class A extends B { static x = 1; #p = 2; get y() { return 1 } }",
        ["class A", "field A.x", "field A.#p", "function A.y"],
    ),
    (
        "javascript",
        "export const f = async () => { const local = 1; for (let i = 0; ;) {} };\nlet n = 1;",
        ["variable f", "variable n"],
    ),
    ("javascript", "const o = { m() {}, k: 1 };", ["variable o", "function o.m"]),
    (
        "javascript",
        "function* g() { function inner() {} }\nmodule.exports = class K {};",
        ["function g", "function g.inner", "class K"],
    ),
    (
        "typescript",
        "declare namespace N.M { interface I { x: number; f(): void } const c: number; }",
        ["module N.M", "interface N.M.I", "field N.M.I.x", "function N.M.I.f", "variable N.M.c"],
    ),
    (
        "typescript",
        "export abstract class A<T> { private x = 1; constructor() {} abstract f(): void }",
        ["class A", "field A.x", "function A.constructor", "function A.f"],
    ),
    (
        "typescript",
        "type T = { a: string };\nenum E { A = 1 }\nfunction f(p: { q: T }): void;",
        ["type T", "field T.a", "enum E", "field E.A", "function f"],
    ),
    (
        "typescript",
        "export const f = <T,>(a: T): T => { const b = a; return b };",
        ["variable f"],
    ),
    ("tsx", "export const App = () => { const a = 1; return <b>{a}</b> };", ["variable App"]),
    ("tsx", "function F(p: { a: string }) { return <i/> }", ["function F"]),
    (
        "tsx",
        "class C extends R { state: S = {}; render() { return <C/> } }\ninterface P { a?: string }",
        ["class C", "field C.state", "function C.render", "interface P", "field P.a"],
    ),
    (
        "kotlin",
        (
            "class A<T : Any>(val p: Int, q: String) : B() {\n  val x: Int by lazy { 3 }\n"
            "  fun <R> C.f(a: Int): R? {\n    val l = a\n    return l\n  }\n"
            "  constructor() : this(1, s) { g() }\n}\n"
        ),
        [
            *("class A", "field A.p", "field A.q", "field A.x", "function A.f"),
            "function A.constructor",
        ],
    ),
    (
        "kotlin",
        (
            "enum class Z { P, Q }\ntypealias F = (Int) -> Unit\nobject O {\n  fun m() = 1\n}\n"
            "val t = 1\n"
        ),
        [
            *("class Z", "field Z.P", "field Z.Q", "type F", "class O", "function O.m"),
            "field t",
        ],
    ),
    (
        "ruby",
        "module A\n  class B < C\n    def f(x) = x\n    def self.g\n    end\n  end\nend\n",
        ["module A", "class A.B", "function A.B.f", "function A.B.g"],
    ),
    (
        "php",
        "<?php class A { private $p = 1; function f() { } } function g() { } enum E { case X; }",
        ["class A", "field A.$p", "function A.f", "function g", "enum E", "field E.X"],
    ),
    (
        "csharp",
        "namespace N { class A { A() {} int P { get; } void F() { int L() => 1; } } struct S {} }",
        [
            *("module N", "class N.A", "function N.A.A", "field N.A.P", "function N.A.F"),
            *("function N.A.F.L", "class N.S"),
        ],
    ),
    (
        "swift",
        "class A { func f() {} }\nprotocol P { func g() }\nextension A { func h() {} }\n",
        ["class A", "function A.f", "interface P", "function P.g", "class A", "function A.h"],
    ),
    (
        "java",
        "class A<T> { int x = 1, y; A() {} int f(int a) { int l = a; return l; } void f() {} }",
        ["class A", "field A.x", "field A.y", "function A.A", "function A.f", "function A.f"],
    ),
    (
        "java",
        "interface I { int K = 1; void m(String... s); }\nenum E { P { void z() {} }, Q; int v; }",
        [
            *("interface I", "field I.K", "function I.m"),
            *("enum E", "field E.P", "function E.P.z", "field E.Q", "field E.v"),
        ],
    ),
    (
        "java",
        "@interface An { int v() default 1; }\nrecord R(int a) { R { } }",
        ["interface An", "function An.v", "class R", "function R.R"],
    ),
    (
        "go",
        "package p\nfunc (t *T) M(a int) error { var l int; const k = 1 }\nfunc F() {}\n",
        ["function M", "function F"],
    ),
    (
        "go",
        "package p\ntype T struct { a int; E }\ntype I interface { M() }\ntype U = int\n",
        ["type T", "field T.a", "type I", "function I.M", "type U"],
    ),
    (
        "go",
        "package p\nconst (\n\tA = iota\n\tB\n)\nvar x = 1\nvar (\n\ty int\n)\n",
        ["variable A", "variable B", "variable x", "variable y"],
    ),
    (
        "rust",
        "impl S { const K: u8 = 1; pub fn f(&self) { const L: u8 = 1; } }",
        ["impl S", "variable S.K", "function S.f"],
    ),
    (
        "rust",
        "pub struct S<T> { pub a: T }\nenum E { A, B { x: u8 } }\nunion U { a: u8 }",
        [
            *("struct S", "field S.a", "enum E", "field E.A", "field E.B", "field E.B.x"),
            *("struct U", "field U.a"),
        ],
    ),
    (
        "rust",
        (
            "trait Tr { fn g(&self); type A; }\nmod m { static Q: u8 = 1; }\n"
            "macro_rules! mm { () => {} }\ntype T = u8;"
        ),
        [
            *("interface Tr", "function Tr.g", "type Tr.A", "module m", "variable m.Q"),
            *("macro mm", "type T"),
        ],
    ),
    (
        "c",
        "#define X 1\n#define F(a) a\nint *(*g(void))(int) { int l = 1; return 0; }\n",
        ["macro X", "macro F", "function g"],
    ),
    (
        "c",
        "struct S { int a, *b; int (*cb)(void); };\nvoid f(struct S *s, enum E e) {}\n",
        ["struct S", "field S.a", "field S.cb", "function f"],
    ),
    (
        "c",
        (
            "static int x = 1;\nint *y[3];\nvoid (*fp)(int);\nint f(int a, char *b);\n"
            "enum E { A, B = 2 };\ntypedef int (*fn)(int);\n"
        ),
        [
            *("declaration x", "declaration y", "declaration fp", "declaration f"),
            *("enum E", "field E.A", "field E.B", "type fn"),
        ],
    ),
    (
        "cpp",
        (
            "namespace a::b { class C : D { int x = 1; int &r; ~C(); virtual void f() const = 0;\n"
            "template <class T> T g(T t) { int l = 1; return t; } }; }"
        ),
        [
            *("module a.b", "class a.b.C", "member a.b.C.x", "member a.b.C.r"),
            *("declaration a.b.C.~C", "member a.b.C.f", "function a.b.C.g"),
        ],
    ),
    (
        "cpp",
        (
            "int A::f(int x) { return x; }\nn::A::\n ~A() {}\nint &A::operator[](int i) {}\n"
            "std::string &h() { class L *p; return q; }\n"
        ),
        ["function A.f", "function n.A.~A", "function A.operator[]", "function h"],
    ),
    (
        "cpp",
        (
            "class A;\nusing Y = int;\ntemplate <class T> concept K = true;\n"
            'enum class E { P };\nextern "C" { int q(void); }\nint (*fp)(int);\n'
        ),
        ["type Y", "type K", "enum E", "field E.P", "declaration q", "declaration fp"],
    ),
]


def _tree(language, text):
    return parse(text.encode(), language_named(language))


@pytest.mark.parametrize(("language", "text", "expected"), ROWS)
def test_elements(language, text, expected):
    """Every definition a person would name, qualified by what is around it; no local."""
    assert [f"{e.kind} {e.name}" for e in elements(_tree(language, text))] == expected


@pytest.mark.parametrize(("language", "text", "expected"), ROWS)
def test_tags_find_the_same_names(language, text, expected):
    """tags.scm, read by tree-sitter, and grammar.yaml, read by tracer, agree on what is defined."""
    path = os.path.join(data_dir("grammars"), language, "tags.scm")
    with open(path, encoding="utf-8") as file:
        query = Query(language_named(language).grammar, file.read())
    root = language_named(language).parser.parse(text.encode()).root_node
    found = set()
    for _, captures in QueryCursor(query).matches(root):
        if any(capture.startswith("definition.") for capture in captures):
            found.add(_last(captures["name"][0].text.decode()))
    assert found == {_last(entry.split(" ", 1)[1]) for entry in expected}


def _last(name):
    return re.split(r"\.|::\s*", name)[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_in_the_table_exists(language):
    """Kinds and fields of the keys that have no role, which the loader does not check."""
    table = language_named(language)
    raw = table.raw
    kinds = {name for name, _ in table.kind_ids}
    for key in ("branches", "parameter", "annotations", "types", "modifiers", "exceptions"):
        assert set(raw[key]) <= kinds, key
    fields = []
    for key in ("calls", "assignments"):
        fields += [field for entry in raw[key].values() for field in entry.values()]
        assert set(raw[key]) <= kinds, key
    for key in ("return_type", "members_of"):
        fields += raw[key].values()
        assert set(raw[key]) <= kinds, key
    for entry in raw["definitions"].values():
        fields += [entry[key] for key in ("name", "body", "only_with") if key in entry]
    assert set(fields) <= set(table.field_ids)


def test_a_local_belongs_to_its_function():
    """A line of a local variable is a line of the function around it."""
    tree = _tree("javascript", "function f() {\n  const x = 1;\n}")
    row = next(r for r in range(len(tree)) if tree.kind_name(r) == "number")
    assert qualified_name(tree, row) == "f"
    assert tree.kind_name(enclosing_definition(tree, row)) == "function_declaration"


@pytest.mark.parametrize(
    ("language", "text", "token"),
    [
        ("javascript", "// @ts-check", True),
        ("javascript", "/* webpackChunkName: 'a' */", True),
        ("javascript", "/** @type {A} */", True),
        ("javascript", "// mentions ts-check", False),
        ("typescript", "// @ts-ignore: why", True),
        ("typescript", '/// <reference types="a" />', True),
        ("typescript", "// eslint-disable-next-line", False),
        ("tsx", "/** @jsxImportSource preact */", True),
        ("java", "/** A.\n * @deprecated use B */", True),
        ("java", "// @deprecated", False),
        ("go", "//go:build linux", True),
        ("go", "//go:embed a.txt", True),
        ("go", "// +build linux", True),
        ("go", "/*\n#include <a.h>\n*/", True),
        ("go", "// #cgo LDFLAGS: -lm", True),
        ("go", "// Output: 1", True),
        ("go", "// go: to the #include", False),
        ("rust", "/// doc", False),
        ("rust", "//! doc", False),
        ("c", "/* fall through */", False),
        ("cpp", "// NOLINT", False),
    ],
)
def test_significant_comments(language, text, token):
    """A comment is a token exactly when the language or its tools act on it."""
    tree = _tree(language, text + "\n")
    leaf = next(r for r in range(len(tree)) if "comment" in tree.kind_name(r))
    assert (not tree.flags[leaf] & TRIVIA) is token


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a.mjs", "", "javascript"),
        ("tool", "#!/usr/bin/env node\n", "javascript"),
        ("tool", "#!/usr/bin/env -S deno run\n", "typescript"),
        ("a.d.mts", "", "typescript"),
        ("a.hpp", "", "cpp"),
        ("a.h", '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', "c"),
        ("a.h", "/* The\n   class of all\n   things::are, using the */\nint f(void);\n", "c"),
        ("a.h", "#include <stdio.h>\nstruct class_ { int public; };\n", "c"),
        ("a.h", "#include <vector>\n", "cpp"),
        ("a.h", "class API Foo\n    : public Bar\n{\n", "cpp"),
        ("a.h", "struct A {\n private:\n  int x;\n};\n", "cpp"),
        ("a.h", "  std::string f();\n", "cpp"),
        ("a.h", "template<class T> struct A;\n", "cpp"),
    ],
)
def test_detect(path, text, language):
    """Extensions, interpreters, and which of C and C++ a header is."""
    assert detect(path, text.encode()).name == language
