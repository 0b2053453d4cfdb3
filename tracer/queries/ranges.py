"""Git's `-L` notation: which lines of a file a person means.

`START,END` with START a number or `/regex/`, END a number, `+COUNT`, `-COUNT` or `/regex/`;
either may be left out. `:NAME` is a definition. Git takes a regular expression over function
lines there; we take the qualified name, or its last parts, or, when nothing has that name, a
regular expression over the qualified names.
Source: git-log(1), -L.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.model.errors import InputError, UsageError
from tracer.model.patterns import lazy_pattern
from tracer.model.spans import LineRange
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element

_EXPRESSION = r"/(?:[^/\\]|\\.)*/"
_RANGE = lazy_pattern(rf"({_EXPRESSION}|\d+)?(?:(,)({_EXPRESSION}|[+-]?\d+)?)?\Z")


def lines_meant(tree: SyntaxTree, path: str, spec: str) -> LineRange:
    """The lines `spec` means in the file.

    Raises: UsageError for a spec that is no notation of git's; InputError when the file has
    no such line or name.
    """
    if spec.startswith(":"):
        element = element_named(tree, path, spec[1:])
        return tree.lines(element.outer)
    match = _RANGE.match(spec)
    if match is None or not spec:
        raise UsageError(f"-L {spec}: not a range", fix="Use START,END or :NAME")
    count = tree.line_count
    start = _position(tree, path, match[1], anchor=0) if match[1] else 1
    if not match[3]:
        end = count
    elif match[3].startswith(("+", "-")):
        start, end = _counted(start, int(match[3]))
    else:
        end = _position(tree, path, match[3], anchor=start)
    if start > end:
        start, end = end, start
    if start < 1 or start > count:
        raise InputError(
            f"{path}: has {count} lines, -L {spec} starts at {start}", fix="Name existing lines"
        )
    return LineRange(start, min(end, count))


def element_named(tree: SyntaxTree, path: str, name: str) -> Element:
    """The definition called `name`: its qualified name, else the first that ends in it.

    Raises: InputError when the file defines nothing of that name.
    """
    found = elements(tree)
    wanted = name.replace("::", ".").replace("#", ".")
    tail = "." + wanted
    for element in found:
        if element.name == wanted:
            return element
    for element in found:
        if element.name.endswith(tail):
            return element
    try:
        pattern = re.compile(name)
    except re.error:
        pattern = re.compile(re.escape(name))
    for element in found:
        if pattern.search(element.name):
            return element
    known = ", ".join(element.name for element in found[:8]) or "nothing"
    raise InputError(f"{path}: defines no {name!r}", fix=f"It defines {known}")


def _counted(start: int, count: int) -> tuple[int, int]:
    """Lines of `START,+COUNT` and `START,-COUNT`, counted as git does: START included."""
    if count > 0:
        return start, start + count - 1
    if count < 0:
        return max(1, start + count + 1), start
    return start, start


def _position(tree: SyntaxTree, path: str, text: str, *, anchor: int) -> int:
    """The line a number or `/regex/` names; a regex is searched from the line after `anchor`."""
    if not text.startswith("/"):
        return int(text)
    try:
        pattern = re.compile(text[1:-1].encode())
    except re.error as error:
        raise UsageError(f"-L {text}: {error}", fix="Correct the regular expression") from error
    lines = tree.text.split(b"\n")
    for i in range(anchor, len(lines)):
        if pattern.search(lines[i]):
            return i + 1
    raise InputError(f"{path}: no line matches {text}", fix="Use another expression")
