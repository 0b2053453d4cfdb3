"""The state of symbolic execution along one path, and the function that is being run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tracer.classify.equivalence.evaluation.domain.terms import NO_DUTIES, Term
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tracer.classify.equivalence.evaluation.domain.facts import Facts
    from tracer.semantics.core import Function, Statement, Symbol, Type

Then: TypeAlias = "Callable[[State], Term]"
Continue: TypeAlias = "Callable[[Term, State], Term]"


class Frame(NamedTuple):
    """A function that is being run: one definition, a closure, or an unfolded call."""

    id: Term
    function: Function | None  # None: statements of a module, or an expression
    facts: Facts
    symbol: Symbol | int | None = None
    types: Mapping[int, Type] = {}
    receiver: Term = ("self",)
    returns: Continue | None = None  # where an unfolded call goes on
    depth: int = 0  # blocks that were open where it was entered


class Exit(NamedTuple):
    """A loop, switch or labelled block that can be left."""

    label: str
    again: Then | None  # continue; None for what is no loop
    leave: Continue  # break, with the value it has
    is_plain_block: bool = False  # left by its label only


class Open(NamedTuple):
    """A block with something to do at its end: try, finally, with, a local with a destructor."""

    kind: str
    id: Term
    statements: tuple[Statement, ...] = ()


class State(NamedTuple):
    """What is known on a path.

    `pending` are stores that nothing has seen yet, by place; they come after `duties`. `known` are
    tests decided on this path, `seen` the duties that were computed without failing, `failing` in
    which ways those may fail that were computed since the last event.
    """

    env: Mapping[int, Term]
    frame: Frame
    heap: Term
    pending: Mapping[Term, Term] = {}
    duties: frozenset[Term] = NO_DUTIES
    seen: frozenset[Term] = NO_DUTIES
    failing: frozenset[str] = frozenset()  # how what was computed since the last event may fail
    known: Mapping[Term, bool] = {}
    exits: tuple[Exit, ...] = ()
    opens: tuple[Open, ...] = ()
    watched: frozenset[int] = frozenset()
    is_quiet: bool = False  # whether the loop to come seems to read only
    site: Term = ()  # the closest function or loop around: what it makes is new each time

    def bind(self, binder: int, value: Term) -> State:
        """The state after a local got a value."""
        return self._replace(env={**self.env, binder: value})


def moment(state: State) -> Term:
    """When something is read: after an event, and after stores that nothing has seen yet."""
    return ("after", state.heap, frozenset(state.pending.items())) if state.pending else state.heap
