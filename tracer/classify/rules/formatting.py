"""`formatting`: another spelling of the same code, as formatters write it.

Two subtrees equal at NORMAL differ only in what the language's table declares neutral: quotes,
redundant parentheses, trailing commas, semicolons, the spelling of literals. Side conditions:
the language is fully known, neither side has a syntax error there, no imported names changed
order (`import_order` asks for more), macros are given the same tokens, commas aside that mean
nothing (`token_trees.py`), or spelled alike and in as many brackets (`macros.py`), and the grammar
is not known to misread what is there.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.classify.context import Context, Explained, changed_leaves
from tracer.classify.edits import EditKind
from tracer.classify.macros import macro_reading
from tracer.classify.names import Names, Use
from tracer.classify.rules.import_order import is_reordered_import
from tracer.classify.tables import rows_of, tables_of
from tracer.classify.token_trees import is_plain_comma, macro_tokens
from tracer.classify.visibility import is_spelled_in
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.edits import Edit
    from tracer.syntax import SyntaxTree

RULE = "formatting"


def explain(context: Context) -> Iterator[Explained]:
    """Edits between subtrees that are equal at NORMAL."""
    misread = _Misread()
    for index, edit in context.of_kind(EditKind.SPELLING):
        if (
            context.is_sound(edit)
            and not is_reordered_import(context, edit)
            and macro_tokens(*context.tree_before(edit.before))
            == macro_tokens(*context.tree_after(edit.after))
            and _is_read_alike(context, edit)
            and not misread.is_near(*context.tree_before(edit.before))
            and not misread.is_near(*context.tree_after(edit.after))
            and not _is_read_document(context, edit)
        ):
            leaves = changed_leaves(context, edit.after)
            yield Explained(
                RULE,
                "equal at NORMAL: quotes, parentheses, commas, semicolons or literal spelling",
                (index,),
                edit.before,
                edit.after,
                kept=leaves,
                touched=leaves,
            )
    for index, edit in context.of_kind(EditKind.INSERT, EditKind.DELETE):
        tree, row = (
            context.tree_after(edit.after) if edit.before < 0 else context.tree_before(edit.before)
        )
        if tree.flags[row] & LEAF and is_plain_comma(tree, row) and context.is_sound(edit):
            yield Explained(
                RULE, "a comma before a closing bracket", (index,), edit.before, edit.after
            )


def _is_read_alike(context: Context, edit: Edit) -> bool:
    """Whether macros of the files of both versions read the same."""
    file_b, row_b = context.before.locate(edit.before)
    if not context.names_before(file_b).tables.raw.get("macro_definition"):
        return True
    file_a, row_a = context.after.locate(edit.after)
    return macro_reading(context.before, context.names_before(file_b), row_b) == (
        macro_reading(context.after, context.names_after(file_a), row_a)
    )


def _is_read_document(context: Context, edit: Edit) -> bool:
    """Whether an edit indents a text otherwise, in a file that reads its documentation as it is."""
    names = context.names_before(context.before.locate(edit.before)[0])
    if not any(_reads(names, word) for word in names.tables.raw.get("document_readers") or ()):
        return False
    return _lines_of(*context.tree_before(edit.before)) != _lines_of(
        *context.tree_after(edit.after)
    )


def _reads(names: Names, word: str) -> bool:
    """Whether a file has a word, as code or in a text that may be a name; looked for once."""
    known = names.said.get(word)
    if known is None:
        known = names.said[word] = word.encode() in names.tree.text and any(
            found.use is not Use.DATA or is_spelled_in(names, found.row, word)
            for found in names.occurrences(word)
        )
    return known


def _lines_of(tree: SyntaxTree, row: int) -> list[bytes]:
    """The documentation and texts of several lines in, or around, a row, without their quotes."""
    kinds = (tree.language.raw.get("docstrings") or {}).get("kinds") or ()
    at = row
    while at > 0 and tree.kind_name(at) not in kinds and tree.flags[row] & LEAF:
        at = tree.parent[at]
    at = row if at <= 0 else at
    strings = (tree.language.raw.get("normal") or {}).get("strings") or {}
    lists = strings.get("documentation_in") or ()
    texts = (
        (tree.kind_name(max(tree.parent[r], 0)) in lists, tree.slice(r))
        for r in range(at, tree.stop[at])
        if tree.kind_name(r) in kinds
    )
    return [
        text.lstrip(b"rRuU").strip(b"'\"") for is_first, text in texts if is_first or b"\n" in text
    ]


class _Misread:
    """What the grammar is known to read as what it is not. Each tree is searched once."""

    def __init__(self) -> None:
        self._rows: dict[int, list[int]] = {}  # by the tree's id

    def is_near(self, tree: SyntaxTree, row: int) -> bool:
        """Whether something of the sort is at, below or beside a row."""
        rows = self._rows.get(id(tree))
        if rows is None:
            misread = tables_of(tree.language).misread
            rows = self._rows[id(tree)] = [
                at
                for at in rows_of(tree, misread)
                if tree.slice(at).decode("utf-8", "replace") in misread[tree.kind_name(at)]
            ]
        top = max(tree.parent[row], 0)
        at = bisect_left(rows, top)
        return at < len(rows) and rows[at] < tree.stop[top]
