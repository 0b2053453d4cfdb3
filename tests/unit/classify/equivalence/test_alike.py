"""Code that is the same but for mapped names needs no evaluation; a large change has a budget."""

from __future__ import annotations

import pytest

from tracer.classify.equivalence import prove, prover
from tracer.classify.equivalence.versions import side
from tracer.matching import match
from tracer.model.assumptions import accepted
from tracer.model.changes import ChangeSet

LIB = "def _total(values):\n    return sum(values)\n\n\n"
USER = (
    "def mean(values):\n    if not values:\n        return 0\n    return {}(values) / len(values)\n"
)


def outcome(before: dict[str, str], after: dict[str, str]):
    """What the prover alone finds out of a closed world."""
    texts = [{path: text.encode() for path, text in side.items()} for side in (before, after)]
    mapping = match(ChangeSet.from_texts(*texts, closed_world=True))
    default = accepted("default")
    return prove(mapping, closed_world=True, mentions=None, accepted=default)


def test_renamed_code_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function and its uses that have another name are the same without any term."""
    monkeypatch.setattr(side, "canonical", None)
    before = {"a.py": LIB + USER.format("_total")}
    after = {"a.py": (LIB + USER.format("_total")).replace("_total", "_added")}
    assert outcome(before, after).proof is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # what is called has the same name, and is another function
        (LIB + USER.format("_total"), LIB.replace("sum(", "max(") + USER.format("_total")),
        # one of two uses has the name of another function now
        (
            LIB + LIB.replace("_total", "_most").replace("sum(", "max(") + USER.format("_total"),
            LIB + LIB.replace("_total", "_most").replace("sum(", "max(") + USER.format("_most"),
        ),
        # two functions changed their names with each other, and their uses stayed
        (
            LIB + LIB.replace("_total", "_most").replace("sum(", "max(") + USER.format("_total"),
            LIB.replace("sum(", "max(") + LIB.replace("_total", "_most") + USER.format("_total"),
        ),
    ],
)
def test_names_that_mean_something_else_are_refused(before: str, after: str) -> None:
    """The same words are not the same code where they mean another definition."""
    assert outcome({"a.py": before}, {"a.py": after}).proof is None


def test_what_is_too_large_is_evolution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the steps of a change set nothing is proved, and the reason says so."""
    before = {"a.py": "def f(a, b):\n    if a is None:\n        return 0\n    return b\n"}
    after = {"a.py": "def f(a, b):\n    if a is not None:\n        return b\n    return 0\n"}
    assert outcome(before, after).proof is not None
    monkeypatch.setattr(prover, "STEPS", 3 - prover._OF_FILE)
    found = outcome(before, after)
    assert found.proof is None
    assert [one.text for one in found.differences] == ["too large to compare"]
