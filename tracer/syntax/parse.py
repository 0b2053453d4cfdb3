"""`parse`: bytes to columns, in one walk of a tree-sitter cursor.

The walk also makes the token entries, because a second pass over the rows would cost more
than half of the first (measured: columns 0.6 of tree-sitter's own parse time, entries 0.25 in
the same walk, 0.6 in one of their own).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from tracer import native
from tracer.model.collector import no_collector
from tracer.syntax.compiled import tables_of
from tracer.syntax.detect import detect
from tracer.syntax.grammar import Language, inner_entry, language_named, leaf_entry
from tracer.syntax.misread import flag_misread
from tracer.syntax.tree import BROKEN, LEAF, TRIVIA, SyntaxTree

if TYPE_CHECKING:
    from collections.abc import Callable

_BOM = b"\xef\xbb\xbf"
_CACHE_LIMIT = 200_000  # leaf digests kept for a language, about 40 MB at the most
_SMALL = 4096  # sizes of subtrees whose entries are kept by kind
_PARSE_LIMIT = 32 * 1024 * 1024  # a larger file is read by lines


def parse(text: bytes, language: Language | str | None = None, *, path: str = "") -> SyntaxTree:
    """The syntax tree of `text`; without a language, `path` and content decide.

    Never fails on the text: broken code gives rows flagged BROKEN, text without a grammar one
    leaf for each line that is not blank, binary data one leaf.
    Cost: tree-sitter's parse plus about the same again.
    """
    if language is None:
        language = detect(path, text)
    elif isinstance(language, str):
        language = language_named(language)
    if language.grammar is None or len(text) > _PARSE_LIMIT:
        if language.support != "binary":
            return _parse_lines(text, language_named("text"))
        return _parse_blob(text, language)
    core = native.core()
    tree = _parse_pure(text, language) if core is None else _parse_native(core, text, language)
    if language.misread:
        flag_misread(tree)
    return tree


def _parse_pure(text: bytes, language: Language) -> SyntaxTree:
    root = language.parser.parse(text)
    # The walk makes a node object a row and no cycles: the collector would look at the
    # growing columns again and again (a fifth of the time).
    with no_collector():
        return _Walk(text, language, root.root_node.has_error).run(root.walk())


def _parse_native(core: Any, text: bytes, language: Language) -> SyntaxTree:
    """The same as `_parse_pure`, by the native core."""
    if language.native is None:
        language.native = core.grammar(*tables_of(language))
    columns = core.parse(language.native, text, _asks(language, text))
    kind, field, parent, stop, start, end, flags, rank, tokens = columns
    return SyntaxTree(
        language=language,
        text=text,
        kind=array("H", kind),
        field=array("H", field),
        parent=array("i", parent),
        stop=array("i", stop),
        start=array("i", start),
        end=array("i", end),
        flags=array("B", flags),
        rank=array("i", rank),
        tokens=tokens,
    )


def _asks(language: Language, text: bytes) -> Callable[[int, int], bool] | None:
    """What `is_significant` says of a span of the text; None where it is never so."""
    pattern, early = language.significant_comment, language.first_comments
    if pattern is None and not early:
        return None
    limit = -1  # the last place at which a comment is one of the first
    for _ in range(max((lines for _, lines in early), default=0)):
        limit = text.find(b"\n", limit + 1)
        if limit < 0:
            limit = len(text)
            break

    def asks(first: int, last: int) -> bool:
        if first > limit:
            return pattern is not None and pattern.search(text[first:last]) is not None
        return is_significant(language, text, first, last)

    return asks


class _Walk:
    """One pass over one file. State is local to `run`, where attribute look-ups would cost."""

    def __init__(self, text: bytes, language: Language, has_error: bool) -> None:
        self.text = text
        self.language = language
        self.has_error = has_error
        self.cache = language.leaf_entries
        if sum(map(len, self.cache)) > _CACHE_LIMIT:
            language.has_all_leaves = False
            for entries in self.cache:
                entries.clear()

    def run(self, cursor: Any) -> SyntaxTree:  # noqa: C901, PLR0912, PLR0915 - one hot loop
        """The columns. A gap is bytes between leaves that are content, not layout."""
        text, language, cache = self.text, self.language, self.cache
        canonical, comments = language.canonical, language.comment_kinds
        verbatim, inner = language.verbatim_kinds, language.inner_entries
        fixed, fixed_length = language.fixed_entries, language.fixed_lengths
        has_error = self.has_error
        kind: list[int] = []
        field: list[int] = []
        parent: list[int] = []
        stop: list[int] = []
        start: list[int] = []
        end: list[int] = []
        flags: list[int] = []
        entries: list[bytes] = []  # one a row; those of trivia are empty and vanish in the join
        trivia: list[int] = []
        columns = (kind, field, parent, stop, start, end, flags)
        down: Callable[[], bool] = cursor.goto_first_child
        right: Callable[[], bool] = cursor.goto_next_sibling
        up: Callable[[], bool] = cursor.goto_parent
        current = -1  # the row whose children are being walked
        position = 3 if text.startswith(_BOM) else 0  # end of the last byte accounted for
        row = 0
        while True:
            node = cursor.node
            node_kind = canonical[node.kind_id]
            first = node.start_byte
            last = node.end_byte
            if first > position:
                if current >= 0 and (
                    kind[current] in verbatim or not text[position:first].isspace()
                ):
                    _append_gap(columns, (position, first), current)
                    entries.append(leaf_entry(language, 0, text[position:first]))
                    row += 1
                position = first
            kind.append(node_kind)
            field.append(cursor.field_id or 0)
            parent.append(current)
            start.append(first)
            end.append(last)
            broken = BROKEN if has_error and (node.has_error or node.is_missing) else 0
            if node_kind in comments:
                if is_significant(language, text, first, last):
                    flags.append(LEAF | broken)
                    entries.append(leaf_entry(language, node_kind, text[first:last]))
                else:
                    flags.append(LEAF | TRIVIA | broken)
                    entries.append(b"")
                    trivia.append(row)
                row += 1
                stop.append(row)
                if last > position:
                    position = last
            elif down():
                flags.append(broken)
                stop.append(0)
                entries.append(b"")
                current = row
                row += 1
                continue
            else:
                flags.append(LEAF | broken)
                if last - first == fixed_length[node_kind]:
                    entries.append(fixed[node_kind])
                else:
                    leaf_texts = cache[node_kind]
                    leaf = text[first:last]
                    entry = leaf_texts.get(leaf)
                    if entry is None:
                        entry = leaf_texts[leaf] = leaf_entry(language, node_kind, leaf)
                    entries.append(entry)
                row += 1
                stop.append(row)
                if last > position:
                    position = last
            while not right():
                if current < 0:
                    break
                if parent[current] < 0 and text[end[current] :].strip():
                    # The parser gave up: what it left out is there all the same.
                    end[current] = len(text)
                    flags[current] |= BROKEN
                last = end[current]
                if position < last:
                    if kind[current] in verbatim or not text[position:last].isspace():
                        _append_gap(columns, (position, last), current)
                        entries.append(leaf_entry(language, 0, text[position:last]))
                        row += 1
                    position = last
                stop[current] = row
                size = row - current
                if trivia and trivia[-1] > current:
                    size -= len(trivia) - bisect_left(trivia, current)
                sizes = inner[kind[current]]
                entry = sizes.get(size)
                if entry is None:
                    entry = inner_entry(language, kind[current], size)
                    if size <= _SMALL:
                        sizes[size] = entry
                entries[current] = entry
                current = parent[current]
                up()
            if current < 0:
                break
        if language.added_fields:
            _add_fields(language, kind, field, parent)
        return SyntaxTree(
            language=language,
            text=text,
            kind=array("H", kind),
            field=array("H", field),
            parent=array("i", parent),
            stop=array("i", stop),
            start=array("i", start),
            end=array("i", end),
            flags=array("B", flags),
            rank=_ranks(row, trivia),
            tokens=b"".join(entries),
        )


def is_significant(language: Language, text: bytes, first: int, last: int) -> bool:
    """Whether a comment, which a part of the text is, means something to the language."""
    pattern, comment = language.significant_comment, text[first:last]
    if pattern is not None and pattern.search(comment) is not None:
        return True
    return any(
        early.search(comment) is not None and text.count(b"\n", 0, first) < lines
        for early, lines in language.first_comments
    )


def _add_fields(language: Language, kind: list[int], field: list[int], parent: list[int]) -> None:
    """Name the fields that the grammar does not: the first child of a kind in its parent."""
    tables = language.added_fields
    filled: set[tuple[int, int]] = set()
    for row, above in enumerate(parent):
        table = tables.get(kind[above]) if above >= 0 else None
        name = table.get(kind[row], 0) if table else 0
        if name and not field[row] and (above, name) not in filled:
            filled.add((above, name))
            field[row] = name


def _ranks(rows: int, trivia: list[int]) -> array[int]:
    """For each row, and one past the last, how many rows before it are no trivia."""
    ranks = array("i")
    begin = 0
    for passed, row in enumerate([*trivia, rows]):
        ranks.extend(range(begin - passed, row + 1 - passed))
        begin = row + 1
    return ranks


def _append_gap(columns: tuple[list[int], ...], span: tuple[int, int], parent: int) -> None:
    """Add a row for a gap leaf over `span`; a closure would slow every other row by its cells."""
    row = len(columns[0])
    for column, value in zip(columns, (0, 0, parent, row + 1, span[0], span[1], LEAF), strict=True):
        column.append(value)


def _parse_lines(text: bytes, language: Language) -> SyntaxTree:
    """A root with one leaf for each line that is not blank, line end left out."""
    spans = []
    offset = 0
    for line in text.split(b"\n"):
        body = line.rstrip(b"\r")
        if body.strip():
            spans.append((offset, offset + len(body)))
        offset += len(line) + 1
    return _flat(text, language, language.kind_ids["line", True], spans)


def _parse_blob(text: bytes, language: Language) -> SyntaxTree:
    """A root with one leaf: all bytes."""
    spans = [(0, len(text))] if text else []
    return _flat(text, language, language.kind_ids["blob", True], spans)


def _flat(text: bytes, language: Language, kind: int, spans: list[tuple[int, int]]) -> SyntaxTree:
    n = len(spans) + 1
    root = language.kind_ids["document", True]
    entries = [inner_entry(language, root, n)]
    entries += [leaf_entry(language, kind, text[first:last]) for first, last in spans]
    return SyntaxTree(
        language=language,
        text=text,
        kind=array("H", [root] + [kind] * (n - 1)),
        field=array("H", bytes(2 * n)),
        parent=array("i", [-1] + [0] * (n - 1)),
        stop=array("i", [n, *range(2, n + 1)]),
        start=array("i", [0] + [first for first, _ in spans]),
        end=array("i", [len(text)] + [last for _, last in spans]),
        flags=array("B", [0 if n > 1 else LEAF] + [LEAF] * (n - 1)),
        rank=array("i", range(n + 1)),
        tokens=b"".join(entries),
    )
