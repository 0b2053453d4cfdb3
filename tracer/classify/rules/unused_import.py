"""`unused_import`: an import nobody uses came or went, where importing runs nothing.

Only for languages whose table has `silent_imports`: the kinds of statements that do nothing but
let a name be written short. Side conditions: the statement spells its one name out (no star), and
the name stands nowhere else in the file, on either side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.context import Context, Explained
from tracer.classify.edits import EditKind
from tracer.classify.names import Names, Use
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = "unused_import"


def explain(context: Context) -> Iterator[Explained]:
    """Imports that came or went, and that nobody missed or used."""
    for index, edit in context.of_kind(EditKind.INSERT, EditKind.DELETE):
        forest, node = (
            (context.after, edit.after) if edit.before < 0 else (context.before, edit.before)
        )
        file, row = forest.locate(node)
        is_after = forest is context.after
        names = context.names_after(file) if is_after else context.names_before(file)
        table = names.tables.raw.get("silent_imports") or {}
        if names.tree.kind_name(row) not in table.get("kinds", ()) or not context.is_sound(edit):
            continue
        word = _word(names, row, table)
        pairs = context.mapping.file_pairs
        other = next((b if is_after else a for b, a in pairs if file == (a if is_after else b)), -1)
        if word is None or other < 0:
            continue
        twin = context.names_before(other) if is_after else context.names_after(other)
        if _is_used(names, word, row) or _is_used(twin, word, -1):
            context.note((index,), f"{word} is used in this file")
            continue
        yield Explained(
            RULE,
            f"nothing in the file is called {word}, and importing it runs nothing",
            (index,),
            edit.before,
            edit.after,
        )


def _word(names: Names, row: int, table: dict[str, list[str]]) -> str | None:
    """The one name an import makes known, or None."""
    tree = names.tree
    rows = range(row, tree.stop[row])
    if any(tree.kind_name(at) in table["never"] for at in rows):
        return None
    words = [at for at in rows if tree.flags[at] & LEAF and tree.kind_name(at) in table["names"]]
    return tree.slice(words[-1]).decode("utf-8", "replace") if words else None


def _is_used(names: Names, word: str, statement: int) -> bool:
    stop = names.tree.stop[statement] if statement >= 0 else -1
    return any(
        o.use is not Use.DATA and not statement <= o.row < stop for o in names.occurrences(word)
    )
