"""Tables that nothing changes: asking for a key is asking which one it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import is_constant
from tracer.classify.equivalence.evaluation.machine.handlers import Closure
from tracer.classify.equivalence.evaluation.machine.values import is_plain, sort_of
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

TABLES = law(
    "constant-table",
    "A dictionary of a module that is bound once, has literal keys and values that never change, "
    "and that all code only reads, is the chain of tests for its keys.",
    "def f(a: str):\n    if a == 'x':\n        return 1\n    return 0\n",
    "_T = {'x': 1}\n\n\ndef f(a: str):\n    return _T.get(a, 0)\n",
    "_T = {'x': 1}\n\n\ndef f(a: str):\n    return _T.get(a, 1)\n",
)


def entries_of(m: Machine, table: Term, key: Term) -> tuple[core.Item, ...]:
    """The entries of a table that nothing changes, where a key of a plain type is asked for."""
    if table[0] != "sym" or not (is_constant(key) or is_plain(sort_of(m, key))):
        return ()
    return m.context.tables(table[1])


def picked(
    m: Machine,
    items: tuple[core.Item, ...],
    key: Term,
    s: State,
    found: Callable[[core.Item, State], Term],
    missing: Then,
) -> Term:
    """On with the entry that a key has, asked in turn, or with what is done where there is none."""
    if not items:
        return missing(s)
    m.law(TABLES)

    def asked(test: Term, s2: State) -> Term:
        return comparisons.condition(
            m, test, s2, lambda s3: found(items[0], s3),
            lambda s3: picked(m, items[1:], key, s3, found, missing),
        )  # fmt: skip

    def compared(other: Term, s2: State) -> Term:
        return comparisons.compare(m, "==", key, other, s2, asked)

    return m.evaluate(items[0].key, s, compared)


def value_of(m: Machine, item: core.Item, s: State, k: Continue) -> Term:
    """The value of an entry. A function that stands in a table sees no locals."""
    code = item.value
    if not isinstance(code, core.Function):
        return m.evaluate(code, s, k)
    from tracer.classify.equivalence.evaluation.calls.functions import frame_for, function_term

    frame = frame_for(m, code, None, ("class",))
    term = function_term(m, code, frame, {}, [None] * len(code.parameters))
    if not {"async", "generator"} & code.flags:
        m.closures[frame.id] = Closure(code, {}, frame)
    return k(term, s)
