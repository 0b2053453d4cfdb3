"""Stores to members, elements and several places at once, and updates such as `a += b`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.open_orders import place_depends_on_order
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import NULL, parts_of
from tracer.classify.equivalence.evaluation.machine.conversions import (
    converted,
    declared_of,
    is_numeric,
    kept,
    seen_whole,
)
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    expression,
)
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.values import computes, is_plain, sort_of
from tracer.classify.equivalence.evaluation.places.patterns import (
    Place,
    assign_pattern,
)
from tracer.classify.equivalence.evaluation.places.pointers import pointed_element
from tracer.classify.equivalence.evaluation.values import comparisons, operators
from tracer.classify.equivalence.evaluation.values.members import (
    base_of,
    element,
    is_own,
    is_static,
    member_leaf,
    owner_of,
    read_member,
)
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.classify.equivalence.evaluation.values.truth import NULLS
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_LAZY = frozenset({"coalesce", "and", "or"})

COMPOUND = law(
    "compound-assignment",
    "`a += b` is `a = a + b` where the operands are numbers, texts or other values that operators "
    "do not change in place.",
    "def f(a: int):\n    a += 1\n    return a\n",
    "def f(a: int):\n    a = a + 1\n    return a\n",
    "def f(a: int):\n    a = a + 2\n    return a\n",
)


OVERWRITTEN = law(
    "overwritten-element",
    "An element of a table that is stored to, and stored to again before anything else happens or "
    "may fail, is stored to once.",
    "def f(t: dict, k: str, n: int):\n    if k not in t:\n        t[k] = 0\n    t[k] += n\n",
    "def f(t: dict, k: str, n: int):\n    t[k] = t.get(k, 0) + n\n",
    "def f(t: dict, k: str, n: int):\n    t[k] = t.get(k, 1) + n\n",
)


@expression(core.Assign)
def assign(m: Machine, e: core.Assign, s: State, k: Continue) -> Term:
    """A store as an expression."""
    if m.semantics.places != "last":
        several = isinstance(e.target, core.TuplePattern)
        patterns = e.target.items if isinstance(e.target, core.TuplePattern) else (e.target,)
        if any(_has_parts(m, one) for one in patterns) and not (
            several and m.semantics.places == "first"
        ):
            return _assign_parts(m, e, patterns, s, k)

    def store(v: Term, s2: State) -> Term:
        return assign_pattern(m, e.target, v, s2, lambda s3: k(as_stored(m, v, e.target, s3), s3))

    return taken_value(
        m, e.target, e.value, s,
        lambda v, s2: _in_any_order(m, e, (s, s, s2), lambda s3: store(v, s3)),
    )  # fmt: skip


def _in_any_order(
    m: Machine, e: core.Assign, states: tuple[State, State, State], then: Then
) -> Term:
    """Go on; an event of its own says where another order of place and value does something else.

    `states`: before both, after the place and after the value.
    """
    patterns = e.target.items if isinstance(e.target, core.TuplePattern) else (e.target,)
    if m.semantics.reads_unordered and any(
        place_depends_on_order(m, one.place, e.value, states)
        for one in patterns
        if isinstance(one, core.TargetPattern) and isinstance(one.place, core.Member | core.Index)
    ):
        return m.event(("unordered",), states[-1], lambda _, s: then(s))
    return then(states[-1])


def taken_value(m: Machine, p: Any, node: Any, s: State, k: Continue) -> Term:
    """The value that a pattern takes; an assertion that also says whether it holds cannot fail."""
    if isinstance(p, core.TuplePattern) and isinstance(node, core.Cast) and node.is_assertion:
        leaf = type_term(node.type)
        return m.evaluate(node.value, s, lambda v, s2: k(("tried", v, leaf), s2))
    return m.evaluate(node, s, k)


def _has_parts(m: Machine, pattern: Any) -> bool:
    """Whether a pattern is a part of an object."""
    if not isinstance(pattern, core.TargetPattern):
        return False
    place = pattern.place
    return isinstance(place, core.Index) or (
        isinstance(place, core.Member) and not is_static_member(m, place)
    )


def _assign_parts(
    m: Machine, e: core.Assign, patterns: tuple[Any, ...], s: State, k: Continue
) -> Term:
    """Stores to parts of objects, which are evaluated before the value."""

    def ready(made: tuple[Any, ...], s2: State) -> Term:
        alone = isinstance(e.target, core.TargetPattern)
        target = made[0] if alone else e.target._replace(items=made)

        def store(v: Term, s3: State) -> Term:
            return assign_pattern(m, target, v, s3, lambda s4: k(as_stored(m, v, e.target, s4), s4))

        return taken_value(
            m, e.target, e.value, s2,
            lambda v, s3: _in_any_order(m, e, (s, s2, s3), lambda s4: store(v, s4)),
        )  # fmt: skip

    def one(made: tuple[Any, ...], s2: State) -> Term:
        if len(made) == len(patterns):
            return ready(made, s2)
        pattern = patterns[len(made)]
        if not _has_parts(m, pattern):
            return one((*made, pattern), s2)
        return _place_of(m, pattern.place, s2, lambda p, s3: one((*made, p), s3))

    return one((), s)


def _place_of(
    m: Machine, place: core.Member | core.Index, s: State, go_on: Callable[[Place, State], Term]
) -> Term:
    """A part of an object as a place: the object and the key are evaluated now."""
    if isinstance(place, core.Member):

        def member_of(b: Term, s2: State) -> Term:
            b = seen_whole(m, b, place.owner)
            return go_on(Place(lambda v, s3, then: store_member(m, b, place, v, s3, then)), s2)

        return owner_of(m, place.object, s, member_of)
    key = place.key

    def element_of(b: Term, i: Term, s2: State) -> Term:
        return go_on(Place(lambda v, s3, then: store_element(m, b, i, v, s3, then)), s2)

    return base_of(
        m, place.object, s,
        lambda b, s2: m.evaluate(key, s2, lambda i, s3: element_of(b, i, s3)),
    )  # fmt: skip


def in_bits(m: Machine, value: Term, place: core.Member) -> Term:
    """A value as a field of so many bits holds it."""
    field = m.context.outline(place.owner) if place.owner is not None else None
    words = field.modifiers if field is not None else ()
    width = next((word for word in words if word.startswith(":")), "")
    return ("cast", value, ("type", f"bits {width}", (), False)) if width else value


def as_stored(m: Machine, value: Term, target: Any, s: State) -> Term:
    """What an assignment gives: the value as its place holds it."""
    from tracer.classify.equivalence.evaluation.values.sizes import type_of

    if not m.semantics.converts_implicitly:
        return value
    place = target.place if isinstance(target, core.TargetPattern) else target
    if isinstance(place, core.Member):
        value = in_bits(m, value, place)
    declared = type_of(m, place, s)
    return converted(m, value, declared) if is_numeric(m, declared) else value


@expression(core.Update)
def update(m: Machine, e: core.Update, s: State, k: Continue) -> Term:
    """Read, operate, store."""
    given = e.gives
    if e.operator in _LAZY:
        return _assigned_lazily(m, e, s, k)

    def combined(old: Term, new: Term, s2: State, store: Any) -> Term:
        def stored(v: Term, s3: State) -> Term:
            return store(
                v,
                s3,
                lambda s4: k(old if given == "old" else as_stored(m, v, e.target, s4), s4),
            )

        if changes_in_place(m, e.operator, old, new):
            extended = _extended(m, e, old, new, s2, stored)
            if extended is not None:
                return extended
            return m.event(("operate in place", e.operator, old, new), s2, stored)
        if given == "old" and m.semantics.text_plus_any and sort_of(m, old) == "str":
            raise UnsupportedError("step of a text")  # which is made a number first
        m.law(COMPOUND)
        return operators.operate(m, e.operator, old, new, s2, stored)

    return with_place(m, e.target, s, lambda old, s2, store: m.evaluate(
        e.value, s2, lambda new, s3: combined(old, new, s3, store)
    ))  # fmt: skip


def _extended(
    m: Machine, e: core.Update, old: Term, new: Term, s: State, k: Continue
) -> Term | None:
    """`a += b` of a list that was made here: its method that takes all elements of another."""
    from tracer.classify.equivalence.evaluation.calls.arguments import Given
    from tracer.classify.equivalence.evaluation.laws.library_laws import LIBRARY_LAWS

    known = m.library.method("list", "extend")
    is_list = e.operator == "+" and old[0] == "new" and sort_of(m, old) == "list"
    if not is_list or known is None or known.law != "extend":
        return None
    call = core.Call(core.Literal("null", ""), (), row=e.row)
    return LIBRARY_LAWS[known.law](m, call, old, [Given(new)], s, lambda _, s2: k(old, s2))


def _assigned_lazily(m: Machine, e: core.Update, s: State, k: Continue) -> Term:
    """`a ??= b`: where the old value decides, b is not evaluated and nothing is stored."""

    def asked(old: Term, s2: State, store: Any, k2: Continue) -> Term:
        def stays(s3: State) -> Term:
            return k2(old, s3)

        def changes(s3: State) -> Term:
            return m.evaluate(e.value, s3, lambda new, s4: store(new, s4, lambda s5: k2(new, s5)))

        if e.operator == "coalesce":
            m.law(NULLS)
            return comparisons.compare(
                m, "==", old, NULL, s2,
                lambda t, s3: comparisons.condition(m, t, s3, changes, stays),
            )  # fmt: skip
        ways = (changes, stays) if e.operator == "and" else (stays, changes)
        return comparisons.condition(m, old, s2, *ways)

    return m.joined(
        s,
        lambda k2: with_place(m, e.target, s, lambda old, s2, store: asked(old, s2, store, k2)),
        k,
    )


def changes_in_place(m: Machine, operator: str, old: Term, new: Term) -> bool:
    """Whether `a += b` may change the object a is, instead of making another."""
    if not m.semantics.operators_make_objects:
        return m.semantics.operators_overloadable and not (
            is_plain(sort_of(m, old))
            or is_plain(sort_of(m, new))
            or m.context.allows("plain-operators")
        )
    one, other = sort_of(m, old), sort_of(m, new)
    if is_plain(one) or one == "tuple":
        return False
    if other in ("int", "float", "number"):
        # An array of numbers changes; where the program has such arrays, nothing is supposed.
        is_known = one != "" or m.context.allows("plain-operators", "update")
        return operator == "*" or not is_known
    return other != "str" or operator != "+" or one != ""


def with_place(m: Machine, place: Any, s: State, k: Any) -> Term:
    """The value of a place, and how to store to it: objects and keys are evaluated once."""
    if isinstance(place, core.Local):

        def store(v: Term, s2: State, then: Then) -> Term:
            declared = declared_of(m, s2.frame.types, place.binder)
            return kept(m, v, declared, s2, lambda w, s3: m.assign(place.binder, w, s3, then))

        return m.read_local(place.binder, s, lambda old, s2: k(old, s2, store))
    if isinstance(place, core.Member) and not is_static_member(m, place):

        def based(b: Term, s2: State) -> Term:
            b = seen_whole(m, b, place.owner)

            def put(v: Term, s3: State, then: Then) -> Term:
                return store_member(m, b, place, v, s3, then)

            return read_member(m, b, place, s2, lambda old, s3: k(old, s3, put))

        return owner_of(m, place.object, s, based)
    if isinstance(place, core.Index):

        def keyed(b: Term, i: Term, s2: State) -> Term:
            def put(v: Term, s3: State, then: Then) -> Term:
                return store_element(m, b, i, v, s3, then)

            return element(m, b, i, s2, lambda old, s3: k(old, s3, put))

        return base_of(
            m, place.object, s,
            lambda b, s2: m.evaluate(place.key, s2, lambda i, s3: keyed(b, i, s3)),
        )  # fmt: skip
    if isinstance(place, core.Unary) and place.operator == "*":

        def pointed(p: Term, s2: State) -> Term:
            at = pointed_element(m, p)
            if at is not None:
                return element(m, *at, s2, lambda old, s3: k(
                    old, s3, lambda v, s4, then: store_element(m, *at, v, s4, then)
                ))  # fmt: skip

            def put_behind(v: Term, s3: State, then: Then) -> Term:
                return m.event(("store behind", p, v), s3, lambda _, s4: then(s4))

            def read(old: Term, s3: State) -> Term:
                return k(old, s3, put_behind)

            return m.flushed(s2, lambda s3: m.duty(("behind", p, m.heap_of(s3)), s3, read))

        return m.evaluate(place.operand, s, pointed)
    target = core.TargetPattern(place)
    if isinstance(place, core.Ref | core.Member | core.Unresolved):

        def put_global(v: Term, s2: State, then: Then) -> Term:
            return assign_pattern(m, target, v, s2, then)

        return m.evaluate(place, s, lambda old, s2: k(old, s2, put_global))
    raise UnsupportedError("update")


def is_static_member(m: Machine, place: core.Member) -> bool:
    """Whether a member is a variable of a class."""
    return (
        place.owner is not None and isinstance(place.object, core.Ref) and is_static(m, place.owner)
    )


def store_member(
    m: Machine, base: Term, place: core.Member, value: Term, s: State, then: Then
) -> Term:
    """A store to a field; a property is a call."""
    leaf = member_leaf(place)
    is_known = is_own(m, base, place) and not m.context.acts("stored attribute")
    computed = m.semantics.attributes_computed and not is_known
    is_property = m.context.is_property(place.name) or computes(m, base)
    is_property = is_property or (not is_known and _is_length(m, place.name))
    if is_property or (computed and not m.context.allows("plain-operators", "stored attribute")):
        return m.event(("put", base, leaf, value), s, lambda _, s2: then(s2))
    declared = m.context.field_type(place.owner) if place.owner is not None else core.UNKNOWN
    return guarded(
        m, base, s,
        lambda b, s2: kept(
            m, value, declared, s2,
            lambda v, s3: m.store(("attr", b, leaf), in_bits(m, v, place), s3, then),
        ),
    )  # fmt: skip


def _is_length(m: Machine, name: str) -> bool:
    """Whether storing to a member of that name may cut a list, or make it longer (JavaScript)."""
    known = m.library.method("list", f"{name} field")
    return known is not None and known.law == "size"


def store_element(m: Machine, base: Term, key: Term, value: Term, s: State, then: Then) -> Term:
    """A store to an element: it may fail, and any element may be the same one."""
    if m.semantics.converts_implicitly and m.semantics.arrays_decay:
        declared = m.exact.get(base, core.UNKNOWN)
        if declared.name in ("*", "array") and declared.arguments:
            value = converted(m, value, declared.arguments[0])

    def after(event: Term, s2: State) -> Term:
        if not computes(m, base) and key[0] != "slice":  # a part may get another length
            m.stored[event] = {("at", base, key): value}
        return then(s2)

    fields = m.semantics.index_reaches_fields and sort_of(m, key) not in ("int", "number")
    known = sort_of(m, base) in ("list", "dict", "array") or base[0] == "new"
    changes = frozenset({CONTENTS})
    fields = fields or (m.copies and not m.is_scalar(value))
    if (
        fields
        or not m.semantics.fields_apart
        or (
            not known
            and m.semantics.operators_overloadable
            and not m.context.allows("plain-operators", "stored element")
        )
    ):
        return m.event(("store", base, key, value), s, after)
    made = m.event(("store", base, key, value), s, after, changes=changes)
    return _without_overwritten(m, made) if known and not m.semantics.arrays_decay else made


def _without_overwritten(m: Machine, made: Term) -> Term:
    """A store to an element and what follows; the store is gone where the next undoes it."""
    if made[0] == "do" and made[2][0] == "stores":
        return (*made[:4], _without_overwritten(m, made[4]))
    if made[0] != "do" or made[2][0] != "store" or made[4][0] != "do":
        return made
    _, number, effect, duties, (_, second, stored, failing, rest) = made
    if stored[:3] != effect[:3] or failing:
        return made
    for one in parts_of((stored, rest), m.grafts):
        is_open = isinstance(one, tuple) and one[:1] == ("graft",) and one not in m.grafts
        if is_open or one == ("v", number):
            return made
    m.law(OVERWRITTEN)
    return ("do", second, stored, duties, rest)
