"""What has no term of its own: constructs that a table does not know, and code as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    statement,
)
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import (
        Machine,
    )


def written(node: Any, numbers: dict[int, int] | None = None) -> Any:
    """Code as a term: as it is written, without rows, locals by first occurrence."""
    known: dict[int, int] = {} if numbers is None else numbers
    if isinstance(node, core.Symbol):
        return ("sym", node)
    if isinstance(node, core.Type):
        return type_term(node)
    if isinstance(node, core.Member):
        leaf = ("member", node.owner if node.owner is not None else node.name)
        return ("Member", written(node.object, known), leaf, node.is_optional)
    if isinstance(node, frozenset):
        return ("flags", *sorted(str(one) for one in node if isinstance(one, str)))
    if isinstance(node, tuple) and hasattr(node, "_fields"):
        made: list[Any] = [type(node).__name__]
        for name, value in zip(node._fields, node, strict=True):
            if name == "row" or (name == "captures" and isinstance(value, frozenset)):
                continue
            if name == "binder":
                made.append(known.setdefault(value, len(known)))
            elif name == "name" and isinstance(node, core.Parameter):
                made.append(("label", value))
            else:
                made.append(written(value, known))
        return tuple(made)
    if isinstance(node, tuple):
        items = []
        for one in node:
            items.append(written(one, known))  # noqa: PERF401 - terms are deep
        return tuple(items)
    return node


def type_term(node: core.Type) -> Term:
    """A type as a leaf that a symbol map renames."""
    name = ("sym", node.name) if isinstance(node.name, core.Symbol) else node.name
    return ("type", name, tuple(type_term(one) for one in node.arguments), node.is_nullable)


def leaves_it(node: Any) -> bool:
    """Whether code may leave itself: return, break, continue, goto, or a label."""
    return any(
        isinstance(one, core.Return | core.Leave) for one in walk(node, into_functions=False)
    )


def opaque_expression(m: Machine, e: Any, s: State, k: Continue) -> Term:
    """An expression with every effect: as it is written, with the values of its parts."""
    m.context.opaque.append((getattr(e, "kind", type(e).__name__), e.row))
    if leaves_it(e):
        raise UnsupportedError(type(e).__name__)
    if isinstance(e, core.Opaque):
        code: Term = ("opaque", e.kind, e.tokens)
        return _with_parts(m, code, e.parts, e, s, k)
    binders = list(dict.fromkeys(b for b in _locals(e)))
    parts = tuple(core.Local(binder) for binder in binders)
    numbers = {binder: position for position, binder in enumerate(binders)}
    return _with_parts(m, ("written", written(e, numbers)), parts, e, s, k)


def _locals(node: Any) -> list[int]:
    return [one.binder for one in walk(node) if isinstance(one, core.Local | core.BindPattern)]


def _with_parts(
    m: Machine, code: Term, parts: tuple[Any, ...], e: Any, s: State, k: Continue
) -> Term:
    """Its parts that are locals may be stored to; others are evaluated when it likes to."""
    values: list[Term] = []
    for part in parts:
        if isinstance(part, core.Local):
            values.append(("local", s.env.get(part.binder, ("unset",))))
        else:
            values.append(("part", m.value_of(part, s)))

    def after(v: Term, s2: State) -> Term:
        env = dict(s2.env)
        for position, part in enumerate(parts):
            if isinstance(part, core.Local) and env.get(part.binder, ("",))[0] != "var":
                env[part.binder] = ("out", v, position)
        return k(v, s2._replace(env=env))

    return m.event((*code, tuple(values)), s, after)


@statement(core.Opaque)
def opaque(m: Machine, e: core.Opaque, s: State, then: Then) -> Term:
    """A statement that the table does not know."""
    return opaque_expression(m, e, s, lambda _, s2: then(s2))
