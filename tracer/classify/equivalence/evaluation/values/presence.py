"""What is null or surely not, or surely true, and the duty to be there of what is read from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NULL,
    TRUE,
    UNDEFINED,
    ZERO,
    constant,
    is_constant,
    negated,
    number,
    plain_name,
    truth,
)
from tracer.classify.equivalence.evaluation.machine.conversions import is_numeric
from tracer.classify.equivalence.evaluation.machine.heap import CONTENTS
from tracer.classify.equivalence.evaluation.machine.values import is_plain, sort_of, sort_of_type
from tracer.model.assumptions import PRESENT_ELEMENTS
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_SMALL = 128  # numbers that every numeric type holds
ENTRY = law(
    "entry-asked-for",
    "Where a table is declared to hold values that are never null or undefined, whether it gives "
    "one for a key is whether it has the key.",
    "function f(a: Map<string, number>, b: string) { return a.get(b) ?? 7 }\n",
    "function f(a: Map<string, number>, b: string) { return a.has(b) ? a.get(b)! : 7 }\n",
    "function f(a: Map<string, number>, b: string) { return a.get(b) || 7 }\n",
    "typescript",
)
ONE_NOTHING = law(
    "one-nothing",
    "A value declared to be of a type or `undefined` is never null: `a ?? b`, `a?.b` and, where "
    "the type has no false values, `!a` ask whether it is `undefined`.",
    "function f(a: string | undefined) { return a ?? 'b' }\n",
    "function f(a: string | undefined) { return a === undefined ? 'b' : a }\n",
    "function f(a: string | undefined) { return a || 'b' }\n",
    "typescript",
)
USED = law(
    "there-when-used",
    "A value of which a member was read, which fails where there is none, is no null after that.",
    "def f(a, b):\n    if a.n > b:\n        return a\n    return None\n",
    "def f(a, b):\n    if a.n > b and a is not None:\n        return a\n    return None\n",
    "def f(a, b):\n    if a is not None and a.n > b:\n        return a\n    return None\n",
)
_OBJECTS = frozenset(
    {"list", "dict", "set", "map", "tuple", "function", "function_type", "object_type"}
    | {"Date", "RegExp", "Error", "Promise"}
)
_SCALARS = frozenset({"str", "number", "int", "float", "bool", "literal_type"})
_ARITHMETIC = frozenset("+-*/%&|^") | {"<<", ">>", ">>>"}


def guarded(m: Machine, base: Term, s: State, k: Continue) -> Term:
    """An object whose member is read: it must not be null."""
    if not m.semantics.null_fails or is_there(m, base, s):
        return k(base, s)
    return m.duty(("there", base), s, lambda _, s2: k(base, s2))


def is_there(m: Machine, base: Term, s: State) -> bool:
    """Whether an object is surely not null."""
    if base[0] in ("self", "super", "class", "var", "new", "fn", "fmt", "sym", "tuple", "ext"):
        return True
    if base in m.objects:
        return True
    if base[0] == "c" or s.known.get(("null", base)) is False or s.known.get(("truth", base)):
        return base not in (NULL, UNDEFINED)
    nothing = only_nothing(m, base)
    if nothing is not None and s.known.get(("is", base, nothing)) is False:
        return True
    if s.known.get(("is", base, NULL)) is s.known.get(("is", base, UNDEFINED)) is False:
        return True
    if _is_declared_element(m, base):
        return True
    if base[0] == "call" and m.semantics.entry_reader and s.known:
        entry = asked_entry(m, base)
        if entry is not None and s.known.get(entry):
            return True
    sort = sort_of(m, base)
    if m.semantics.library_texts_exist and _is_given(m, base, sort):
        return True
    if m.semantics.null_types and is_plain(sort):
        return True  # only of other types nothing is a value
    return bool(sort) if m.semantics.types_exclude_null else is_plain(sort) and sort != "str"


def only_nothing(m: Machine, value: Term) -> Term | None:
    """The one value besides those of its type that a value is declared to have, or None."""
    if not (m.semantics.types_exclude_null and m.semantics.loose_null):
        return None
    declared = m.exact.get(value, core.UNKNOWN)
    if not (declared.is_nullable and declared.nothing and _is_said(m, declared)):
        return None
    if not m.context.allows("types-hold"):
        return None
    m.law(ONE_NOTHING)
    return {"null": NULL, "undefined": UNDEFINED}[declared.nothing]


def false_nothing(m: Machine, value: Term) -> Term | None:
    """The one value of an object's type that is false: that it is not there."""
    declared = m.exact.get(value, core.UNKNOWN)
    is_object = isinstance(declared.name, core.Symbol) or declared.name in _OBJECTS
    return only_nothing(m, value) if is_object else None


def _is_said(m: Machine, of: core.Type) -> bool:
    """Whether a type is none that may have more values than it says: a parameter, an alias."""
    if isinstance(of.name, core.Symbol):
        return m.context.kind(of.name) in (core.Kind.CLASS, core.Kind.INTERFACE)
    if of.name == "union":
        return all(_is_said(m, one) for one in of.arguments)
    return of.name in _OBJECTS or of.name in _SCALARS


def is_text_there(m: Machine, value: Term, s: State) -> bool:
    """Whether what is declared a text surely is one, and not null: a variable may hold null."""
    if not m.semantics.texts_nullable:
        return True
    if value[0] == "?":
        return is_text_there(m, value[2], s) and is_text_there(m, value[3], s)
    return value[0] not in ("sym", "ext") and is_there(m, value, s)


def _is_declared_element(m: Machine, base: Term) -> bool:
    """Whether a value is an element of what is declared to hold objects of a class, never null."""
    if base[0] != "elem" or not m.semantics.types_exclude_null:
        return False
    declared = m.exact.get(base, core.UNKNOWN)
    is_object = isinstance(declared.name, core.Symbol) and _is_object_or_plain(m, declared)
    return is_object and m.context.allows("types-hold")


def _is_given(m: Machine, base: Term, sort: str) -> bool:
    """Whether a value is what the library gives, and never null.

    A text that a function or method of it gives, what an optional holds, a part of a split text.
    """
    if base[0] == "sub":
        is_text = base[1] in m.held and m.held[base[1]].name == "str"
        return is_text and m.context.allows(PRESENT_ELEMENTS)
    if base[0] != "call":
        return False
    if base[1][0] == "ext":
        known = m.library.function(base[1][1])
        return sort == "str" and known is not None and known.result == "str"
    if base[1][0] != "method":
        return False
    named, receiver = base[1][1][1], sort_of(m, base[1][2])
    if isinstance(named, core.Symbol) and named.module:
        return False
    known = m.library.method(receiver, plain_name(base[1][1]))
    if known is None:
        return False
    return known.law == "held" or (sort == "str" and known.result == "str")


def asked_entry(m: Machine, a: Term) -> Term | None:
    """The test for a key that `a.get(key)` answers, where what the table holds is never nothing."""
    if a[0] != "call" or a[1][0] != "method" or len(a) < 4 or len(a[2]) != 1:  # noqa: PLR2004
        return None
    table = a[1][2]
    if plain_name(a[1][1]) != m.semantics.entry_reader or sort_of(m, table) != "dict":
        return None
    types = m.exact.get(table, core.UNKNOWN).arguments
    if len(types) != 2 or not _is_object_or_plain(m, types[1]):  # noqa: PLR2004
        return None
    if not m.context.allows("types-hold"):
        return None
    m.law(ENTRY)
    return ("in", a[2][0], table, m.heap_at(a[3], CONTENTS))


def asked_object(m: Machine, a: Term) -> Term | None:
    """The same of the truth of what a table of objects gives."""
    is_read = bool(m.semantics.entry_reader) and a[0] == "call" and a[1][0] == "method"
    declared: tuple[core.Type, ...] = ()
    if is_read:
        declared = m.exact.get(a[1][2], core.UNKNOWN).arguments
    if len(declared) != 2 or is_plain(sort_of_type(m, declared[1])):  # noqa: PLR2004
        return None
    return asked_entry(m, a)


def _is_object_or_plain(m: Machine, declared: core.Type) -> bool:
    """Whether a declared type has no value that is nothing: a class, or one of the language's."""
    if declared.is_nullable:
        return False
    if isinstance(declared.name, core.Symbol):
        return m.context.kind(declared.name) in (core.Kind.CLASS, core.Kind.INTERFACE)
    return m.library.sort(declared.name) in m.library.methods


def is_never_null(m: Machine, a: Term) -> bool:
    """Whether a value surely is an object or scalar."""
    if a[0] in ("new", "fn", "fmt", "tuple", "sym", "compare", "equal", "is", "not", "self"):
        return a[0] != "sym" or (m.context.kind(a[1]) is not None and is_function(m, a))
    if a[0] in ("any-order", "bin") and not m.semantics.operators_overloadable:
        return a[1] in _ARITHMETIC
    if is_address_of(a):
        return True
    if m.semantics.library_texts_exist and _is_given(m, a, sort_of(m, a)):
        return True
    return is_constant(a) and a not in (NULL, UNDEFINED)


def is_function(m: Machine, a: Term) -> bool:
    """Whether a symbol is a function or class."""
    kind = m.context.kind(a[1])
    return kind is not None and kind.value in ("function", "method", "class", "enum", "variant")


def only_false(m: Machine, sort: str) -> Term | None:
    """The one value of a type that is false as a condition, where comparing with it says so."""
    if not (m.semantics.types_exclude_null and m.semantics.equality_strict):
        return None
    return {"str": constant("str", ""), "int": ZERO}.get(sort)


def fixed_truth(m: Machine, value: Term) -> bool | None:
    """The truth of a value that is the same on all paths; None for any other."""
    if value in (TRUE, FALSE):
        return value == TRUE
    if value in (NULL, UNDEFINED):
        return False
    if is_constant(value):
        if value[1] == "str":
            return bool(value[2]) if m.semantics.truth_reads_contents or value[2] else False
        integer = number(value)
        return None if integer is None else integer != 0
    if value[0] == "fn" or (value[0] == "sym" and is_function(m, value)):
        return True
    if value[0] == "tuple" and m.semantics.truth_reads_contents:
        return bool(value[1])
    declared = m.exact.get(value, core.UNKNOWN)
    if value[0] == "cast" and m.semantics.truth == "nonzero" and is_numeric(m, declared):
        small = number(value[1])
        return small != 0 if small is not None and 0 <= small < _SMALL else None
    return True if is_address_of(value) else None


def is_address_of(value: Term) -> bool:
    """Whether a value is the address of an object that is there: an element, a parameter."""
    if value[:2] != ("un", "&") or value[2][:2] != ("place", "of"):
        return False
    return value[2][2][0] in ("elem", "var")


def null_test(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    """`a is None`, `a == null`: a test for no value; in JavaScript `== null` covers undefined."""
    if a in (NULL, UNDEFINED):
        same = a == b or (m.semantics.loose_null and operator == "==")
        return go_on(truth(same), state)
    if m.semantics.reads_show_objects and ("there", a) in state.seen:
        m.law(USED)
        return go_on(FALSE, state)
    if is_never_null(m, a):
        return go_on(FALSE, state)
    entry = asked_entry(m, a)
    if entry is not None:
        return go_on(FALSE if operator != "==" and b == NULL else negated(entry), state)
    if (
        operator == "=="
        and m.semantics.equality_overloadable
        and m.semantics.equality == "values"
        and not m.semantics.null_equality_plain
    ):
        return go_on(("equal", operator, (a, b), m.heap_of(state)), state)
    if m.semantics.truth == "nonzero":
        return go_on(negated(("truth", a)), state)
    if m.semantics.loose_null:
        nothing = only_nothing(m, a)
        if nothing is not None:
            is_other = operator != "==" and b != nothing
            return go_on(FALSE if is_other else ("is", a, nothing), state)
        if operator != "==":
            return go_on(("is", a, b), state)
        return m.branch(
            ("is", a, NULL), state, lambda s: go_on(TRUE, s),
            lambda s: m.branch(
                ("is", a, UNDEFINED), s, lambda s2: go_on(TRUE, s2), lambda s2: go_on(FALSE, s2)
            ),
        )  # fmt: skip
    return go_on(("null", a), state)
