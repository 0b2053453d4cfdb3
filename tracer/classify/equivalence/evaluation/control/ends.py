"""What ends with a scope or statement: locals and temporaries that may have destructors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.state import Open
from tracer.classify.equivalence.evaluation.machine.values import (
    is_plain,
    is_plain_type,
    sort_of,
)
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def with_destructor(m: Machine, p: object, value: Term, s: State) -> State:
    """A local whose type may do something when it ends leaves something open."""
    if not m.semantics.has_destructors or not isinstance(p, core.BindPattern):
        return s
    if not m.context.has_destructors or s.frame.facts.refers(p.binder):
        return s
    if is_plain_type(m, p.type):
        return s
    if is_plain(sort_of(m, value)):
        return s
    if value in m.made_rows and _ends_quietly(m, value):
        return s
    if value[0] in _OWNED and not _is_copied(m, p, value) and not _is_taken_over(m, value):
        return s
    if sort_of(m, value) in m.semantics.plain_types and not _holds_results(m, value):
        return s
    return s._replace(opens=(*s.opens, Open("drop", value)))


def _ends_quietly(m: Machine, value: Term) -> bool:
    """Whether a new structure is of a type whose end does nothing (Rust)."""
    if not m.semantics.temporaries_last or len(value) <= 5:  # noqa: PLR2004
        return False
    of = value[5][1]
    return isinstance(of, tuple) and not _class_may_end(m, of[1], 0)


_OWNED = frozenset({"p", "un", "c", "fmt", "attr", "sub"})  # values that others destroy


def _is_copied(m: Machine, p: core.BindPattern, value: Term) -> bool:
    """Whether a local is surely a copy, whose destructor runs at the end of its scope (C++)."""
    declared = p.type if p.type.name else m.exact.get(value, core.UNKNOWN)
    is_known = bool(declared.name) and declared.name not in ("&", "&&", "*", "auto")
    return m.semantics.has_references and is_known and not is_plain_type(m, declared)


def _is_taken_over(m: Machine, value: Term) -> bool:
    """Whether a parameter's value ends with the local that it is moved to (Rust)."""
    if m.semantics.structs != "moves" or value[0] != "p":
        return False
    declared = m.exact.get(value, core.UNKNOWN)
    return bool(declared.name) and not is_plain_type(m, declared)


def _holds_results(m: Machine, value: Term) -> bool:
    """Whether a literal of a collection holds what calls gave, which may have destructors."""
    if isinstance(value[0], tuple):  # key and value
        return any(_holds_results(m, one) for one in value)
    if value[0] not in ("new", "tuple"):
        return value[0] == "v" and sort_of(m, value) not in m.semantics.plain_types
    items = value[3] if value[0] == "new" else value[1]
    return any(_holds_results(m, one) for one in items if isinstance(one, tuple) and one)


# Temporaries (Rust): what a call gives, and nothing keeps, ends with the statement it stands in.

_ACTING = (core.Call, core.Update, core.Opaque, core.Await, core.Yield, core.Template)
_NESTED = 4  # types inside types


def lasting(m: Machine, subject: Any, bodies: Any, value: Term, s: State) -> State:
    """What is matched on, where a temporary in it ends after the bodies, and may act then.

    `match f() { .. }` and `if let .. = f()` keep what `f` gave; `if f().is_some()` does not.
    """
    if not m.semantics.temporaries_last or not m.context.has_destructors or not _acts(bodies):
        return s
    if not any(_is_temporary(m, one, s) for one in walk(subject, into_functions=False)):
        return s
    return s._replace(opens=(*s.opens, Open("drop", ("temporary", value))))


def before_else(n: core.If, s: State, depth: int) -> State:
    """The other way of an `if let`: editions of Rust differ in what ends before it."""
    if len(s.opens) == depth or n.pattern is None:
        return s
    if not _acts(n.otherwise):
        return s
    last = s.opens[-1]
    return s._replace(opens=(*s.opens[:-1], last._replace(id=("around else", last.id))))


def _is_temporary(m: Machine, node: Any, s: State) -> bool:
    """Whether an expression makes a new value whose end may do something."""
    if not isinstance(node, core.Call | core.Construct):
        return False
    if isinstance(node, core.Call) and not node.type.name and node.type_arguments:
        # `text.parse::<i32>()`: the library makes what it is told to, of a text.
        return not _is_of_text(m, node, s) or any(_may_end(m, one) for one in node.type_arguments)
    return _may_end(m, node.type)


def _is_of_text(m: Machine, node: core.Call, s: State) -> bool:
    """Whether a method is called on a text."""
    if not isinstance(node.function, core.Member):
        return False
    owner, on = node.function.owner, node.function.object
    if owner is not None:
        return not owner.module and owner.path[0] == "str"
    return (
        isinstance(on, core.Local)
        and on.binder in s.env
        and (sort_of(m, s.env[on.binder]) == "str")
    )


def _acts(bodies: Any) -> bool:
    """Whether code does something that may come before or after the end of a value."""
    return any(
        isinstance(one, _ACTING) or (isinstance(one, core.Assign) and not _is_local(one.target))
        for one in walk(bodies)
    )


def _is_local(target: Any) -> bool:
    place = target.place if isinstance(target, core.TargetPattern) else target
    return isinstance(place, core.Local)


def _may_end(m: Machine, of: core.Type, depth: int = 0) -> bool:
    """Whether the end of a value of a type may do something, or the type is not known."""
    if isinstance(of.name, core.Symbol):
        return depth > _NESTED or _class_may_end(m, of.name, depth)
    if of.name in ("&", "&mut", "*", "lifetime"):
        return False
    held = of.arguments
    is_holder = of.name in m.semantics.holding_types and (held or of.name == "tuple")
    if not is_holder and not is_plain_type(m, of._replace(arguments=())):
        return True
    return any(_may_end(m, one, depth + 1) for one in held)


def _class_may_end(m: Machine, symbol: core.Symbol, depth: int) -> bool:
    """Whether a structure or enum of the program says what its end does, or holds what does."""
    found = m.context.definition(symbol)
    if found is None or found.kind not in (core.Kind.CLASS, core.Kind.ENUM):
        return True
    for one in found.members:
        kind = m.context.kind(one)
        if kind is core.Kind.METHOD:
            if one.path[-1].split("#")[0] == "drop":
                return True
        elif kind is core.Kind.VARIANT:
            made = m.context.definition(one)
            if made is None or any(_may_end(m, t, depth + 1) for t in made.type.arguments):
                return True
        elif _may_end(m, m.context.field_type(one), depth + 1):
            return True
    return False
