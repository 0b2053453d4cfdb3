"""Locals that hold literals and are only read: static ones, loops over small tables (C, C++)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.facts import Facts

STATICS = law(
    "constant-static",
    "A static local that is made with literals, and only read, is a local that is made in each "
    "call.",
    'const char *f(int a) { static const char *const b[] = {"x", "y"}; return b[a]; }\n',
    'const char *f(int a) { const char *const b[] = {"x", "y"}; return b[a]; }\n',
    'const char *f(int a) { const char *const b[] = {"y", "x"}; return b[a]; }\n',
    "c",
)
UNROLLED = law(
    "table-loop",
    "A loop over a local array of no more than eight literals, which is only read, that uses its "
    "counter for nothing else, is its body for each of them.",
    "int g(int);\nint f(int a) { static const int b[] = {3, 5}; "
    "for (int i = 0; i < 2; i++) { if (g(a) == b[i]) { return 1; } } return 0; }\n",
    "int g(int);\nint f(int a) { if (g(a) == 3) { return 1; } if (g(a) == 5) { return 1; } "
    "return 0; }\n",
    "int g(int);\nint f(int a) { if (g(a) == 5) { return 1; } if (g(a) == 3) { return 1; } "
    "return 0; }\n",
    "c",
)
_LITERAL = (
    core.Literal, core.Construct, core.Item, core.Unary, core.Binary, core.Ref, core.Type,
    core.Symbol,
)  # fmt: skip
_MOST = 8  # elements


class _Table(NamedTuple):
    """A local array: its binder, and its elements as they are held."""

    binder: int
    elements: tuple[Any, ...]


def unrolled(code: Any) -> Any:
    """Code with such loops as the rounds that they are; the same object where there are none."""
    if not isinstance(code, core.Function):
        return code
    lets = [one for one in walk(code, into_functions=False) if isinstance(one, core.Let)]
    tables = [found for found in map(_table, lets) if found is not None]
    tables = [one for one in tables if only_read(code.body, one.binder, is_whole=True)]
    return _rewritten(code, {one.binder: one for one in tables}) if tables else code


def _table(n: core.Let) -> _Table | None:
    value: Any = n.value
    if not isinstance(n.pattern, core.BindPattern) or not isinstance(value, core.Construct):
        return None
    of = n.pattern.type
    if of.name != "array" or len(of.arguments) != 1 or not 1 <= len(value.items) <= _MOST:
        return None
    if any(one.key is not None or one.spread for one in value.items):
        return None
    values = [one.value for one in value.items]
    if not all(isinstance(one, core.Literal) for one in values):
        return None
    held = of.arguments[0]
    if held.name == "*":
        return _Table(n.pattern.binder, tuple(values))
    if not isinstance(held.name, str) or not held.name:
        return None
    return _Table(n.pattern.binder, tuple(core.Cast(one, held) for one in values))


def _rewritten(node: Any, tables: dict[int, _Table]) -> Any:
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
        return node
    parts = [_rewritten(one, tables) for one in node]
    if any(one is not other for one, other in zip(parts, node, strict=True)):
        node = type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
    rounds = _rounds(node, tables) if isinstance(node, core.Loop) else None
    return node if rounds is None else core.Block(rounds, node.row)


def _rounds(n: core.Loop, tables: dict[int, _Table]) -> tuple[Any, ...] | None:
    """The body of a loop for each element of the table that it goes through."""
    counter = _counter(n)
    found = None if counter is None else _bound(n.test, counter, tables)
    if counter is None or found is None:
        return None
    if any(isinstance(one, core.Leave | core.Function | core.Opaque) for one in walk(n.body)):
        return None
    made = []
    for element in found.elements:
        body = _with_element(n.body, found.binder, counter, element)
        if any(isinstance(one, core.Local) and one.binder == counter for one in walk(body)):
            return None
        made.append(core.Block(body, n.row))
    return tuple(made)


def _counter(n: core.Loop) -> int | None:
    """The local that a loop counts in, from 0 by 1."""
    if len(n.setup) != 1 or len(n.step) != 1 or n.otherwise or n.is_checked_after or n.pattern:
        return None
    start, step = n.setup[0], n.step[0]
    if not isinstance(start, core.Let) or not isinstance(start.pattern, core.BindPattern):
        return None
    if not _is_number(start.value, "0") or not isinstance(step, core.Evaluate):
        return None
    update = step.value
    if not isinstance(update, core.Update) or update.operator != "+":
        return None
    counter = start.pattern.binder
    counts = _is_local(update.target, counter) and _is_number(update.value, "1")
    return counter if counts else None


def _bound(test: Any, counter: int, tables: dict[int, _Table]) -> _Table | None:
    """The table whose length a loop counts to, by number or by `sizeof t / sizeof t[0]`."""
    if not isinstance(test, core.Binary) or test.operator != "<":
        return None
    if not _is_local(test.left, counter):
        return None
    limit: Any = test.right
    if isinstance(limit, core.Binary) and limit.operator == "/":
        whole, part = _sized(limit.left), _sized(limit.right)
        found = tables.get(whole.binder) if isinstance(whole, core.Local) else None
        is_part = isinstance(part, core.Index) and part.object[:1] == whole[:1] if whole else False
        return found if is_part else None
    exact = [one for one in tables.values() if _is_number(limit, str(len(one.elements)))]
    return exact[0] if len(exact) == 1 else None


def _sized(node: Any) -> Any:
    """What `sizeof` is asked of."""
    is_asked = isinstance(node, core.Call) and node.kind == "sizeof" and len(node.arguments) == 1
    return node.arguments[0].value if is_asked else None


def _with_element(node: Any, table: int, counter: int, element: Any) -> Any:
    if isinstance(node, core.Index) and _is_local(node.object, table):
        return element if _is_local(node.key, counter) else node
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
        return node
    parts = [_with_element(one, table, counter, element) for one in node]
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def _is_number(node: Any, text: str) -> bool:
    return isinstance(node, core.Literal) and node.kind == "int" and node.value == text


def _is_local(node: Any, binder: int) -> bool:
    return isinstance(node, core.Local) and node.binder == binder


def is_constant(n: core.Let, function: core.Function | None, facts: Facts) -> bool:
    """Whether a static local is only read, where it stands or by an index, and made of literals."""
    if not isinstance(n.pattern, core.BindPattern) or n.value is None or function is None:
        return False
    if n.pattern.binder in facts.cells or n.pattern.binder in facts.parted:
        return False  # lent to what may change it
    if any(hasattr(one, "_fields") and not isinstance(one, _LITERAL) for one in walk(n.value)):
        return False
    if any(isinstance(one, core.Unary) and one.operator == "&" for one in walk(n.value)):
        return False
    is_whole = isinstance(n.value, core.Construct) or n.pattern.type.name in ("array", "&")
    return only_read(function.body, n.pattern.binder, is_whole=is_whole)


def only_read(code: Any, binder: int, *, is_whole: bool) -> bool:
    """Whether code does nothing with a local but read it; of an array only its elements."""
    if not isinstance(code, tuple) or isinstance(code, core.Symbol | core.Type):
        return True
    if isinstance(code, core.Call) and code.kind == "sizeof":
        return True  # which does not evaluate it
    if isinstance(code, core.Opaque):
        return all(_of(one) != binder for one in walk(code))
    if isinstance(code, core.Local):
        return not (is_whole and code.binder == binder)
    if isinstance(code, core.Index) and _of(code.object) == binder:
        return only_read(code.key, binder, is_whole=is_whole)
    if isinstance(code, core.Unary) and code.operator == "&" and _root(code.operand) == binder:
        return False
    target = getattr(code, "place", None) or getattr(code, "target", None)
    if target is not None and _root(target) == binder:
        return False
    return all(only_read(one, binder, is_whole=is_whole) for one in code)


def _of(node: Any) -> int | None:
    return node.binder if isinstance(node, core.Local) else None


def _root(node: Any) -> int | None:
    while isinstance(node, core.Index | core.Member):
        node = node.object
    return _of(node)
