"""Siblings that are alone of their kind: by field, by what they assign to, by shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree


def sole_by_field(tree: SyntaxTree, rows: list[int]) -> dict[tuple[int, int], int]:
    """{(field, kind): row} for the fields that exactly one of the rows fills."""
    field = tree.field
    counts: dict[int, int] = {}
    for row in rows:
        counts[field[row]] = counts.get(field[row], 0) + 1
    return {
        (field[row], tree.kind[row]): row for row in rows if field[row] and counts[field[row]] == 1
    }


def sole_targets(tree: SyntaxTree, rows: list[int]) -> dict[tuple[int, bytes], int]:
    """{(kind, tokens of what is assigned to): row} of the rows that alone assign to it."""
    targets = tree.language.targets
    found: dict[tuple[int, bytes], list[int]] = {}
    for row in rows if targets else ():
        at = row
        if tree.kind[row] not in targets:
            inside = [child for child in tree.children(row) if tree.kind[child] in targets]
            if len(inside) != 1:
                continue
            at = inside[0]
        field = targets[tree.kind[at]]
        for child in tree.children(at):
            if tree.field[child] == field:
                found.setdefault((tree.kind[row], tree.entries(child)), []).append(row)
                break
    return {target: same[0] for target, same in found.items() if len(same) == 1}


def sole_shapes(tree: SyntaxTree, rows: list[int]) -> dict[bytes, int]:
    """{kinds of the subtree in pre-order: row} of the inner rows that alone have that shape."""
    found: dict[bytes, list[int]] = {}
    for row in rows:
        if not tree.flags[row] & LEAF:
            found.setdefault(tree.kind[row : tree.stop[row]].tobytes(), []).append(row)
    return {shape: same[0] for shape, same in found.items() if len(same) == 1}


def sole_shapes_with_words(tree: SyntaxTree, rows: list[int]) -> dict[bytes, int]:
    """`sole_shapes` by all that a rename leaves alone: numbers, texts and operators as well."""
    roles, kind, flags = tree.language.roles, tree.kind, tree.flags
    found: dict[bytes, list[int]] = {}
    for row in rows:
        if flags[row] & LEAF:
            continue
        words = [
            tree.text[tree.start[at] : tree.end[at]]
            for at in range(row + 1, tree.stop[row])
            if flags[at] & LEAF and not roles[kind[at]] & Role.IDENTIFIER
        ]
        shape = tree.kind[row : tree.stop[row]].tobytes()
        found.setdefault(b"\0".join([shape, *words]), []).append(row)
    return {shape: same[0] for shape, same in found.items() if len(same) == 1}
