"""The nodes of finished trees, and the ways out of those that decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.evaluation.domain.terms import Term

_NODES = {"do": 5, "if": 5, "cases": 5, "arms": 5, "loop": 5, "each": 8, "next": 4, "fall": 4}
_NODES |= {"join": 4, "ret": 3, "throw": 3, "end": 2, "try": 6, "resume": 2}


def is_node(term: Term) -> bool:
    """Whether a term is a node of a tree, not a value."""
    return _NODES.get(term[0]) == len(term) and isinstance(term[1], tuple)


def ways_out(tree: Term) -> Iterator[tuple[list[tuple[Term, bool]], Term]]:
    """(what the tests say, tree) of each way out of a decision."""
    if tree[0] == "if":
        yield [(tree[1], True)], tree[3]
        yield [(tree[1], False)], tree[4]
        return
    for constant, way in tree[3]:
        yield [(("is", tree[1], constant), True)], way
    yield [(("is", tree[1], constant), False) for constant, _ in tree[3]], tree[4]
