"""Membership of whole numbers in a range that is made for nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, TRUE, ZERO, number
from tracer.classify.equivalence.evaluation.machine.values import is_whole, sort_of
from tracer.classify.equivalence.evaluation.values import comparisons, operators
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

RANGES = law(
    "in-range",
    "The value is a whole number and the ends are literals: `a in range(3, 9)` is `3 <= a < 9`.",
    "def f(a: int):\n    return a in range(3, 9)\n",
    "def f(a: int):\n    return 3 <= a < 9\n",
    "def f(a: int):\n    return 3 <= a <= 9\n",
)

_ENDS = 2


def in_range(m: Machine, e: core.Binary, s: State, k: Continue) -> Term | None:
    """Whether a number is in a range; None for any other operator, or other ends."""
    ends = _ends(m, e.right) if e.operator in ("in", "not in") else None
    if ends is None:
        return None
    least, end = ends
    inside, outside = (TRUE, FALSE) if e.operator == "in" else (FALSE, TRUE)

    def asked(v: Term, s2: State) -> Term:
        if not is_whole(sort_of(m, v)):
            return m.evaluate(
                e.right, s2, lambda w, s3: operators.operate(m, e.operator, v, w, s3, k)
            )
        m.law(RANGES)
        return comparisons.compare(m, "<", v, least, s2, lambda t, s3: comparisons.condition(
            m, t, s3, lambda s4: k(outside, s4), lambda s4: comparisons.compare(
                m, "<", v, end, s4, lambda t2, s5: comparisons.condition(
                    m, t2, s5, lambda s6: k(inside, s6), lambda s6: k(outside, s6)
                ),
            ),
        ))  # fmt: skip

    return m.evaluate(e.left, s, asked)


def _ends(m: Machine, node: core.Expression) -> tuple[Term, Term] | None:
    """The least number of a range and the first behind it, where literals say them."""
    if not isinstance(node, core.Call) or not isinstance(node.function, core.External):
        return None
    known = m.library.function(node.function.path)
    given = node.arguments
    if known is None or known.law != "range" or not 1 <= len(given) <= _ENDS:
        return None
    values: list[Term] = [ZERO]
    for one in given:
        if not isinstance(one.value, core.Literal) or one.label or one.spread:
            return None
        values.append(("c", one.value.kind, one.value.value))
    if any(number(one) is None for one in values):
        return None
    return values[-2], values[-1]
