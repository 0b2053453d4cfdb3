"""NORMAL of nodes that only group: they go where the tree itself shows the grouping.

`Dissolve` and `Keep` are the rules of a grammar.yaml, see `tables`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax import LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.fingerprint.edits import Edits
    from tracer.fingerprint.tables import Dissolve, Keep, Tables
    from tracer.syntax import SyntaxTree


def significant(tree: SyntaxTree, row: int) -> list[int]:
    """The children that are not comments."""
    flags = tree.flags
    return [child for child in tree.children(row) if not flags[child] & TRIVIA]


def on_hollow(edits: Edits, row: int) -> int:
    """A node that holds nothing but punctuation, wherever it stands."""
    tree = edits.tree
    for kinds, only in edits.tables.hollow[-1]:
        if tree.kind[row] in kinds and _is_hollow(tree, row, only):
            edits.drop(row)
            return tree.stop[row]
    return 0


def on_hollow_child(edits: Edits, row: int) -> int:
    """A child that holds nothing but punctuation: `class A():`, `new Foo()`."""
    tree = edits.tree
    for kinds, only in edits.tables.hollow[tree.kind[row]]:
        for child in tree.children(row):
            if tree.kind[child] in kinds and _is_hollow(tree, child, only):
                edits.drop(child)
    return 0


def _is_hollow(tree: SyntaxTree, row: int, only: frozenset[int]) -> bool:
    if tree.flags[row] & LEAF:
        return False
    return all(tree.kind[child] in only for child in significant(tree, row))


def on_unbracket(edits: Edits, row: int) -> int:
    """Brackets of a node whose kind says it all: `(1, 2)` and `1, 2` are both a tuple."""
    tree = edits.tree
    tokens = edits.tables.unbracket[tree.kind[row]]
    for child in tree.children(row):
        if tree.kind[child] in tokens:
            edits.drop(child)
    return 0


def on_dissolve(edits: Edits, row: int) -> int:
    """Brackets that the grouping of the tree makes redundant: `((a) + b)` is `a + b`."""
    tree, tables = edits.tree, edits.tables
    for rule in tables.dissolve[tree.kind[row]]:
        path = _path(tree, rule, row)
        if path and not any(_is_kept(tree, keep, row, path[-1]) for keep in rule.keeps):
            for node in path[:-1]:
                edits.unwrap(node)
                for child in tree.children(node):
                    if tree.kind[child] in rule.tokens:
                        edits.drop(child)
            return row + 1
    return 0


def needs_brackets(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether brackets that group must stay, though the tree shows the grouping."""
    for rule in tables.dissolve.get(tree.kind[row], ()):
        path = _path(tree, rule, row)
        if path and any(_is_kept(tree, keep, row, path[-1]) for keep in rule.keeps):
            return True
    return False


def _path(tree: SyntaxTree, rule: Dissolve, row: int) -> list[int]:
    """The nodes to dissolve, then what is left of them; empty when the rule does not apply."""
    kind, parent = tree.kind, tree.parent[row]
    place = (kind[parent] if parent >= 0 else 0, tree.field[row])
    is_nested = rule.nests and place[0] == kind[row]
    is_elsewhere = rule.places and place not in rule.places and not is_nested
    if is_elsewhere or place in rule.never:
        return []
    path = [row]
    for through in (*rule.through, -1):
        inner = [c for c in significant(tree, path[-1]) if kind[c] not in rule.tokens]
        if len(inner) != 1 or (through >= 0 and kind[inner[0]] != through):
            return []
        path.append(inner[0])
    last = path[-1]
    is_allowed = not rule.children or kind[last] in rule.children
    if kind[last] in rule.not_children or (rule.field and tree.field[last] != rule.field):
        return []
    return path if is_allowed else []


def _is_kept(tree: SyntaxTree, keep: Keep, row: int, inner: int) -> bool:
    """Whether all conditions of a `keep` rule hold. Brackets in brackets are never kept."""
    kind, parent = tree.kind, tree.parent[row]
    outer = kind[parent] if parent >= 0 else 0
    if outer == kind[row]:
        return False
    while kind[inner] == kind[row]:
        inner = significant(tree, inner)[1]
    if (
        (keep.parents and outer not in keep.parents)
        or (keep.fields and tree.field[row] not in keep.fields)
        or (keep.children and kind[inner] not in keep.children)
    ):
        return False
    if keep.siblings or keep.without:
        siblings = {kind[c] for c in tree.children(parent)} if parent >= 0 else set()
        if keep.siblings and keep.siblings.isdisjoint(siblings):
            return False
        if not keep.without.isdisjoint(siblings):
            return False
    return keep.spine < 0 or _is_on_spine(tree, inner, keep.spine)


def _is_on_spine(tree: SyntaxTree, row: int, kind: int) -> bool:
    """Whether a child of that kind hangs on the left edge below `row`."""
    while not tree.flags[row] & LEAF:
        children = tree.children(row)
        if any(tree.kind[c] == kind for c in children):
            return True
        row = children[0]
    return False


def on_associative(edits: Edits, row: int) -> int:
    """`a && (b && c)` is `a && b && c`: an operand with the same operator joins its parent."""
    tree, tables = edits.tree, edits.tables
    kind = tree.kind
    parent = tree.parent[row]
    while parent >= 0 and parent in edits.written:
        parent = tree.parent[parent]  # brackets that go
    if parent >= 0 and kind[parent] == kind[row]:
        operators = tables.associative[kind[row]]
        own = [kind[c] for c in tree.children(row) if kind[c] in operators]
        if own and own == [kind[c] for c in tree.children(parent) if kind[c] in operators]:
            edits.unwrap(row)
    return 0
