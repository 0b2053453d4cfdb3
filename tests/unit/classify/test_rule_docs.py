"""docs/rules.md: every rule has a section, and what its examples say holds."""

from __future__ import annotations

import os
import re

import pytest

from tracer.classify import classify, to_json
from tracer.classify.rules import RULES
from tracer.classify.rules.extract_inline import rule as extract_function
from tracer.matching import match
from tracer.model.changes import ChangeSet

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
_FILE = {"python": "a.py", "javascript": "a.js", "typescript": "a.ts", "java": "A.java"}
_FILE |= {"go": "a.go", "c": "a.c"}
_MARK = re.compile(r"(?:#|//) (before|after|not)(?:: (.*))?")


def _page():
    with open(os.path.join(ROOT, "docs", "rules.md"), encoding="utf-8") as file:
        return file.read()


def _sections():
    """(Names of the rules in its head, text) of each rule's section."""
    rules = _page().partition("\n## The rules")[2].partition("\n## ")[0]
    for part in rules.split("\n### ")[1:]:
        head, _, text = part.partition("\n")
        yield tuple(head.split(" and ")), text


def _examples():
    for names, text in _sections():
        for language, code in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            yield names, language, code


def _sides(language, code):
    """Texts of the files of each side: before, after, not."""
    sides = {"before": {}, "after": {}, "not": {}}
    for line in code.splitlines(keepends=True):
        if mark := _MARK.fullmatch(line.strip()):
            side, path = mark[1], mark[2] or _FILE[language]
            sides[side][path] = b""
        else:
            sides[side][path] += line.encode()
    return sides


def _judge(before, after):
    """The verdict in a closed world, and the rules it names."""
    change_set = ChangeSet.from_texts(before, after)
    outcome = classify(match(change_set), closed_world=True, prover=False)
    verdict = to_json(outcome.verdict)
    rules = {change["rule"] for file in verdict["files"] for change in file["changes"]}
    return verdict["verdict"], rules, verdict


def test_every_rule_has_a_section():
    """Each name a change can carry heads a section, and stands in the table above them."""
    names = set(extract_function.RULES.values())
    for rule in RULES:
        names |= {rule.__globals__["RULE"]} if "RULE" in rule.__globals__ else set()
    assert len(names) >= 12
    assert names == {name for heads, _ in _sections() for name in heads}
    table = "\n".join(line for line in _page().splitlines() if line.startswith("| [`"))
    assert names == set(re.findall(r"\[`(\w+)`\]", table))


def test_every_rule_has_an_example():
    """At least one of each section, with a look-alike."""
    shown = {names for names, language, code in _examples() if _sides(language, code)["not"]}
    assert shown == {names for names, _ in _sections()}


@pytest.mark.parametrize(("names", "language", "code"), list(_examples()))
def test_example(names, language, code):
    """What comes after is explained by the rule; of two names, by the other one read backwards."""
    sides = _sides(language, code)
    named = set()
    for before, after in (("before", "after"), ("after", "before"))[: len(names)]:
        verdict, rules, shown = _judge(sides[before], sides[after])
        assert verdict == "AST_REFACTOR", shown
        named |= rules
    assert named >= set(names)
    verdict, _, shown = _judge(sides["before"], sides["not"])
    assert verdict == "INTENT_EVOLUTION", shown
