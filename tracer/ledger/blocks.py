"""Archived segments: gzip files that any `zcat` reads, and that can be read from the middle.

A segment is a run of gzip members, each with 256 KB of ledger and, in its extra field, its own
compressed length, so that a reader hops from header to header. The name says the order, how
many bytes of ledger the segment holds, and the digest of the file: `000001-70000-<hash>.jsonl.gz`.
Equal bytes of ledger make equal files, so two clones that archive the same lines agree.

Damaged blocks are read as NUL bytes: positions behind them stay true, and the lines in them are
no records.
Source: RFC 1952 (gzip); the hopping is BGZF's, with 32 bits for the length instead of 16.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from typing import TYPE_CHECKING

from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 1 << 18  # bytes of ledger in one member
SUFFIX = ".jsonl.gz"
_LEVEL = 6
_DENSEST = 1100  # bytes of ledger in one of a segment: more than deflate can do
_NAME = lazy_pattern(r"([0-9]{6,9})-([0-9]{1,15})-([0-9a-f]{32})\.jsonl\.gz")
# ID1 ID2 CM FLG=FEXTRA, MTIME=0, XFL=0, OS=255 (unknown); then XLEN and one subfield "TR".
_HEAD = b"\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x08\x00TR\x04\x00"
_MOST_OPENED = 64  # readers kept, each with a block of ledger
_OPENED: dict[tuple[object, ...], SegmentReader] = {}
_HEAD_SIZE = len(_HEAD) + 4
_TAIL_SIZE = 8


class Segment(NamedTuple):
    """One archived file: its name, order, bytes of ledger, and the digest its name promises."""

    name: str
    number: int
    size: int
    digest: str


def segments(directory: str) -> tuple[Segment, ...]:
    """The archived segments of a ledger, oldest first; files with other names are none.

    A name that promises more ledger than the file can hold is believed as far as that goes, so
    that nobody waits for it; its digest then fails. What is no regular file is none.
    """
    found = []
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                match = _NAME.fullmatch(entry.name)
                if match and entry.is_file():
                    most = entry.stat().st_size * _DENSEST + BLOCK
                    size = min(int(match[2]), most)
                    found.append(Segment(match[0], int(match[1]), size, match[3]))
    except OSError:
        return ()
    return tuple(sorted(found))


def pack(data: bytes) -> bytes:
    """`data` as a segment file."""
    return b"".join(_member(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK))


def name_of(number: int, data: bytes, packed: bytes) -> str:
    """The name of the segment that holds `data`, packed."""
    return f"{number:06d}-{len(data)}-{file_digest(packed)}{SUFFIX}"


def file_digest(packed: bytes) -> str:
    """What a segment's name says of its file: half of its SHA-256."""
    return hashlib.sha256(packed).hexdigest()[:32]


def _member(data: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = packer.compress(data) + packer.flush()
    length = _HEAD_SIZE + len(body) + _TAIL_SIZE
    tail = zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")
    return b"".join((_HEAD, length.to_bytes(4, "little"), body, tail))


class SegmentReader:
    """The ledger bytes of one segment, by position. Keeps the last block it unpacked.

    One thread at a time.
    """

    def __init__(self, path: str, segment: Segment) -> None:
        self.segment = segment
        self._path = path
        self._places: list[tuple[int, int]] | None = None  # of each member: offset, length
        self._last: tuple[int, bytes] = (-1, b"")

    def is_intact(self) -> bool:
        """Whether the file is the one its name promises. Cost: one read of it.

        Raises: LedgerError when it cannot be read.
        """
        digest = hashlib.sha256()
        try:
            with open(self._path, "rb") as file:
                while part := file.read(1 << 20):
                    digest.update(part)
        except OSError as error:
            raise self._unreadable(error) from error
        return digest.hexdigest().startswith(self.segment.digest)

    def read(self, start: int, stop: int) -> bytes:
        """Bytes `start <= i < stop` of the segment's ledger bytes; NULs where it is damaged.

        Raises: LedgerError when the file cannot be read.
        """
        stop = min(stop, self.segment.size)
        parts = []
        while start < stop:
            number = start // BLOCK
            block = self._block(number)
            offset = start - number * BLOCK
            parts.append(block[offset : offset + stop - start])
            start += len(parts[-1])
        return b"".join(parts)

    def chunks(self, start: int) -> Iterator[bytes]:
        """All bytes from `start`, block by block."""
        while start < self.segment.size:
            stop = min((start // BLOCK + 1) * BLOCK, self.segment.size)
            yield self.read(start, stop)
            start = stop

    def _unreadable(self, error: OSError) -> LedgerError:
        name = os.path.basename(self._path)
        return LedgerError(f"cannot read {name}: {error.strerror}", fix="Make it readable.")

    def _block(self, number: int) -> bytes:
        if self._last[0] != number:
            wanted = min(BLOCK, self.segment.size - number * BLOCK)
            data = self._unpacked(number)
            if len(data) != wanted:
                data = b"\0" * wanted
            self._last = number, data
        return self._last[1]

    def _unpacked(self, number: int) -> bytes:
        """The bytes of one block; empty where the file is damaged.

        Raises: LedgerError when it cannot be read.
        """
        try:
            with open(self._path, "rb") as file:
                if self._places is None:
                    self._places = list(_members(file.fileno()))
                if number >= len(self._places):
                    return b""
                offset, length = self._places[number]
                file.seek(offset)
                raw = file.read(length)
            data = zlib.decompress(raw[_HEAD_SIZE:-_TAIL_SIZE], -zlib.MAX_WBITS, BLOCK)
        except OSError as error:  # no damage, perhaps no more than a moment's trouble
            raise self._unreadable(error) from error
        except zlib.error:
            return b""
        crc = int.from_bytes(raw[-_TAIL_SIZE : -_TAIL_SIZE // 2], "little")
        return data if zlib.crc32(data) == crc else b""


def reader_of(path: str, segment: Segment) -> SegmentReader:
    """A reader, the same one as long as the file's status is the same."""
    try:
        status = os.stat(path)
    except OSError:
        return SegmentReader(path, segment)
    key = path, segment, status.st_mtime_ns, status.st_size, status.st_ino
    if key not in _OPENED:
        if len(_OPENED) >= _MOST_OPENED:
            _OPENED.clear()
        _OPENED[key] = SegmentReader(path, segment)
    return _OPENED[key]


def _members(descriptor: int) -> Iterator[tuple[int, int]]:
    """Offset and length of each member, up to the first header that is none."""
    offset = 0
    while True:
        os.lseek(descriptor, offset, os.SEEK_SET)
        head = os.read(descriptor, _HEAD_SIZE)
        length = int.from_bytes(head[len(_HEAD) :], "little")
        if not head.startswith(_HEAD) or length <= _HEAD_SIZE + _TAIL_SIZE:
            return
        yield offset, length
        offset += length
