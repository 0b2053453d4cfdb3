"""Laws of methods of texts: what fills them up to a width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.laws.library_laws import library_law
from tracer.classify.equivalence.evaluation.values.texts import padded

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics import core


def _to_width(name: str, sign: str) -> None:
    """The law of a method that fills a text up with spaces on one side."""

    @library_law(name)
    def filled(
        m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
    ) -> Term | None:
        del e
        if r is None or len(given) != 1 or given[0].label or given[0].spread:
            return None
        return padded(m, r, sign, given[0].value, s, k)


_to_width("filled on the right", "<")
_to_width("filled on the left", ">")
