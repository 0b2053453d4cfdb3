"""What `"" + a` makes of a text that may be null in Java: the text "null"."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

CLASS = "import java.util.*;\nclass A {{ String name; static String last;\n  {} }}\n"


def verdict(before: str, after: str) -> Verdict:
    """The verdict on a class whose one method changes."""
    texts = [{"A.java": CLASS.format(one).encode()} for one in (before, after)]
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('String f(String a) { return "" + a; }', "String f(String a) { return a; }"),
        ('String f() { return name + ""; }', "String f() { return name; }"),
        ('String f() { return "" + last; }', "String f() { return last; }"),
        (
            'String f(Map<String, String> m, String k) { return "" + m.get(k); }',
            "String f(Map<String, String> m, String k) { return m.get(k); }",
        ),
        (
            'boolean f(String a) { String s = "" + a; return s.equals("null"); }',
            'boolean f(String a) { return a.equals("null"); }',
        ),
        (
            "String f(String a) { return String.valueOf(a); }",
            "String f(String a) { return a; }",
        ),
        (
            (
                "String f(String a) { StringBuilder b = new StringBuilder(); b.append(a);"
                " return b.toString(); }"
            ),
            "String f(String a) { return a; }",
        ),
        (
            'String f(String a) { return String.format("%s", a); }',
            "String f(String a) { return a; }",
        ),
        (
            'String f(String t, int n) { while (n-- > 0) { t = "" + t; } return t; }',
            "String f(String t, int n) { while (n-- > 0) { t = t; } return t; }",
        ),
        (
            'String f(String a) { String t = a; t += ""; return t; }',
            "String f(String a) { String t = a; return t; }",
        ),
        (
            'String f(String a, boolean c) { return "" + (c ? a : "b"); }',
            'String f(String a, boolean c) { return c ? a : "b"; }',
        ),
    ],
)
def test_a_text_that_may_be_null_is_not_the_text_made_of_it(before: str, after: str) -> None:
    """Null makes "null", which is another value, and has methods."""
    assert verdict(before, after) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'String f(String a) { return "" + a.trim(); }',
            "String f(String a) { return a.trim(); }",
        ),
        (
            'String f(String a, int n) { return "" + (a + n); }',
            "String f(String a, int n) { return a + n; }",
        ),
        (
            'String f(String a, String b) { return ("" + a) + b; }',
            "String f(String a, String b) { return a + b; }",
        ),
        (
            'String f(String a) { return a == null ? "" : "" + a; }',
            'String f(String a) { return a == null ? "" : a; }',
        ),
        (
            (
                "String f(String a) { StringBuilder b = new StringBuilder(); b.append(a);"
                ' b.append("x"); return b.toString(); }'
            ),
            'String f(String a) { return a + "x"; }',
        ),
        (
            (
                "String f(List<String> a) { StringBuilder b = new StringBuilder();"
                " for (String c : a) { b.append(c); } return b.toString(); }"
            ),
            (
                'String f(List<String> a) { String b = "";'
                " for (String c : a) { b += c; } return b; }"
            ),
        ),
        (
            'String f(String a, boolean c) { return "" + (c ? "a" : "b"); }',
            'String f(String a, boolean c) { return c ? "a" : "b"; }',
        ),
    ],
)
def test_a_text_that_is_there_is_the_text_made_of_it(before: str, after: str) -> None:
    """A text that was put together, or that a method of a text gave, is never null."""
    assert verdict(before, after) is Verdict.AST_REFACTOR
