"""Whether `a == b` may fail: values that hide what they hold may be of a type without equality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.machine.values import (
    is_plain,
    sort_of,
    sort_of_type,
)
from tracer.semantics.core import UNKNOWN, Kind, Symbol

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics.core import Type

_NESTED = 4  # structures inside structures
_COMPARED = frozenset({"c", "un", "fn", "ext"})  # literals, addresses, and what libraries name


ORDERS_AND_EQUALITY = frozenset({"<", ">", "<=", ">=", "==", "!="})
_ORDERS = frozenset({"<", ">", "<=", ">="})


def compares_by_itself(m: Machine, operator: str, a: Term, b: Term) -> bool:
    """Whether a class of the program may say what this comparison does, and more than read.

    Where it says so for one of `<` and `>`, the other one is another thing.
    """
    if is_plain(sort_of(m, a)) and is_plain(sort_of(m, b)):
        return False
    if operator in _ORDERS and m.context.defines_operators:
        return True
    names = m.semantics.comparison_members
    if not names or m.context.program is None or {a[0], b[0]} == {"c"}:
        return False
    if operator in _ORDERS and m.context.defines_member(*m.semantics.order_members):
        return True
    found = [one for name in names for one in m.context.program.members_named.get(name, ())]
    return not all(one in m.context.pure for one in found)


def is_comparable(m: Machine, value: Term) -> bool:
    """Whether values of the type that one has surely can be compared."""
    if value[0] in _COMPARED or is_plain(sort_of(m, value)):
        return True
    return is_comparable_type(m, m.exact.get(value, UNKNOWN))


def is_comparable_type(m: Machine, declared: Type, depth: int = 0) -> bool:
    """Whether a type says all of what its values hold, and all of that can be compared."""
    if declared.name == "*" or is_plain(sort_of_type(m, declared)):
        return True
    if declared.name == "array":
        return bool(declared.arguments) and is_comparable_type(m, declared.arguments[0], depth + 1)
    found = m.context.outline(declared.name) if isinstance(declared.name, Symbol) else None
    if found is None or depth > _NESTED:
        return False
    if found.kind is Kind.TYPE:
        return is_comparable_type(m, found.type, depth + 1)
    return found.kind is Kind.CLASS and all(
        is_comparable_type(m, m.context.field_type(one), depth + 1)
        for one in found.members
        if m.context.kind(one) is not Kind.METHOD
    )
