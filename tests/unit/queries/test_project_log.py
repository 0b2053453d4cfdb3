"""What happened to a project, a directory or a file: commits and records in one list (G4)."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tracer.cli.app import run
from tracer.engine import after_call, before_call
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.errors import InputError
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.queries.project_log import project_log

if TYPE_CHECKING:
    from pathlib import Path


class _Project:
    """A repository with commits at times of their own, and an agent's records."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        self.git("init", "-q", "-b", "main")
        self.workspace = Workspace(str(root.resolve()))
        os.makedirs(self.workspace.sidecar)
        (root / ".git/info/exclude").write_text(".orchestration\n")

    def git(self, *words: str, day: int = 1) -> None:
        moment = f"2020-01-{day:02}T00:00:00+00:00"
        names = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
        identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        environment = os.environ | names
        subprocess.run(["git", *identity, *words], cwd=self.root, env=environment, check=True)

    def commit(self, day: int, message: str, **files: str) -> None:
        for name, text in files.items():
            path = self.root / name.replace("__", "/").replace("_py", ".py")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-qm", message, day=day)

    def agent(self, name: str, text: str, intent: str = "INT-1") -> None:
        """A call of an agent that writes a file."""
        event = Event(
            Phase.PRE, ActionKind.FILE_EDIT, "acme", "s", self.workspace.root, call_id="c",
            contributor=Contributor(EntityType.AI, "acme-1"), targets=(Target(name, "edit"),),
            intent_id=intent,
        )  # fmt: skip
        before_call(self.workspace, event)
        (self.root / name).write_text(text)
        after_call(self.workspace, event._replace(phase=Phase.POST))


@pytest.fixture
def project(tmp_path: Path) -> _Project:
    made = _Project(tmp_path / "repo")
    made.commit(1, "Begin", a_py="x = 1\n", lib__b_py="y = 1\n")
    made.commit(2, "Why\n\nIntent: INT-7", a_py="x = 2\n")
    made.git("mv", "a.py", "c.py")
    made.commit(3, "Move")
    made.agent("c.py", "x = 3\n")
    return made


def told(project: _Project, path: str = "", **limits) -> list[str]:
    """A word for each entry: a commit's subject, or a record's class."""
    entries = project_log(project.workspace, path, **limits)
    return [entry["mutation_class"] or entry["summary"] for entry in entries]


def test_everything_newest_first(project: _Project) -> None:
    """Intent, class and who of each entry."""
    record, moved, why, begin = project_log(project.workspace)
    assert (record["kind"], record["intent_ids"]) == ("record", ["INT-1"])
    assert record["contributor"]["model_identifier"] == "acme-1"
    assert (record["mutation_class"], record["paths"]) == ("INTENT_EVOLUTION", ["c.py"])
    assert [entry["summary"] for entry in (moved, why, begin)] == ["Move", "Why", "Begin"]
    assert (why["intent_ids"], why["contributor"]["name"]) == (["INT-7"], "Ada")
    assert why["mutation_class"] is None


def test_of_a_file_and_of_a_directory(project: _Project) -> None:
    """A file is followed through renames; a directory is what lies in it."""
    assert told(project, "c.py") == ["INTENT_EVOLUTION", "Move", "Why", "Begin"]
    assert told(project, "lib") == ["Begin"]
    assert told(project, "a.py") == ["Move", "Why", "Begin"]
    with pytest.raises(InputError, match="nowhere"):
        told(project, "nowhere.py")


def test_limits(project: _Project) -> None:
    """`limit` ends it; at a revision nothing younger is told."""
    assert told(project, limit=2) == ["INTENT_EVOLUTION", "Move"]
    assert told(project, rev="HEAD~1") == ["Why", "Begin"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["HEAD~1"], ["Why", "Begin"]),
        (["HEAD~1", "lib"], ["Begin"]),
        (["HEAD~1", "--", "lib"], ["Begin"]),
        (["--", "lib"], ["Begin"]),
        (["HEAD~2..HEAD~1"], ["Why"]),
        (["HEAD~1..", "--", "c.py"], ["Move"]),
        (["--rev", "HEAD~2", "."], ["Begin"]),
    ],
)
def test_revisions_and_paths(project: _Project, capfdbinary, monkeypatch, words, expected) -> None:
    """As git takes them; a record is younger than these commits."""
    monkeypatch.chdir(project.root)
    assert run(["log", "--json", *words]) == 0
    entries = json.loads(capfdbinary.readouterr().out)["entries"]
    assert [one["summary"] for one in entries if one["kind"] == "commit"] == expected


@pytest.mark.parametrize(
    "words", [["HEAD~1", "a.py"], ["HEAD~1", "--", "a.py"], ["--rev", "HEAD~1", "a.py"]]
)
def test_blame_takes_a_revision_as_git_does(project, capfdbinary, monkeypatch, words) -> None:
    """Before the file, with or without `--`."""
    monkeypatch.chdir(project.root)
    assert run(["blame", "--json", *words]) == 0
    (line,) = json.loads(capfdbinary.readouterr().out)["lines"]
    assert line["origin"]["intent_id"] == "INT-7"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["blame"], (2, "tracer: no FILE was named. Use: tracer blame [REV] [--] FILE.")),
        (["blame", "a", "b", "c"], (2, "tracer: a b c: blame takes one FILE.")),
        (["blame", "HEAD", "--rev", "HEAD", "c.py"], (2, "tracer: HEAD c.py: blame takes")),
        (["blame", "c.py", "-L", "5"], (3, "tracer: c.py: has 1 line, -L 5 starts at 5.")),
        (["log", "a", "b", "c"], (2, "tracer: a b c: log takes one revision and one PATH.")),
    ],
)
def test_errors_name_the_fix(project, capfdbinary, monkeypatch, words, expected) -> None:
    """One line, the subject named, what to do next, a full stop."""
    monkeypatch.chdir(project.root)
    code = run(words)
    err = capfdbinary.readouterr().err.decode()
    assert (code, err[: len(expected[1])]) == expected
    assert err.endswith(".\n")
    assert err.count("\n") == 1


def test_without_git(tmp_path: Path) -> None:
    """The ledger alone answers; with neither there is one clear error."""
    workspace = Workspace(str(tmp_path.resolve()))
    with pytest.raises(InputError, match="neither a ledger nor a git repository"):
        list(project_log(workspace))


def test_the_command(project: _Project, capfdbinary, monkeypatch) -> None:
    """`tracer log`, `log PATH` and their JSON; a range and a path exclude each other."""
    monkeypatch.chdir(project.root)
    assert run(["log", "-n", "1"]) == 0
    line = capfdbinary.readouterr().out.decode()
    assert line.split()[2:] == ["INT-1", "acme-1", "INTENT_EVOLUTION", "c.py"]
    assert run(["log", "lib", "--json"]) == 0
    document = json.loads(capfdbinary.readouterr().out)
    assert (document["path"], len(document["entries"])) == ("lib", 1)
    assert run(["log", "lib", "-L", "1,2:c.py"]) == 2
    assert run(["log", "nowhere"]) == 3
    assert b"nowhere: no commit and no record knows it." in capfdbinary.readouterr().err
