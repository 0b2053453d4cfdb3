"""The machine: symbolic execution in continuation-passing style.

Code goes on with a continuation, and what follows a branch, a break or a loop's exit is run anew
for each way there; so guards, `else`, early return, flags and `break` leave no trace but what they
do. A continuation returns the tree of everything after it. What this costs is bounded by a budget;
beyond it `joins` are used: ways that come together again carry on with variables for what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.open_orders import depends_on_order
from tracer.classify.equivalence.evaluation.domain.state import (
    Continue,
    Exit,
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
    ZERO,
    Term,
)
from tracer.classify.equivalence.evaluation.machine.conversions import (
    as_literal,
    note_given,
    widened,
)
from tracer.classify.equivalence.evaluation.machine.grown_literals import grown
from tracer.classify.equivalence.evaluation.machine.handlers import (
    EXPRESSIONS,
    STATEMENTS,
    UnsupportedError,
)
from tracer.classify.equivalence.evaluation.machine.joins import join
from tracer.classify.equivalence.evaluation.machine.locals import Locals, is_scalar_type
from tracer.classify.equivalence.evaluation.rewriting.named_steps import with_named_steps
from tracer.semantics.core import Labeled

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.semantics.core import Statement, Symbol, Type

_DEEPEST = 8  # calls unfolded in one another


class Machine(Locals):
    """Evaluates one definition."""

    # Blocks, ways out

    def run(
        self, statements: tuple[Statement, ...], state: State, go_on: Then, start: int = 0
    ) -> Term:
        """Statements from one on, then what follows."""
        if start == len(statements):
            return go_on(state)
        one, last = with_named_steps(self, statements, start, state)
        if last == start:
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
        """Expressions in order; an event of its own says where the language promises none."""

        def one(values: list[Term], states: tuple[State, ...]) -> Term:
            s = states[-1]
            if len(values) == len(nodes):
                if self.semantics.reads_unordered and depends_on_order(self, nodes, states):
                    return self.event(("unordered",), s, lambda _, s2: go_on(values, s2))
                return go_on(values, s)
            node = nodes[len(values)]
            return self.evaluate(node, s, lambda v, s2: one([*values, v], (*states, s2)))

        return one([], (state,))

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
            if frame.function is not None:
                value = self._as_result(value, frame.function.result)
            return self.close(state, frame.depth, lambda s: returns(value, s))

        if frame.function is not None:
            value = self._as_result(value, frame.function.result)
            note_given(self, value, frame.function.result)
            is_text = frame.function.result.name == self.semantics.text_type != ""
            if self.semantics.interfaces_hold_null or is_text:
                value = widened(self, value, frame.function.result)
        if self.semantics.tests_are_numbers and value in (TRUE, FALSE):
            value = ONE if value == TRUE else ZERO

        self.tell(value)

        def leave(s: State) -> Term:
            return self.flushed(s, lambda s2: ("ret", value, s2.duties))

        return self.close(state, 0, leave)

    def _as_result(self, value: Term, result: Type) -> Term:
        """A value as what a function gives that declares a result: of nothing there is one."""
        return NULL if result.name == "unit" else as_literal(self, value, result.name)

    def _without_unseen(self, state: State) -> State:
        """Without stores to parts of locals that end here, and that nothing else has seen."""
        ended = state.frame.id
        left = {
            place: value
            for place, value in state.pending.items()
            if len(place) < 2 or self.unseen.get(place[1]) != ended  # noqa: PLR2004
        }
        return state if len(left) == len(state.pending) else state._replace(pending=left)

    # Joins

    def joined(self, state: State, run: Callable[[Continue], Term], go_on: Continue) -> Term:
        """What follows once, whatever ways lead there; without joins, once a way."""
        if not self.joins:
            return run(go_on)
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


def _value(value: Term, _: State) -> Term:
    return value
