"""Laying a tracked ledger aside: for which commands of an agent, and what is then in the file."""

from __future__ import annotations

import pytest

from tracer.ledger import append, deliver, make_index_dir, verify
from tracer.ledger.aside import is_replacing, lay_aside


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git merge --abort", True),
        ("cd src && git -C . rebase --abort", True),
        ("git reset --hard", True),
        ("git checkout -- src/a.py", True),
        ("git switch -", True),
        ("git restore .", True),
        ("git stash push -u", True),
        ("git status; ls merge", False),
        ("git log --oneline", False),
        ("git stash --all", False),
        ("git stash push -a", False),
        ("git clean -fdx && git merge topic", False),
        (None, False),
    ],
)
def test_commands(command, expected):
    """What may mind or drop changes of the ledger; not what sweeps the spool away as well."""
    assert is_replacing(command) is expected


def test_only_what_is_not_staged(workspace, mutation):
    """What git's index has of the ledger stays in the file; the rest comes back as it was."""
    make_index_dir(workspace)
    append(workspace, mutation(1))
    with open(workspace.ledger, "rb") as file:
        staged = file.read()
    append(workspace, mutation(2))
    append(workspace, mutation(3))
    with open(workspace.ledger, "rb") as file:
        whole = file.read()
    assert lay_aside(workspace, staged) == 2
    with open(workspace.ledger, "rb") as file:
        assert file.read() == staged
    deliver(workspace)
    with open(workspace.ledger, "rb") as file:
        assert file.read() == whole
    assert verify(workspace).ok


def test_another_ledger_is_left_alone(workspace, mutation):
    """A file that does not begin with what is staged may be in the middle of anything."""
    make_index_dir(workspace)
    append(workspace, mutation(1))
    assert lay_aside(workspace, b"something else\n") == 0
    assert verify(workspace).records == 1
