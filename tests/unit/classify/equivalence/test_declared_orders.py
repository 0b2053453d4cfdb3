"""`a < 3` against `!(a >= 3)` where types are declared: not of what may be NaN."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict


def verdict(head: str, value: str, *, imported: str = "") -> Verdict:
    """The verdict on a test in Go that is asked the other way round."""
    if imported:
        head = f'import "{imported}"\n{head}'
    texts = [
        {"a.go": f"package a\n{head}\tif {value} {rest}\n}}\n".encode()}
        for rest in ("< 3 { return 1 }\n\treturn 2", ">= 3 { return 2 }\n\treturn 1")
    ]
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize(
    ("head", "value", "imported"),
    [
        ("func f(s string) int {\n\ta, _ := strconv.ParseFloat(s, 64)\n", "a", "strconv"),
        ("func f() int {\n\ta := math.Sqrt(-2)\n", "a", "math"),
        ("func f(d time.Duration) int {\n", "d.Seconds()", "time"),
        ("func f() int {\n\ta := 1.5\n\tb := 0.0\n\tc := a / b\n", "c", ""),
        ("func f[T cmp.Ordered](a T, b T) int {\n", "a", "cmp"),
        ("func f() int {\n", "lib.Temperature()", "x/lib"),
        ("func f() int {\n\ta, _ := lib.Temperature()\n", "a", "x/lib"),
        ("func f(a lib.Temperature) int {\n", "a", "x/lib"),
        ("func f(a lib.Room) int {\n", "a.Degrees", "x/lib"),
        ("type Own lib.Temperature\nfunc f(a Own) int {\n", "a", "x/lib"),
        ("func f() int {\n", "lib.Least", "x/lib"),
    ],
)
def test_what_may_be_none_is_not_turned_round(head: str, value: str, imported: str) -> None:
    """NaN is neither less than 3, nor equal or more."""
    assert verdict(head, value, imported=imported) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    ("head", "value", "imported"),
    [
        ("func f(a int) int {\n", "a", ""),
        ("func f(s string) int {\n\ta, _ := strconv.Atoi(s)\n", "a", "strconv"),
        ("func f(d time.Duration) int {\n", "d", "time"),
        ("func f(a lib.Room) int {\n", "int(a.Degrees)", "x/lib"),
        ("type Own int\nfunc f(a Own) int {\n", "a", ""),
        ("type Own int\ntype Other Own\nfunc f(a Other) int {\n", "a", ""),
        ("func h() (int, error) { return g() }\nfunc f() int {\n\ta, _ := h()\n", "a", ""),
        ("type Box struct { n int }\nfunc f(a Box) int {\n", "a.n", ""),
    ],
)
def test_whole_numbers_are_turned_round(head: str, value: str, imported: str) -> None:
    """As far as their types are seen, or said by the tables of the library."""
    assert verdict(head, value, imported=imported) is Verdict.AST_REFACTOR


def test_a_value_of_a_whole_numbers_type_is_one() -> None:
    """Go compares values of one type alone."""
    code = 'package a\nimport "x/lib"\nfunc f(d int) bool {{ return {} }}\n'
    texts = [
        {"a.go": code.format(one).encode()} for one in ("!(lib.Level() < d)", "lib.Level() >= d")
    ]
    found = tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict
    assert found is Verdict.AST_REFACTOR


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("A.java", "class A {{ int f(int n) {{ var a = Math.sqrt(n); if (a {}; }} }}\n"),
        ("a.c", "#include <math.h>\nint f(int n) {{ if (sqrt(n) {}; }}\n"),
    ],
)
def test_nor_is_what_a_library_gives_elsewhere(path: str, code: str) -> None:
    """The root of a negative number is none."""
    rests = ("< 3) { return 1; } return 2", ">= 3) { return 2; } return 1")
    texts = [{path: code.format(one).encode()} for one in rests]
    found = tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict
    assert found is Verdict.INTENT_EVOLUTION
