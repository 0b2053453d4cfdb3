"""Every line of a ledger looked at, by several processes where it is long.

What is asked of a line needs no other line: decoding, validity, hashes. So processes are forked
that each look at every so many megabytes, and what they find is taken in order. A ledger's archived
part, and one of a few megabytes, is read by this process alone; so is what a process that died
leaves.
"""

from __future__ import annotations

import marshal
import os
import sys
from typing import TYPE_CHECKING, Any

from tracer.ledger.storage import Line
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.ledger.storage import Ledger

    Look = Callable[[Line], Any]

_PART = 4 << 20  # bytes that a process looks at before it tells
_LONG = 4 * _PART
_MOST = 8  # processes
_LENGTH = 8  # bytes of a length


class Looked(NamedTuple):
    """One line: its number, where its bytes are (without a line feed), and what was found.

    Where that is None, the line itself.
    """

    number: int
    start: int
    size: int
    found: Any
    line: Line | None = None


def looked_at(
    ledger: Ledger, look: Look, *, start: int = 0, number: int = 1, alone: bool = False
) -> Iterator[Looked]:
    """What `look` finds in each line from the byte `start` on, whose number is `number`.

    What it finds has to be a plain value; with `alone` it may be any. It sees no line's number.
    """
    is_first = True
    for line in ledger.lines(start=start, number=number):
        if is_first and line.start >= ledger.archived:
            is_first = False
            if not alone and _is_long(ledger, line.start):
                yield from _by_processes(ledger, look, line.start, line.number)
                return
        found = look(line)
        rest = line if found is None else None
        yield Looked(line.number, line.start, len(line.raw), found, rest)


def _is_long(ledger: Ledger, start: int) -> bool:
    if not hasattr(os, "fork") or not hasattr(os, "pread") or _processes() < 2:  # noqa: PLR2004
        return False
    threading = sys.modules.get("threading")
    if threading is not None and threading.active_count() > 1:
        return False  # a forked process would have their locks and not them
    return ledger.size - start >= _LONG


def _processes() -> int:
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(there or 1, _MOST)


def _by_processes(ledger: Ledger, look: Look, start: int, number: int) -> Iterator[Looked]:
    size, count = ledger.size, _processes()
    places = range(start, size, _PART)
    workers = [_forked(ledger, look, places[first::count], size) for first in range(count)]
    try:
        for turn in range(len(places)):
            told = _received(workers[turn % count][1])
            if told is None:
                yield from looked_at(ledger, look, start=start, number=number, alone=True)
                return
            for length, found in told:
                line = _line(ledger, number, start, length) if found is None else None
                yield Looked(number, start, length, found, line)
                number += 1
                start += length + 1
    finally:
        for _, reading in workers:
            os.close(reading)  # whoever still writes ends
        for process, _ in workers:
            os.waitpid(process, 0)


def _line(ledger: Ledger, number: int, start: int, length: int) -> Line:
    raw = ledger.live(start, start + length + 1)
    return Line(number, start, raw[:length], is_terminated=raw[length:] == b"\n")


def _forked(ledger: Ledger, look: Look, places: range, size: int) -> tuple[int, int]:
    """A process that looks at the part from each of the places on; and where it tells."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    code = 1
    try:
        os.close(reading)
        for place in places:
            raw = ledger.live(_line_at(ledger, place, size), _line_at(ledger, place + _PART, size))
            _tell(writing, marshal.dumps(_part(raw, look)))
        code = 0
    except BaseException:  # noqa: BLE001, S110 - whoever reads goes on alone
        pass
    finally:
        os._exit(code)


def _line_at(ledger: Ledger, place: int, size: int) -> int:
    """Where the first line begins that does not begin before a place."""
    place = max(place, ledger.archived)
    if place == ledger.archived or place >= size:
        return min(place, size)
    place -= 1  # a line feed there ends the line before
    while place < size:
        raw = ledger.live(place, min(place + (1 << 16), size))
        found = raw.find(b"\n")
        if found >= 0:
            return place + found + 1
        place += len(raw)
    return size


def _part(raw: bytes, look: Look) -> list[tuple[int, Any]]:
    """(length, what was found) of each line."""
    found = []
    start = 0
    while start < len(raw):
        stop = raw.find(b"\n", start)
        is_terminated = stop >= 0
        line = raw[start : stop if is_terminated else len(raw)]
        found.append((len(line), look(Line(0, 0, line, is_terminated))))
        start += len(line) + 1
    return found


def _tell(writing: int, raw: bytes) -> None:
    raw = len(raw).to_bytes(_LENGTH, "big") + raw
    view = memoryview(raw)
    while view:
        view = view[os.write(writing, view) :]


def _received(reading: int) -> list[tuple[int, Any]] | None:
    """What a process tells of a part; None where it has died."""
    head = _exactly(reading, _LENGTH)
    raw = _exactly(reading, int.from_bytes(head, "big")) if len(head) == _LENGTH else b""
    try:
        found: list[tuple[int, Any]] | None = marshal.loads(raw) if raw else None  # noqa: S302 - ours
    except (EOFError, ValueError, TypeError):
        return None
    return found


def _exactly(reading: int, size: int) -> bytes:
    parts = []
    while size > 0:
        part = os.read(reading, min(size, 1 << 20))
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
