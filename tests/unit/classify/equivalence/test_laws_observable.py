"""What can be seen from outside is no part of any law."""

import pytest

from tests.unit.classify.equivalence.evaluated import evaluated

ALL = frozenset({"types-hold", "plain-operators", "total-order"})

DIFFERENT = {
    "a read behind an effect": (
        "def f(a):\n    b = a.x\n    g()\n    return b\n",
        "def f(a):\n    g()\n    b = a.x\n    return b\n",
    ),
    "what may fail, in front of a guard": (
        "def f(a, b):\n    if b:\n        return 1\n    return a[0]\n",
        "def f(a, b):\n    c = a[0]\n    if b:\n        return 1\n    return c\n",
    ),
    "what may fail, in front of an effect": (
        "def f(a):\n    g()\n    return a[0]\n",
        "def f(a):\n    b = a[0]\n    g()\n    return b\n",
    ),
    "an inequality that a class may define": (
        "def f(a, b):\n    if a == b:\n        return 1\n    return 2\n",
        "def f(a, b):\n    if a != b:\n        return 2\n    return 1\n",
    ),
    "a read behind what is spread": (
        "def f(a, b):\n    c = a.x\n    return g(*b, c)\n",
        "def f(a, b):\n    return g(*b, a.x)\n",
    ),
    "the end of an iteration within a generator": (
        "def f(a):\n    return list(next(b) for b in a)\n",
        "def f(a):\n    return [next(b) for b in a]\n",
    ),
    "one list or two": (
        "def f():\n    a = []\n    return a, a\n",
        "def f():\n    return [], []\n",
    ),
    "a sum of what may be lists, around an effect": (
        "def f(a, b):\n    c = a + b\n    g(c)\n    return c\n",
        "def f(a, b):\n    g(a + b)\n    return a + b\n",
    ),
    "operands in another order": (
        "def f():\n    return g() - h()\n",
        "def f():\n    b = h()\n    return g() - b\n",
    ),
    "numbers with a point added in another order": (
        "def f(a: float, b: float, c: float):\n    return a + b + c\n",
        "def f(a: float, b: float, c: float):\n    return a + (b + c)\n",
    ),
    "no order of numbers with a point": (
        "def f(a: float, b: float):\n    return not a < b\n",
        "def f(a: float, b: float):\n    return a >= b\n",
        frozenset({"types-hold", "plain-operators"}),
    ),
    "a sum that may fail": (
        "def f(a):\n    1 + a\n    return 0\n",
        "def f(a):\n    return 0\n",
        ALL,
    ),
    "a negation that may fail": (
        "def f(a):\n    -a\n    return 0\n",
        "def f(a):\n    return 0\n",
        ALL,
    ),
    "an order that may fail": (
        "def f(a, b: int):\n    a < b\n    return 0\n",
        "def f(a, b: int):\n    return 0\n",
        ALL,
    ),
    "a sum that may fail, in front of a guard": (
        "def f(a, b):\n    if b is None:\n        return 0\n    return a + b\n",
        "def f(a, b):\n    c = a + b\n    if b is None:\n        return 0\n    return c\n",
        ALL,
    ),
    "a sum that may fail, behind a store": (
        "def f(o, a):\n    b = a + 1\n    o.x = 2\n    return b\n",
        "def f(o, a):\n    o.x = 2\n    b = a + 1\n    return b\n",
        ALL,
    ),
    "a closure that sees a variable change": (
        "def f(a):\n    b = 1\n    c = lambda: b\n    b = 2\n    return c\n",
        "def f(a):\n    b = 1\n    c = lambda: b\n    return c\n",
    ),
    "closures of a loop": (
        "def f(a):\n    return [lambda: b for b in a]\n",
        "def f(a):\n    return [lambda b=b: b for b in a]\n",
    ),
    "inside a try": (
        "def f(a):\n    try:\n        g()\n        h()\n    except KeyError:\n        return 1\n",
        "def f(a):\n    try:\n        g()\n    except KeyError:\n        return 1\n    h()\n",
    ),
    "a local that a handler sees": (
        (
            "def f(a):\n    b = 0\n    try:\n        b = 1\n        g()\n"
            "    except KeyError:\n        pass\n    return b\n"
        ),
        (
            "def f(a):\n    b = 0\n    try:\n        g()\n        b = 1\n"
            "    except KeyError:\n        pass\n    return b\n"
        ),
    ),
    "a local behind a context that may swallow exceptions": (
        "def f(a):\n    b = 0\n    with a:\n        b = 1\n        g()\n    return b\n",
        "def f(a):\n    b = 0\n    with a:\n        g()\n        b = 1\n    return b\n",
    ),
    "yield in another place": (
        "def f(a):\n    g()\n    yield 1\n",
        "def f(a):\n    yield 1\n    g()\n",
    ),
    "await in another place": (
        "async def f(a):\n    b = a.x\n    await g()\n    return b\n",
        "async def f(a):\n    await g()\n    return a.x\n",
    ),
    "a store between two stores to what may be one object": (
        "def f(a, b):\n    a.x = 1\n    b.x = 2\n    return a.x\n",
        "def f(a, b):\n    b.x = 2\n    a.x = 1\n    return a.x\n",
    ),
    "a local that is not set": (
        "def f(a):\n    return b\n    b = 1\n",
        "def f(a):\n    return None\n    b = 1\n",
    ),
    "one list for all rounds": (
        "def f(a):\n    c = []\n    for b in a:\n        c.append(b)\n        g(c)\n",
        "def f(a):\n    for b in a:\n        c = []\n        c.append(b)\n        g(c)\n",
    ),
    "one list for all calls": (
        "def f():\n    c = []\n    return lambda: c\n",
        "def f():\n    return lambda: []\n",
    ),
    "a default that is made once": (
        "def f(a=[]):\n    return a\n",
        "def f(a=None):\n    return [] if a is None else a\n",
    ),
    "in place or new": (
        "def f(a, b):\n    a += b\n    return a\n",
        "def f(a, b):\n    a = a + b\n    return a\n",
    ),
    "operators of unknown types, nothing assumed": (
        "def f(a, b):\n    c = a + b\n    g()\n    return c\n",
        "def f(a, b):\n    g()\n    return a + b\n",
        frozenset(),
    ),
}
STATIC = {
    "whole numbers that wrap": (
        "java",
        "class A { static long f(int a, int b) { return a * b; } }",
        "class A { static long f(int a, int b) { long c = a; return c * b; } }",
    ),
    "a copy of a structure": (
        "go",
        "package m\nfunc f(s []T) { c := s[0]; c.x = 1; g(c) }\n",
        "package m\nfunc f(s []T) { s[0].x = 1; g(s[0]) }\n",
    ),
    "arguments in no order": (
        "c",
        "int f(void) { return h(a(), b()); }",
        "int f(void) { int x = a(); int y = b(); return h(x, y); }",
    ),
    "a negative number made unsigned": (
        "c",
        "int f(int a) { return a < 0; }",
        "int f(int a) { unsigned b = a; return b < 0; }",
    ),
    "undefined is not null": (
        "javascript",
        "function f(a, b) { return a == null ? b : a }",
        "function f(a, b) { return a === undefined ? b : a }",
    ),
    "or is not coalescing": (
        "javascript",
        "function f(a, b) { return a ?? b }",
        "function f(a, b) { return a || b }",
    ),
    "equality that converts": (
        "javascript",
        "function f(a) { return a == 1 }",
        "function f(a) { return a === 1 }",
    ),
}


@pytest.mark.parametrize("name", sorted(DIFFERENT))
def test_differs(name):
    """Python: two digests."""
    before, after, *allowed = DIFFERENT[name]
    extra = {"allowed": allowed[0]} if allowed else {}
    assert evaluated(before, **extra)[0] != evaluated(after, **extra)[0]


@pytest.mark.parametrize("name", sorted(STATIC))
def test_differs_elsewhere(name):
    """Other languages: two digests."""
    language, before, after = STATIC[name]
    assert evaluated(before, language)[0] != evaluated(after, language)[0]
