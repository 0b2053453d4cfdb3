"""What moved from one file to another, and what its statements bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import rows_called
from tracer.semantics.names.free_names import top_bindings
from tracer.semantics.names.imports import target_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.semantics.names.imports import Import
    from tracer.semantics.names.occurrences import Names


RULE = "move_definition"


class Moved(NamedTuple):
    """Everything that moved from one file to another: rows by name, edits by name."""

    source_b: int
    source_a: int  # -1 where nothing is left of the file
    target_b: int  # -1 for a new file
    target_a: int
    rows_b: dict[str, int]
    rows_a: dict[str, int]
    edits: dict[str, int]


def home_of(context: Context, moved: Moved) -> str:
    """The path of the former file, as it is called now if it is still there."""
    if moved.source_a < 0:
        return context.before.paths[moved.source_b]
    return context.after.paths[moved.source_a]


def was_imported(context: Context, moved: Moved, name: str) -> bool:
    """Whether the new file had the name from the former one, at its top, and no other way."""
    if moved.target_b < 0:
        return False
    target = context.names_before(moved.target_b)
    entries = target.imports_of(name)
    return (
        len(entries) == len(top_bindings(target, name)) == 1
        and entries[0].name == entries[0].local == name
        and target.tree.parent[entries[0].statement] == 0
        and _is_home(context, moved, entries[0].module)
    )


def _is_home(context: Context, moved: Moved, module: str) -> bool:
    """Whether a module is the former file, for the new one as it was before."""
    forest = context.before
    here, language = forest.paths[moved.target_b], forest.trees[moved.target_b].language
    home = target_of(forest.file_of_path, here, module, language)
    return home == forest.paths[moved.source_b]


def bound_in(names: Names, row: int) -> list[str]:
    """The words that a statement at the top of a file binds there."""
    tree = names.tree
    words = {
        tree.slice(at).decode("utf-8", "replace")
        for at in rows_called(tree, row, names.tables.words)
        if tree.flags[at] & LEAF
    }
    return sorted(
        word
        for word in words
        if any(row <= o.row < tree.stop[row] for o in top_bindings(names, word))
    )


def entries_in(names: Names, row: int) -> list[Import]:
    """The imports inside a node."""
    stop = names.tree.stop[row]
    return [entry for entry in names.imports if row <= entry.row < stop]
