"""Look-alike pairs: NAME.same keeps behaviour, NAME.differs does not.

CASE/before and CASE/after are change sets; expected.json holds the verdict, the rules that
must be named, and the reason. Every unsound verdict ever found becomes a case here; one that
cannot be mended is NAME.granted, and names the sentence of docs/rules.md that it rests on.
"""

from __future__ import annotations

import json
import os
import re

import pytest

from tracer.classify import classify, to_json
from tracer.matching import match
from tracer.model.changes import ChangeSet

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = sorted(entry for entry in os.listdir(HERE) if entry.endswith((".same", ".differs")))
GRANTED = sorted(entry for entry in os.listdir(HERE) if entry.endswith(".granted"))
RULES = os.path.join(HERE, "..", "..", "docs", "rules.md")


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


def _sentences():
    """The sentences of what the rules take for granted, what is in brackets aside."""
    with open(RULES, encoding="utf-8") as file:
        text = file.read()
    section = text.split("\n## What the rules take for granted\n")[1].split("\n## ")[0]
    found = []
    for item in section.split("\n- ")[1:]:
        said = _said(item)
        found += [part for part in re.split(r"(?<=\w|`|\*)(?:[.;])(?:\s|\Z)", said) if part.strip()]
    return [part.strip() for part in found]


def _said(text):
    """A text on one line, without what is in its brackets; code keeps its own."""
    text = " ".join(text.split())
    kept = re.findall(r"`[^`]*`", text)
    text = re.sub(r"`[^`]*`", "`", text)
    parts, depth, at = [], 0, 0
    for sign in text:
        depth += sign == "("
        if sign == "`":
            at += 1
        if depth == 0:
            parts.append(kept[at - 1] if sign == "`" else sign)
        depth -= sign == ")"
    return re.sub(r"\s+([.;,]|\Z)", r"\1", "".join(parts)).strip()


def _sentence_of(case):
    with open(os.path.join(HERE, case, "expected.json"), encoding="utf-8") as file:
        return _said(json.load(file)["granted"]).rstrip(".;")


@pytest.mark.parametrize("case", GRANTED)
def test_granted(case):
    """Behaviour may differ, and the verdict rests on a sentence that says so."""
    expected, change_set = _load(case)
    outside = _texts(os.path.join(HERE, case, "outside"))

    def is_mentioned(word):
        wanted = re.compile(rb"(?<!\w)" + re.escape(word.encode()) + rb"(?!\w)")
        return any(wanted.search(text) for text in outside.values())

    found = classify(
        match(change_set),
        closed_world=expected.get("closed_world", False),
        mentions=is_mentioned if outside else None,
    )
    verdict = to_json(found.verdict)
    assert verdict["verdict"] == expected["verdict"] == "AST_REFACTOR", json.dumps(verdict)
    assert any(_sentence_of(case) in sentence for sentence in _sentences()), expected["granted"]


def test_what_is_granted_has_cases():
    """Each sentence has a case in which it does not hold; each case has a reason."""
    sentences, cases = _sentences(), [_sentence_of(case) for case in GRANTED]
    assert len(sentences) >= 35
    assert [s for s in sentences if not any(said in s for said in cases)] == []
