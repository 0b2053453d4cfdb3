"""Text whose lines are the same and whose leaves are not, so that it is known by its lines.

A rename puts a file into another language: `notes.txt` becomes `notes.md`, a script gets its
suffix, JavaScript becomes TypeScript. Each grammar cuts the same text into other leaves. Or an edit
breaks the syntax: what stands below is read otherwise for a while.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from tracer.matching.sequences import common_pairs

if TYPE_CHECKING:
    from tracer.lineage.segments import Segments


def same_text(before: Segments, after: Segments) -> dict[int, int]:
    """Segments after -> segments before, of lines that read the same whatever their indentation.

    Within such a line a segment is the one of its text, else the first one. Cost: linear in the
    lines, where most of them are the same.
    """
    here, there = _by_line(after), _by_line(before)
    found: dict[int, int] = {}
    for i, j in common_pairs(_lines(before), _lines(after)):
        old, new = there.get(i + 1), here.get(j + 1)
        if not old or not new:
            continue
        found.update(dict.fromkeys(new, old[0]))
        pairs = common_pairs([before.text(at) for at in old], [after.text(at) for at in new])
        found.update((new[b], old[a]) for a, b in pairs)
    return found


def same_place(before: Segments, after: Segments, *, beside: bool = False) -> dict[int, int]:
    """Segments after -> segments before, of lines that the difference of the texts leaves alone.

    Within such a line a segment is the one that stands on its first byte. `beside`: only of lines
    next to another that is not blank and that the difference leaves alone, too.
    Cost: as `same_text`.
    """
    here, there = _by_line(after), _by_line(before)
    lines_b, lines_a = before.tree.text.split(b"\n"), after.tree.text.split(b"\n")
    found: dict[int, int] = {}
    pairs = common_pairs(lines_b, lines_a)
    known = {(i, j) for i, j in pairs if lines_b[i].strip()}
    for i, j in pairs:
        old, new = there.get(i + 1), here.get(j + 1)
        is_near = (i - 1, j - 1) in known or (i + 1, j + 1) in known
        if not old or not new or not (is_near or not beside):
            continue
        shift = before.tree.line_starts[i] - after.tree.line_starts[j]
        starts = [before.start[at] for at in old]
        for index in new:
            at = bisect_right(starts, after.start[index] + shift)
            found[index] = old[max(at - 1, 0)]
    return found


def _lines(segments: Segments) -> list[bytes]:
    return [line.strip() for line in segments.tree.text.split(b"\n")]


def _by_line(segments: Segments) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index in range(len(segments)):
        found.setdefault(segments.line[index], []).append(index)
    return found
