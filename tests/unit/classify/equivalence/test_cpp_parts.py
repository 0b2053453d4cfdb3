"""Names for the parts of what a reference refers to (C++), and members reached through pointers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

CASES = json.loads(Path(__file__).with_name("cpp_parts.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_part(case):
    """A part has the value that the member of a pair has where it is read."""
    sides = [{"m.cpp": case[side].encode()} for side in ("before", "after")]
    change_set = tracer.ChangeSet.from_texts(*sides, closed_world=True)
    found = tracer.classify(change_set).verdict.value
    assert found == ("AST_REFACTOR" if case["label"] == "same" else "INTENT_EVOLUTION")
