"""Lines and bytes. Byte spans are 0-based half-open, line ranges 1-based inclusive."""

from __future__ import annotations

from tracer.model.named_tuple import NamedTuple


class ByteSpan(NamedTuple):
    """Bytes `start <= i < end` of one file version."""

    start: int
    end: int


class LineRange(NamedTuple):
    """Lines of one file version, 1-based, both ends included."""

    start_line: int
    end_line: int


class Place(NamedTuple):
    """Lines of a named file version, and the qualified name of what stands there, if any."""

    path: str
    start_line: int
    end_line: int
    name: str | None = None
