"""Loops that leave the heap as it was: what is read in them is what was read before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.terms import is_round, parts_of
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.classify.equivalence.evaluation.domain.state import State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_READS = frozenset({"pure", "reads", "fresh"})
_ACTS = (
    core.Await, core.Yield, core.Opaque, core.Defer, core.Function, core.Comprehension, core.Try,
    core.Unresolved,
)  # fmt: skip


def reads_only(m: Machine, code: Any, but: Callable[[core.Call], bool] = lambda _: False) -> bool:
    """Whether code, as far as its text shows, calls and stores nothing but locals.

    `but`: calls that it may have all the same.
    """
    for one in walk(code):
        if isinstance(one, _ACTS):
            return False
        if isinstance(one, core.Call) and not _is_read(m, one) and not but(one):
            return False
        if isinstance(one, core.TargetPattern) and not isinstance(one.place, core.Local):
            return False
        if isinstance(one, core.Update) and not isinstance(one.target, core.Local):
            return False
    return True


def keeps_lengths(m: Machine, s: State, code: Any) -> bool:
    """Whether code changes no collection but those that its own function made for a local.

    A function that is called may change any other collection; so may other tasks during an `await`.
    """
    if m.semantics.types_matter:
        return True
    for one in walk(code):
        if isinstance(one, core.Await | core.Yield | core.Opaque | core.Function):
            return False
        place = one.place if isinstance(one, core.TargetPattern) else None
        if isinstance(one, core.Update):
            place = one.target
        if isinstance(place, core.Index) and not is_made_here(s, place.object):
            return False
        if isinstance(one, core.Call) and not _is_read(m, one) and not _is_aside(m, s, one):
            return False
    return True


def _is_aside(m: Machine, s: State, call: core.Call) -> bool:
    """Whether a call is output, or one of the library's on a collection that is made here."""
    function = call.function
    if isinstance(function, core.External):
        return is_output(m, call)
    if not isinstance(function, core.Member) or not is_made_here(s, function.object):
        return False
    return any(function.name in group for group in m.library.methods.values())


def is_output(m: Machine, call: core.Call) -> bool:
    """Whether a call only writes output."""
    known = None
    if isinstance(call.function, core.External):
        known = m.library.function(call.function.path)
    return known is not None and known.effect == "output"


def is_made_here(s: State, node: Any) -> bool:
    """Whether a local holds what its function made for it, and nothing else."""
    made = stored_to(s.frame.function, node.binder) if isinstance(node, core.Local) else []
    return bool(made) and all(isinstance(one, core.Construct) for one in made)


_PLACES = frozenset({"&", "&mut", "delete", "del"})


def places_in(body: Any) -> Iterator[Any]:
    """What code stores to, deletes, or takes the address of: places, not what they hold."""
    for one in walk(body):
        place: Any = None
        if isinstance(one, core.TargetPattern):
            place = one.place
        elif isinstance(one, core.Update):
            place = one.target
        elif isinstance(one, core.Unary) and one.operator in _PLACES:
            place = one.operand
        while isinstance(place, core.Cast):
            place = place.value
        if place is not None:
            yield place


def stored_to(function: Any, binder: int) -> list[Any]:
    """The expressions that are stored to a local, as they stand; None for what is not seen."""
    found: list[Any] = []
    for one in walk(function) if function is not None else ():
        target: Any = one
        if isinstance(one, core.Let | core.Assign):
            target = one.pattern if isinstance(one, core.Let) else one.target
            if _is_place(target, binder):
                found.append(one.value)
        elif _is_place(one, binder) or (isinstance(one, core.Parameter) and one.binder == binder):
            found.append(None)
    plain = [one for one in found if one is not None]
    return plain if len(found) == 2 * len(plain) else [*plain, None]


def _is_place(target: Any, binder: int) -> bool:
    if isinstance(target, core.BindPattern):
        return bool(target.binder == binder)
    place = target.place if isinstance(target, core.TargetPattern) else None
    return isinstance(place, core.Local) and place.binder == binder


def _is_read(m: Machine, call: core.Call) -> bool:
    function = call.function
    if isinstance(function, core.External):
        known = m.library.function(function.path)
        return known is not None and known.effect in _READS
    own = function.symbol if isinstance(function, core.Ref) else getattr(function, "owner", None)
    if own is not None and own in m.context.pure:
        return not any(isinstance(one.value, core.Function) for one in call.arguments)
    if not isinstance(function, core.Member):
        return False
    if own is not None:
        known = None if own.module else m.library.method(own.path[0], function.name)
        return known is not None and known.effect in _READS
    effects = {
        group[function.name].effect
        for group in m.library.methods.values()
        if function.name in group
    }
    return bool(effects) and effects <= _READS and not m.context.defines_member(function.name)


class NotCalmError(Exception):
    """A loop was taken for one that leaves the heap as it was; `owner` numbers it."""

    def __init__(self, owner: int) -> None:
        super().__init__("loop")
        self.owner = owner


def calm(m: Machine, made: Term, number: Term, s: State, tree: Term, owner: int = 0) -> Term:
    """A loop without effects on any way to its next round leaves the heap as it was.

    Raises: NotCalmError if it was evaluated as one (`owner`) and is none.
    """
    if not _disturbs(m, tree, number):
        m.calmed["head", number] = m.heap_of(s)
    elif owner:
        raise NotCalmError(owner)
    return made


def _disturbs(m: Machine, tree: Any, number: Term) -> bool:
    """Whether an event lies on a way to the next round."""
    if not isinstance(tree, tuple) or not tree:
        return False
    head = tree[0]
    if head == "do":
        return _reaches(m, tree[4], number)
    if head in ("try", "loop", "each", "join"):
        return _reaches(m, tree, number)
    if head == "if":
        return _disturbs(m, tree[3], number) or _disturbs(m, tree[4], number)
    if head == "cases":
        return any(_disturbs(m, one[1], number) for one in (*tree[3], ((), tree[4])))
    if head == "arms":
        return any(_disturbs(m, one[1], number) for one in tree[4])
    if head == "graft":
        return _disturbs(m, m.grafts.get(tree), number)
    return False


def _reaches(m: Machine, tree: Any, number: Term) -> bool:
    """Whether some way through a tree ends in the loop's next round."""
    return any(is_round(one, number) for one in parts_of(tree, m.grafts))
