"""Pairs of Java that are equal, and look-alikes that are not, beyond those of the laws."""

import pytest

from tests.unit.classify.equivalence.evaluated import evaluated

HEAD = "import java.util.*;\nimport java.util.stream.*;\n"
SAME = [
    ("long f(long a) { return a / 4L; }",
     "private static final long N = 4; long f(long a) { return a / N; }"),
    ("long f(long a) { a += a * 2 / 3; return a; }",
     "long f(long a) { long b = a * 2 / 3; a = a + b; return a; }"),
    ('int f(Map<String, Integer> a) { int b = a.get("x"); return b * 2; }',
     'int f(Map<String, Integer> a) { return a.get("x").intValue() * 2; }'),
    ("void f(List<String> a) { a.forEach(b -> System.out.println(b)); }",
     "void f(List<String> a) { a.forEach(System.out::println); }"),
    ("int f(Object a) { if (a instanceof Set) { Set b = (Set) a; return b.size(); } return 0; }",
     "int f(Object a) { if (a instanceof Set b) { return b.size(); } return 0; }"),
    ('int f(String a) { if (a.equals("x")) { return 1; } return 2; }',
     'int f(String a) { return switch (a) { case "x" -> 1; default -> 2; }; }'),
    ("List<String> f() { List<String> a = new ArrayList<>(); return a; }",
     "List<String> f() { var a = new ArrayList<String>(); return a; }"),
    ("int f(List<String> a) { int n = 0; for (var b : a) { n += b.length(); } return n; }",
     "int f(List<String> a) { return a.stream().mapToInt(String::length).sum(); }"),
    ('String f(String a) { return "<" + a; }',
     'String f(String a) { return new StringBuilder().append("<").append(a).toString(); }'),
    ("String f(String a) { return a == null ? null : a.trim(); }",
     "String f(String a) { return Optional.ofNullable(a).map(String::trim).orElse(null); }"),
    ('String f(String a) { return a == null ? "" : a.trim(); }',
     'String f(String a) { return Optional.ofNullable(a).map(String::trim).orElse(""); }'),
]  # fmt: skip
OTHER = [
    ("double f(int a) { return a / 4; }",
     "private static final double N = 4; double f(int a) { return a / N; }"),
    ('int f(String a) { if ("x".equals(a)) { return 1; } return 2; }',
     'int f(String a) { return switch (a) { case "x" -> 1; default -> 2; }; }'),
    ("List<String> f() { return new ArrayList<>(); }",
     "List<String> f() { return new LinkedList<>(); }"),
    ("int f(Map<Long, Integer> a, int c) { int b = a.get(c); if (c > 0) { return 0; } return b; }",
     "int f(Map<String, Integer> a, int c) { if (c > 0) { return 0; } return a.get(c); }"),
    ("long f(List<String> a) { int n = 0; for (var b : a) { n += b.length(); } return n; }",
     "long f(List<String> a) { return a.stream().mapToLong(String::length).sum(); }"),
    ("long f(int a, int b) { return a * b; }",
     "long f(int a, int b) { long c = a; return c * b; }"),
    ("Object f() { return new HashMap<String, String>(); }",
     "Object f() { return new TreeMap<String, String>(); }"),
    ("boolean f(Integer a, Integer b) { return a == b; }",
     "boolean f(Integer a, Integer b) { int c = a; return c == b; }"),
    ('String f(String a) { return "<" + a; }',
     'String f(String a) { return new StringBuilder().append(a).append("<").toString(); }'),
    ('String f(Q a) { return a == null ? "" : a.name(); }',
     'String f(Q a) { return Optional.ofNullable(a).map(Q::name).orElse(""); }'),
]  # fmt: skip


def digest(method):
    """The digest of a method in a class."""
    found, context = evaluated(f"{HEAD}class A {{ static {method} }}\n", "java")
    assert not context.opaque
    return found


@pytest.mark.parametrize(("before", "after"), SAME)
def test_same(before, after):
    """Both have one digest."""
    assert digest(before) == digest(after)


@pytest.mark.parametrize(("before", "after"), OTHER)
def test_other(before, after):
    """The look-alike has another digest."""
    assert digest(before) != digest(after)
