"""Attribution carried through a change: who wrote each leaf, and who last moved it.

`carry` takes the states before and a mapping, and gives the states after. Leaves whose text a
change left alone keep their origin wherever they went; leaves it wrote get the change as
their origin; nothing else happens.
"""

from tracer.lineage.carry import Carried, Maker, Removed, carry, reattribute
from tracer.lineage.copies import Library, Original, mark_copies
from tracer.lineage.owner import (
    ASIDE,
    CUT,
    NEW,
    NEW_NAME,
    STILL,
    WORD_KEPT,
    is_cut_owner,
    line_changed,
    line_owner,
    touched,
)
from tracer.lineage.segments import Segments, segments_of
from tracer.lineage.state import baseline, expand, fold
from tracer.lineage.trace import Step, Trace

__all__ = [
    "ASIDE",
    "CUT",
    "NEW",
    "NEW_NAME",
    "STILL",
    "WORD_KEPT",
    "Carried",
    "Library",
    "Maker",
    "Original",
    "Removed",
    "Segments",
    "Step",
    "Trace",
    "baseline",
    "carry",
    "expand",
    "fold",
    "is_cut_owner",
    "line_changed",
    "line_owner",
    "mark_copies",
    "reattribute",
    "segments_of",
    "touched",
]
