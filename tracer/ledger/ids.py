"""Record ids (UUID version 7) and timestamps.

The standard library has no version 7 before Python 3.14, and `uuid` and `datetime` cost
imports that the hook path does not need.
"""

from __future__ import annotations

import os
import time
from _thread import allocate_lock  # `threading` would cost 3 ms for this one lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_LOW_BITS = 74  # rand_a (12 bits) and rand_b (62 bits), RFC 9562 §5.7
_LOW_LIMIT = 1 << _LOW_BITS
_RAND_B_BITS = 62
_STEP_BYTES = 4


class IdSource:
    """Version 7 ids that only ever grow within this process, whatever the clock does.

    Source: RFC 9562 §6.2 method 2: within one millisecond, or when the clock went back, the
    random part grows by a random step; when it overflows, the time is advanced instead.
    """

    def __init__(self, random: Callable[[int], bytes] = os.urandom) -> None:
        self._random = random
        self._lock = allocate_lock()
        self._millisecond = -1
        self._low = 0

    def next(self, now_ns: int) -> str:
        """The next id, for the time `now_ns` (nanoseconds since 1970)."""
        with self._lock:
            millisecond = now_ns // 1_000_000
            if millisecond > self._millisecond:
                self._start(millisecond)
            else:
                self._low += 1 + int.from_bytes(self._random(_STEP_BYTES), "big")
                if self._low >= _LOW_LIMIT:
                    self._start(self._millisecond + 1)
            return _format(self._millisecond, self._low)

    def _start(self, millisecond: int) -> None:
        self._millisecond = millisecond
        self._low = int.from_bytes(self._random(10), "big") % _LOW_LIMIT


def _format(millisecond: int, low: int) -> str:
    rand_a, rand_b = low >> _RAND_B_BITS, low & ((1 << _RAND_B_BITS) - 1)
    value = millisecond << 80 | 0x7 << 76 | rand_a << 64 | 0b10 << 62 | rand_b
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


_SOURCE = IdSource()


def new_id(now_ns: int | None = None) -> str:
    """A new UUID version 7 as text, greater than every one made before in this process."""
    return _SOURCE.next(time.time_ns() if now_ns is None else now_ns)


def timestamp(now_ns: int | None = None) -> str:
    """RFC 3339 in UTC with microseconds: `2026-03-01T12:00:00.000000Z`."""
    now = time.time_ns() if now_ns is None else now_ns
    seconds, rest = divmod(now, 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest // 1000:06d}Z"
