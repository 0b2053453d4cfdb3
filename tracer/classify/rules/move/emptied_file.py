"""A file of which nothing is left, as all its definitions moved to other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.rules.move.import_edits import is_needed
from tracer.classify.rules.move.import_effects import is_carried, statements_of
from tracer.classify.rules.move.moved import RULE, Moved
from tracer.syntax.grammar import Role
from tracer.syntax.names import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def explained_end(context: Context, groups: Sequence[Moved]) -> Iterator[Explained]:
    """The end of a file whose definitions moved, in `groups` by where they went.

    All its statements moved, or are imports of which each is one of a new home, too; executing
    one of these does what executing the file did.
    """
    source_b = groups[0].source_b
    names, base = context.names_before(source_b), context.before.base[source_b]
    tree = names.tree
    moved = {wrapper_of(tree, row) for group in groups for row in group.rows_b.values()}
    roles, kind = tree.language.roles, tree.kind
    left = [row for row in statements_of(names) if row not in moved]
    if any(not roles[kind[row]] & Role.IMPORT for row in left):
        return
    if not all(is_carried(context, group) for group in groups):
        return
    for index, edit in list(context.of_files(source_b, -1, EditKind.DELETE, EditKind.MOVE)):
        row = edit.before - base
        is_import = any(at <= row < tree.stop[at] for at in left)
        if row and not (is_import or (edit.kind is EditKind.DELETE and row in moved)):
            continue
        if edit.kind is EditKind.MOVE and not _is_brought(context, groups, edit.after):
            continue
        evidence = "nothing is left of the file, all its definitions moved"
        yield Explained(RULE, evidence, (index,), edit.before, edit.after)


def _is_brought(context: Context, groups: Sequence[Moved], node: int) -> bool:
    """Whether an import went to a file that needs it for what moved there."""
    file, row = context.after.locate(node)
    return any(file == group.target_a and is_needed(context, group, row) for group in groups)
