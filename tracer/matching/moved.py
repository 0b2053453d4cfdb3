"""Third stage: subtrees with equal tokens that went under another parent or changed order.

Tallest first. A subtree found once on each side pairs when it says enough to be recognised;
otherwise the context decides: the partner whose parents and neighbours are already paired, or
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.mapping import NodeMapping, Stage
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.matching.forest import Forest

_RECOGNISABLE = 3  # named leaves that make a lone subtree more than a coincidence
_SMALLEST = 3  # significant rows; below it a subtree is a bare name or number
_CROWD = 64  # candidates compared by context; a more common subtree stays unmatched


def match_moved(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus equal subtrees matched regardless of where they stand."""
    draft = mapping.copy()
    sources = _by_tokens(draft.before, draft.to_after)
    if not sources:
        return draft
    targets = _by_tokens(draft.after, draft.to_before)
    shared = [key for key in targets if key in sources]
    shared.sort(key=lambda key: (-len(key), targets[key][0]))
    for key in shared:
        free_b = [node for node in sources[key] if _is_free(draft.before, node, draft.to_after)]
        free_a = [node for node in targets[key] if _is_free(draft.after, node, draft.to_before)]
        if not free_b or not free_a:
            continue
        if len(free_b) == len(free_a) == 1:
            if _is_recognisable(draft.after, free_a[0]) or _context(draft, free_b[0], free_a[0]):
                draft.pair_subtrees(free_b[0], free_a[0], Stage.MOVED)
        elif len(free_b) <= _CROWD and len(free_a) <= _CROWD:
            _by_context(draft, free_b, free_a)
    return draft


def _by_tokens(forest: Forest, partner: object) -> dict[bytes, list[int]]:
    """{token slice: nodes} of the unmatched subtrees large enough to be moved."""
    found: dict[bytes, list[int]] = {}
    for file, tree in enumerate(forest.trees):
        base = forest.base[file]
        stop, flags, size = tree.stop, tree.flags, tree.size
        row, last = 0, len(tree)
        while row < last:
            if partner[base + row] >= 0 or flags[row] & TRIVIA:  # type: ignore[index]
                row += 1
            elif flags[row] & LEAF or size(row) < _SMALLEST:
                row = stop[row]
            else:
                found.setdefault(tree.entries(row), []).append(base + row)
                row += 1
    return found


def _is_free(forest: Forest, node: int, partner: object) -> bool:
    """Whether no node of the subtree has a partner yet."""
    file, row = forest.locate(node)
    size = forest.trees[file].stop[row] - row
    return bool(partner[node : node + size].count(-1) == size)  # type: ignore[index]


def _is_recognisable(forest: Forest, node: int) -> bool:
    """Whether the subtree has enough names and literals not to be a coincidence."""
    tree, row = forest.tree_of(node)
    named, kind, flags = tree.language.kind_is_named, tree.kind, tree.flags
    words = sum(
        1
        for at in range(row, tree.stop[row])
        if flags[at] & (LEAF | TRIVIA) == LEAF and named[kind[at]]
    )
    return words >= _RECOGNISABLE


def _context(draft: NodeMapping, before: int, after: int) -> int:
    """How much around two nodes is paired.

    4 for the parents, 2 for the definition (or file) around them, 1 for each neighbour.
    """
    parent_b, parent_a = draft.before.parent(before), draft.after.parent(after)
    score = 0
    if parent_a >= 0 and parent_b >= 0 and draft.to_before[parent_a] == parent_b:
        score += 4
    home_b, home_a = _home(draft.before, before), _home(draft.after, after)
    if home_a >= 0 and home_b >= 0 and draft.to_before[home_a] == home_b:
        score += 2
    for step in (-1, 1):
        next_b, next_a = _sibling(draft.before, before, step), _sibling(draft.after, after, step)
        if next_a >= 0 and next_b >= 0 and draft.to_before[next_a] == next_b:
            score += 1
    return score


def _home(forest: Forest, node: int) -> int:
    """The definition around a node, or the root of its file."""
    file, row = forest.locate(node)
    tree = forest.trees[file]
    row = tree.parent[row]
    while row > 0 and not tree.language.roles[tree.kind[row]] & Role.DEFINITION:
        row = tree.parent[row]
    return forest.base[file] + row if row >= 0 else -1


def _sibling(forest: Forest, node: int, step: int) -> int:
    file, row = forest.locate(node)
    tree = forest.trees[file]
    parent = tree.parent[row]
    if parent < 0:
        return -1
    siblings = [c for c in tree.children(parent) if not tree.flags[c] & TRIVIA]
    at = siblings.index(row) + step
    return forest.base[file] + siblings[at] if 0 <= at < len(siblings) else -1


def _by_context(draft: NodeMapping, free_b: list[int], free_a: list[int]) -> None:
    """Pair duplicates by what stands around them, most context first; never by order alone."""
    scored = sorted(
        (-_context(draft, b, a), abs(i - j), b, a)
        for i, b in enumerate(free_b)
        for j, a in enumerate(free_a)
    )
    for score, _, b, a in scored:
        if score == 0:
            return
        if _is_free(draft.before, b, draft.to_after) and _is_free(draft.after, a, draft.to_before):
            draft.pair_subtrees(b, a, Stage.MOVED)
