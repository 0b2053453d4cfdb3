"""`layout`, where a language has no full tables: the same tokens in the same tree.

Side conditions: the language's table says that white space between tokens means nothing
(`free_form` in `grammar.yaml` or `structural.yaml`), neither version has a syntax error, and both
trees have the same shape. Then tokens stand beside each other one by one, and an edit is layout
where all of its tokens are the same and only white space between them differs: outside of strings
and documents in the text, outside of what other code may be given as a text (`indentation`), and
not where it ends the line of a directive. Comments may be broken otherwise, come or go where the
table says what of them is read (`comments`). Imports in a row may change places where their order
says nothing (`any_order`). A line that ends in
another way (CR LF) is white space like any other, but shown text is told apart without it. Where
a function that the file names may be told the line of its call (`lines`), tokens stay on their
lines; they do so as well where a file that nobody showed may define such a function.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.rules.formatting.indentation import table_of
from tracer.model.named_tuple import NamedTuple
from tracer.syntax import BROKEN, LEAF, Role, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import Language, SyntaxTree

RULE = "layout"
_EVIDENCE = "the same tokens in the same tree; the language gives white space no meaning"
_BOM = b"\xef\xbb\xbf"
_GAP = 0  # the kind of bytes that the grammar gives to no leaf


class _Table(NamedTuple):
    """What a language's table says of white space between tokens.

    `directives` finds lines that end what stands on them; where `apart` is said, tokens that touch
    must go on to touch, but for those beside its texts. `lines` says who is told lines of calls.
    """

    directives: re.Pattern[bytes]
    apart: frozenset[bytes] | None
    lines: _Lines | None
    unless: re.Pattern[bytes] | None
    comments: frozenset[int]  # kinds of those that are no tokens
    read: re.Pattern[bytes]  # what a comment says that is one
    any_order: frozenset[int]


class _Lines(NamedTuple):
    """How code asks for the line of its call.

    `word` is what it says; `marks` finds where it asks, and `asks` there the name of the function;
    functions that `unnamed` finds are called where their name does not stand.
    """

    word: str
    marks: re.Pattern[bytes]
    asks: re.Pattern[bytes]
    unnamed: re.Pattern[bytes]


def explain(context: Context) -> Iterator[Explained]:
    """The edits of files in which only white space moved, or may have."""
    for file_b, file_a in context.mapping.file_pairs:
        before, after = context.before.trees[file_b], context.after.trees[file_a]
        table = free_form_of(before.language)
        if table is None or after.language is not before.language or before.text == after.text:
            continue
        edits = [
            (index, edit)
            for index, edit in context.of_files(file_b, file_a)
            if edit.kind is not EditKind.FILE_MOVE
        ]
        aligned = _aligned(before, after, table) if edits else None
        if aligned is None and edits and table.any_order:
            aligned = _aligned_in_any_order(context, (file_b, file_a), table)
        if aligned is None or not (
            aligned.keeps_lines or _are_lines_free(context, table, (before, after))
        ):
            continue
        roots = context.before.base[file_b], context.after.base[file_a]
        found = tuple(index for index, edit in edits if aligned.is_layout(edit, roots))
        if found:
            yield Explained(RULE, _EVIDENCE, found, *roots)


class _Aligned:
    """Two versions whose tokens stand beside each other one by one."""

    def __init__(self, sides: tuple[_Tokens, _Tokens], table: _Table) -> None:
        self._sides = sides
        before, after = sides
        self._different = [  # tokens that differ, or the white space in front of them
            at
            for at in range(len(before.rows))
            if not _is_same_leaf(before, after, at) or not self._is_same_gap(at, table)
        ]
        self.keeps_lines = all(
            before.gap(at).count(b"\n") == after.gap(at).count(b"\n")
            for at in range(len(before.rows))
        )

    @property
    def is_same(self) -> bool:
        """Whether nothing but white space differs."""
        return not self._different

    def is_layout(self, edit: Edit, roots: tuple[int, int]) -> bool:
        """Whether an edit has the same tokens on both sides, and only white space differs."""
        if not self._different:
            return True
        if min(edit.before, edit.after) < 0:
            return False
        spans = [
            side.span(node - root)
            for side, node, root in zip(self._sides, (edit.before, edit.after), roots, strict=True)
        ]
        if spans[0] is None or spans[0] != spans[1]:
            return False
        first, stop = spans[0]
        at = bisect_left(self._different, first)
        return at == len(self._different) or self._different[at] > stop

    def _is_same_gap(self, at: int, table: _Table) -> bool:
        """Whether white space in front of a token says the same in both versions."""
        before, after = self._sides
        gaps = before.gap(at), after.gap(at)
        if gaps[0] == gaps[1]:
            return True
        if not (before.is_blank(at) and after.is_blank(at)):
            return False
        if before.text(at).startswith(b"#!"):  # only at the start of a file
            return False
        if at and table.apart is not None and bool(gaps[0]) != bool(gaps[1]):
            beside = {side.text(one) for side in self._sides for one in (at - 1, at)}
            if table.apart.isdisjoint(beside):
                return False
        is_line_end = gaps[0].split(b"\r\n") == gaps[1].split(b"\n") or (
            gaps[0].split(b"\n") == gaps[1].split(b"\r\n")
        )
        return before.is_free(at, is_line_end=is_line_end) and (
            after.is_free(at, is_line_end=is_line_end)
        )


class _Tokens:
    """One version: its leaves but for white space, and what is around them."""

    def __init__(self, tree: SyntaxTree, table: _Table) -> None:
        self.tree = tree
        self._comments = _unread_comments(tree, table)
        skipped = {row for start, stop in self._comments for row in range(start, stop)}
        self.rows = [
            row
            for row in range(len(tree))
            if tree.flags[row] & LEAF
            and tree.end[row] > tree.start[row]
            and row not in skipped
            and not _is_white(tree, row)
        ]
        self._blank = {tree.start[one]: tree.end[one] for one, _ in self._comments}
        text = tree.text + b"\n"
        self._directives = [
            (match.start(), text.index(b"\n", match.end()))
            for match in table.directives.finditer(tree.text)
        ]

    def text(self, at: int) -> bytes:
        """The text of a token."""
        return self.tree.slice(self.rows[at])

    def gap(self, at: int) -> bytes:
        """What stands between a token and the one before."""
        start = self.tree.end[self.rows[at - 1]] if at else 0
        return self.tree.text[start : self.tree.start[self.rows[at]]]

    def is_blank(self, at: int) -> bool:
        """Whether only white space and comments that nobody reads stand in front of a token."""
        place = (
            self.tree.end[self.rows[at - 1]] if at else len(_BOM) * self.tree.text.startswith(_BOM)
        )
        stop = self.tree.start[self.rows[at]]
        while place < stop:
            if place in self._blank:
                place = self._blank[place]
            elif self.tree.text[place : place + 1].isspace():
                place += 1
            else:
                return False
        return True

    def lines(self) -> list[int]:
        """For each token the number of the directive it stands in, from 1; 0 for none."""
        found, number = [], 0
        for row in self.rows:
            start = self.tree.start[row]
            while number < len(self._directives) and self._directives[number][1] < start:
                number += 1
            is_in = number < len(self._directives) and self._directives[number][0] <= start
            found.append(number + 1 if is_in else 0)
        return found

    def span(self, row: int) -> tuple[int, int] | None:
        """The first token of a node, and the first behind it."""
        if not 0 <= row < len(self.tree):
            return None
        return (
            bisect_left(self.rows, row),
            bisect_left(self.rows, self.tree.stop[row]),
        )

    def is_free(self, at: int, *, is_line_end: bool) -> bool:
        """Whether nothing around the white space in front of a token takes it for text."""
        tree, table = self.tree, table_of(self.tree.language)
        assert table is not None
        place = tree.end[self.rows[at - 1]] if at else 0
        row, is_in_block = self.rows[at], False
        while row > 0:
            kind = tree.kind[row]
            is_in_block = is_in_block or bool(tree.language.roles[kind] & Role.BLOCK)
            if tree.start[row] < place and kind in table.texts:
                return False
            is_shown = kind in table.shown and not is_in_block and not is_line_end
            if tree.start[row] < place and is_shown:
                return False
            row = tree.parent[row]
        return True


def _are_lines_free(
    context: Context, table: _Table, versions: tuple[SyntaxTree, SyntaxTree]
) -> bool:
    """Whether no code is told the line on which a call in a file stands."""
    lines = table.lines
    if lines is None:
        return True
    names = context.kept(_told, lines)
    return (
        names is not None
        and context.is_closed_for(lines.word)
        and not any(re.search(rb"\b%s\b" % name, tree.text) for name in names for tree in versions)
    )


def _told(context: Context, lines: _Lines) -> frozenset[bytes] | None:
    """The functions of the change set that are told lines of calls; None where not all are known.

    Cost: a search of all texts, once for a change set.
    """
    found: set[bytes] = set()
    for tree in (*context.before.trees, *context.after.trees):
        if lines.word.encode() in tree.text:
            names = lines.asks.findall(tree.text)
            is_unnamed = any(lines.unnamed.fullmatch(name) for name in names)
            if is_unnamed or len(names) != len(lines.marks.findall(tree.text)):
                return None
            found.update(names)
    return frozenset(found)


def _aligned(before: SyntaxTree, after: SyntaxTree, table: _Table) -> _Aligned | None:
    """Both versions token by token, or None where they are not read alike."""
    if (before.flags[0] | after.flags[0]) & BROKEN:
        return None
    if before.text.startswith(_BOM) != after.text.startswith(_BOM):
        return None
    if table.unless is not None and any(table.unless.search(t.text) for t in (before, after)):
        return None
    if _shape(before, table) != _shape(after, table):
        return None
    sides = _Tokens(before, table), _Tokens(after, table)
    if len(sides[0].rows) != len(sides[1].rows) or sides[0].lines() != sides[1].lines():
        return None
    return _Aligned(sides, table)


def _aligned_in_any_order(
    context: Context, files: tuple[int, int], table: _Table
) -> _Aligned | None:
    """Both versions with imports in one order, or None where more differs than white space."""
    sides = [
        parse(_sorted_text(forest.trees[file], table), path=forest.paths[file])
        for forest, file in zip((context.before, context.after), files, strict=True)
    ]
    aligned = _aligned(sides[0], sides[1], table)
    return aligned if aligned is not None and aligned.is_same else None


def _sorted_text(tree: SyntaxTree, table: _Table) -> bytes:
    """The text with neighbours of the kinds of `any_order` sorted, each in the place of another."""
    runs: list[list[int]] = []
    last = -1  # where the last one stops, comments and white space behind it included
    comments = dict(_unread_comments(tree, table))
    for row in range(len(tree)):
        if row == last and tree.kind[row] in table.any_order:
            runs[-1].append(row)
            last = tree.stop[row]
        elif tree.kind[row] in table.any_order:
            runs.append([row])
            last = tree.stop[row]
        elif row == last and (row in comments or not tree.slice(row).strip()):
            last = tree.stop[row]
    parts, place = [], 0
    for run in runs:
        texts = sorted((tree.slice(row) for row in run), key=lambda text: b" ".join(text.split()))
        for row, text in zip(run, texts, strict=True):
            parts += [tree.text[place : tree.start[row]], text]
            place = tree.end[row]
    return b"".join(parts) + tree.text[place:]


def _shape(tree: SyntaxTree, table: _Table) -> list[tuple[int, int, int]]:
    """(kind, field, depth) of all nodes but white space and comments that nobody reads."""
    depth = [0] * len(tree)
    found = []
    stop = 0
    comments = dict(_unread_comments(tree, table))
    for row in range(len(tree)):
        depth[row] = depth[tree.parent[row]] + 1 if row else 0
        stop = max(stop, comments.get(row, 0))
        if row >= stop and not _is_white(tree, row):
            found.append((tree.kind[row], tree.field[row], depth[row]))
    return found


def _is_white(tree: SyntaxTree, row: int) -> bool:
    """Whether a node is white space, which is a leaf where the grammar gives it to none."""
    is_gap = tree.flags[row] & LEAF and tree.kind[row] == _GAP
    return bool(is_gap) and not tree.slice(row).strip()


def _unread_comments(tree: SyntaxTree, table: _Table) -> list[tuple[int, int]]:
    """The rows of each comment that is no token, as (first, stop)."""
    return [
        (row, tree.stop[row])
        for row in tree.rows_of(table.comments)
        if not table.read.search(tree.slice(row))
    ]


def _is_same_leaf(before: _Tokens, after: _Tokens, at: int) -> bool:
    """Whether a token is the same; of comments that nothing reads the words count."""
    texts = before.text(at), after.text(at)
    if texts[0] == texts[1]:
        return True
    language = before.tree.language
    if before.tree.kind[before.rows[at]] not in language.comment_kinds:
        return False
    significant = language.significant_comment
    is_read = significant is not None and any(significant.search(text) for text in texts)
    return not is_read and texts[0].split() == texts[1].split()


@cache
def free_form_of(language: Language) -> _Table | None:
    """What the language's table says; None where white space may have a meaning."""
    raw = language.raw.get("free_form")
    if raw is None or table_of(language) is None:
        return None
    apart = raw.get("beside")
    unless = "|".join(f"(?:{one})" for one in raw.get("unless") or ())
    comments = raw.get("comments") or {}

    def kinds(names: list[str] | None) -> frozenset[int]:
        wanted = frozenset(names or ())
        return frozenset(k for k, name in enumerate(language.kind_names) if name in wanted)

    return _Table(
        re.compile((raw.get("directives") or "(?!)").encode(), re.MULTILINE),
        None if apart is None else frozenset(text.encode() for text in apart),
        _lines_of(raw.get("lines")),
        re.compile(unless.encode(), re.MULTILINE) if unless else None,
        kinds(comments.get("kinds")),
        re.compile((comments.get("read") or "(?!)").encode()),
        kinds(raw.get("any_order")),
    )


def _lines_of(raw: dict[str, str] | None) -> _Lines | None:
    if raw is None:
        return None
    patterns = (re.compile(raw[key].encode()) for key in ("marks", "asks", "unnamed"))
    return _Lines(raw["word"], *patterns)
