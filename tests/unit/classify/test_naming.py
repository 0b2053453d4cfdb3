"""Names of refactorings: each is borne out by both sides, or not given."""

from __future__ import annotations

import pytest

from tracer.classify.context import Context
from tracer.classify.naming import named_refactorings
from tracer.matching import match
from tracer.model.changes import ChangeSet


def named(before, after):
    """The names of a change from texts to texts, with what they speak of."""
    texts = [{k: v.encode() for k, v in side.items()} for side in (before, after)]
    context = Context(match(ChangeSet.from_texts(*texts)), closed_world=True, mentions=None)
    return {(found.kind, found.detail) for found in named_refactorings(context)}


BODY = "    total = 0\n    for x in xs:\n        total += x.price * x.count\n    return total\n"
CASES = [
    ("def f(xs):\n" + BODY, "def g(xs):\n" + BODY, {("Rename Method", "f -> g")}),
    ("def f(xs):\n" + BODY, "def f(xs, y):\n" + BODY, {("Add Parameter", "y")}),
    ("def f(xs, y):\n" + BODY, "def f(xs):\n" + BODY, {("Remove Parameter", "y")}),
    ("def f(a, b):\n    return a - b * 2\n", "def f(b, a):\n    return a - b * 2\n",
     {("Reorder Parameter", "b, a")}),
    ("def f(xs):\n" + BODY, "def f(ys):\n" + BODY.replace("xs", "ys"),
     {("Rename Parameter", "xs -> ys")}),
    ("def f(xs):\n" + BODY, "def f(xs):\n" + BODY.replace("total", "sum_"),
     {("Rename Variable", "total -> sum_")}),
    # the old name is still there: nothing was renamed
    ("def f(a):\n    b = a + 1\n    return b\n",
     "def f(a):\n    b = a + 1\n    c = b * 2\n    return c\n",
     set()),
    ("def f(a):\n    return g(a.x + 1)\n", "def f(a):\n    n = a.x + 1\n    return g(n)\n",
     {("Extract Variable", "n")}),
    ("def f(a):\n    n = a.x + 1\n    return g(n)\n", "def f(a):\n    return g(a.x + 1)\n",
     {("Inline Variable", "n")}),
    ("def f(xs):\n    n = 3\n" + BODY, "def f(xs, n):\n" + BODY, {("Parameterize Variable", "n")}),
    ("def f(xs, n):\n" + BODY, "def f(xs):\n    n = 3\n" + BODY, {("Localize Parameter", "n")}),
    ("def f(rho):\n    return rho + rho\n", "def f(rho_a, rho_b):\n    return rho_a + rho_b\n",
     {("Split Parameter", "rho -> rho_a, rho_b")}),
    ("def f(xs):\n    log(xs)\n" + BODY + "\n",
     "def f(xs):\n    log(xs)\n    return g(xs)\n\n\ndef g(xs):\n" + BODY, {("Extract Method",
     "g")}),
    ("def f(xs):\n" + BODY, "@cached\ndef f(xs):\n" + BODY, {("Add Method Annotation", "@cached")}),
    ("def f():\n    a = Old(1)\n    return a.run()\n",
     "def f():\n    a = New(1)\n    return a.run()\n",
     {("Change Variable Type", "a: Old -> New")}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "wanted"), CASES)
def test_within_a_file(before, after, wanted):
    """What happened to one function."""
    assert named({"a.py": before}, {"a.py": after}) == wanted


def test_between_files():
    """Classes, methods and modules that moved; a class that moved takes its methods along."""
    method = "".join(f"    {line}\n" for line in ("def f(self, xs):\n" + BODY).splitlines())
    before = {"a.py": f"class A:\n{method}", "b.py": "x = 1\n"}
    found = named(before, {"a.py": "", "b.py": f"x = 1\n\n\nclass A:\n{method}"})
    assert found == {("Move Class", "A")}
    before = {
        "a.py": f"class A:\n{method}\n    def g(self):\n        return 1\n",
        "b.py": "class B:\n    y = 2\n",
    }
    after = {
        "a.py": "class A:\n    def g(self):\n        return 1\n",
        "b.py": f"class B:\n    y = 2\n\n{method}",
    }
    assert named(before, after) == {("Move Method", "f -> f")}
    function = "def f(xs):\n" + BODY
    assert named({"a.py": function}, {"lib/c.py": function}) == {("Move Class", "c")}
