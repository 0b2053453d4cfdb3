"""A part of a list, and lists put together or repeated, are new lists each time (Python)."""

import pytest

import tracer

_DIFFERS = {
    "given by a function and appended to": (
        (
            "def head(a):\n"
            "    return a[:1]\n"
            "\n"
            "\n"
            "def f(a):\n"
            "    x = head(a)\n"
            "    y = head(a)\n"
            "    x.append(1)\n"
            "    return y\n"
        ),
        (
            "def head(a):\n"
            "    return a[:1]\n"
            "\n"
            "\n"
            "def f(a):\n"
            "    x = head(a)\n"
            "    y = x\n"
            "    x.append(1)\n"
            "    return y\n"
        ),
    ),
    "given twice by a function": (
        "def head(a):\n    return a[:1]\n\n\ndef f(a):\n    return [head(a), head(a)]\n",
        "def head(a):\n    return a[:1]\n\n\ndef f(a):\n    x = head(a)\n    return [x, x]\n",
    ),
    "repeated by a function": (
        (
            "def head(a: int):\n"
            "    return [0] * a\n"
            "\n"
            "\n"
            "def f(a: int):\n"
            "    return [head(a), head(a)]\n"
        ),
        (
            "def head(a: int):\n"
            "    return [0] * a\n"
            "\n"
            "\n"
            "def f(a: int):\n"
            "    x = head(a)\n"
            "    return [x, x]\n"
        ),
    ),
    "of a field": (
        "class A:\n    def f(self):\n        return (self.x[:], self.x[:])\n",
        "class A:\n    def f(self):\n        x = self.x[:]\n        return (x, x)\n",
    ),
    "in a table": (
        "def f(a):\n    return {'a': a[1:], 'b': a[1:]}\n",
        "def f(a):\n    p = a[1:]\n    return {'a': p, 'b': p}\n",
    ),
    "one a round": (
        "def f(a, n):\n    r = []\n    for i in range(n):\n        r.append(a[:])\n    return r\n",
        (
            "def f(a, n):\n"
            "    r = []\n"
            "    b = a[:]\n"
            "    for i in range(n):\n"
            "        r.append(b)\n"
            "    return r\n"
        ),
    ),
    "one an element": (
        "def f(a, n):\n    return [a[:] for i in range(n)]\n",
        "def f(a, n):\n    b = a[:]\n    return [b for i in range(n)]\n",
    ),
    "a row an element": (
        "def f(n):\n    return [[0] * n for i in range(n)]\n",
        "def f(n):\n    b = [0] * n\n    return [b for i in range(n)]\n",
    ),
    "rows that are one": (
        "def f(n):\n    return [[0] * n for i in range(n)]\n",
        "def f(n):\n    return [[0] * n] * n\n",
    ),
    "the list itself changed": (
        "def f(a):\n    b = a[:]\n    b.append(1)\n    return b\n",
        "def f(a):\n    a.append(1)\n    return a\n",
    ),
    "the list itself given": (
        "def f(a):\n    return a[:]\n",
        "def f(a):\n    return a\n",
    ),
    "nothing added": (
        "def f(a: list):\n    return a + []\n",
        "def f(a: list):\n    return a\n",
    ),
    "once repeated": (
        "def f(a: list):\n    return a * 1\n",
        "def f(a: list):\n    return a\n",
    ),
    "gone through while it shrinks": (
        "def f(a):\n    for x in a[:]:\n        a.remove(x)\n",
        "def f(a):\n    for x in a:\n        a.remove(x)\n",
    ),
    "copied after a change": (
        "def f(a):\n    b = a[:]\n    a.clear()\n    return b\n",
        "def f(a):\n    a.clear()\n    return a[:]\n",
    ),
    "of two sets": (
        "def f(a: set, b: set):\n    return [a | b, a | b]\n",
        "def f(a: set, b: set):\n    x = a | b\n    return [x, x]\n",
    ),
    "of two tables": (
        "def f(a: dict, b: dict):\n    return [a | b, a | b]\n",
        "def f(a: dict, b: dict):\n    x = a | b\n    return [x, x]\n",
    ),
    "a default": (
        "def f(a=[0] * 3):\n    return a\n",
        "def f(a=None):\n    if a is None:\n        a = [0] * 3\n    return a\n",
    ),
    "chosen": (
        "def f(a, n):\n    x = a[:2]\n    y = a[:2] if n else x\n    x.append(1)\n    return y\n",
        "def f(a, n):\n    x = a[:2]\n    y = x\n    x.append(1)\n    return y\n",
    ),
    "copied when called": (
        "def f(a):\n    x = a[:2]\n    return lambda: x\n",
        "def f(a):\n    return lambda: a[:2]\n",
    ),
    "appended to": (
        "def f(a):\n    x = a[:1]\n    y = a[:1]\n    x.append(1)\n    return y\n",
        "def f(a):\n    x = a[:1]\n    y = x\n    x.append(1)\n    return y\n",
    ),
    "asked which it is": (
        "def f(a):\n    return a[:1] is a[:1]\n",
        "def f(a):\n    x = a[:1]\n    return x is x\n",
    ),
    "a whole list": (
        "def f(a):\n    return [a[:], a[:]]\n",
        "def f(a):\n    x = a[:]\n    return [x, x]\n",
    ),
    "two lists": (
        "def f(a: list, b: list):\n    return [a + b, a + b]\n",
        "def f(a: list, b: list):\n    x = a + b\n    return [x, x]\n",
    ),
    "stored to": (
        "def f(n):\n    x = [0] * n\n    y = [0] * n\n    x[0] = 1\n    return y\n",
        "def f(n):\n    x = [0] * n\n    y = x\n    x[0] = 1\n    return y\n",
    ),
}
_SAME = {
    "chosen by a condition": (
        "def f(a, n):\n    if n:\n        x = a[:2]\n    else:\n        x = a[2:]\n    return x\n",
        "def f(a, n):\n    return a[:2] if n else a[2:]\n",
    ),
    "two parts": (
        "def f(a, n):\n    x = a[:n]\n    y = a[n:]\n    return g(y), h(x)\n",
        "def f(a, n):\n    x, y = a[:n], a[n:]\n    return g(y), h(x)\n",
    ),
    "parts in a loop": (
        (
            "def f(a, n):\n"
            "    r = []\n"
            "    for i in range(0, len(a), n):\n"
            "        r.append(a[i:i + n])\n"
            "    return r\n"
        ),
        "def f(a, n):\n    return [a[i:i + n] for i in range(0, len(a), n)]\n",
    ),
    "parts by a function": (
        (
            "def part(a, i, n):\n"
            "    return a[i:i + n]\n"
            "\n"
            "\n"
            "def f(a, n):\n"
            "    r = []\n"
            "    for i in range(0, len(a), n):\n"
            "        r.append(part(a, i, n))\n"
            "    return r\n"
        ),
        "def f(a, n):\n    return [a[i:i + n] for i in range(0, len(a), n)]\n",
    ),
    "sorted at once": (
        "def f(a: list, b: list):\n    c = a + b\n    return sorted(c)\n",
        "def f(a: list, b: list):\n    return sorted(a + b)\n",
    ),
    "filled by a function": (
        "def f(n):\n    r = [0] * n\n    for i in range(n):\n        r[i] = i * i\n    return r\n",
        (
            "def squares(n):\n"
            "    r = [0] * n\n"
            "    for i in range(n):\n"
            "        r[i] = i * i\n"
            "    return r\n"
            "\n"
            "\n"
            "def f(n):\n"
            "    return squares(n)\n"
        ),
    ),
    "read again and again": (
        (
            "def f(a):\n"
            "    t = a[1:]\n"
            "    if len(t) > 2 and t[0] == 'x':\n"
            "        return t[1]\n"
            "    return None\n"
        ),
        (
            "def f(a):\n"
            "    if len(a[1:]) > 2 and a[1:][0] == 'x':\n"
            "        return a[1:][1]\n"
            "    return None\n"
        ),
    ),
    "of a text": (
        "def f(a: str):\n    return [a[:1], a[:1]]\n",
        "def f(a: str):\n    x = a[:1]\n    return [x, x]\n",
    ),
    "compared": (
        (
            "def f(a):\n"
            "    if a[:1] == 'x':\n"
            "        return 1\n"
            "    if a[:1] == 'y':\n"
            "        return 2\n"
            "    return 3\n"
        ),
        (
            "def f(a):\n"
            "    x = a[:1]\n"
            "    if x == 'x':\n"
            "        return 1\n"
            "    if x == 'y':\n"
            "        return 2\n"
            "    return 3\n"
        ),
    ),
}


def _verdicts(before, after):
    sides = {"a.py": before.encode()}, {"a.py": after.encode()}
    for one, other in (sides, sides[::-1]):
        yield tracer.classify(tracer.ChangeSet.from_texts(one, other, closed_world=True)).verdict


@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name):
    """One list in the place of two, or none, is seen where it is changed."""
    assert {one.name for one in _verdicts(*_DIFFERS[name])} == {"INTENT_EVOLUTION"}


@pytest.mark.parametrize("name", _SAME)
def test_same(name):
    """What only reads a new list, or makes as many, does the same."""
    assert {one.name for one in _verdicts(*_SAME[name])} == {"AST_REFACTOR"}
