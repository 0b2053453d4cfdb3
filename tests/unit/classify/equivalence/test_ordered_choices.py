"""Choices by the order of whole numbers, and counters that are read as a narrower type."""

import pytest

from tests.unit.classify.equivalence.evaluated import evaluated

JAVA = "import java.util.*;\nclass A { static %s }\n"
COUNT = "int f(List<String> a) { int t = 0; for (var b : a) if (b.isEmpty()) { t++; } return t; }"


def _is_same(before, after, language="java"):
    return evaluated(before, language)[0] == evaluated(after, language)[0]


@pytest.mark.parametrize(("kind", "before", "after", "expected"), [
    ("int", "a > b ? a : b", "a < b ? b : a", True),
    ("int", "a > b ? a : b", "a >= b ? a : b", True),
    ("int", "a > b ? a : b", "Math.max(b, a)", True),
    ("long", "a > b ? a : b", "Math.max(a, b)", True),
    ("int", "a < 0 ? 0 : a", "Math.max(0, a)", True),
    ("int", "a < 0 ? 0 : a", "a > 0 ? a : 0", True),
    ("int", "a < 1 ? 0 : a", "Math.max(a, 0)", True),
    ("int", "a > 9 ? 10 : a", "Math.min(a, 10)", True),
    ("int", "a >= 10 ? 10 : a <= 0 ? 0 : a", "Math.max(0, Math.min(a, 10))", True),
    ("int", "a > b ? a : b", "a > b ? b : a", False),
    ("int", "a > b ? a + 1 : b", "a >= b ? a + 1 : b", False),
    ("int", "a < 2 ? 0 : a", "Math.max(a, 0)", False),
    ("int", "a > 8 ? 10 : a", "Math.min(a, 10)", False),
    ("int", "a >= 10 ? 10 : a <= 0 ? 0 : a", "Math.max(1, Math.min(a, 10))", False),
    ("int", "a < 0 ? 1 : a", "a > 0 ? a : 1", False),
    ("double", "a > b ? a : b", "a < b ? b : a", False),  # NaN, and zeros with a sign
    ("double", "a < 0 ? 0 : a", "a > 0 ? a : 0", False),
    ("Integer", "a > b ? a : b", "a < b ? b : a", False),  # boxes: which object it is
])  # fmt: skip
def test_choice(kind, before, after, expected):
    """Which way equal numbers go says nothing where both ways do the same of them."""
    code = f"{kind} f({kind} a, {kind} b) {{ return %s; }}"
    assert _is_same(JAVA % (code % before), JAVA % (code % after)) is expected


def test_choice_with_effects():
    """What is done on either way is done once, and only where it was."""
    code = JAVA % "void f(int a, int b) { if (%s) { g(a); } else { h(b); } }"
    code = code.replace(" }\n", " static void g(int a) { System.out.println(a); }\n") + (
        " static void h(int a) { System.err.println(a); } }\n"
    )
    assert not _is_same(code % "a > b", code % "a >= b")


@pytest.mark.parametrize(("before", "after", "expected"), [
    ("int f(int a, int b)", "int f(int a, int b)", True),
    ("unsigned f(unsigned a, unsigned b)", "unsigned f(unsigned a, unsigned b)", False),
    ("float f(float a, float b)", "float f(float a, float b)", False),
    ("int f(int a, unsigned b)", "int f(int a, unsigned b)", False),
])  # fmt: skip
def test_choice_in_c(before, after, expected):
    """In C, too, where both are of the plain type with a sign."""
    one, other = "{ return a > b ? a : b; }", "{ return a < b ? b : a; }"
    assert _is_same(f"{before} {one}\n", f"{after} {other}\n", "c") is expected


LOOP = "int f(List<String> a) { long t = %s; for (String b : a) { if (b.isEmpty()) { %s; } } "


@pytest.mark.parametrize(("after", "expected"), [
    ("int f(List<String> a) { return (int) a.stream().filter(b -> b.isEmpty()).count(); }", True),
    ("int f(List<String> a) { return (int) a.stream().filter(b -> b != null).count(); }", False),
    ("int f(List<String> a) { return (byte) a.stream().filter(b -> b.isEmpty()).count(); }", False),
    (LOOP % ("0", "t++") + "return (int) t; }", True),
    (LOOP % ("0", "t++") + "return (int) (t / 2); }", False),
    (LOOP % ("0", "t++") + "return t > 2147483647L ? 0 : (int) t; }", False),
    (LOOP % ("0", "t += 2") + "return (int) t; }", False),
    (LOOP % ("1", "t++") + "return (int) t; }", False),
])  # fmt: skip
def test_narrowed_counter(after, expected):
    """A long counter that is only read as an int is one; what else reads it would see more."""
    assert _is_same(JAVA % COUNT, JAVA % after) is expected


def test_wide_counter_stays_wide():
    """What gives the whole number gives another than what gives what is left of it."""
    wide = "long f(List<String> a) { return %sa.stream().filter(b -> b.isEmpty()).count(); }"
    assert not _is_same(JAVA % (wide % ""), JAVA % (wide % "(int) "))
