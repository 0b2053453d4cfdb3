"""What tracer writes stays out of commits on every branch, and a person's own lines stay."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tracer.agents import git_setup
from tracer.agents.setup import init
from tracer.model.workspace import Workspace

OWN = "*.local\n/notes"  # without a line end


@pytest.fixture(params=["", "app"], ids=["at the top", "in a directory"])
def workspace(request: pytest.FixtureRequest, tmp_path: Path) -> Workspace:
    """A workspace in a repository, at its top or below it, whose owner ignores files already."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".git/info/exclude").write_text(OWN)
    (tmp_path / request.param).mkdir(exist_ok=True)
    made = Workspace(str(tmp_path / request.param))
    init(made)
    return made


def ignored(workspace: Workspace, name: str) -> bool:
    """Whether git ignores a file of the sidecar on a branch that lacks `.gitignore` there."""
    (Path(workspace.sidecar) / ".gitignore").unlink(missing_ok=True)
    words = ["git", "-C", workspace.root, "check-ignore", "-q", f".orchestration/{name}"]
    return subprocess.run(words, check=False).returncode == 0


def excluded(workspace: Workspace) -> str:
    """The clone's own `info/exclude`."""
    words = ["git", "-C", workspace.root, "rev-parse", "--git-path", "info/exclude"]
    path = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    return (Path(workspace.root) / path).read_text()


def test_the_ledger_is_excluded_where_the_branch_says_nothing(workspace: Workspace) -> None:
    """With the ledger in a ref, git ignores it; the registry of intents is everybody's."""
    actions = git_setup.connect(workspace, storage="ref")
    assert any(path.endswith("info/exclude") for path, _ in actions)
    assert ignored(workspace, "agent_trace.jsonl")
    assert ignored(workspace, ".index/any")
    assert not ignored(workspace, "active_intents.yaml")
    assert excluded(workspace).startswith(OWN + "\n")


def test_a_ledger_that_is_committed_is_not_excluded(workspace: Workspace) -> None:
    """With the ledger in a file, its lines go again, and what is derived stays ignored."""
    git_setup.connect(workspace, storage="ref")
    git_setup.connect(workspace, storage="file")
    assert not ignored(workspace, "agent_trace.jsonl")
    assert ignored(workspace, "intent_map.md")


def test_again_changes_nothing_and_undone_leaves_their_lines(workspace: Workspace) -> None:
    """Connecting twice writes once; disconnecting leaves what was there."""
    git_setup.connect(workspace, storage="ref")
    once = excluded(workspace)
    git_setup.connect(workspace)
    assert excluded(workspace) == once
    git_setup.disconnect(workspace)
    assert excluded(workspace) == OWN + "\n"
