"""Parts that became functions, constants or structures of their own, and what is one slip away.

Structures that are only read, methods on copies, parameters that take objects by value, constants
with a type, results that a declared type converts.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

ROWS = json.loads(Path(__file__).with_name("extracted_structures.json").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_part(row):
    """Extracting a part is a refactoring, as taking it back is, where it surely does the same."""
    sides = [
        {path: text.encode() for path, text in row[side].items()} for side in ("before", "after")
    ]
    wanted = "AST_REFACTOR" if row["label"] == "same" else "INTENT_EVOLUTION"
    for one, other in (sides, sides[::-1]):
        change_set = tracer.ChangeSet.from_texts(one, other, closed_world=True)
        assert tracer.classify(change_set).verdict.value == wanted
