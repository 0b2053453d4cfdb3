"""Plain steps of compiled languages, and what is one slip away from the program or a step."""

import json
from pathlib import Path

import pytest

import tracer

_ALL = json.loads((Path(__file__).parent / "plain_compiled_steps.json").read_text(encoding="utf-8"))


def _cases(part):
    return [
        pytest.param(name, case, id=f"{name} {number}")
        for name, table in _ALL.items()
        for number, case in enumerate(table[part])
    ]


def _edited(files, path, old, new=None):
    """The files with one text replaced, or several; at least one of them stands there."""
    edits = [(old, new)] if isinstance(old, str) else old
    text = files[path]
    for one, other in edits:
        text = text.replace(one, other)
    assert text != files[path]
    return files | {path: text}


def _is_proved(before, after):
    sides = [{path: text.encode() for path, text in one.items()} for one in (before, after)]
    found = tracer.classify(tracer.ChangeSet.from_texts(*sides, closed_world=True))
    return found.verdict.name == "AST_REFACTOR"


@pytest.mark.parametrize(("name", "step"), _cases("steps"))
def test_step(name, step):
    """A step that keeps what the program does is proved."""
    files = _ALL[name]["files"]
    assert _is_proved(files, _edited(files, *step))


@pytest.mark.parametrize(("name", "slip"), _cases("slips"))
def test_slip(name, slip):
    """A program that does something else is not proved, alone or on top of the first step."""
    table = _ALL[name]
    path, old = slip[0], slip[1] if isinstance(slip[1], str) else slip[1][0][0]
    for base in (table["files"], *(_edited(table["files"], *one) for one in table["steps"][:1])):
        if old in base[path]:
            assert not _is_proved(table["files"], _edited(base, *slip))
