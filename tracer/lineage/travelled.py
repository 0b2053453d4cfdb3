"""What came from elsewhere, apart from what is around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.mapping import Stage
from tracer.matching.sequences import increasing

if TYPE_CHECKING:
    from tracer.matching import NodeMapping

_TRAVELLED = frozenset({Stage.DEFINITION, Stage.MOVED, Stage.SIMILAR})


class Travelled:
    """Which rows of a file after, or a node around them, came from elsewhere.

    Elsewhere is another parent, or another place among siblings that kept their order.
    """

    def __init__(self, mapping: NodeMapping, file: int) -> None:
        self._mapping = mapping
        self._tree = mapping.after.trees[file]
        self._base = mapping.after.base[file]
        self._known = {0: False}
        self._overtaken_below: dict[int, frozenset[int]] = {}

    def has(self, row: int) -> bool:
        """Whether the row travelled. Cost: the rows above it that nobody asked about before."""
        known, parent = self._known, self._tree.parent
        path = []
        while row not in known:
            path.append(row)
            row = parent[row]
        found = known[row]
        for below in reversed(path):
            found = known[below] = found or self._came(below, parent[below])
        return found

    def _came(self, row: int, above: int) -> bool:
        """Whether a row came from elsewhere, apart from what is around it."""
        mapping, base = self._mapping, self._base
        node_b, stage = mapping.to_before[base + row], mapping.stage[base + row]
        if node_b < 0 or stage == Stage.IN_PLACE:
            return False
        parent_b = mapping.before.parent(node_b)
        if mapping.to_before[base + above] != parent_b:
            return True
        if stage not in _TRAVELLED:
            return False
        if above not in self._overtaken_below:
            self._overtaken_below[above] = self._overtaken(above, parent_b)
        return row in self._overtaken_below[above]

    def _overtaken(self, row: int, parent_b: int) -> frozenset[int]:
        """The children of `row` that left the order the others have before and after."""
        mapping, base = self._mapping, self._base
        pairs = []
        for child in self._tree.children(row):
            node_b = mapping.to_before[base + child]
            if node_b >= 0 and mapping.before.parent(node_b) == parent_b:
                pairs.append((child, node_b))
        return frozenset(child for child, _ in pairs) - {c for c, _ in increasing(pairs)}
