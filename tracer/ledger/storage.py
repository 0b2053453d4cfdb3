"""The bytes of a ledger: its archived segments, oldest first, and then the live file.

To everything that reads, a ledger is one run of lines with one numbering; archiving moves lines
from the front of the file into a segment and changes no position. Only `place` knows which file
a line is in.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, BinaryIO

from tracer.model.closing import Closing
from tracer.model.disk import LOCK_TIMEOUT_S, Lock
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.ledger.blocks import SegmentReader
    from tracer.model.workspace import Workspace

ARCHIVE = "archive"  # the directory beside the ledger
_PIECE = 1 << 20  # bytes
_ATTEMPTS = 100  # times a ledger that is being archived is opened anew


class Line(NamedTuple):
    """One line: 1-based number, byte offset, and bytes without the line feed."""

    number: int
    start: int
    raw: bytes
    is_terminated: bool


class Ledger(Closing):
    """A ledger opened for reading. Positions and line numbers count through all of its files."""

    def __init__(self, file: BinaryIO | None, readers: tuple[SegmentReader, ...]) -> None:
        self._file = file
        self._readers = readers
        self.archived = sum(reader.segment.size for reader in readers)
        self._first_live_line = 1 if not readers else 0  # 0: not known yet
        self._starts: list[int] = []  # first lines of the segments, as far as they were met

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    @property
    def names(self) -> str:
        """The archived files, in one text to compare."""
        return " ".join(reader.segment.name for reader in self._readers)

    def shared(self, names: str) -> int:
        """How many bytes the first archived files hold that `names` has as its first, too.

        A name holds the digest of its file, so they are the same bytes.
        """
        size = 0
        for reader, name in zip(self._readers, names.split(" "), strict=False):
            if reader.segment.name != name:
                break
            size += reader.segment.size
        return size

    @property
    def status(self) -> os.stat_result | None:
        """The live file's, or None where there is none."""
        return None if self._file is None else os.fstat(self._file.fileno())

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        opened = self.status
        return self.archived + (opened.st_size if opened is not None else 0)

    def live(self, start: int, stop: int) -> bytes:
        """Bytes of the live file, in a process that shares the opened file with others."""
        parts = []
        while self._file is not None and start < stop:
            part = os.pread(self._file.fileno(), stop - start, start - self.archived)
            if not part:
                break
            parts.append(part)
            start += len(part)
        return b"".join(parts)

    def damaged(self) -> Iterator[tuple[int, str]]:
        """(position, name) of each archived file that is not what its name promises."""
        position = 0
        for reader in self._readers:
            if not reader.is_intact():
                yield position, reader.segment.name
            position += reader.segment.size

    def read(self, start: int, stop: int) -> bytes:
        """The bytes `start <= i < stop`, fewer where the ledger ends before."""
        parts = []
        before = 0
        for reader in self._readers:
            after = before + reader.segment.size
            if start < after and stop > before:
                parts.append(reader.read(max(0, start - before), stop - before))
            before = after
        if self._file is not None and stop > before:
            self._file.seek(max(0, start - before))
            parts.append(self._file.read(stop - max(start, before)))
        return b"".join(parts)

    def lines(self, *, start: int = 0, number: int = 1) -> Iterator[Line]:
        """The lines from the byte offset `start`, whose number is `number`.

        They end with the first that has no line feed: a writer may be at it, and what it adds
        meanwhile is the rest of that line and no line of its own.
        """
        if start < self.archived:
            for line in self._archived_lines(start, number):
                yield line
                start, number = line.start + len(line.raw) + 1, line.number + 1
            self._first_live_line = number
        if self._file is None:
            return
        self._file.seek(max(0, start - self.archived))
        for raw in self._file:
            is_terminated = raw.endswith(b"\n")
            yield Line(number, start, raw[:-1] if is_terminated else raw, is_terminated)
            if not is_terminated:
                return
            start += len(raw)
            number += 1

    def lines_with(self, mark: bytes) -> Iterator[Line]:
        """The lines that hold `mark`. Cost: of the live file a search in large pieces."""
        if self._file is None or self.archived:
            yield from (line for line in self.lines() if mark in line.raw)
            return
        self._file.seek(0)
        start, number = 0, 1
        while piece := self._file.read(_PIECE) + self._file.readline():
            at = piece.find(mark)
            while at >= 0:
                first = piece.rfind(b"\n", 0, at) + 1
                stop = piece.find(b"\n", at)
                is_terminated = stop >= 0
                stop = stop if is_terminated else len(piece)
                before = piece.count(b"\n", 0, first)
                yield Line(number + before, start + first, piece[first:stop], is_terminated)
                at = piece.find(mark, stop)
            if not piece.endswith(b"\n"):
                return
            start += len(piece)
            number += piece.count(b"\n")

    def place(self, number: int) -> tuple[int, str]:
        """The number a line has in its own file, and that file's name (empty: the live one).

        Known for lines that `lines` has met, from the first on.
        """
        if self._first_live_line and number >= self._first_live_line:
            return number - self._first_live_line + 1, ""
        segment = max((i for i, first in enumerate(self._starts) if first <= number), default=0)
        name = f"{ARCHIVE}/{self._readers[segment].segment.name}" if self._readers else ""
        return number - (self._starts[segment] if self._starts else 1) + 1, name

    def _archived_lines(self, start: int, number: int) -> Iterator[Line]:
        before = 0
        rest = b""
        is_whole = start == 0
        if is_whole:
            self._starts = []
        for reader in self._readers:
            if is_whole:
                self._starts.append(number)
            for chunk in reader.chunks(max(0, start + len(rest) - before)):
                *whole, rest = (rest + chunk).split(b"\n")
                for raw in whole:
                    yield Line(number, start, raw, is_terminated=True)
                    start += len(raw) + 1
                    number += 1
            before += reader.segment.size
        if rest:
            # Its end is damaged: the line is none, but must not swallow the first live one.
            yield Line(number, start, rest[:-1], is_terminated=True)


def ledger_lock(workspace: Workspace, *, timeout_s: float = LOCK_TIMEOUT_S) -> Lock:
    """The lock under which the ledger changes. The index directory must be there."""
    return Lock(os.path.join(workspace.index, "ledger.lock"), timeout_s=timeout_s)


def open_ledger(path: str) -> Ledger | None:
    """The ledger whose live file is at `path`, or None when there is nothing of it yet.

    Raises: LedgerError when it is there and cannot be read.
    """
    directory = os.path.join(os.path.dirname(path), ARCHIVE)
    for _ in range(_ATTEMPTS):
        readers = _readers(directory)
        try:
            ledger = Ledger(_opened(path), readers)
        except FileNotFoundError:
            ledger = Ledger(None, readers)
        except OSError as error:
            name = os.path.basename(path)
            raise LedgerError(
                f"cannot read {name}: {error.strerror}", fix="Make it a readable file."
            ) from error
        # Archiving makes a segment before it shortens the file: with the same segments before and
        # after it was opened, nothing can have left it for one that is not among them.
        if ledger.names == " ".join(reader.segment.name for reader in _readers(directory)):
            break
        ledger.close()
    if ledger.status is None and not readers:
        return None
    return ledger


def _opened(path: str) -> BinaryIO:
    if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for ever
        raise OSError(errno.EISDIR, "it is no file")
    return open(path, "rb")


def archived_names(path: str) -> str:
    """What `Ledger.names` would say, without opening anything. Cost: one look at a directory."""
    directory = os.path.join(os.path.dirname(path), ARCHIVE)
    if not os.path.isdir(directory):
        return ""
    return " ".join(reader.segment.name for reader in _readers(directory))


def _readers(directory: str) -> tuple[SegmentReader, ...]:
    if not os.path.isdir(directory):
        return ()
    from tracer.ledger.blocks import reader_of, segments  # noqa: PLC0415 - archives are rare

    return tuple(
        reader_of(os.path.join(directory, segment.name), segment) for segment in segments(directory)
    )
