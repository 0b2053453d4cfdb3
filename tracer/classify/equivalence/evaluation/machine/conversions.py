"""Conversions that a declared type makes: `long t = a` of a whole number is not `a`.

Only where a language converts without a word (Java, C, C++). Locals are no part of a term, so what
storing to one does to the value must be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NULL,
    TRUE,
    UNSET,
    Term,
    number,
)
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.classify.equivalence.evaluation.machine.values import (
    is_plain_type,
    is_test,
    sort_of_type,
)
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.machine.branches import Branches

law(
    "declared-conversion",
    "A local of the type that its value has is that value; any other numeric type converts.",
    "class A { static long f(int a, int b) { int c = a * b; return c; } }\n",
    "class A { static long f(int a, int b) { return a * b; } }\n",
    "class A { static long f(int a, int b) { long c = a; return c * b; } }\n",
    "java",
)
_LITERALS = {"int": "int", "float": "double", "bool": "bool", "char": "char", "str": "str"}
_RANKS = ("int", "long", "float", "double")
_UNBOXED = {
    "Integer": "int", "Long": "long", "Short": "short", "Byte": "byte", "Character": "char",
    "Float": "float", "Double": "double",
}  # fmt: skip
_UNTYPED = frozenset({"c", "unset", "zero", "indeterminate"})
_ROUNDED = frozenset({"c", "p", "attr", "sub", "elem", "item", "cell", "cast", "zero"})
_NARROW = frozenset({"byte", "short", "char"})
SHIFTS = frozenset({"<<", ">>", ">>>"})
_WIDE = frozenset({"unsigned int", "unsigned long", "long long", "unsigned long long", "size_t"})
_KEPT = frozenset({"+", "-", "*", "/", "%", "&", "|", "^"})


def is_numeric(m: Branches, declared: core.Type) -> bool:
    """Whether storing to a local of the type may convert a number."""
    name = declared.name
    if not isinstance(name, str):
        return m.context.kind(name) is core.Kind.TYPE
    words = name.split()
    return bool(words) and all(word in m.semantics.numeric_types for word in words)


_LEAST_INT = 1 << 31  # no whole number of type `int` is further below 0
_BITS = {"byte": 8, "short": 16, "int": 32, "long": 64}  # of Java's whole numbers


def exact_name(m: Branches, value: Term) -> str:
    """The exact type of a value, '' where it is not known."""
    if m.semantics.tests_are_numbers and (is_test(value) or value in (TRUE, FALSE)):
        return "int"
    if value[0] == "c":
        return value[1].partition(":")[2] or _LITERALS.get(value[1], "")
    found = m.exact.get(value)
    if found is None or not isinstance(found.name, str):
        return ""
    return found.name


def converted(m: Branches, value: Term, declared: core.Type, *, is_said: bool = False) -> Term:
    """A value as a place of a declared type holds it; or converted to it in so many words."""
    if not m.semantics.converts_implicitly or not is_numeric(m, declared):
        return widened(m, value, declared)
    known = exact_name(m, value)
    if known == declared.name:
        is_rounded = is_said and m.semantics.conversions_round and _may_be_fused(m, value, declared)
        return _cast(m, value, declared) if is_rounded else value
    if is_boxed(m, value, declared):
        return value[1]
    if m.semantics.converts_literals_only and not is_said and not _is_literal(value):
        m.exact.setdefault(value, declared)
        return value
    if declared.name == "bool" and m.semantics.tests_are_numbers:
        return as_truth(m, value)
    if declared.name == "bool" and (is_test(value) or value in (TRUE, FALSE)):
        return value
    if value[0] in ("unset", "zero", "indeterminate"):
        return value
    whole = number(value)
    if whole is not None and value[1] == "int":
        if declared.name == "long" and -_LEAST_INT <= whole < _LEAST_INT:
            return ("c", "int:long", value[2])
        if declared.name in ("short", "byte") and -128 <= whole < 128:  # noqa: PLR2004 - a byte
            return value
    bits = _BITS.get(str(declared.name)) if m.semantics.integers == "wrap32" else None
    if is_said and whole is not None and bits and value[1].partition(":")[0] == "int":
        kept_bits = (whole + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
        kind = "int" if declared.name == "int" else f"int:{declared.name}"
        return ("c", kind, str(kept_bits))
    return _cast(m, value, declared)


def _may_be_fused(m: Branches, value: Term, declared: core.Type) -> bool:
    """Whether a floating point number may not be rounded yet: it was computed, or came of a call.

    `a*b + c` may be one operation that rounds once; a conversion that is said rounds before.
    """
    return sort_of_type(m, declared) == "float" and value[0] not in _ROUNDED


def as_literal(m: Branches, value: Term, name: Any) -> Term:
    """A whole constant of a type, where that is wanted anyhow, as the plain literal it may be."""
    if not m.semantics.operands_alike or value[0] != "c" or not name:
        return value
    return ("c", "int", value[2]) if value[1] == f"int:{name}" else value


def beside(m: Branches, value: Term, other: Term) -> Term:
    """A whole constant of the type of the other operand, to which an operator converts it."""
    if not m.semantics.converts_implicitly or value[0] != "c" or other[0] == "c":
        return value
    is_own = value[1] == "int:long" and exact_name(m, other) == "long"
    return ("c", "int", value[2]) if is_own else value


def _cast(m: Branches, value: Term, declared: core.Type) -> Term:
    """A value converted to a type, of which the type is noted."""
    term: Term = ("cast", value, type_term(declared))
    m.exact.setdefault(term, declared)
    sort = sort_of_type(m, declared)
    if sort:
        m.types.setdefault(term, sort)
    return term


def is_boxed(m: Branches, value: Term, declared: core.Type) -> bool:
    """Whether a value is a number of a plain type that was put in its box just before."""
    if value[0] != "cast" or not isinstance(declared.name, str) or not m.semantics.boxed_types:
        return False
    box = exact_name(m, value)
    is_own = (
        _UNBOXED.get(box.rpartition(".")[2]) == declared.name and box in m.semantics.boxed_types
    )
    return is_own and exact_name(m, value[1]) == declared.name


def _is_literal(value: Term) -> bool:
    """Whether a value is made of literals alone."""
    if value[0] not in ("bin", "any-order", "un"):
        return bool(value[0] == "c")
    operands = value[2] if value[0] == "any-order" else value[2:]
    return all(_is_literal(one) for one in operands)


def kept(
    m: Branches, value: Term, declared: core.Type, s: State, k: Continue, *, is_said: bool = False
) -> Term:
    """A value as a place of a declared type holds it; taking a number out of no box fails."""
    if value[0] == "?" and m.semantics.boxed_types and is_numeric(m, declared):
        test, yes, no = value[1:]
        return m.branch(
            test, s,
            lambda s2: kept(m, yes, declared, s2, k, is_said=is_said),
            lambda s2: kept(m, no, declared, s2, k, is_said=is_said),
        )  # fmt: skip
    made = converted(m, value, declared, is_said=is_said)
    if made is not value and _may_be_null(m, value, declared):
        return m.duty(made, s, k)
    return k(made, s)


def _may_be_null(m: Branches, value: Term, declared: core.Type) -> bool:
    """Whether a number is taken out of what may be a box."""
    boxes = m.semantics.boxed_types
    if not boxes or declared.name in boxes or value[0] == "c" or is_boxed(m, value, declared):
        return False
    name = exact_name(m, value)
    return not name or name in boxes


def unboxed(m: Branches, value: Term, s: State, k: Continue) -> Term:
    """An operand as the number it is: operators take it out of its box."""
    name = exact_name(m, value) if m.semantics.boxed_types else ""
    if name not in m.semantics.boxed_types:
        return k(value, s)
    plain = _UNBOXED.get(name.rpartition(".")[2])
    return kept(m, value, core.Type(plain), s, k) if plain else k(value, s)


def taken_out(m: Branches, a: Term, b: Term) -> int:
    """Which of two operands of == is a box beside a plain number: 1, 2, or 0 for none."""
    boxes = m.semantics.boxed_types
    one, other = (exact_name(m, a), exact_name(m, b)) if boxes else ("", "")
    plain = (*_RANKS, *_NARROW)
    if one in boxes and other in plain:
        return 1
    return 2 if one in plain and other in boxes else 0


def as_truth(m: Branches, value: Term) -> Term:
    """A number or pointer as a truth value: whether it is not 0."""
    whole = number(value)
    if is_test(value) or value in (TRUE, FALSE, UNSET):
        return value
    if whole is not None or value == NULL:
        return TRUE if whole else FALSE
    if value[0] in ("zero", "indeterminate"):
        return value
    return ("truth", value)


def _pointed(m: Branches, value: Term, declared: core.Type) -> Term:
    """A pointer kept as one to a declared type: what is read behind it is of that type."""
    if value[0] in ("c", "unset", "zero", "indeterminate") or not declared.arguments:
        return value
    known, of = m.exact.get(value, core.UNKNOWN), declared.arguments[0]
    if not of.name or (known.name in ("*", "array") and known.arguments[:1] == (of,)):
        return value
    if value[0] == "new" and not known.name:
        return value
    term: Term = ("cast", value, type_term(declared))
    m.exact.setdefault(term, declared)
    return term


def widened(m: Branches, value: Term, declared: core.Type) -> Term:
    """An object kept as of another type: where functions are chosen by types, that says which."""
    if not declared.name or not m.semantics.types_matter:
        return value
    if m.semantics.interfaces_hold_null and _is_put_in(m, value, declared):
        return _cast(m, value, declared)
    if m.semantics.arrays_decay and declared.name == "*":
        return _pointed(m, value, declared)
    known = m.exact.get(value)
    if m.semantics.has_references and declared.name == "&" and declared.arguments:
        held = declared.arguments[0]
        if not held.name or held == known:
            return value  # a reference to it, whatever it is
        if known is not None and known.name == "&" and _are_classes(m, known.arguments, held):
            return _cast(m, value, declared)
    is_copied = m.semantics.has_references and known == core.Type("&", (declared,))
    if is_copied and is_plain_type(m, declared):
        return value  # a copy of what it refers to
    if known is None and value[0] not in _UNTYPED:
        m.exact[value] = declared
        if m.semantics.overloads_resolved:
            m.kept_as.setdefault(value, type_term(declared))
    name = known.name if known is not None else exact_name(m, value)
    if not m.semantics.has_overloads or not name or name == declared.name:
        return value
    if m.semantics.overloads_resolved and not isinstance(declared.name, str):
        return value
    if name in m.semantics.alike_types and declared.name in m.semantics.alike_types:
        return value
    return _cast(m, value, declared)


def _are_classes(m: Branches, known: tuple[core.Type, ...], held: core.Type) -> bool:
    """Whether two references are to objects of two classes, one a base of the other."""
    return (
        bool(known)
        and bool(known[0].name)
        and known[0].name != held.name
        and not (is_numeric(m, known[0]) or is_numeric(m, held))
    )


def seen_whole(m: Branches, base: Term, owner: core.Symbol | None) -> Term:
    """An object itself where a reference is to it as one of its base, and the member is known.

    Which member that is, if the class has another of the name, its owner says.
    """
    is_reference = base[0] == "cast" and m.exact.get(base, core.UNKNOWN).name == "&"
    is_known = m.semantics.has_references and owner is not None and bool(owner.module)
    return base[1] if is_reference and is_known else base


_SURE = frozenset({"new", "fn", "c", "self", "sym", "unset", "zero", "cast"})


def _is_put_in(m: Branches, value: Term, declared: core.Type) -> bool:
    """Whether a pointer that may be null becomes an interface, which then is not null itself."""
    known = m.exact.get(value)
    pointers = (*m.semantics.reference_types, "function")
    if known is None or known.name not in pointers or value[0] in _SURE:
        return False
    return declared.name not in pointers and not is_numeric(m, declared)


def note_given(m: Branches, value: Term, result: core.Type) -> None:
    """Note that a function gives a value that shows no type, as a number, truth value or box."""
    said = m.semantics
    is_boxed = is_numeric(m, result) or result.name in ("bool", *said.boxed_truths)
    if said.overloads_resolved and is_boxed and value[0] not in _UNTYPED and value not in m.exact:
        m.kept_as.setdefault(value, type_term(result))


def note_exact(m: Branches, operator: str, a: Term, b: Term, made: Term) -> None:
    """The exact type of what an operator makes of two values, if theirs are known."""
    if m.semantics.operands_alike:
        name = exact_name(m, a)
        if a[0] == "c" and a[1] in _LITERALS and operator not in SHIFTS:
            name = exact_name(m, b) if b[0] != "c" else ""
        if name and m.library.sort(name) in ("int", "float"):
            m.exact.setdefault(made, core.Type(name))
        return
    if m.semantics.converts_literals_only:
        names = {exact_name(m, one) for one in (a, b) if not _is_literal(one)}
        if len(names) == 1 and "" not in names and operator not in SHIFTS:
            m.exact.setdefault(made, core.Type(names.pop()))
        return
    if m.semantics.converts_implicitly and operator in SHIFTS:
        b = a  # a shift is of the type of what is shifted
    elif not m.semantics.converts_implicitly or operator not in _KEPT:
        return
    one, other = exact_name(m, a), exact_name(m, b)
    one, other = ("int" if name in _NARROW else name for name in (one, other))
    if one not in _RANKS or other not in _RANKS:
        wide = {one, other} - {"int"} if {a[0], b[0]} != {"c"} else set()
        is_plain = (
            one == other or (one == "int" and a[0] == "c") or (other == "int" and b[0] == "c")
        )
        if len(wide) == 1 and wide <= _WIDE and is_plain:
            m.exact.setdefault(made, core.Type(wide.pop()))
        return
    wider = _RANKS[max(_RANKS.index(one), _RANKS.index(other))]
    m.exact.setdefault(made, core.Type(wider))


def declared_of(m: Branches, types: object, binder: int) -> core.Type:
    """The declared type of a local."""
    found: core.Type | None = types.get(binder)  # type: ignore[attr-defined]
    return found if found is not None else m.made_types.get(binder, core.UNKNOWN)
