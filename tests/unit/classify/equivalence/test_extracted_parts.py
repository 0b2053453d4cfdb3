"""Parts of functions that became functions or methods of their own, and what only looks so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

ROWS = json.loads(Path(__file__).with_name("extracted_parts.json").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_part(row):
    """What does the same wherever it stands is a refactoring, and back; a slip is none."""
    sides = [{path: text.encode() for path, text in row[at].items()} for at in ("before", "after")]
    wanted = "AST_REFACTOR" if row["label"] == "same" else "INTENT_EVOLUTION"
    for one, other in (sides, sides[::-1]):
        change_set = tracer.ChangeSet.from_texts(one, other, closed_world=True)
        assert tracer.classify(change_set).verdict.value == wanted
