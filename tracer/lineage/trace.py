"""Where each segment after comes from: the walk from a mapping of nodes to one of segments.

`carry` uses it to take credits forward over one change; history walks it backwards, commit by
commit, until it meets the change that wrote the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.lineage.segments import Segments
from tracer.matching.mapping import Stage
from tracer.matching.sequences import common_pairs

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

_TRAVELLED = frozenset({Stage.DEFINITION, Stage.MOVED, Stage.SIMILAR})


class Step(NamedTuple):
    """The segment before that a segment after was: its file and index in `Trace.before`.

    `rule` names what happened to it on the way; empty when nothing did.
    """

    file: int
    segment: int
    rule: str


class Trace:
    """The segments of all files of a change, and the steps between them.

    `kept` are leaves after (node ids) whose text changed under a refactoring rule, so that
    they are still the same code; `rules` names the rule that touched a leaf.
    """

    def __init__(
        self,
        mapping: NodeMapping,
        *,
        kept: Collection[int] = (),
        rules: Mapping[int, str] | None = None,
    ) -> None:
        self.mapping = mapping
        self.before = [Segments(tree) for tree in mapping.before.trees]
        self.after = [Segments(tree) for tree in mapping.after.trees]
        self._kept = frozenset(kept)
        self._rules = rules or {}

    def steps(self, file: int) -> list[Step | None]:
        """For each segment of a file after: where it was; None for code the change wrote.

        Cost: linear in the segments.
        """
        mapping, segments = self.mapping, self.after[file]
        base = mapping.after.base[file]
        travelled = self._travelled(file)
        found: list[Step | None] = []
        index, count = 0, len(segments)
        while index < count:
            row = segments.row[index]
            stop = segments.first[row + 1]
            node_b = mapping.to_before[base + row]
            if node_b < 0:
                found += [None] * (stop - index)
            else:
                found += self._leaf(file, row, node_b, travelled[row])
            index = stop
        return found

    def _leaf(self, file: int, row: int, node_b: int, moved: bool) -> list[Step | None]:
        """The steps of the segments of one leaf that has a partner."""
        mapping, after = self.mapping, self.after[file]
        file_b, row_b = mapping.before.locate(node_b)
        before = self.before[file_b]
        indices_b, indices_a = before.of_row(row_b), after.of_row(row)
        node_a = mapping.after.base[file] + row
        rule = self._rules.get(node_a)
        if len(indices_b) == len(indices_a) == 1 and (
            node_a in self._kept or before.text(indices_b[0]) == after.text(indices_a[0])
        ):
            pairs = {indices_a[0]: indices_b[0]}
        else:
            texts_b = [before.text(i) for i in indices_b]
            texts_a = [after.text(i) for i in indices_a]
            pairs = {indices_a[j]: indices_b[i] for i, j in common_pairs(texts_b, texts_a)}
        found: list[Step | None] = []
        for index in indices_a:
            partner = pairs.get(index, -1)
            if partner < 0:
                found.append(None)
                continue
            name = rule or ("move" if moved else self._reflow(file_b, partner, file, index))
            found.append(Step(file_b, partner, name))
        return found

    def _reflow(self, file_b: int, index_b: int, file_a: int, index_a: int) -> str:
        """`reflow` when the white space before a segment changed with its neighbours kept."""
        before, after = self.before[file_b], self.after[file_a]
        gap_b, gap_a = _gap(before, index_b), _gap(after, index_a)
        return "reflow" if gap_b != gap_a else ""

    def _travelled(self, file: int) -> list[bool]:
        """For each row of a file after: whether it, or a node around it, came from elsewhere."""
        mapping = self.mapping
        tree, base = mapping.after.trees[file], mapping.after.base[file]
        stage, parent = mapping.stage, tree.parent
        found = [False] * len(tree)
        for row in range(1, len(tree)):
            if found[parent[row]]:
                found[row] = True
            elif stage[base + row] in _TRAVELLED:
                found[row] = stage[base + row] == Stage.MOVED or self._left_home(base, row, tree)
        return found

    def _left_home(self, base: int, row: int, tree: SyntaxTree) -> bool:
        node_b = self.mapping.to_before[base + row]
        above_b = self.mapping.before.parent(node_b)
        return self.mapping.to_before[base + tree.parent[row]] != above_b


def _gap(segments: Segments, index: int) -> bytes:
    """The white space before a segment: its indentation if it opens a line, else the blanks."""
    tree = segments.tree
    start = segments.start[index]
    line_start = tree.line_starts[segments.line[index] - 1]
    lead = tree.text[line_start:start]
    if not lead.strip():
        return b"\n" + lead
    return lead[len(lead.rstrip()) :]
