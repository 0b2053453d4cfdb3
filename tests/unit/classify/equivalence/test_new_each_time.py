"""Generators and regular expressions are objects of their own; objects say what text they are."""

from __future__ import annotations

import pytest

import tracer

_SHOWN = "function f(x) {\n  return %s;\n}\n"
_ROUNDS = "def f(a, n):\n    r = []\n%s    for i in range(n):\n        r.append(%s)\n    return r\n"
_MADE = "function made() {\n  return /x/g;\n}\nfunction f() {\n%s}\n"

_DIFFERS = {
    "a generator before a loop": (
        "m.py",
        _ROUNDS % ("", "(v for v in a)"),
        _ROUNDS % ("    x = (v for v in a)\n", "x"),
    ),
    "a generator before a closure": (
        "m.py",
        "def f(a):\n    return lambda: (v for v in a)\n",
        "def f(a):\n    x = (v for v in a)\n    return lambda: x\n",
    ),
    "a regular expression that a function makes": (
        "m.js",
        _MADE % "  return [made(), made()];\n",
        _MADE % "  const x = made();\n  return [x, x];\n",
    ),
    "an object that says its value": (
        "m.js",
        _SHOWN % '"" + x' + "f({ valueOf: () => 1, toString: () => 't' });\n",
        _SHOWN % "`${x}`" + "f({ valueOf: () => 1, toString: () => 't' });\n",
    ),
    "an object with a method that says its value": (
        "m.js",
        _SHOWN % '"" + x' + "f({ n: 1, valueOf() { return this.n; } });\n",
        _SHOWN % "`${x}`" + "f({ n: 1, valueOf() { return this.n; } });\n",
    ),
}
_SAME = {
    "a generator with a name": (
        "m.py",
        "def f(a, g):\n    for i in a:\n        g((v for v in i))\n",
        "def f(a, g):\n    for i in a:\n        x = (v for v in i)\n        g(x)\n",
    ),
    "a regular expression with a name": (
        "m.js",
        _MADE % "  return [made(), made()];\n",
        _MADE % "  const x = made();\n  const y = made();\n  return [x, y];\n",
    ),
    "an object that says nothing": (
        "m.js",
        _SHOWN % '"" + x' + "f({ n: 1 });\n",
        _SHOWN % "`${x}`" + "f({ n: 1 });\n",
    ),
}


def _verdicts(path, one, other):
    for sides in ((one, other), (other, one)):
        texts = [{path: text.encode()} for text in sides]
        yield tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict.name


@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name):
    assert set(_verdicts(*_DIFFERS[name])) == {"INTENT_EVOLUTION"}


@pytest.mark.parametrize("name", _SAME)
def test_same(name):
    assert set(_verdicts(*_SAME[name])) == {"AST_REFACTOR"}
