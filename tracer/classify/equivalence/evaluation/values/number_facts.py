"""What is known of numbers: that they are no less than another one, and that they are numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    TRUE,
    constant,
    is_constant,
    number,
    plain_name,
)
from tracer.classify.equivalence.evaluation.machine.conversions import exact_name
from tracer.classify.equivalence.evaluation.machine.values import is_whole, sort_of
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_ORDERED = frozenset({"int", "str", "bool", "char"})
_FLOATING = frozenset({"float", "number"})
_PERHAPS_FLOATING = _FLOATING | {""}
_ARITHMETIC = frozenset({"bin", "any-order", "un", "cast"})
_NESTED = 8  # types that are named after others
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


def is_whole_by_type(m: Machine, value: Term) -> bool:
    """Whether a value is of a declared type of whole numbers, of any width and sign."""
    words, semantics = exact_name(m, value).split(), m.semantics
    if not words or not all(word in semantics.numeric_types for word in words):
        return False
    return not any(re.search(semantics.nan_words, word) for word in words)


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


def may_be_no_number(m: Machine, value: Term, other: Term) -> bool:
    """Whether a value may be of a type with numbers that are none, where types are declared.

    `other` is what it is compared with: where operators take two values of one type, a whole
    number that is no literal says that this is one. What code that is not seen gives is none that
    is known, unless the tables say its type.
    """
    sort, known = sort_of(m, value), sort_of(m, other)
    if sort in _ORDERED or known == "str":
        return False
    is_alike = m.semantics.operands_alike or (
        m.semantics.converts_literals_only and not is_constant(other)
    )
    if is_alike and is_whole(known):
        return sort in _FLOATING
    if value[0] == "bin":
        return any(may_be_no_number(m, one, constant("int", "0")) for one in value[2:4])
    if value[0] == "attr" and plain_name(value[2]) in m.semantics.size_members:
        return False
    declared = m.exact.get(value, core.UNKNOWN)
    return sort in _FLOATING or _holds_no_number(m, declared if declared.name else core.Type(sort))


def _holds_no_number(m: Machine, declared: core.Type, depth: int = 0) -> bool:
    """Whether a type may hold a number that is none: it is one of those, or not seen."""
    name, semantics = declared.name, m.semantics
    if isinstance(name, core.Symbol):
        found = m.context.definition(name)
        if found is None or found.kind is not core.Kind.TYPE:
            return found is None
        return depth > _NESTED or _holds_no_number(m, found.type, depth + 1)
    if name in semantics.ordered_types or m.library.sort(name) in _ORDERED:
        return False
    words = name.split()
    is_known = bool(words) and all(word in semantics.numeric_types for word in words)
    return not is_known or re.search(semantics.nan_words, name) is not None


def total_by_assumption(m: Machine, one: str, other: str) -> bool:
    """Whether values of which one is a number, of a type not seen, are taken to be ordered.

    Where numbers are all of one kind, what is not seen may be no number, and compare as NaN.
    """
    sorts = ("int", "float", "number", "str")
    seen = (one in sorts) + (other in sorts)
    least = 2 if m.semantics.integers == "double" else 1
    return seen >= least and m.context.allows("total-order")


def takes_as_ordered(m: Machine, a: Term, b: Term) -> bool:
    """Whether two values may be taken to be ordered, as far as types are seen; if so, both are."""
    if is_whole_by_type(m, a) and is_whole_by_type(m, b):
        return True
    if not total_by_assumption(m, sort_of(m, a), sort_of(m, b)) and not is_ordered(m, a, b):
        return False
    if m.semantics.types_matter:
        is_unknown = may_be_no_number(m, a, b) or may_be_no_number(m, b, a)
    else:
        is_unknown = is_unsure(m, a) or is_unsure(m, b)
    if is_unknown:
        return False
    if m.context.allows("total-order"):
        m.ordered |= {a, b}
    return True


def is_ordered(m: Machine, a: Term, b: Term) -> bool:
    """Whether one of two values was compared with a number before: it is one then."""
    return m.semantics.integers != "double" and not m.ordered.isdisjoint((a, b))


def is_unsure(m: Machine, value: Term) -> bool:
    """Whether a value may be a number that is none, where no types are declared.

    A call from outside gave it, as a float or as what is not seen: `s.charCodeAt(9)`, and what
    arithmetic makes of such values.
    """
    if value in m.least or sort_of(m, value) not in _PERHAPS_FLOATING:
        return False
    callee = value[1] if value[0] == "call" else m.callees.get(value)
    if callee is not None:
        return _is_outside(m, callee)
    if value[0] not in _ARITHMETIC:
        return False
    return any(is_unsure(m, one) for one in _operands(value))


def _operands(value: Term) -> tuple[Term, ...]:
    """What an operator is applied to."""
    if value[0] == "cast":
        return (value[1],)
    operands: tuple[Term, ...] = value[2] if value[0] == "any-order" else value[2:4]
    return operands


def _is_outside(m: Machine, callee: Term) -> bool:
    """Whether what is called is no code of the program, as a method of what is not seen may be."""
    if callee[0] != "method":
        return callee[0] in ("ext", "name")
    owner = callee[1][1]
    return isinstance(owner, core.Symbol) and m.context.definition(owner) is None
