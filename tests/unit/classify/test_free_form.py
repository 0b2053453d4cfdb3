"""`layout` where little more than the tokens of a language is known, and where blanks say more."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

SHARP = "class A {\n  int F(int a,int b) { return G(a , b); }\n}\n"
CUDA = "#include <a.h>\n__global__ void f(int*a){a[0]=1;}\n"
COCOA = '#import "b.h"\n@implementation A\n- (void)f {\n  g(1);\n}\n@end\n'

SAME = [
    (
        "a.cs",
        SHARP,
        "class A\n{\n    int F(int a, int b)\n    {\n        return G(a, b);\n    }\n}\n",
    ),
    ("a.cs", SHARP, SHARP.replace("\n", "\r\n")),
    ("a.cs", "class A {\n#if X\n int a;\n#endif\n}\n", "class A\n{\n#if X\n  int a;\n#endif\n}\n"),
    ("a.cs", "class A { void F() { Show( a ); } }\n", "class A { void F() { Show(a); } }\n"),
    ("a.css", "a>b,c{x:1;y:d e}\n", "a > b,\nc {\n  x: 1;\n  y: d\n    e\n}\n"),
    ("a.scss", "a{b:$c;}\n", "a {\n  b:$c;\n}\n"),
    ("a.json", '{"a":[1,2]}\n', '{\n  "a": [1, 2]\n}\n'),
    ("a.cmake", "set(a\n  b\n  c)\n", "set(\n  a\n  b c\n)\n"),
    ("a.nix", "{a=[1 2];}\n", "{\n  a = [ 1 2 ];\n}\n"),
    ("a.dart", "void f(){g(1,2);}\n", "void f() {\n  g(1, 2);\n}\n"),
    ("a.ml", "let f x=\n  g x\n", "let f x = g x\n"),
    ("a.lua", "local a={1,2}\nf(a)\n", "local a = { 1, 2 }\nf(a)\n"),
    ("a.proto", "message A{int32 x=1;}\n", "message A {\n  int32 x = 1;\n}\n"),
    ("a.cu", CUDA, "#include <a.h>\n__global__ void f(int *a) {\n  a[0] = 1;\n}\n"),
    ("a.ino", "void f(){g();h();}\n", "void f() {\n  g();\n  h();\n}\n"),
    ("a.m", COCOA, COCOA.replace("f {", "f\n{").replace("(1)", "( 1 )")),
    (
        "a.cpp",
        "#include <map>\n#include <any>\nint x;\n",
        "#include <any>\n#include <map>\nint x;\n",
    ),
]
DIFFERENT = [
    ("a.cs", SHARP, SHARP.replace("G(a , b)", "G(b, a)")),
    ("a.cs", 'class A { string s = $"{a} b"; }\n', 'class A { string s = $"{a}  b"; }\n'),
    ("a.cs", 'class A { string s = @"a\r\nb"; }\n', 'class A { string s = @"a\nb"; }\n'),
    ("a.cs", "class A { void F() { Show(a+b); } }\n", "class A { void F() { Show(a + b); } }\n"),
    ("a.cs", "class A {\n#if X\n int a;\n#endif\n}\n", "class A {\n#if X\n#endif\n int a;\n}\n"),
    ("a.css", "a:hover{x:1}\n", "a :hover{x:1}\n"),
    ("a.css", "a.b{x:1}\n", "a .b{x:1}\n"),
    ("a.css", "a{width:calc(1px + 2px)}\n", "a{width:calc(1px +2px)}\n"),
    ("a.css", "a{x:f(b)}\n", "a{x:f (b)}\n"),
    ("a.css", "a{content:'x  y'}\n", "a{content:'x y'}\n"),
    ("a.css", "a{--x:{a:b}}\n", "a{--x: { a:b }}\n"),
    ("a.scss", "a{b:hover{d:e;}}\n", "a{b: hover{d:e;}}\n"),
    ("a.json", '{"a":"b  c"}\n', '{"a":"b c"}\n'),
    ("a.cmake", 'set(a "b"c)\n', 'set(a "b" c)\n'),
    ("a.cmake", 'set(a "b  c")\n', 'set(a "b c")\n'),
    ("a.cmake", "set(a [[b  c]])\n", "set(a [[b c]])\n"),
    ("a.cmake", "f(a) # b\ng()\n", "f(a) # b g()\n"),
    ("a.nix", "{a=''b\n  c'';}\n", "{a=''b\n   c'';}\n"),
    ("a.nix", "{a=b -c;}\n", "{a=b-c;}\n"),
    ("a.dart", "void f() { assert(a  == b); }\n", "void f() { assert(a == b); }\n"),
    ("a.dart", "var a = '''b\n  c''';\n", "var a = '''b\n c''';\n"),
    ("a.ml", "let f () =\n\n  __LINE__\n", "let f () =\n  __LINE__\n"),
    ("a.ml", "let x = f (-1)\n", "let x = f - 1\n"),
    ("a.lua", "local a = [[b\n  c]]\n", "local a = [[b\n c]]\n"),
    ("a.lua", "f()\n\ng(debug.getinfo(1).currentline)\n", "f()\ng(debug.getinfo(1).currentline)\n"),
    ("a.cu", CUDA, CUDA.replace("=1", "=2")),
    ("a.cu", '#define S "a  b"\nint x;\n', '#define S "a b"\nint x;\n'),
    ("a.cu", "#define A 1\nint x;\n", "#define A 1 int x;\n"),
    ("a.ino", "void f() {\n\n  g(__LINE__);\n}\n", "void f() {\n  g(__LINE__);\n}\n"),
    ("a.m", "x = [1\n2];\n", "x = [1 2];\n"),  # MATLAB, where a line end parts two rows
    ("a.cpp", "#include <map>\n#include <b/c.h>\n", "#include <b/c.h>\n#include <map>\n"),
    ("a.cpp", '#include <map>\n#include "b.h"\n', '#include "b.h"\n#include <map>\n'),
    ("a.c", "#include <a.h>\n#include <b.h>\n", "#include <b.h>\n#include <a.h>\n"),
    (
        "a.c",
        "#include <stdio.h>\n#define NDEBUG\n#include <assert.h>\n",
        "#include <assert.h>\n#define NDEBUG\n#include <stdio.h>\n",
    ),
    (
        "a.cpp",
        "#include <map>\nint x;\n#include <any>\n",
        "#include <any>\nint x;\n#include <map>\n",
    ),
]


def _judged(name: str, before: str, after: str) -> tracer.ChangeVerdict:
    texts = {name: before.encode()}, {name: after.encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True))


@pytest.mark.parametrize(("name", "before", "after"), SAME)
def test_white_space_between_tokens_is_layout(name: str, before: str, after: str) -> None:
    """Wherever the table of the language says that it has no meaning, in both directions."""
    assert _judged(name, before, after).verdict is Verdict.AST_REFACTOR
    assert _judged(name, after, before).verdict is Verdict.AST_REFACTOR


@pytest.mark.parametrize(("name", "before", "after"), DIFFERENT)
def test_what_is_no_layout(name: str, before: str, after: str) -> None:
    """Other tokens, texts, directives, blanks that join or part, headers of a project."""
    assert _judged(name, before, after).verdict is Verdict.INTENT_EVOLUTION
    assert _judged(name, after, before).verdict is Verdict.INTENT_EVOLUTION


def test_layout_beside_another_change() -> None:
    """One edit of a file is layout, though another is none."""
    before = "class A {\n int F() { return  1; }\n int G() { return 2; }\n}\n"
    after = before.replace("return  1", "return 1").replace("return 2", "return 3")
    (file,) = _judged("a.cs", before, after).files
    assert {change.verdict for change in file.changes} == {
        Verdict.AST_REFACTOR,
        Verdict.INTENT_EVOLUTION,
    }


def test_code_around_includes_that_differ() -> None:
    """In a file that no grammar reads whole, the tokens around an include are the same."""
    head, code = '#include "b.h"\n', "BEGIN\nint f(int a){M(a) return a;}\nEND {\n"
    other = "BEGIN\nint f(int a) {\n  M(a)\n  return a;\n}\nEND {\n"
    before, after = head + '#include "a.h"\n' + code, '#include "a.h"\n' + head + other
    (file,) = _judged("a.cpp", before, after).files
    changes = {change.verdict: change for change in file.changes}
    assert set(changes) == {Verdict.AST_REFACTOR, Verdict.INTENT_EVOLUTION}
    place = changes[Verdict.INTENT_EVOLUTION].after
    assert place is not None
    assert place.end_line < 3


def test_the_line_of_a_call() -> None:
    """Tokens may stand on other lines where no file of the program asks for the line of a call."""
    after = SHARP.replace("{ return", "{\n return")
    for other, is_same in (
        ("", True),
        ("class B { string S = nameof(CallerLineNumber); }\n", True),
        ("class B { void H([CallerLineNumber] int n = 0) {} }\n", True),
        ("class B { void G([CallerLineNumber] int n = 0) {} }\n", False),
        ("class B { int G<T>(T a, [A, CallerLineNumberAttribute] int n = 0) => n; }\n", False),
        ("class B { void Add(int a, [CallerLineNumber] int n = 0) {} }\n", False),
        ("class B { public B([CallerLineNumber] int n = 0) {} }\n", False),
        ("class B { int this[int a, [CallerLineNumber] int n = 0] => n; }\n", False),
    ):
        sides = ({"a.cs": code, "b.cs": other} for code in (SHARP, after))
        before, later = ({name: code.encode() for name, code in side.items()} for side in sides)
        change = tracer.ChangeSet.from_texts(before, later, closed_world=True)
        assert (tracer.classify(change).verdict is Verdict.AST_REFACTOR) is is_same, other
