"""Which definition a line stands in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
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


class Defined(NamedTuple):
    """A definition of a file. `spec` is what `-L` calls it; lines are 1-based, inclusive."""

    spec: str
    name: str
    start_line: int
    end_line: int


def definitions_of(path: str, text: bytes) -> list[Defined]:
    """A file's definitions in order of their lines; none nested in functions."""
    tree = parse(text, path=path)
    found = list(dict.fromkeys(element_by_line(tree).values()))
    counts = Counter(element.name for element in found)
    answer = []
    for element in found:
        lines, name = tree.lines(element.outer), element.name
        spec = f":{name}" if counts[name] == 1 else f":{name}@{lines.start_line}"
        answer.append(Defined(spec, name, lines.start_line, lines.end_line))
    return sorted(answer, key=lambda one: (one.start_line, one.spec))
