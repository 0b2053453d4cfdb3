"""Static locals that hold the same in every call: what they are made with is a literal (C, C++)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
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
_LITERAL = (
    core.Literal, core.Construct, core.Item, core.Unary, core.Binary, core.Ref, core.Type,
    core.Symbol,
)  # fmt: skip


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
    return _only_read(function.body, n.pattern.binder, is_whole=is_whole)


def _only_read(code: Any, binder: int, *, is_whole: bool) -> bool:
    """Whether code does nothing with a local but read it; of an array only its elements."""
    if not isinstance(code, tuple) or isinstance(code, core.Symbol | core.Type):
        return True
    if isinstance(code, core.Opaque):
        return all(_of(one) != binder for one in walk(code))
    if isinstance(code, core.Local):
        return not (is_whole and code.binder == binder)
    if isinstance(code, core.Index) and _of(code.object) == binder:
        return _only_read(code.key, binder, is_whole=is_whole)
    if isinstance(code, core.Unary) and code.operator == "&" and _root(code.operand) == binder:
        return False
    target = getattr(code, "place", None) or getattr(code, "target", None)
    if target is not None and _root(target) == binder:
        return False
    return all(_only_read(one, binder, is_whole=is_whole) for one in code)


def _of(node: Any) -> int | None:
    return node.binder if isinstance(node, core.Local) else None


def _root(node: Any) -> int | None:
    while isinstance(node, core.Index | core.Member):
        node = node.object
    return _of(node)
