"""Checksums of lines: which lines a change brought and took, wherever they stand."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.model.changes import ChangeSet

_SHORTEST = 4  # a line of fewer bytes is too common to tell of a move
_NAME = re.compile(rb"[A-Za-z_]\w*")
_MOST_NAMES = 3  # words that one call of a renaming changes
_MOST_LINES = 200

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


def renamings(change_set: ChangeSet) -> list[str]:
    """Pairs `before>after` of words that a change may have renamed, sorted; few or none.

    A change of which some word went everywhere it stood in the changed lines while another came, as
    often; at most three words each way, so that rewriting a function is no renaming.
    """
    gone: Counter[bytes] = Counter()
    come: Counter[bytes] = Counter()
    for change in change_set.files:
        before, after = (change.before or b"").splitlines(), (change.after or b"").splitlines()
        lost, got = Counter(before) - Counter(after), Counter(after) - Counter(before)
        for lines, words in ((lost, gone), (got, come)):
            if lines.total() > _MOST_LINES:
                return []
            for line in lines.elements():
                words.update(_NAME.findall(line))
    lost_words, new_words = gone - come, come - gone
    if not 0 < len(lost_words) <= _MOST_NAMES or not 0 < len(new_words) <= _MOST_NAMES:
        return []
    return sorted(
        f"{old.decode()}>{new.decode()}"
        for old, times in lost_words.items()
        for new, as_often in new_words.items()
        if times == as_often
    )


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
