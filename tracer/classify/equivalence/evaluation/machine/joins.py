"""Where ways come together again: what differs between them becomes a variable.

Used when copying what follows would cost too much. A choice between values alone becomes the value
`("?", test, yes, no)`, so that `x = a if c else b` and the statement of it are still the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.terms import (
    NO_DUTIES,
    UNSET,
    WITH_PARTS,
    Term,
    parts_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_VALUE = -1


def join(machine: Machine, state: State, run: Callable[[Continue], Term], go_on: Continue) -> Term:
    """Run something whose ways out all go on in the same place."""
    if state.pending:
        return machine.flushed(state, lambda s: join(machine, s, run, go_on))
    number = machine.fresh()
    falls: list[tuple[Term, State]] = []

    def fall(value: Term, s: State) -> Term:
        def record(s2: State) -> Term:
            falls.append((value, s2))
            return ("graft", number, len(falls) - 1)

        return machine.flushed(s, record)

    tree = run(fall)
    if not falls:
        return tree
    if len(falls) == 1:
        machine.grafts["graft", number, 0] = go_on(*falls[0])
        return machine.grafts["graft", number, 0] if tree == ("graft", number, 0) else tree
    return _joined(machine, state, tree, number, falls, go_on)


def _joined(
    machine: Machine,
    state: State,
    tree: Term,
    number: Term,
    falls: list[tuple[Term, State]],
    go_on: Continue,
) -> Term:
    differing, merged = _merged(falls)
    test = _choice(tree, number, falls)
    if test is not None:
        picked: dict[int, Term] = {
            key: ("?", test[0], _held(falls[test[1]], key), _held(falls[test[2]], key))
            for key in differing
        }
        after = merged._replace(duties=test[3] | merged.duties)
    else:
        picked = {key: ("phi", ("#s", number, key)) for key in differing}
        if machine.semantics.converts_implicitly:
            for key in differing:
                declared = merged.frame.types.get(key)
                if key != _VALUE and declared is not None and declared.name:
                    machine.exact.setdefault(picked[key], declared)
        after = merged._replace(duties=NO_DUTIES)
        for key in differing:
            if key != _VALUE and any(_held(one, key) == UNSET for one in falls):
                machine.maybe_unset.add(picked[key])
    env = {**merged.env, **{key: value for key, value in picked.items() if key != _VALUE}}
    value = picked.get(_VALUE, falls[0][0])
    ways = machine.ways
    machine.weigh(ways * len(falls))
    rest = go_on(value, after._replace(env=env))
    machine.weigh(ways)
    if test is not None:
        return rest
    for position, fall in enumerate(falls):
        held = tuple((("#s", number, key), _held(fall, key)) for key in differing)
        machine.grafts["graft", number, position] = ("fall", number, held, fall[1].duties)
    return ("join", number, tree, rest)


def _held(fall: tuple[Term, State], key: int) -> Term:
    return fall[0] if key == _VALUE else fall[1].env.get(key, UNSET)


def _merged(falls: list[tuple[Term, State]]) -> tuple[list[int], State]:
    """The keys that differ, and a state of what all ways agree on."""
    first = falls[0][1]
    keys = sorted({key for _, s in falls for key in s.env})
    differing = [
        key
        for key in keys
        if any(s.env.get(key, UNSET) != first.env.get(key, UNSET) for _, s in falls)
    ]
    if any(value != falls[0][0] for value, _ in falls):
        differing.insert(0, _VALUE)
    heap = first.heap
    if any(s.heap != heap for _, s in falls):
        heap = ("joined", *sorted({s.heap for _, s in falls}, key=_made_when))
    known: dict[Term, Any] = {
        test: value
        for test, value in first.known.items()
        if all(s.known.get(test) == value for _, s in falls)
    }
    seen = frozenset.intersection(*[s.seen for _, s in falls])
    failing = frozenset().union(*[s.failing for _, s in falls])
    return differing, first._replace(heap=heap, known=known, seen=seen, failing=failing)


def _made_when(heap: Term) -> tuple[list[int], str]:
    """The numbers of the events in a heap, by which those made first stand first."""
    numbers = [one[1] for one in parts_of(heap) if isinstance(one, tuple) and one[0] == "#"]
    return sorted(numbers), str(heap[0])


def _choice(
    tree: Term, number: Term, falls: list[tuple[Term, State]]
) -> tuple[Term, int, int, frozenset[Term]] | None:
    """The test and the falls of a choice between values: no events, no duties on either side."""
    if tree[0] != "if" or len(falls) != 2:  # noqa: PLR2004
        return None
    yes, no = tree[3], tree[4]
    if yes[:2] != ("graft", number) or no[:2] != ("graft", number):
        return None
    one, other = falls[yes[2]][1], falls[no[2]][1]
    if one.duties or other.duties or one.heap != other.heap:
        return None
    if any(value == UNSET for value in (*one.env.values(), *other.env.values())):
        return None
    if one.env.keys() != other.env.keys():
        return None
    return tree[1], yes[2], no[2], tree[2]


def resolved(term: Any, machine: Machine, known: dict[int, tuple[Any, Any]] | None = None) -> Any:
    """A term with what was put off: joins filled in, heads of calm loops gone."""
    if known is None and not machine.grafts and not machine.calmed:
        return term
    memo = {} if known is None else known
    if not term or not isinstance(term, WITH_PARTS):
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
            part = resolved(one, machine, memo) if isinstance(one, WITH_PARTS) else one
            same = same and part is one
            items.append(part)
        made = term if same else tuple(items)
    memo[id(term)] = (term, made)
    return made
