"""Ids and timestamps."""

from __future__ import annotations

import re
import threading
import uuid

import pytest

from tracer.ledger.ids import IdSource, new_id, timestamp

RFC_9562_EXAMPLE_MS = 0x017F22E279B0


def test_published_example():
    """RFC 9562 appendix A.6: the example's time and random bits give its UUID."""
    low = (0xCC3 << 62) | 0x18C4DC0C0C07398F
    source = IdSource(lambda size: low.to_bytes(size, "big"))
    assert source.next(RFC_9562_EXAMPLE_MS * 1_000_000) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


def test_version_and_variant():
    """An id is a version 7 UUID of the RFC variant."""
    made = uuid.UUID(new_id())
    assert (made.version, made.variant) == (7, uuid.RFC_4122)


def test_monotonic_whatever_the_clock_does():
    """Ids grow when the clock stands still, goes back, or the random part overflows."""
    source = IdSource(lambda size: b"\xff" * size)
    times = [5_000_000, 5_000_000, 5_000_000, 1, 6_000_000, 0]
    made = [source.next(now) for now in times]
    assert made == sorted(set(made))


def test_threads_never_share_an_id():
    """Many threads get different ids."""
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.extend(new_id(1) for _ in range(500)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 4000


@pytest.mark.parametrize(
    ("now_ns", "expected"),
    [
        (0, "1970-01-01T00:00:00.000000Z"),
        (1_772_366_400_123_456_789, "2026-03-01T12:00:00.123456Z"),
    ],
)
def test_timestamp(now_ns, expected):
    """Timestamps are RFC 3339 in UTC with microseconds."""
    assert timestamp(now_ns) == expected


def test_timestamp_of_now():
    """The time now has the same form."""
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", timestamp())
