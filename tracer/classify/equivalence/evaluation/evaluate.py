"""The entry: a definition's code, an expression or statements, as a canonical term."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

# Each registers what it evaluates.
from tracer.classify.equivalence.evaluation import (  # noqa: F401
    expressions,
)
from tracer.classify.equivalence.evaluation.calls import (  # noqa: F401
    calls,
)
from tracer.classify.equivalence.evaluation.calls.callees import works_on_copy
from tracer.classify.equivalence.evaluation.calls.functions import function_term
from tracer.classify.equivalence.evaluation.control import (  # noqa: F401
    comprehensions,
    deferred,
    loops,
    protection,
    statements,
)
from tracer.classify.equivalence.evaluation.control.loops import RetypeError
from tracer.classify.equivalence.evaluation.domain.facts import nodes_in
from tracer.classify.equivalence.evaluation.domain.state import Frame, State
from tracer.classify.equivalence.evaluation.equal_variables import (
    EQUAL,
    equal_variables,
    without,
)
from tracer.classify.equivalence.evaluation.late_counters import (
    LATE,
    from_zero,
    late_counters,
)
from tracer.classify.equivalence.evaluation.laws import (  # noqa: F401
    collection_laws,
    container_laws,
    dictionary_laws,
    element_laws,
    iterator_laws,
    library_laws,
    number_streams,
    option_laws,
    quantifier_laws,
    sequence_functions,
    stream_ends,
    stream_laws,
    table_laws,
    text_laws,
)
from tracer.classify.equivalence.evaluation.machine.each_calls import NoLoopError
from tracer.classify.equivalence.evaluation.machine.handlers import (
    OutOfBudgetError,
    UnsupportedError,
)
from tracer.classify.equivalence.evaluation.machine.joins import (
    resolved,
)
from tracer.classify.equivalence.evaluation.machine.machine import (
    Machine,
)
from tracer.classify.equivalence.evaluation.machine.opaque import written
from tracer.classify.equivalence.evaluation.machine.structures import SeenWholeError, check_apart
from tracer.classify.equivalence.evaluation.narrowed_counters import (
    NARROWED,
    narrowed_counters,
    with_narrow,
)
from tracer.classify.equivalence.evaluation.places import (  # noqa: F401
    assignments,
)
from tracer.classify.equivalence.evaluation.values import (  # noqa: F401
    collections,
    members,
    references,
    truth,
)
from tracer.classify.equivalence.evaluation.values.own_operators import check_own
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.evaluation.domain.context import Context
    from tracer.classify.equivalence.evaluation.domain.terms import Term

_DEEPEST = 60_000  # Python frames; code on Python's own stack costs no C stack
_MOST_CALLS = 12  # that turn out to be no loops, one after the other
_JOINED = 2  # times the budget, where ways are joined
_MANY = 7  # branches: with fewer of them, what follows them is copied at once
_BRANCHES = (
    core.If, core.Conditional, core.Logical, core.Switch, core.ForEach, core.Loop,
)  # fmt: skip


def canonical(code: Any, context: Context, symbol: core.Symbol | int | None = None) -> Term:
    """The term of a function's code, of an expression, or of statements (a plain tuple).

    `symbol` is the definition whose code it is. What exceeds the budget is evaluated again with
    joins; what has no term is compared as it is written. Never raises on any code.
    Cost: bounded by the context's budget, a few milliseconds for a usual definition.
    """
    with _deep():
        calls: set[int] = set()
        whole: frozenset[int] = frozenset()
        ways = [(False, context.budget), (True, context.budget * _JOINED)]
        if context.joins_only:
            ways.pop(0)
        elif (found := _joined_first(code, context, symbol)) is not None:
            return found
        while ways:
            joins, budget = ways[0]
            context.was_joined = joins
            kept = set(context.laws), set(context.assumed)
            machine = Machine(
                context, joins=joins, budget=budget, calls=frozenset(calls), seen_whole=whole
            )
            try:
                return _whole(code, machine, symbol)
            except OutOfBudgetError:
                _restore(context, kept)
                ways.pop(0)
            except SeenWholeError as error:
                _restore(context, kept)
                whole |= error.rows
            except NoLoopError as error:
                _restore(context, kept)
                if error.row in calls or len(calls) > _MOST_CALLS:
                    break
                calls.add(error.row)
            except (UnsupportedError, RecursionError, RetypeError) as error:
                _restore(context, kept)
                context.opaque.append((str(error), getattr(code, "row", -1)))
                break
            finally:
                context.steps += budget - machine.left
        return ("written", written(code))


def _joined_first(code: Any, context: Context, symbol: core.Symbol | int | None) -> Term | None:
    """The term with joins, where those tell that copying what follows branches takes too much.

    Only of functions with many branches; None where it is to be evaluated without joins first.
    """
    if not isinstance(code, core.Function):
        return None
    if sum(isinstance(one, _BRANCHES) for one in nodes_in(code)) < _MANY:
        return None
    kept = set(context.laws), set(context.assumed)
    called = set(context.called), set(context.unfolded)
    steps, budget = context.steps, context.budget * _JOINED
    machine = Machine(context, joins=True, budget=budget)
    context.was_joined = True
    try:
        term = _whole(code, machine, symbol)
        if machine.takes_more_than(context.budget):
            return term
    except OutOfBudgetError:
        return ("written", written(code))
    except (SeenWholeError, NoLoopError, UnsupportedError, RecursionError, RetypeError):
        pass  # evaluated without joins, it says so again if it has to
    finally:
        context.steps += budget - machine.left
    _restore(context, kept)
    context.called, context.unfolded = called
    context.steps = steps  # so that a change set may take as many as without asking first
    return None


def _whole(code: Any, machine: Machine, symbol: core.Symbol | int | None) -> Term:
    """The term of code with what was put off; what may fail in it is kept in the context."""
    term: Term = resolved(_evaluated(code, machine, symbol), machine)
    check_apart(machine, term)
    late = late_counters(term) if machine.semantics.integers == "unbounded" else {}
    if late:
        machine.law(LATE)
        term = from_zero(term, late)
    equal = equal_variables(term) if machine.starts_alike else []
    if equal:
        machine.law(EQUAL)

    narrow = narrowed_counters(term) if machine.counts_wide else []
    if narrow:
        machine.law(NARROWED)

    def kept(made: Any) -> Any:
        made = from_zero(made, late) if late else made
        return with_narrow(without(made, equal), narrow)

    machine.context.orders = kept(resolved(frozenset(machine.orders), machine))
    machine.context.failing = len(machine.failing)
    machine.context.kept_as = kept(resolved(frozenset(machine.kept_as.items()), machine))
    return with_narrow(without(term, equal), narrow)


def _restore(context: Context, kept: tuple[set[str], set[str]]) -> None:
    """Forget what a way rested on that led nowhere; what it unfolded is a part of why."""
    context.laws, context.assumed = kept


@contextmanager
def _deep() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _evaluated(code: Any, machine: Machine, symbol: core.Symbol | int | None) -> Term:
    code = machine.with_loops(code)
    state = state_for(machine, code, symbol)
    check_own(machine, code, state.frame)
    if isinstance(code, core.Function):
        defaults = [
            None if one.default is None else machine.value_of(one.default, state)
            for one in code.parameters
        ]
        seen = machine.context.parameter_types(symbol)
        return function_term(machine, code, state.frame, {}, defaults, seen)
    if hasattr(code, "_fields"):
        return machine.evaluate(
            code, state, lambda v, s: machine.flushed(s, lambda s2: ("value", v, s2.duties))
        )
    return machine.run(code, state, lambda s: machine.flushed(s, lambda s2: ("end", s2.duties)))


def state_for(machine: Machine, code: Any, symbol: core.Symbol | int | None) -> State:
    """The state before any of the code has run."""
    number = machine.fresh()
    frame = Frame(
        id=number,
        function=code if isinstance(code, core.Function) else None,
        facts=machine.facts_of(code),
        symbol=symbol,
        types=machine.context.types(symbol),
    )
    state = State(env={}, frame=frame, heap=("start", number))
    found = machine.context.definition(symbol) if isinstance(symbol, core.Symbol) else None
    if found is not None and works_on_copy(found):
        machine.copied_receiver = state.heap
    if found is not None and found.owner is not None and _is_lent_receiver(found):
        machine.exact["self",] = core.Type("&", (core.Type(found.owner),))
    return state


def _is_lent_receiver(found: core.Definition) -> bool:
    """Whether a method is lent its receiver, only to look at it (Rust)."""
    words = [
        one.tokens
        for one in found.signature
        if isinstance(one, core.Opaque) and one.kind == "self_parameter"
    ]
    return bool(words) and words[0][:1] == ("&",) and "mut" not in words[0]
