"""Two stages that pair by likeness what is left in the gaps of matched nodes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.matching.align import Aligner
from tracer.matching.mapping import NodeMapping, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

_UNEQUAL = re.compile(b"[%c%c]" % (Stage.ALIGNED, Stage.DEFINITION))


def match_members(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus members of matched nodes paired by likeness, in order.

    Before any statement is: which function it stands in is the better half of where it belongs.
    """
    return _each(mapping, Aligner.align_members)


def match_gaps(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus children of matched nodes paired by likeness, in order.

    Cost: that of the children of matched nodes whose content differs.
    """
    return _each(mapping, Aligner.align)


def _each(mapping: NodeMapping, align: Callable[[Aligner, int, int], None]) -> NodeMapping:
    draft = mapping.copy()
    aligners: dict[tuple[int, int], Aligner] = {}
    for file_a in range(len(draft.after.trees)):
        base, stop = draft.after.base[file_a : file_a + 2]
        # Also what this stage paired: a second look finds what the first one made room for.
        found = _UNEQUAL.search(draft.stage, base, stop)
        while found is not None:
            node = found.start()
            file_b, row_b = draft.before.locate(draft.to_before[node])
            files = (file_b, file_a)
            aligner = aligners.get(files) or aligners.setdefault(files, Aligner(draft, *files))
            align(aligner, row_b, node - base)
            found = _UNEQUAL.search(draft.stage, node + 1, stop)
    return draft
