"""Whether what has another name is still the thing that had the former one.

A change that does more than rename may put another variable where one was: `cls is None` became
`"cls" in kwargs`. Then every leaf of the one has a partner, and yet no name was changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.edits import EditKind
from tracer.semantics.language.tables import tables_of
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.change.change import Context
    from tracer.syntax import SyntaxTree


def is_borne_out(context: Context, pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether one of the (node before, node after) stands where nothing else changed but names.

    What counts is its statement, without the statements in it; of a parameter the parameter, of a
    definition its name. Cost: the unexplained edits of these statements, up to the first such.
    """
    return any(_stands(context, before, after) for before, after in pairs)


def _stands(context: Context, before: int, after: int) -> bool:
    """Whether the statements around a pair are partners, and differ in nothing but names."""
    (tree_b, row_b), (tree_a, row_a) = context.tree_before(before), context.tree_after(after)
    unit_b, unit_a = _unit(tree_b, row_b), _unit(tree_a, row_a)
    low_b, low_a = before - row_b, after - row_a
    if tree_b.kind[unit_b] != tree_a.kind[unit_a]:
        return False
    spans = [(low_b + unit_b, low_b + tree_b.stop[unit_b])]
    images = [(low_a + unit_a, low_a + tree_a.stop[unit_a])]
    tables = tables_of(tree_b.language)
    for index in context.inside(spans, images):
        edit = context.edits[index]
        is_name = edit.kind is EditKind.UPDATE and (
            tree_b.kind_name(edit.before - low_b) in tables.words | tables.member_kinds
        )
        tree, row, unit = (
            (tree_b, edit.before - low_b, unit_b)
            if edit.before >= 0
            else (tree_a, edit.after - low_a, unit_a)
        )
        if not is_name and not _is_below(tree, row, unit):
            return False
    return True


def _unit(tree: SyntaxTree, row: int) -> int:
    """The statement, parameter or name of a definition that a leaf belongs to."""
    roles = tree.language.roles
    at = row
    while at > 0:
        parent = tree.parent[at]
        is_part = roles[tree.kind[parent]] & (Role.BLOCK | Role.DEFINITION)
        if is_part or parent <= 0 or tree.field_name(parent) == "parameters":
            break
        at = parent
    return at


def _is_below(tree: SyntaxTree, row: int, unit: int) -> bool:
    """Whether a row is in a list of statements inside the unit."""
    roles = tree.language.roles
    while row > unit:
        row = tree.parent[row]
        if roles[tree.kind[row]] & Role.BLOCK:
            return True
    return False
