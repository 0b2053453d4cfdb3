"""Steps that make a list at once (JavaScript's `map` and `filter`), as rounds of who goes on.

Such a step has run for all elements before anything else happens. It is the rounds of a loop only
where nobody can tell: it has no effect, and what follows changes nothing that it reads, does not
end before it would have failed, and adds nothing to what is gone through. Else its list is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.control.calm_loops import (
    is_made_here,
    is_output,
    reads_only,
)
from tracer.classify.equivalence.evaluation.domain.terms import (
    NO_DUTIES,
    NULL,
    Term,
    parts_of,
)
from tracer.classify.equivalence.evaluation.machine.each_calls import changes
from tracer.classify.equivalence.evaluation.machine.heap import CONTENTS
from tracer.model.assumptions import FAILURE_ORDER, STEADY_LISTS
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.equivalence.evaluation.control.streams import Body, Run
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_ACTS = frozenset({"do", "try", "throw", "stream"})
_NOTHING: frozenset[str] = frozenset()


class Nature(NamedTuple):
    """What steps do: whether only to compute, what of that may fail, and what they read."""

    is_quiet: bool
    fails: frozenset[Term] = frozenset()  # what may fail in them
    reads: frozenset[str] = frozenset()  # the heads of what names the heap of its round


class Use(NamedTuple):
    """What who goes through elements does. `changes`: what of the heap (None for anything)."""

    changes: frozenset[str] | None
    may_end: bool = True  # before the last element, or by a failure
    changes_source: bool = False  # what is gone through, by its name

    def allows(self, m: Machine, nature: Nature) -> bool:
        """Whether steps of a nature may be the rounds of this use."""
        if not nature.is_quiet or (self.may_end and nature.fails):
            return False
        if self.changes == _NOTHING:
            return len(nature.fails) <= 1 or m.context.allows(FAILURE_ORDER)
        passed = frozenset({"attr"}) if self.changes == frozenset({CONTENTS}) else _NOTHING
        if nature.fails or self.changes_source or not nature.reads <= passed:
            return False
        return m.context.allows(STEADY_LISTS)


ANY_USE = Use(None)
ONLY_READS = Use(_NOTHING)
GATHERS = Use(_NOTHING, may_end=False)


def checked(m: Machine, run: Run, force: Any, use: Use | Callable[[State], Use]) -> Run:
    """The rounds of steps where a use allows that; else those over the list that they make."""
    from tracer.classify.equivalence.evaluation.control.loops import iterate

    def go(s: State, stored: Iterable[int], body: Body, end: Then, left: Continue) -> Term:
        said = use if isinstance(use, Use) else use(s)
        if said.allows(m, nature_of(m, run, s)):
            return run(s, stored, body, end, left)
        return force(s, lambda new, s2: iterate(m, new, "values", s2, stored, body, end, left))

    return go


def nature_of(
    m: Machine, run: Run, s: State, stored: Iterable[int] = (), body: Body | None = None
) -> Nature:
    """What the rounds of steps do, found by running them for an element; with a body, it too."""
    start = s._replace(duties=NO_DUTIES, pending={}, is_quiet=False)
    tree = run(
        start, stored, body or (lambda v, s2, _, __: m.flushed(s2, lambda s3: _kept(v, s3))),
        lambda s2: ("ret", NULL, s2.duties), lambda v, s2: ("ret", v, s2.duties),
    )  # fmt: skip
    if tree[0] != "each" or any(one.kind == "end try" for one in s.opens):
        return Nature(is_quiet=False)
    fails: set[Term] = set()
    reads: set[str] = set()
    for one in parts_of(tree[6], m.grafts):
        if isinstance(one, frozenset):
            fails.update(one)
        elif one and isinstance(one[0], str):
            if one[0] in _ACTS:
                return Nature(is_quiet=False)
            if any(isinstance(part, tuple) and part[:1] == ("head",) for part in one):
                reads.add(one[0])
    return Nature(True, frozenset(fails), frozenset(reads))


def _kept(value: Term, s: State) -> Term:
    """The leaf of a trial where steps have an element: unlike that of a round without one."""
    return ("kept", value, s.duties)


def of_steps(m: Machine, e: core.Member, s: State, read: Continue, k: Continue) -> Term:
    """A member of what a call gives: of steps, how many elements they leave, else as `read` does.

    Counted where nobody can tell that no list is made.
    """
    from tracer.classify.equivalence.evaluation.control.streams import is_eager, lazily, steps_of
    from tracer.classify.equivalence.evaluation.laws.stream_laws import how_many

    def found(v: Term, s2: State) -> Term:
        if v[0] != "stream":
            return read(v, s2)
        is_size = is_eager(m, v) and e.name in m.semantics.size_members
        if is_size and GATHERS.allows(m, nature_of(m, steps_of(m, v), s2)):
            return how_many(m, steps_of(m, v), s2, k)
        forced: Term = m.streams[v[1]].force(s2, read)
        return forced

    return lazily(m, e.object, s, found)


def use_of(m: Machine, n: core.ForEach) -> Callable[[State], Use]:
    """What the body of a loop does to what is there, as far as its text shows."""

    def said(s: State) -> Use:
        if reads_only(m, n.body, lambda call: is_output(m, call)):
            return ONLY_READS
        if changes(core.Function((), n.body), source_of(n.iterable), m.library):
            return Use(None, changes_source=True)
        adds = reads_only(m, n.body, lambda call: is_output(m, call) or _adds(m, s, call))
        return Use(frozenset({CONTENTS})) if adds else ANY_USE

    return said


def source_of(node: core.Expression) -> core.Expression:
    """What the first step of a chain is asked of."""
    while isinstance(node, core.Call) and isinstance(node.function, core.Member):
        node = node.function.object
    return node


def _adds(m: Machine, s: State, call: core.Call) -> bool:
    """Whether a call adds to a list that its own function made."""
    if not isinstance(call.function, core.Member):
        return False
    known = m.library.method("list", call.function.name)
    return known is not None and known.law == "add" and is_made_here(s, call.function.object)


__all__ = ["ANY_USE", "GATHERS", "ONLY_READS", "Nature", "Use", "checked", "nature_of", "use_of"]
