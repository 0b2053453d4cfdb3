"""Checksums of lines: which lines a change brought and took, wherever they stand."""

from __future__ import annotations

import zlib
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.model.changes import ChangeSet

_SHORTEST = 4  # a line of fewer bytes is too common to tell of a move

LinesOf = dict[str, set[int]]  # {path: checksums of lines}


def line_changes(change_set: ChangeSet) -> tuple[LinesOf, LinesOf]:
    """Checksums of the lines that each file of a change set has fewer and more of."""
    gone: LinesOf = {}
    come: LinesOf = {}
    for change in change_set.files:
        before, after = _counted(change.before), _counted(change.after)
        if change.before_path is not None:
            gone[change.before_path] = set(before - after)
        if change.after_path is not None:
            come[change.after_path] = set(after - before)
    return gone, come


def checksums(text: bytes | None) -> set[int]:
    """The checksums of a text's lines that say something."""
    return set(_counted(text))


def checksum(line: bytes) -> int | None:
    """A line's checksum without the white space around it; None if it says too little."""
    line = line.strip()
    return zlib.crc32(line) if len(line) >= _SHORTEST else None


def _counted(text: bytes | None) -> Counter[int]:
    lines = (line.strip() for line in (text or b"").splitlines())
    return Counter(zlib.crc32(line) for line in lines if len(line) >= _SHORTEST)
