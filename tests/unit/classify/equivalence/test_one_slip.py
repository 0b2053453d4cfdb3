"""Steps that look like refactorings and may do otherwise, beside the nearest that never do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

ROWS = json.loads(Path(__file__).with_name("one_slip.json").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_step(row):
    """What may fail, end or compare at another time is no refactoring; its neighbour is one."""
    sides = [{row["file"]: row[side].encode()} for side in ("before", "after")]
    wanted = "AST_REFACTOR" if row["label"] == "same" else "INTENT_EVOLUTION"
    for one, other in (sides, sides[::-1]):
        change_set = tracer.ChangeSet.from_texts(one, other, closed_world=True)
        assert tracer.classify(change_set).verdict.value == wanted
