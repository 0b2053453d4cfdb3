"""A local of one version alone is seen by who lists locals, or reads what one is called."""

from __future__ import annotations

import pytest

import tracer

SUM = "def f(a):\n    return g(a + 1, {0})\n"
NAMED = "def f(a):\n    b = a + 1\n    return g(b, {0})\n"
ARROW = "function f(a) {{\n  const one = () => a;\n  return g({0}, 1 + a);\n}}\n"
OTHER = (
    "function f(a) {{\n  const two = () => a;\n  const sum = 1 + a;\n  return g({0}, sum);\n}}\n"
)
PAIRS = [
    ("m.py", SUM, NAMED, "locals()", "len(a)"),
    ("m.py", NAMED, SUM, "eval(a)", "abs(a)"),
    ("m.js", ARROW, OTHER, "@.name", "@()"),
]


@pytest.mark.parametrize(("path", "before", "after", "slip", "harmless"), PAIRS)
def test_locals(path, before, after, slip, harmless):
    """What lists locals, runs texts or reads names sees another local; plain code does not."""
    for code, wanted in ((slip, "INTENT_EVOLUTION"), (harmless, "AST_REFACTOR")):
        sides = [
            {path: text.format(code.replace("@", name)).encode()}
            for text, name in ((before, "one"), (after, "two"))
        ]
        change_set = tracer.ChangeSet.from_texts(*sides, closed_world=True)
        assert tracer.classify(change_set).verdict.value == wanted
