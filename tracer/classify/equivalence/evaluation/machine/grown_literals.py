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
SORTED_AT_ONCE = law(
    "sorted-at-once",
    "A list of all elements of something, which the next statement sorts, is what `sorted` makes.",
    "def f(a):\n    b = list(a)\n    b.sort(reverse=True)\n    return b\n",
    "def f(a):\n    return sorted(a, reverse=True)\n",
    "def f(a):\n    b = list(a)\n    b.sort()\n    return b\n",
)
FILLED = law(
    "filled-structure",
    "A local that points to a new structure, and right after it stores to fields that the literal "
    "does not name, of values that do not mention it, is the literal of all.",
    "package p\n\ntype t struct{ a, b int }\n\nfunc f(n int) *t {\n\tx := &t{}\n\tx.a = n\n"
    "\treturn x\n}\n",
    "package p\n\ntype t struct{ a, b int }\n\nfunc f(n int) *t {\n\treturn &t{a: n}\n}\n",
    "package p\n\ntype t struct{ a, b int }\n\nfunc f(n int) *t {\n\treturn &t{b: n}\n}\n",
    "go",
)
_SORTS = {"list": "list", "set": "set"}
_KEYED = frozenset({"dict", "object"})
_FORBIDDEN = frozenset({"__proto__"})  # a store to it is no new member


def grown(
    m: Machine, statements: tuple[core.Statement, ...], start: int, s: State
) -> tuple[core.Statement, int]:
    """The statement that makes all of a literal, and the last place of those that it stands for."""
    one = statements[start]
    if start + 1 < len(statements):
        whole = _sorted_at_once(m, one, statements[start + 1], s)
        if whole is not None:
            return whole, start + 1
    filled = _filled(m, statements, start, s)
    if filled is not None:
        return filled
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


def _sorted_at_once(
    m: Machine, one: core.Statement, after: core.Statement, s: State
) -> core.Statement | None:
    """`a = list(b)` and `a.sort(key=c)` as `a = sorted(b, key=c)`; None for anything else."""
    binder, value = _given(one)
    path = value.function.path if _is_external_call(value) else ""
    known = m.library.function(path) if path else None
    makes = [name for name, of in m.library.functions.items() if of.law == "sorted-new"]
    if binder is None or known is None or known.law != "list" or len(value.arguments) != 1:
        return None
    call = after.value if isinstance(after, core.Evaluate) else None
    if not makes or not isinstance(call, core.Call) or not isinstance(call.function, core.Member):
        return None
    if call.function.name != "sort" or not _is_local(call.function.object, binder):
        return None
    plain = (core.Literal, core.Function, core.Ref, core.External)
    if any(not given.label or not isinstance(given.value, plain) for given in call.arguments):
        return None
    first = value.arguments[0]
    if first.label or first.spread or not _applies(m, binder, s):
        return None
    if any(s.frame.facts.mentioned(part)[binder] for part in (first, *call.arguments)):
        return None
    m.law(SORTED_AT_ONCE)
    made = value._replace(function=core.External(makes[0]), arguments=(first, *call.arguments))
    return _with(one, made)


def _is_external_call(value: Any) -> bool:
    return isinstance(value, core.Call) and isinstance(value.function, core.External)


def _given(one: core.Statement) -> tuple[int | None, Any]:
    """The local that a statement gives a value, and the value."""
    pattern: Any = None
    value: Any = None
    if isinstance(one, core.Let) and not one.otherwise:
        pattern, value = one.pattern, one.value
    elif isinstance(one, core.Evaluate) and isinstance(one.value, core.Assign):
        pattern, value = one.value.target, one.value.value
    if isinstance(pattern, core.TargetPattern):
        pattern = pattern.place
    is_local = isinstance(pattern, core.BindPattern | core.Local)
    return (pattern.binder if is_local else None), value


def _filled(
    m: Machine, statements: tuple[core.Statement, ...], start: int, s: State
) -> tuple[core.Statement, int] | None:
    """A new structure behind a pointer with the fields that the next statements store."""
    one: Any = statements[start]
    if m.semantics.structs != "values" or not m.semantics.methods_bind:
        return None
    if not (isinstance(one, core.Let) and isinstance(one.pattern, core.BindPattern)):
        return None
    made, binder = one.value, one.pattern.binder
    if not (isinstance(made, core.Unary) and made.operator == "&"):
        return None
    literal = made.operand
    if not isinstance(literal, core.Construct) or literal.kind != "struct":
        return None
    if binder in s.frame.facts.cells or binder in s.watched:
        return None
    items, at = literal.items, start + 1
    while at < len(statements):
        more = _field(m, statements[at], binder, literal.type, items)
        if more is None or s.frame.facts.mentioned(more)[binder]:
            break
        items = (*items, more)
        at += 1
    if at == start + 1:
        return None
    m.law(FILLED)
    whole = made._replace(operand=literal._replace(items=items))
    return one._replace(value=whole), at - 1


def _field(
    m: Machine, one: core.Statement, binder: int, of: core.Type, items: tuple[core.Item, ...]
) -> core.Item | None:
    """The item that a store to an own field of a structure is, if its literal has none yet."""
    store = one.value if isinstance(one, core.Evaluate) else None
    if not isinstance(store, core.Assign) or not isinstance(store.target, core.TargetPattern):
        return None
    place = store.target.place
    if not isinstance(place, core.Member) or not _is_local(place.object, binder):
        return None
    field = place.owner
    if field is None or not isinstance(of.name, core.Symbol):
        return None
    if field._replace(path=field.path[:-1]) != of.name or m.context.kind(field) != core.Kind.FIELD:
        return None
    named = [item.key.symbol for item in items if isinstance(item.key, core.Ref)]
    if len(named) < len(items) or field in named:
        return None
    return core.Item(store.value, core.Ref(field, place.row))


def _applies(m: Machine, binder: int, s: State) -> bool:
    """Whether no other code can see what the local holds before the last of the statements."""
    plain = m.semantics.structs == "references" and not m.semantics.types_matter
    return plain and binder not in s.frame.facts.cells and binder not in s.watched


def _made(one: core.Statement) -> tuple[int, core.Construct] | None:
    """The local that a statement gives a literal, and the literal."""
    binder, value = _given(one)
    if not isinstance(value, core.Construct) or value.kind not in (*_SORTS, *_KEYED):
        return None
    if binder is None or any(item.spread for item in value.items):
        return None
    return binder, value


def _with(one: Any, literal: core.Expression) -> core.Statement:
    """A statement with another value."""
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
