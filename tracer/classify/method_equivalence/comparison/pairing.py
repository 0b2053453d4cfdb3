"""What a comparison has paired so far: locals, parameters, objects; and why it failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.terms import ADAPTED, Key, Term, said, shape, walk

if TYPE_CHECKING:
    from tracer.classify.method_equivalence.code.normal_form import Normal
    from tracer.classify.method_equivalence.names.expression_types import Untyped
    from tracer.classify.method_equivalence.names.meanings import Meanings, State

# What a parameter cannot stand for; the object of a method is not passed but named (`_becomes`).
_NO_ARGUMENT = frozenset(
    (
        "block",
        "if",
        "declare",
        "type",
        "leaf",
        "set",
        "nothing",
        "arguments",
        "return",
        "self",
        "this",
    )
)


class Pairing:
    """The pairs of one comparison, which can be taken back to an earlier state."""

    def __init__(
        self,
        normal: Normal,
        meanings: Meanings,
        holes: tuple[frozenset[Key], frozenset[Key]],
        kinds: tuple[Untyped, Untyped],
    ) -> None:
        self.normal = normal
        self.kinds = kinds
        self.meanings = meanings
        self.holes = holes
        self.after_of: dict[Key, Key] = {}
        self.before_of: dict[Key, Key] = {}
        self.filled: dict[tuple[bool, Key], Term] = {}  # (is it after, parameter) -> what it is
        self.selves: dict[bool, Term] = {}  # is it the object after -> what it is on the other side
        self.is_kept = False  # the object is the same on both sides: `this` stood for `this`
        self.reads_own = False  # a field of one class, of the object on both sides
        self.conditions: dict[str, None] = {}
        self.fields: dict[tuple[bool, str], tuple[object, ...]] = {}  # what stands for a field
        self.outer: dict[tuple[bool, str], Term] = {}  # what stands for an object around
        self.retyped: tuple[set[Key], set[Key]] = (set(), set())  # locals of another type now
        self.inferred: dict[tuple[bool, Key], str] = {}  # types that only the value says
        self.why = ""
        self._depth = 0  # calls that stand for their values, one in the other

    def _state(self) -> State:
        return (
            dict(self.after_of), dict(self.before_of), dict(self.filled), dict(self.selves),
            self.is_kept, dict(self.conditions), dict(self.fields), dict(self.outer),
        )  # fmt: skip

    def _restore(self, state: State) -> None:
        (
            self.after_of, self.before_of, self.filled, self.selves, self.is_kept,
            self.conditions, self.fields, self.outer,
        ) = state  # fmt: skip

    def _fail(self, before: Term, after: Term) -> bool:
        self.why = self.why or f"{said(before)} against {said(after)}"
        return False

    def _given(self, condition: str | None, before: Term, after: Term) -> bool:
        if condition is None:
            return self._fail(before, after)
        if condition:
            self.conditions[condition] = None
        return True

    def type_of(self, term: Term, *, is_after: bool) -> str | None:
        """The type of a term, as far as the change set says it."""
        return self.kinds[is_after].of(term)

    def _pair(self, before: Term, after: Term) -> bool:
        known_a, known_b = self.after_of.get(before.key), self.before_of.get(after.key)
        if known_a is None and known_b is None:
            if (False, before.key) in self.filled or (True, after.key) in self.filled:
                return False
            if self._is_self(after, is_after=True) or self._is_self(before, is_after=False):
                return False
            self.after_of[before.key] = after.key
            self.before_of[after.key] = before.key
            return True
        return known_a == after.key and known_b == before.key

    def _is_self(self, local: Term, *, is_after: bool) -> bool:
        """Whether a local of one side is the object whose code the other side is."""
        known = self.selves.get(not is_after)
        return known is not None and known.op == "local" and known.key == local.key

    def _fills(self, before: Term, after: Term) -> bool:
        """Whether a parameter of one side stands for the code of the other."""
        for one, other, is_after in ((before, after, False), (after, before, True)):
            if one.op != "local" or one.key not in self.holes[is_after]:
                continue
            if one.key in (self.before_of if is_after else self.after_of):
                continue
            known = self.filled.get((is_after, one.key))
            if known is not None:
                if shape(known) == shape(other):
                    return True
                continue
            if self._may_fill(other, is_after=not is_after):
                self.filled[is_after, one.key] = other
                return True
        return False

    def _may_fill(self, term: Term, *, is_after: bool) -> bool:
        """Whether a term can be evaluated by the caller: no statement, no type, no bound local."""
        if term.op in _NO_ARGUMENT or (term.op == "literal" and term.scope == ADAPTED):
            return False
        taken = self.before_of if is_after else self.after_of
        return not any(t.op == "local" and t.key in taken for t in walk(term))
