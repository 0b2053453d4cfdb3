"""Laws of any verdict, on damaged files of every language."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracer.classify import classify, to_json
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpus")


def _texts():
    found = []
    for base, _, files in sorted(os.walk(CORPUS)):
        if os.path.basename(base) == "before":
            for name in sorted(files):
                with open(os.path.join(base, name), "rb") as file:
                    found.append((name, file.read()))
    return found


@st.composite
def damaged(draw):
    """(name, before, after): a file of the corpus, and the same with bytes cut, moved, added."""
    name, before = draw(st.sampled_from(_TEXTS))
    after = before
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(after)))
        stop = draw(st.integers(start, min(len(after), start + 12)))
        piece = draw(
            st.one_of(
                st.sampled_from([b"", b" ", b"\n", b"(", b"}", b"'", b"x", b"\r\n", b"\xff", b";"]),
                st.just(before[stop : stop + 8]),
            )
        )
        after = after[:start] + piece + after[stop:]
    return name, before, after


_TEXTS = _texts()


def _judge(name, before, after):
    change_set = ChangeSet.from_texts({name: before}, {name: after})
    mapping = match(change_set)
    return mapping, classify(mapping)


@settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(damaged())
def test_every_difference_has_a_verdict(change):
    """Bytes that differ are never UNCHANGED, equal bytes always are, and nothing crashes."""
    name, before, after = change
    _, found = _judge(name, before, after)
    assert (found.verdict.verdict is Verdict.UNCHANGED) == (before == after)
    for file in found.verdict.files:
        assert (file.verdict is Verdict.UNCHANGED) == (not file.changes)
        for shown in file.changes:
            assert shown.verdict is not Verdict.UNCHANGED
            assert shown.before or shown.after


@settings(max_examples=80, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(damaged())
def test_kept_leaves_are_changed_leaves(change):
    """`kept` names leaves that have a partner, whose text is another."""
    mapping, found = _judge(*change)
    for node in found.whose.kept:
        tree_a, row_a = mapping.after.tree_of(node)
        tree_b, row_b = mapping.before.tree_of(mapping.to_before[node])
        assert mapping.to_before[node] >= 0
        assert tree_a.slice(row_a) != tree_b.slice(row_b)


@settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(damaged())
def test_back_is_judged_as_forth(change):
    """Undoing a refactoring is one: equality of behaviour has no direction.

    Only the proof may have one, so the law is asked of layout and spelling alone.
    """
    name, before, after = change
    _, forth = _judge(name, before, after)
    _, back = _judge(name, after, before)
    rules = {shown.rule for file in forth.verdict.files for shown in file.changes}
    if rules <= {"layout", "formatting"}:
        assert back.verdict.verdict is forth.verdict.verdict


@settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(damaged())
def test_same_bytes_out(change):
    """The same input gives the same answer."""
    assert to_json(_judge(*change)[1].verdict) == to_json(_judge(*change)[1].verdict)
