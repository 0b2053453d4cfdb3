"""Everyday idioms of Python in two ways, and what looks like them one slip away."""

import json
from pathlib import Path

import pytest

import tracer

_PAIRS = json.loads((Path(__file__).parent / "python_idioms.json").read_text(encoding="utf-8"))


def _is_refactoring(before, after):
    change = tracer.ChangeSet.from_texts(
        {"a.py": before.encode()}, {"a.py": after.encode()}, closed_world=True
    )
    return tracer.classify(change).verdict.name == "AST_REFACTOR"


@pytest.mark.parametrize("name", _PAIRS["same"])
def test_same(name):
    """Both ways are one program, in either direction."""
    before, after = _PAIRS["same"][name]
    assert _is_refactoring(before, after)
    assert _is_refactoring(after, before)


@pytest.mark.parametrize("name", _PAIRS["differs"])
def test_differs(name):
    """What looks like a refactoring is none."""
    before, after = _PAIRS["differs"][name]
    assert not _is_refactoring(before, after)
    assert not _is_refactoring(after, before)
