"""`layout`, where the grammar cannot read a file: the same tokens, told apart without it.

C and C++ code is full of macros that stand for syntax, which leaves errors in the tree, and about
broken code nothing is concluded from a tree. Side conditions: the language's table says how its
lexer reads a text (`lexical/lexer.py`), both versions give the same tokens and the same directives
line by line, and the file keeps its path. Languages of which only the lexer is known (CUDA,
Objective-C, sketches of Arduino) are read in the same way.

Includes of the standard library that follow each other may change places, and the last element of a
list in braces may have a comma behind it. Where other includes
differ, they stay open, and the code around them is the same if its tokens are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import Edit, EditKind
from tracer.semantics.lexical.includes import (
    has_include,
    is_same_in_order,
    is_same_without_includes,
)
from tracer.semantics.lexical.lexer import has_lexemes, is_same_text
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree

RULE = "layout"
_SAME = "the same tokens, directives line by line"


def explain(context: Context) -> Iterator[Explained]:
    """The edits left in a file that is read by its tokens, where both versions have the same."""
    for file_b, file_a in context.mapping.file_pairs:
        before, after = context.before.trees[file_b], context.after.trees[file_a]
        if before.language is not after.language or not has_lexemes(before):
            continue
        edits = [
            (index, edit)
            for index, edit in context.of_files(file_b, file_a)
            if _is_in(context.before, file_b, edit.before)
            and _is_in(context.after, file_a, edit.after)
            and edit.kind is not EditKind.FILE_MOVE
        ]
        with_includes = {index for index, edit in edits if _has_include(context, edit)}
        is_unread = bool((before.flags[0] | after.flags[0]) & BROKEN) or not before.language.is_full
        if not edits or not (is_unread or len(with_includes) == len(edits)):
            continue
        evidence = _evidence(before, after)
        found = tuple(index for index, _ in edits)
        if evidence is None and with_includes and is_unread:
            found = tuple(index for index in found if index not in with_includes)
            if is_same_without_includes(before, after):
                evidence = f"{_SAME}, but for includes"
        if evidence is not None and found:
            roots = context.before.base[file_b], context.after.base[file_a]
            yield Explained(RULE, evidence, found, *roots)


def _evidence(before: SyntaxTree, after: SyntaxTree) -> str | None:
    """In which way two texts have the same tokens, or None."""
    if is_same_text(before, after):
        is_broken = (before.flags[0] | after.flags[0]) & BROKEN
        why = "the grammar cannot read all of it" if is_broken else "nothing else is known of it"
        return f"{_SAME}; {why}"
    if has_lexemes(after) and is_same_in_order(before, after):
        return f"{_SAME}, but for the order of standard headers and a comma behind a last element"
    return None


def _has_include(context: Context, edit: Edit) -> bool:
    """Whether a line that an edit touches is an include."""
    for forest, node in ((context.before, edit.before), (context.after, edit.after)):
        if node >= 0:
            tree, row = forest.tree_of(node)
            text, start = tree.text, tree.start[row] if row else 0
            first = text.rfind(b"\n", 0, start) + 1
            if has_include(text[first : tree.end[row] if row else len(text)]):
                return True
    return False


def _is_in(forest: Forest, file: int, node: int) -> bool:
    return node < 0 or forest.base[file] <= node < forest.base[file + 1]
