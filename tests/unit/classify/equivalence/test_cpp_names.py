"""What C and C++ find by a name that no symbol tells: members, namesakes, what is constant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

CASES = json.loads(Path(__file__).with_name("cpp_names.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_renamed(case):
    """A word that is replaced where it stands for one thing is a refactoring, else it is none."""
    before = after = case["before"]
    for old, new in case["replaced"]:
        assert old in after
        after = after.replace(old, new)
    sides = [{case["file"]: text.encode()} for text in (before, after)]
    change_set = tracer.ChangeSet.from_texts(*sides, closed_world=True)
    found = tracer.classify(change_set).verdict.value
    assert found == ("AST_REFACTOR" if case["label"] == "same" else "INTENT_EVOLUTION")
