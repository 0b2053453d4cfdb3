"""The only pipeline: change set in, record out.

`before_call` remembers what a call could change, `after_call` finds what it did change and
records it, `reconcile` records what no hook saw, `measure` gives the verdict on a change that
has not been made yet, `note` records everything that is no change of files.
"""

from tracer.engine.calls import after_call, before_call, reconcile
from tracer.engine.header import Header
from tracer.engine.notes import note
from tracer.engine.pipeline import Step, measure, record_change

__all__ = [
    "Header",
    "Step",
    "after_call",
    "before_call",
    "measure",
    "note",
    "reconcile",
    "record_change",
]
