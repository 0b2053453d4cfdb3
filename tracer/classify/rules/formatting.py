"""`formatting`: another spelling of the same code, as formatters write it.

Two subtrees equal at NORMAL differ only in what the language's table declares neutral: quotes,
redundant parentheses, trailing commas, semicolons, the spelling of literals. Side conditions:
the language is fully known, neither side has a syntax error there, no imported names changed
order (`import_order` asks for more), macros are given the same tokens, and the grammar is not
known to misread what is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.context import Context, Explained, changed_leaves
from tracer.classify.edits import EditKind
from tracer.classify.rules.import_order import is_reordered_import
from tracer.classify.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import SyntaxTree

RULE = "formatting"


def explain(context: Context) -> Iterator[Explained]:
    """Edits between subtrees that are equal at NORMAL."""
    for index, edit in context.of_kind(EditKind.SPELLING):
        if (
            context.is_sound(edit)
            and not is_reordered_import(context, edit)
            and _macro_tokens(*context.tree_before(edit.before))
            == _macro_tokens(*context.tree_after(edit.after))
            and not _is_misread(*context.tree_before(edit.before))
            and not _is_misread(*context.tree_after(edit.after))
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


def _macro_tokens(tree: SyntaxTree, row: int) -> list[bytes]:
    """What macros are given below a row: tokens, each of which they may look at."""
    kind = tree.language.kind_ids.get((tables_of(tree.language).token_trees.get("kind", ""), True))
    rows = range(row, tree.stop[row]) if kind is not None else ()
    return [tree.entries(at) for at in rows if tree.kind[at] == kind]


def _is_misread(tree: SyntaxTree, row: int) -> bool:
    """Whether something at, below or beside a row is read by the grammar as what it is not."""
    misread = tables_of(tree.language).misread
    if not misread:
        return False
    top = max(tree.parent[row], 0)
    ids = {tree.language.kind_ids.get((kind, True), -1) for kind in misread}
    return any(
        tree.slice(at).decode("utf-8", "replace") in misread[tree.kind_name(at)]
        for at in range(top, tree.stop[top])
        if tree.kind[at] in ids
    )
