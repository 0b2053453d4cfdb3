"""How C++ initialises: `A(int n) : n_(n)` and `int k(n)` as the stores that they are.

Initialisers run in the order of the fields, not in the one they are written in; so one is a store
where nothing could tell: it reads no member, calls nothing, and its field is of a plain type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import NULL
from tracer.classify.equivalence.evaluation.machine.conversions import is_numeric, kept
from tracer.classify.equivalence.evaluation.machine.values import is_plain_type
from tracer.classify.equivalence.evaluation.places.assignments import store_member
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

INITIALISERS = law(
    "plain-initialiser",
    "A number, or a member of a plain type, that is initialised with a value is one that the value "
    "is stored to; of members where the value is no member's.",
    "int f(int a) { int k = a; return k + 1; }\n",
    "int f(int a) { int k(a); return k + 1; }\n",
    "int f(int a) { int k(a + 1); return k + 1; }\n",
    "cpp",
)
TEXTS = law(
    "text-of-literal",
    "A text of the library made of a literal is the literal, where one is made anyhow: as a result "
    "of that type, or beside another such text in a sum.",
    '#include <string>\nstd::string f(const std::string& a) { return "x" + a; }\n',
    '#include <string>\nstd::string f(const std::string& a) { return std::string("x") + a; }\n',
    '#include <string>\nstd::string f(const std::string& a) { return a + std::string("x"); }\n',
    "cpp",
)
_ACTS = (core.Call, core.Self, core.Assign, core.Update, core.Opaque, core.Function)
_PAIR = 2


def initialized(m: Machine, e: core.Call, s: State, k: Continue) -> Term | None:
    """The store that a member's initialiser is; None where it may be more."""
    if len(e.arguments) != _PAIR or s.frame.function is None:
        return None
    place: Any = e.arguments[0].value
    value = moved_out(s, e.arguments[1].value)
    if not isinstance(place, core.Member) or not isinstance(place.object, core.Self):
        return None
    declared = m.context.field_type(place.owner) if place.owner is not None else core.UNKNOWN
    is_scalar = is_numeric(m, declared) or declared.name == "*"
    if isinstance(value, core.Construct) and (is_scalar or declared.name == "std.string"):
        if len(value.items) != 1:
            return None
        value = moved_out(s, value.items[0].value)  # no list of one
    if not is_scalar and not (is_plain_type(m, declared) and _is_of(m, value, declared, s)):
        return None
    if any(isinstance(one, _ACTS) for one in walk(value)):
        return None
    m.law(INITIALISERS)

    def stored(v: Term, s2: State) -> Term:
        return m.evaluate(
            place.object, s2,
            lambda b, s3: store_member(m, b, place, v, s3, lambda s4: k(NULL, s4)),
        )  # fmt: skip

    return m.evaluate(value, s, stored)


def moved_out(s: State, node: Any) -> Any:
    """`std::move(a)` of a local that nothing mentions again, as the local."""
    if (
        isinstance(node, core.Call)
        and isinstance(node.function, core.External)
        and node.function.path == "std.move"
        and len(node.arguments) == 1
    ):
        inner = node.arguments[0].value
        if isinstance(inner, core.Local) and not s.frame.facts.refers(inner.binder):
            mentions = s.frame.facts.mentions[inner.binder]
            return inner if mentions == 1 else node
    return node


def _is_of(m: Machine, value: Any, declared: core.Type, s: State) -> bool:
    """Whether a value is a local of a field's own type, so that it is copied, or a text for one."""
    if isinstance(value, core.Literal):
        return value.kind == "str" and declared.name == "std.string"
    if not isinstance(value, core.Local):
        return False
    known = s.frame.types.get(value.binder, core.UNKNOWN)
    if known.name == "&" and known.arguments:
        known = known.arguments[0]
    return bool(known == declared)


def unmade(node: Any, declared: core.Type) -> Any:
    """A value of the library's that is made explicitly, where one is made anyhow, as what it is of.

    `std::string("a")` is `"a"`, also on the ways of a choice, and `{}` an option without a value.
    """
    if isinstance(node, core.Conditional):
        return node._replace(
            then=unmade(node.then, declared), otherwise=unmade(node.otherwise, declared)
        )
    if declared.name == "std.optional" and isinstance(node, core.Construct):
        is_empty = not node.items and not node.type.name
        return core.External("std.nullopt", node.row) if is_empty else node
    found = text_made(node)
    return found if found is not None and declared.name == "std.string" else node


def text_made(node: Any) -> core.Literal | None:
    """The literal that a text of the library is made of, or None."""
    if (
        isinstance(node, core.Call)
        and isinstance(node.function, core.External)
        and node.function.path == "std.string"
        and len(node.arguments) == 1
        and isinstance(node.arguments[0].value, core.Literal)
        and node.arguments[0].value.kind == "str"
    ):
        return node.arguments[0].value
    return None


def number_of(m: Machine, e: core.Call, s: State, k: Continue) -> Term | None:
    """`int k(a)`: a number of a type, made of another."""
    if not isinstance(e.function, core.External) or len(e.arguments) != 1:
        return None
    declared = core.Type(e.function.path)
    if not is_numeric(m, declared) or e.arguments[0].spread:
        return None
    m.law(INITIALISERS)
    return m.evaluate(e.arguments[0].value, s, lambda v, s2: kept(m, v, declared, s2, k))
