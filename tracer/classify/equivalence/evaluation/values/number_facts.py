"""What is known of numbers: that they are no less than another one, and that they are numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import FALSE, TRUE, constant, number
from tracer.classify.equivalence.evaluation.machine.conversions import exact_name
from tracer.classify.equivalence.evaluation.machine.values import is_whole, sort_of

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

LEAST = law(
    "least-of-all",
    "A place in a text or list is -1 where there is none, and no less: `i < 0` is `i == -1`.",
    "def f(a: str):\n    i = a.find('x')\n    return i < 0\n",
    "def f(a: str):\n    i = a.find('x')\n    return i == -1\n",
    "def f(a: str):\n    i = a.find('x')\n    return i < 1\n",
)

PROPER = law(
    "proper-number",
    "Where `Number.isInteger(a)` is true, a is a number that is ordered with others.",
    "function f(a) { return Number.isInteger(a) && !(a < 3); }\n",
    "function f(a) { return Number.isInteger(a) && a >= 3; }\n",
    "function f(a) { return !Number.isInteger(a) && a >= 3; }\n",
    "javascript",
)


def is_proper(m: Machine, value: Term, state: State) -> bool:
    """Whether a value is a number that is one, on this path."""
    if is_whole(sort_of(m, value)):
        return True
    for name in sorted(m.semantics.number_tests):
        test = ("call", ("ext", name), (value,))
        if state.known.get(test) or state.known.get(("truth", test)):
            m.law(PROPER)
            return True
    return False


def is_placed(m: Machine, a: Term, b: Term) -> bool:
    """Whether a place is compared with a literal."""
    return (a in m.least and number(b) is not None) or (b in m.least and number(a) is not None)


def is_natural(m: Machine, value: Term) -> bool:
    """Whether a value is of a type whose numbers are never below 0."""
    return exact_name(m, value) in m.semantics.unsigned_types


def at_least(m: Machine, a: Term, b: Term) -> Term | None:
    """`a < b` as a test for the least value that one of them may have, if it is one."""
    value, other = number(b), number(a)
    if value is not None and is_natural(m, a) and value <= 1:
        return ("is", a, constant("int", "0")) if value == 1 else FALSE
    if other is not None and is_natural(m, b) and other <= 0:
        return ("not", ("is", b, constant("int", "0"))) if other == 0 else TRUE
    if value is not None and m.least.get(a) == value - 1:
        m.law(LEAST)
        return ("is", a, constant(b[1], str(value - 1)))
    if other is not None and m.least.get(b) == other:
        m.law(LEAST)
        return ("not", ("is", b, a))
    return None


def total_by_assumption(m: Machine, one: str, other: str) -> bool:
    """Whether values of which one is a number, of a type not seen, are taken to be ordered.

    Where numbers are all of one kind, what is not seen may be no number, and compare as NaN.
    """
    sorts = ("int", "float", "number", "str")
    seen = (one in sorts) + (other in sorts)
    least = 2 if m.semantics.integers == "double" else 1
    return seen >= least and m.context.allows("total-order")


def is_ordered(m: Machine, a: Term, b: Term) -> bool:
    """Whether one of two values was compared with a number before: it is one then."""
    return m.semantics.integers != "double" and not m.ordered.isdisjoint((a, b))
