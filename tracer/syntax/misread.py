"""Expressions that a grammar groups otherwise than its language does.

A precedence that the grammar has wrong makes `a ^ b & c` the tree of `(a ^ b) & c`. All that is
computed from such a tree is about another program, so its rows count as code that does not parse.
`misread` in `grammar.yaml` names the operators; a property test compares the grammars with the
precedences of their languages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax.tree import BROKEN, MISREAD

if TYPE_CHECKING:
    from tracer.syntax.tree import SyntaxTree


def flag_misread(tree: SyntaxTree) -> None:
    """Flag each misread expression, and all around it, as BROKEN and MISREAD.

    `parse` asks for it as its last step. Cost: a search of a column in C for the operators, and
    the depth of the tree for each expression found.
    """
    parent, flags = tree.parent, tree.flags
    for operator, reading in tree.language.misread.items():
        for row in tree.rows_of(frozenset((operator,))):
            inner = parent[row]
            outer = parent[inner] if inner >= 0 else -1
            if (
                outer >= 0
                and tree.kind[inner] == tree.kind[outer] == reading.kind
                and reading.field in (0, tree.field[inner])
                and any(tree.kind[child] in reading.outer for child in tree.children(outer))
            ):
                while inner >= 0 and not flags[inner] & MISREAD:
                    flags[inner] |= BROKEN | MISREAD
                    inner = parent[inner]
