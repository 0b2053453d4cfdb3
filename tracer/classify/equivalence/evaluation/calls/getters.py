"""Properties of the own object that run code when they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.callees import run_inside
from tracer.classify.equivalence.evaluation.calls.functions import can_run_here, frame_for
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

GETTER = law(
    "getter",
    "A property of the own object that runs code when it is read is what that code does.",
    "class A:\n    @property\n    def _g(self):\n        return self.x\n\n"
    "    def f(self):\n        return self._g\n",
    "class A:\n    def f(self):\n        return self.x\n",
    "class A:\n    def f(self):\n        return self.y\n",
)


def run_getter(m: Machine, base: Term, e: core.Member, s: State, k: Continue) -> Term | None:
    """What a property of the own object does when it is read, where it may be unfolded."""
    symbol = e.owner
    found = m.context.callable(symbol) if symbol is not None else None
    if symbol is None or found is None or not _is_getter(found):
        return None
    code = found.function
    is_own = isinstance(e.object, core.Self) and e.object.kind == "self"
    if code is None or code.parameters or not is_own:
        return None
    if not can_run_here(m, code) or not m.may_unfold(symbol):
        return None
    m.law(GETTER)
    m.context.unfolded.add(symbol)
    return run_inside(m, code, frame_for(m, code, symbol, base), {}, [], s, k, symbol)


def _is_getter(found: core.Definition) -> bool:
    """Whether a definition is a property of objects, for reading only, and nothing around it."""
    is_said = found.kind is core.Kind.PROPERTY or "getter" in found.modifiers
    words = found.decorators
    is_plain_one = len(words) <= 1 and all(
        isinstance(one, core.External) and one.path == "builtins.property" for one in words
    )
    return is_said and is_plain_one and found.modifiers.isdisjoint({"static", "setter"})
