"""NORMAL of string literals: the value counts, not the quotes, escapes or pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.fingerprint.literals import (
    DIRECTIVE,
    DOCUMENTATION,
    KEY,
    PLAIN,
    RAW,
    Quoted,
    dedented,
    text_block,
    with_line_ends,
)
from tracer.model.patterns import lazy_pattern
from tracer.syntax import BROKEN, LEAF, TRIVIA
from tracer.syntax.grammar import inner_entry

if TYPE_CHECKING:
    from tracer.fingerprint.edits import Edits
    from tracer.fingerprint.tables import Tables
    from tracer.syntax import SyntaxTree

# Any byte above ASCII may be part of a name: a string of them that is none has no unquoted twin.
_NAME = lazy_pattern(rb"(?:[A-Za-z_$\x80-\xff][\w$\x80-\xff]*|0|[1-9]\d{0,14})\Z")

_BACKSLASH = ord("\\")

# How a literal is read, by where it stands.


def is_plain_string(tree: SyntaxTree, tables: Tables, row: int) -> bool:
    """Whether a literal needs no second look: two quotes and at most one leaf in between.

    `Tables.replaced` makes its quotes the canonical ones.
    """
    at = tree.start[row]
    if at + 1 >= len(tree.text):
        return False  # what the parser missed at the end of the file
    quote = tree.text[at]
    if quote not in tables.quick_quotes or tree.stop[row] > row + 4:
        return False
    parent = tree.parent[row]
    if tree.kind[parent] * tables.fields + tree.field[row] in tables.string_places:
        return False
    after = tree.text[at + 1]
    return tree.end[row] == at + 2 if after == quote else after != _BACKSLASH


def on_string(edits: Edits, row: int) -> int:
    """One spelling for each string value."""
    tree, tables = edits.tree, edits.tables
    stop = tree.stop[row]
    text = tree.text[tree.start[row] : tree.end[row]]
    parent = tree.parent[row]
    place = tree.kind[parent] * tables.fields + tree.field[row] if parent >= 0 else 0
    how = tables.string_places.get(place, PLAIN)
    if tree.flags[row] & (BROKEN | LEAF):
        return stop
    if row in edits.written:
        return row + 1  # already part of a joined literal
    if _has_parts(edits, row):
        _join(edits, row, [row])
        return row + 1
    key = (text, tree.kind[row], how)
    known = tables.spelled_strings.get(key)
    if known is None:
        known = _key_name(edits, text) if how == KEY else None
        known = known or _canonical(edits, row, text, how)
        tables.spelled_strings[key] = known
    if known[0]:
        edits.replace_whole(row, *known)
    return stop


def _key_name(edits: Edits, text: bytes) -> tuple[bytes, bytes] | None:
    """A key in quotes that needs none is a name."""
    tables = edits.tables
    quoted = tables.string_rules.split(text)
    if quoted is not None:
        value = tables.string_rules.value(quoted, quoted.body)
        if _NAME.match(value):
            return edits.leaf(tables.key_kind, value)
    return None


def _has_parts(edits: Edits, row: int) -> bool:
    tree, interpolation = edits.tree, edits.tables.interpolation
    if not interpolation or tree.stop[row] <= row + 4 or tree.text[tree.start[row]] in b"\"'":
        return False  # too small for `f"{x}"`, or without a prefix
    return any(tree.kind[c] in interpolation for c in tree.children(row))


def _canonical(edits: Edits, row: int, text: bytes, how: int) -> tuple[bytes, bytes]:
    """Entries and shapes of a literal without interpolation; empty to leave it alone."""
    rules = edits.tables.string_rules
    quoted = rules.split(text)
    if quoted is None or (how == DOCUMENTATION and rules.is_format(quoted)):
        return b"", b""  # `f"..."` documents nothing
    if how == DIRECTIVE:
        value = with_line_ends(quoted.body)  # 'use\x20strict' is not "use strict"
    elif how == RAW:
        value = with_line_ends(quoted.body).replace(b"&quot;", b'"').replace(b"&apos;", b"'")
    elif quoted.quote == rules.indented:
        value = rules.value(quoted, text_block(quoted.body))
    elif how == DOCUMENTATION and not rules.is_bytes(quoted):
        value = rules.value(quoted, dedented(quoted.body))
    else:
        value = rules.value(quoted, quoted.body)
    return _spell(edits, edits.tree.kind[row], row + 1, rules.opening(quoted), value)


def _spell(
    edits: Edits, kind: int, opening_row: int, opening: bytes, value: bytes
) -> tuple[bytes, bytes]:
    """Entries and shapes of a simple literal, as the parser gives them for `"value"`."""
    tree, tables = edits.tree, edits.tables
    start = tables.string_start or tree.kind[opening_row]
    pairs = [edits.leaf(start, opening)]
    if value:
        pairs.append(edits.leaf(tables.string_content, _as_text(value)))
    pairs.append(edits.leaf(tables.string_end, b'"'))
    size = len(pairs) + 1
    inner = inner_entry(tables.language, kind, size)
    shape = tables.kind_codes[kind] + size.to_bytes(4, "little")
    return inner + b"".join(p[0] for p in pairs), shape + b"".join(p[1] for p in pairs)


def _as_text(value: bytes) -> bytes:
    r"""The text whose entry stands for exactly this value.

    The entry of a text takes line ends as LF, whatever the file has; in a value `\r\n` is no line
    end of the file's.
    """
    return value.replace(b"\r\n", b"\r\r\n")


def on_concatenated(edits: Edits, row: int) -> int:
    """Neighbouring literals of one type are one literal."""
    tree, tables = edits.tree, edits.tables
    pieces = [c for c in tree.children(row) if not tree.flags[c] & TRIVIA and tree.kind[c]]
    are_strings = all(tree.kind[c] in tables.strings for c in pieces)
    if tree.flags[row] & BROKEN or (are_strings and _documents_nothing(edits, row, pieces)):
        return tree.stop[row]
    if are_strings and any(_has_parts(edits, piece) for piece in pieces):
        _join(edits, row, pieces)
        return row + 1
    runs: list[list[int]] = [[]]
    for piece in pieces:
        if tree.kind[piece] in tables.strings:
            runs[-1].append(piece)
        else:
            runs.append([])
    if are_strings:
        joined = _joined(edits, pieces)
        if joined:
            edits.replace_whole(row, *joined)
            return tree.stop[row]
    _drop_gaps(edits, row)
    for run in runs:
        joined = _joined(edits, run)
        if joined and len(run) > 1:
            edits.replace_whole(run[0], *joined)
            for piece in run[1:]:
                edits.drop(piece)
    return tree.stop[row]


def _documents_nothing(edits: Edits, row: int, pieces: list[int]) -> bool:
    """Whether literals would be a documentation if one of them were no format."""
    tree, tables = edits.tree, edits.tables
    parent = tree.parent[row]
    place = tree.kind[parent] * tables.fields + tree.field[row] if parent >= 0 else 0
    if tables.string_places.get(place, PLAIN) != DOCUMENTATION:
        return False
    quoted = [_opened(edits, piece) for piece in pieces]
    return any(q is not None and tables.string_rules.is_format(q) for q in quoted)


def _drop_gaps(edits: Edits, row: int) -> None:
    """Leave out line continuations: no text stands between neighbouring literals."""
    for child in edits.tree.children(row):
        if not edits.tree.kind[child]:
            edits.drop(child)


def _joined(edits: Edits, run: list[int]) -> tuple[bytes, bytes] | None:
    """Entries and shapes of the literal a run of them stands for."""
    tree, rules = edits.tree, edits.tables.string_rules
    quoted = [rules.split(tree.slice(piece)) for piece in run]
    parts = [q for q in quoted if q is not None]
    openings = {rules.opening(q) for q in parts}
    if len(parts) != len(run) or len(openings) != 1:
        return None
    if not rules.are_joinable([q.body for q in parts]):
        return None
    value = b"".join(rules.value(q, q.body) for q in parts)
    return _spell(edits, tree.kind[run[0]], run[0] + 1, openings.pop(), value)


def _join(edits: Edits, outer: int, pieces: list[int]) -> None:
    """Write one literal with interpolations in place of one or several."""
    tree, tables = edits.tree, edits.tables
    rules = tables.string_rules
    quoted = [_opened(edits, piece) for piece in pieces]
    if None in quoted or len({rules.opening(q) for q in quoted if q}) != 1:
        return
    if outer != pieces[0]:
        _drop_gaps(edits, outer)
        edits.kinds[outer] = tree.kind[pieces[0]]
        for piece in pieces:
            edits.unwrap(piece)
    held: list[int] = []
    value = b""
    for piece, how in zip(pieces, quoted, strict=True):
        assert how is not None
        first, *inside, last = [c for c in tree.children(piece) if not tree.flags[c] & TRIVIA]
        if piece == pieces[0]:
            edits.replace_leaf(first, tables.string_start or tree.kind[first], rules.opening(how))
        else:
            edits.drop(first)
        for part in inside:
            if tree.kind[part] in tables.interpolation:
                _flush(edits, held, value)
                held, value = [], b""
            else:
                held.append(part)
                value += rules.value(how, tree.slice(part))
        if piece == pieces[-1]:
            _flush(edits, held, value)
            edits.replace_leaf(last, tables.string_end, b'"')
        else:
            edits.drop(last)


def _opened(edits: Edits, row: int) -> Quoted | None:
    """Prefix and quote of a literal whose parts are read one by one."""
    tree = edits.tree
    return edits.tables.string_rules.opened(tree.slice(row + 1))


def _flush(edits: Edits, held: list[int], value: bytes) -> None:
    """Write one piece of text where several rows stood."""
    tree, tables = edits.tree, edits.tables
    if not held:
        return
    for row in held[:-1]:
        edits.drop(row)
    last = held[-1]
    if not value:
        edits.drop(last)
    elif not (tree.flags[last] & LEAF and len(held) == 1 and tree.slice(last) == value):
        edits.replace(last, [(tables.string_content, _as_text(value))])


def on_interpolation(edits: Edits, row: int) -> int:
    """White space around an interpolated expression is layout, unless its text is printed."""
    tree, tables = edits.tree, edits.tables
    children = tree.children(row)
    sign = next((c for c in children if tree.kind[c] in tables.interpolation_verbatim), -1)
    if sign >= 0:
        edits.verbatim.append((row, tree.stop[row]))  # f"{x = }"
        edits.replace(row, [(tree.kind[sign], with_line_ends(tree.slice(row)))])
        return tree.stop[row]
    for child in children:
        if tree.kind[child] == 0 and tree.slice(child).isspace():
            edits.drop(child)
    return row + 1
