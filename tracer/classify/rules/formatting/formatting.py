"""`formatting`: another spelling of the same code, as formatters write it.

Two subtrees equal at NORMAL differ only in what the language's table declares neutral: quotes,
redundant parentheses, trailing commas, semicolons, the spelling of literals. Side conditions:
the language is fully known, neither side has a syntax error there, no imported names changed
order (`import_order` asks for more), macros are given the same tokens, commas aside that mean
nothing (`lexical/token_trees.py`), or spelled alike and in as many brackets
(`names/macro_uses.py`), and the grammar is not known to misread what is there.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, changed_leaves
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.equality.macro_equality import code_group, is_same_code
from tracer.classify.rules.imports.names_of_one_import import is_reordered_import
from tracer.semantics.language.tables import rows_of, tables_of
from tracer.semantics.lexical.token_trees import (
    is_plain_comma,
    is_separator,
    macro_groups,
    macro_tokens,
)
from tracer.semantics.names.macro_uses import macro_reading
from tracer.semantics.reflection.readers.docstring_readers import Readers, readers_of
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import SyntaxTree

RULE = "formatting"


def explain(context: Context) -> Iterator[Explained]:
    """Edits between subtrees that are equal at NORMAL."""
    misread = _Misread()
    for index, edit in context.of_kind(EditKind.SPELLING):
        if index not in context.reordered and _is_spelling(context, misread, edit):
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
        if not tree.flags[row] & LEAF:
            continue
        if context.is_sound(edit) and (is_plain_comma(tree, row) or is_separator(tree, row)):
            yield Explained(
                RULE, "a comma or semicolon before the end", (index,), edit.before, edit.after
            )
        elif not tree.language.kind_is_named[tree.kind[row]]:
            around = _around(context, edit)
            is_plain = around and not is_reordered_import(context, around)
            if around and is_plain and _is_spelling(context, misread, around):
                yield Explained(
                    RULE, "punctuation that says nothing there", (index,), edit.before, edit.after
                )

    yield from _in_macros(context)


def _is_spelling(context: Context, misread: _Misread, edit: Edit) -> bool:
    """Whether two subtrees that are equal at NORMAL mean the same; imports keep their order."""
    return (
        context.is_sound(edit)
        and _is_given_alike(context, edit)
        and _is_read_alike(context, edit)
        and not misread.is_near(*context.tree_before(edit.before))
        and not misread.is_near(*context.tree_after(edit.after))
        and not _is_read_document(context, edit)
    )


def _is_given_alike(context: Context, edit: Edit) -> bool:
    """Whether macros in two subtrees are given the same tokens, or what they read as the same."""
    (tree_b, row_b), (tree_a, row_a) = (
        context.tree_before(edit.before),
        context.tree_after(edit.after),
    )
    if not tables_of(tree_b.language).token_trees:
        return True
    one, other = macro_groups(tree_b, row_b), macro_groups(tree_a, row_a)
    return len(one) == len(other) and all(
        list(macro_tokens(tree_b, b)) == list(macro_tokens(tree_a, a))
        or (
            code_group(tree_b, b) == b >= 0
            and code_group(tree_a, a) == a >= 0
            and is_same_code(context.prints, tree_b, b, tree_a, a)
        )
        for b, a in zip(one, other, strict=True)
    )


def _in_macros(context: Context) -> Iterator[Explained]:
    """Edits in what macros read as code, where it is the same code."""
    known: dict[tuple[int, int], bool] = {}
    for index, edit in list(context.of_kind(*_INSIDE)):
        if index not in context.open:
            continue
        groups = _code_groups(context, edit)
        if groups is None or known.get(groups):
            continue
        (tree_b, row_b), (tree_a, row_a) = (
            context.tree_before(groups[0]),
            context.tree_after(groups[1]),
        )
        known[groups] = True
        if not context.is_sound(Edit(EditKind.SPELLING, *groups)):
            continue
        if is_same_code(context.prints, tree_b, row_b, tree_a, row_a):
            edits = context.below(*groups)
            leaves = changed_leaves(context, groups[1])
            yield Explained(
                RULE,
                "the same code where a macro reads its tokens as code",
                edits,
                *groups,
                kept=leaves,
                touched=leaves,
            )


_INSIDE = (
    EditKind.SPELLING, EditKind.UPDATE, EditKind.REPLACE, EditKind.DELETE, EditKind.INSERT,
    EditKind.MOVE,
)  # fmt: skip


def _code_groups(context: Context, edit: Edit) -> tuple[int, int] | None:
    """The groups of tokens, before and after, that are read as code and that an edit is in."""
    sides = []
    for forest, node in ((context.before, edit.before), (context.after, edit.after)):
        group = -1
        if node >= 0:
            tree, row = forest.tree_of(node)
            found = code_group(tree, row)
            group = node - row + found if found >= 0 else -1
        sides.append(group)
    before, after = context.both_sides(*sides)
    if min(before, after) < 0 or context.mapping.to_after[before] != after:
        return None
    (tree_b, row_b), (tree_a, row_a) = context.tree_before(before), context.tree_after(after)
    is_code = code_group(tree_b, row_b) == row_b and code_group(tree_a, row_a) == row_a
    return (before, after) if is_code else None


def _around(context: Context, edit: Edit) -> Edit | None:
    """What a token stands in, before and after, if that is equal at NORMAL.

    Statements were asked as a whole; of one in which something else changed, the parts are asked.
    """
    before, after = context.both_sides(
        *(
            forest.parent(node) if node >= 0 else -1
            for forest, node in ((context.before, edit.before), (context.after, edit.after))
        )
    )
    if min(before, after) < 0:
        return None
    (tree_b, row_b), (tree_a, row_a) = context.before.tree_of(before), context.after.tree_of(after)
    is_one = row_b > 0 and tree_b.kind[row_b] == tree_a.kind[row_a]
    if not is_one or not context.prints.is_same_normal(tree_b, row_b, tree_a, row_a):
        return None
    return Edit(EditKind.SPELLING, before, after)


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
    """Whether an edit indents a text otherwise that the file reads as it is."""
    readers = readers_of(context.names_before(context.before.locate(edit.before)[0]))
    if readers in (Readers.NONE, Readers.HANDED_ON):
        return False
    is_all = readers is Readers.ALL
    return _lines_of(*context.tree_before(edit.before), is_all=is_all) != _lines_of(
        *context.tree_after(edit.after), is_all=is_all
    )


def _lines_of(tree: SyntaxTree, row: int, *, is_all: bool) -> list[bytes]:
    """The documentation and texts of several lines in, or around, a row, without their quotes.

    Not `is_all`: those that are statements of the file itself.
    """
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
        if tree.kind_name(r) in kinds and (is_all or _is_of_file(tree, r))
    )
    return [
        text.lstrip(b"rRuU").strip(b"'\"") for is_first, text in texts if is_first or b"\n" in text
    ]


def _is_of_file(tree: SyntaxTree, row: int) -> bool:
    """Whether a text stands in no definition."""
    roles, kind = tree.language.roles, tree.kind
    row = tree.parent[row]
    while row > 0 and not roles[kind[row]] & Role.DEFINITION:
        row = tree.parent[row]
    return row <= 0


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
