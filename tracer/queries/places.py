"""Which definition a line stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax import parse
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element

# Definitions that own everything inside them: a helper nested in a function is a part of it.
_WHOLE = frozenset({"function", "method", "constructor"})


def element_by_line(tree: SyntaxTree) -> dict[int, Element]:
    """Line → the definition a person would name for it; lines at file level have none.

    That is the innermost one (a method, not its class), but never one nested in a function.
    """
    found: dict[int, Element] = {}
    closed = 0  # end of the last definition that owns everything inside it
    for element in elements(tree):
        if element.row < closed:
            continue
        lines = tree.lines(element.outer)
        for line in range(lines.start_line, lines.end_line + 1):
            found[line] = element
        if element.kind in _WHOLE:
            closed = tree.stop[element.row]
    return found


def definition_names(path: str, text: bytes) -> list[str]:
    """The qualified names of a file's definitions in order, each once; none nested in functions."""
    found = element_by_line(parse(text, path=path)).values()
    return list(dict.fromkeys(element.name for element in found))
