"""`NAME.range`: changes that look alike, and the verdict on one function of each.

A folder `same…` or `differs…` in a case is a change; expected.yaml says which function it is asked
of, and what the verdict rests on. The format is described in README.md.
"""

from __future__ import annotations

import os

import pytest
import yaml

import tracer
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.model.spans import Place
from tracer.syntax.names import elements

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = sorted(entry for entry in os.listdir(HERE) if entry.endswith(".range"))
BACKWARDS = {"extracted": "inlined", "inlined": "extracted", "whole": "whole"}


def _changes(case):
    """The names of the changes of a case."""
    return sorted(entry.name for entry in os.scandir(os.path.join(HERE, case)) if entry.is_dir())


def _texts(*parts):
    top = os.path.join(HERE, *parts)
    found = {}
    for base, _, files in os.walk(top):
        for name in files:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, top).replace(os.sep, "/")] = file.read()
    return found


def _expected(case, change=None):
    """What a case expects, of one change with what is said of it alone."""
    with open(os.path.join(HERE, case, "expected.yaml"), encoding="utf-8") as file:
        found = yaml.safe_load(file)
    changes = found.pop("changes", {})
    assert set(changes) <= set(_changes(case)), case
    return {"how": "whole"} | found | changes.get(change, {})


def _places(texts, name):
    """Where the functions stand that are called so."""
    found = []
    for path, text in sorted(texts.items()):
        tree = tracer.parse(text, path=path)
        for element in elements(tree):
            if element.name == name and element.kind == "function":
                lines = tree.lines(element.row)
                found.append(Place(path, lines.start_line, lines.end_line))
    assert found, name
    return found


def _judged(texts, names, how):
    change_set = ChangeSet.from_texts(*texts, closed_world=True)
    sides = [_places(side, name) for side, name in zip(texts, names, strict=True)]
    return tracer.classify_ranges(change_set, *sides, (how,) if how else ())


@pytest.mark.parametrize(
    ("case", "change"), [(case, change) for case in CASES for change in _changes(case)]
)
def test_case(case, change):
    """The verdict is the one its folder is called by, and rests on what it is said to rest on."""
    expected = _expected(case, change)
    texts = _texts(case, change, "before"), _texts(case, change, "after")
    names = expected["before"], expected["after"]
    found = _judged(texts, names, expected["how"])
    is_same = change.startswith("same")
    assert (found.verdict is Verdict.AST_REFACTOR) == is_same, (expected["reason"], found)
    if is_same:
        assert sorted(found.conditions) == sorted(expected.get("conditions", ())), found
    if expected.get("backwards"):
        found = _judged(texts[::-1], names[::-1], BACKWARDS[expected["how"]])
        assert (found.verdict is Verdict.AST_REFACTOR) == is_same, (expected["reason"], found)


def test_cases_are_whole():
    """Every case has a change of each kind, and a reason."""
    assert len(CASES) >= 60
    for case in CASES:
        kinds = {change.partition("-")[0] for change in _changes(case)}
        assert kinds == {"same", "differs"}, case
        assert _expected(case)["reason"].endswith("."), case
