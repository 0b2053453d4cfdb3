"""REPOS.yaml names each repository once; a clone is of its address, and of nothing else."""

from __future__ import annotations

import os
import time

import pytest

from tracer.fleet.questions import ask
from tracer.fleet.sources import Source, read_sources
from tracer.fleet.sync import sync
from tracer.model.errors import InputError


@pytest.mark.parametrize(
    "text",
    [
        "- one\n- path: one\n  name: other\n",
        "- one\n- link\n",
        "- {url: 'https://a.example/x.git'}\n- {url: 'https://a.example/x.git', name: other}\n",
    ],
)
def test_one_repository_twice(tmp_path, text: str) -> None:
    """Under two names it would count twice."""
    (tmp_path / "one").mkdir()
    (tmp_path / "link").symlink_to("one")
    (tmp_path / "REPOS.yaml").write_text(text)
    with pytest.raises(InputError, match=r"entry 2: '\w+' is the same repository"):
        read_sources(str(tmp_path / "REPOS.yaml"), str(tmp_path))


@pytest.fixture
def far(fleet, tmp_path):
    """What a sync of the clone of an address takes in: problems, and names of definitions."""

    def take_in(address: str = fleet.repos["three"].repo.root):
        source = Source("far", str(tmp_path / "clones" / "far"), address)
        done = sync([source], fleet.storage("far"))
        rows = ask(fleet.storage("far"), "SELECT name FROM definitions ORDER BY name")["rows"]
        return [p["detail"] for p in done["problems"]], [name for (name,) in rows]

    take_in.root = str(tmp_path / "clones" / "far")
    return take_in


def test_a_branch_that_was_renamed(fleet, far) -> None:
    """A clone follows the branch that its origin is on, also when that was rewritten."""
    repo = fleet.repos["three"].repo
    assert far() == ([], [])
    repo.git("branch", "-m", "trunk")
    repo.commit("more", b__py="def b(): return 1\n")
    assert far() == ([], ["b"])
    repo.git("reset", "-q", "--hard", "HEAD~1")
    repo.commit("other", c__py="def c(): return 1\n")
    assert far() == ([], ["c"])


def test_another_address(fleet, far) -> None:
    """The clone of one address is not taken for that of another."""
    assert far() == ([], [])
    ((problem,), _) = far(fleet.repos["two"].repo.root)
    assert "a clone of" in problem


def test_a_clone_that_was_stopped(far) -> None:
    """What a killed clone or checkout left is in nobody's way; what is somebody's stays."""
    os.makedirs(os.path.join(far.root + ".part", ".git"))
    assert far() == ([], [])
    lock = os.path.join(far.root, ".git", "index.lock")
    with open(lock, "w"):
        os.utime(lock, (time.time() - 100,) * 2)
    assert far() == ([], [])
    os.rename(far.root, far.root + ".away")
    os.makedirs(os.path.join(far.root, "mine"))
    ((problem,), _) = far()
    assert "no clone of" in problem
    assert os.listdir(far.root) == ["mine"]


def test_a_branch_without_commits(fleet) -> None:
    """It is not called corrupt."""
    fleet.repos["three"].repo.git("checkout", "-q", "--orphan", "fresh")
    ((problem,)) = fleet.sync()["problems"]
    assert problem["detail"] == "no commits on the branch checked out"


def test_no_password_is_taken_in() -> None:
    """An address counts as it is without who asks."""
    source = Source("far", "/none", "https://me:secret@127.0.0.1:9/far.git")
    assert source.shown == "https://127.0.0.1:9/far.git"
    assert Source("far", "/none", "git@example.org:far.git").shown == "git@example.org:far.git"
