"""`control_flow`: the same statements under the same conditions, written in another way.

Guard clauses and nested conditions, `else` behind a branch that leaves, exchanged branches,
conditions in one another, code that is never reached. Both bodies of a function are put in one
form (`branching`) and compared statement by statement; the mapping is only asked which function
is which. Side conditions: no label, no name that a condition binds, no comment that tools read;
no branch has a name for itself that stands elsewhere in the function; what is never reached binds
no name and does not say how the function is run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, significant_leaves
from tracer.classify.change.edits import EditKind
from tracer.classify.control_flow import Sameness, Statements, Unread
from tracer.classify.control_flow.conditions import is_opposite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.edits import Edit

RULE = "control_flow"
_KINDS = (EditKind.INSERT, EditKind.DELETE, EditKind.MOVE, EditKind.REPLACE, EditKind.UPDATE)


def explain(context: Context) -> Iterator[Explained]:
    """The edits in functions whose bodies run the same."""
    for file_b, file_a in context.mapping.file_pairs:
        if next(context.of_files(file_b, file_a, *_KINDS), None) is None:
            continue  # of a file that did not change nothing is made
        names_b, names_a = context.names_before(file_b), context.names_after(file_a)
        if not names_b.tables.raw.get("branches") or names_a.tables is not names_b.tables:
            continue
        base_b, base_a = context.before.base[file_b], context.after.base[file_a]
        sides = Statements(names_b), Statements(names_a)
        for body_b, body_a in _bodies(context, file_b, file_a, *sides):
            edits = context.below(base_b + body_b, base_a + body_a)
            if all(_says_nothing(context, context.edits[index], *sides) for index in edits):
                continue
            try:
                if not Sameness(*sides).is_same(body_b, body_a):
                    continue
                for side, body in zip(sides, (body_b, body_a), strict=True):
                    side.check(body)
            except Unread as why:
                context.note(edits, f"the branches of the function are not compared: {why}")
                continue
            yield _explained(context, edits, base_b + body_b, base_a + body_a)


def _says_nothing(context: Context, edit: Edit, before: Statements, after: Statements) -> bool:
    """Whether a bare `return` or the like came or went: alone no other way to write branches.

    Where it did, or a statement that does nothing took its place.
    """
    rows = (
        (before, context.tree_before(edit.before)[1] if edit.before >= 0 else -1),
        (after, context.tree_after(edit.after)[1] if edit.after >= 0 else -1),
    )
    if edit.kind is EditKind.MOVE:
        return all(side.is_sign(row) for side, row in rows)
    return all(row < 0 or side.says_nothing(row) or side.is_sign(row) for side, row in rows)


def _bodies(
    context: Context, file_b: int, file_a: int, before: Statements, after: Statements
) -> list[tuple[int, int]]:
    """The bodies, before and after, of functions in which control may flow otherwise."""
    bases = context.before.base[file_b], context.after.base[file_a]
    found: dict[tuple[int, int], None] = {}
    for _, edit in context.of_files(file_b, file_a, *_KINDS):
        nodes = edit.before, edit.after
        for side, own, base, partners, other, base_other in (
            (0, before, bases[0], context.mapping.to_after, after, bases[1]),
            (1, after, bases[1], context.mapping.to_before, before, bases[0]),
        ):
            row = nodes[side] - base
            if not 0 <= row < len(own.tree):
                continue
            if edit.kind is EditKind.UPDATE and not is_opposite(own, row):
                continue
            body = own.body_around(row)
            partner = partners[base + own.tree.parent[body]] - base_other if body >= 0 else -1
            if 0 <= partner < len(other.tree):
                image = other.tree.child_by_field(partner, "body")
                if image >= 0 and other.body_around(image) == image:
                    found[(image, body) if side else (body, image)] = None
    return list(found)


def _explained(context: Context, edits: tuple[int, ...], body_b: int, body_a: int) -> Explained:
    tree, row = context.tree_after(body_a)
    to_before, offset = context.mapping.to_before, body_a - row
    leaves = tuple(
        offset + at for at in significant_leaves(tree, row) if to_before[offset + at] >= 0
    )
    return Explained(
        RULE,
        "the same statements run under the same conditions in the same order: branches that "
        "leave, negations and conditions in one another aside",
        edits,
        body_b,
        body_a,
        kept=leaves,
        touched=leaves,
    )
