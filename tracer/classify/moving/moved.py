"""What moved from one file to another, and what its statements bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.move_names import top_bindings
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.imports import Import
    from tracer.classify.names import Names


RULE = "move_definition"


class Moved(NamedTuple):
    """Everything that moved from one file to another: rows by name, edits by name."""

    source_b: int
    source_a: int
    target_b: int  # -1 for a new file
    target_a: int
    rows_b: dict[str, int]
    rows_a: dict[str, int]
    edits: dict[str, int]


def bound_in(names: Names, row: int) -> list[str]:
    """The words that a statement at the top of a file binds there."""
    tree = names.tree
    words = {
        tree.slice(at).decode("utf-8", "replace")
        for at in range(row, tree.stop[row])
        if tree.flags[at] & LEAF and tree.kind_name(at) in names.tables.words
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
