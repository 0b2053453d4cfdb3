"""`float64(a*b) + c` rounds twice; `a*b + c` may be one operation that rounds once (Go, C)."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

FLOATS = "func f(a, b, c float64) float64 {\n\t"
OWN = "func m(a, b float64) float64 { return a * b }\n"


def verdict(before: str, after: str, path: str = "a.go") -> Verdict:
    """The verdict on a file whose text changes."""
    head = "package a\n" if path == "a.go" else ""
    texts = [{path: (head + one + "\n").encode()} for one in (before, after)]
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FLOATS + "t := float64(a * b)\n\treturn t + c\n}", FLOATS + "return a*b + c\n}"),
        (FLOATS + "return c - float64((a * b))\n}", FLOATS + "return c - (a * b)\n}"),
        (
            FLOATS + "t := a * b\n\treturn float64(t) + c\n}",
            FLOATS + "t := a * b\n\treturn t + c\n}",
        ),
        (
            OWN + FLOATS + "return float64(m(a, b)) + c\n}",
            OWN + FLOATS + "return m(a, b) + c\n}",
        ),
        (
            (
                "func f(a []float64, c float64) float64 {\n\tt := 0.0\n"
                "\tfor _, x := range a { t += x * x }\n\treturn float64(t) + c\n}"
            ),
            (
                "func f(a []float64, c float64) float64 {\n\tt := 0.0\n"
                "\tfor _, x := range a { t += x * x }\n\treturn t + c\n}"
            ),
        ),
    ],
)
def test_a_conversion_of_what_was_computed_rounds(before: str, after: str) -> None:
    """Without it, the operation that follows may take what was not rounded."""
    assert verdict(before, after) is Verdict.INTENT_EVOLUTION
    assert verdict(after, before) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FLOATS + "return float64(a) + c\n}", FLOATS + "return a + c\n}"),
        (FLOATS + "t := float64(a * b)\n\treturn t + c\n}", FLOATS + "return float64(a*b) + c\n}"),
        (FLOATS + "var t float64 = a * b\n\treturn t + c\n}", FLOATS + "return a*b + c\n}"),
        (
            "func f(a, b, c int) int {\n\treturn int(a*b) + c\n}",
            "func f(a, b, c int) int {\n\treturn a*b + c\n}",
        ),
        (
            (
                "type T struct{ x float64 }\nfunc f(t T, c float64) float64 {\n"
                "\treturn float64(t.x) + c\n}"
            ),
            "type T struct{ x float64 }\nfunc f(t T, c float64) float64 {\n\treturn t.x + c\n}",
        ),
    ],
)
def test_any_other_may_be_left_out(before: str, after: str) -> None:
    """What is stored is rounded already, whole numbers are exact, and a local changes nothing."""
    assert verdict(before, after) is Verdict.AST_REFACTOR


def test_a_cast_of_c_rounds_as_well() -> None:
    """And one of a parameter does nothing."""
    code = "double f(double a, double b, double c) {{ return {} + c; }}"
    computed, given = [
        [code.format(one) for one in pair]
        for pair in (("(double)(a * b)", "a * b"), ("(double)a", "a"))
    ]
    assert verdict(*computed, path="a.c") is Verdict.INTENT_EVOLUTION
    assert verdict(*given, path="a.c") is Verdict.AST_REFACTOR
