"""Values that get names, or become arguments, are evaluated in the order of the statement.

Python evaluates what is stored before the place that it is stored to.
"""

from __future__ import annotations

import pytest

from tests.unit.judge import rules_of

_SHARED = "def p(s):\n    s[0] += 1\n    return s[0]\n\n\n"

_DIFFERS = {
    "the index first": (
        "def go(s, t):\n    t[p(s)] = p(s)\n",
        "def go(s, t):\n    i = p(s)\n    v = p(s)\n    t[i] = v\n",
    ),
    "the owner first": (
        "def go(s, t):\n    t[p(s)].a = p(s)\n",
        "def go(s, t):\n    i = p(s)\n    v = p(s)\n    t[i].a = v\n",
    ),
    "an argument that is read, then one that changes it": (
        "def go(s, t):\n    t[s[0]] = p(s)\n",
        "def _put(t, i, v):\n    t[i] = v\n\n\ndef go(s, t):\n    _put(t, s[0], p(s))\n",
    ),
}
_SAME = {
    "the value first": (
        "def go(s, t):\n    t[p(s)] = p(s)\n",
        "def go(s, t):\n    v = p(s)\n    i = p(s)\n    t[i] = v\n",
    ),
    "operands": (
        "def go(s):\n    return p(s) - p(s)\n",
        "def go(s):\n    v = p(s)\n    w = p(s)\n    return v - w\n",
    ),
    "the argument that is stored first": (
        "def go(s, t):\n    t[s[0]] = p(s)\n",
        "def _put(t, v, i):\n    t[i] = v\n\n\ndef go(s, t):\n    _put(t, p(s), s[0])\n",
    ),
}


def _verdicts(pair):
    one, other = (_SHARED + code for code in pair)
    return {rules_of(*sides)[0] for sides in ((one, other), (other, one))}


@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name):
    assert _verdicts(_DIFFERS[name]) == {"INTENT_EVOLUTION"}


@pytest.mark.parametrize("name", _SAME)
def test_same(name):
    """By the rules alone."""
    assert _verdicts(_SAME[name]) == {"AST_REFACTOR"}


_CLASS = "class A {\n  go(x) {\n%s  }\n}\n"


def test_a_text_with_a_field_in_it_is_of_its_time():
    """`${this.n}` is no constant: what is stored in between may change it."""
    before = _CLASS % "    const text = `at ${this.n}`;\n    x.n = 1;\n    return text;\n"
    after = _CLASS % "    x.n = 1;\n    return `at ${this.n}`;\n"
    assert rules_of(before, after, "a.js")[0] == "INTENT_EVOLUTION"
    assert rules_of(after, before, "a.js")[0] == "INTENT_EVOLUTION"
    plain = [text.replace("${this.n}", "home") for text in (before, after)]
    assert rules_of(*plain, "a.js")[0] == "AST_REFACTOR"
