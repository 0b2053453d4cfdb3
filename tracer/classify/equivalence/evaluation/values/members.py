"""Reads of what an object holds: members, elements, what a pointer points at, sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    NULL,
    UNDEFINED,
    ZERO,
    constant,
    is_constant,
    number,
)
from tracer.classify.equivalence.evaluation.machine import variants
from tracer.classify.equivalence.evaluation.machine.conversions import seen_whole
from tracer.classify.equivalence.evaluation.machine.handlers import (
    UnsupportedError,
    expression,
)
from tracer.classify.equivalence.evaluation.machine.heap import (
    CONTENTS,
)
from tracer.classify.equivalence.evaluation.machine.structures import parts_of
from tracer.classify.equivalence.evaluation.machine.values import (
    computes,
    declare,
    is_plain,
    made_object,
    of_element,
    read_value,
    referent,
    sort_of,
    sort_of_type,
)
from tracer.classify.equivalence.evaluation.values import comparisons, constant_tables
from tracer.classify.equivalence.evaluation.values.own_operators import class_of
from tracer.classify.equivalence.evaluation.values.presence import guarded
from tracer.classify.equivalence.evaluation.values.references import function_value, reference
from tracer.classify.equivalence.evaluation.values.truth import NULLS
from tracer.semantics import core

if TYPE_CHECKING:
    from typing import Any

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine


def member_leaf(node: core.Member) -> Term:
    """The leaf that names a member, by its symbol where that is known."""
    return ("member", node.owner if node.owner is not None else node.name)


@expression(core.Member)
def member(m: Machine, e: core.Member, s: State, k: Continue) -> Term:
    """A member read from an object."""
    if e.owner is not None and isinstance(e.object, core.Ref | core.External):
        kind = m.context.kind(e.owner)
        if kind in (core.Kind.CONSTANT, core.Kind.VARIANT) or (
            isinstance(e.object, core.Ref) and is_static(m, e.owner)
        ):
            return reference(m, core.Ref(e.owner, e.row), s, k)
    if e.is_optional:
        m.law(NULLS)
        return optional(
            m, e.object, s, lambda v, s2: read_member(m, v, e, s2, k), lambda s2: k(missing(m), s2)
        )
    check_chain(m, e.object)
    if isinstance(e.object, core.Call) and m.semantics.steps_make_lists:
        from tracer.classify.equivalence.evaluation.control.eager_steps import of_steps

        return of_steps(m, e, s, lambda v, s2: read_member(m, v, e, s2, k), k)
    return owner_of(
        m, e.object, s, lambda v, s2: read_member(m, seen_whole(m, v, e.owner), e, s2, k)
    )


def check_chain(m: Machine, node: Any) -> None:
    """Refuse a part of an optional chain: it ends as a whole. Raises: UnsupportedError."""
    while m.semantics.chains_end and isinstance(node, core.Member | core.Index | core.Call):
        if node.is_optional:
            raise UnsupportedError("optional chain")
        node = node.function if isinstance(node, core.Call) else node.object


def is_static(m: Machine, symbol: core.Symbol) -> bool:
    """Whether a member belongs to its class, not to objects."""
    found = m.context.outline(symbol)
    return found is not None and "static" in found.modifiers


def missing(m: Machine) -> Term:
    """What `a?.b` gives where there is no a."""
    return UNDEFINED if m.semantics.loose_null else NULL


def optional(m: Machine, node: Any, s: State, there: Continue, gone: Then) -> Term:
    """Evaluate an object and go on if there is one. A chain is left as a whole."""

    def tested(v: Term, s2: State) -> Term:
        return comparisons.compare(
            m, "==", v, NULL, s2,
            lambda t, s3: comparisons.condition(m, t, s3, gone, lambda s4: there(v, s4)),
        )  # fmt: skip

    return base_of(m, node, s, tested)


def base_of(m: Machine, node: Any, s: State, k: Continue) -> Term:
    """An object whose part is read or stored: where assignment copies, the place itself."""
    if m.semantics.structs != "references" and isinstance(node, core.Local):
        value = s.env.get(node.binder)
        if value is not None and value[0] == "var":
            return k(value, s)
    if isinstance(node, core.Self) and node.kind == "self":
        return k(s.frame.receiver, s)
    if isinstance(node, core.Unary) and node.operator == "*" and m.semantics.structs == "values":
        return m.evaluate(node.operand, s, k)
    return m.evaluate(node, s, k)


def owner_of(m: Machine, node: Any, s: State, k: Continue) -> Term:
    """A structure whose field is read or stored; in an array behind a pointer, by its address."""
    if not (m.semantics.arrays_decay and isinstance(node, core.Index)):
        return base_of(m, node, s, lambda v, s2: _pointed_owner(m, v, s2, k))

    def keyed(base: Term, s2: State) -> Term:
        return m.evaluate(node.key, s2, lambda key, s3: at(base, key, s3))

    def at(base: Term, key: Term, s2: State) -> Term:
        if not is_address(m, base):
            return element(m, base, key, s2, k)
        return k(element_address(m, base, key), s2)

    return base_of(m, node.object, s, keyed)


def _pointed_owner(m: Machine, v: Term, s: State, k: Continue) -> Term:
    """The element whose address a pointer is, for a part of it: no slice moves its elements."""
    if m.semantics.arrays_decay or v[:2] != ("un", "&") or v[2][:2] != ("place", "at"):
        return k(v, s)
    sequence, key = v[2][2:]
    if m.semantics.structs != "values" or m.exact.get(sequence, core.UNKNOWN).name != "list":
        return k(v, s)
    m.law(POINTED_PART)
    return element(m, sequence, key, s, k)


POINTED_PART = law(
    "part-of-pointed-element",
    "`p.x` is `a[i].x` where p is `&a[i]` and a is the same slice.",
    "package p\n\ntype q struct{ x int }\n\nfunc f(a []q, i int) int { return a[i].x }\n",
    "package p\n\ntype q struct{ x int }\n\n"
    "func f(a []q, i int) int {\n\tp := &a[i]\n\treturn p.x\n}\n",
    "package p\n\ntype q struct{ x int }\n\n"
    "func f(a []q, i int) int {\n\tp := &a[i+1]\n\treturn p.x\n}\n",
    "go",
)


def element_address(m: Machine, base: Term, key: Term) -> Term:
    """The address of an element of what a pointer points to."""
    m.law(ELEMENTS)
    if key == ZERO:
        return base
    value: Term = ("un", "&", ("place", "at", base, key))
    declared = m.exact.get(base, core.UNKNOWN)
    if declared.arguments:
        m.exact.setdefault(value, core.Type("*", declared.arguments[:1]))
    return value


def is_address(m: Machine, base: Term) -> bool:
    """Whether a value is surely a pointer, so that its elements have places of their own."""
    if base[:2] == ("un", "&") and base[2][0] == "place":
        return True
    return m.exact.get(base, core.UNKNOWN).name == "*"


ELEMENTS = law(
    "element-place",
    "`a[i].x` is `p->x` where p is `&a[i]` or `a + i`, and a points to structures.",
    "struct q { int x; };\nint f(struct q *a, int i) { return a[i].x; }\n",
    "struct q { int x; };\nint f(struct q *a, int i) { struct q *p = &a[i]; return p->x; }\n",
    "struct q { int x; };\nint f(struct q *a, int i) { struct q *p = &a[i + 1]; return p->x; }\n",
    "c",
)


def read_member(m: Machine, base: Term, e: core.Member, s: State, k: Continue) -> Term:
    """A field's value; null fails, and a property is a call."""
    from tracer.classify.equivalence.evaluation.calls.getters import run_getter

    e = of_element(m, base, e)
    leaf = member_leaf(e)
    if base[0] == "ext":
        return k(variants.named(m, ("ext", f"{base[1]}.{e.name}")), s)
    if base[0] == "tuple" and number(constant("int", e.name)) is not None:
        return k(base[1][int(e.name)], s)
    made = class_of(m, base, e.name)
    if made is not None:
        return k(made, s)
    if m.context.is_property(e.name):
        run = run_getter(m, base, e, s, k)
        return run or m.event(("get", base, leaf), s, k)
    if computes(m, base):
        return m.event(("get", base, leaf), s, k)
    written = _written_field(m, base, e.name, s)
    if written is not None:
        return k(written, s)
    parts = parts_of(m, base)
    if parts is not None and leaf in parts:
        return k(parts[leaf], s)
    bound = _bound_method(m, base, e, s)
    if bound is not None:
        if m.semantics.structs == "values":  # a pointer that is null may be kept
            return m.flushed(s, lambda s2: k(bound, s2))
        return m.flushed(s, lambda s2: guarded(m, base, s2, lambda _, s3: k(bound, s3)))
    if (
        m.semantics.attributes_computed
        and not (is_own(m, base, e) and not m.context.acts("any attribute"))
        and not m.context.allows("plain-operators", "attribute", "any attribute")
    ):
        return m.event(("get", base, leaf), s, k)
    if _is_array_behind(m, e):
        return guarded(m, base, s, lambda b, s2: k(_array_address(m, b, e), s2))
    known = m.library.method(sort_of(m, base), f"{e.name} field")
    if known is not None and known.law == "size":
        return size(m, base, s, k)

    def read(b: Term, s2: State) -> Term:
        also = (b,) if b[0] == "var" else ()
        declared = m.context.field_type(e.owner) if e.owner is not None else core.UNKNOWN
        scalar = is_plain(sort_of_type(m, declared)) or m.is_reference(declared)
        return m.load(
            ("attr", b, leaf), s2, lambda v, s3: typed(m, v, e, s3, k), *also, is_scalar=scalar
        )

    is_reached = isinstance(e.object, core.Unary) or (
        isinstance(e.object, core.Index) and is_address(m, base)
    )
    is_no_pointer = m.semantics.has_references and not is_reached
    if e.name in m.semantics.null_members or is_no_pointer:
        return read(unsnapped(m, base, s, e.name), s)
    return guarded(m, unsnapped(m, base, s, e.name), s, read)


FIELDS = law(
    "written-field",
    "A member of an object that was just written out, and that nothing has seen since, is what "
    "was written for it.",
    "function f(a, b) { const { x, y } = { x: a, y: b }; return x + y }\n",
    "function f(a, b) { return a + b }\n",
    "function f(a, b) { return b + a }\n",
    "javascript",
)
_INHERITED = "__proto__"


def _written_field(m: Machine, base: Term, name: str, s: State) -> Term | None:
    """What the literal of an object says of a member, right after it was made."""
    if base[0] != "new" or base[2] != "object" or m.made_at.get(base) != s.heap or s.pending:
        return None
    keys = [one[0] for one in base[3] if len(one) == 2]  # noqa: PLR2004
    is_plain_one = len(keys) == len(base[3]) == len(set(keys)) and all(
        one[:2] == ("c", "str") and one[2] != _INHERITED for one in keys
    )
    found = dict(base[3]).get(("c", "str", name)) if is_plain_one else None
    if found is not None:
        m.law(FIELDS)
    return found


BOUND = law(
    "bound-method",
    "A method that only one version has, read off an object that a variable holds for good, is "
    "the function that does the same with that object.",
    "package p\n\ntype a struct{ n int }\n\nfunc f(x *a) func(int) int {\n"
    "\treturn func(i int) int { return x.n + i }\n}\n",
    "package p\n\ntype a struct{ n int }\n\nfunc (x *a) _g(i int) int { return x.n + i }\n\n"
    "func f(x *a) func(int) int { return x._g }\n",
    "package p\n\ntype a struct{ n int }\n\nfunc (x *a) _g(i int) int { return x.n - i }\n\n"
    "func f(x *a) func(int) int { return x._g }\n",
    "go",
)


def _bound_method(m: Machine, base: Term, e: core.Member, s: State) -> Term | None:
    """A method that is read and not called, as the function that it is, with its object."""
    symbol = e.owner
    if not m.semantics.methods_bind or symbol is None or symbol not in m.context.unfold:
        return None
    found = m.context.definition(symbol)
    if found is None or found.kind is not core.Kind.METHOD or base[0] == "class":
        return None
    if found.modifiers & {"static", "classmethod", "staticmethod", "copied_receiver"}:
        return None
    code = function_value(m, symbol, s, base)
    if code is not None:
        m.law(BOUND)
    return code


def _is_array_behind(m: Machine, e: core.Member) -> bool:
    """Whether a member is an array in a structure behind a pointer: it decays to its address."""
    return (
        m.semantics.arrays_decay
        and e.owner is not None
        and isinstance(e.object, core.Unary)
        and e.object.operator == "*"
        and m.context.field_type(e.owner).name == "array"
    )


def _array_address(m: Machine, base: Term, e: core.Member) -> Term:
    """An array behind a pointer as a value, which no store changes."""
    value: Term = ("un", "&", ("place", "attr", base, member_leaf(e)))
    if e.owner is not None:
        m.exact.setdefault(value, m.context.field_type(e.owner))
    return value


def typed(m: Machine, value: Term, e: core.Member, s: State, k: Continue) -> Term:
    """A field's value with its declared type."""
    if value[0] == "attr" and (e.owner is None or not e.owner.module):
        declared = m.part_type(value[1], e.name)
        declare(m, value, declared)
        if declared.name:
            m.exact.setdefault(value, declared)
    elif e.owner is not None and value[0] == "attr":
        declared = m.context.field_type(e.owner)
        declare(m, value, declared)
        if declared.name:
            m.exact.setdefault(value, declared)
    return k(value, s)


def is_own(m: Machine, base: Term, e: core.Member) -> bool:
    """Whether the member is a known field of the program."""
    if e.owner is None:
        return False
    return m.context.kind(e.owner) in (core.Kind.FIELD, core.Kind.CONSTANT, core.Kind.VARIABLE)


def unsnapped(m: Machine, base: Term, s: State, name: str) -> Term:
    """A copied value whose field has not changed since: the value that was copied."""
    if base[0] != "snap":
        return base
    now, then = s, s._replace(heap=base[2], pending={})
    pending = any(p[0] == "attr" for p in s.pending)
    same = m.heap_of(now, name, CONTENTS) == m.heap_of(then, name, CONTENTS)
    value: Term = base[1]
    return value if same and not pending else base


def size(m: Machine, base: Term, s: State, k: Continue) -> Term:
    """The length of a collection or text."""
    base = read_value(m, base, s)
    sort = sort_of(m, base)
    if is_constant(base) and base[1] == "str" and base[2].isascii():
        return k(constant("int", str(len(base[2]))), s)
    if sort == "str" and m.semantics.strings_immutable:
        return guarded(m, base, s, lambda b, s2: k(("size", b, ()), s2))
    if s.pending:
        return m.flushed(s, lambda s2: size(m, base, s2, k))
    if not sort and not m.context.allows("plain-operators", "size"):
        return m.event(("operate", "size", base), s, k)
    is_said = not sort and m.context.says("size")
    value = ("size", base, m.heap_of(s) if is_said else m.heap_of(s, CONTENTS))
    if m.semantics.boxed_types:
        m.exact.setdefault(value, core.Type("int"))
    if m.semantics.has_references:
        m.exact.setdefault(value, core.Type("size_t"))
    if sort in ("list", "dict", "set", "tuple", "str"):
        return guarded(m, base, s, lambda _, s2: k(value, s2))
    return m.duty(value, s, k)


@expression(core.Index)
def index(m: Machine, e: core.Index, s: State, k: Continue) -> Term:
    """An element."""

    def keyed(base: Term, s2: State) -> Term:
        return m.evaluate(e.key, s2, lambda key, s3: element(m, base, key, s3, k))

    if e.is_optional:
        m.law(NULLS)
        return optional(m, e.object, s, keyed, lambda s2: k(missing(m), s2))
    check_chain(m, e.object)
    return base_of(m, e.object, s, keyed)


def element(m: Machine, base: Term, key: Term, s: State, k: Continue) -> Term:
    """An element of a container, as it is now."""
    at = number(key)
    if base[0] == "tuple" and at is not None and -len(base[1]) <= at < len(base[1]):
        return k(base[1][at], s)
    entries = constant_tables.entries_of(m, base, key)
    if entries:
        return constant_tables.picked(
            m, entries, key, s, lambda one, s2: constant_tables.value_of(m, one, s2, k),
            lambda s2: held_element(m, base, key, s2, k),
        )  # fmt: skip
    return held_element(m, base, key, s, k)


def held_element(m: Machine, base: Term, key: Term, s: State, k: Continue) -> Term:
    """An element of a container that code may change."""
    if s.pending:
        return m.flushed(s, lambda s2: held_element(m, base, key, s2, k))
    base = read_value(m, base, s)
    sort = sort_of(m, base)
    if (
        sort not in ("list", "dict", "str", "tuple", "array", "bytes")
        and base[0] != "new"
        and m.semantics.operators_overloadable
        and not m.context.allows("plain-operators", "element")
    ):
        return m.event(("operate", "[]", base, key), s, k)
    if sort in m.semantics.inserting_types:
        return m.event(("operate", "[]", base, key), s, k)
    heap = m.heap_of(s, CONTENTS, *((base,) if base[0] == "var" else ()))
    if m.copies or (not sort and m.context.says("element")):
        heap = m.heap_of(s)
    stored = m.stored.get(heap, {}).get(("at", base, key))
    if stored is not None:
        return k(stored, s)
    if sort in ("list", "dict") and m.entries.get(key) == (base, heap):
        return k(("value of", key[1]), s)
    value = ("sub", base, key, () if sort in ("str", "tuple") else heap)
    declare_part(m, base, value)
    if sort == "dict" and m.semantics.tables_give_zero and _is_plainly_keyed(m, base):
        return k(m.sized(value), s)
    if sort == "dict" and s.known.get(("in", key, base, heap)):
        return k(m.sized(value), s)
    if sort == "str":
        m.types.setdefault(value, "str" if m.semantics.chars_are_texts else "char")
    if m.semantics.parts_are_copies and key[0] == "slice" and sort not in _UNCHANGING:
        return m.duty(m.sized(value), s, lambda v, s2: k(made_object(m, v, s2), s2))
    return m.duty(m.sized(value), s, k)


_UNCHANGING = frozenset({"str", "tuple", "bytes"})


def _is_plainly_keyed(m: Machine, base: Term) -> bool:
    """Whether every key of a table's type can be looked up; not all that interfaces hold can."""
    declared = m.exact.get(base, core.UNKNOWN)
    return bool(declared.arguments) and is_plain(sort_of_type(m, declared.arguments[0]))


def declare_part(m: Machine, base: Term, value: Term) -> None:
    """What is behind a pointer or in an array has the type that the pointer or array says."""
    declared = m.exact.get(base, core.UNKNOWN)
    if m.semantics.references_valid and sort_of(m, base) == "str" and value[0] == "sub":
        m.types.setdefault(value, "str")  # a text has no elements but parts
        return
    if m.semantics.references_valid and sort_of(m, base) in ("list", "dict"):
        whole = referent(declared, ("&", "&mut")).arguments
        is_part = value[2][:1] == ("new",) and str(value[2][2]).startswith("range")
        of = core.Type("array_type", whole) if is_part else (core.UNKNOWN, *whole)[-1]
        if value[0] == "sub" and of.name:
            declare(m, value, of)
            m.exact.setdefault(value, of)
        return
    if m.semantics.tables_hold_keys and sort_of(m, base) in ("list", "dict") and declared.arguments:
        declare(m, value, declared.arguments[-1])
        m.exact.setdefault(value, declared.arguments[-1])
        return
    if not (m.semantics.arrays_decay or m.semantics.converts_implicitly):
        return
    held = declared.arguments[:1] if declared.name in ("*", "array") else ()
    if m.semantics.sequences_keep_length and declared.name in ("list", "dict"):
        held = declared.arguments[-1:]
    if not held and m.semantics.has_references:
        held = _held_type(m, referent(declared))
    if held:
        declare(m, value, held[0])
        m.exact.setdefault(value, held[0])


def _held_type(m: Machine, of: core.Type) -> tuple[core.Type, ...]:
    """The type of the elements of a text or list of the library; none of packed truth values."""
    if m.semantics.text_type and of.name == m.semantics.text_type:
        return (core.Type("char"),)
    is_list = m.library.sort(str(of.name)) == "list" and of.arguments[:1] != (core.Type("bool"),)
    return of.arguments[:1] if is_list else ()
