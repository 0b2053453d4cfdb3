"""A process that is there before its work: forked, with memory of its own, it waits for a message.

Forking takes milliseconds, and a forked process copies each page when it first writes to it: some
2,000 in a hook before a call, 5,000 in one after. Both is done here while nobody waits.
"""

from __future__ import annotations

import ctypes
import os
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from tracer.helper import wire
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_TAKEN_S = 1.0  # until a process that is there has taken a message
_WRITABLE = 23  # MADV_POPULATE_WRITE, since Linux 5.14; what does not know it refuses it
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # of `mallopt`, in the C library of GNU
_KEPT = 256 << 20  # bytes that are not given back when they are free
_ROOM = 4 << 20  # bytes for large objects, and as many for small ones: what a hook takes
_BLOCK, _SMALL = 1 << 20, 400
_ARENA = 1 << 20  # bytes that Python gives back at once
_SPECIAL = ("[stack]", "[vdso]", "[vvar]")

_held: list[bytes] = []


class Message(NamedTuple):
    """What a process is told: the parts of a frame, and open files."""

    parts: list[bytes]
    files: list[int]


class Ahead:
    """A process that waits. It ends without a message as soon as its line is closed."""

    def __init__(self, process: int, line: socket.socket) -> None:
        self.process = process
        self._line = line

    def tell(self, parts: Sequence[bytes], files: list[int]) -> bool:
        """Give it its message and let it go on alone; whether it was there to take it."""
        with self._line:
            try:
                self._line.settimeout(_TAKEN_S)
                wire.with_descriptors(self._line, wire.packed(parts), files)
            except OSError:
                return False
        return True

    def close(self) -> None:
        """Let it end."""
        self._line.close()


def made_ahead(work: Callable[[socket.socket], int]) -> Ahead:
    """Fork a process that does `work`, which gives its exit code; it hears by the socket.

    Raises: OSError where there can be no more processes.
    """
    ours, theirs = socket.socketpair()
    try:
        child = os.fork()
    except OSError:
        ours.close()
        theirs.close()
        raise
    if child:
        theirs.close()
        return Ahead(child, ours)
    code = 1
    try:
        ours.close()
        code = work(theirs)
    except BaseException:  # noqa: BLE001, S110 - whoever asked sees no answer, and goes on alone
        pass
    finally:
        os._exit(code)


def message(line: socket.socket, most: int) -> Message | None:
    """The message that comes, with so many files at most; None where none will. Raises: OSError."""
    with line:
        begin, files = wire.descriptors_from(line, most)
        parts = wire.received(line, begin)
    return None if parts is None or len(files) != most else Message(parts, files)


def own_memory() -> None:
    """Copy all that this process shares with the one that it was forked from, and get some more.

    Cost: about 0.5 ms a megabyte. Where the kernel cannot, pages are had when they are written.
    """
    library = ctypes.CDLL(None)
    library.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    if hasattr(library, "mallopt"):
        library.mallopt(_TRIM_THRESHOLD, _KEPT)
        library.mallopt(_MMAP_THRESHOLD, _KEPT // 2)
    large = [bytearray(_BLOCK) for _ in range(_ROOM // _BLOCK)]
    small = [bytes(_SMALL) for _ in range(_ROOM // _SMALL)]
    _held.extend(small[:: _ARENA // _SMALL // 2])  # an arena goes with the last that is in it
    with suppress(OSError), open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
        for line in file.read().splitlines():
            words = line.split(maxsplit=5)
            if words[1] == "rw-p" and words[-1] not in _SPECIAL:
                first, _, stop = words[0].partition("-")
                start = int(first, 16)
                library.madvise(start, int(stop, 16) - start, _WRITABLE)
    large.clear()
    small.clear()
