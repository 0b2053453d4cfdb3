"""Expressions that stand beside each other, where a language does not say which comes first.

Evaluation goes from left to right all the same. Whether another order may give something else is
asked of the states in between: what one expression reads may be what another one changes, and two
that both change something may do so in either order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.semantics.core import (
    Assign,
    Binary,
    BindPattern,
    Call,
    Cast,
    Function,
    Index,
    Let,
    Literal,
    Local,
    Member,
    Opaque,
    Throw,
    Unary,
    Update,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics.core import Symbol

_ACTS = (Call, Assign, Update, Opaque)  # which may do something when they are evaluated
_NUMBERS = frozenset({"int", "unsigned int", "long", "unsigned long", "bool", "double"})


def depends_on_order(m: Machine, nodes: Sequence[Any], states: Sequence[State]) -> bool:
    """Whether expressions may have other values, or other effects, in another order.

    `states`: the one before the first expression, then those after each of them. Where arguments
    are evaluated in order (Go), calls are, and what is given to a call is read before it.
    Cost: what is read, twice for each expression that changes something.
    """
    known = [(one.heap, one.pending, one.env) for one in states]
    acting = [i for i in range(len(nodes)) if known[i] != known[i + 1]]
    if len(nodes) == 1 or not acting:
        return False
    is_free = m.semantics.argument_order == "unspecified"
    if is_free and sum(not _only_looks(m, nodes[at], frozenset()) for at in acting) > 1:
        return True
    return any(
        m.evaluate(read, states[at], _value) != m.evaluate(read, states[at + 1], _value)
        for i, node in enumerate(nodes)
        for read, is_given in reads_of(node)
        for at in acting
        if at != i and (is_free or not is_given or at < i)
    )


def reads_of(node: Any, *, is_given: bool = False) -> Iterator[tuple[Any, bool]]:
    """The largest parts of an expression that do nothing but read, and whether a call gets them."""
    if not any(isinstance(one, _ACTS) for one in walk(node, into_functions=False)):
        if not isinstance(node, Literal | Function):
            yield node, is_given
    elif isinstance(node, Call):
        if isinstance(node.function, Member):
            for part in _ways_to(node.function.object):
                yield from reads_of(part, is_given=True)
        for argument in node.arguments:
            yield from reads_of(argument.value, is_given=True)
    elif isinstance(node, Binary):
        for part in (node.left, node.right):
            yield from reads_of(part, is_given=is_given)
    elif isinstance(node, Cast):
        yield from reads_of(node.value, is_given=is_given)
    elif isinstance(node, Unary) and node.operator != "&":
        yield from reads_of(node.operand, is_given=is_given)


def _only_looks(m: Machine, code: Any, inside: frozenset[Symbol]) -> bool:
    """Whether code stores to numbers of its own at most, and so does all that it calls.

    `inside`: functions whose code is being looked at.
    """
    own: set[int] = set()
    for one in walk(code):
        if isinstance(one, Let) and isinstance(one.pattern, BindPattern):
            if one.pattern.type.name in _NUMBERS:
                own.add(one.pattern.binder)
        elif isinstance(one, Assign | Opaque | Throw):
            return False
        elif isinstance(one, Update):
            if not isinstance(one.target, Local) or one.target.binder not in own:
                return False
        elif isinstance(one, Call):
            called = one.function
            symbol = called.owner if isinstance(called, Member) else getattr(called, "symbol", None)
            if symbol is None:
                return False
            function = None if symbol in inside else m.context.function(symbol)
            if symbol not in inside and (
                function is None or not _only_looks(m, function.body, inside | {symbol})
            ):
                return False
    return True


def place_depends_on_order(
    m: Machine, place: Member | Index, value: Any, states: tuple[State, State, State]
) -> bool:
    """Whether the place of a store is another one if the value is evaluated before or after it.

    `states`: before both, and after each. Asked are keys, and the pointer that it is reached by.
    """
    parts = tuple(_ways_to(place))
    first, placed, last = states
    middle = [first] * len(parts)
    return bool(parts) and depends_on_order(m, (*parts, value), (*middle, placed, last))


def _ways_to(place: Any) -> Iterator[Any]:
    """What is read to reach a part of an object: keys, and the pointer or call that gives it."""
    while isinstance(place, Member | Index):
        if isinstance(place, Index):
            yield place.key
        place = place.object
    if isinstance(place, Unary) and place.operator == "*":
        yield place.operand
    elif isinstance(place, Call):
        yield place


def _value(value: Term, _: State) -> Term:
    return value
