"""A slip that a rule knows stays one where another step is made with it.

Each is a look-alike of the corpus with one more step in it: what moved has another name as well, or
a value has got a name. No rule recognises the two as one, so all is for the prover's conditions.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

ROWS = json.loads(Path(__file__).with_name("composed_slips.json").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_step(row):
    """The slip is no refactoring with another step either; its harmless neighbour is one."""
    before, after = (
        {path: text.encode() for path, text in row[side].items()} for side in ("before", "after")
    )
    change_set = tracer.ChangeSet.from_texts(before, after, closed_world=True)
    wanted = "AST_REFACTOR" if row["label"] == "same" else "INTENT_EVOLUTION"
    assert tracer.classify(change_set).verdict.value == wanted
