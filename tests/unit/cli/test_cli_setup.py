"""`tracer init` says what cannot work yet, and how to mend it (G1)."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tracer.cli.app import run
from tracer.cli.commands import setup
from tracer.cli.entry import hook

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory that is in no repository, and a home of its own."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    root = tmp_path / "work"
    root.mkdir()
    monkeypatch.chdir(root)
    return root


def warnings(capsys: pytest.CaptureFixture[str]) -> list[str]:
    lines = capsys.readouterr().err.splitlines()
    return [line for line in lines if line.startswith("tracer: warning: ")]


def test_init_outside_git(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It goes on, says that commits and sharing need git, and what to do."""
    assert run(["init"]) == 0
    (warning,) = warnings(capsys)
    assert str(here) in warning
    assert "in no git repository" in warning
    assert "Run `git init` there" in warning
    subprocess.run(["git", "init", "-q"], check=True)
    assert run(["init"]) == 0
    assert warnings(capsys) == []


def test_init_without_the_mcp_package(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry for a server that cannot start is told, with the mend and the way without it."""
    subprocess.run(["git", "init", "-q", str(here)], check=True)
    monkeypatch.setattr(setup, "find_spec", lambda _name: None)
    assert run(["init"]) == 0
    assert warnings(capsys) == []
    assert run(["init", "--agent", "claude-code"]) == 0
    (warning,) = warnings(capsys)
    assert "claude-code cannot call select_active_intent yet" in warning
    assert "pip install 'intent-tracer[mcp]'" in warning
    assert "`tracer intent select ID`" in warning
    assert "refused" not in warning
    assert run(["init", "--agent", "claude-code", "--mode", "enforce"]) == 0
    (warning,) = warnings(capsys)
    assert "Without a selected intent its writes are refused." in warning


def test_the_page_of_the_generic_dialect(
    here: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The README leads to it, its event is taken, and its answer has those keys."""
    assert "docs/generic.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    text = (ROOT / "docs" / "generic.md").read_text(encoding="utf-8")
    event, answer = map(json.loads, re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    subprocess.run(["git", "init", "-q", str(here)], check=True)
    assert run(["init"]) == 0
    capfdbinary.readouterr()
    payload = here / "event.json"
    payload.write_text(json.dumps(event | {"cwd": str(here)}), encoding="utf-8")
    with payload.open(encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert hook(["--agent", "generic"]) == 0
    said = json.loads(capfdbinary.readouterr().out)
    assert said.keys() == answer.keys()
    assert said["decision"] == answer["decision"] == "none"
