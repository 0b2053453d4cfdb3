"""Terms with a hole in the place of what was extracted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.normal_form import replaced
from tracer.classify.method_equivalence.code.terms import Key, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HOLE = Term("leaf", "part")


def replaced_in(terms: Sequence[Term], key: Key, value: Term) -> tuple[Term, ...]:
    """Terms with a value in the place of a name."""
    return tuple(replaced(one, key, value) for one in terms)


def without(term: Term, part: Term) -> Term:
    """A term with a local in the place of a part of it."""
    if (term.op, term.row) == (part.op, part.row):
        return HOLE._replace(op="local")
    return term._replace(kids=tuple(without(kid, part) for kid in term.kids))


def named(statement: Term, call: Term) -> Key | None:
    """The local that a statement stores the value of a call in."""
    is_stored = statement.op in ("declare", "set") and statement.kids[1].row == call.row
    return statement.kids[0].key if is_stored and statement.kids[0].op == "local" else None


def with_hole(term: Term, part: Term) -> Term:
    """A statement without a part of it, and without lists of statements in it."""
    if (term.op, term.row) == (part.op, part.row):
        return HOLE
    if term.op == "block":
        return term._replace(kids=())
    return term._replace(kids=tuple(with_hole(kid, part) for kid in term.kids))


def holds(term: Term, row: int) -> bool:
    """Whether a term stands in a statement, lists of statements in it aside."""
    return any(one.row == row for one in reached(term))


def reached(term: Term) -> Iterator[Term]:
    """Parts of a statement, lists of statements in it aside."""
    yield term
    for kid in term.kids:
        if kid.op != "block":
            yield from reached(kid)
