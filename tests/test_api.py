"""The public Python API: what CONTRACT.md promises, whatever was imported before."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tracer
from tracer.model.enums import Rung, Verdict

ROOT = Path(__file__).resolve().parents[1]


def test_names() -> None:
    """Exactly the promised names are public, and each can be had."""
    assert tracer.__all__ == [
        "ChangeSet", "classify", "classify_ranges", "fingerprint", "match", "parse",
    ]  # fmt: skip
    assert set(tracer.__all__) <= set(dir(tracer))
    for name in tracer.__all__:
        assert callable(getattr(tracer, name)), name
    with pytest.raises(AttributeError, match="nonsense"):
        _ = tracer.nonsense  # type: ignore[attr-defined]


def test_the_example_of_the_contract() -> None:
    """From bytes to a verdict with its evidence, in five calls."""
    tree = tracer.parse(b"def f(): ...", language="python")
    prints = tracer.fingerprint(tree)
    assert len(prints.column(Rung.TOKENS)) == len(tree)
    change_set = tracer.ChangeSet.from_texts(before={"a.py": b"x = 1\n"}, after={"a.py": b"x=1\n"})
    mapping = tracer.match(change_set)
    assert mapping.to_after[0] == 0
    verdict = tracer.classify(change_set)
    assert verdict.verdict is Verdict.AST_REFACTOR
    assert verdict.files[0].changes[0].evidence


@pytest.mark.parametrize("first", ["tracer.fingerprint", "tracer.classify.rules", "tracer.syntax"])
def test_functions_win_over_subpackages(first: str) -> None:
    """`tracer.fingerprint(tree)` works even after `import tracer.fingerprint`."""
    code = (
        f"import {first}, tracer\n"
        "print(len(tracer.fingerprint(tracer.parse(b'x', 'python')).digest(1, 0)))\n"
        "print(tracer.classify(tracer.ChangeSet.from_texts({}, {})).verdict)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == ["16", "UNCHANGED"]


def test_one_version() -> None:
    """The package and its metadata say the same version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert tracer.__version__ == project["version"]
