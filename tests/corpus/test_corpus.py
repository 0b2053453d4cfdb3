"""Look-alike pairs: NAME.same keeps behaviour, NAME.differs does not.

CASE/before and CASE/after are change sets; expected.json holds the verdict, the rules that
must be named, and the reason. Every unsound verdict ever found becomes a case here.
"""

from __future__ import annotations

import json
import os

import pytest

from tracer.classify import classify, to_json
from tracer.matching import match
from tracer.model.changes import ChangeSet

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = sorted(entry for entry in os.listdir(HERE) if entry.endswith((".same", ".differs")))


def _texts(directory):
    found = {}
    for base, _, files in os.walk(directory):
        for name in files:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, directory).replace(os.sep, "/")] = file.read()
    return found


def _load(case):
    with open(os.path.join(HERE, case, "expected.json"), encoding="utf-8") as file:
        expected = json.load(file)
    before = _texts(os.path.join(HERE, case, "before"))
    after = _texts(os.path.join(HERE, case, "after"))
    return expected, ChangeSet.from_texts(before, after)


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    """The verdict is the expected one, for the expected rules."""
    expected, change_set = _load(case)
    verdict = to_json(
        classify(match(change_set), closed_world=expected.get("closed_world", False)).verdict
    )
    shown = f"{expected['reason']}\n{json.dumps(verdict, indent=1)}"
    assert verdict["verdict"] == expected["verdict"], shown
    rules = {change["rule"] for file in verdict["files"] for change in file["changes"]}
    assert rules >= set(expected.get("rules", ())), shown


def test_pairs_are_whole():
    """Every pair has both its sides, each with the verdict its name promises."""
    names = {case.rpartition(".")[0] for case in CASES}
    assert len(names) >= 60
    for name in names:
        assert _load(f"{name}.same")[0]["verdict"] == "AST_REFACTOR", name
        assert _load(f"{name}.differs")[0]["verdict"] == "INTENT_EVOLUTION", name
