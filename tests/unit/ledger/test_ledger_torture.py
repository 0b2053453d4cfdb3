"""The torture of `benchmarks/torture`, in small: the same code, a hundredth of the rounds."""

from __future__ import annotations

import os
import shutil

import pytest

from benchmarks.torture import clones, faults, flips, git_at_work, kills, mixture, processes

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")


def test_many_processes():
    """Eight writers: all records there, once."""
    found = processes.run(8, 20, sync=False)
    assert found["records"] == 160
    assert found["streams"] == 1


@pytest.mark.parametrize("kind", kills.WORK)
def test_killed(kind):
    """Killed at random instants of append, index update, archive and seal."""
    if kind == "seal" and shutil.which("ssh-keygen") is None:
        pytest.skip("no ssh-keygen")
    found = kills.torture(kind, 6, seed=2)
    assert found["kills"] == 6
    assert found["slowest_next_append_s"] < 5


def test_faults():
    """Every fourth file operation fails."""
    assert faults.run(every=4)["wrong"] == []


def test_every_damage():
    """Each deletion, swap and copy of a small ledger, and every byte of it."""
    found = flips.run(4, seed=1)
    assert found["damages"]["flips"] > 1000


def test_two_clones():
    """Stories of two clones that diverge, rebase and merge: every clone says the same."""
    for seed in (5, 40):
        lines, found, _ = clones.story(seed, 2, 5)
        assert found == []
        assert lines > 20


def test_git_at_work():
    """Git stashes, amends, merges and rebases under two writers: nothing is lost unseen."""
    found = git_at_work.run(2.0, seed=3)
    assert found["acknowledged"] > 3


def test_everything_at_once():
    """Append, archive, seal, index, repair and verify beside each other: one whole ledger."""
    found = mixture.run(1.5)
    assert found["rounds"]["append_to"] > 3
