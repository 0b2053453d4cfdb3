"""`layout`, where the grammar cannot read a file: the same tokens, told apart without it.

C and C++ code is full of macros that stand for syntax, which leaves errors in the tree, and about
broken code nothing is concluded from a tree. Side conditions: the language's table says how its
lexer reads a text (`lexical/lexer.py`), both versions give the same tokens and the same directives
line by line, and the file keeps its path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.semantics.lexical.lexer import has_lexemes, is_same_text
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest

RULE = "layout"


def explain(context: Context) -> Iterator[Explained]:
    """All edits left in a file with errors, if both versions have the same tokens."""
    for file_b, file_a in context.mapping.file_pairs:
        before, after = context.before.trees[file_b], context.after.trees[file_a]
        if not has_lexemes(before) or not (before.flags[0] | after.flags[0]) & BROKEN:
            continue
        edits = tuple(
            index
            for index, edit in context.of_files(file_b, file_a)
            if _is_in(context.before, file_b, edit.before)
            and _is_in(context.after, file_a, edit.after)
            and edit.kind is not EditKind.FILE_MOVE
        )
        if edits and is_same_text(before, after):
            yield Explained(
                RULE,
                "the same tokens, directives line by line; the grammar cannot read all of it",
                edits,
                context.before.base[file_b],
                context.after.base[file_a],
            )


def _is_in(forest: Forest, file: int, node: int) -> bool:
    return node < 0 or forest.base[file] <= node < forest.base[file + 1]
