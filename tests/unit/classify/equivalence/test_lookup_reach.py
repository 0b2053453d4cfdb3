"""Members of classes that a look-up by name reaches keep their names; others may get new ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tracer
from tests.unit.classify.equivalence.reach_programs import PROGRAMS
from tracer.model.enums import Verdict

_STEPS = json.loads((Path(__file__).parent / "reach_steps.json").read_text(encoding="utf-8"))
_CHANGES = json.loads((Path(__file__).parent / "reach_changes.json").read_text(encoding="utf-8"))
_ALL = json.loads((Path(__file__).parent / "reach_lookalikes.json").read_text(encoding="utf-8"))
_LOOKALIKES = [
    pytest.param(path, "\n".join(lines) + "\n", member, id=f"{language}: {name}: {member}")
    for language, cases in _ALL.items()
    for name, path, member, lines in cases
]


def _of(place: int) -> list:
    return [
        pytest.param(path, text, member, id=f"{language}: {name}: {member}")
        for language, path, name, text, *members in PROGRAMS
        for member in members[place]
    ]


def _verdict(path: str, text: str, member: str) -> tracer.ChangeVerdict:
    """What is said of another name of a member, at every place where its word stands."""
    word = re.escape(re.match(r"\w+", member)[0])
    after = re.sub(rf"\b{word}\b", f"{word}Next", text)
    assert after != text
    texts = {path: text.encode()}, {path: after.encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True))


@pytest.mark.parametrize(("path", "text", "member"), _of(0))
def test_not_reached(path: str, text: str, member: str) -> None:
    """22: A member that no look-up finds is renamed like any other."""
    assert _verdict(path, text, member).verdict is Verdict.AST_REFACTOR


@pytest.mark.parametrize(("path", "text", "member"), _of(1))
def test_reached(path: str, text: str, member: str) -> None:
    """22: One that a look-up may find is another text in what it gives."""
    assert _verdict(path, text, member).verdict is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(("path", "text", "member"), _LOOKALIKES)
def test_another_type_than_is_said_or_seen(path: str, text: str, member: str) -> None:
    """22: Values get to a look-up in many ways, and types that nothing enforces may be untrue."""
    assert _verdict(path, text, member).verdict is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    ("language", "edits"),
    [
        pytest.param(language, edits, id=f"{language} {name}")
        for language, table in _STEPS.items()
        for name, edits in table["steps"]
    ],
)
def test_step_beside_look_ups(language: str, edits: list[list[str]]) -> None:
    """22: What people do to a program that looks up the fields of one of its classes."""
    path, lines = _STEPS[language]["path"], _STEPS[language]["program"]
    before = after = "\n".join(lines) + "\n"
    for old, new in edits:
        assert old in after
        after = after.replace(old, new)
    texts = {path: before.encode()}, {path: after.encode()}
    change = tracer.ChangeSet.from_texts(*texts, closed_world=True)
    assert tracer.classify(change).verdict is Verdict.AST_REFACTOR


@pytest.mark.parametrize(
    ("before", "after"), [pytest.param(before, after, id=name) for name, before, after in _CHANGES]
)
def test_change_of_what_is_reached(
    before: dict[str, list[str]], after: dict[str, list[str]]
) -> None:
    """22: Members come and go, get hidden, or are looked up in another file or by another name."""
    texts = (
        {path: ("\n".join(lines) + "\n").encode() for path, lines in files.items()}
        for files in (before, after)
    )
    change = tracer.ChangeSet.from_texts(*texts, closed_world=True)
    assert tracer.classify(change).verdict is Verdict.INTENT_EVOLUTION
