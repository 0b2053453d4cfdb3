"""What is shipped: the demo's story, and a wheel that works without the checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from project import Project

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES, WIDTH = 60, 92


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> list[str]:
    """The lines of `tracer demo` in a pipe."""
    done = subprocess.run(
        [os.path.join(os.path.dirname(sys.executable), "tracer"), "demo"],
        capture_output=True,
        text=True,
        cwd=tmp_path_factory.mktemp("elsewhere"),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_demo_fits_on_a_screen(told: list[str]) -> None:
    """A newcomer reads it at once: at most 60 lines of 92 columns."""
    assert len(told) <= MOST_LINES
    assert [line for line in told if len(line) > WIDTH] == []


def test_demo_tells_the_truth(told: list[str]) -> None:
    """Refusals, records, carried attribution, the person's line, a ledger that verifies."""
    text = "\n".join(told)
    assert "You must cite a valid active Intent ID." in text
    assert "Scope Violation: INT-002 is not authorized to edit ops/deploy.sh." in text
    blamed = [line for line in told if ") " in line and line[:3] in ("INT", "-  ")]
    moved = [line for line in blamed if "rate = RATES" in line]
    assert [_said(line) for line in moved] == [["INT-001", "acme-1", "carried"]]
    person = [line for line in blamed if "books" in line]
    assert [_said(line) for line in person] == [["-", "uncommitted", "reconciled"]]
    assert "web/src/money.ts" in text
    assert told[-2].startswith("ok")
    assert "no signers are configured" in told[-1]


def _said(line: str) -> list[str]:
    """Intent, contributor and method of a line of blame."""
    intent, who, _, method = line.split()[:4]
    return [intent, who, method]


def test_readme_shows_the_real_demo(told: list[str]) -> None:
    """The transcript in the README is the demo's own output, ids and dates aside.

    After a change: UPDATE_DOCS=1 .venv/bin/python -m pytest tests/e2e/test_cli_package.py
    """
    file = ROOT / "README.md"
    readme = file.read_text(encoding="utf-8")
    head, opening, rest = readme.partition("<!-- demo -->\n")
    shown, closing, tail = rest.partition("\n<!-- /demo -->")
    assert opening, "the README has lost its transcript"
    assert closing, "the README has lost the end of its transcript"
    if os.environ.get("UPDATE_DOCS"):
        shown = "\n".join(["", *(f"    {line}".rstrip() for line in told)])
        file.write_text(head + opening + shown + closing + tail, encoding="utf-8")

    def without_ids(text: list[str]) -> list[str]:
        return [" ".join("ID" if _varies(word) else word for word in line.split()) for line in text]

    assert without_ids(shown.splitlines()[1:]) == without_ids(told)


def _varies(word: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{8}|\d{4}-\d\d-\d\d", word) is not None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, as `pip wheel` builds it from a copy of what git has."""
    directory = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", directory, ROOT],
        check=True,
        capture_output=True,
    )
    (built,) = directory.glob("intent_tracer-*.whl")
    return built


def test_wheel_holds_the_data(wheel: Path) -> None:
    """Grammars, hooks and the sample repository are inside; tests and caches are not."""
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "tracer/grammars/python/grammar.yaml" in names
    assert "tracer/hooks/claude-code/hook.yaml" in names
    assert "tracer/fixtures/sample/billing/invoice.py" in names
    assert "tracer/py.typed" in names
    assert any(name.endswith("LICENSE") for name in names)
    assert not [name for name in names if name.startswith("tests") or "__pycache__" in name]


def test_wheel_works_without_the_checkout(wheel: Path, project: Project, tmp_path) -> None:
    """Installed beside the dependencies, it finds its data and answers."""
    target = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, wheel],
        check=True,
        capture_output=True,
    )
    project.commit({"a.py": "def f():\n    return 1\n"}, "Add f")
    code = (
        "import tracer, tracer.resources, tracer.cli.app as app; print(tracer.__file__);"
        "print(tracer.resources.data_dir('grammars')); app.run(['blame', 'a.py', '-L', ':f'])"
    )
    environment = project.environment() | {"PYTHONPATH": str(target)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project.root,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith(str(target))
    assert lines[1].startswith(str(target))
    assert lines[2].endswith("1) def f():")
