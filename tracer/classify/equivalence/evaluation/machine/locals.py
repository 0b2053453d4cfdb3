"""Locals: bound, given a new value and read, in a cell where something else sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.state import moment
from tracer.classify.equivalence.evaluation.domain.terms import (
    UNSET,
    Term,
)
from tracer.classify.equivalence.evaluation.machine.branches import Branches
from tracer.classify.equivalence.evaluation.machine.handlers import UnsupportedError
from tracer.classify.equivalence.evaluation.machine.structures import (
    as_whole,
    fields_of,
    stored_apart,
)
from tracer.classify.equivalence.evaluation.machine.values import declare
from tracer.semantics.core import UNKNOWN, Kind, Symbol

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import (
        Continue,
        Frame,
        State,
        Then,
    )
    from tracer.classify.equivalence.evaluation.machine.heap import Heap
    from tracer.semantics.core import Type

PAIR = ("first", "second")  # the members that are the parts of a `std::pair`


class Locals(Branches):
    """Gives locals their values, and reads them."""

    def bind(self, binder: int, value: Term, state: State, go_on: Then) -> Term:
        """Give a local a value where it is declared."""
        frame = state.frame
        decays = self.semantics.arrays_decay and value[0] == "new" and value[2] == "array"
        if self.semantics.has_references and self.refers(binder, state):
            declared = frame.types.get(binder, UNKNOWN)
            root = value[1] if value[0] == "cast" else value
            if root[0] == "p" and not is_scalar_type(self, declared):
                return self._set(binder, value, state, go_on)
            return self._set(binder, ("alias", value, state.heap), state, go_on)
        if binder in frame.facts.cells and not decays:
            slot = self.cell_of(binder, state)
            apart = stored_apart(self, slot, value, state.bind(binder, slot), go_on)
            if apart is not None:
                return apart
            if (
                value[0] == "indeterminate"
                and fields_of(self, frame.types.get(binder, UNKNOWN)) is not None
            ):
                return go_on(state.bind(binder, slot))
            return self.store(("cell", slot), value, state.bind(binder, slot), go_on)
        return self._set(binder, value, state, go_on)

    def refers(self, binder: int, state: State) -> bool:
        """Whether a local surely is a reference, that of the code or one that a law made."""
        is_made = self.made_types.get(binder, UNKNOWN).name == "&"
        return is_made or state.frame.facts.refers(binder)

    def cell_of(self, binder: int, state: State) -> Term:
        """The cell of a local that is captured: the one it has, or a new one."""
        known = None if self.semantics.loop_variables == "fresh" else state.env.get(binder)
        slot = known if known is not None and known[0] == "var" else ("var", self.fresh())
        if binder in state.frame.facts.parted:
            self.unseen[slot] = state.frame.id
        return slot

    def assign(self, binder: int, value: Term, state: State, go_on: Then) -> Term:
        """Give a local a new value."""
        slot = state.env.get(binder)
        if slot is not None and slot[0] == "part of":
            raise UnsupportedError("reference to a part")
        if self.semantics.has_references and self.refers(binder, state):
            place = slot[1] if slot is not None and slot[0] == "alias" else slot
            return self.event(("store behind", place, value), state, lambda _, s: go_on(s))
        if slot is not None and slot[0] == "var":
            apart = stored_apart(self, slot, value, state, go_on)
            return apart or self.store(("cell", slot), value, state, go_on)
        if slot is None and binder in state.frame.facts.cells:
            return self.bind(binder, value, state, go_on)
        return self._set(binder, value, state, go_on)

    def _set(self, binder: int, value: Term, state: State, go_on: Then) -> Term:
        if value[0] == "new" and self.semantics.tables_hold_keys:
            declared = state.frame.types.get(binder, UNKNOWN)
            declare(
                self, value, declared if declared.arguments else self.holding.get(value, declared)
            )
        bound = state.bind(binder, self.sized(value))
        if binder not in state.watched:
            return go_on(bound)
        effect = ("set", self.slot(state.frame, binder), value)
        return self.event(effect, bound, lambda _, s: go_on(s), changes=frozenset())

    @staticmethod
    def slot(frame: Frame, binder: int) -> Term:
        """The name of a local as something that handlers see."""
        return ("#s", frame.id, binder)

    def read_local(self, binder: int, state: State, go_on: Continue) -> Term:
        """The value of a local."""
        value = state.env.get(binder, UNSET)
        if value[0] == "var":
            declared = state.frame.types.get(binder, UNKNOWN)
            whole = as_whole(self, value, declared, state, go_on)
            return whole or self.load(("cell", value), state, go_on)
        if value == UNSET:
            return self.throw((("unset",),), state)
        if value in self.maybe_unset:
            return self.duty(("set", value), state, lambda _, s: go_on(value, s))
        if value[0] == "alias":
            if state.pending:
                return self.flushed(state, lambda s: self.read_local(binder, s, go_on))
            seen = value[1] if value[2] == state.heap else ("reference", value[1], state.heap)
            return go_on(seen, state)
        if value[0] == "part of":
            return self._read_part(value, state, go_on)
        if value[0] == "snap" and value[2] == moment(state):
            return go_on(value[1], state)
        return go_on(value, state)

    def has_pairs(self) -> bool:
        """Whether members of these names are the parts of pairs, for the program has none."""
        return self.semantics.has_references and not self.context.defines_member(*PAIR)

    def part_type(self, whole: Term, name: str) -> Type:
        """The type of a part of a pair, where that of the pair is known."""
        while whole[0] in ("reference", "snap"):
            whole = whole[1]
        of = self.exact.get(whole, UNKNOWN)
        while of.name == "&" and of.arguments:
            of = of.arguments[0]
        if of.name != "std.pair" or name not in PAIR or len(of.arguments) != len(PAIR):
            return UNKNOWN
        return of.arguments[PAIR.index(name)]

    def _read_part(self, value: Term, state: State, go_on: Continue) -> Term:
        """A part of what a structured binding refers to, as it is now."""
        if state.pending:
            return self.flushed(state, lambda s: self._read_part(value, s, go_on))
        _, whole, heap, leaf = value
        is_same = heap == state.heap or whole[0] == "p"
        seen = whole if is_same else ("reference", whole, state.heap)
        if leaf[0] == "member":
            declared = self.part_type(whole, leaf[1])

            def typed(part: Term, s: State) -> Term:
                if declared.name and part[0] == "attr":
                    declare(self, part, declared)
                    self.exact.setdefault(part, declared)
                return go_on(part, s)

            return self.load(("attr", seen, leaf), state, typed)
        return go_on(("part", seen, *leaf[1:], self.heap_of(state)), state)


def is_scalar_type(m: Heap, declared: Type) -> bool:
    """Whether a reference is to a number or text, of which a copy is taken for the thing."""
    name = declared.arguments[0].name if declared.arguments else ""
    if isinstance(name, Symbol) and m.context.kind(name) is Kind.CLASS:
        return False
    words = name.split() if isinstance(name, str) else []
    return not words or all(word in m.semantics.numeric_types for word in words)
