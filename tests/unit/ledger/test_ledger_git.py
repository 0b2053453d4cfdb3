"""Ledgers that real git merges, rebases and switches."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from tracer.engine import sealing
from tracer.ledger import Index, append, verify
from tracer.ledger.copies import not_in_ledger
from tracer.model.workspace import Workspace

LEDGER = ".orchestration/agent_trace.jsonl"


def git(where, *words):
    command = ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", "-C", where, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def commit(workspace, mutation, number):
    """One agent call, and one commit of it."""
    record = append(workspace, mutation(number, path=f"f{number}.py"))
    git(workspace.root, "add", "-A")
    git(workspace.root, "commit", "-qm", f"c{number}")
    return record["id"]


@pytest.fixture
def clones(new_workspace, mutation, tmp_path):
    """Two clones of one repository with a first record and the union merge of ledgers."""
    first = new_workspace("first")
    git(first.root, "init", "-q", "-b", "main")
    with open(os.path.join(first.root, ".gitattributes"), "w", encoding="utf-8") as file:
        file.write(f"{LEDGER} -text merge=union\n")
    commit(first, mutation, 1)
    git(str(tmp_path), "clone", "-q", first.root, "second")
    return first, Workspace(str(tmp_path / "second"))


def test_merge_of_two_clones(clones, mutation):
    """Two clones that both went on merge to one ledger with both their records."""
    first, second = clones
    for number in (2, 3):
        commit(first, mutation, number)
        commit(second, mutation, number + 10)
    git(second.root, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    assert verify(second) == (5, 2, (), ())
    commit(second, mutation, 20)
    assert verify(second) == (6, 2, (), ())
    git(first.root, "pull", "-q", "--no-rebase", "--no-edit", second.root, "main")
    commit(first, mutation, 21)
    assert verify(first) == (7, 2, (), ())
    assert "UU" not in git(first.root, "status", "--porcelain")


def test_rebase(clones, mutation):
    """Rebased commits keep every record, and the rebased clone's chain goes on."""
    first, second = clones
    for number in (2, 3):
        commit(first, mutation, number)
        commit(second, mutation, number + 10)
    git(second.root, "pull", "-q", "--rebase", "origin", "main")
    assert verify(second) == (5, 2, (), ())
    commit(second, mutation, 20)
    assert verify(second) == (6, 2, (), ())


def test_branches_of_one_clone(clones, mutation):
    """Work on two branches in turn verifies on each, and merged, with the index up to date."""
    workspace, _ = clones
    for number, branch in enumerate(["topic", "main", "topic", "main"], 2):
        git(workspace.root, "checkout", "-q", "-B" if number == 2 else "-q", branch)
        commit(workspace, mutation, number)
        assert verify(workspace).ok
        Index.open(workspace).close()
    git(workspace.root, "merge", "-q", "--no-edit", "topic")
    assert verify(workspace) == (5, 2, (), ())
    with Index.open(workspace) as index:
        kept = index.paths()
    assert kept == [f"f{number}.py" for number in range(1, 6)]
    shutil.rmtree(workspace.index)
    with Index.open(workspace) as index:
        assert index.paths() == kept


def test_stash_and_pop(clones, mutation):
    """Stashed records come back with the stash; meanwhile verification misses them."""
    workspace, _ = clones
    commit(workspace, mutation, 2)
    append(workspace, mutation(3))
    git(workspace.root, "stash", "-q")
    assert [problem.problem for problem in verify(workspace).problems] == ["truncated"]
    git(workspace.root, "stash", "pop", "-q")
    append(workspace, mutation(4))
    assert verify(workspace) == (4, 1, (), ())


def test_worktrees_write_their_own_streams(clones, mutation, tmp_path):
    """A worktree is a writer of its own."""
    workspace, _ = clones
    git(workspace.root, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Workspace(str(tmp_path / "side"))
    commit(side, mutation, 2)
    commit(workspace, mutation, 3)
    git(workspace.root, "merge", "-q", "--no-edit", "side")
    assert verify(workspace) == (3, 2, (), ())
    assert verify(side) == (2, 2, (), ())


def test_index_is_never_committed(clones, mutation):
    """What the clone keeps for itself stays out of commits."""
    workspace, _ = clones
    commit(workspace, mutation, 2)
    Index.open(workspace).close()
    assert ".index" not in git(workspace.root, "ls-files")
    assert git(workspace.root, "status", "--porcelain") == ""


def test_written_while_git_replaces_files(clones, mutation):
    """A record that git overwrote is written again, once; one that it left alone is not."""
    workspace, _ = clones
    lock = os.path.join(workspace.root, ".git", "index.lock")
    for is_overwritten in (True, False):
        with open(workspace.ledger, "rb") as file:
            before = file.read()
        with open(lock, "wb"):
            pass
        record = append(workspace, mutation(2))
        if is_overwritten:
            with open(workspace.ledger, "wb") as file:
                file.write(before)
        os.unlink(lock)
        last = append(workspace, mutation(3))
        with open(workspace.ledger, "rb") as file:
            ids = [json.loads(line)["id"] for line in file.read()[len(before) :].splitlines()]
        assert ids == [record["id"], last["id"]]
        assert verify(workspace).ok
    assert os.listdir(os.path.join(workspace.index, "spool")) == []


def test_dropped_by_a_reset(clones, mutation):
    """Records that no commit had come back with a repair, from the copy beside the index."""
    workspace, _ = clones
    for number in range(3):
        append(workspace, mutation(number + 5))
    with open(workspace.ledger, "rb") as file:
        before = file.read()
    git(workspace.root, "reset", "-q", "--hard")
    assert not verify(workspace).ok
    assert sealing.mend(workspace).restored == 3
    with open(workspace.ledger, "rb") as file:
        assert file.read() == before
    assert verify(workspace).ok


def test_dropped_with_an_aborted_rebase(clones, mutation):
    """A record of the time in which HEAD was detached is missed, too; other branches' are not."""
    workspace, _ = clones
    git(workspace.root, "checkout", "-qb", "topic")
    commit(workspace, mutation, 2)
    git(workspace.root, "checkout", "-q", "main")
    assert sealing.dropped(workspace) == []
    git(workspace.root, "checkout", "-q", "--detach")
    record = append(workspace, mutation(9))
    git(workspace.root, "checkout", "-q", "-f", "main")
    lost = sealing.dropped(workspace)
    assert [head.id for head in lost] == [record["id"]]
    assert [each.problem for each in verify(workspace, lost).problems] == ["truncated"]
    assert sealing.mend(workspace).restored == 1
    assert verify(workspace, sealing.dropped(workspace)).ok


def test_copies_outlive_what_git_ignores(tmp_path, mutation):
    """Of a ledger that git ignores the copy is in git's directory, for each workspace its own."""
    git(str(tmp_path), "init", "-q", "-b", "main")
    found = []
    for name in ("", "below"):
        workspace = Workspace(os.path.join(tmp_path, name) if name else str(tmp_path))
        os.makedirs(workspace.index)
        with open(workspace.config, "w", encoding="utf-8") as file:
            file.write("ledger: ref\n")
        append(workspace, mutation(len(found) + 1, path="f.py"))
        shutil.rmtree(workspace.index)
        os.unlink(workspace.ledger)
        found.append([head.id for head in not_in_ledger(workspace)])
    assert [len(ids) for ids in found] == [1, 1]
    assert found[0] != found[1]
