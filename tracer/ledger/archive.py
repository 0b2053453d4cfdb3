"""Archiving: the oldest lines of the ledger become a compressed segment beside it.

The segment is on disk under its final name before the live file gets shorter, so a crash in
between leaves lines in both, which readers take once and the next archiving finishes. Bytes are
moved as they are, damaged lines too: the ledger reads and verifies exactly as before.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from tracer.ledger.blocks import name_of, pack, segments
from tracer.ledger.local import make_index_dir
from tracer.ledger.storage import ARCHIVE, ledger_lock
from tracer.model.disk import sync_directory, write_atomically
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

KEPT = 10_000  # lines left in the live file: what today's work may continue or merge with
_LARGEST = 1 << 26  # bytes of ledger in one segment; more make several
_BLOCK = 1 << 20


class Archived(NamedTuple):
    """One new segment: its path from the sidecar, lines and bytes of ledger, bytes on disk."""

    path: str
    lines: int
    size: int
    packed: int


def archive(workspace: Workspace, keep: int = KEPT) -> list[Archived]:
    """Move all but the last `keep` lines out of the live file; the segments made, oldest first.

    Cost: linear in the live file, under the ledger's lock: appends wait (and spool after 10 s).
    Raises: LedgerError when a file cannot be written; the ledger then reads as before.
    """
    if keep < 0:
        raise ValueError("keep is a number of lines")
    try:
        make_index_dir(workspace)
        with ledger_lock(workspace):
            return _archive(workspace, keep)
    except OSError as error:
        raise LedgerError(
            f"cannot archive the ledger: {error.strerror or error}",
            fix="Make .orchestration/ writable, free some space, then try again.",
        ) from error


def _archive(workspace: Workspace, keep: int) -> list[Archived]:
    directory = os.path.join(workspace.sidecar, ARCHIVE)
    try:
        file = open(workspace.ledger, "rb")  # noqa: SIM115 - closed below
    except FileNotFoundError:
        return []
    with file:
        start = done = _already_archived(directory, file)
        stop = _cut(file, keep)
        made = []
        while start < stop:
            part = _part(file, start, stop)
            made.append(_write(directory, part))
            start += len(part)
        if start == 0:
            return []
        file.seek(max(start, done))
        rest = file.read()
    write_atomically(workspace.ledger, rest, durable=True)
    sync_directory(workspace.sidecar)
    return made


def _cut(file: BinaryIO, keep: int) -> int:
    """Where the last `keep` lines begin; the end of the last whole line when none are kept."""
    position = file.seek(0, os.SEEK_END)
    feeds = keep + 1  # line feeds before the cut is found: the last one ends the last line
    while position:
        start = max(0, position - _BLOCK)
        file.seek(start)
        block = file.read(position - start)
        count = block.count(b"\n")
        if count >= feeds:
            place = len(block)
            for _ in range(feeds):
                place = block.rfind(b"\n", 0, place)
            return start + place + 1
        feeds -= count
        position = start
    return 0


def _part(file: BinaryIO, start: int, stop: int) -> bytes:
    """Whole lines from `start`, at most as many as one segment takes (one at least)."""
    file.seek(start)
    data = file.read(min(stop - start, _LARGEST))
    if start + len(data) == stop:
        return data
    end = data.rfind(b"\n") + 1
    return data[:end] if end else data + file.readline()


def _already_archived(directory: str, file: BinaryIO) -> int:
    """How many bytes the live file begins with that the last segment holds: a crash's leftover."""
    known = segments(directory)
    if not known:
        return 0
    file.seek(0)
    head = file.read(known[-1].size)
    is_same = name_of(known[-1].number, head, pack(head)) == known[-1].name
    return len(head) if is_same else 0


def _write(directory: str, part: bytes) -> Archived:
    os.makedirs(directory, exist_ok=True)
    number = max((segment.number for segment in segments(directory)), default=0) + 1
    packed = pack(part)
    name = name_of(number, part, packed)
    write_atomically(os.path.join(directory, name), packed, durable=True)
    sync_directory(directory)
    return Archived(f"{ARCHIVE}/{name}", part.count(b"\n"), len(part), len(packed))
