"""NORMAL of text between tags: white space with a line break in it is layout.

Source: the JSX rule (lines are trimmed and joined by one space, empty ones dropped), and what
prettier makes of it: runs of white space become one space, and `{" "}` is a space that must
not be lost at a line end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern
from tracer.syntax import TRIVIA

if TYPE_CHECKING:
    from tracer.fingerprint.edits import Edits

_SPACE = lazy_pattern(rb"[ \t\r\n]+")


def on_markup(edits: Edits, row: int) -> int:
    """Join each run of text, character references and string expressions into one leaf."""
    tree, tables = edits.tree, edits.tables
    run: list[int] = []
    for child in tree.children(row):
        if tree.flags[child] & TRIVIA:
            continue
        if tree.kind[child] in tables.markup_text or _literal(edits, child) is not None:
            run.append(child)
            continue
        _write(edits, run)
        run = []
    _write(edits, run)
    return row + 1


def _literal(edits: Edits, row: int) -> bytes | None:
    """The value of `{"text"}`, or None for any other expression."""
    tree, tables = edits.tree, edits.tables
    if tree.kind[row] != tables.markup_expression:
        return None
    inside = tree.children(row)
    if len(inside) != 3 or tree.kind[inside[1]] not in tables.strings:  # noqa: PLR2004 - { x }
        return None
    quoted = tables.string_rules.split(tree.slice(inside[1]))
    return tables.string_rules.value(quoted, quoted.body) if quoted else None


def _write(edits: Edits, run: list[int]) -> None:
    """One leaf for the run's text, or none when it is all layout."""
    if not run:
        return
    tree = edits.tree
    if len(run) == 1 and tree.kind[run[0]] in edits.tables.markup_text:
        _write_text(edits, run[0])
        return
    value = raw = b""
    for row in run:
        literal = _literal(edits, row)
        if literal is None:
            raw += tree.slice(row)
        else:
            value, raw = value + _text(raw) + literal, b""
    value += _text(raw)
    for row in run[:-1]:
        edits.drop(row)
    if value:
        edits.replace(run[-1], [(edits.tables.markup_leaf, value)])
    else:
        edits.drop(run[-1])


def _write_text(edits: Edits, row: int) -> None:
    """A run of one text; what it becomes is remembered, empty for a text that goes."""
    text, known = edits.tree.slice(row), edits.tables.spelled_markup
    leaf = known.get(text)
    if leaf is None:
        value = _text(text)
        leaf = known[text] = edits.leaf(edits.tables.markup_leaf, value) if value else (b"", b"")
    if leaf[0]:
        edits.replace_whole(row, *leaf)
    else:
        edits.drop(row)


def _text(raw: bytes) -> bytes:
    """Text with its layout removed."""
    stripped = _SPACE.sub(lambda m: b"\n" if b"\n" in m.group() else b" ", raw)
    return stripped.strip(b"\n").replace(b"\n", b" ")
