"""Parts of what a reference refers to (C++), members behind pointers, fields filled in braces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

CASES = json.loads(Path(__file__).with_name("cpp_parts.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_part(case):
    """A part is what the member of a pair is where it is read; braces may make a list."""
    sides = [{"m.cpp": case[side].encode()} for side in ("before", "after")]
    change_set = tracer.ChangeSet.from_texts(*sides, closed_world=True)
    found = tracer.classify(change_set).verdict.value
    assert found == ("AST_REFACTOR" if case["label"] == "same" else "INTENT_EVOLUTION")
