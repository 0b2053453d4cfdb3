"""Which leaves of a function bind its variables."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import rows_called
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.model import Side
    from tracer.syntax import SyntaxTree


def bindings_of(side: Side, function: int, inner: Sequence[int]) -> dict[str, list[int]]:
    """The leaves that bind variables and parameters of a function (0: of the file), by name.

    What imports and definitions call something is no variable. `inner`: the rows of all named
    definitions, ascending; what they bind is theirs. Cost: one pass over the leaves that are
    names, and the ancestors of those that stand where a name may be bound.
    """
    tree, names = side.tree, side.names
    flags, stop = tree.flags, tree.stop
    found: dict[str, list[int]] = {}
    last = stop[function]
    left = list(inner[bisect_right(inner, function) : bisect_left(inner, last)])[::-1]
    passed = function  # what stands before it is done
    for row in rows_called(tree, function, names.tables.names):
        # A definition's name is no variable; what its parts outside of its scope say (the
        # values of parameters) binds nothing in most languages.
        while left and left[-1] <= row:
            passed = max(passed, stop[left.pop()])
        if row < passed or not flags[row] & LEAF or not names.may_bind_at(row):
            continue
        word = side.word(row)
        occurrence = names.occurrence_at(row, word)
        is_own = occurrence.scope >= function and occurrence.use is Use.NAME
        if is_own and not _is_imported(tree, row):
            found.setdefault(word, []).append(row)
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
