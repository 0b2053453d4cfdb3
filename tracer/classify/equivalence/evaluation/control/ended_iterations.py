"""The error that ends an iteration: Python's `StopIteration`, raised by what an iteration runs.

Raised in a function that `map` calls, it ends the elements without a word; in a generator it
becomes another error; a loop and a list comprehension pass it on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.model.assumptions import ENDED_ITERATIONS
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def runs_to_end(m: Machine, code: Any) -> bool:
    """Whether code that is run for each element never ends the iteration by that error.

    Functions of the program that it calls by name are looked into; what is not seen is assumed.
    """
    if not m.semantics.ending_error:
        return True
    todo, seen = [code], set[core.Symbol]()
    is_unseen = False
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, core.Throw) and _is_ending(m, node):
                return False
            if not isinstance(node, core.Call):
                continue
            if _asks_for_next(m, node):
                return False
            symbol = _symbol_of(node.function)
            function = None if symbol is None else m.context.function(symbol)
            is_unseen = is_unseen or _is_unseen(m, node.function, function)
            if function is not None and symbol is not None and symbol not in seen:
                seen.add(symbol)
                todo.append(function)
    return not is_unseen or m.context.allows(ENDED_ITERATIONS)


def applies_to_end(m: Machine, function: Term) -> bool:
    """The same of a function that is called for each element."""
    if not m.semantics.ending_error:
        return True
    if function[0] == "fn" and function[3] in m.closures:
        return runs_to_end(m, m.closures[function[3]].function)
    if function[0] == "sym" and m.context.function(function[1]) is not None:
        return runs_to_end(m, m.context.function(function[1]))
    if function[0] == "ext":
        known = m.library.function(function[1])
        if known is not None:
            return known.law != "next"
    return m.context.allows(ENDED_ITERATIONS)


def _is_ending(m: Machine, node: core.Throw) -> bool:
    return any(
        isinstance(one, core.External) and one.path == m.semantics.ending_error
        for one in walk((node.value,))
        if node.value is not None
    )


def _asks_for_next(m: Machine, node: core.Call) -> bool:
    """Whether a call takes the next element of something, and fails where there is none."""
    if not isinstance(node.function, core.External) or len(node.arguments) != 1:
        return False
    known = m.library.function(node.function.path)
    return known is not None and known.law == "next"


def _symbol_of(function: Any) -> core.Symbol | None:
    if isinstance(function, core.Ref):
        return function.symbol
    return function.owner if isinstance(function, core.Member) else None


def _is_unseen(m: Machine, function: Any, code: core.Function | None) -> bool:
    """Whether what a call runs is not seen, nor a function of the library."""
    if isinstance(function, core.External):
        return m.library.function(function.path) is None
    if isinstance(function, core.Ref):
        return code is None
    return not (
        isinstance(function, core.Member)
        and function.owner is not None
        and not function.owner.module  # of a type of the library
    )
