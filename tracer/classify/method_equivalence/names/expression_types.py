"""The type of an expression of one function, as far as the change set declares it.

What the language's own tables say of its form (`StaticTypes`), and the declared types of locals and
of members that are reached through them: `e.d().n` is looked for in the class that `d` gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.classify.method_equivalence.code.normal_form import Normal
    from tracer.classify.method_equivalence.code.terms import Key, Term
    from tracer.classify.method_equivalence.names.class_members import Members
    from tracer.semantics.types.declared_types import StaticTypes

_DIMENSION = "[]"


class Untyped:
    """Types of code of several functions: none is known."""

    def of(self, term: Term) -> str | None:  # noqa: ARG002 - as below
        """None."""
        return None


class ExpressionTypes(Untyped):
    """Types without their arguments, as written; None for what nobody sees."""

    def __init__(
        self, normal: Normal, static: StaticTypes, members: Members, types: dict[Key, str]
    ) -> None:
        """`types`: those of the locals."""
        self._normal = normal
        self._static = static
        self._members = members
        self._types = types

    def of(self, term: Term) -> str | None:  # noqa: PLR0911 - one kind of term a line
        """The type of a term."""
        if term.op == "local":
            return self._types.get(term.key)
        if term.op == "literal":
            return self._normal.literal_type(term.text)
        if term.op == "name" or (term.op in ("get", "call", "this") and self._is_own(term)):
            return self._members.declared(term)
        if term.op in ("get", "call"):
            holder = self.of(term.kids[0])
            count = len(term.kids) - 1 if term.op == "call" else None
            return holder and self._members.of_class(holder, term.text, count)
        if term.op == "binary":
            return self._operation(term)
        if term.op == "choice":
            then, other = (self.of(kid) for kid in term.kids[1:])
            return then if then == other else None
        if term.op == "node" and self._static.is_element(term.text.split()[0]):
            holder = self.of(term.kids[0])
            is_array = holder is not None and holder.endswith(_DIMENSION)
            return holder[: -len(_DIMENSION)] if holder and is_array else None
        known = self._static.of(term.row) if term.row >= 0 else None
        return known.partition("<")[0] if known and known.isascii() and " " not in known else None

    def _is_own(self, term: Term) -> bool:
        return term.op == "this" or term.kids[0].op in ("self", "this")

    def _operation(self, term: Term) -> str | None:
        if term.text in self._normal.comparing:
            return self._normal.condition
        left, right = (self.of(kid) for kid in term.kids)
        return self._static.promoted(term.text, left, right, is_alone=False)
