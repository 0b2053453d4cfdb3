"""`unused_import`: an import nobody uses came or went, where importing runs nothing.

Only for languages whose table has `silent_imports`: the kinds of statements that do nothing but
let a name be written short, and read no name themselves. Side conditions: the same import stands
on the other side as well; or the statement spells its one name out (no star), and the name stands
nowhere else in the file, on either side, other imports aside.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = "unused_import"


def explain(context: Context) -> Iterator[Explained]:
    """Imports that came or went, and that nobody missed or used."""
    pairs = context.mapping.file_pairs
    others = {True: {a: b for b, a in pairs}, False: dict(pairs)}
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
        other = others[is_after].get(file, -1)
        if other < 0:
            continue
        twin = context.names_before(other) if is_after else context.names_after(other)
        evidence = _evidence(context, index, (names, twin), row, table)
        if evidence is not None:
            yield Explained(RULE, evidence, (index,), edit.before, edit.after)


def _evidence(
    context: Context, index: int, sides: tuple[Names, Names], row: int, table: dict[str, list[str]]
) -> str | None:
    """Why the import at a row of the first side is not missed, or None."""
    names, twin = sides
    there = twin.rows_by_tokens(tuple(table["kinds"])).get(names.tree.entries(row), ())
    if any(is_same_tokens(names.tree, row, twin.tree, at) for at in there):
        return "the same import stands in the file before and after"
    word = _word(names, row, table)
    if word is None:
        return None
    if _is_used(names, word, table) or _is_used(twin, word, table):
        context.note((index,), f"{word} is used in this file")
        return None
    return f"nothing in the file is called {word}, and importing it runs nothing"


def _word(names: Names, row: int, table: dict[str, list[str]]) -> str | None:
    """The one name an import makes known, or None."""
    tree = names.tree
    rows = range(row, tree.stop[row])
    if any(tree.kind_name(at) in table["never"] for at in rows):
        return None
    words = [at for at in rows if tree.flags[at] & LEAF and tree.kind_name(at) in table["names"]]
    return tree.slice(words[-1]).decode("utf-8", "replace") if words else None


def _is_used(names: Names, word: str, table: dict[str, list[str]]) -> bool:
    """Whether a word stands in a file outside such imports, which spell names out in full."""
    tree, rows = names.tree, names.rows_of(tuple(table["kinds"]))

    def is_imported(row: int) -> bool:
        place = bisect_right(rows, row) - 1
        return place >= 0 and row < tree.stop[rows[place]]

    return any(o.use is not Use.DATA and not is_imported(o.row) for o in names.occurrences(word))
