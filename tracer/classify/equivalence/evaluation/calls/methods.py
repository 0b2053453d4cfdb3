"""Calls of methods: on what they are called, and which one is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import SEVERAL, arguments
from tracer.classify.equivalence.evaluation.calls.callees import (
    call_symbol,
    called,
    plain_call,
)
from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.conversions import declared_of, seen_whole
from tracer.classify.equivalence.evaluation.machine.values import is_plain, read_through, sort_of
from tracer.classify.equivalence.evaluation.places.pointers import place_of
from tracer.classify.equivalence.evaluation.values.members import (
    base_of,
    missing,
    optional,
)
from tracer.classify.equivalence.evaluation.values.presence import is_there
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def call_method(m: Machine, e: core.Call, function: core.Member, s: State, k: Continue) -> Term:
    """A call of a member: the receiver, the arguments, then the method that is found."""
    from tracer.classify.equivalence.evaluation.control.streams import is_eager, lazily
    from tracer.classify.equivalence.evaluation.laws.library_laws import (
        GOES_THROUGH,
        library_call,
        with_lazy_arguments,
    )

    special = library_call(m, e, s, k)
    if special is not None:
        return special

    def on(receiver: Term, s2: State) -> Term:
        receiver = seen_whole(m, receiver, function.owner)
        if receiver[0] == "var" and m.library.method("Option", function.name) is not None:
            return m.load(("cell", receiver), s2, on)
        if is_eager(m, receiver) and not all(_is_said(m, one.value) for one in e.arguments):
            return m.streams[receiver[1]].force(s2, on)
        held = _plain_held(m, receiver, function) if receiver[0] == "var" else ""
        if held:
            return m.load(("cell", receiver), s2, lambda v, s3: on(_typed(m, v, held), s3))
        sort = "stream" if receiver[0] == "stream" else sort_of(m, receiver)
        known = m.library.method(sort, function.name)
        if (
            known is not None
            and known.law in GOES_THROUGH
            and not m.context.defines_member(function.name)
        ):
            f = ("method", method_leaf(m, function, receiver), receiver)
            return with_lazy_arguments(m, e, receiver, f, known, s2, k)

        def given_to(given: list[Given], s3: State) -> Term:
            def applied(now: Term, s4: State) -> Term:
                return apply_method(m, e, function, now, given, s4, k)

            if e.arguments and _is_own_part(m, function.object):
                return base_of(m, function.object, s3, applied)
            return applied(receiver, s3)

        return arguments(m, e, s2, given_to)

    if function.is_optional:
        return optional(m, function.object, s, on, lambda s2: k(missing(m), s2))
    lends = m.context.lends
    if (
        lends is not None
        and isinstance(function.object, core.Member | core.Index)
        and lends(function)
    ):
        return place_of(m, function.object, s, lambda p, s2: on(("un", "&mut", ("place", *p)), s2))
    if isinstance(function.object, core.Call | core.Construct):
        return lazily(m, function.object, s, on)
    return base_of(m, function.object, s, on)


def _is_own_part(m: Machine, node: core.Expression) -> bool:
    """Whether a receiver is a part of the object itself, which no store puts another in place of.

    When it is looked up says nothing then: arguments may be evaluated before.
    """
    if not m.semantics.has_references or not isinstance(node, core.Member):
        return False
    if not isinstance(node.object, core.Self) or node.owner is None or not node.owner.module:
        return False
    of = str(m.context.field_type(node.owner).name)
    return bool(of) and of not in ("&", "*", "array") and "ptr" not in of


def _is_said(m: Machine, node: core.Expression) -> bool:
    """Whether an argument has its value whenever it is evaluated: code, a literal, a new object."""
    if isinstance(node, core.Construct):
        return all(item.key is None and _is_said(m, item.value) for item in node.items)
    if isinstance(node, core.Ref):
        return m.context.kind(node.symbol) is core.Kind.FUNCTION
    return isinstance(node, core.Function | core.Literal | core.External)


def _plain_held(m: Machine, receiver: Term, function: core.Member) -> str:
    """The sort of plain value that a local holds, which others may change, if it is only read."""
    changing, owner = m.semantics.changing_methods, function.owner
    if not changing or function.name in changing:
        return ""
    sort = sort_of(m, receiver)
    if not sort and owner is not None and not owner.module and len(owner.path) == SEVERAL:
        sort = m.library.sort(owner.path[0])
    return sort if is_plain(sort) else ""


def _typed(m: Machine, value: Term, sort: str) -> Term:
    """A value that is known to be of a sort."""
    if value[0] not in ("c", "var"):
        m.types.setdefault(value, sort)
    return value


def apply_method(
    m: Machine,
    e: core.Call,
    function: core.Member,
    receiver: Term,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term:
    """A method called on an object."""
    from tracer.classify.equivalence.evaluation.laws.library_laws import (
        library_method,
    )

    if receiver[0] == "ext" and variants.kind_of(m, receiver) is None:
        path = ("ext", f"{receiver[1]}.{function.name}")
        return called(m, e, path, given, s, k)
    if function.owner is not None and m.context.kind(function.owner) in (
        core.Kind.METHOD,
        core.Kind.FUNCTION,
    ):
        return call_symbol(m, e, function.owner, receiver, given, s, k)
    if function.owner is not None and m.context.kind(function.owner) is core.Kind.FIELD:
        leaf = ("member", function.owner)
        return m.load(("attr", receiver, leaf), s, lambda f, s2: plain_call(m, e, f, given, s2, k))
    known_receiver(m, receiver, function, s)
    if m.library.method(sort_of(m, receiver), function.name) is not None:
        receiver = read_through(m, receiver)
    special = library_method(m, e, function, receiver, given, s, k)
    if special is not None:
        return special
    if receiver[0] == "stream":
        return m.streams[receiver[1]].force(
            s, lambda r, s2: apply_method(m, e, function, r, given, s2, k)
        )
    leaf = method_leaf(m, function, receiver)
    sort = sort_of(m, receiver)
    known = m.library.method(sort, function.name)
    final = bool(sort) and m.semantics.library_types_final
    is_said = bool(sort) and not m.semantics.types_matter
    is_own = m.context.derives_member if is_said else m.context.defines_member
    if known is not None and (final or not is_own(function.name)):
        return apply_known(m, e, ("method", leaf, receiver), known, given, s, k)
    callee = ("method", leaf, receiver)
    if is_there(m, receiver, s):
        return plain_call(m, e, callee, given, s, k)
    return plain_call(m, e, callee, given, s, k)


def method_leaf(m: Machine, function: core.Member, receiver: Term) -> Term:
    """The leaf that names a method.

    Of outside types of one sort it is one method, whichever of them the receiver is declared as:
    the object decides.
    """
    owner = function.owner
    if owner is None:
        return of_library(m, sort_of(m, receiver), function.name)
    if owner.module or len(owner.path) != SEVERAL or m.context.outline(owner) is not None:
        return ("member", owner)
    return ("member", core.Symbol("", (m.library.sort(owner.path[0]), owner.path[1])))


def of_library(m: Machine, sort: str, name: str) -> Term:
    """The leaf of a method of an outside type, as far as the type is seen."""
    if not sort or m.library.method(sort, name) is None:
        return ("member", name)
    return ("member", core.Symbol("", (m.library.sort(sort), name)))


def known_receiver(m: Machine, receiver: Term, function: core.Member, s: State) -> None:
    """Where a member is known to be one of an outside type, so is the type of the object."""
    owner = function.owner
    if owner is None or owner.module or len(owner.path) != SEVERAL or m.context.outline(owner):
        return
    if m.semantics.references_valid and _may_be_lent(m, receiver, function, s):
        return
    if receiver[0] not in ("c", "new", "fmt", "tuple", "fn") and m.context.allows("types-hold"):
        m.types.setdefault(receiver, m.library.sort(owner.path[0]))


def _may_be_lent(m: Machine, receiver: Term, function: core.Member, s: State) -> bool:
    """Whether a receiver may be a reference through which a value of a plain type changes."""
    assert function.owner is not None
    if not is_plain(m.library.sort(function.owner.path[0])):
        return False
    declared = m.exact.get(receiver, core.UNKNOWN)
    if not declared.name and isinstance(function.object, core.Local):
        declared = declared_of(m, s.frame.types, function.object.binder)
    return not declared.name or declared.name == "&mut"
