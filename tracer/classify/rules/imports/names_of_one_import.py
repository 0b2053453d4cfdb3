"""`import_order`: the names one import statement takes from one module, in another order.

The order of the statements themselves is evolution where importing runs code. Side conditions:
equal at NORMAL, which sorts the names of such a list only where the language's table allows
it, no two names of the list bind the same name (the later would win), and nothing catches that one
is not there (`import_run`).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, changed_leaves, significant_leaves
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.rules.imports.import_groups import is_guarded
from tracer.semantics.language.tables import kinds_with
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree

RULE = "import_order"


def explain(context: Context) -> Iterator[Explained]:
    """Import statements whose names changed order only."""
    for index, edit in context.of_kind(EditKind.SPELLING):
        if not is_reordered_import(context, edit):
            continue
        context.reordered.add(index)
        if not context.is_sound(edit):
            continue
        if is_guarded(*_names_after(context, edit)):
            continue  # of a failing import it counts what was bound: `import_run` asks
        if _binds_twice(context, edit):
            context.note((index,), "two of the names bind the same name: the later one counts")
            continue
        leaves = changed_leaves(context, edit.after)
        yield Explained(
            RULE,
            "the same names from the same module, in another order",
            (index,),
            edit.before,
            edit.after,
            kept=leaves,
            touched=leaves,
        )


def _names_after(context: Context, edit: Edit) -> tuple[Names, int]:
    file, row = context.after.locate(edit.after)
    return context.names_after(file), row


def is_reordered_import(context: Context, edit: Edit) -> bool:
    """Whether an import statement in the edited code has its words in another order."""
    (tree_b, row_b), (tree_a, row_a) = (
        context.before.tree_of(edit.before),
        context.after.tree_of(edit.after),
    )
    imports_b, imports_a = _imports(tree_b, row_b), _imports(tree_a, row_a)
    return bool(imports_b or imports_a) and (
        [_words(tree_b, at) for at in imports_b] != [_words(tree_a, at) for at in imports_a]
    )


def _imports(tree: SyntaxTree, row: int) -> list[int]:
    """Rows of the import statements at, below or around a row."""
    rows = tree.rows_of(kinds_with(tree.language, Role.IMPORT))
    first = bisect_left(rows, row)
    inside = rows[first : bisect_left(rows, tree.stop[row], first)]
    if inside or not first or tree.stop[rows[first - 1]] <= row:
        return inside
    return [rows[first - 1]]


def _words(tree: SyntaxTree, row: int) -> list[bytes]:
    roles, kind = tree.language.roles, tree.kind
    leaves = significant_leaves(tree, row)
    return [tree.slice(at) for at in leaves if roles[kind[at]] & (Role.IDENTIFIER | Role.MEMBER)]


def _binds_twice(context: Context, edit: Edit) -> bool:
    """Whether two names of one statement are bound to one local name."""
    file, row = context.after.locate(edit.after)
    tree = context.after.trees[file]
    entries = context.names_after(file).imports
    for at in _imports(tree, row):
        bound = [e.local for e in entries if at <= e.row < tree.stop[at]]
        if len(bound) != len(set(bound)):
            return True
    return False
