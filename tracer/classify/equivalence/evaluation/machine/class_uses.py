"""The first use of a class, where that runs code of it: static initializers of Java.

Reading a static field, or calling a static method, runs them before anything else happens. Where
they do more than set what the class holds, such a use is an event of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.classify.equivalence.evaluation.domain.state import State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.heap import Heap

_MARK = "static initializer"


def used(m: Heap, symbol: core.Symbol, s: State, then: Then) -> Term:
    """Go on after the class of a static member has run what it runs when it is first used."""
    if not m.semantics.classes_run_on_use:
        return then(s)
    found = m.context.outline(symbol)
    owner = found.owner if found is not None and "static" in found.modifiers else None
    if owner is None or _is_inside(s, owner) or not runs_on_use(m.context, owner):
        return then(s)
    return m.event(("use", ("sym", owner)), s, lambda _, s2: then(s2))


def _is_inside(s: State, owner: core.Symbol) -> bool:
    """Whether the code stands in the class itself, which is in use then."""
    here = s.frame.symbol
    return isinstance(here, core.Symbol) and here._replace(path=here.path[:-1]) == owner


def runs_on_use(context: Context, owner: core.Symbol) -> bool:
    """Whether using a class runs code that may do more than set what the class holds."""
    found = context.run_on_use.get(owner)
    if found is None:
        found = context.run_on_use[owner] = _runs_on_use(context, owner)
    return found


def _runs_on_use(context: Context, owner: core.Symbol) -> bool:
    definition = context.definition(owner)
    if definition is None:
        return False
    blocks = [one for one in definition.body if any(map(_is_mark, walk(one)))]
    values = [
        found.value
        for found in map(context.definition, definition.members)
        if found is not None and found.value is not None and "static" in found.modifiers
    ]
    return any(_is_loud(context, one, is_block=True) for one in blocks) or any(
        _is_loud(context, one, is_block=False) for one in values
    )


def _is_mark(node: object) -> bool:
    return isinstance(node, core.External) and node.path == _MARK


def _is_loud(context: Context, code: object, *, is_block: bool) -> bool:
    """Whether code calls what may have an effect: functions of the program, or of the outside."""
    for node in walk(code, into_functions=False):
        if not isinstance(node, core.Call) or _is_mark(node.function):
            continue
        function = node.function
        symbol = (
            function.owner if isinstance(function, core.Member)
            else function.symbol if isinstance(function, core.Ref)
            else None
        )  # fmt: skip
        if symbol is not None and context.outline(symbol) is not None:
            if node.kind != "new" and symbol not in context.pure:
                return True
        elif isinstance(function, core.External) and is_block and node.kind != "new":
            return True
    return False
