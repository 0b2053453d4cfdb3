"""Short ways to ask for a verdict."""

from __future__ import annotations

from tracer.classify import classify
from tracer.matching import match
from tracer.model.changes import ChangeSet


def judge(before, after, **options):
    """The Classification of a change from one dictionary of texts to another, by rules alone."""
    change_set = ChangeSet.from_texts(
        {path: text.encode() for path, text in before.items()},
        {path: text.encode() for path, text in after.items()},
    )
    return classify(match(change_set), **{"prover": False, **options})


def changes_of(verdict):
    """Every change of a verdict."""
    return [change for file in verdict.files for change in file.changes]


def rules_of(before, after, path="a.py", **options):
    """(verdict, the rules and kinds named) for one file."""
    verdict = judge({path: before}, {path: after}, **options).verdict
    return verdict.verdict.value, sorted({change.rule for change in changes_of(verdict)})


def reasons_of(before, after, path="a.py", **options):
    """The evidence of what was left unexplained, in one text."""
    verdict = judge({path: before}, {path: after}, **options).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION", verdict
    found = [c.evidence for c in changes_of(verdict) if c.verdict.value == "INTENT_EVOLUTION"]
    return "; ".join(found)
