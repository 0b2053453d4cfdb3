"""`tracer diff` takes revisions and paths as git does, and tells where code went."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tracer.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path

GIT = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
FUNCTION = "def total(lines):\n    found = [line.net for line in lines]\n    return sum(found)\n"


@pytest.fixture(autouse=True)
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two commits, and an edit on disk: `total` moves from a.py to pkg/b.py, c.py changes."""
    monkeypatch.chdir(tmp_path)
    files = {"a.py": FUNCTION + "\n\nx = 1\n", "pkg/b.py": "y = 1\n", "c.py": "z = 1\n"}
    (tmp_path / "pkg").mkdir()
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "One"]):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        subprocess.run([*GIT, *words], check=True)
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "pkg/b.py").write_text(FUNCTION + "\n\ny = 1\n")
    (tmp_path / "c.py").write_text("z = 2\n")
    return tmp_path


def files(capfdbinary, *words: str) -> list[str]:
    """The files of the JSON document."""
    assert run(["diff", "--json", *words]) == 0
    document = json.loads(capfdbinary.readouterr().out)
    return [file["after"] or file["before"] for file in document["files"]]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ["a.py", "c.py", "pkg/b.py"]),
        (["HEAD"], ["a.py", "c.py", "pkg/b.py"]),
        (["HEAD", "--", "c.py"], ["c.py"]),
        (["--", "c.py", "pkg"], ["c.py", "pkg/b.py"]),
        (["HEAD", "c.py"], ["c.py"]),
        (["c.py"], ["c.py"]),
        (["pkg/"], ["pkg/b.py"]),
        (["."], ["a.py", "c.py", "pkg/b.py"]),
        (["--", "nowhere.py"], []),
        (["HEAD", "HEAD"], []),
        (["HEAD..HEAD", "c.py"], []),
    ],
)
def test_revisions_and_paths(capfdbinary, words: list[str], expected: list[str]) -> None:
    """Revisions first, paths behind them or behind `--`."""
    assert files(capfdbinary, *words) == expected


def test_paths_are_those_of_the_directory(capfdbinary, repo: Path, monkeypatch) -> None:
    """As in git, a path is relative to where one stands; a file that is gone may be named."""
    monkeypatch.chdir(repo / "pkg")
    assert files(capfdbinary, "b.py") == ["pkg/b.py"]
    assert files(capfdbinary, "HEAD", "../c.py") == ["c.py"]
    os.unlink(repo / "c.py")
    assert files(capfdbinary, "../c.py") == ["c.py"]


def test_a_name_that_is_nothing(capfdbinary) -> None:
    """One clear error, which says how to name a file that is not there."""
    assert run(["diff", "nowhere"]) == 3
    said = capfdbinary.readouterr().err.decode()
    assert said.startswith("tracer: nowhere: neither a commit nor a file here.")
    assert "behind `--`" in said


def test_moved_code_is_told_with_its_other_place(capfdbinary) -> None:
    """Also when only one of the two files was asked about."""
    for path in ("a.py", "pkg/b.py"):
        assert run(["diff", "--", path]) == 0
        said = capfdbinary.readouterr().out.decode()
        assert "a.py:1-3 total → pkg/b.py:1-3 total" in said
    assert run(["diff"]) == 0
    said = capfdbinary.readouterr().out.decode()
    assert said.count("a.py:1-3 total → pkg/b.py:1-3 total") == 1
    assert "← pkg/b.py:1-3 total was a.py:1-3 total" in said


def test_stat_and_rows(capfdbinary) -> None:
    """Lines that came and went with the verdict; rows are for the JSON document."""
    assert run(["diff", "--stat", "HEAD", "--", "c.py"]) == 0
    first, second, third = capfdbinary.readouterr().out.decode().splitlines()
    assert first.split() == ["c.py", "|", "2", "+-", "INTENT_EVOLUTION"]
    assert second == "1 file changed, 1 line added, 1 line removed"
    assert third == "INTENT_EVOLUTION"
    assert run(["diff", "--json", "--rows", "--", "pkg"]) == 0
    (file,) = json.loads(capfdbinary.readouterr().out)["files"]
    assert {row["kind"] for row in file["rows"]} >= {"moved", "same"}
    assert run(["diff", "--rows"]) == 2


def test_in_a_repository_below_a_workspace(capfdbinary, repo: Path, monkeypatch) -> None:
    """The change is that of the repository one stands in, wherever the ledger is."""
    nested = repo / "vendor" / "lib"
    nested.mkdir(parents=True)
    (repo / ".orchestration").mkdir()
    monkeypatch.chdir(nested)
    (nested / "n.py").write_text("n = 1\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "N"]):
        subprocess.run([*GIT, *words], check=True)
    (nested / "n.py").write_text("n = 2\n")
    assert files(capfdbinary) == ["n.py"]
    assert files(capfdbinary, "HEAD", "n.py") == ["n.py"]


def test_exit_code_is_of_what_was_asked(capfdbinary) -> None:
    """`--exit-code` with paths looks at those alone."""
    assert run(["diff", "--exit-code", "--", "c.py"]) == 1
    assert run(["diff", "--exit-code", "--", "pkg/none.py"]) == 0
    capfdbinary.readouterr()


def test_a_file_that_only_uses_a_renamed_name_changed(tmp_path: Path, capfdbinary) -> None:
    """`classify` says of it what happened and where, not that it is unchanged."""
    texts = {"a.py": "def load(path):\n    return open(path).read()\n", "c.py": "x = 1\n"}
    texts["b.py"] = "from a import load\n\n\nTEXT = load('x')\n"
    for folder, name in (("before", "load"), ("after", "read_text")):
        (tmp_path / folder).mkdir()
        for path, text in texts.items():
            (tmp_path / folder / path).write_text(text.replace("load", name))
    assert run(["classify", "before", "after", "--json"]) == 0
    document = json.loads(capfdbinary.readouterr().out)
    assert [file["after"] for file in document["files"]] == ["a.py", "b.py"]
    assert {file["verdict"] for file in document["files"]} == {"AST_REFACTOR"}
    changes = document["files"][1]["changes"]
    assert [(one["rule"], one["after"]["start_line"]) for one in changes] == [
        ("rename_definition", 1),
        ("rename_definition", 4),
    ]
