"""Compilers that are asked whether they read a text, and the part of a file that is worth asking.

A statement of a file is read by itself where nothing that stands between statements is more than
lines and comments: what compiled before and stands there still need not be read again.
"""

from __future__ import annotations

import io
import re
import symtable
import tokenize
import warnings
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import tables_of
from tracer.syntax.grammar import Role
from tracer.syntax.names import unwrapped
from tracer.syntax.tree import BROKEN, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.syntax import SyntaxTree

_BETWEEN = b" \t\n"  # what may stand between statements without a meaning
_ENCODED = re.compile(rb"(?:[^\n]*\n)?[^\n]*coding")  # in the first two lines, a text's encoding
_LATER = b"__future__"  # what is asked of later versions counts in the whole file
_DECLARES = b"global"  # a declaration of names, which none may stand in front of
_MOST = 0.7  # of a text; where more is new, the whole is asked
_GOES_ON = b"\\"  # the next line is the same one
_LARGE = 40  # rows of a class whose members are looked at one by one


def _is_python(text: bytes) -> bool:
    """Whether the running Python can read a text, as far as names and where they are bound."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(text).readline)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable.symtable(text.decode(encoding), "<text>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False
    return True


COMPILERS: dict[str, Callable[[bytes], bool]] = {"python": _is_python}


def new_statements(before: SyntaxTree, after: SyntaxTree) -> bytes | None:
    """The statements of a file that did not stand in it: it compiles if they do and it did before.

    Of classes it is the members. None where the whole is to be asked: something reaches from one
    statement to another, the tree has errors, a statement does not begin where its line does, or
    most of the file is new.
    """
    text = after.text
    if (before.flags[0] | after.flags[0]) & BROKEN or any(
        _ENCODED.match(tree.text) for tree in (before, after)
    ):
        return None
    head = text.rfind(_LATER)
    head = text.find(b"\n", head) + 1 if head >= 0 else 0
    if before.text[:head] != text[:head]:
        return None
    items, known = _items(after, 0, 0), _items(before, 0, 0) or {}
    if items is None:
        return None
    members: set[bytes] = set()
    for row in known.values():
        members.update(_members(before, row) or ())
    found = [text[:head]]
    for statement, row in items.items():
        if statement not in known and after.start[row] >= head:
            found += _new_members(after, row, members) or [statement]
    part = b"\n".join(found) + b"\n"
    return part if len(part) < _MOST * len(text) else None


def _items(tree: SyntaxTree, row: int, column: int) -> dict[bytes, int] | None:
    """The statements directly below a row, by their text; None where they are not on their own.

    Each begins a line, as far from its start as the others, and between them is nothing.
    """
    text, start, roles = tree.text, tree.start, tree.language.roles
    found: dict[bytes, int] = {}
    end, last = (start[row] - column, tree.end[row]) if row else (0, len(text))
    indent = b"\n" + text[end : start[row]] if row else b"\n"
    for child in tree.children(row):
        at = start[child]
        if text[end:at].strip(_BETWEEN):
            return None
        end = tree.end[child]
        if tree.flags[child] & TRIVIA:
            if text.startswith(_GOES_ON, at):
                return None
            continue
        if at and text[max(0, at - len(indent)) : at] != indent:
            return None
        statement = text[at:end]
        is_defined = roles[tree.kind[child]] & (Role.DEFINITION | Role.WRAPPER)
        if not is_defined and _DECLARES in statement:
            return None
        found[statement] = child
    return None if text[end:last].strip(_BETWEEN) else found


def _body(tree: SyntaxTree, row: int) -> int:
    """The row of what a class at, or in the wrapper at, a row consists of; -1 for none."""
    row = unwrapped(tree, row)
    is_class = tables_of(tree.language).scopes.get(tree.kind_name(row)) == "class"
    return tree.child_by_field(row, "body") if is_class and tree.stop[row] - row > _LARGE else -1


def _members(tree: SyntaxTree, row: int) -> dict[bytes, int] | None:
    """The members of a class, each with the white space in front of it; None if there are none."""
    body = _body(tree, row)
    if body < 0 or tree.end[body] != tree.end[row]:
        return None
    line = tree.text.rfind(b"\n", 0, tree.start[body]) + 1
    indent = tree.text[line : tree.start[body]]
    if indent.strip(b" \t"):
        return None
    items = _items(tree, body, len(indent))
    return items and {indent + text: at for text, at in items.items()}


def _new_members(tree: SyntaxTree, row: int, known: set[bytes]) -> list[bytes] | None:
    """A class with its first member and those that are not known; None if it is no such class."""
    members = _members(tree, row)
    if not members:
        return None
    texts = list(members)
    first = tree.start[members[texts[0]]]
    return [
        tree.text[tree.start[row] : first] + tree.slice(members[texts[0]]),
        *(text for text in texts[1:] if text not in known),
    ]
