"""What `git diff` alone says: nodes of one kind whose first and last lines it maps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.accuracy.astdiff.oracle import Node
    from tracer.syntax import SyntaxTree

_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def line_map(diff: str, last_before: int, last_after: int) -> dict[int, int]:
    """{line before: line after}: lines no hunk holds, and those of hunks as long on both sides."""
    found = {}
    at_b = at_a = 1
    for match in _HUNK.finditer(diff):
        b, count_b, a, count_a = (1 if group is None else int(group) for group in match.groups())
        b, a = b + (count_b == 0), a + (count_a == 0)
        found.update(zip(range(at_b, b), range(at_a, a), strict=False))
        if count_b == count_a:
            found.update(zip(range(b, b + count_b), range(a, a + count_a), strict=True))
        at_b, at_a = b + count_b, a + count_a
    found.update(zip(range(at_b, last_before + 1), range(at_a, last_after + 1), strict=False))
    return found


def mapped_nodes(
    lines: dict[int, int], before: tuple[SyntaxTree, dict[int, Node]], after: tuple
) -> Iterable[tuple[Node, Node]]:
    """Pairs of nodes of one kind on mapped lines; several on the same lines pair in order."""
    places: dict[tuple[str, int, int], list[Node]] = {}
    tree, rows = after
    for row, label in rows.items():
        span = tree.lines(row)
        places.setdefault((label[0], *span), []).append(label)
    tree, rows = before
    for row, label in rows.items():
        span = tree.lines(row)
        place = (label[0], lines.get(span.start_line, 0), lines.get(span.end_line, 0))
        if places.get(place):
            yield label, places[place].pop(0)
