"""The rows that two versions of a file do not share; what they share needs no second look.

To compare how often two versions have something that is seen at a row, its parent and what is
directly below them, subtrees that are the same on both sides need not be counted.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.classify.equality.subtree_equality import sameness, without_ends

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tracer.syntax import SyntaxTree

_SMALL = 40  # rows that are taken as they are
_FEW = 20  # spans that are searched one by one


class Unshared:
    """One version: `spans` of rows that are not shared, and the rows `around` them.

    Some children of a row around are shared, and nothing else outside the spans. `asked` are the
    kinds that `rows` is asked for, which are looked for in one go.
    """

    def __init__(self, tree: SyntaxTree, asked: frozenset[int]) -> None:
        self.tree = tree
        self.spans: list[tuple[int, int]] = []
        self.around: list[int] = []
        self._asked = asked

    @cached_property
    def _rows(self) -> dict[int, list[int]]:
        """Rows in the spans by the kinds asked for."""
        kind = self.tree.kind
        found: dict[int, list[int]] = {}
        for first, stop in self.spans:
            for row in self._of_span(first, stop):
                found.setdefault(kind[row], []).append(row)
        return found

    def _of_span(self, first: int, stop: int) -> list[int]:
        """Rows asked for in a span: looked for there, or in the whole where that is less work."""
        if stop - first <= _SMALL:
            kind, asked = self.tree.kind, self._asked
            return [row for row in range(first, stop) if kind[row] in asked]
        if len(self.spans) <= _FEW:
            return self.tree.rows_within(self._asked, first, stop)
        rows = self.tree.rows_of(self._asked)
        at = bisect_left(rows, first)
        return rows[at : bisect_left(rows, stop, at)]

    @cached_property
    def _around(self) -> dict[int, list[int]]:
        """The rows around by their kinds."""
        found: dict[int, list[int]] = {}
        for row in self.around:
            found.setdefault(self.tree.kind[row], []).append(row)
        return found

    def rows(self, kinds: AbstractSet[int]) -> list[int]:
        """Rows in the spans of some of the kinds asked for."""
        return _of(self._rows, kinds)

    def rows_or_around(self, kinds: AbstractSet[int]) -> list[int]:
        """The same, and those of the rows around that are of the kinds."""
        return _of(self._rows, kinds) + _of(self._around, kinds)

    def pairs(
        self, kinds: AbstractSet[int], parents: AbstractSet[int]
    ) -> dict[tuple[int, int], list[int]]:
        """Rows of some of the kinds asked for, by their own and by their parent's kind.

        Those in the spans, and the shared children of the rows around that are of some kinds.
        """
        kind, parent = self.tree.kind, self.tree.parent
        found: dict[tuple[int, int], list[int]] = {}
        for row in (*self.rows(kinds), *self._beside(parents, kinds)):
            found.setdefault((kind[row], kind[parent[row]]), []).append(row)
        return found

    def below(self, kinds: AbstractSet[int]) -> list[int]:
        """Children of rows of some kinds: of those in the spans, and the shared ones around."""
        found = [child for row in self.rows(kinds) for child in self.tree.children(row)]
        return found + self._beside(kinds, None)

    def _beside(self, parents: AbstractSet[int], kinds: AbstractSet[int] | None) -> list[int]:
        """Children, outside the spans, of rows around of some kinds; those of some kinds or all."""
        rows = _of(self._around, parents)
        tops = {first for first, _ in self.spans} if rows else ()
        kind, children = self.tree.kind, self.tree.children
        return [
            child
            for row in rows
            for child in children(row)
            if (kinds is None or kind[child] in kinds) and child not in tops
        ]


def _of(rows: dict[int, list[int]], kinds: AbstractSet[int]) -> list[int]:
    return [row for kind in rows.keys() & kinds for row in rows[kind]]


def unshared(
    before: SyntaxTree, after: SyntaxTree, asked: frozenset[int]
) -> tuple[Unshared, Unshared]:
    """What two versions of a file do not share; `asked`: the kinds that matter.

    Cost: proportional to the children of the rows on the way to a difference.
    """
    found = Unshared(before, asked), Unshared(after, asked)
    is_same = sameness(before, after)
    work = [(0, 0)]
    while work:
        pair = work.pop()
        kids_b, kids_a = before.children(pair[0]), after.children(pair[1])
        found[0].around.append(pair[0])
        found[1].around.append(pair[1])
        if len(kids_b) != len(kids_a):
            for side, kids in zip(found, without_ends(kids_b, kids_a, is_same), strict=True):
                side.spans.extend((row, side.tree.stop[row]) for row in kids)
            continue
        for b, a in zip(kids_b, kids_a, strict=True):
            if is_same(b, a):
                continue
            if min(before.stop[b] - b, after.stop[a] - a) > _SMALL:
                work.append((b, a))
            else:
                found[0].spans.append((b, before.stop[b]))
                found[1].spans.append((a, after.stop[a]))
    return found
