"""Comparisons of several values at once: `std::tie(a, b) < std::tie(c, d)` (C++)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import truth
from tracer.classify.equivalence.evaluation.laws.library_laws import external_path
from tracer.classify.equivalence.evaluation.machine.conversions import exact_name
from tracer.classify.equivalence.evaluation.machine.values import as_now, referent
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

TIED = law(
    "tied-values",
    "Tuples of whole numbers and texts are compared by the first parts that differ.",
    "#include <tuple>\nstruct A { int x; int y; };\nstatic bool f(const A& a, const A& b) { "
    "return std::tie(a.x, a.y) < std::tie(b.x, b.y); }\n",
    "#include <tuple>\nstruct A { int x; int y; };\nstatic bool f(const A& a, const A& b) { "
    "if (a.x != b.x) { return a.x < b.x; } return a.y < b.y; }\n",
    "#include <tuple>\nstruct A { int x; int y; };\nstatic bool f(const A& a, const A& b) { "
    "if (a.y != b.y) { return a.y < b.y; } return a.x < b.x; }\n",
    "cpp",
)
_ORDERS = frozenset({"<", ">", "<=", ">="})
_WHOLE = frozenset({"int", "long", "short", "char", "bool", "unsigned", "size_t", "long long"})


def compared(m: Machine, e: core.Binary, s: State, k: Continue) -> Term | None:
    """A comparison of two tuples that are made where they are compared; None for any other."""
    left, right = _parts(m, e.left), _parts(m, e.right)
    if left is None or right is None or len(left) != len(right):
        return None
    if e.operator not in _ORDERS | {"==", "!="}:
        return None

    def made(values: list[Term], s2: State) -> Term:
        if s2.pending:
            return m.flushed(s2, lambda s3: made(values, s3))
        now = [as_now(m, one, s2) for one in values]
        pairs = list(zip(now[: len(left)], now[len(left) :], strict=True))
        kinds = [_kind(m, one) for one in values]
        if kinds[: len(left)] != kinds[len(left) :] or not all(kinds):
            return m.event(("operate", e.operator, tuple(values)), s2, k)
        m.law(TIED)
        return m.joined(s2, lambda k2: _from(m, e.operator, pairs, s2, k2), k)

    return m.evaluate_all((*left, *right), s, made)


def _parts(m: Machine, node: Any) -> tuple[core.Expression, ...] | None:
    """The values that a tuple is made of."""
    path = external_path(node.function) if isinstance(node, core.Call) else None
    known = m.library.function(path) if path is not None else None
    if known is None or known.law != "tied" or not node.arguments:
        return None
    if any(one.spread or one.label for one in node.arguments):
        return None
    return tuple(one.value for one in node.arguments)


def _kind(m: Machine, value: Term) -> str:
    """The exact type of a value where its order is total, '' for any other."""
    name = str(referent(m.exact.get(value, core.UNKNOWN)).name) or exact_name(m, value)
    return name if name in _WHOLE or name == m.semantics.text_type else ""


def _from(m: Machine, operator: str, pairs: list[tuple[Term, Term]], s: State, k: Continue) -> Term:
    """The comparison of the first pair, and of the rest where that is equal."""
    one, other = pairs[0]
    if len(pairs) == 1:
        return comparisons.compare(m, operator, one, other, s, k)

    def tested(same: Term, s2: State) -> Term:
        return comparisons.condition(
            m, same, s2, lambda s3: _from(m, operator, pairs[1:], s3, k),
            lambda s3: _differ(m, operator, pairs[0], s3, k),
        )  # fmt: skip

    return comparisons.compare(m, "==", one, other, s, tested)


def _differ(m: Machine, operator: str, pair: tuple[Term, Term], s: State, k: Continue) -> Term:
    """What a comparison gives for two values that differ."""
    if operator in ("==", "!="):
        return k(truth(operator == "!="), s)
    return comparisons.compare(m, operator[0], *pair, s, k)
