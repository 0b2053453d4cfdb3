"""The machine: symbolic execution in continuation-passing style.

Code goes on with a continuation, and what follows a branch, a break or a loop's exit is run anew
for each way there; so guards, `else`, early return, flags and `break` leave no trace but what they
do. A continuation returns the tree of everything after it. What this costs is bounded by a budget;
beyond it `joins` are used: ways that come together again carry on with variables for what differs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.classify.equivalence.evaluation.domain.facts import Facts
from tracer.classify.equivalence.evaluation.domain.state import (
    Continue,
    Exit,
    Frame,
    Open,
    State,
    Then,
)
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NO_DUTIES,
    NULL,
    ONE,
    TRUE,
    UNDEFINED,
    UNSET,
    ZERO,
    Term,
    plain_name,
)
from tracer.classify.equivalence.evaluation.machine.each_calls import as_loops
from tracer.classify.equivalence.evaluation.machine.grown_literals import grown
from tracer.classify.equivalence.evaluation.machine.lending import lent
from tracer.classify.equivalence.evaluation.machine.values import is_plain, sort_of
from tracer.semantics.core import UNKNOWN, Labeled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.semantics.core import Function, Statement, Symbol, Type

CONTENTS = "[]"  # what a container holds, as a thing that events change
_LARGEST = 4000  # nodes of a value without sharing
_DEEPEST = 8  # calls unfolded in one another


class OutOfBudgetError(Exception):
    """The definition takes more steps than allowed."""


class UnsupportedError(Exception):
    """Something that has no term; the definition is compared as it is written."""


class Closure(NamedTuple):
    """A function made by the code at hand, for calls of it."""

    function: Function
    env: Mapping[int, Term]
    frame: Frame


Expressions = dict[type, Callable[["Machine", Any, State, Continue], Term]]
Statements = dict[type, Callable[["Machine", Any, State, Then], Term]]
EXPRESSIONS: Expressions = {}
STATEMENTS: Statements = {}


def expression(kind: type) -> Callable[[Any], Any]:
    """Register the evaluation of a kind of expression."""

    def register(function: Any) -> Any:
        EXPRESSIONS[kind] = function
        return function

    return register


def statement(kind: type) -> Callable[[Any], Any]:
    """Register the evaluation of a kind of statement."""

    def register(function: Any) -> Any:
        STATEMENTS[kind] = function
        return function

    return register


class Machine:
    """Evaluates one definition."""

    def __init__(
        self,
        context: Context,
        *,
        joins: bool = False,
        budget: int | None = None,
        calls: frozenset[int] = frozenset(),
    ) -> None:
        self.context = context
        self.semantics = context.semantics
        self.library = context.library
        self.joins = joins
        self.calls = calls  # rows of calls for each element that are no loops
        self._loops: dict[int, tuple[Any, Any]] = {}
        self.left = context.budget if budget is None else budget
        self.count = 0
        self.before: dict[Term, tuple[Term, frozenset[Any]]] = {}  # event -> heap, what it changes
        self.stored: dict[Term, Mapping[Term, Term]] = {}  # store event -> what it stored
        self.types: dict[Term, str] = {}
        self.exact: dict[Term, Any] = {}  # declared types, where they are checked
        self.made_at: dict[Term, Term] = {}  # what a literal makes -> the heap then
        self.unused: Any = None  # the expression of the last statement that is one
        self.grafts: dict[Term, Term] = {}  # where ways join: what follows there
        self.calmed: dict[Term, Term] = {}  # heads of loops that leave the heap as it was
        self.generators: dict[int, tuple[Any, bool]] = {}
        self.objects: set[Term] = set()  # values of events that are surely not null
        self.ordered: set[Term] = set()  # what was compared with a number or text
        self.maybe_unset: set[Term] = set()  # what a local holds that is perhaps not set
        self.unseen: dict[Term, Term] = {}  # cell that only its code sees -> frame
        self.closures: dict[Term, Closure] = {}
        self.streams: dict[Term, Any] = {}
        self.stack: tuple[Any, ...] = ()
        self._facts: dict[int, tuple[Any, Facts]] = {}
        self.entries: dict[Term, tuple[Term, Term]] = {}  # key of an entry -> of what, and when
        self.sizes: dict[int, tuple[Term, int]] = {}

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

    def law(self, name: str) -> None:
        """Note that a law was used."""
        self.context.laws.add(name)

    def note_row(self, term: Term, row: int) -> None:
        """Remember where a term comes from, for evidence."""
        if row >= 0 and self.context.evidence:
            self.context.rows.setdefault(term, row)

    def sized(self, term: Term) -> Term:
        """A value, if it is not too large when written out. Raises: OutOfBudgetError."""
        if self._size(term) > _LARGEST:
            raise OutOfBudgetError
        return term

    def _size(self, term: Any) -> int:
        if not isinstance(term, tuple | frozenset):
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
        if is_plain(sort_of(self, value)) or value[0] in ("fn", "fmt"):
            return True
        return self.is_reference(self.exact.get(value, UNKNOWN))

    def is_reference(self, declared: Any) -> bool:
        """Whether a value of a type only refers to what it holds, where structures are copied."""
        return declared.name in self.semantics.reference_types and bool(declared.arguments)

    def with_loops(self, code: Any) -> Any:
        """Code with calls for each element as loops, made once."""
        found = self._loops.get(id(code))
        if found is None:
            found = (code, as_loops(code, self.library, self.calls))
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

    # Events, stores, duties

    def event(
        self,
        effect: Term,
        state: State,
        go_on: Continue,
        *,
        row: int = -1,
        changes: frozenset[Any] | None = None,
        result: str = "",
    ) -> Term:
        """Something seen from outside. `changes`: what of the heap (None for anything)."""
        self.tick()

        def happen(s: State) -> Term:
            number = self.fresh()
            value = ("v", number)
            self.note_row(value, row)
            if result:
                self.types[value] = result
            if changes is not None:
                self.before[value] = (s.heap, changes)
            heap = s.heap if changes is not None and not changes else value
            rest = go_on(value, s._replace(heap=heap, duties=NO_DUTIES))
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
        rest = go_on(state._replace(heap=value, pending={}, duties=NO_DUTIES))
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
            if other != place and self.may_alias(other, place):
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

    def in_structure(self, leaf: Term) -> bool:
        """Whether a member is a field of a known structure that is no union."""
        if not hasattr(leaf[1], "path"):
            return False
        owner = self.context.outline(leaf[1]._replace(path=leaf[1].path[:-1]))
        return owner is not None and "union" not in owner.modifiers

    def heap_of(self, state: State, *keys: Any) -> Term:
        """The last event that may have changed what is read; without keys: any event."""
        heap = state.heap
        if not keys:
            return heap
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
            return go_on(stored[place], state)
        return go_on((*place, heap), state)

    def duty(self, term: Term, state: State, go_on: Continue) -> Term:
        """A value that may fail to compute: from here on, and before the next event."""
        if term in state.seen:
            return go_on(term, state)
        if state.pending:
            return self.flushed(state, lambda s: self.duty(term, s, go_on))
        return go_on(term, state._replace(seen=state.seen | {term}, duties=state.duties | {term}))

    # Branches

    def branch(self, test: Term, state: State, yes: Then, no: Then, row: int = -1) -> Term:
        """Both ways from a test that is a canonical condition."""
        while test[0] == "not":
            test, yes, no = test[1], no, yes
        if test == TRUE:
            return yes(state)
        if test == FALSE:
            return no(state)
        if test[0] == "variant" and len(test) == 4:  # noqa: PLR2004
            from tracer.classify.equivalence.evaluation.machine import variants

            return variants.branch(self, test, state, yes, no)
        decided = self.decided(test, state)
        if decided is not None:
            return yes(state) if decided else no(state)
        self.tick()
        self.note_row(test, row)
        clean = state._replace(duties=NO_DUTIES)
        sure: dict[Term, Any] = {**state.known, test: True}
        if test[0] == "is":
            sure["value", test[1]] = test[2]
        one = yes(clean._replace(known=sure))
        other = no(clean._replace(known={**state.known, test: False}))
        return self.node_if(test, state.duties, one, other)

    @staticmethod
    def decided(test: Term, state: State) -> bool | None:
        """What the path already says about a test; a value equal to a constant is no other."""
        found = state.known.get(test)
        if found is None and test[0] == "is":
            value: Any = state.known.get(("value", test[1]))
            if value is not None and value[0] == test[2][0] == "c" and alike(value, test[2]):
                return bool(value == test[2])
        return found

    def node_if(self, test: Term, duties: frozenset[Term], one: Term, other: Term) -> Term:
        """The node of a decision, or what it comes to."""
        if one == other and one[0] in ("ret", "next", "fall", "end"):
            return (*one[:-1], one[-1] | duties)
        if one[0] == other[0] == "ret" and one[-1] == other[-1] == NO_DUTIES:
            if self.semantics.tests_are_numbers:
                one, other = as_number(one), as_number(other)
                if (one[1], other[1]) == (ONE, ZERO):
                    return ("ret", test, duties)
                if (one[1], other[1]) == (ZERO, ONE):
                    return ("ret", ("not", test), duties)
            if test[0] == "null" and self._is_rebuilt_null(test[1], one[1], other[1]):
                return ("ret", test[1], duties)
            if (one[1], other[1]) == (TRUE, FALSE):
                return ("ret", test, duties)
            if (one[1], other[1]) == (FALSE, TRUE):
                return ("ret", ("not", test), duties)
        if test[0] == "is" and test[2][0] == "c":
            return node_cases(test, duties, one, other)
        return ("if", test, duties, one, other)

    def _is_rebuilt_null(self, value: Term, one: Term, other: Term) -> bool:
        """Whether null where a value is null, else the value, is it; not where types act."""
        if one != NULL or other != value:
            return False
        said = self.semantics
        if not said.types_matter or said.loose_null or said.operators_overloadable:
            return False
        kinds = self.semantics.null_types
        return not kinds or getattr(self.exact.get(value), "name", "") in kinds

    # Blocks, ways out

    def run(
        self, statements: tuple[Statement, ...], state: State, go_on: Then, start: int = 0
    ) -> Term:
        """Statements from one on, then what follows."""
        if start == len(statements):
            return go_on(state)
        one, last = grown(self, statements, start, state)
        self.tick()
        if start == 0 and self.semantics.jumps_forward and len(statements) > 1:
            state = self._with_labels(statements, state, go_on)
        handler = STATEMENTS.get(type(one))
        if handler is None:
            raise UnsupportedError(type(one).__name__)
        return handler(self, one, state, lambda s: self.run(statements, s, go_on, last + 1))

    def _with_labels(self, statements: tuple[Statement, ...], state: State, go_on: Then) -> State:
        """What a jump forward to a label among the statements goes on with."""
        depth = len(state.opens)
        for place in range(len(statements) - 1, 0, -1):
            one = statements[place]
            if isinstance(one, Labeled):
                outside = state.exits

                def go(
                    _: Term, s: State, place: int = place, outside: tuple[Exit, ...] = outside
                ) -> Term:
                    return self.close(s, depth, lambda s2: self.run(
                        statements, s2._replace(exits=outside), go_on, place
                    ))  # fmt: skip

                jump = Exit(f"goto {one.label}", None, go, is_plain_block=True)
                state = state._replace(exits=(jump, *state.exits))
        return state

    def evaluate(self, node: Any, state: State, go_on: Continue) -> Term:
        """An expression, then what follows with its value."""
        self.tick()
        handler = EXPRESSIONS.get(type(node))
        if handler is None:
            raise UnsupportedError(type(node).__name__)
        return handler(self, node, state, go_on)

    def evaluate_all(
        self, nodes: tuple[Any, ...], state: State, go_on: Callable[[list[Term], State], Term]
    ) -> Term:
        """Expressions in order."""

        def one(values: list[Term], s: State) -> Term:
            if len(values) == len(nodes):
                return go_on(values, s)
            return self.evaluate(nodes[len(values)], s, lambda v, s2: one([*values, v], s2))

        return one([], state)

    def close(self, state: State, depth: int, go_on: Then) -> Term:
        """Leave open blocks down to a depth, doing what they do at their ends."""
        if len(state.opens) <= depth:
            return go_on(state)
        top: Open = state.opens[-1]
        outside = state._replace(opens=state.opens[:-1])

        def after(s: State) -> Term:
            return self.close(s, depth, go_on)

        return self.event(
            (top.kind, top.id), outside, lambda _, s: self.run(top.statements, s, after)
        )

    def give(self, value: Term, state: State) -> Term:
        """Return from the function that is being run."""
        frame = state.frame
        value = self.settled(value, state)
        state = self._without_unseen(state)
        if frame.returns is not None:
            returns = frame.returns
            return self.close(state, frame.depth, lambda s: returns(value, s))

        if self.semantics.tests_are_numbers and value in (TRUE, FALSE):
            value = ONE if value == TRUE else ZERO

        def leave(s: State) -> Term:
            return self.flushed(s, lambda s2: ("ret", value, s2.duties))

        return self.close(state, 0, leave)

    def _without_unseen(self, state: State) -> State:
        """Without stores to parts of locals that end here, and that nothing else has seen."""
        ended = state.frame.id
        left = {
            place: value
            for place, value in state.pending.items()
            if len(place) < 2 or self.unseen.get(place[1]) != ended  # noqa: PLR2004
        }
        return state if len(left) == len(state.pending) else state._replace(pending=left)

    def settled(self, value: Term, state: State) -> Term:
        """A question that this path has answered, as its answer; a value that it knows, as that."""
        known = self._known(value, state)
        if known is not None:
            return known
        test = value[1] if value[0] == "not" else value
        answer: Any = None
        if test[0] in ("compare", "equal", "is", "null", "in", "instance", "filled"):
            answer = self.decided(test, state)
        elif test[0] == "variant" and len(test) == 4:  # noqa: PLR2004
            from tracer.classify.equivalence.evaluation.machine import variants

            answer = variants.decided(self, test, state)
        if type(answer) is not bool:
            return value
        return TRUE if answer != (test is not value) else FALSE

    def _known(self, value: Term, state: State) -> Term | None:
        """The literal that a value is on this path: nothing, or one of its own plain type."""
        if state.known.get(("null", value)):
            return NULL
        if self.semantics.truth == "nonzero" and state.known.get(("truth", value)) is False:
            return NULL if self.exact.get(value, UNKNOWN).name == "*" else None
        found: Any = state.known.get(("value", value))
        if found is None or found[0] != "c":
            return None
        if found in (NULL, UNDEFINED):
            literal: Term = found
            return literal
        is_zero = self.semantics.integers == "double" and found == ZERO  # perhaps -0
        return found if sort_of(self, value) == found[1] != "float" and not is_zero else None

    def throw(self, values: Term, state: State) -> Term:
        """Raise an exception. What is open is left by it, as the blocks themselves say."""
        return self.flushed(state, lambda s: ("throw", values, s.duties))

    # Locals

    def bind(self, binder: int, value: Term, state: State, go_on: Then) -> Term:
        """Give a local a value where it is declared."""
        frame = state.frame
        decays = self.semantics.arrays_decay and value[0] == "new" and value[2] == "array"
        if self.semantics.has_references and frame.facts.refers(binder):
            declared = frame.types.get(binder, UNKNOWN)
            if value[0] == "p" and not is_scalar_type(self, declared):
                return self._set(binder, value, state, go_on)
            return self._set(binder, ("alias", value, state.heap), state, go_on)
        if binder in frame.facts.cells and not decays:
            slot = self.cell_of(binder, state)
            apart = self._stored_apart(slot, value, state.bind(binder, slot), go_on)
            if apart is not None:
                return apart
            if value[0] == "indeterminate" and self._fields_of(binder, state) is not None:
                return go_on(state.bind(binder, slot))
            return self.store(("cell", slot), value, state.bind(binder, slot), go_on)
        return self._set(binder, value, state, go_on)

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
        if self.semantics.has_references and state.frame.facts.refers(binder):
            place = slot[1] if slot is not None and slot[0] == "alias" else slot
            return self.event(("store behind", place, value), state, lambda _, s: go_on(s))
        if slot is not None and slot[0] == "var":
            apart = self._stored_apart(slot, value, state, go_on)
            return apart or self.store(("cell", slot), value, state, go_on)
        if slot is None and binder in state.frame.facts.cells:
            return self.bind(binder, value, state, go_on)
        return self._set(binder, value, state, go_on)

    def _set(self, binder: int, value: Term, state: State, go_on: Then) -> Term:
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
            from tracer.classify.equivalence.evaluation.machine.structures import as_whole

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
        if value[0] == "snap" and value[2] == state.heap and not state.pending:
            return go_on(value[1], state)
        return go_on(value, state)

    def _fields_of(self, binder: int, state: State) -> object:
        from tracer.classify.equivalence.evaluation.machine.structures import fields_of

        return fields_of(self, state.frame.types.get(binder, UNKNOWN))

    def _stored_apart(self, slot: Term, value: Term, state: State, go_on: Then) -> Term | None:
        from tracer.classify.equivalence.evaluation.machine.structures import stored_apart

        return stored_apart(self, slot, value, state, go_on)

    # Joins

    def joined(self, state: State, run: Callable[[Continue], Term], go_on: Continue) -> Term:
        """What follows once, whatever ways lead there; without joins, once a way."""
        if not self.joins:
            return run(go_on)
        from tracer.classify.equivalence.evaluation.machine.joins import join

        return join(self, state, run, go_on)

    # Functions

    def may_unfold(self, symbol: Symbol) -> bool:
        """Whether a call of a definition is replaced by what it does, here."""
        if symbol not in self.context.unfold and symbol not in self.context.small:
            self.context.called.add(symbol)
            return False
        return (
            symbol not in self.stack
            and len(self.stack) < _DEEPEST
            and not (self.semantics.has_references and self._takes_references(symbol))
        )

    def _takes_references(self, symbol: Symbol) -> bool:
        """Whether code may change an argument, or see it change, as its parameter refers to it."""
        found = self.context.definition(symbol)
        if found is None or found.function is None:
            return True
        cells = self.facts_of(found.function).cells
        return any(
            one.type.name == "&" and (one.binder in cells or is_scalar_type(self, one.type))
            for one in found.function.parameters
        )

    def value_of(self, node: Any, state: State) -> Term:
        """An expression that is evaluated at another time: its value, or the tree of it."""
        tree = self.evaluate(
            node,
            state._replace(duties=NO_DUTIES, pending={}),
            lambda v, s: self.flushed(s, lambda s2: ("ret", v, s2.duties)),
        )
        if tree[0] == "ret" and not tree[2]:
            value: Term = tree[1]
            return value
        return ("later", tree)


def resolved(term: Any, machine: Machine, known: dict[int, tuple[Any, Any]] | None = None) -> Any:
    """A term with what was put off: joins filled in, heads of calm loops gone."""
    memo = {} if known is None else known
    if not isinstance(term, tuple | frozenset) or not term:
        return term
    found = memo.get(id(term))
    if found is not None:
        return found[1]
    made: Any
    if isinstance(term, frozenset):
        made = frozenset([resolved(one, machine, memo) for one in term])
    elif term[0] == "graft":
        made = resolved(machine.grafts[term], machine, memo)
    elif term[0] == "head" and term in machine.calmed:
        made = resolved(machine.calmed[term], machine, memo)
    else:
        items = []
        same = True
        for one in term:
            part = resolved(one, machine, memo)
            same = same and part is one
            items.append(part)
        made = term if same else tuple(items)
    memo[id(term)] = (term, made)
    return made


def is_scalar_type(m: Machine, declared: Type) -> bool:
    """Whether a reference is to a number or text, of which a copy is taken for the thing."""
    name = declared.arguments[0].name if declared.arguments else ""
    words = name.split() if isinstance(name, str) else []
    return not words or all(word in m.semantics.numeric_types for word in words)


def as_number(leaf: Term) -> Term:
    """A leaf that gives a truth value, as giving 0 or 1."""
    numbers = {TRUE: ONE, FALSE: ZERO}
    return ("ret", numbers.get(leaf[1], leaf[1]), leaf[2])


def alike(one: Term, other: Term) -> bool:
    """Whether two literals are of one sort, so that a value equal to one is not the other."""
    nulls = ("null", "undefined")
    return bool(one[1] == other[1] or (one[1] in nulls and other[1] in nulls))


def node_cases(test: Term, duties: frozenset[Term], one: Term, other: Term) -> Term:
    """A decision on one of some constants: exclusive, so in no order."""
    subject, picked = test[1], test[2]
    cases: tuple[Term, ...] = ()
    default = other
    if (
        other[0] == "cases"
        and other[1] == subject
        and not other[2]
        and all(alike(case[0], picked) for case in other[3])
    ):
        cases, default = other[3], other[4]
    if one == default and one[0] in ("ret", "next", "fall", "end"):
        if cases:
            return (other[0], other[1], duties, cases, default)
        return (*one[:-1], one[-1] | duties)
    made = tuple(sorted([*cases, (picked, one)], key=lambda case: case[0]))
    return ("cases", subject, duties, made, default)
