"""A literal that the next statements add to, as the literal of all: nothing can see it between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

GROWN = law(
    "grown-literal",
    "A local that holds a new list, set, dictionary or object, and to which the statements right "
    "after it add what does not mention it, holds the literal of all.",
    "def f(a, b):\n    c = [a]\n    c.append(b)\n    return c\n",
    "def f(a, b):\n    return [a, b]\n",
    "def f(a, b):\n    return [b, a]\n",
)
_SORTS = {"list": "list", "set": "set"}
_KEYED = frozenset({"dict", "object"})
_FORBIDDEN = frozenset({"__proto__"})  # a store to it is no new member


def grown(
    m: Machine, statements: tuple[core.Statement, ...], start: int, s: State
) -> tuple[core.Statement, int]:
    """The statement that makes all of a literal, and the last place of those that it stands for."""
    one = statements[start]
    made = _made(one)
    if made is None or start + 1 == len(statements) or not _applies(m, made[0], s):
        return one, start
    binder, literal = made
    items = literal.items
    at = start + 1
    while at < len(statements):
        more = _added(m, statements[at], binder, literal.kind, items)
        if more is None or any(s.frame.facts.mentioned(part)[binder] for part in more):
            break
        items = (*items, *more)
        at += 1
    if at == start + 1:
        return one, start
    m.law(GROWN)
    return _with(one, literal._replace(items=items)), at - 1


def _applies(m: Machine, binder: int, s: State) -> bool:
    """Whether no other code can see what the local holds before the last of the statements."""
    plain = m.semantics.structs == "references" and not m.semantics.types_matter
    return plain and binder not in s.frame.facts.cells and binder not in s.watched


def _made(one: core.Statement) -> tuple[int, core.Construct] | None:
    """The local that a statement gives a literal, and the literal."""
    pattern: Any = None
    value: Any = None
    if isinstance(one, core.Let) and not one.otherwise:
        pattern, value = one.pattern, one.value
    elif isinstance(one, core.Evaluate) and isinstance(one.value, core.Assign):
        pattern, value = one.value.target, one.value.value
    if not isinstance(value, core.Construct) or value.kind not in (*_SORTS, *_KEYED):
        return None
    if any(item.spread for item in value.items):
        return None
    if isinstance(pattern, core.BindPattern):
        return pattern.binder, value
    if isinstance(pattern, core.TargetPattern) and isinstance(pattern.place, core.Local):
        return pattern.place.binder, value
    return None


def _with(one: Any, literal: core.Construct) -> core.Statement:
    """A statement with another literal."""
    made: core.Statement = (
        one._replace(value=literal)
        if isinstance(one, core.Let)
        else one._replace(value=one.value._replace(value=literal))
    )
    return made


def _added(
    m: Machine, one: core.Statement, binder: int, kind: str, items: tuple[core.Item, ...]
) -> tuple[core.Item, ...] | None:
    """What a statement adds to the literal in a local."""
    if not isinstance(one, core.Evaluate):
        return None
    if kind in _SORTS:
        return _elements(m, one.value, binder, kind)
    store = one.value
    if not isinstance(store, core.Assign) or not isinstance(store.target, core.TargetPattern):
        return None
    place = store.target.place
    if not isinstance(place, core.Member | core.Index) or not _is_local(place.object, binder):
        return None
    key: Any = core.Literal("str", place.name) if isinstance(place, core.Member) else place.key
    known = [item.key for item in items]
    if not isinstance(key, core.Literal) or key.kind != "str" or key.value in _FORBIDDEN:
        return None
    if kind == "dict" and isinstance(place, core.Member):
        return None
    if not all(isinstance(had, core.Literal) and had.kind == "str" for had in known):
        return None
    is_new = all(had is not None and had.value != key.value for had in known)
    named = m.semantics.functions_are_named and isinstance(store.value, core.Function)
    return (core.Item(store.value, key),) if is_new and not named else None


def _elements(m: Machine, call: Any, binder: int, kind: str) -> tuple[core.Item, ...] | None:
    """The elements that a call of a method adds at the end."""
    if not isinstance(call, core.Call) or not isinstance(call.function, core.Member):
        return None
    function = call.function
    if not _is_local(function.object, binder) or function.is_optional or call.is_optional:
        return None
    known = m.library.method(_SORTS[kind], function.name)
    if known is None or known.law != "add" or len(call.arguments) != 1:
        return None
    if call.arguments[0].label or call.arguments[0].spread:
        return None
    return (core.Item(call.arguments[0].value),)


def _is_local(node: Any, binder: int) -> bool:
    return isinstance(node, core.Local) and node.binder == binder
