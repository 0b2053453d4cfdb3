"""What the machine does to the heap: events in their order, stores that wait, loads, duties."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import Facts
from tracer.classify.equivalence.evaluation.domain.terms import (
    NO_DUTIES,
    WITH_PARTS,
    Term,
    plain_name,
    says,
    way_to_fail,
)
from tracer.classify.equivalence.evaluation.machine.each_calls import as_loops
from tracer.classify.equivalence.evaluation.machine.handlers import (
    Closure,
    OutOfBudgetError,
    SaidError,
)
from tracer.classify.equivalence.evaluation.machine.lending import lent
from tracer.classify.equivalence.evaluation.machine.values import is_plain, sort_of
from tracer.classify.equivalence.evaluation.rewriting.counting_loops import COUNTING, as_counting
from tracer.classify.equivalence.evaluation.rewriting.filling_tables import (
    FILLED,
    as_tables,
    with_number_tables,
)
from tracer.classify.equivalence.evaluation.rewriting.last_moves import MOVES, as_values
from tracer.classify.equivalence.evaluation.rewriting.range_calls import RANGES, as_ranges
from tracer.classify.equivalence.evaluation.rewriting.table_loops import UNROLLED, unrolled
from tracer.classify.equivalence.evaluation.rewriting.text_builders import BUILDERS, as_texts
from tracer.semantics.core import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.classify.equivalence.evaluation.domain.state import (
        Continue,
        State,
        Then,
    )
    from tracer.semantics.core import Type

CONTENTS = "[]"  # what a container holds, as a thing that events change
_LARGEST = 4000  # nodes of a value without sharing


class Heap:
    """What one evaluation knows: its budget, its facts, and what the heap holds."""

    def __init__(
        self,
        context: Context,
        *,
        joins: bool = False,
        budget: int | None = None,
        calls: frozenset[int] = frozenset(),
        seen_whole: frozenset[int] = frozenset(),
    ) -> None:
        self.context = context
        self.semantics = context.semantics
        self.library = context.library
        self.joins = joins
        self.calls = calls  # rows of calls for each element that are no loops
        self.seen_whole = seen_whole  # rows of structures that more is done with than read fields
        self.made_rows: dict[Term, int] = {}  # structure with fixed fields -> its row
        self.read_apart: dict[Term, int] = {}  # those whose fields were read as what they got
        self._loops: dict[int, tuple[Any, Any]] = {}
        self.made_types: dict[int, Type] = {}  # of locals that only the machine knows
        self.holding: dict[Term, Type] = {}  # of new tables, by what is put into them
        self.left = context.budget if budget is None else budget
        self._weighed = self.left
        self.ways = 1  # how often what is run now would be run without joins
        self.unjoined = 0  # the steps that all of it would have taken so far, about
        self.count = 0
        self.before: dict[Term, tuple[Term, frozenset[Any]]] = {}  # event -> heap, what it changes
        self.callees: dict[Term, Term] = {}  # what a call gave -> what was called
        self.stored: dict[Term, Mapping[Term, Term]] = {}  # store event -> what it stored
        self.types: dict[Term, str] = {}
        self.exact: dict[Term, Any] = {}  # declared types, where they are checked
        self.made_at: dict[Term, Term] = {}  # what a literal makes -> the heap then
        self.unused: Any = None  # the expression of the last statement that is one
        self.grafts: dict[Term, Term] = {}  # where ways join: what follows there
        self.calmed: dict[Term, Term] = {}  # heads of loops that leave the heap as it was
        self.generators: dict[int, tuple[Any, bool]] = {}
        self.movable: dict[int, tuple[Any, bool]] = {}
        self.objects: set[Term] = set()  # values of events that are surely not null
        self.subjects: dict[Term, Term] = {}  # element -> what is gone through
        self.held: dict[Term, Any] = {}  # what a call makes -> the type of what it holds
        self.copied_receiver: Term | None = None  # the heap before, where code may change its copy
        self.least: dict[Term, int] = {}  # whole numbers -> what they are no less than
        self.ordered: set[Term] = set()  # what was compared with a number or text
        self.maybe_unset: set[Term] = set()  # what a local holds that is perhaps not set
        self.unseen: dict[Term, Term] = {}  # cell that only its code sees -> frame
        self.closures: dict[Term, Closure] = {}
        self.streams: dict[Term, Any] = {}
        self.stack: tuple[Any, ...] = ()
        self._facts: dict[int, tuple[Any, Facts]] = {}
        # Of a table and a key: when a value was put there last, and which.
        self.was_put: dict[tuple[Term, Term], tuple[Term, Term]] = {}
        self.entries: dict[Term, tuple[Term, Term]] = {}  # key of an entry -> of what, and when
        self.starts_alike = False  # whether two variables of some loop start with one value
        self.counts_wide = False  # whether a variable of some loop starts with a long number
        self.sizes: dict[int, tuple[Term, int]] = {}
        self.failing: set[Term] = set()
        self.orders: set[tuple[Term, Term]] = set()  # what may fail, and what after it may too
        self.kept_as: dict[Term, Term] = {}  # the declared types of values that show none

    # Bookkeeping

    def fresh(self) -> Term:
        """A number nothing else has."""
        self.count += 1
        return ("#", self.count)

    def tick(self) -> None:
        """Count a step. Raises: OutOfBudgetError."""
        self.left -= 1
        if self.left < 0:
            raise OutOfBudgetError

    def weigh(self, ways: int) -> None:
        """Go on with what so many ways lead to, of which each would run it without joins."""
        self.unjoined += (self._weighed - self.left) * self.ways
        self._weighed = self.left
        self.ways = ways

    def takes_more_than(self, steps: int) -> bool:
        """Whether all that was run with joins would take more steps without."""
        self.weigh(self.ways)
        return self.unjoined > steps

    def law(self, name: str) -> None:
        """Note that a law was used."""
        self.context.laws.add(name)

    def sized(self, term: Term) -> Term:
        """A value, if it is not too large when written out. Raises: OutOfBudgetError."""
        if self._size(term) > _LARGEST:
            raise OutOfBudgetError
        return term

    def _size(self, term: Any) -> int:
        if not isinstance(term, WITH_PARTS):
            return 1
        found = self.sizes.get(id(term))
        if found is None:
            total = 1
            for one in term:
                total += self._size(one)
            found = (term, total)  # type: ignore[assignment]
            self.sizes[id(term)] = found  # type: ignore[assignment]
        return found[1]  # type: ignore[index]

    @property
    def copies(self) -> bool:
        """Whether assigning a structure copies it."""
        return self.semantics.structs != "references"

    def is_scalar(self, value: Term) -> bool:
        """Whether a value has no parts that could be stored to."""
        while value[0] == "cast":
            value = value[1]
        if is_plain(sort_of(self, value)) or value[0] in ("fn", "fmt", "c"):
            return True
        return self.is_reference(self.exact.get(value, UNKNOWN))

    def is_reference(self, declared: Any) -> bool:
        """Whether a value of a type only refers to what it holds, where structures are copied."""
        return declared.name in self.semantics.reference_types and bool(declared.arguments)

    def with_loops(self, code: Any) -> Any:
        """Code with calls for each element as loops, made once."""
        found = self._loops.get(id(code))
        if found is None:
            kept = as_values(code, self.library)
            if kept is not code:
                self.law(MOVES)
            whole, types = as_ranges(kept, self.library)
            if whole is not kept:
                self.law(RANGES)
                self.made_types.update(types)
            loops = as_loops(whole, self.library, self.calls)
            made = as_texts(loops, self.semantics)
            if made is not loops:
                self.law(BUILDERS)
            tables = as_tables(made, self.semantics)
            if tables is not made:
                self.law(FILLED)
            tables = with_number_tables(tables, self.semantics)
            counting = as_counting(tables)
            if counting is not tables:
                self.law(COUNTING)
            rounds = unrolled(counting) if self.semantics.arrays_decay else counting
            if rounds is not counting:
                self.law(UNROLLED)
            found = (code, rounds)
            self._loops[id(code)] = found
        return found[1]

    def facts_of(self, code: Any) -> Facts:
        """Facts about the binders of code, computed once."""
        found = self._facts.get(id(code))
        if found is None:
            found = (
                code,
                Facts(code, self.semantics, self.context.lends, partial(lent, self.context)),
            )
            self._facts[id(code)] = found
        return found[1]

    def tell(self, handed_on: Any) -> None:
        """Note what is handed on. Raises: SaidError if it has a text that was asked for."""
        sought = self.context.sought
        if sought and says(handed_on, sought):
            raise SaidError

    # Events, stores, duties

    def event(
        self,
        effect: Term,
        state: State,
        go_on: Continue,
        *,
        changes: frozenset[Any] | None = None,
        result: str = "",
    ) -> Term:
        """Something seen from outside. `changes`: what of the heap (None for anything)."""
        self.tick()

        def happen(s: State) -> Term:
            number = self.fresh()
            value = ("v", number)
            if result:
                self.types[value] = result
            if effect[0] == "call":
                self.callees[value] = effect[1]
            if changes is not None:
                self.before[value] = (s.heap, changes)
            heap = s.heap if changes is not None and not changes else value
            clean = s._replace(heap=heap, duties=NO_DUTIES, failing=frozenset())
            self.tell(effect)
            rest = go_on(value, clean)
            return ("do", number, effect, s.duties, rest)

        return self.flushed(state, happen)

    def flushed(self, state: State, go_on: Then) -> Term:
        """Go on after pending stores happened, as one event in no order."""
        if not state.pending:
            return go_on(state)
        self.tick()
        number = self.fresh()
        value = ("v", number)
        changes: frozenset[Any] | None = frozenset(
            self.changed_by(place) for place in state.pending
        )
        if not self.semantics.fields_apart and any(p[0] == "attr" for p in state.pending):
            changes = None
        if self.copies and not all(self.is_scalar(value) for value in state.pending.values()):
            changes = None  # a whole structure: fields of it, whatever they are called
        if changes is not None:
            self.before[value] = (state.heap, changes)
        self.stored[value] = state.pending
        effect = ("stores", frozenset(state.pending.items()))
        clean = state._replace(heap=value, pending={}, duties=NO_DUTIES, failing=frozenset())
        self.tell(effect)
        rest = go_on(clean)
        return ("do", number, effect, state.duties, rest)

    @staticmethod
    def changed_by(place: Term) -> Any:
        """What of the heap a store to a place changes."""
        if place[0] == "attr":
            return plain_name(place[2])
        return place[1] if place[0] == "cell" else place

    def store(self, place: Term, value: Term, state: State, go_on: Then) -> Term:
        """Put a value in a field, global or shared local; nothing has seen it yet."""
        for other in state.pending:
            is_whole = not self.is_scalar(value) and self.may_hold(place, other)
            if is_whole or (other != place and self.may_alias(other, place)):
                return self.flushed(state, lambda s: self.store(place, value, s, go_on))
        return go_on(state._replace(pending={**state.pending, place: self.sized(value)}))

    def may_alias(self, one: Term, other: Term) -> bool:
        """Whether two different places may be the same one."""
        if one[0] != other[0]:
            return not self.semantics.fields_apart and one[0] != "global" != other[0]
        if one[0] != "attr":
            return False
        if self.semantics.fields_apart and plain_name(one[2]) != plain_name(other[2]):
            return False
        if self.semantics.parts_apart and one[1] == other[1] and one[2] != other[2]:
            return not (self.in_structure(one[2]) and self.in_structure(other[2]))
        apart = one[1][0] == other[1][0] == "new" and one[1] != other[1]
        return not apart

    def may_hold(self, whole: Term, part: Term) -> bool:
        """Whether a place may be a part of what another place holds, where that is no reference."""
        if not self.copies or whole == part or part[0] not in ("attr", "at"):
            return False
        owner = part[1]
        if owner[0] == "un" and owner[1] in ("&", "&mut") and owner[2][:2] == ("place", "of"):
            owner = owner[2][2]
        if whole[0] != "cell":
            return bool(owner[0] not in ("var", "new"))
        if owner[0] in ("var", "new"):
            return bool(owner == whole[1])
        while whole[1] in self.unseen and owner[0] in ("attr", "sub"):
            owner = owner[1]
        return whole[1] not in self.unseen or bool(owner == whole[1])

    def in_structure(self, leaf: Term) -> bool:
        """Whether a member is a field of a known structure that is no union."""
        if not hasattr(leaf[1], "path"):
            return False
        owner = self.context.outline(leaf[1]._replace(path=leaf[1].path[:-1]))
        return owner is not None and "union" not in owner.modifiers

    def heap_of(self, state: State, *keys: Any) -> Term:
        """The last event that may have changed what is read; without keys: any event."""
        return self.heap_at(state.heap, *keys) if keys else state.heap

    def heap_at(self, heap: Term, *keys: Any) -> Term:
        """The same of what was read after an event."""
        while True:
            found = self.before.get(heap)
            if found is None or any(key in found[1] for key in keys):
                return heap
            heap = found[0]

    def load(
        self,
        place: Term,
        state: State,
        go_on: Continue,
        *also: Any,
        is_scalar: bool = False,
    ) -> Term:
        """Read a field, global or shared local: the value just stored, or a read of the heap."""
        known = state.pending.get(place)
        has_parts = not is_scalar and (known is None or not self.is_scalar(known))
        if has_parts and any(self.may_hold(place, other) for other in state.pending):
            return self.flushed(
                state, lambda s: self.load(place, s, go_on, *also, is_scalar=is_scalar)
            )
        if place in state.pending:
            return go_on(state.pending[place], state)
        for other, value in state.pending.items():
            whole = self.copies and place[0] == "attr" and not self.is_scalar(value)
            if whole or self.may_alias(other, place) or self.changed_by(other) in also:
                return self.flushed(
                    state, lambda s: self.load(place, s, go_on, *also, is_scalar=is_scalar)
                )
        heap = self.heap_of(state, self.changed_by(place), *also)
        if self.copies and not is_scalar:
            heap = self.heap_of(state)
        stored = self.stored.get(heap)
        if stored is not None and place in stored:
            is_alone = self.is_scalar(stored[place])
            if is_alone or not any(self.may_hold(place, other) for other in stored):
                return go_on(stored[place], state)
        return go_on((*place, heap), state)

    def duty(self, term: Term, state: State, go_on: Continue) -> Term:
        """A value that may fail to compute: from here on, and before the next event."""
        if term in state.seen:
            return go_on(term, state)
        if state.pending:
            return self.flushed(state, lambda s: self.duty(term, s, go_on))
        if any(one.kind == "end try" for one in state.opens):
            # A handler tells one failure from another, so that their order is seen.
            return self.event(
                ("compute", term),
                state,
                lambda _, s: go_on(term, s._replace(seen=s.seen | {term})),
                changes=frozenset(),
            )
        self.failing.add(term)
        self.orders.update((_computed(one), term) for one in state.duties)
        said, failing = term, state.failing
        is_told = self.context.tells_failures
        alike = frozenset() if is_told else self.semantics.failures_alike
        if self.semantics.failures_apart and term[0] not in alike:
            way = way_to_fail(term, with_type=is_told)
            failing = failing | {way}
            said = ("after", failing - {way}, term) if failing - {way} else term
        return go_on(
            term,
            state._replace(seen=state.seen | {term}, duties=state.duties | {said}, failing=failing),
        )

    def throw(self, values: Term, state: State) -> Term:
        """Raise an exception. What is open is left by it, as the blocks themselves say."""
        self.tell(values)
        return self.flushed(state, lambda s: ("throw", values, s.duties))


def _computed(duty: Term) -> Term:
    """What a duty computes, without what may have failed before it."""
    return duty[2] if duty[0] == "after" else duty
