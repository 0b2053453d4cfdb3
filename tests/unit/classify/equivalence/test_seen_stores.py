"""Stores that others see: to elements in a loop, to whole structures, to a length; copies; reads.

A loop over indices that stores to the elements is no loop over copies of them. Storing a structure
sets all its fields. A copy is of the time it is made, and so is what a call spreads, and a length.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer

_TABLES = json.loads(Path(__file__).with_name("seen_stores.json").read_text(encoding="utf-8"))


def _pairs(label):
    return [
        pytest.param(*pair, id=f"{about}: {name}")
        for about, labels in _TABLES.items()
        for name, pair in labels[label].items()
    ]


def _verdicts(path, one, other):
    for sides in ((one, other), (other, one)):
        texts = [{path: text.encode()} for text in sides]
        yield tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict.name


@pytest.mark.parametrize(("path", "one", "other"), _pairs("differs"))
def test_differs(path, one, other):
    assert set(_verdicts(path, one, other)) == {"INTENT_EVOLUTION"}


@pytest.mark.parametrize(("path", "one", "other"), _pairs("same"))
def test_same(path, one, other):
    assert set(_verdicts(path, one, other)) == {"AST_REFACTOR"}
