"""Tracer's block in the hooks of a repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tracer.model.errors import InputError
from tracer.vcs import Git, githooks

COUNTING = '#!/bin/sh\nset -e\nwhile read -r ref rest; do echo "own $ref" >> out; done\nexit 0\n'
PUSHED = "refs/heads/main 1 refs/heads/main 2\nrefs/heads/topic 3 refs/heads/topic 4\n"
READS = 'while read -r ref rest; do echo "tracer $ref" >> out; done'


def hook_of(repo, name: str, text: str) -> Path:
    """Write a hook as a person would."""
    path = Path(repo.root, ".git", "hooks", name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def run(repo, path: Path, given: str = "") -> list[str]:
    """Run a hook where a command `tracer` is found; the lines that it wrote."""
    tools = Path(repo.root, "tools")
    tools.mkdir(exist_ok=True)
    (tools / "tracer").write_text("#!/bin/sh\nexit 1\n")
    (tools / "tracer").chmod(0o755)
    env = {"PATH": f"{tools}:{os.environ['PATH']}"}
    subprocess.run([path, "origin"], cwd=repo.root, env=env, input=given, text=True, check=True)
    return Path(repo.root, "out").read_text().splitlines()


def test_a_hook_that_exits(repo):
    """What stands behind `exit` never runs, so the block stands in front."""
    path = hook_of(repo, "post-commit", "#!/bin/sh\necho own >> out\nexit 0\n")
    with Git(repo.root) as git:
        assert githooks.add(git, "post-commit", ["echo tracer >> out"]) == str(path)
        assert githooks.add(git, "post-commit", ["echo tracer >> out"]) is None
    assert run(repo, path) == ["tracer", "own"]


@pytest.mark.parametrize("given", [PUSHED, ""])
def test_input_is_read_by_both(repo, given):
    """Git tells pre-push on its input what it pushes: tracer and the team's hook hear all of it."""
    path = hook_of(repo, "pre-push", COUNTING)
    Path(repo.root, "out").touch()
    with Git(repo.root) as git:
        githooks.add(git, "pre-push", [READS])
    refs = [line.split()[0] for line in given.splitlines()]
    found = run(repo, path, given)
    assert [line for line in found if line.startswith("own")] == [f"own {ref}" for ref in refs]
    assert [line for line in found if line.startswith("tracer r")] == [
        f"tracer {ref}" for ref in refs
    ]


@pytest.mark.parametrize("text", [COUNTING, "npm test\n", "#!/usr/bin/env bash", ""])
def test_taking_it_out_again(repo, text):
    """The hook is byte for byte what it was, wherever an earlier version put its block."""
    path = hook_of(repo, "pre-push", text)
    with Git(repo.root) as git:
        githooks.add(git, "pre-push", [READS])
        assert "# tracer begin" in path.read_text()
        githooks.remove(git, "pre-push")
        assert path.read_text() == text
        path.write_text(f"{COUNTING}# tracer begin\nold\n# tracer end\n")
        githooks.add(git, "pre-push", [READS])
        assert "old" not in path.read_text()
        githooks.remove(git, "pre-push")
    assert path.read_text() == COUNTING


def test_husky_9(repo):
    """Its stubs are written anew by each `npm install`; what it runs is beside them."""
    stubs = Path(repo.root, ".husky", "_")
    stubs.mkdir(parents=True)
    (stubs / "h").write_text("exit 0\n")
    repo.git("config", "core.hooksPath", ".husky/_")
    with Git(repo.root) as git:
        path = githooks.add(git, "post-commit", ["echo tracer"])
    assert path == str(Path(repo.root, ".husky", "post-commit"))
    assert not (stubs / "post-commit").exists()


def test_a_hook_in_another_language(repo):
    """It is left alone, and said to be so."""
    path = hook_of(repo, "pre-push", "#!/usr/bin/env python3\nprint()\n")
    with Git(repo.root) as git, pytest.raises(InputError, match="no shell script"):
        githooks.add(git, "pre-push", [READS])
    assert path.read_text() == "#!/usr/bin/env python3\nprint()\n"
