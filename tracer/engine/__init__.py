"""The only pipeline: change set in, record out.

`before_call` remembers what a call could change, `after_call` finds what it did change and
records it, `reconcile` records what no hook saw, `measure` gives the verdict on a change that
has not been made yet, `note` records everything that is no change of files.

Names are imported when first used: a pre-hook needs none of the parsing and matching.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracer.engine.after import after_call
    from tracer.engine.before import before_call
    from tracer.engine.calls import reconcile
    from tracer.engine.header import Header
    from tracer.engine.notes import note
    from tracer.engine.pipeline import measure, record_change
    from tracer.engine.values import Step

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

_MODULE_OF = {
    "Header": "header",
    "Step": "values",
    "after_call": "after",
    "before_call": "before",
    "measure": "pipeline",
    "note": "notes",
    "reconcile": "calls",
    "record_change": "pipeline",
}


def __getattr__(name: str) -> Any:
    """The public name, imported now and kept."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
