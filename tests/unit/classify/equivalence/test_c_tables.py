"""Loops over tables of literals, constant statics, linkage and functions on strings (C)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

CASES = json.loads(Path(__file__).with_name("c_tables.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_table(case):
    """A step that programmers make is proved, and no look-alike of it."""
    sides = [
        {path: text.encode() for path, text in case[side].items()} for side in ("before", "after")
    ]
    found = tracer.classify(tracer.ChangeSet.from_texts(*sides, closed_world=True)).verdict.value
    assert found == ("AST_REFACTOR" if case["label"] == "same" else "INTENT_EVOLUTION")
