"""Files with their macros replaced, held against what the C standard says."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest

from tracer.semantics.preprocessor import preprocessed
from tracer.semantics.preprocessor.pieces import pieces_of, table_of
from tracer.syntax import parse

# (definitions, a line behind them, the tokens that it becomes); the last ones are C11's, 6.10.3.5.
LINES = [
    ("#define N 10", "x-N", "x - 10"),
    ("#define NEG -1", "-NEG", "- - 1"),
    ("#define SELF SELF + 1", "SELF", "SELF + 1"),
    ("#define A B\n#define B A", "A B", "A B"),
    ("#define F(x) [x]", "F F (1) F(F(2))", "F [ 1 ] [ [ 2 ] ]"),
    ("#define F() 1", "F( )", "1"),
    ("#define S(x) #x", 'S( a  + "q\\n" )', r'"a + \"q\\n\""'),
    ("#define C(a, b) a ## b", "C(x, 1) C(, y) C(L, 'c')", "x1 y L'c'"),
    ("#define P(f, ...) p(f, ##__VA_ARGS__)", "P(1) P(1, 2, (3, 4))", "p ( 1 ) p ( 1 , 2 , ( 3 , 4 ) )"),
    ("#define N 1\n#undef N\n#define N 2", "N", "2"),
    ("#define N 1", "assert(N) ODD(2, N)", 'assert ( 1 , "N" ) ODD ( 2 , 1 , "2, N" )'),
    ("#define M a \\\n  b", "M /* c */ M", "a b a b"),
    (
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~",
        "f(y+1) + f(f(z)) h 5) ;",
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) f ( 2 * ( ~ 5 ) ) ;",
    ),
    (
        "#define str(s) # s\n#define xstr(s) str(s)\n#define INCFILE(n) vers ## n",
        "xstr(INCFILE(2).h)",
        '"vers2.h"',
    ),
    (
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c)",
        "join(x, y)",
        '"x"',
    ),
    ("#define s(x) #x\n#define e(x) s([x| x])\n#define N 4-1", "e( N ) e() e( a  b )", '"[4-1| 4-1]" "[| ]" "[a b| a b]"'),
    ("#define t(x,y,z) x ## y ## z", "t(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,)", "123 45 67 89 10"),
]  # fmt: skip
# What a compiler would have to be asked about, or refuses.
UNREAD = {
    "a condition on a macro": {"a.c": "#define N 1\n#if N\nint a;\n#endif\n"},
    "a macro under a condition": {"a.c": "#ifdef X\n#define N 1\n#endif\nint a = N;\n"},
    "a call that does not end": {"a.c": "#define F(x) x\nint a = F(1;\n#undef F\n"},
    "a call over a directive": {"a.c": "#define F(x) x\nint a = F\n#pragma x\n(1);\n"},
    "too many arguments": {"a.c": "#define F(x) x\nint a = F(1, 2);\n"},
    "no token": {"a.c": "#define C(a, b) a ## b\nint a = C(+, x);\n"},
    "what is included is a macro": {"a.c": '#define H "a.h"\n#include H\n'},
    "a header read in two ways": {
        "a.h": "int a = N;\n",
        "a.c": '#define N 1\n#include "a.h"\n',
        "b.c": '#define N 2\n#include "a.h"\n',
    },
    "a header of several": {"x/a.h": "", "y/a.h": "", "a.c": '#include "a.h"\n'},
}


def read(files: dict[str, str]):
    """The files of a program, read."""
    return preprocessed({path: parse(text.encode(), path=path) for path, text in files.items()})


def tokens_of(text: bytes) -> list[bytes]:
    """The tokens of a text."""
    tree = parse(text, "c")
    table = table_of(tree.language)
    assert table is not None
    return [one.text for one in pieces_of(tree, table)[0]]


@pytest.mark.parametrize(("definitions", "line", "tokens"), LINES)
def test_lines(definitions: str, line: str, tokens: str) -> None:
    """A line becomes the tokens that a compiler reads in its place."""
    found = read({"a.c": f"{definitions}\n{line}\n"})
    assert found is not None
    assert tokens_of(found.texts["a.c"]) == tokens_of(tokens.encode())


@pytest.mark.parametrize("case", UNREAD)
def test_what_is_not_certain_is_not_read(case: str) -> None:
    """Nothing is made up where the compiler's answer is not known."""
    assert read(UNREAD[case]) is None


def test_headers_are_read_where_they_are_included() -> None:
    """A guarded header keeps its guard, gives its macros, and is told to be shared."""
    header = "#ifndef H\n#define H\n#define N 3\nextern int a[N];\n#endif\n"
    source = '#include "h.h"\n#include "h.h"\n#include <stdio.h>\n#include <other/x.h>\nint a[N];\n'
    found = read({"src/h.h": header, "src/a.c": source})
    assert found is not None
    assert b"#ifndef H\n#define H" in found.texts["src/h.h"]
    assert found.texts["src/h.h"].split()[-3:] == [b"3", b"];", b"#endif"]
    assert found.texts["src/a.c"].endswith(b"int a[ 3 ];\n")
    assert {path for path, _ in found.shared} == {"src/h.h"}
    assert found.words == {"3"}
    assert {name for _, name, _ in found.seen_outside} == {b"<other/x.h>"}
