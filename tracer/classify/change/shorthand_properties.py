"""Names in whose place something longer stands that means them.

Two sorts: a shorthand spelled out for a renaming (`{a}` became `{a: b}`, and the property keeps its
name), and a name that is read off a module now (`f` became `m.f`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.edits import EditKind
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import significant_children, tables_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from tracer.classify.change.change import Context
    from tracer.syntax import SyntaxTree


class Replaced(NamedTuple):
    """A name before, the leaf that stands for it after, and the edits that say so."""

    row_b: int
    row_a: int
    edits: tuple[int, ...]


def replaced(
    context: Context,
    files: tuple[int, int],
    word: str,
    kinds: Collection[str],
    meaning: Callable[[int], int],
) -> list[Replaced]:
    """Leaves `word` of the kinds, and what was inserted in their places.

    `meaning` gives, for the row of an inserted node, the leaf in it that stands for the name, or
    -1. The place is the same one among the parts of what holds it, on both sides of the mapping.
    """
    tree_b, tree_a = context.before.trees[files[0]], context.after.trees[files[1]]
    base_b, base_a = context.before.base[files[0]], context.after.base[files[1]]
    gone: dict[tuple[int, int], tuple[int, int]] = {}  # (holder before, place) -> (row, edit)
    for index, edit in context.of_kind(EditKind.DELETE, EditKind.MOVE):
        row = edit.before - base_b
        is_ours = 0 <= row < len(tree_b) and tree_b.kind_name(row) in kinds
        if is_ours and tree_b.slice(row) == word.encode():
            gone[tree_b.parent[row], _place(tree_b, row)] = (row, index)
    found = []
    for index, edit in context.of_kind(EditKind.INSERT) if gone else ():
        row = edit.after - base_a
        value = meaning(row) if 0 < row < len(tree_a) else -1
        if value < 0:
            continue
        holder = context.mapping.to_before[base_a + tree_a.parent[row]] - base_b
        known = gone.get((holder, _place(tree_a, row)))
        if known is None:
            continue
        moved = context.edits[known[1]]
        if moved.kind is EditKind.DELETE or base_a + row <= moved.after < base_a + tree_a.stop[row]:
            found.append(Replaced(known[0], value, (known[1], index)))
    return found


def spelled_out(
    context: Context, files: tuple[int, int], before: str, after: str
) -> list[Replaced]:
    """Shorthands of the name `before` whose place a property with the value `after` took.

    Only for languages whose table has `keyed` kinds of names, and their long forms.
    """
    tree = context.after.trees[files[1]]
    keyed = tables_of(tree.language).keyed
    if not keyed:
        return []
    return replaced(context, files, before, keyed, lambda row: _value(tree, row, before, after))


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
