"""A local that holds a step of a chain and is used once, by the next statement, as the step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

NAMED_STEP = law(
    "named-step",
    "A local that holds the list of a `map` or `filter`, and that only the next statement reads, "
    "once and before anything else happens, is that call.",
    "function f(a: number[]) { const b = a.filter((c) => c > 1); return b.map((c) => c * 2) }\n",
    "function f(a: number[]) { return a.filter((c) => c > 1).map((c) => c * 2) }\n",
    "function f(a: number[]) { return a.map((c) => c * 2).filter((c) => c > 1) }\n",
    "typescript",
)
_STEPS = frozenset({"map", "filter", "flat map"})
# Which part of an expression or statement is evaluated before all else that it does.
_FIRST = {
    core.Member: "object",
    core.Index: "object",
    core.Unary: "operand",
    core.Binary: "left",
    core.Logical: "left",
    core.Conditional: "test",
    core.Return: "value",
    core.Evaluate: "value",
    core.Let: "value",
    core.If: "test",
    core.ForEach: "iterable",
}


def with_named_steps(
    m: Machine, statements: tuple[core.Statement, ...], start: int, s: State
) -> tuple[core.Statement, int]:
    """The statement with the steps that it uses, and its place."""
    one, at = statements[start], start
    while m.semantics.steps_make_lists and at + 1 < len(statements):
        used = _using(m, one, statements[at + 1], s)
        if used is None:
            break
        m.law(NAMED_STEP)
        one, at = used, at + 1
    return one, at


def _using(m: Machine, one: Any, after: Any, s: State) -> core.Statement | None:
    """The next statement with the step that a declaration names in place of the name."""
    if not isinstance(one, core.Let) or not isinstance(one.pattern, core.BindPattern):
        return None
    binder, step, code = one.pattern.binder, one.value, s.frame.function
    if code is None or binder in s.frame.facts.cells or binder in s.watched:
        return None
    if not isinstance(step, core.Call) or not isinstance(step.function, core.Member):
        return None
    known = m.library.method("list", step.function.name)
    if known is None or known.law not in _STEPS:
        return None
    if s.frame.facts.mentioned(code)[binder] != 2 or not s.frame.facts.mentioned(after)[binder]:  # noqa: PLR2004
        return None
    made: core.Statement | None = _replaced(after, binder, step)
    return made


def _replaced(node: Any, binder: int, by: core.Expression) -> Any:
    """A node with an expression for the local that it evaluates first; None where it does not."""
    if isinstance(node, core.Local):
        return by if node.binder == binder else None
    if isinstance(node, core.Call):
        return _replaced_in_call(node, binder, by)
    field = _FIRST.get(type(node))
    if field is None or (getattr(node, "pattern", None) is not None and isinstance(node, core.If)):
        return None
    made = _replaced(getattr(node, field), binder, by)
    return None if made is None else node._replace(**{field: made})


def _replaced_in_call(node: core.Call, binder: int, by: core.Expression) -> Any:
    """The same of a call: its receiver, or its first argument where the function is a name."""
    if isinstance(node.function, core.Member):
        made = _replaced(node.function, binder, by)
        if made is not None:
            return node._replace(function=made)
    if not node.arguments or not _is_name(node.function):
        return None
    first = node.arguments[0]
    made = _replaced(first.value, binder, by)
    if made is None:
        return None
    return node._replace(arguments=(first._replace(value=made), *node.arguments[1:]))


def _is_name(node: Any) -> bool:
    """Whether an expression only names a function."""
    while isinstance(node, core.Member) and not node.is_optional:
        node = node.object
    return isinstance(node, (core.External, core.Ref))
