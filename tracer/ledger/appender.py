"""Appending to the ledger: all of a record or nothing, whatever else writes or dies.

An append holds an exclusive lock, continues this clone's own hash chain, writes its lines with
one call (draining short writes), and syncs before it answers. What a crashed writer left
unfinished at the end of the file is ended with a line feed and named in the next record's
`integrity.set_aside`: kept, reported, never glued to anything. A record that cannot be written
goes to a spool, which the next append delivers first.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from typing import TYPE_CHECKING, Any

from tracer.ledger import spool
from tracer.ledger.canonical import seal
from tracer.ledger.copies import keep_copy, lines_of
from tracer.ledger.ids import new_id, timestamp
from tracer.ledger.local import (
    checked_out,
    is_git_at_work,
    is_merging,
    make_index_dir,
    read_range,
    wait_for_git,
)
from tracer.ledger.reader import decode, hash_on, remember_valid
from tracer.ledger.schema import FORMAT, fault_of, load_schema
from tracer.ledger.settings import Sync, is_tracked, sync_of
from tracer.ledger.storage import ledger_lock, open_ledger
from tracer.ledger.streams import Tail, find_tail, load_tails, new_tail, save_tail
from tracer.ledger.vouched import vouch
from tracer.model.disk import CLOEXEC, sync_directory
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tracer.model.workspace import Workspace

JsonObject = dict[str, Any]

_HASH = "sha256:" + "0" * 64
_PLACEHOLDER = {"chain": "sha256", "stream": "-", "prev_record_hash": None, "record_hash": _HASH}
_TORN_NOTE = {"event": "note", "text": "A crash left the line before this one unfinished."}
_ATTEMPTS = 3  # times a ledger replaced in the middle of an append is written again
_BLOCK = 1 << 16

_FIXES = {
    errno.ENOSPC: "Free some disk space.",
    errno.EDQUOT: "Free some disk space.",
    errno.EBUSY: "Wait until git is done.",
    errno.EROFS: "Mount it writable.",
    errno.EACCES: "Make .orchestration/ and its files writable for you.",
    errno.EPERM: "Make .orchestration/ and its files writable for you.",
    errno.EISDIR: "Move it away; the ledger must be a file.",
    errno.ENOLCK: "Put the workspace on a file system with file locks.",
    errno.EOPNOTSUPP: "Put the workspace on a file system with file locks.",
}


class SpooledError(LedgerError):
    """The ledger could not be written, but `records` are safe in the spool.

    The next append that can write delivers them first.
    """

    records: list[JsonObject]


class _Batch(NamedTuple):
    data: bytes
    records: list[JsonObject]
    tail: Tail


def append(workspace: Workspace, record: JsonObject, *, sync: bool | None = None) -> JsonObject:
    """The record as written: with `integrity`, and with what it lacked of schema, id, timestamp.

    Cost: 0.3 ms plus the disk's sync. When this returns, the record survives a crash of the
    machine (with `sync`) or of the process (without); None: as the workspace's settings say.
    Raises: LedgerError naming the field of an invalid record; SpooledError, a LedgerError,
    when the ledger cannot be written but the record is kept; LedgerError when neither.
    """
    return append_all(workspace, [record], sync=sync)[0]


def append_all(
    workspace: Workspace, records: Sequence[JsonObject], *, sync: bool | None = None
) -> list[JsonObject]:
    """`append` for several records at once: one lock, one write, one sync, all or none."""
    ready = [_complete(record) for record in records]
    try:
        make_index_dir(workspace)
        policy = sync_of(workspace) if sync is None else Sync.FULL if sync else Sync.OFF
        with ledger_lock(workspace):
            is_disturbed = is_tracked(workspace) and wait_for_git(workspace)
            written = _deliver(workspace, ready, sync=policy, sent=not is_disturbed)
            if is_disturbed or is_git_at_work(workspace) or _may_be_aborted(workspace):
                spool.put(workspace, ready, sent=True)
            return written[-len(ready) :] if ready else []
    except OSError as error:
        raise _keep(workspace, ready, error) from error


def append_lines(workspace: Workspace, lines: bytes) -> int:
    """How many of these lines, which other clones wrote, were not in the ledger and are now.

    They are kept byte for byte; only whole lines count. Cost: one read of the ledger.
    Raises: LedgerError when the ledger cannot be written.
    """
    try:
        make_index_dir(workspace)
        with ledger_lock(workspace):
            ledger = open_ledger(workspace.ledger)
            known: set[bytes] = set()
            is_torn = False
            if ledger is not None:
                with ledger:
                    for line in ledger.lines():
                        known.add(hashlib.sha256(line.raw).digest())
                        is_torn = not line.is_terminated
            fresh = [
                line
                for line in lines.split(b"\n")[:-1]
                if hashlib.sha256(line).digest() not in known
            ]
            if fresh:
                if is_torn:  # a record of our own says what the unfinished line is
                    _deliver(workspace, [_complete(_TORN_NOTE)], sync=Sync.FULL)
                vouch(workspace, [own.decode() for line in fresh if (own := hash_on(line))])
                _append_bytes(workspace.ledger, b"".join(line + b"\n" for line in fresh))
            return len(fresh)
    except OSError as error:
        raise _error(error) from error


def _append_bytes(path: str, data: bytes) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | CLOEXEC, 0o666)
    try:
        size = os.fstat(descriptor).st_size
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        except OSError:
            _take_back(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def deliver(workspace: Workspace) -> int:
    """How many spooled records were written to the ledger now.

    Raises: LedgerError when it still cannot be written; they stay spooled.
    """
    if not spool.waiting(workspace):
        return 0
    try:
        with ledger_lock(workspace):
            is_disturbed = is_tracked(workspace) and wait_for_git(workspace)
            return len(_deliver(workspace, [], sync=Sync.FULL, sent=not is_disturbed))
    except OSError as error:
        raise _error(error) from error


def _complete(record: JsonObject) -> JsonObject:
    """A valid record without integrity: a copy of `record` with what tracer itself fills in."""
    body = {"schema": FORMAT, "id": new_id(), "timestamp": timestamp(), **record}
    body.pop("integrity", None)
    fault = fault_of({**body, "integrity": _PLACEHOLDER})
    if fault is None and body["event"] not in load_schema().events:
        known = ", ".join(sorted(load_schema().events))
        fault_text = f"event: {body['event']!r} is not one of {known}"
    else:
        fault_text = str(fault) if fault else ""
    if fault_text:
        raise LedgerError(f"record not written: {fault_text}", fix="Correct that field.")
    return body


def _deliver(
    workspace: Workspace, ready: list[JsonObject], *, sync: Sync, sent: bool = True
) -> list[JsonObject]:
    """The records written: spooled ones first, then `ready`. The lock is held.

    With `sent`, spooled ones that were written already are looked for, and written again where
    git has overwritten them.

    Git may replace the file at any instant (it writes a new one and renames); then what was
    written went to a file without a name, and is written again to the new one.
    """
    spooled = spool.waiting(workspace, sent=sent)
    for _ in range(_ATTEMPTS):
        lost = spool.undelivered(workspace, spooled)
        there = _put_back(workspace, [record["id"] for record in lost])
        bodies = [*(record for record in lost if record["id"] not in there), *ready]
        is_new = len(bodies) == len(ready)
        written = _write(workspace, bodies, sync=sync, are_checked=is_new) if bodies else []
        if written is not None:
            if not _may_be_aborted(workspace):
                spool.remove(spooled)
            return written
    raise OSError(errno.EBUSY, "the ledger is replaced again and again while it is written")


def _may_be_aborted(workspace: Workspace) -> bool:
    """Whether git may yet take away what is appended now: a merge has stopped."""
    return is_tracked(workspace) and is_merging(workspace)


def _put_back(workspace: Workspace, lost: list[str]) -> Collection[str]:
    """Records that git overwrote, written again as they were, so that their chain is whole."""
    lines = lines_of(workspace, lost)
    if not lines:
        return ()
    descriptor = os.open(workspace.ledger, os.O_RDONLY | os.O_CREAT | CLOEXEC, 0o666)
    try:
        is_torn = bool(_unfinished(descriptor, os.fstat(descriptor).st_size))
    finally:
        os.close(descriptor)
    if is_torn:  # what ends that line is a record made for it
        return ()
    _append_bytes(workspace.ledger, b"".join(line + b"\n" for line in lines.values()))
    return lines


def _write(
    workspace: Workspace, bodies: list[JsonObject], *, sync: Sync, are_checked: bool
) -> list[JsonObject] | None:
    """`bodies` as written, or None when the file was replaced meanwhile.

    `are_checked`: whether `_complete` has found all of them valid, in this process.
    """
    descriptor = os.open(workspace.ledger, os.O_RDWR | os.O_CREAT | os.O_APPEND | CLOEXEC, 0o666)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EISDIR, "it is no file")
        size = status.st_size
        tails = load_tails(workspace)
        batch = _seal_all(workspace, descriptor, size, tails, bodies)
        save_tail(workspace, tails, batch.tail._replace(is_written=False))
        vouch(workspace, [record["integrity"]["record_hash"] for record in batch.records])
        try:
            _write_all(descriptor, batch.data)
            if sync is Sync.FULL:
                os.fsync(descriptor)
            elif sync is Sync.DATA:
                getattr(os, "fdatasync", os.fsync)(descriptor)
        except OSError:
            _take_back(descriptor, size)
            save_tail(workspace, tails, None)
            raise
        if not _is_same_file(descriptor, workspace.ledger):
            # What was written may come back with a stash: its predecessor has its follower.
            return None
        if sync is not Sync.OFF and size == 0:
            sync_directory(workspace.sidecar)
        save_tail(workspace, tails, batch.tail)
        keep_copy(workspace, batch.data)
        for line in batch.data.split(b"\n") if are_checked else ():
            remember_valid(line)
        return batch.records
    finally:
        os.close(descriptor)


def _seal_all(
    workspace: Workspace, descriptor: int, size: int, tails: list[Tail], bodies: list[JsonObject]
) -> _Batch:
    """The bytes to append, ending an unfinished line first."""
    tail = find_tail(descriptor, size, tails) or new_tail(workspace, os.urandom(8).hex())
    tail = tail._replace(branch=checked_out(workspace), is_written=True)
    fragment = _unfinished(descriptor, size)
    if (fragment or not size) and is_tracked(workspace) and is_git_at_work(workspace):
        raise OSError(errno.EBUSY, "git is writing it")
    parts = [b"\n"] if fragment else []
    position = size + len(parts)
    records = []
    for body in bodies:
        integrity: JsonObject = {
            "chain": "sha256",
            "stream": tail.stream,
            "prev_record_hash": tail.record_hash or None,
        }
        if fragment and isinstance(decode(fragment), str):
            integrity["set_aside"] = f"sha256:{hashlib.sha256(fragment).hexdigest()}"
        fragment = b""
        line, record = seal(body, integrity)
        end = position + len(line) + 1
        digest = record["integrity"]["record_hash"]
        tail = tail._replace(id=record["id"], record_hash=digest, start=position, end=end)
        position = end
        parts += (line, b"\n")
        records.append(record)
    return _Batch(b"".join(parts), records, tail)


def _unfinished(descriptor: int, size: int) -> bytes:
    """The bytes after the last line feed: empty, or what a crash left."""
    fragment = b""
    while size:
        start = max(0, size - (_BLOCK if fragment else 1))
        head, feed, rest = read_range(descriptor, start, size).rpartition(b"\n")
        if feed:
            return rest + fragment
        fragment, size = head + rest + fragment, start
    return fragment


def _write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`; the system may take less than it is given at once."""
    rest = memoryview(data)
    while rest:
        count = os.write(descriptor, rest)
        if not count:
            raise OSError(errno.EIO, "the disk took no bytes")
        rest = rest[count:]


def _take_back(descriptor: int, size: int) -> None:
    """Cut off what a failed write left. Where even that fails, the next append sets it aside."""
    try:
        os.ftruncate(descriptor, size)
    except OSError:
        return


def _is_same_file(descriptor: int, path: str) -> bool:
    ours = os.fstat(descriptor)
    try:
        theirs = os.stat(path)
    except FileNotFoundError:
        return False
    return (ours.st_dev, ours.st_ino) == (theirs.st_dev, theirs.st_ino)


def _keep(workspace: Workspace, records: list[JsonObject], error: OSError) -> LedgerError:
    """The error to raise: the records are in the spool, or nowhere."""
    failure = _error(error)
    try:
        spool.put(workspace, records)
    except OSError:
        return failure
    kept = SpooledError(
        failure.message, fix=f"{failure.fix} The record is kept and will be written then."
    )
    kept.records = records
    return kept


def _error(error: OSError) -> LedgerError:
    reason = error.strerror or str(error)
    fix = _FIXES.get(error.errno or 0, "Look at that file and its disk.")
    if isinstance(error, TimeoutError):
        fix = "Stop the process that holds .orchestration/.index/ledger.lock."
    return LedgerError(f"cannot write .orchestration/agent_trace.jsonl: {reason}", fix=fix)
