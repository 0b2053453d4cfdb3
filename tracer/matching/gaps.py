"""The stage that pairs by likeness what is left in the gaps of matched nodes."""

from __future__ import annotations

from tracer.matching.align import Aligner
from tracer.matching.mapping import NodeMapping, Stage

_UNEQUAL = frozenset({Stage.ALIGNED, Stage.DEFINITION})


def match_gaps(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus children of matched nodes paired by likeness, in order.

    Cost: that of the children of matched nodes whose content differs.
    """
    draft = mapping.copy()
    aligners: dict[tuple[int, int], Aligner] = {}
    for file_a, tree in enumerate(draft.after.trees):
        base = draft.after.base[file_a]
        for row in range(len(tree)):
            if draft.stage[base + row] in _UNEQUAL:
                file_b, row_b = draft.before.locate(draft.to_before[base + row])
                files = (file_b, file_a)
                aligner = aligners.get(files) or aligners.setdefault(files, Aligner(draft, *files))
                aligner.align(row_b, row)
    return draft
