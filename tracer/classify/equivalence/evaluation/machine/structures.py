"""Plain structures: the same fields, whether they are set one by one or all at once.

A local structure in a cell is its fields in places of their own; read as a whole it is a new
structure of what they hold. So `p.x = a; p.y = b;`, `{a, b}` and `{.x = a, .y = b}` are one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import NULL, ZERO
from tracer.classify.equivalence.evaluation.domain.terms import parts_of as parts_in
from tracer.classify.equivalence.evaluation.machine.conversions import converted, is_numeric, kept
from tracer.classify.equivalence.evaluation.machine.opaque import type_term
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.branches import Branches

STRUCTURES = law(
    "plain-structure",
    "A structure of numbers and pointers is its fields: set one by one, or all at once, where "
    "those that are not named are zero.",
    "struct q { int x; int y; };\nstruct q f(int a) { struct q p; p.x = a; p.y = 0; return p; }\n",
    "struct q { int x; int y; };\nstruct q f(int a) { return (struct q){ .x = a }; }\n",
    "struct q { int x; int y; };\nstruct q f(int a) { return (struct q){ .y = a }; }\n",
    "c",
)

Fields = tuple[tuple["Term", core.Type], ...]


def fields_of(m: Branches, declared: core.Type) -> Fields | None:
    """The fields of a plain structure with their types; None for any other type."""
    symbol = declared.name
    if not m.copies or not m.semantics.arrays_decay or not isinstance(symbol, core.Symbol):
        return None
    found = m.context.definition(symbol)
    if found is None or found.kind is not core.Kind.CLASS:
        return None
    if found.bases or found.signature or "union" in found.modifiers:
        return None
    if not m.context.is_plainly_made(symbol):
        return None
    made: list[tuple[Term, core.Type]] = []
    for one in found.members:
        field = m.context.definition(one)
        if field is None:
            return None
        if field.kind is core.Kind.METHOD:
            continue
        of = m.context.field_type(one)
        is_scalar = of.name == "*" or is_numeric(m, of)
        plain = field.kind is core.Kind.FIELD and field.value is None and not field.signature
        if not (plain and is_scalar) or field.modifiers & _UNUSUAL or ":" in str(field.modifiers):
            return None
        made.append((("member", one), of))
    return tuple(made) or None


_UNUSUAL = frozenset({"static", "volatile", "_Atomic"})


def completed(m: Branches, items: list[Term], fields: Fields) -> list[tuple[Term, Term]] | None:
    """A value for each field of a structure that is made of some items; None if they do not fit."""
    given: dict[Term, Term] = {}
    names = [leaf for leaf, _ in fields]
    for at, item in enumerate(items):
        if item and isinstance(item[0], tuple):
            leaf, value = item
        elif at < len(names) and not given.keys() - set(names[:at]):
            leaf, value = names[at], item
        else:
            return None
        if leaf not in names or leaf in given or value[0] in ("spread", "new"):
            return None
        given[leaf] = value
    if not given:
        return None
    m.law(STRUCTURES)
    zeros = ((leaf, NULL if of.name == "*" else ZERO) for leaf, of in fields)
    return [(leaf, given.get(leaf, zero)) for leaf, zero in zeros]


def made_of(
    m: Branches, items: list[tuple[Term, Term]], declared: core.Type, fields: Fields, s: State,
    k: Continue,
) -> Term:  # fmt: skip
    """A new structure of values, each as its field holds it."""
    types = dict(fields)

    def next_(at: int, held: tuple[Term, ...], s2: State) -> Term:
        if at == len(items):
            value: Term = (
                "new", m.fresh(), "struct", ("any-names", frozenset(held)), s2.site,
                type_term(declared),
            )  # fmt: skip
            m.exact.setdefault(value, declared)
            return k(m.sized(value), s2)
        leaf, one = items[at]
        return kept(m, one, types[leaf], s2, lambda v, s3: next_(at + 1, (*held, (leaf, v)), s3))

    return next_(0, (), s)


READ_APART = law(
    "read-apart",
    "A new structure that code only reads the fields of is what they were given: nothing else "
    "sees it.",
    "package p\n\nfunc f(a int, b int) int { return b - a }\n",
    "package p\n\ntype r struct{ lo, hi int }\n\nfunc (x r) _size() int { return x.hi - x.lo }\n\n"
    "func f(a int, b int) int { return r{lo: a, hi: b}._size() }\n",
    "package p\n\ntype r struct{ lo, hi int }\n\nfunc (x r) _size() int { return x.hi - x.lo }\n\n"
    "func f(a int, b int) int { return r{lo: b, hi: a}._size() }\n",
    "go",
)


class SeenWholeError(Exception):
    """Structures that were read apart, and that something else sees; `rows` says which."""

    def __init__(self, rows: frozenset[int]) -> None:
        super().__init__("structure seen as a whole")
        self.rows = rows


def check_apart(m: Branches, term: Term) -> None:
    """Raises: SeenWholeError if a structure that was read apart is left in what code does."""
    if not m.read_apart:
        return
    left = {
        m.read_apart[part]
        for part in parts_in(term)
        if isinstance(part, tuple) and part[:1] == ("new",) and part in m.read_apart
    }
    if left:
        raise SeenWholeError(frozenset(left))
    m.law(READ_APART)


def _read_apart(m: Branches, value: Term) -> dict[Term, Term] | None:
    """The fields of a structure that nothing may have changed yet; whether so shows at the end.

    Whoever stores to it, hands it on or keeps it leaves it in the finished term (`check_apart`).
    """
    if m.semantics.structs not in ("values", "moves"):
        return None
    made = value[2] if value[0] == "un" and value[1] in ("&", "&mut") else value
    row = m.made_rows.get(made)
    if row is None or row in m.seen_whole:
        return None
    held: dict[Term, Term] = {}
    for leaf, one in made[3][1]:
        field = _as_field(m, leaf, one)
        if field is None:
            return None
        held[leaf] = field
    m.read_apart[made] = row
    return held


def _as_field(m: Branches, leaf: Term, value: Term) -> Term | None:
    """A value as a field holds it, None where that is not known: literals are of its type."""
    if not isinstance(leaf[1], core.Symbol):
        return None
    declared = m.context.field_type(leaf[1])
    if value[0] != "c":
        return converted(m, value, declared)
    if not isinstance(declared.name, str) or m.library.sort(declared.name) not in _PLAIN:
        return None
    if m.semantics.operands_alike and value[1] == "int":
        return ("c", f"int:{declared.name}", value[2])
    return converted(m, value, declared)


_PLAIN = frozenset({"int", "str", "bool", "char"})


def parts_of(m: Branches, value: Term) -> dict[Term, Term] | None:
    """What the fields of a structure hold that was made in one piece."""
    if not m.semantics.arrays_decay:
        return _read_apart(m, value)
    if value[:1] != ("new",) or value[2] != "struct":
        return None
    fields = value[3]
    declared = m.exact.get(value)
    if fields[:1] != ("any-names",) or declared is None or fields_of(m, declared) is None:
        return None
    return dict(fields[1])


def all_parts(m: Branches, value: Term) -> dict[Term, Term] | None:
    """What every field of a new structure holds; None where one is not named, and so is zero."""
    parts = parts_of(m, value)
    if parts is None or m.semantics.arrays_decay:
        return parts
    if not parts:
        return None
    symbol = next(iter(parts))[1]
    owner = m.context.definition(symbol._replace(path=symbol.path[:-1]))
    if owner is None or owner.bases:
        return None
    of_members = ((one, m.context.definition(one)) for one in owner.members)
    fields = {one for one, of in of_members if of is None or of.kind is core.Kind.FIELD}
    return parts if fields <= {leaf[1] for leaf in parts} else None


def stored_apart(m: Branches, owner: Term, value: Term, s: State, then: Then) -> Term | None:
    """Store a structure field by field; None where it does not say what each of them holds."""
    parts = all_parts(m, value)
    if parts is None:
        return None
    m.law(STRUCTURES)
    todo = sorted(parts.items(), key=repr)

    def next_(at: int, s2: State) -> Term:
        if at == len(todo):
            return then(s2)
        leaf, one = todo[at]
        return m.store(("attr", owner, leaf), one, s2, lambda s3: next_(at + 1, s3))

    return next_(0, s)


def as_whole(m: Branches, owner: Term, declared: core.Type, s: State, k: Continue) -> Term | None:
    """A structure in a cell of which all fields were just set, as a new one."""
    fields = fields_of(m, declared) if s.pending else None
    if fields is None:
        return None
    held = [(leaf, s.pending.get(("attr", owner, leaf))) for leaf, _ in fields]
    known = [(leaf, value) for leaf, value in held if value is not None]
    if len(known) < len(held):
        return None
    m.law(STRUCTURES)
    return made_of(m, known, declared, fields, s, k)
