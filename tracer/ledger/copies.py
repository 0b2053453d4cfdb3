"""A second copy of what this clone appended last.

Git may drop what the ledger has and no commit: a stash that took the file a moment before, a
reset, a checkout of the file. `verify` then misses the records, and a repair finds them here.
Of a tracked ledger the copy is in `.index/`. One that git ignores goes with everything that is
ignored (`git clean -fdx`, `git stash --all`), so its copy is in git's own directory.
The copy is written after the ledger and never synced: it guards against commands, not crashes.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.ledger.local import git_dir, top_of
from tracer.ledger.reader import decode, hash_on
from tracer.ledger.schema import fault_of
from tracer.ledger.settings import is_tracked
from tracer.ledger.storage import open_ledger
from tracer.ledger.streams import Head
from tracer.model.disk import CLOEXEC

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tracer.model.workspace import Workspace

_LARGEST = 4 << 20  # bytes of one of the two files
_NAMES = ("recent.jsonl", "recent-before.jsonl")
_IN_GIT = "tracer"  # directory in git's own


def keep_copy(workspace: Workspace, lines: bytes) -> None:
    """Keep appended lines, under the ledger's lock. A copy that cannot be written is none."""
    for directory in _directories(workspace):
        try:
            if directory != workspace.index:
                os.makedirs(directory, exist_ok=True)
            _append(directory, lines)
        except OSError:
            continue
        return


def _append(directory: str, lines: bytes) -> None:
    latest, before = (os.path.join(directory, name) for name in _NAMES)
    descriptor = os.open(latest, os.O_WRONLY | os.O_CREAT | os.O_APPEND | CLOEXEC, 0o666)
    try:
        os.write(descriptor, lines)
        size = os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)
    if size > _LARGEST:
        os.replace(latest, before)


def _directories(workspace: Workspace) -> list[str]:
    """Where copies may be, the preferred place first.

    In git's directory each workspace of the repository has a place of its own.
    """
    if is_tracked(workspace):
        return [workspace.index]
    try:
        git = git_dir(workspace)
    except (OSError, UnicodeDecodeError):
        return [workspace.index]
    if not os.path.isdir(git):
        return [workspace.index]
    above = os.path.relpath(workspace.root, top_of(workspace))
    return [os.path.normpath(os.path.join(git, _IN_GIT, above)), workspace.index]


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
    """The kept lines, latest first: two texts of some megabytes; more after an update of tracer."""
    for directory in _directories(workspace):
        for name in _NAMES:
            try:
                with open(os.path.join(directory, name), "rb") as file:
                    yield file.read()
            except OSError:
                continue


def has_copies(workspace: Workspace) -> bool:
    """Whether there are any, wherever they may be."""
    places = _directories(workspace)
    return any(os.path.exists(os.path.join(place, _NAMES[0])) for place in places)
