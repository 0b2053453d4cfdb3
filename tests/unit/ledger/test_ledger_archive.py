"""Archived segments: the ledger reads, verifies and indexes as before, whatever happens to them."""

from __future__ import annotations

import gzip
import json
import os
import subprocess

import pytest

from tracer.ledger import Index, append, read, verify
from tracer.ledger import archive as archive_module
from tracer.ledger import refresh as refresh_module
from tracer.ledger.archive import archive
from tracer.ledger.blocks import BLOCK, pack
from tracer.ledger.repair import repair
from tracer.ledger.storage import open_ledger
from tracer.model.errors import LedgerError


@pytest.fixture
def filled(workspace, mutation):
    """Thirty records, and the bytes of the ledger."""
    for number in range(30):
        append(workspace, mutation(number + 1, path=f"src/{number % 5}.py"), sync=False)
    with open(workspace.ledger, "rb") as file:
        return workspace, file.read()


def live(workspace):
    with open(workspace.ledger, "rb") as file:
        return file.read()


def whole(workspace):
    ledger = open_ledger(workspace.ledger)
    with ledger:
        return ledger.read(0, 1 << 30)


def segment_files(workspace):
    directory = os.path.join(workspace.sidecar, "archive")
    return [os.path.join(directory, name) for name in sorted(os.listdir(directory))]


def answers(workspace):
    with Index.open(workspace) as index:
        return (
            index.paths(),
            [index.latest_state(path) for path in index.paths()],
            [index.record(entry.id) for entry in index.records_of_intent("INT-001")],
        )


def test_bytes_and_answers_stay(filled):
    """Archiving changes no byte, no position, no verdict and no answer; appends go on."""
    workspace, before = filled
    known = answers(workspace)
    (segment,) = archive(workspace, keep=10)
    assert (segment.lines, live(workspace).count(b"\n")) == (20, 10)
    assert whole(workspace) == before
    assert verify(workspace)[:3] == (30, 1, ())
    assert answers(workspace) == known
    append(workspace, {"event": "note", "text": "goes on"})
    assert verify(workspace)[:3] == (31, 1, ())
    assert [number for number, _ in read(workspace)] == list(range(1, 32))


def test_archiving_again(filled):
    """Each time makes the next segment; nothing to move makes none."""
    workspace, before = filled
    archive(workspace, keep=20)
    archive(workspace, keep=5)
    assert archive(workspace, keep=5) == []
    assert [os.path.basename(path)[:6] for path in segment_files(workspace)] == ["000001", "000002"]
    assert whole(workspace) == before
    archive(workspace, keep=0)
    assert live(workspace) == b""
    assert verify(workspace)[:3] == (30, 1, ())


def test_any_zcat_reads_it(filled):
    """The segment is plain gzip."""
    workspace, before = filled
    archive(workspace, keep=0)
    (path,) = segment_files(workspace)
    with open(path, "rb") as file:
        assert gzip.decompress(file.read()) == before
    assert subprocess.run(["gzip", "-dc", path], capture_output=True, check=True).stdout == before


def test_no_rebuild(filled, monkeypatch):
    """The index knows the archived bytes again and reads nothing anew."""
    workspace, _ = filled
    known = answers(workspace)
    archive(workspace, keep=10)
    monkeypatch.setattr(refresh_module, "clear_derived", None)
    monkeypatch.setattr(refresh_module, "rewind", None)
    assert answers(workspace) == known


def test_index_from_the_archive(filled):
    """An index built when half of the ledger is archived answers alike."""
    workspace, _ = filled
    known = answers(workspace)
    archive(workspace, keep=10)
    for name in os.listdir(workspace.index):
        if name.startswith("index"):
            os.unlink(os.path.join(workspace.index, name))
    assert answers(workspace) == known


def test_long_lines_cross_blocks(workspace):
    """Lines longer than a block, and blocks that end within a line."""
    texts = [chr(97 + number) * (BLOCK * 3 // 5 * number + 9) for number in range(6)]
    for text in texts:
        append(workspace, {"event": "note", "text": text}, sync=False)
    before = live(workspace)
    archive(workspace, keep=0)
    assert whole(workspace) == before
    assert [record["text"] for _, record in read(workspace)] == texts


def test_same_lines_same_file(filled, new_workspace):
    """Two clones that archive the same lines make the same file."""
    workspace, before = filled
    other = new_workspace("other")
    with open(other.ledger, "wb") as file:
        file.write(before)
    archive(workspace, keep=10)
    archive(other, keep=10)
    assert [os.path.basename(path) for path in segment_files(workspace)] == [
        os.path.basename(path) for path in segment_files(other)
    ]


def test_crash_between_segment_and_file(filled, monkeypatch):
    """Lines that stand in both are taken once, and the next archiving tidies up."""
    workspace, before = filled
    known = answers(workspace)

    def crash(*_, **__):
        raise KeyboardInterrupt

    real = archive_module.write_atomically
    calls = []

    def second_fails(path, content, **more):
        calls.append(path)
        return crash() if len(calls) == 2 else real(path, content, **more)

    monkeypatch.setattr(archive_module, "write_atomically", second_fails)
    with pytest.raises(KeyboardInterrupt):
        archive(workspace, keep=10)
    monkeypatch.undo()
    assert live(workspace) == before
    assert verify(workspace).ok
    assert answers(workspace) == known
    archive(workspace, keep=10)
    assert len(segment_files(workspace)) == 1
    assert whole(workspace) == before


def test_merged_with_a_branch_that_had_not_archived(filled):
    """Archived lines that a merge brings back are no damage; a repair takes them out."""
    workspace, before = filled
    archive(workspace, keep=10)
    with open(workspace.ledger, "wb") as file:
        file.write(before)
    append(workspace, {"event": "note", "text": "goes on"})
    found = verify(workspace)
    assert found.ok
    done = repair(workspace)
    assert done.duplicates == 20
    assert verify(workspace)[:3] == (31, 1, ())


def test_every_damage_of_a_segment(filled):
    """Any flipped byte of an archived file is reported with the file's name, and never crashes."""
    workspace, _ = filled
    archive(workspace, keep=10)
    (path,) = segment_files(workspace)
    with open(path, "rb") as file:
        intact = file.read()
    for place in range(0, len(intact), 7):
        damaged = bytearray(intact)
        damaged[place] ^= 1 << place % 8
        with open(path, "wb") as file:
            file.write(damaged)
        problems = verify(workspace).problems
        name = f"archive/{os.path.basename(path)}"
        assert any(each.file == name and each.problem == "edited" for each in problems), place
    document = verify(workspace).to_json()
    assert any(each.get("file") == name for each in document["problems"])
    json.dumps(document)


def test_lost_or_cut_segment(filled):
    """A segment that is gone, or cut, is a loss that the chain shows."""
    workspace, _ = filled
    archive(workspace, keep=10)
    (path,) = segment_files(workspace)
    with open(path, "rb") as file:
        intact = file.read()
    with open(path, "wb") as file:
        file.write(intact[: len(intact) // 2])
    kinds = {each.problem for each in verify(workspace).problems}
    assert kinds >= {"edited", "malformed"}
    os.unlink(path)
    assert {each.problem for each in verify(workspace).problems} == {"deleted"}
    Index.open(workspace).close()


def test_damaged_block_leaves_the_others(workspace):
    """Only the lines of the damaged block are lost to readers."""
    for number in range(60):
        text = os.urandom(8000).hex()
        append(workspace, {"event": "note", "text": f"{number} {text}"}, sync=False)
    archive(workspace, keep=0)
    (path,) = segment_files(workspace)
    with open(path, "r+b") as file:
        file.seek(200)
        file.write(b"\xff" * 20)
    numbers = [
        int(item["text"].split()[0]) for _, item in read(workspace) if isinstance(item, dict)
    ]
    assert numbers == list(range(17, 60))


def test_unwritable(filled, monkeypatch):
    """A disk that takes nothing leaves the ledger as it was, with one clear error."""
    workspace, before = filled

    def refuse(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archive_module, "write_atomically", refuse)
    with pytest.raises(LedgerError, match="No space left"):
        archive(workspace, keep=1)
    assert live(workspace) == before


def test_foreign_files_are_no_segments(filled):
    """Other files in the directory are left alone."""
    workspace, before = filled
    archive(workspace, keep=10)
    with open(os.path.join(workspace.sidecar, "archive", "README"), "w") as file:
        file.write("ours")
    assert whole(workspace) == before


def test_pack_of_nothing():
    """No bytes make no member."""
    assert pack(b"") == b""
