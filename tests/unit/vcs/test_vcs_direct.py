"""Reading `.git` without a process."""

from __future__ import annotations

import os

import pytest

from tracer.vcs import common_dir, git_dir, head, is_shallow_boundary


@pytest.fixture(autouse=True)
def _no_process(monkeypatch):
    """These paths must never start git."""

    def refuse(*_a, **_k):
        raise AssertionError("a process was started")

    monkeypatch.setattr("tracer.vcs.git.Git.run", refuse)
    monkeypatch.setattr("tracer.vcs.git.Git._start_cat_file", refuse)


def test_head_of_a_branch(repo):
    """HEAD on a branch is the branch's commit, also from a directory below the root."""
    sha = repo.commit(a__py="a\n")
    os.makedirs(os.path.join(repo.root, "deep", "er"))
    assert head(repo.root) == sha
    assert head(os.path.join(repo.root, "deep", "er")) == sha


def test_head_packed(repo):
    """A ref that is only in packed-refs is found; a newer loose one wins."""
    sha = repo.commit(a__py="a\n")
    repo.git("pack-refs", "--all")
    assert not os.path.exists(os.path.join(repo.root, ".git/refs/heads/main"))
    assert head(repo.root) == sha
    newer = repo.commit(a__py="b\n")
    assert head(repo.root) == newer != sha


def test_head_detached(repo):
    """A detached HEAD is the commit itself."""
    first = repo.commit(a__py="a\n")
    repo.commit(a__py="b\n")
    repo.git("checkout", "-q", first)
    assert head(repo.root) == first


def test_head_unborn(repo):
    """A repository without a commit has no head."""
    assert git_dir(repo.root) == os.path.realpath(os.path.join(repo.root, ".git"))
    assert head(repo.root) is None


def test_no_repository(tmp_path):
    """Outside git there is neither directory nor head."""
    assert git_dir(str(tmp_path)) is None
    assert head(str(tmp_path)) is None


def test_head_of_worktree(repo, tmp_path):
    """A linked worktree has its own HEAD; its refs are the repository's."""
    repo.commit(a__py="a\n")
    linked = str(tmp_path / "linked")
    repo.git("worktree", "add", "-q", "-b", "side", linked)
    repo.write("../linked/b.py", "b\n")
    repo.git("add", "-A", cwd=linked)
    repo.git("commit", "-q", "-m", "side", cwd=linked)
    side = repo.git("rev-parse", "side")
    assert head(linked) == side
    assert head(repo.root) != side
    repo.git("pack-refs", "--all")
    assert head(linked) == side
    assert common_dir(git_dir(linked)) == git_dir(repo.root)


def test_head_of_submodule(repo, tmp_path):
    """A submodule answers for itself, through its `.git` file."""
    inner = str(tmp_path / "inner")
    os.makedirs(inner)
    repo.git("init", "-q", cwd=inner)
    repo.git("commit", "-q", "--allow-empty", "-m", "inner", cwd=inner)
    sha = repo.git("rev-parse", "HEAD", cwd=inner)
    repo.git("submodule", "--quiet", "add", inner, "sub")
    outer = repo.commit("outer")
    assert head(os.path.join(repo.root, "sub")) == sha
    assert head(repo.root) == outer


def test_head_of_bare(repo, tmp_path):
    """A bare repository is its own git directory."""
    sha = repo.commit(a__py="a\n")
    bare = str(tmp_path / "bare.git")
    repo.git("clone", "-q", "--bare", repo.root, bare)
    assert git_dir(bare) == os.path.realpath(bare)
    assert head(bare) == sha


def test_shallow_boundary(repo, tmp_path):
    """The oldest commit of a shallow clone is known to be one."""
    repo.commit(a__py="a\n")
    last = repo.commit(a__py="b\n")
    clone = str(tmp_path / "shallow")
    repo.git("clone", "-q", "--depth", "1", "file://" + repo.root, clone)
    assert is_shallow_boundary(clone, last)
    assert not is_shallow_boundary(repo.root, last)


@pytest.mark.parametrize("text", ["", "ref: refs/heads/../../config", "nonsense", "ref: x\n" * 2])
def test_broken_head(repo, text):
    """A damaged HEAD is no head, and no error."""
    repo.commit(a__py="a\n")
    repo.write(".git/HEAD", text)
    assert head(repo.root) is None


def test_git_file_to_nowhere(tmp_path):
    """A `.git` file that points nowhere is not a repository."""
    (tmp_path / ".git").write_text("gitdir: gone/away\n")
    assert git_dir(str(tmp_path)) is None
