"""Which own functions only read: calls of these are values, of all others events."""
# ruff: noqa: E501 - programs, one a line

import pytest

from tests.unit.classify.equivalence.evaluated import FILES, evaluated
from tracer.classify.equivalence.versions.pure_functions import PureFunctions
from tracer.semantics.program import build_program
from tracer.semantics.versions import World

_SHAPES = (
    "package p\n\ntype S interface{{ Area() int }}\ntype A struct{{ n int }}\n"
    "type B struct{{ n int }}\n\nfunc (a A) Area() int {{ return a.n }}\n\n"
    "func (b *B) Area() int {{ {body} }}\n\nfunc g(s S) int {{ return s.Area() }}\n"
)
PURE = [
    ("python", "def g(a: int) -> int:\n    t = 0\n    for i in range(a):\n        t += i\n    return t\n"),
    ("python", "def g(a: str) -> str:\n    if not a:\n        raise ValueError(a)\n    return a.upper()\n"),
    ("typescript", "function g(a: number[]) { let t = 0; for (const b of a) { t += b; } return t }\n"),
    ("c", "struct q { int n; };\nstatic int g(const struct q *a, int i) { return a->n + i; }\n"),
    ("go", _SHAPES.format(body="return b.n * 2")),
    ("rust", "struct A { n: u32 }\nimpl A { fn g(&self, i: u32) -> u32 { self.n + i } }\n"),
    ("java", "class A { int n; static int g(A a, int i) { return a.n + i; } }\n"),
]  # fmt: skip
OTHERS = [
    ("python", "def g(a):\n    print(a)\n    return 1\n"),
    ("python", "def g(a: list):\n    a.append(1)\n    return len(a)\n"),
    ("python", "n = 0\n\n\ndef g():\n    global n\n    n += 1\n    return n\n"),
    ("python", "def g(a):\n    return [a]\n"),
    ("python", "def g(a):\n    return {'k': a}\n"),
    ("python", "def g(a):\n    for b in a:\n        return b\n    return 0\n"),
    ("python", "def g(a):\n    yield a\n"),
    ("python", "import random\n\n\ndef g() -> int:\n    return random.randrange(5)\n"),
    ("python", "import functools\n\n\n@functools.wraps\ndef g(a: int) -> int:\n    return a\n"),
    ("javascript", "function g(a) { return { a } }\n"),
    ("javascript", "function g(a) { a.n = 1; return 1 }\n"),
    ("javascript", "function g(a) { return a.next() }\n"),
    ("javascript", "let g = (a) => a + 1;\ng = (a) => a + 2;\n"),
    ("c", "static int n;\nstatic int g(int i) { n = i; return i; }\n"),
    ("c", "static int g(int *a) { *a = 1; return 1; }\n"),
    ("c", "static int g(int i) { static int n; n += i; return n; }\n"),
    ("c", "volatile int n;\nstatic int g(int i) { return n + i; }\n"),
    ("go", "package p\n\nfunc g(c chan int) int { return <-c }\n"),
    ("go", "package p\n\nfunc g(c chan int) int { t := 0\n for v := range c { t += v }\n return t }\n"),
    ("go", _SHAPES.format(body="b.n++\n return b.n")),
    ("rust", "struct A { n: u32 }\nimpl A { fn g(&mut self) -> u32 { self.n += 1; self.n } }\n"),
    ("rust", "struct A { n: Vec<u32> }\nimpl A { fn g(self) -> u32 { 1 } }\n"),
    ("java", "class A { volatile int n; static int g(A a) { return a.n; } }\n"),
    ("java", "class A { int n; int g() { return n; } }\nclass B extends A { int g() { return n++; } }\n"),
]  # fmt: skip
MUTUAL = (
    "def g(a: int) -> int:\n    return 0 if a < 1 else h(a - 1)\n\n\n"
    "def h(a: int) -> int:\n    {more}return 0 if a < 1 else g(a - 1)\n"
)


def _is_pure(language, source, name="g"):
    program = build_program([(FILES[language], source.encode())])
    symbol = next(one for one in program.definitions if one.path[-1] == name)
    return symbol in PureFunctions(program, world=World(is_closed=True), stores=False)


@pytest.mark.parametrize(("language", "source"), PURE)
def test_reads(language, source):
    """What only reads and gives is a value."""
    assert _is_pure(language, source)


@pytest.mark.parametrize(("language", "source"), OTHERS)
def test_acts(language, source):
    """What acts, makes objects, asks unknown code or reads what others change is none."""
    assert not _is_pure(language, source)


@pytest.mark.parametrize("name", ["g", "h"])
def test_mutual(name):
    """Functions that call each other are asked together, whichever is asked first."""
    assert _is_pure("python", MUTUAL.format(more=""), name)
    assert not _is_pure("python", MUTUAL.format(more="print(a)\n    "), name)


@pytest.mark.parametrize(("more", "is_pure"), [("", True), ("print(1); ", False)])
def test_operators(more, is_pure):
    """An operator does what a class of the program says."""
    source = (
        "class A:\n    def __init__(self, n: int):\n        self.n = n\n\n"
        f"    def __lt__(self, other):\n        {more}return self.n < other.n\n\n\n"
        "def g(a, b) -> bool:\n    return a < b\n"
    )
    assert _is_pure("python", source) is is_pure


def test_open_world():
    """Where others may put another method in its place, a method is a call."""
    source = "class A:\n    def g(self) -> int:\n        return 1\n"
    program = build_program([("m.py", source.encode())])
    symbol = next(one for one in program.definitions if one.path[-1] == "g")
    assert symbol not in PureFunctions(program, world=World(is_closed=False), stores=False)
    assert symbol not in PureFunctions(program, world=World(is_closed=True), stores=True)


def test_order():
    """A value may pass another read, and no event that may change what it finds."""
    head = "def g(a: list) -> int:\n    return len(a)\n\n\n"
    one = head + "def f(a: list):\n    n = g(a)\n    m = a[0]\n    return n, m\n"
    two = head + "def f(a: list):\n    m = a[0]\n    n = g(a)\n    return n, m\n"
    assert evaluated(one)[0] == evaluated(two)[0]
    one = head + "def f(a: list):\n    n = g(a)\n    a.append(1)\n    return n\n"
    two = head + "def f(a: list):\n    a.append(1)\n    return g(a)\n"
    assert evaluated(one)[0] != evaluated(two)[0]
