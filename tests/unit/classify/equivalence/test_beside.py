"""Files that are no code for the prover, changed beside code: the code is proved all the same."""

from __future__ import annotations

from typing import Any

import pytest

import tracer
from tracer.model.enums import Verdict

LOOP = """\
def bump(x):
    return x + 1


def bumped(xs):
    out = []
    for x in xs:
        out.append(bump(x))
    return out
"""
COMPREHENSION = """\
def bump(x):
    return x + 1


def bumped(xs):
    return [bump(x) for x in xs]
"""


def result(before: dict[str, str], after: dict[str, str], *, closed: bool) -> Any:
    texts = ({path: text.encode() for path, text in one.items()} for one in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=closed))


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("README.md", "Bumps.\n", "Bumps all.\n"),
        ("conf.yaml", "by: 1\n", "by: 2\n"),
        ("run.rb", "puts 1\n", "puts 2\n"),
        ("notes", "one\n", "two\n"),
        ("new.md", "", "Bumps.\n"),
        ("gone.sh", "echo 1\n", ""),
    ],
)
def test_code_beside_is_proved(path: str, old: str, new: str, *, closed: bool) -> None:
    """22: A page or another language in the same change took the proof away from all code."""
    before = {"a.py": LOOP} | ({path: old} if old else {})
    after = {"a.py": COMPREHENSION} | ({path: new} if new else {})
    found = result(before, after, closed=closed)
    assert found.verdict is Verdict.INTENT_EVOLUTION
    verdicts = {(file.after or file.before): file.verdict for file in found.files}
    assert verdicts == {"a.py": Verdict.AST_REFACTOR, path: Verdict.INTENT_EVOLUTION}


def test_a_name_that_the_other_file_says() -> None:
    """A name that the other file said is no name to change, whatever it says now."""
    renamed = COMPREHENSION.replace("bump(", "increased(")
    before, after = {"a.py": LOOP, "c.yaml": "call: bump\n"}, {"a.py": renamed, "c.yaml": "a: 1\n"}
    found = result(before, after, closed=True)
    changes = [one for file in found.files if file.after == "a.py" for one in file.changes]
    definition = [one for one in changes if one.before and one.before.start_line == 1]
    assert definition
    assert all(one.verdict is Verdict.INTENT_EVOLUTION for one in definition)


def test_what_differs_beside_it_stays() -> None:
    """A function that does something else is evolution, and the one beside it is not."""
    after = COMPREHENSION.replace("x + 1", "x + 2")
    found = result({"a.py": LOOP, "c.md": "a\n"}, {"a.py": after, "c.md": "b\n"}, closed=True)
    lines = {
        one.after.start_line: one.verdict
        for file in found.files
        if file.after == "a.py"
        for one in file.changes
        if one.after
    }
    assert lines[2] is Verdict.INTENT_EVOLUTION
    assert lines[6] is Verdict.AST_REFACTOR
