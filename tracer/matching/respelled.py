"""Two stages: statements and definitions that a formatter respelled and something else moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.align import Aligner
from tracer.matching.mapping import NodeMapping, Stage
from tracer.model.enums import Rung
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from tracer.matching.forest import Forest

_SMALLEST = 5  # significant rows; `pass` and `return None` say nothing


def match_respelled(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus units equal at NORMAL, the only ones so, within one definition.

    Before anything pairs by likeness: a statement with other quotes is itself, and not the
    similar one that now stands in its place.
    Cost: nothing when one side has no unit left; else the normal form of the trees that have.
    """
    return _match(mapping, local=True)


def match_respelled_far(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus units equal at NORMAL, the only ones so, wherever they stand.

    After what was extracted is known: a new function that repeats a statement is not where the
    statement went, when another one that was extracted has it with a new parameter.
    """
    return _match(mapping, local=False)


def _match(mapping: NodeMapping, *, local: bool) -> NodeMapping:
    draft = mapping.copy()
    before, after = _units(draft.before, draft.to_after), _units(draft.after, draft.to_before)
    if not before or not after:
        return draft
    targets = _by_normal(draft.after, after)
    for key, nodes_b in _by_normal(draft.before, before).items():
        nodes_a = targets.get(key, ())
        if not len(nodes_b) == len(nodes_a) == 1:
            continue
        node_b, node_a = nodes_b[0], nodes_a[0]
        if draft.to_after[node_b] >= 0 or draft.to_before[node_a] >= 0:
            continue
        if not local or draft.to_after[draft.before.home(node_b)] == draft.after.home(node_a):
            draft.pair(node_b, node_a, Stage.MOVED)
            file_b, row_b = draft.before.locate(node_b)
            file_a, row_a = draft.after.locate(node_a)
            Aligner(draft, file_b, file_a).align(row_b, row_a)
    return draft


def _units(forest: Forest, partner: object) -> list[tuple[int, list[int]]]:
    """(file, rows) of unmatched statements and definitions of full languages, outermost first."""
    found = []
    for file, tree in enumerate(forest.trees):
        if not tree.language.is_full:
            continue
        base, flags = forest.base[file], tree.flags
        rows = [
            row
            for row in forest.prints(file).units()
            if partner[base + row] < 0  # type: ignore[index]
            and not flags[row] & BROKEN
            and tree.size(row) >= _SMALLEST
        ]
        if rows:
            found.append((file, rows))
    return found


def _by_normal(
    forest: Forest, units: list[tuple[int, list[int]]]
) -> dict[tuple[str, bytes], list[int]]:
    found: dict[tuple[str, bytes], list[int]] = {}
    for file, rows in units:
        prints = forest.prints(file)
        name = forest.trees[file].language.name
        for row in rows:
            key = (name, prints.digest(Rung.NORMAL, row))
            found.setdefault(key, []).append(forest.base[file] + row)
    return found
