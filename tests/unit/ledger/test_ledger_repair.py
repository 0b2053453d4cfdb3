"""Repair: what merges and editors do is mended, and nothing is ever lost."""

from __future__ import annotations

import os
import random

import pytest

from tracer.ledger import append, verify
from tracer.ledger.repair import repair


def lines_of(path):
    with open(path, "rb") as file:
        return file.read().split(b"\n")[:-1]


def write(workspace, lines, end=b"\n"):
    with open(workspace.ledger, "wb") as file:
        file.write(end.join(lines) + end)


@pytest.fixture
def merged(new_workspace, mutation):
    """Two clones, ten records each; ours has seen both."""
    ours, theirs = new_workspace("ours"), new_workspace("theirs")
    for number in range(10):
        append(ours, mutation(number + 1), sync=False)
        append(theirs, mutation(number + 1, path="src/größe.py"), sync=False)
    lines = [*lines_of(ours.ledger), *lines_of(theirs.ledger)]
    write(ours, lines)
    return ours, lines


def test_nothing_to_do(merged):
    """A good ledger is not touched."""
    workspace, lines = merged
    done = repair(workspace)
    assert not done.is_needed
    assert done[:5] == (0, 0, 0, 0, 0)
    assert lines_of(workspace.ledger) == lines


@pytest.mark.parametrize("mark", [b"<<<<<<< HEAD", b"=======", b">>>>>>> topic", b"||||||| base"])
def test_conflict_markers(merged, mark):
    """Markers go, the lines between them stay."""
    workspace, lines = merged
    write(workspace, [*lines[:12], mark, *lines[12:]])
    assert repair(workspace).markers == 1
    assert lines_of(workspace.ledger) == lines
    assert verify(workspace).ok


def test_duplicates(merged):
    """A line that stands there twice, byte for byte, is kept where it stood first."""
    workspace, lines = merged
    write(workspace, [*lines, *lines[3:7]])
    assert repair(workspace).duplicates == 4
    assert lines_of(workspace.ledger) == lines


def test_any_order(merged):
    """Any shuffle is put into the order of the chains, and the places of streams stay."""
    workspace, lines = merged
    rng = random.Random(7)
    for _ in range(20):
        shuffled = rng.sample(lines, len(lines))
        write(workspace, shuffled)
        repair(workspace)
        assert sorted(lines_of(workspace.ledger)) == sorted(lines)
        assert verify(workspace).ok


def test_line_ends(merged):
    """CR LF and a missing last line end are put right."""
    workspace, lines = merged
    write(workspace, lines, end=b"\r\n")
    assert repair(workspace).line_ends == len(lines)
    assert lines_of(workspace.ledger) == lines
    with open(workspace.ledger, "wb") as file:
        file.write(b"\n".join(lines))
    assert repair(workspace).line_ends == 1
    assert verify(workspace).ok


def test_both_sides_of_a_conflict(merged):
    """A whole conflicted file, with diff3 markers and common lines on both sides."""
    workspace, lines = merged
    write(
        workspace,
        [*lines[:8], b"<<<<<<< HEAD", *lines[8:14], b"||||||| base", *lines[8:9], b"=======",
         *lines[8:10], *lines[14:], b">>>>>>> topic"],
    )  # fmt: skip
    repair(workspace)
    assert lines_of(workspace.ledger) == lines
    assert verify(workspace).ok


def test_unreadable_and_edited_lines_stay(merged):
    """What nobody can judge stays where it is, and is still reported."""
    workspace, lines = merged
    edited = lines[3].replace(b"INT-001", b"INT-002")
    write(workspace, [*lines[:3], edited, b"garbage", *lines[4:], lines[0]])
    repair(workspace)
    after = lines_of(workspace.ledger)
    assert after == [*lines[:3], edited, b"garbage", *lines[4:]]
    assert {each.problem for each in verify(workspace).problems} == {"edited", "malformed"}


def test_nothing_is_lost(merged):
    """Every line of any damaged file is in the repaired one or in the copy that is kept."""
    workspace, lines = merged
    rng = random.Random(3)
    for _ in range(30):
        damaged = [bytes(line) for line in lines]
        for _ in range(rng.randrange(6)):
            place = rng.randrange(len(damaged))
            damaged[place : place + rng.randrange(2)] = rng.choice(
                [[b"=======", damaged[place]], [damaged[place][: rng.randrange(200)]],
                 [damaged[place]] * 2, [b"", damaged[place]], [b"\xff\x00"]]
            )  # fmt: skip
        write(workspace, damaged)
        done = repair(workspace)
        kept = set(lines_of(workspace.ledger))
        gone = {line for line in damaged if line not in kept}
        marks = (b"<<<", b"===", b">>>")
        assert all(not line.strip() or line.startswith(marks) for line in gone)
        if done.backup:
            assert lines_of(os.path.join(workspace.root, done.backup)) == damaged


def test_restored_from_versions(merged):
    """Records that a chain or a head names come back from an earlier content, in their place."""
    workspace, lines = merged
    write(workspace, [*lines[:4], *lines[7:]])
    done = repair(workspace, lambda: [b"", b"\n".join(lines) + b"\n"])
    assert done.restored == 3
    assert sorted(lines_of(workspace.ledger)) == sorted(lines)
    assert verify(workspace).ok
    import json

    write(workspace, lines[:15])
    head = json.loads(lines[-1])["integrity"]["record_hash"]
    assert repair(workspace, lambda: [b"\n".join(lines[:17]), b"\n".join(lines)], [head]).restored
    assert sorted(lines_of(workspace.ledger)) == sorted(lines)
    assert verify(workspace).ok


def test_forged_versions_bring_nothing(merged):
    """Only lines that hash to what the chain names are taken from an earlier content."""
    workspace, lines = merged
    write(workspace, [*lines[:4], *lines[5:]])
    forged = lines[4].replace(b"INT-001", b"INT-666")
    assert repair(workspace, lambda: [forged + b"\n"]).restored == 0
    assert [each.problem for each in verify(workspace).problems] == ["deleted"]


def test_torn_line_keeps_its_place(workspace, mutation):
    """A line that a crash left unfinished stays, and stays vouched for."""
    append(workspace, mutation(1))
    with open(workspace.ledger, "ab") as file:
        file.write(b'{"event":"mu')
    append(workspace, mutation(2))
    lines = lines_of(workspace.ledger)
    write(workspace, [*lines, lines[0]])
    repair(workspace)
    assert lines_of(workspace.ledger) == lines
    found = verify(workspace)
    assert found.ok
    assert len(found.set_aside) == 1


def test_byte_order_mark(merged):
    """An editor's byte order mark is named, and goes; the record behind it counts again."""
    workspace, lines = merged
    write(workspace, [b"\xef\xbb\xbf" + lines[0], *lines[1:]])
    found = verify(workspace)
    assert [(each.line, each.problem) for each in found.problems] == [(1, "malformed")]
    assert "byte order mark" in found.problems[0].detail
    assert repair(workspace).line_ends == 1
    assert lines_of(workspace.ledger) == lines
