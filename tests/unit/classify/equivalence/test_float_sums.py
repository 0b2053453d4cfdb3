"""`sum` keeps what each addition of floats loses, since Python 3.12; a loop does not."""

import pytest

import tracer

_CLASS = "class P:\n    p: float\n    n: int\n\n\n"

_SAME = {
    "whole numbers": ("xs: list[int]", "x"),
    "of whole numbers": ("xs: list[int]", "x // 2"),
    "a declared field": ("xs: list[P]", "x.n"),
    "lengths": ("xs", "len(x)"),
    "a count": ("xs", "1"),
    "not known to be floats": ("xs", "x.n * 2"),
}
_DIFFERS = {
    "floats": ("xs: list[float]", "x"),
    "of floats": ("xs: list[float]", "x * 0.5"),
    "of whole numbers": ("xs: list[int]", "x * 0.5"),
    "a declared field": ("xs: list[P]", "x.p"),
    "a field that a class declares": ("xs", "x.p"),
    "a product with a float": ("xs", "x.price * 0.19"),
    "less a float": ("xs", "-(x.price - 0.5)"),
    "a quotient": ("xs", "x.a / x.b"),
    "made a float": ("xs", "float(x)"),
    "roots": ("xs", "math.sqrt(x)"),
    "now and then": ("xs: list[int]", "x if x > 2 else 0.1"),
}


def _verdict(before, after):
    change = tracer.ChangeSet.from_texts(
        {"a.py": before.encode()}, {"a.py": after.encode()}, closed_world=True
    )
    return tracer.classify(change)


def _texts(parameter, added):
    head = f"import math\n\n\n{_CLASS}def f({parameter}):\n"
    return (
        f"{head}    s = 0\n    for x in xs:\n        s += {added}\n    return s\n",
        f"{head}    return sum({added} for x in xs)\n",
    )


@pytest.mark.parametrize("name", _SAME)
def test_same(name):
    """What is no float is added the same way."""
    before, after = _texts(*_SAME[name])
    assert _verdict(before, after).verdict.name == "AST_REFACTOR"
    assert _verdict(after, before).verdict.name == "AST_REFACTOR"


@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name):
    """The sum of floats is another one."""
    before, after = _texts(*_DIFFERS[name])
    assert _verdict(before, after).verdict.name != "AST_REFACTOR"
    assert _verdict(after, before).verdict.name != "AST_REFACTOR"


def test_what_is_not_seen_is_assumed():
    """Elements of unknown types are taken for no floats, which the proof says."""
    verdict = _verdict(*_texts("xs", "x"))
    assert "plain-operators" in verdict.proof.assumes


def test_both_sum():
    """Two sums of the same floats are one."""
    before = "def f(xs: list[float]):\n    return sum(map(lambda x: x * 2.0, xs))\n"
    after = "def f(xs: list[float]):\n    return sum(x * 2.0 for x in xs)\n"
    assert _verdict(before, after).verdict.name == "AST_REFACTOR"
