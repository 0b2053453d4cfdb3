"""Definitions that a change calls by another name wherever it names them.

Whether a name that others may use can be changed is the verdict's question. Whose the lines are
that use it is another one: who renames a definition has not written them.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from tracer.syntax.grammar import Role
from tracer.syntax.names import name_row
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


def renamed_words(mapping: NodeMapping) -> dict[bytes, bytes]:
    """{former word: word now} of definitions renamed throughout the files of a change.

    A definition and its partner have these names; every identifier with the former word that is
    still there has the new one, none is left, and nothing had the new one before.
    Cost: the definitions of the files, and a search for each word.
    """
    candidates = _renamed_definitions(mapping)
    news = [new for olds in candidates.values() for new in olds]
    found = {}
    for old, images in candidates.items():
        new = next(iter(images))
        if len(images) == 1 and news.count(new) == 1 and _is_throughout(mapping, old, new):
            found[old] = new
    return found


def _renamed_definitions(mapping: NodeMapping) -> dict[bytes, set[bytes]]:
    """{name before: names after} of definitions whose partner has another one."""
    found: dict[bytes, set[bytes]] = {}
    for file, tree in enumerate(mapping.after.trees):
        base = mapping.after.base[file]
        for row in tree.rows_of(frozenset(tree.language.definitions)):
            node_b = mapping.to_before[base + row]
            if node_b < 0:
                continue
            file_b, row_b = mapping.before.locate(node_b)
            tree_b = mapping.before.trees[file_b]
            name_b, name = name_row(tree_b, row_b), name_row(tree, row)
            if name_b < 0 or name < 0 or not (_is_word(tree_b, name_b) and _is_word(tree, name)):
                continue
            old, new = tree_b.slice(name_b), tree.slice(name)
            if old != new:
                found.setdefault(old, set()).add(new)
    return found


def _is_throughout(mapping: NodeMapping, old: bytes, new: bytes) -> bool:
    before, after = mapping.before, mapping.after
    if any(True for tree in after.trees for _ in _occurrences(tree, old)):
        return False
    for file_b, tree_b in enumerate(before.trees):
        if any(True for _ in _occurrences(tree_b, new)):
            return False
        for row_b in _occurrences(tree_b, old):
            node = mapping.to_after[before.base[file_b] + row_b]
            if node >= 0:
                file, row = after.locate(node)
                if after.trees[file].slice(row) != new:
                    return False
    return True


def _occurrences(tree: SyntaxTree, word: bytes) -> Iterator[int]:
    """Rows of the identifiers that are this word."""
    starts: Sequence[int] = tree.start
    at = tree.text.find(word)
    while at >= 0:
        row = bisect_right(starts, at) - 1
        if tree.start[row] == at and tree.end[row] == at + len(word) and _is_word(tree, row):
            yield row
        at = tree.text.find(word, at + len(word))


def _is_word(tree: SyntaxTree, row: int) -> bool:
    """Whether a row is an identifier, that of a member included."""
    roles = tree.language.roles[tree.kind[row]]
    return bool(tree.flags[row] & LEAF and roles & (Role.IDENTIFIER | Role.MEMBER))
