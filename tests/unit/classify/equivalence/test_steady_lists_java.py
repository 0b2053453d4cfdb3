"""What `forEach` and streams of Java go through while their functions change it."""

from __future__ import annotations

import pytest

import tracer
from tracer.classify import classify
from tracer.matching import match
from tracer.model.enums import Verdict

CLASS = """\
import java.util.*;
import java.util.stream.*;
class A {{
  List<String> q;
  boolean p(String s) {{ System.out.println(s); return true; }}
  {}
}}
"""


def judged(before: str, after: str, assume: str | None = None):
    """The verdict on a class whose one method changes, and what its proof assumes."""
    texts = [{"A.java": CLASS.format(one).encode()} for one in (before, after)]
    mapping = match(tracer.ChangeSet.from_texts(*texts))
    found = classify(mapping, closed_world=True, assume=assume).verdict
    return found.verdict, set(found.proof.assumes) if found.proof else set()


CHANGED = [
    ("void f(List<String> a) { for (String b : a) { if (b.isEmpty()) { a.remove(b); } } }",
     "void f(List<String> a) { a.forEach(b -> { if (b.isEmpty()) { a.remove(b); } }); }"),
    ("void f(Map<String, Integer> a) { for (String b : a.keySet()) { a.remove(b); } }",
     "void f(Map<String, Integer> a) { a.keySet().forEach(b -> a.remove(b)); }"),
    (("void f(Map<String, List<String>> a, String k) { for (String b : a.get(k)) {"
     " a.get(k).remove(b); } }"),
     ("void f(Map<String, List<String>> a, String k) { a.get(k).forEach("
     "b -> a.get(k).remove(b)); }")),
    ("void f(List<String> a) { for (String b : a) { a.remove(b); } }",
     "void f(List<String> a) { a.forEach(a::remove); }"),
    ("void f() { for (String b : q) { q.add(b); } }",
     "void f() { q.forEach(q::add); }"),
    ("void f() { for (String b : q) { if (!b.isEmpty()) { q.remove(b); } } }",
     "void f() { q.stream().filter(b -> !b.isEmpty()).forEach(b -> q.remove(b)); }"),
    ("boolean f() { for (String b : q) { if (q.remove(b)) { return true; } } return false; }",
     "boolean f() { return q.stream().anyMatch(b -> q.remove(b)); }"),
    (("List<String> f() { List<String> c = new ArrayList<>();"
     " for (String b : q) { q.remove(b); c.add(b); } return c; }"),
     ("List<String> f() { return q.stream().map(b -> { q.remove(b); return b; })"
     ".collect(Collectors.toList()); }")),
]  # fmt: skip
STEADY = [
    ("void f() { for (String b : q) { p(b); } }",
     "void f() { q.forEach(b -> p(b)); }"),
    ("void f() { for (String b : q) { p(b); } }",
     "void f() { q.stream().forEach(b -> p(b)); }"),
    ("boolean f() { for (String b : q) { if (p(b)) { return true; } } return false; }",
     "boolean f() { return q.stream().anyMatch(b -> p(b)); }"),
    ("void f(List<String> a, List<String> c) { for (String b : a) { c.remove(b); } }",
     "void f(List<String> a, List<String> c) { a.forEach(b -> c.remove(b)); }"),
    (("void f(List<String> a, List<String> c) { for (String b : a) {"
     " if (!a.contains(b + b)) { c.add(b); } } }"),
     ("void f(List<String> a, List<String> c) { a.forEach(b -> {"
     " if (!a.contains(b + b)) { c.add(b); } }); }")),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_what_is_changed_by_its_name_is_seen(before: str, after: str) -> None:
    """A loop fails at the next element, or ends; `forEach` and streams fail later, or not."""
    assert judged(before, after)[0] is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(("before", "after"), STEADY)
def test_it_is_assumed_not_to_change_by_another_name(before: str, after: str) -> None:
    """Nor in a function that is called."""
    verdict, assumes = judged(before, after)
    assert (verdict, "steady-lists" in assumes) == (Verdict.AST_REFACTOR, True)
    others = ",".join(assumes - {"steady-lists"}) or "none"
    assert judged(before, after, others)[0] is Verdict.INTENT_EVOLUTION
