"""Mending what git and editors do to a ledger, in the ways that lose nothing.

Done is: conflict markers taken out; a line that stands there twice, byte for byte, kept once;
lines of one stream that are out of order put into the order of their chain; a byte order mark,
empty lines, CR LF line ends and a missing last line end put right; records that were lost and
that some commit or this clone still has brought back. A line that cannot be read, or that a chain
does not explain, stays where it is for a person to look at, and so does every edited record. The
file as it was is kept in `.index`.

The ledger is not held in memory: of each line its place and its link in the chain are.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from array import array
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO

from tracer.ledger.canonical import canonical, record_hash
from tracer.ledger.ids import timestamp
from tracer.ledger.local import make_index_dir
from tracer.ledger.reader import BYTE_ORDER_MARK, CONFLICT_MARKS, decode, hash_on
from tracer.ledger.storage import ledger_lock, open_ledger
from tracer.ledger.vouched import vouch
from tracer.model.disk import sync_directory, write_atomically
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.model.workspace import Workspace

    Versions = Callable[[], Iterable[bytes]]


class Repair(NamedTuple):
    """What was done, counted in lines; `backup` is the file as it was, None when untouched."""

    markers: int
    duplicates: int
    reordered: int
    line_ends: int
    restored: int
    backup: str | None

    @property
    def is_needed(self) -> bool:
        """Whether anything was done."""
        return self.backup is not None


class _Link(NamedTuple):
    """A record's place in its chain."""

    stream: str
    own: str
    prev: str | None


def repair(workspace: Workspace, versions: Versions = tuple, heads: Iterable[str] = ()) -> Repair:
    """Mend the live ledger.

    `versions` gives earlier contents of the ledger, newest first, in which records that a chain
    or `heads` (record hashes) name and that are not there any more are looked for.
    Cost: linear, under the ledger's lock, some 0.5 KB of memory a line; versions are read one by
    one until all is found.
    Raises: LedgerError when the ledger cannot be read or written; it is then as it was.
    """
    try:
        make_index_dir(workspace)
        with ledger_lock(workspace):
            return _repair(workspace, versions, set(heads))
    except OSError as error:
        raise LedgerError(
            f"cannot repair the ledger: {error.strerror or error}",
            fix="Make .orchestration/ writable, then try again.",
        ) from error


class _Lines:
    """The lines of a ledger that are kept, without their ends: places in the file, and links.

    Behind them come `found`, which are not in the file.
    """

    def __init__(self, file: BinaryIO | None, seen: set[bytes]) -> None:
        self.links: list[_Link | None] = []
        self.found: list[bytes] = []
        self.markers = self.duplicates = self.line_ends = 0
        self._file = file
        self._starts = array("q")
        self._sizes = array("q")
        self._seen = seen
        self._last: dict[str, _Link] = {}  # of each stream
        start = 0
        for raw in file or ():
            self._take(raw, start)
            start += len(raw)

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> bytes:
        if number >= len(self):
            return self.found[number - len(self)]
        assert self._file is not None
        self._file.seek(self._starts[number])
        return self._file.read(self._sizes[number])

    def _take(self, raw: bytes, start: int) -> None:
        line = raw.removesuffix(b"\n")
        # A record that only lacks its line end gets it; a torn one is the next append's to name.
        is_odd = len(line) == len(raw) or line.endswith(b"\r")
        line = line.removesuffix(b"\r")
        if start == 0 and line.startswith(BYTE_ORDER_MARK):
            line, start, is_odd = line.removeprefix(BYTE_ORDER_MARK), len(BYTE_ORDER_MARK), True
        self.line_ends += is_odd
        if line.startswith(CONFLICT_MARKS):
            self.markers += 1
            return
        if not line.strip():
            self.line_ends += not is_odd
            return
        digest = hashlib.sha256(line).digest()
        if digest in self._seen:
            self.duplicates += 1
            return
        self._seen.add(digest)
        self._starts.append(start)
        self._sizes.append(len(line))
        link = _link(line)
        if link is not None:  # a hash is kept once, as a record's own and as a predecessor
            last = self._last.get(link.stream, link)
            stream = last.stream
            prev = last.own if last.own == link.prev else link.prev
            link = self._last[stream] = _Link(stream, link.own, prev)
        self.links.append(link)


def _repair(workspace: Workspace, versions: Versions, heads: set[str]) -> Repair:
    try:
        file: BinaryIO | None = open(workspace.ledger, "rb")  # noqa: SIM115 - closed below
    except FileNotFoundError:
        file = None
    try:
        lines = _Lines(file, _archived(workspace))
        lines.found = _found(workspace, lines.links, versions, heads)
        lines.links += [_link(line) for line in lines.found]
        order = _ordered(lines.links)
        moved = sum(a != b for a, b in enumerate(n for n in order if n < len(lines)))
        counts = lines.markers, lines.duplicates, moved, lines.line_ends, len(lines.found)
        if not any(counts):
            return Repair(*counts, None)
        name = f"before-repair-{timestamp().translate({ord(mark): None for mark in '-:.'})}.jsonl"
        backup = os.path.join(workspace.index, name)
        _keep(workspace.ledger, backup)
        vouch(workspace, [own.decode() for line in lines.found if (own := hash_on(line))])
        mended = (lines[number] + b"\n" for number in order)
        write_atomically(workspace.ledger, mended, durable=True)
        sync_directory(workspace.sidecar)
        return Repair(*counts, os.path.relpath(backup, workspace.root))
    finally:
        if file is not None:
            file.close()


def _keep(path: str, backup: str) -> None:
    """The file under a second name; what replaces it is a new file."""
    if not os.path.exists(path):
        write_atomically(backup, b"", durable=True)
        return
    try:
        os.link(os.path.realpath(path), backup)
    except OSError:  # a file system without links
        shutil.copyfile(path, backup)
    sync_directory(os.path.dirname(backup))


def _archived(workspace: Workspace) -> set[bytes]:
    """Digests of the archived lines, which a merge may have brought back."""
    ledger = open_ledger(workspace.ledger)
    if ledger is None:
        return set()
    with ledger:
        found = set()
        for line in ledger.lines() if ledger.archived else ():
            if line.start >= ledger.archived:
                break
            found.add(hashlib.sha256(line.raw).digest())
        return found


def _link(line: bytes) -> _Link | None:
    """The place of an intact record; None for any other line, which nothing may move."""
    record = decode(line)
    if isinstance(record, str):
        return None
    integrity = record.get("integrity")
    if not isinstance(integrity, dict):
        return None
    stream, own = integrity.get("stream"), integrity.get("record_hash")
    prev = integrity.get("prev_record_hash")
    if not isinstance(stream, str) or not isinstance(own, str):
        return None
    if not (prev is None or isinstance(prev, str)):
        return None
    try:
        form = canonical(record)
    except LedgerError:
        return None
    return _Link(stream, own, prev) if form == line and record_hash(record, form) == own else None


def _found(
    workspace: Workspace, links: list[_Link | None], versions: Versions, heads: set[str]
) -> list[bytes]:
    """Records that a chain or a head names and that are not there, as far as `versions` go."""
    present = {link.own for link in links if link is not None} | _archived_hashes(workspace)
    named = {link.prev for link in links if link is not None and link.prev is not None}
    missing = (named | heads) - present
    candidates: dict[str, tuple[bytes, _Link]] = {}
    found: dict[str, bytes] = {}
    looked_at: set[bytes] = set()
    for content in versions() if missing else ():
        for line in content.split(b"\n"):
            stated = hash_on(line)
            if stated and stated not in looked_at and stated.decode() not in present:
                looked_at.add(stated)
                link = _link(line)
                if link is not None:
                    candidates[link.own] = line, link
        for own in [own for own in missing if own in candidates]:
            missing.discard(own)
            while own in candidates and own not in found:
                found[own], link = candidates[own]
                own = link.prev or ""  # noqa: PLW2901 - the walk goes on along the chain
            if own and own not in present and own not in found:
                missing.add(own)
        if not missing:
            break
    return list(found.values())


def _archived_hashes(workspace: Workspace) -> set[str]:
    ledger = open_ledger(workspace.ledger)
    if ledger is None:
        return set()
    with ledger:
        archived = ledger.lines() if ledger.archived else iter(())
        hashes = (hash_on(line.raw) for line in archived if line.start < ledger.archived)
        return {own.decode() for own in hashes if own}


def _ordered(links: list[_Link | None]) -> list[int]:
    """The lines' numbers with each stream in the order of its chain, on the places it holds.

    Only records of a stream whose order is broken change places, and only among themselves.
    """
    streams: dict[str, array[int]] = {}
    for number, link in enumerate(links):
        if link is not None:
            streams.setdefault(link.stream, array("q")).append(number)
    result = list(range(len(links)))
    for places in streams.values():
        if _is_chain(links[number] for number in places):
            continue
        members = [(number, link) for number in places if (link := links[number])]
        for place, number in zip(places, _chain(members), strict=True):
            result[place] = number
    return result


def _is_chain(members: Iterable[_Link | None]) -> bool:
    """Whether each record but the first names the one before it."""
    return all(
        before is not None and after is not None and after.prev == before.own
        for before, after in pairwise(members)
    )


def _chain(members: list[tuple[int, _Link]]) -> list[int]:
    """The records of one stream: each after the one it names, otherwise in the order they had."""
    following: dict[str | None, list[int]] = {}
    links = dict(members)
    present = {link.own for link in links.values()}
    for number, link in members:
        following.setdefault(link.prev if link.prev in present else None, []).append(number)
    order: list[int] = []
    waiting = following.pop(None, [])[::-1]
    while waiting:
        number = waiting.pop()
        order.append(number)
        waiting += following.pop(links[number].own, [])[::-1]
    rest = sorted(set(links) - set(order))  # records that name each other in a circle cannot be
    return order + rest
