"""What people do to a program of several files in one step, and what looks like it."""

import json
from pathlib import Path

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

_ALL = json.loads((Path(__file__).parent / "everyday_steps.json").read_text(encoding="utf-8"))
_STEPS = [
    pytest.param(language, step, id=f"{language} {name}")
    for language, table in _ALL.items()
    for name, step in table["steps"]
]
# One slip away: (language, file, text before, text after).
_SLIPS = [
    ("go", "store/report.go", "sort.Strings(names)", "sort.Strings(names[1:])"),
    ("go", "store/report.go", "item.Count < limit &&", "item.Count < limit ||"),
    ("go", "store/store.go", "if item.Count < count {", "if item.Count <= count {"),
    ("go", "store/store.go", "range i.tags {", "range i.tags[1:] {"),
    ("go", "store/store.go", "map[string]*Item)}", "map[string]*Item), order: []string{}}"),
    ("rust", "src/store.rs", "for t in &self.tags {", "for t in &self.tags[1..] {"),
    ("rust", "src/main.rs", "number + 1", "number"),
    ("rust", "src/main.rs", "line.is_empty() ||", "line.is_empty() &&"),
    ("rust", "src/report.rs", "text.split(' ').next()?", "text.split(' ').last()?"),
    ("rust", "src/report.rs", "sum += item.count", "sum = item.count"),
]


def _after(program, step):
    """The program with what a step writes instead; None stands for a whole file."""
    made = dict(program)
    for path, old, new in step:
        if path == "rename":
            made[new] = made.pop(old)
        else:
            made[path] = new if old is None else made[path].replace(old, new)
    return made


def _is_proved(before, after):
    change = tracer.ChangeSet.from_texts(
        {path: text.encode() for path, text in before.items()},
        {path: text.encode() for path, text in after.items()},
        closed_world=True,
    )
    found = prove(match(change), closed_world=True, mentions=None, accepted=accepted("default"))
    return found.proof is not None


@pytest.mark.parametrize(("language", "step"), _STEPS)
def test_step(language, step):
    """A refactoring in one step is proved."""
    program = _ALL[language]["program"]
    assert _is_proved(program, _after(program, step))


@pytest.mark.parametrize(("language", "path", "old", "new"), _SLIPS)
def test_slip(language, path, old, new):
    """One slip is no refactoring."""
    program = _ALL[language]["program"]
    assert old in program[path]
    assert not _is_proved(program, _after(program, [(path, old, new)]))
