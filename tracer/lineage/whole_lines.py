"""Lines of texts that changed their place within a file, too short to be known by their words.

Entries of a list, options of a component, keys of a configuration: a line that stood once in the
file and stands once in it now is that line, for what is put back is its former owner's.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.lineage.segments import Segments

_TELLING = re.compile(rb"(?:[^\W_]\W*?){3}|[\x80-\xff]{2}")  # what a bracket or a dash has not

Place = tuple[int, int]  # a file, and the index of a segment in it


def same_lines(
    before: Sequence[Segments],
    after: Sequence[Segments],
    open_before: Iterable[Place],
    open_after: Iterable[Place],
    partner: Mapping[int, int],
) -> dict[Place, Place]:
    """Open segments after -> open ones before: whole lines that both versions of a file have once.

    `partner` tells the file before of a file after. Cost: linear in the lines of these files.
    """
    gone: dict[tuple[int, bytes], Place] = {}
    for file, index in open_before:
        text = _line(before[file], index)
        if text:
            gone[file, text] = file, index
    found: dict[Place, Place] = {}
    once_b: dict[int, set[bytes]] = {}
    once_a: dict[int, set[bytes]] = {}
    for file, index in open_after if gone else ():
        text, file_b = _line(after[file], index), partner.get(file, -1)
        if not text or (file_b, text) not in gone:
            continue
        if file not in once_a:
            once_a[file], once_b[file_b] = _once(after[file]), _once(before[file_b])
        if text in once_a[file] and text in once_b[file_b]:
            found[file, index] = gone[file_b, text]
    return found


def _line(segments: Segments, index: int) -> bytes:
    """The text of a segment that is alone on its line and says something; else nothing."""
    text = segments.text(index).strip()
    if not _TELLING.search(text):
        return b""
    return text if segments.line_text(index) == text else b""


def _once(segments: Segments) -> set[bytes]:
    """The lines that stand once in a file, whatever their indentation."""
    counted = Counter(line.strip() for line in segments.tree.text.split(b"\n"))
    return {line for line, times in counted.items() if times == 1}
