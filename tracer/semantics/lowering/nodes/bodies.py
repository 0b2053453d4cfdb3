"""Bodies put in one form: functions first, values stored, blocks of one value opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core

if TYPE_CHECKING:
    from typing import Any


def functions_first(body: tuple[core.Statement, ...]) -> tuple[core.Statement, ...]:
    """Statements with the functions of a block first, where one is named above its definition."""
    places = {
        one.binder: at
        for at, one in enumerate(body)
        if type(one) is core.Define and type(one.value) is core.Function and not one.decorators
    }
    first = min(places.values(), default=0)
    if not any(_names(one, set(places)) for one in body[:first]) and not any(
        _names(one, {binder for binder, there in places.items() if there > at})
        for at, one in enumerate(body[first:], first)
        if at not in places.values()
    ):
        return body
    functions = tuple(body[at] for at in sorted(places.values()))
    return functions + tuple(one for at, one in enumerate(body) if at not in places.values())


def _names(code: Any, binders: set[int]) -> bool:
    """Whether code names one of some locals."""
    if not binders or not isinstance(code, tuple):
        return False
    if type(code) is core.Local:
        return code.binder in binders
    return any(_names(one, binders) for one in code)


def without_blocks(body: tuple[Any, ...]) -> tuple[Any, ...]:
    """A body without the wrapping of one value: `return { a; b }` is `a; return b`."""
    if body and type(body[-1]) is core.Return and type(body[-1].value) is core.BlockValue:
        last: core.Return = body[-1]
        block: Any = last.value
        body = (*body[:-1], *block.statements)
        if block.value is not None:
            return without_blocks((*body, core.Return(block.value, last.row)))
    return body


def stored_last(body: tuple[Any, ...], binder: int) -> tuple[Any, ...]:
    """Statements whose last value is stored to a local."""
    if not body:
        return body
    last = body[-1]
    if type(last) is core.Evaluate:
        pattern = core.TargetPattern(core.Local(binder, last.row), last.row)
        value = last.value
        if type(value) is core.BlockValue:
            if value.value is None:
                return (*body[:-1], *value.statements)
            body, value = (*body[:-1], *value.statements, last), value.value
        return (*body[:-1], core.Evaluate(core.Assign(pattern, value, last.row), last.row))
    if type(last) is core.If:
        arms = stored_last(last.then, binder), stored_last(last.otherwise, binder)
        return (*body[:-1], last._replace(then=arms[0], otherwise=arms[1]))
    if type(last) is core.Block:
        return (*body[:-1], last._replace(statements=stored_last(last.statements, binder)))
    return body
