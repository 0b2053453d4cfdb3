"""What a change did to a file, as hunks of lines: the smallest parts that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.sequences import common_pairs
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class Hunk(NamedTuple):
    """Lines `before_start <= i < before_end` became `after_start <= i < after_end`; 0-based."""

    before_start: int
    before_end: int
    after_start: int
    after_end: int


def lines_of(text: bytes) -> list[bytes]:
    """The lines with their ends, as the parser counts them; joined they are the text."""
    parts = text.split(b"\n")
    found = [part + b"\n" for part in parts[:-1]]
    return [*found, parts[-1]] if parts[-1] else found


def hunks(
    before: Sequence[bytes],
    after: Sequence[bytes],
    begins_before: Collection[int],
    begins_after: Collection[int],
) -> list[Hunk]:
    """The hunks between two lists of lines, ascending.

    `begins_before` and `begins_after` are the lines where definitions begin. A hunk that could
    stand some lines higher or lower (repeated lines around it) is put where it begins with a
    definition, so that it holds one definition and not parts of two.
    """
    found = []
    b = a = 0
    for next_b, next_a in [*common_pairs(before, after), (len(before), len(after))]:
        if next_b > b or next_a > a:
            found.append(Hunk(b, next_b, a, next_a))
        b, a = next_b + 1, next_a + 1
    low = 0  # the first line after that a hunk may take from what is common before it
    settled: list[Hunk] = []
    for i, hunk in enumerate(found):
        high = found[i + 1].after_start if i + 1 < len(found) else len(after)
        if hunk.before_start == hunk.before_end:
            span = _settled(after, hunk.after_start, hunk.after_end, (low, high), begins_after)
            shift = span - hunk.after_start
        elif hunk.after_start == hunk.after_end:
            limits = (
                hunk.before_start - (hunk.after_start - low),
                hunk.before_end + (high - hunk.after_end),
            )
            span = _settled(before, hunk.before_start, hunk.before_end, limits, begins_before)
            shift = span - hunk.before_start
        else:
            shift = 0
        settled.append(Hunk(*(at + shift for at in hunk)))
        low = settled[-1].after_end
    return settled


def _settled(
    lines: Sequence[bytes],
    start: int,
    end: int,
    limits: tuple[int, int],
    begins: Collection[int],
) -> int:
    """Where a run of lines that only one side has best starts."""
    places = [start]
    low, high = start, end
    while low > limits[0] and lines[low - 1] == lines[high - 1]:
        low, high = low - 1, high - 1
        places.append(low)
    low, high = start, end
    while high < limits[1] and lines[low] == lines[high]:
        low, high = low + 1, high + 1
        places.append(low)

    def rank(place: int) -> tuple[bool, bool, int]:
        return place in begins, not lines[place].strip(), -abs(place - start)

    return max(places, key=rank)
