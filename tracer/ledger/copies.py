"""A second copy of what this clone appended last, in `.index/`.

Git may drop what the ledger has and no commit: a stash that took the file a moment before, a
reset, a checkout of the file. `verify` then misses the records, and a repair finds them here.
The copy is written after the ledger and never synced: it guards against commands, not crashes.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.ledger.reader import decode, hash_on
from tracer.ledger.schema import fault_of
from tracer.ledger.storage import open_ledger
from tracer.ledger.streams import Head
from tracer.model.disk import CLOEXEC

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tracer.model.workspace import Workspace

_LARGEST = 4 << 20  # bytes of one of the two files
_NAMES = ("recent.jsonl", "recent-before.jsonl")


def keep_copy(workspace: Workspace, lines: bytes) -> None:
    """Keep appended lines, under the ledger's lock. A copy that cannot be written is none."""
    latest, before = (os.path.join(workspace.index, name) for name in _NAMES)
    try:
        descriptor = os.open(latest, os.O_WRONLY | os.O_CREAT | os.O_APPEND | CLOEXEC, 0o666)
        try:
            os.write(descriptor, lines)
            size = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
        if size > _LARGEST:
            os.replace(latest, before)
    except OSError:
        return


def lines_of(workspace: Workspace, identities: Collection[str]) -> dict[str, bytes]:
    """The kept lines of some records by id, in the order they were appended."""
    marks = {f'"id":"{identity}"'.encode(): identity for identity in identities}
    found: dict[str, bytes] = {}
    for text in reversed(list(copies(workspace)) if marks else []):
        for line in text.split(b"\n")[:-1]:
            for identity in [name for mark, name in marks.items() if mark in line]:
                record = decode(line)  # checkpoints name ids of others, too
                if isinstance(record, dict) and record.get("id") == identity:
                    found[identity] = line
    return found


def not_in_ledger(workspace: Workspace) -> list[Head]:
    """The records among the copies that the ledger does not have, in the order of appending.

    Cost: one look over the ledger, which is not decoded; none where nothing was appended.
    """
    kept: dict[bytes, bytes] = {}
    for text in reversed(list(copies(workspace))):
        kept.update((own, line) for line in text.split(b"\n")[:-1] if (own := hash_on(line)))
    ledger = open_ledger(workspace.ledger) if kept else None
    if ledger is not None:
        with ledger:
            for line in ledger.lines():
                kept.pop(hash_on(line.raw) or b"", None)
    found = []
    for raw in kept.values():
        record = decode(raw)
        if isinstance(record, dict) and fault_of(record) is None:
            integrity = record["integrity"]
            found.append(Head(integrity["stream"], record["id"], integrity["record_hash"]))
    return found


def copies(workspace: Workspace) -> Iterator[bytes]:
    """The kept lines, latest first: at most two texts of some megabytes."""
    for name in _NAMES:
        try:
            with open(os.path.join(workspace.index, name), "rb") as file:
                yield file.read()
        except OSError:
            continue
