"""What a shell command changed is found by git's comparison of status, whatever hides it (A8)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from working_agent import Agent

from tracer.engine import scan
from tracer.ledger import Index
from tracer.model.workspace import Workspace
from tracer.vcs import differences as status

GIT = "git -c user.name=p -c user.email=p@example.org"


@pytest.fixture
def repo(tmp_path: Path) -> Agent:
    """A repository with a commit, an edited, an untracked and an ignored file."""
    agent = Agent(tmp_path / "repo")
    for name in ("a.py", "b.py", "c.py", "pkg/d.py"):
        agent.write(name, f"name = {name!r}\n")
    agent.write(".gitignore", "*.log\n.orchestration/\n")
    sh(agent, f"git init -q -b main && git add . && {GIT} commit -qm one")
    agent.write("b.py", "edited = True\n")
    agent.write("new.py", "untracked = True\n")
    agent.write("x.log", "ignored\n")
    return agent


def sh(agent: Agent, command: str) -> None:
    subprocess.run(command, shell=True, check=True, cwd=agent.workspace.root, capture_output=True)


def changes(agent: Agent, command: str) -> dict[str, tuple[bytes | None, bytes | None]]:
    """What the scan finds that a command changed."""
    with Index.open(agent.workspace) as index:
        seen = scan.before_shell(agent.workspace, index)
        sh(agent, command)
        moved = scan.moved_since(agent.workspace, seen)
        return scan.changed_by_shell(agent.workspace, index, seen, moved)


ONE, EDITED, NEW = b"name = 'a.py'\n", b"edited = True\n", b"untracked = True\n"
IGNORED = b"*.log\n.orchestration/\n"
ALL_GONE = {"a.py": (ONE, None), "b.py": (EDITED, None), "new.py": (NEW, None)}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("true", {}),
        ("touch a.py b.py new.py", {}),
        ("chmod +x a.py", {}),
        ("echo 1 > x.log", {}),
        ("echo 1 > a.py", {"a.py": (ONE, b"1\n")}),
        ("echo 1 > b.py", {"b.py": (EDITED, b"1\n")}),
        ("echo 1 > new.py", {"new.py": (NEW, b"1\n")}),
        ("echo 1 > new2.py", {"new2.py": (None, b"1\n")}),
        ("rm a.py b.py new.py", ALL_GONE),
        ("git add -A", {}),
        (f"git add -A && {GIT} commit -qm two", {}),
        (f"echo 1 > a.py && {GIT} commit -qam two", {"a.py": (ONE, b"1\n")}),
        ("git checkout -q -- b.py", {"b.py": (EDITED, b"name = 'b.py'\n")}),
        (f"{GIT} stash -q -u", {"b.py": (EDITED, b"name = 'b.py'\n"), "new.py": (NEW, None)}),
        ("git rm -q --cached a.py", {}),
        ("git mv a.py z.py", {"a.py": (ONE, None), "z.py": (None, ONE)}),
        ("echo 1 > y.log && git add -f y.log", {"y.log": (None, b"1\n")}),
        ("echo new.py >> .gitignore", {".gitignore": (IGNORED, IGNORED + b"new.py\n")}),
        ("rm a.py && ln -s c.py a.py", {"a.py": (ONE, None)}),
        ("rm .git/index", {}),
        ("git update-index --assume-unchanged a.py && echo 1 > a.py", {"a.py": (ONE, b"1\n")}),
        ("git update-index --skip-worktree a.py && echo 1 > a.py", {"a.py": (ONE, b"1\n")}),
        ("git config core.fsmonitor true; git config core.ignoreStat true; echo 1 > a.py",
         {"a.py": (ONE, b"1\n")}),
    ],
)  # fmt: skip
def test_what_a_command_changed(repo: Agent, command: str, expected) -> None:
    """Texts before and after, of what was written and of nothing else."""
    assert changes(repo, command) == expected


@pytest.mark.parametrize("option", ["--assume-unchanged", "--skip-worktree"])
def test_files_that_git_overlooks_are_looked_at(repo: Agent, option: str) -> None:
    """Two commands: the first has git overlook a file, the second changes it."""
    assert changes(repo, f"git update-index {option} a.py") == {}
    assert changes(repo, "echo 2 > a.py") == {"a.py": (ONE, b"2\n")}
    assert changes(repo, "echo 3 > a.py") == {"a.py": (b"2\n", b"3\n")}


def test_a_file_that_was_gone_before(repo: Agent) -> None:
    """What a command puts back was not there when it began."""
    os.unlink(repo.path("a.py"))
    assert changes(repo, "git checkout -q -- a.py") == {"a.py": (None, ONE)}


def test_below_the_top_of_the_repository(repo: Agent) -> None:
    """A workspace that is a directory of a repository sees its own files, under their names."""
    inner = Workspace(repo.path("pkg"))
    os.makedirs(inner.sidecar)
    repo.workspace = inner
    Path(inner.root, "e.py").write_text("e\n")
    found = changes(repo, "echo 1 > d.py; echo 2 > e.py; echo 3 > ../a.py")
    assert found == {"d.py": (b"name = 'pkg/d.py'\n", b"1\n"), "e.py": (b"e\n", b"2\n")}


def test_without_git(tmp_path: Path) -> None:
    """Outside git every file's status is kept."""
    agent = Agent(tmp_path)
    agent.write("a.py", "1\n")
    os.symlink("a.py", agent.path("link"))
    assert changes(agent, "echo 2 > a.py; echo 3 > b.py") == {
        "a.py": (b"1\n", b"2\n"),
        "b.py": (None, b"3\n"),
    }
    assert changes(agent, "rm b.py") == {"b.py": (b"3\n", None)}


def test_copies_of_the_index_are_swept(repo: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    """One copy a state of git's index, the latest of them; a call without its copy goes on."""
    monkeypatch.setattr(status, "_KEPT", 4)
    with Index.open(repo.workspace) as index:
        seen = scan.before_shell(repo.workspace, index)
        assert scan.before_shell(repo.workspace, index) == seen
        directory = os.path.join(repo.workspace.index, "git-index")
        assert sorted(os.listdir(directory)) == [seen["index"], f"{seen['index']}.overlooked"]
        for i in range(6):
            repo.write(f"more{i}.py", "1\n")
            sh(repo, f"git add more{i}.py")
            scan.before_shell(repo.workspace, index)
        assert len(os.listdir(directory)) <= 5
        assert seen["index"] not in os.listdir(directory)
        repo.write("a.py", "1\n")
        assert "a.py" in scan.moved_since(repo.workspace, seen)


def test_a_command_that_changes_nothing_loads_no_engine(repo: Agent) -> None:
    """What makes most shell calls cheap: parsing and matching are not even imported."""
    code = (
        "import sys\n"
        "from tracer.engine import after_call, before_call\n"
        "from tracer.model.enums import ActionKind, Phase\n"
        "from tracer.model.events import Event\n"
        "from tracer.model.workspace import Workspace\n"
        "root = sys.argv[1]\n"
        "for phase, call in ((Phase.PRE, before_call), (Phase.POST, after_call)):\n"
        "    event = Event(phase, ActionKind.SHELL, 'a', 's', root, command='make')\n"
        "    call(Workspace(root), event)\n"
        "heavy = {'tracer.engine.calls', 'tracer.syntax', 'tracer.matching', 'tracer.classify'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, repo.workspace.root],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
