"""What type a value has, as far as the term and what was declared say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.terms import NULL, UNDEFINED, Term
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.machine.heap import Heap
    from tracer.semantics.core import Type

_SCALARS = frozenset({"int", "float", "number", "str", "bool", "char", "bytes", "null", "size"})
_TESTS = frozenset(
    {
        "compare",
        "equal",
        "is",
        "not",
        "null",
        "identical",
        "in",
        "instance",
        "truth",
        "filled",
        "variant",
    }
)
_TEXTS = {"rune": "int", "byte": "int"}


def is_test(value: Term) -> bool:
    """Whether a value is the answer of a test."""
    return value[0] in _TESTS


def is_plain(sort: str) -> bool:
    """Whether operators on values of the sort are those of the language, and copies are equal."""
    return sort in _SCALARS


def is_whole(sort: str) -> bool:
    """Whether the sort is one of whole numbers."""
    return sort == "int"


def is_total(one: str, other: str) -> bool:
    """Whether two values of the sorts always compare, one way or the other."""
    if one == other:
        return one in ("int", "str", "bool", "char")
    return {one, other} == {"int", "char"}


def computes(m: Heap, value: Term) -> bool:
    """Whether a value is of a type whose parts are computed: a page's elements, typed arrays."""
    pattern = m.semantics.computing_types
    if not pattern:
        return False
    made = value[2] if value[0] == "new" else ""
    names = (made, m.types.get(value, ""), m.exact.get(value, core.UNKNOWN).name)
    return any(isinstance(name, str) and re.fullmatch(pattern, name) for name in names)


def gives_text(m: Heap, value: core.Expression) -> bool:
    """Whether code gives a text: a field that is one, or a call of what only texts have.

    Its indices need not be what a loop goes through: in JavaScript they count code units.
    """
    if isinstance(value, core.Member) and value.owner is not None:
        return sort_of_type(m, m.context.field_type(value.owner)) == "str"
    if not isinstance(value, core.Call) or not isinstance(value.function, core.Member):
        return False
    name = value.function.name
    having = {sort for sort, known in m.library.methods.items() if name in known}
    return having == {"str"} and m.library.methods["str"][name].result == "str"


def is_used_as_text(m: Heap, code: Any, binder: int) -> bool:
    """Whether code asks a local for a method that only texts have, which give other elements."""
    return not m.semantics.texts_hold_elements and any(
        isinstance(one, core.Member)
        and isinstance(one.object, core.Local)
        and one.object.binder == binder
        and {sort for sort, known in m.library.methods.items() if one.name in known} == {"str"}
        for one in walk(code)
    )


def sort_of_type(m: Heap, declared: Type) -> str:
    """The sort that a type's name means: int, float, str, bool, list, dict ... or the name."""
    name = declared.name
    if not isinstance(name, str):
        return ""
    if declared.is_nullable:
        return ""
    if m.semantics.references_valid and name in ("&", "&mut") and declared.arguments:
        inner = sort_of_type(m, declared.arguments[0])
        return "" if name == "&mut" and is_plain(inner) else inner
    if m.semantics.has_references and name == "&" and declared.arguments:
        inner = sort_of_type(m, declared.arguments[0])
        return "" if is_plain(inner) else inner  # a number behind it may change
    return m.library.sort(name)


def sort_of(m: Heap, value: Term) -> str:
    """The sort of a value's type, '' where it is not known."""
    head = value[0]
    if head == "c":
        kind = value[1].partition(":")
        return m.library.sort(kind[2]) if kind[2] else kind[0]
    if head in _TESTS:
        return "bool"
    if head == "fmt":
        return "str"
    if head == "size":
        return "int"
    if head == "new":
        return m.library.sort(value[2])
    if head == "tuple":
        return "tuple"
    if head == "fn":
        return "function"
    if head == "?":
        one, other = sort_of(m, value[2]), sort_of(m, value[3])
        return one if one == other else ""
    if head in ("made", "ext") and m.library.variants:
        kind = value[1] if head == "made" else value
        return m.library.variant_type(kind[1]) if kind[0] == "ext" else ""
    if head in ("snap", "copy"):
        return sort_of(m, value[1 if head == "snap" else 2])
    return m.types.get(value, "")


def is_enum_member(m: Heap, value: Term) -> bool:
    """Whether a value is one of an enumeration's, each an object that is there once."""
    if value[0] != "sym" or not m.semantics.enum_bases:
        return False
    found = m.context.outline(value[1])
    if found is None or found.kind is not core.Kind.FIELD or found.owner is None:
        return False
    owner = m.context.definition(found.owner)
    return (
        owner is not None
        and len(owner.bases) == 1
        and any(
            isinstance(one, core.External) and one.path in m.semantics.enum_bases
            for one in owner.bases
        )
    )


def is_boolean(m: Heap, value: Term) -> bool:
    """Whether a value is surely true or false."""
    return sort_of(m, value) == "bool" or (m.semantics.truth == "bool" and not _is_empty(value))


def _is_empty(value: Term) -> bool:
    return value in (NULL, UNDEFINED)


def declare(m: Heap, value: Term, declared: Type) -> None:
    """Remember the type of a value where the language checks it, or where it may be assumed."""
    if value[0] == "new" and declared.arguments and m.semantics.tables_hold_keys:
        m.exact.setdefault(value, declared)  # which says what it holds
    if not declared.name or value[0] in ("c", "new", "fmt", "tuple", "fn"):
        return
    sort = sort_of_type(m, declared)
    if sort and m.context.allows("types-hold"):
        m.types.setdefault(value, sort)


def note_held(m: Heap, value: Term, declared: Type) -> None:
    """Remember what a new table is declared to hold, where making it does not say."""
    known = m.exact.get(value)
    if known is None or known.arguments or not declared.arguments or value[0] != "v":
        return
    if m.semantics.types_exclude_null and sort_of_type(m, known) == sort_of_type(m, declared):
        m.exact[value] = declared


def written_items(m: Heap, value: Term, s: State) -> tuple[Term, ...]:
    """The elements of a tuple, or of a list's literal that nothing can have changed since."""
    if value[0] == "new" and value[2] == "list" and m.made_at.get(value) == s.heap:
        return () if s.pending else value[3]
    return value[1] if value[0] == "tuple" else ()


def type_made(m: Heap, element: Term, subject: Term, s: State) -> None:
    """Type an element of what a call of the library has just made, and nothing has changed."""
    held = m.held.get(subject) if m.semantics.types_exclude_null else None
    if held is not None and subject[0] == "new" and subject[3][-1] == s.heap and not s.pending:
        declare(m, element, held)


def type_element(m: Heap, element: Term, subject: Term) -> None:
    """Type an element by what is declared of what it is an element of."""
    found = m.exact.get(subject)
    if found is not None and m.semantics.references_valid and found.name == "&":
        whole = found.arguments[0]
        if len(whole.arguments) == 1 and m.library.sort(str(whole.name)) in ("list", "set"):
            lent = core.Type("&", whole.arguments)
            declare(m, element, lent)
            m.exact.setdefault(element, lent)
        return
    if found is not None and m.semantics.has_references and found.name == "&" and found.arguments:
        found = found.arguments[0]
    if (
        found is not None
        and m.semantics.has_references
        and m.library.sort(str(found.name)) == "map"
    ):
        m.exact.setdefault(element, core.Type("std.pair", found.arguments[:2]))
    elif found is not None and len(getattr(found, "arguments", ())) == 1:
        name = found.arguments[0].name
        if isinstance(name, str) and name:
            if not found.arguments[0].is_nullable:
                m.types.setdefault(element, m.library.sort(name))
            m.exact.setdefault(element, found.arguments[0])
        elif isinstance(name, core.Symbol) and m.semantics.types_exclude_null:
            m.exact.setdefault(element, found.arguments[0])
    elif m.semantics.texts_hold_elements and sort_of(m, subject) == "str":
        m.types.setdefault(element, "str")


def of_element(m: Heap, base: Term, e: core.Member) -> core.Member:
    """A member of an element, named as the field of the class that its list is declared to hold."""
    if base[0] != "elem" or e.owner is not None or not m.semantics.types_exclude_null:
        return e
    of = m.exact.get(base, core.UNKNOWN).name
    found = m.context.outline(of) if isinstance(of, core.Symbol) else None
    if found is None or not m.context.allows("types-hold"):
        return e
    named = next((one for one in found.members if one.path[-1] == e.name), None)
    field = m.context.outline(named) if named is not None else None
    if field is None or field.kind is not core.Kind.FIELD or core.OPTIONAL in field.modifiers:
        return e
    return e._replace(owner=named)


def is_changing(m: Heap, value: Term) -> bool:
    """Whether a value is only a reference to an object, which others may change (C++)."""
    if not m.semantics.has_references or value[0] not in ("p", "elem", "v"):
        return False
    declared = m.exact.get(value, core.UNKNOWN)
    if value[0] == "elem" and declared.name in m.semantics.plain_types:
        return bool(declared.arguments) or sort_of_type(m, declared) in m.library.methods
    return declared.name == "&"


def as_now(m: Heap, value: Term, s: State) -> Term:
    """What such an object is at this time, as a value; any other value is itself."""
    if not is_changing(m, value):
        return value
    now: Term = ("now", value, m.heap_of(s))
    for table in (m.types, m.exact):
        if value in table:
            table.setdefault(now, table[value])
    return now


def is_plain_type(m: Heap, of: core.Type, depth: int = 0) -> bool:
    """Whether values of a type, and all that they hold, have no destructors."""
    if of.name in ("*", "&", "&mut"):
        return True
    if isinstance(of.name, core.Symbol):
        return m.semantics.has_references and _is_plain_class(m, of.name, depth)
    if of.name == "array" and of.arguments:
        return is_plain_type(m, of.arguments[0], depth)
    if of.arguments:
        return of.name in m.semantics.plain_types and all(
            is_plain_type(m, one, depth) for one in of.arguments
        )
    return of.name in m.semantics.plain_types and of.name not in _LITERAL_SORTS


def _is_plain_class(m: Heap, symbol: core.Symbol, depth: int) -> bool:
    """Whether a class has fields of plain types, and says nothing of how it is made or ends."""
    found = m.context.definition(symbol)
    if found is None or found.kind is not core.Kind.CLASS:
        return found is not None and found.kind is core.Kind.ENUM
    if found.bases or found.signature or depth > _NESTED or not m.context.is_plainly_made(symbol):
        return False
    return all(
        is_plain_type(m, m.context.field_type(one), depth + 1)
        for one in found.members
        if m.context.kind(one) is not core.Kind.METHOD
    )


_NESTED = 4  # classes inside classes
_COPIED = frozenset({"int", "float", "bool", "char"})


def is_copied(m: Heap, declared: Type) -> bool:
    """Whether a type is that of numbers, letters or truth values, which are copied when read."""
    name = declared.name
    return isinstance(name, str) and not declared.arguments and m.library.sort(name) in _COPIED


def referent(declared: Type, references: tuple[str, ...] = ("&",)) -> Type:
    """What references of a kind, one behind the other, refer to at last; any other type itself."""
    while declared.name in references and declared.arguments:
        declared = declared.arguments[0]
    return declared


def read_through(m: Heap, value: Term) -> Term:
    """The number, letter or truth value that a reference refers to; any other value itself.

    Nobody may change it while it is lent, so it is the same whenever it is read, and a reference
    to a reference gives the same as one.
    """
    if not m.semantics.references_valid or value[0] == "c":
        return value
    if value[:2] == ("un", "&") and sort_of(m, value[2]) in _COPIED:
        return read_through(m, value[2])
    declared = m.exact.get(value)
    if declared is None or declared.name != "&":
        return value
    declared = referent(declared)
    if not isinstance(declared.name, str) or m.library.sort(declared.name) not in _COPIED:
        return value
    found: Term = ("behind", value, ())
    declare(m, found, declared)
    m.exact.setdefault(found, declared)
    return found


def is_read(m: Heap, value: Term) -> bool:
    """Whether a value is no reference but what it refers to: closures are lent such elements."""
    declared = m.exact.get(value)
    if not m.semantics.references_valid or declared is None or declared.arguments:
        return False
    return isinstance(declared.name, str) and m.library.sort(declared.name) in _COPIED


_LITERAL_SORTS = frozenset({"list", "tuple", "set", "dict"})  # of which no type says what they hold


# New objects that an operator makes: a part of a list, lists put together or repeated. Each has an
# identity of its own, as one that a literal makes. What only reads it reads what it was made of.


def made_object(m: Heap, value: Term, s: State) -> Term:
    """A value as the object that is made of it here."""
    made: Term = ("copy", m.fresh(), value)
    for table in (m.types, m.exact, m.held):
        if value in table:
            table.setdefault(made, table[value])
    m.made_at[made] = s.heap
    return made


def read_value(m: Heap, value: Term, s: State) -> Term:
    """What an object was made of, where nothing can have changed it since; else itself."""
    if value[0] != "copy" or s.pending:
        return value
    is_same = m.heap_at(m.made_at[value], "[]") == m.heap_of(s, "[]")
    return value[2] if is_same else value
