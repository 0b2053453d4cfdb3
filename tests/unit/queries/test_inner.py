"""Files of submodules, and of repositories below a directory that has `.orchestration` (A5, A7)."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tracer.cli.app import run
from tracer.engine import after_call, before_call
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame
from tracer.queries.inner import inner_repository
from tracer.queries.log import log
from tracer.queries.project_log import project_log

GIT = [
    "git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org",
    "-c", "protocol.file.allow=always",
]  # fmt: skip
TEXT = "def f():\n    return 1\n\n\ndef g():\n    return 2\n"


def git(directory: Path, *words: str) -> None:
    subprocess.run([*GIT, *words], cwd=directory, check=True, capture_output=True)


def repository(directory: Path, **files: str) -> Path:
    directory.mkdir(parents=True)
    git(directory, "init", "-q", "-b", "main")
    for name, text in files.items():
        (directory / f"{name}.py").write_text(text)
    git(directory, "add", ".")
    git(directory, "commit", "-qm", f"Begin {directory.name}")
    return directory


@pytest.fixture(params=["submodule", "below a directory without git", "nested clone"])
def workspace(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace with a ledger, and a repository with x.py at lib/ in it."""
    top = tmp_path / "top"
    if request.param == "submodule":
        repository(tmp_path / "lib", x=TEXT)
        repository(top, y="y = 1\n")
        git(top, "submodule", "--quiet", "add", "../lib", "lib")
        git(top, "commit", "-qm", "Submodule")
    elif request.param == "nested clone":
        repository(top, y="y = 1\n")
        repository(top / "lib", x=TEXT)
    else:
        repository(top / "lib", x=TEXT)
    monkeypatch.chdir(top)
    assert run(["init"]) == 0
    return Workspace(str(top.resolve()))


def edit(workspace: Workspace) -> None:
    """An agent's call in the outer workspace changes a line of the inner repository's file."""
    event = Event(
        Phase.PRE, ActionKind.FILE_EDIT, "acme", "s", workspace.root, call_id="c",
        contributor=Contributor(EntityType.AI, "acme-1"), targets=(Target("lib/x.py", "edit"),),
        intent_id="INT-1",
    )  # fmt: skip
    before_call(workspace, event)
    path = os.path.join(workspace.root, "lib", "x.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TEXT.replace("return 2", "return 3"))
    after_call(workspace, event._replace(phase=Phase.POST))


def origins(document: dict[str, Any]) -> list[str]:
    names = [row["origin"]["contributor"] for row in document["lines"]]
    return [one.get("name") or one.get("model_identifier") or "unknown" for one in names]


def test_blame_of_a_file_no_record_knows(workspace: Workspace) -> None:
    """The history of the repository that the file is in tells, with the paths it has there."""
    document = blame(workspace, "lib/x.py").document
    assert origins(document) == ["Ann"] * 6
    assert (document["path"], document["repository"]) == ("lib/x.py", "lib")
    assert {row["origin"]["path"] for row in document["lines"]} == {"x.py"}
    assert origins(blame(workspace, "lib/x.py", rev="HEAD", ranges=["1,2"]).document) == ["Ann"] * 2


def test_blame_of_a_file_with_records(workspace: Workspace) -> None:
    """The agent's line is the agent's by the outer ledger, the others their committers'."""
    edit(workspace)
    assert origins(blame(workspace, "lib/x.py").document) == ["Ann"] * 5 + ["acme-1"]
    assert origins(blame(workspace, "lib/x.py", ranges=["5,6"]).document) == ["Ann", "acme-1"]


def test_log_of_a_function(workspace: Workspace) -> None:
    """What the ledger tells, then the commits of the inner repository."""
    (first,) = log(workspace, "lib/x.py", ":g")["changes"]
    assert (first["kinds"], first["summary"]) == (["introduced"], "Begin lib")
    edit(workspace)
    record, commit = log(workspace, "lib/x.py", ":g")["changes"]
    assert (record["intent_id"], record["kinds"]) == ("INT-1", ["body"])
    assert commit["revision"] == first["revision"]


def test_log_of_the_repository(workspace: Workspace, capfdbinary, monkeypatch) -> None:
    """Its commits, and what the ledger around it tells of its files."""
    edit(workspace)
    inner = inner_repository(workspace, "lib/x.py")
    assert inner is not None
    told = list(project_log(inner.workspace, ledger_of=workspace))
    assert told[0]["intent_ids"] == ["INT-1"]
    assert told[-1]["summary"] == "Begin lib"
    capfdbinary.readouterr()
    for directory, words in (("", ["log", "lib/x.py"]), ("lib", ["log"]), ("lib", ["log", "x.py"])):
        monkeypatch.chdir(os.path.join(workspace.root, directory))
        assert run(words) == 0
        said = capfdbinary.readouterr().out.decode()
        assert "INT-1 acme-1 INTENT_EVOLUTION" in said
        assert said.endswith("Begin lib\n")


def test_porcelain_names_a_path_that_the_commit_has(
    workspace: Workspace, capfdbinary, monkeypatch
) -> None:
    """An editor asks git for that path at that commit."""
    monkeypatch.chdir(workspace.root)
    capfdbinary.readouterr()
    assert run(["blame", "--line-porcelain", "lib/x.py"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    shas = {line[:40] for line in lines if re.match(r"[0-9a-f]{40} ", line)}
    names = {line.removeprefix("filename ") for line in lines if line.startswith("filename ")}
    assert names == {"x.py"}
    assert len(shas) == 1
    git(Path(workspace.root, "lib"), "cat-file", "-e", f"{shas.pop()}:x.py")
