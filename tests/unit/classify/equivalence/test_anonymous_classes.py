"""An object of a class without a name, with one method, that becomes a lambda in Java."""

from __future__ import annotations

import pytest

import tracer
from tracer.classify import classify
from tracer.matching import match
from tracer.model.enums import Verdict

CLASS = "import java.util.*;\nclass A {{ String name; String n() {{ return this.name; }}\n  {} }}\n"
BY_LENGTH = (
    "new Comparator<String>() { public int compare(String a, String b) {"
    " return a.length() - b.length(); } }"
)
PAIRS = [
    (
        "Runnable f() { return new Runnable() { public void run() { } }; }",
        "Runnable f() { return () -> { }; }",
    ),
    (
        f"void f(List<String> c) {{ c.sort({BY_LENGTH}); }}",
        "void f(List<String> c) { c.sort((a, b) -> a.length() - b.length()); }",
    ),
]


def judged(before: str, after: str, assume: str | None = None):
    """The verdict on a class whose one method changes, and what its proof assumes."""
    texts = [{"A.java": CLASS.format(one).encode()} for one in (before, after)]
    mapping = match(tracer.ChangeSet.from_texts(*texts))
    found = classify(mapping, closed_world=True, assume=assume).verdict
    return found.verdict, set(found.proof.assumes) if found.proof else set()


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_it_is_assumed_that_nobody_asks_which_object_it_is(before: str, after: str) -> None:
    """Each round makes a new object, while a lambda without variables may be one for all."""
    for one in ((before, after), (after, before)):
        verdict, assumes = judged(*one)
        assert (verdict, "introspection" in assumes) == (Verdict.AST_REFACTOR, True)
        others = ",".join(assumes - {"introspection"}) or "none"
        assert judged(*one, others)[0] is Verdict.INTENT_EVOLUTION


def test_another_method_is_seen() -> None:
    """The other way round is another order."""
    before, after = PAIRS[1]
    other = after.replace("a.length() - b.length()", "b.length() - a.length()")
    assert judged(before, other)[0] is Verdict.INTENT_EVOLUTION


def test_beside_one_that_stays_nothing_is_assumed_of_it() -> None:
    """A change of another method needs no such assumption."""
    stays = PAIRS[0][0]
    before = f"{stays} int g(int a) {{ int b = a + 1; return b; }}"
    after = f"{stays} int g(int a) {{ return a + 1; }}"
    assert judged(before, after) == (Verdict.AST_REFACTOR, set())
