"""Two stages: subtrees with equal tokens that went under another parent or changed order.

Tallest first. A subtree found once on each side pairs when it says enough to be recognised;
otherwise the context decides: what is paired around it, or nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.mapping import NodeMapping, Stage
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from array import array

    from tracer.matching.forest import Forest
    from tracer.syntax import SyntaxTree

_RECOGNISABLE = 3  # named leaves that make a lone subtree more than a coincidence
_MUTE = 16  # rows; more than so many brackets and commas in a row are not to be expected
_SMALLEST = 3  # significant rows; below it a subtree is a bare name or number


def match_local(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus equal subtrees that moved within one definition (or file).

    Before anything pairs by likeness: a statement that was wrapped or went up a few lines is
    itself, and not the similar one that now stands in its place.
    """
    return _match(mapping, local=True)


def match_moved(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus equal subtrees matched regardless of where they stand."""
    return _match(mapping, local=False)


def _match(mapping: NodeMapping, *, local: bool) -> NodeMapping:
    """Pair equal subtrees; `local`: only within one definition."""
    draft = mapping.copy()
    sources = _by_tokens(draft.before, draft.to_after)
    if not sources:
        return draft
    targets = _by_tokens(draft.after, draft.to_before)
    shared = [key for key in targets if key in sources]
    shared.sort(key=lambda key: (-_size(draft.after, targets[key][0]), targets[key][0]))
    for key in shared:
        free_b = [node for node in sources[key] if _is_free(draft.before, node, draft.to_after)]
        free_a = [node for node in targets[key] if _is_free(draft.after, node, draft.to_before)]
        if not free_b or not free_a:
            continue
        if len(free_b) == len(free_a) == 1:
            known = not local and _is_recognisable(draft.after, free_a[0])
            if known or _is_in_context(draft, free_b[0], free_a[0], local=local):
                draft.pair_subtrees(free_b[0], free_a[0], Stage.MOVED)
        else:
            _by_context(draft, free_b, free_a, local=local)
    return draft


def _by_tokens(forest: Forest, partner: array[int]) -> dict[bytes, list[int]]:
    """{key: nodes} of the unmatched subtrees large enough to be moved."""
    found: dict[bytes, list[int]] = {}
    for file, tree in enumerate(forest.trees):
        base = forest.base[file]
        stop, flags, size, key = tree.stop, tree.flags, tree.size, forest.keys[file].key
        row, last = 0, len(tree)
        while row < last:
            if partner[base + row] >= 0:
                try:
                    row = partner.index(-1, base + row, base + last) - base
                except ValueError:
                    break
            elif flags[row] & TRIVIA:
                row += 1
            elif flags[row] & LEAF or size(row) < _SMALLEST:
                row = stop[row]
            else:
                if _says_something(tree, row):
                    found.setdefault(key(row), []).append(base + row)
                row += 1
    return found


def _says_something(tree: SyntaxTree, row: int) -> bool:
    """Whether it is a statement or has a name or literal: `()` moves nowhere on its own."""
    named, kind, flags = tree.language.kind_is_named, tree.kind, tree.flags
    stop = tree.stop[row]
    if stop - row > _MUTE or tree.language.roles[kind[row]] & Role.STATEMENT:
        return True
    return any(
        flags[at] & (LEAF | TRIVIA) == LEAF and (named[kind[at]] or not kind[at])
        for at in range(row, stop)
    )


def _size(forest: Forest, node: int) -> int:
    tree, row = forest.tree_of(node)
    return tree.size(row)


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


def _is_in_context(draft: NodeMapping, before: int, after: int, *, local: bool) -> bool:
    """Whether something around two nodes is paired: definition, parent, or a neighbour."""
    if _home_before(draft, after) == draft.before.home(before):
        return True
    if local:
        return False
    return _parent_before(draft, after) == draft.before.parent(before) or any(
        _beside(draft, after, step) == before for step in (-1, 1)
    )


def _by_context(draft: NodeMapping, free_b: list[int], free_a: list[int], *, local: bool) -> None:
    """Pair duplicates by what stands around them; never by order alone.

    Those under paired parents first, then those next to a paired neighbour, then those of one
    definition when it has as many before as after. Cost: linear in the duplicates.
    """
    under: dict[int, list[int]] = {}
    for node in free_b:
        under.setdefault(draft.before.parent(node), []).append(node)
    for node in free_a:
        _pair_first(draft, under.get(_parent_before(draft, node), []), node)
    wanted = frozenset(free_b)
    for node in free_a:
        for step in (-1, 1):
            other = _beside(draft, node, step)
            if other in wanted and (
                not local or draft.before.home(other) == _home_before(draft, node)
            ):
                _pair_first(draft, [other], node)
    _by_home(draft, free_b, free_a)


def _by_home(draft: NodeMapping, free_b: list[int], free_a: list[int]) -> None:
    """Pair, in order, what is left in definitions that have as many before as after."""
    homes_b: dict[int, list[int]] = {}
    homes_a: dict[int, list[int]] = {}
    for node in free_b:
        if _is_free(draft.before, node, draft.to_after):
            homes_b.setdefault(draft.before.home(node), []).append(node)
    for node in free_a:
        if _is_free(draft.after, node, draft.to_before):
            homes_a.setdefault(_home_before(draft, node), []).append(node)
    for home, nodes in homes_a.items():
        if home >= 0 and len(nodes) == len(homes_b.get(home, ())):
            for other, node in zip(homes_b[home], nodes, strict=True):
                _pair_first(draft, [other], node)


def _pair_first(draft: NodeMapping, candidates: list[int], after: int) -> None:
    """Pair `after` with the first candidate that is free, if `after` itself is."""
    if not _is_free(draft.after, after, draft.to_before):
        return
    while candidates:
        before = candidates.pop(0)
        if _is_free(draft.before, before, draft.to_after):
            draft.pair_subtrees(before, after, Stage.MOVED)
            return


def _parent_before(draft: NodeMapping, after: int) -> int:
    """The partner of a node's parent, or -2 (no node's parent) without one."""
    parent = draft.after.parent(after)
    partner = draft.to_before[parent] if parent >= 0 else -1
    return partner if partner >= 0 else -2


def _home_before(draft: NodeMapping, after: int) -> int:
    """The partner of the definition (or file) around a node, or -2 without one."""
    home = draft.after.home(after)
    partner = draft.to_before[home] if home >= 0 else -1
    return partner if partner >= 0 else -2


def _beside(draft: NodeMapping, after: int, step: int) -> int:
    """The node before that stands where `after` stands: beside its neighbour's partner."""
    neighbour = _sibling(draft.after, after, step)
    partner = draft.to_before[neighbour] if neighbour >= 0 else -1
    return _sibling(draft.before, partner, -step) if partner >= 0 else -1


def _sibling(forest: Forest, node: int, step: int) -> int:
    """The next (1) or previous (-1) sibling that is no comment, or -1."""
    file, row = forest.locate(node)
    tree = forest.trees[file]
    parent, flags = tree.parent[row], tree.flags
    while parent >= 0:
        if step > 0:
            row = tree.stop[row]
            if row >= tree.stop[parent]:
                break
        else:
            row -= 1
            if row == parent:
                break
            while tree.parent[row] != parent:
                row = tree.parent[row]
        if not flags[row] & TRIVIA:
            return forest.base[file] + row
    return -1
