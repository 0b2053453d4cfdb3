"""Which leaves of a function bind its variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.names import Use
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.side import Side
    from tracer.syntax import SyntaxTree


def bindings_of(side: Side, function: int, inner: Sequence[int]) -> dict[str, list[int]]:
    """The leaves that bind variables and parameters of a function (0: of the file), by name.

    What imports and definitions call something is no variable. `inner`: the rows of all named
    definitions, ascending; what they bind is theirs. Cost: one pass over the leaves that are
    names, and the ancestors of those that stand where a name may be bound.
    """
    tree, names = side.tree, side.names
    ids = {tree.language.kind_ids.get((kind, True), -1) for kind in names.tables.names}
    kinds, flags, stop = tree.kind, tree.flags, tree.stop
    found: dict[str, list[int]] = {}
    row, last = function, stop[function]
    left = [at for at in reversed(inner) if function < at < last]
    while row < last:
        if left and row == left[-1]:
            stop_inner = stop[left.pop()]
            while left and left[-1] < stop_inner:
                left.pop()
            # A definition's name is no variable; what its parts outside of its scope say (the
            # values of parameters) binds nothing in most languages.
            row = stop_inner
            continue
        if kinds[row] in ids and flags[row] & LEAF and names.may_bind_at(row):
            word = side.word(row)
            occurrence = names.occurrence_at(row, word)
            is_own = occurrence.scope >= function and occurrence.use is Use.NAME
            if is_own and not _is_imported(tree, row):
                found.setdefault(word, []).append(row)
        row += 1
    return found


def _is_imported(tree: SyntaxTree, row: int) -> bool:
    """Whether a leaf stands in an import."""
    roles, at = tree.language.roles, tree.parent[row]
    for _ in range(4):
        if at <= 0:
            break
        if roles[tree.kind[at]] & Role.IMPORT:
            return True
        at = tree.parent[at]
    return False
