"""The length of a list that is made to be counted, as a sum of ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.control.ended_iterations import runs_to_end
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.library import Known
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

SIZES = law(
    "counted-size",
    "The length of a list that is made to be counted is 1 for each element, added up.",
    "def f(a):\n    return len([b for b in a if b.x])\n",
    "def f(a):\n    return sum(1 for b in a if b.x)\n",
    "def f(a):\n    return sum(1 for b in a if not b.x)\n",
)


def as_sum(m: Machine, e: core.Call, known: Known) -> core.Call | None:
    """`len([...])` of a list that nothing else sees, as `sum(1 for ...)`; None for other calls."""
    if known.law != "size" or len(e.arguments) != 1:
        return None
    made = e.arguments[0].value
    adds = next((path for path, one in m.library.functions.items() if one.law == "sum"), "")
    if not adds:
        return None
    one = core.Literal("int", "1")
    if isinstance(made, core.Comprehension) and made.kind == "list":
        if not isinstance(made.value, core.Local | core.Literal) or not runs_to_end(m, made):
            return None
        ones = made._replace(kind="generator", value=one)
    elif isinstance(made, core.Call) and isinstance(made.function, core.External):
        listed = m.library.function(made.function.path)
        given = made.arguments[0] if len(made.arguments) == 1 else None
        if listed is None or listed.law != "list" or given is None or given.label or given.spread:
            return None
        each = core.ForEach(core.AnyPattern(), given.value, (), kind="values", row=made.row)
        ones = core.Comprehension("generator", (each,), one, row=made.row)
    else:
        return None
    m.law(SIZES)
    return e._replace(function=core.External(adds), arguments=(core.Argument(ones),))
