"""Lines of elements, for what is undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element


def definition_lines(elements: list[Element], tree: SyntaxTree) -> frozenset[int]:
    """0-based lines where definitions (with their decorators) begin."""
    return frozenset(tree.line_of(tree.start[element.outer]) - 1 for element in elements)


def innermost(
    tree: SyntaxTree, elements: list[Element], line: int, *, strict: bool = True
) -> tuple[int, int] | None:
    """(first, last) 1-based lines of the innermost definition around a 0-based line.

    With `strict` one that begins on the line does not count.
    """
    found = None
    for element in elements:
        row = element.outer
        first = tree.line_of(tree.start[row])
        last = tree.line_of(max(tree.start[row], tree.end[row] - 1))
        if first + strict <= line + 1 <= last:
            found = first, last
    return found


def blank_ends(lines: list[bytes]) -> tuple[int, int]:
    """How many blank lines some lines begin and end with."""
    code = [i for i, line in enumerate(lines) if line.strip()]
    return (code[0], len(lines) - 1 - code[-1]) if code else (0, 0)
