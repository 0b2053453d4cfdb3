"""Shorthands spelled out for a renaming: `{a}` became `{a: b}`, and the property keeps its name.

Only for languages whose table has `keyed` kinds of names and says what the long form looks like
(`expansion.pair`, `expansion.pair_pattern`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.edits import EditKind
from tracer.classify.tables import significant_children, tables_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.context import Context
    from tracer.syntax import SyntaxTree


class SpelledOut(NamedTuple):
    """A shorthand before, the name that stands for its variable after, and the two edits."""

    row_b: int
    row_a: int
    edits: tuple[int, int]


def spelled_out(
    context: Context, files: tuple[int, int], before: str, after: str
) -> list[SpelledOut]:
    """Shorthands of the name `before` whose place a property with the value `after` took.

    The place is the same one among the parts of what holds it, on both sides of the mapping.
    """
    tree_b, tree_a = context.before.trees[files[0]], context.after.trees[files[1]]
    keyed = tables_of(tree_b.language).keyed
    if not keyed:
        return []
    base_b, base_a = context.before.base[files[0]], context.after.base[files[1]]
    gone: dict[tuple[int, int], tuple[int, int]] = {}  # (holder before, place) -> (row, edit)
    for index, edit in context.of_kind(EditKind.DELETE):
        row = edit.before - base_b
        is_ours = 0 <= row < len(tree_b) and tree_b.kind_name(row) in keyed
        if is_ours and tree_b.slice(row) == before.encode():
            gone[tree_b.parent[row], _place(tree_b, row)] = (row, index)
    found = []
    for index, edit in context.of_kind(EditKind.INSERT) if gone else ():
        row = edit.after - base_a
        if not 0 <= row < len(tree_a):
            continue
        value = _value(tree_a, row, before, after)
        holder = context.mapping.to_before[base_a + tree_a.parent[row]] - base_b
        known = gone.get((holder, _place(tree_a, row))) if value >= 0 else None
        if known is not None:
            found.append(SpelledOut(known[0], value, (known[1], index)))
    return found


def _place(tree: SyntaxTree, row: int) -> int:
    return significant_children(tree, tree.parent[row]).index(row)


def _value(tree: SyntaxTree, row: int, key: str, name: str) -> int:
    """Row of the name that a part of a record gives the property `key`, or -1."""
    fields = (tables_of(tree.language).raw.get("spelled_out") or {}).get(tree.kind_name(row))
    if fields is None:
        return -1
    at, value = (tree.child_by_field(row, field) for field in fields)
    is_ours = (
        min(at, value) >= 0
        and tree.flags[at] & tree.flags[value] & LEAF
        and tree.slice(at) == key.encode()
        and tree.slice(value) == name.encode()
        and tree.kind_name(value) in tables_of(tree.language).names
    )
    return value if is_ours else -1
