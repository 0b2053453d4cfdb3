"""Mending what git and editors do to a ledger, in the ways that lose nothing.

Done is: conflict markers taken out; a line that stands there twice, byte for byte, kept once;
lines of one stream that are out of order put into the order of their chain; CR LF line ends
and a missing last line end put right; records that were lost and that some commit still has
brought back. A line that cannot be read, or that a chain does not explain, stays where it is for
a person to look at, and so does every edited record. The file as it was is kept in `.index`.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

from tracer.ledger.appender import ledger_lock
from tracer.ledger.canonical import canonical, record_hash
from tracer.ledger.ids import timestamp
from tracer.ledger.local import make_index_dir
from tracer.ledger.reader import CONFLICT_MARKS, decode
from tracer.ledger.storage import open_ledger
from tracer.model.disk import write_atomically
from tracer.model.errors import LedgerError
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.model.workspace import Workspace

    Versions = Callable[[], Iterable[bytes]]

_HASH = lazy_pattern(rb'"record_hash":"(sha256:[0-9a-f]{64})"')


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
    Cost: linear, in memory, under the ledger's lock; versions are read until all is found.
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


def _repair(workspace: Workspace, versions: Versions, heads: set[str]) -> Repair:
    try:
        with open(workspace.ledger, "rb") as file:
            before = file.read()
    except FileNotFoundError:
        before = b""
    lines, line_ends = _lines(before)
    kept = [line for line in lines if not line.startswith(CONFLICT_MARKS)]
    markers = len(lines) - len(kept)
    single = list(_once(kept, _archived(workspace)))
    duplicates = len(kept) - len(single)
    links = [_link(line) for line in single]
    found = _found(workspace, links, versions, heads)
    single += found
    links += [_link(line) for line in found]
    ordered = _ordered(single, links)
    after = b"".join(line + b"\n" for line in ordered)
    counts = (markers, duplicates, _moved(single, ordered, len(found)), line_ends, len(found))
    if after == before:
        return Repair(*counts, None)
    name = f"before-repair-{timestamp().translate({ord(mark): None for mark in '-:.'})}.jsonl"
    backup = os.path.join(workspace.index, name)
    write_atomically(backup, before, durable=True)
    write_atomically(workspace.ledger, after, durable=True)
    return Repair(*counts, os.path.relpath(backup, workspace.root))


def _lines(data: bytes) -> tuple[list[bytes], int]:
    """The lines without line ends, and how many line ends were not a lone line feed."""
    lines = data.split(b"\n")
    last = lines.pop()
    odd = sum(line.endswith(b"\r") for line in lines)
    lines = [line.removesuffix(b"\r") for line in lines]
    if last:
        # A record that only lacks its line end gets it; a torn one is the next append's to name.
        lines.append(last)
        odd += 1
    return lines, odd


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


def _once(lines: Iterable[bytes], seen: set[bytes]) -> Iterator[bytes]:
    for line in lines:
        digest = hashlib.sha256(line).digest()
        if line and digest in seen:
            continue
        seen.add(digest)
        yield line


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
            field = _HASH.search(line)
            if field and field[1] not in looked_at and field[1].decode() not in present:
                looked_at.add(field[1])
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
        fields = (_HASH.search(line.raw) for line in archived if line.start < ledger.archived)
        return {field[1].decode() for field in fields if field}


def _ordered(lines: list[bytes], links: list[_Link | None]) -> list[bytes]:
    """The lines with each stream in the order of its chain, on the places that it holds.

    Only records of a stream whose order is broken change places, and only among themselves.
    """
    streams: dict[str, list[int]] = {}
    for number, link in enumerate(links):
        if link is not None:
            streams.setdefault(link.stream, []).append(number)
    result = [*lines]
    for places in streams.values():
        order = _chain([(number, link) for number in places if (link := links[number])])
        for place, number in zip(places, order, strict=True):
            result[place] = lines[number]
    return result


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


def _moved(before: list[bytes], after: list[bytes], added: int) -> int:
    """How many lines stand somewhere else now, among those that stood in the file."""
    old = before[: len(before) - added]
    wanted = set(old)
    return sum(a != b for a, b in zip(old, [x for x in after if x in wanted], strict=False))
