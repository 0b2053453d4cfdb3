"""The merge strategy for several branches: what git's octopus cannot, and never any harm."""

from __future__ import annotations

import subprocess

import pytest

from tracer.vcs.octopus import merge

_IDENTITY = ("-c", "user.name=x", "-c", "user.email=x@example.org")


def git(*arguments):
    done = subprocess.run(["git", *_IDENTITY, *arguments], check=True, capture_output=True)
    return done.stdout.decode().strip()


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Three branches and main, each of which appended a line to a file merged as a union."""
    monkeypatch.chdir(tmp_path)
    git("init", "-q", "-b", "main")
    (tmp_path / ".gitattributes").write_text("log merge=union\n")
    (tmp_path / "log").write_text("begun\n")
    for name in ("main", "one", "two", "three"):
        git("checkout", "-q", *(["-B", name, "main"] if name != "main" else ["-b", "first"]))
        with open("log", "a", encoding="utf-8") as file:
            file.write(f"{name}\n")
        (tmp_path / name).write_text(f"{name}\n")
        git("add", "-A")
        git("commit", "-qm", name)
        if name == "main":
            git("branch", "-f", "main")
    git("checkout", "-q", "main")
    return tmp_path


def branches():
    base = git("merge-base", "--octopus", "one", "two", "three")
    return [base, "--", "HEAD", *(git("rev-parse", name) for name in ("one", "two", "three"))]


def test_union_of_all(repository):
    """Every branch's line is there, index and work tree agree, and HEAD is left to git."""
    head = git("rev-parse", "HEAD")
    assert merge(branches()) == (0, "")
    assert (repository / "log").read_text().split() == ["begun", "main", "one", "two", "three"]
    assert git("rev-parse", "HEAD") == head
    assert git("diff", "--name-only") == ""


def test_conflict_is_no_harm(repository):
    """Where a file conflicts nothing was touched, and git says which."""
    git("checkout", "-q", "two")
    (repository / "one").write_text("another\n")
    git("add", "-A")
    git("commit", "-qm", "conflict")
    git("checkout", "-q", "main")
    code, said = merge(branches())
    assert code == 2
    assert "CONFLICT" in said
    assert "one by one" in said
    assert git("status", "--porcelain") == ""


def test_changes_in_the_way(repository):
    """Staged or unsaved work is never overwritten."""
    (repository / "log").write_text("work\n")
    code, _ = merge(branches())
    assert code == 2
    assert (repository / "log").read_text() == "work\n"
    git("add", "-A")
    code, said = merge(branches())
    assert code == 2
    assert "commit or stash" in said
