"""Archiving: the oldest lines of the ledger become a compressed segment beside it.

The segment is on disk under its final name before the live file gets shorter, so a crash in
between leaves lines in both, which readers take once and the next archiving finishes. Bytes are
moved as they are, damaged lines too: the ledger reads and verifies exactly as before.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from tracer.ledger.appender import ledger_lock, sync_directory
from tracer.ledger.blocks import name_of, pack, segments
from tracer.ledger.local import make_index_dir
from tracer.ledger.storage import ARCHIVE
from tracer.model.disk import write_atomically
from tracer.model.errors import LedgerError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

KEPT = 10_000  # lines left in the live file: what today's work may continue or merge with
_LARGEST = 1 << 28  # bytes of ledger in one segment; more make several


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
    try:
        with open(workspace.ledger, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return []
    directory = os.path.join(workspace.sidecar, ARCHIVE)
    done = _already_archived(directory, data)
    start, stop = done, _cut(data, keep)
    made = []
    while start < stop:
        part = data[start : _end_of_part(data, start, stop)]
        made.append(_write(directory, part))
        start += len(part)
    if start or done:
        write_atomically(workspace.ledger, data[max(start, done) :], durable=True)
        sync_directory(workspace.sidecar)
    return made


def _cut(data: bytes, keep: int) -> int:
    """Where the last `keep` lines begin; the end of the last whole line when none are kept."""
    stop = data.rfind(b"\n") + 1
    for _ in range(keep):
        if stop == 0:
            break
        stop = data.rfind(b"\n", 0, stop - 1) + 1
    return stop


def _end_of_part(data: bytes, start: int, stop: int) -> int:
    if stop - start <= _LARGEST:
        return stop
    return data.rfind(b"\n", start, start + _LARGEST) + 1 or data.find(b"\n", start) + 1


def _already_archived(directory: str, data: bytes) -> int:
    """How many bytes the live file begins with that the last segment holds: a crash's leftover."""
    known = segments(directory)
    if not known or len(data) < known[-1].size:
        return 0
    head = data[: known[-1].size]
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
