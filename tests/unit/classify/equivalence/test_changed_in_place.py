"""`a += 1` changes an array in place; what a program shows of its values ends what is supposed."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict


def verdict(path: str, before: str, old: str, new: str) -> Verdict:
    assert old in before
    texts = {path: before.encode()}, {path: before.replace(old, new).encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


ALIAS = """\
import numpy as np

def g(n):
    a = np.zeros(n)
    b = a
    a = a + 1
    return b
"""
COUNT = """\
import numpy

def g(xs):
    a = 0
    for x in xs:
        a = a + 1
    return a
"""


@pytest.mark.parametrize(
    "text",
    [
        ALIAS,
        "from numpy import zeros\n\ndef g(a):\n    b = a\n    a = a + 1\n    return b\n",
        "import pandas\n\ndef g(frame):\n    a = frame['x']\n    a = a + 1\n    return a\n",
    ],
)
def test_a_program_with_arrays(text: str) -> None:
    """22: Nobody supposes there that `+` and `+=` are one."""
    assert verdict("a.py", text, "a = a + 1", "a += 1") is Verdict.INTENT_EVOLUTION


def test_a_field_that_is_only_added_to() -> None:
    """22: `self.w += 1` does not say that it is a number."""
    text = "import numpy\n\nclass A:\n    def step(self):\n        self.w = self.w + 1\n"
    assert verdict("a.py", text, "self.w = self.w + 1", "self.w += 1") is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    "text",
    [
        "def g(a):\n    a = a + 1\n    return a\n",
        COUNT,
        "import numpy\n\ndef g(n: int):\n    a = n\n    a = a + 1\n    return a\n",
    ],
)
def test_numbers(text: str) -> None:
    """22: The everyday step."""
    assert verdict("a.py", text, "a = a + 1", "a += 1") is Verdict.AST_REFACTOR


def test_what_the_program_hands_over_is_seen() -> None:
    """22: A list is supposed where a text is not seen; here it is."""
    text = (
        "function count(text) { let n = 0;\n"
        "for (let i = 0; i < text.length; i++) { if (text[i] !== ' ') n++; }\n"
        "return n; }\nmodule.exports = () => count('a b');\n"
    )
    loop = "for (let i = 0; i < text.length; i++) { if (text[i] !== ' ') n++; }"
    walked = "for (const c of text) { if (c !== ' ') n++; }"
    assert verdict("a.js", text, loop, walked) is Verdict.INTENT_EVOLUTION


def test_a_class_that_is_added_to_a_text() -> None:
    """22: `"a" + m` asks for `valueOf`, a template for `toString`."""
    text = (
        "class M { constructor(n) { this.n = n; } valueOf() { return this.n; } }\n"
        'function g(m) { return "a" + m; }\nmodule.exports = (n) => g(new M(n));\n'
    )
    assert verdict("a.js", text, '"a" + m', "`a${m}`") is Verdict.INTENT_EVOLUTION
    plain = text.replace("valueOf", "total")
    assert verdict("a.js", plain, '"a" + m', "`a${m}`") is Verdict.AST_REFACTOR
