"""Git's `-L` notation: which lines of a file a person means.

`START,END` with START a number or `/regex/`, END a number, `+COUNT`, `-COUNT` or `/regex/`;
either may be left out. `:NAME` is a definition, or a variable inside one (`:Cart.add.total`).
Git takes a regular expression over function lines there; we take the qualified name, or its
last parts, or, when nothing has that name, a regular expression over the qualified names.
`:NAME@LINE` is the one whose name, head or comment above stands on that line.
Source: git-log(1), -L.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.history.elements.element import (
    comments_above,
    definitions,
    element_at,
    how_defined,
    is_local,
    variables,
)
from tracer.model.errors import InputError, UsageError
from tracer.model.patterns import lazy_pattern
from tracer.model.spans import LineRange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.history.elements.element import Element
    from tracer.syntax import SyntaxTree

_EXPRESSION = r"/(?:[^/\\]|\\.)*/"
_EXISTING = "Name existing lines"
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
    if start > count:
        lines = f"{count} line{'s' if count != 1 else ''}"
        raise InputError(f"{path}: has {lines}, -L {spec} starts at {start}", fix=_EXISTING)
    if not match[3]:
        end = count
    elif match[3].startswith(("+", "-")):
        start, end = _counted(start, int(match[3]))
    else:
        end = _position(tree, path, match[3], anchor=start)
    if start > end:
        start, end = end, start
    if start < 1 or start > count:
        raise InputError(f"{path}: -L {spec} starts at line {start}", fix=_EXISTING)
    return LineRange(start, min(end, count))


def element_meant(tree: SyntaxTree, path: str, spec: str) -> Element | None:
    """The element `spec` means, or None when it means lines that are no element's.

    Raises: as `lines_meant`.
    """
    if spec.startswith(":"):
        return element_named(tree, path, spec[1:])
    lines = lines_meant(tree, path, spec)
    return element_at(tree, lines if "," in spec else LineRange(lines.start_line, lines.start_line))


def element_named(tree: SyntaxTree, path: str, name: str) -> Element:
    """The definition or variable called `name`: its qualified name, else the first that ends in it.

    Of several definitions of a name the one with the largest body is meant: overload signatures
    have none, or a placeholder, and overloads that only delegate are short.
    Raises: InputError when the file has nothing of that name.
    """
    wanted, at, line = name.rpartition("@")
    if not at or not line.isdigit():
        wanted, line = name, ""
    found = _called(definitions(tree), wanted)
    if line or not found:
        found += _called(variables(tree), wanted)
    if line:
        found = [e for e in found if int(line) in _name_lines(tree, e)]
        if found:
            return found[0]
        raise InputError(f"{path}: no {wanted!r} on line {line}", fix="Name the line of its name")
    if found:
        return max(found, key=lambda element: _body_size(tree, element))
    known = definitions(tree)
    try:
        pattern = re.compile(name)
    except re.error:
        pattern = re.compile(re.escape(name))
    for element in known:
        if pattern.search(element.name or ""):
            return element
    names = ", ".join(e.name or "" for e in known[:8]) or "nothing"
    raise InputError(f"{path}: defines no {name!r}", fix=f"It defines {names}")


def also_named(tree: SyntaxTree, spec: str, start_line: int) -> list[str]:
    """A note on the definitions that `:NAME` could mean besides the one that starts there."""
    if not spec.startswith(":"):
        return []
    name, _, line = spec[1:].rpartition("@")
    wanted = name if name and line.isdigit() else spec[1:]
    if wanted != spec[1:]:
        return []
    lines = [tree.lines(e.outer).start_line for e in _called(definitions(tree), wanted)]
    others = [str(line) for line in lines if line != start_line]
    if not others or start_line not in lines:
        return []
    return [f"{wanted} is also defined on line {', '.join(others)}: :{wanted}@LINE means that one"]


def _called(found: Sequence[Element], name: str) -> list[Element]:
    """The elements of a qualified name; else those whose names end in it."""
    wanted = name.replace("::", ".").replace("#", ".")
    exact = [element for element in found if element.name == wanted]
    return exact or [element for element in found if (element.name or "").endswith("." + wanted)]


def _name_lines(tree: SyntaxTree, element: Element) -> range:
    """The lines an element may be named by: from the comment above it to its name."""
    head = tree.line_of(tree.start[element.row])
    if is_local(tree, element):
        return range(head, head + 1)
    field = how_defined(tree, element.row).name
    named = tree.child_by_field(element.row, field)
    above = comments_above(tree, element.outer, across_blanks=True)
    first = tree.lines(above[0] if above else element.outer).start_line
    return range(first, (tree.line_of(tree.start[named]) if named >= 0 else head) + 1)


def _body_size(tree: SyntaxTree, element: Element) -> int:
    """Rows of the element's body; 0 without one."""
    body = tree.child_by_field(element.row, how_defined(tree, element.row).body)
    return tree.stop[body] - body if body >= 0 else 0


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
