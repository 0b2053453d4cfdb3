"""Algorithms over ranges (C++), types that `auto` takes from containers, maps, options, texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

CASES = json.loads(Path(__file__).with_name("cpp_ranges.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_range(case):
    """An algorithm is the loop that it describes, and no look-alike of that."""
    sides = [{"m.cpp": case[side].encode()} for side in ("before", "after")]
    change_set = tracer.ChangeSet.from_texts(*sides, closed_world=True)
    found = tracer.classify(change_set).verdict.value
    assert found == ("AST_REFACTOR" if case["label"] == "same" else "INTENT_EVOLUTION")
