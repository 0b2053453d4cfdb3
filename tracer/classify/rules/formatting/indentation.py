"""`layout`, where a language has no full tables: the same lines, some indented otherwise.

Side conditions: the language's table says that white space at the start of a line means nothing
(`indentation` in `grammar.yaml` or `structural.yaml`), neither version has a syntax error, all
lines but for their white space at the start are the same, so are the trees, and each line that
begins otherwise begins between two tokens: not in a string, a document in the text, or another
node whose white space may be text. Comments may be indented otherwise, unless the language or its
tools read them; the first line of a script (`#!`) keeps its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.rules.formatting.markup import Markup, markup_of
from tracer.model.named_tuple import NamedTuple
from tracer.syntax import BROKEN, LEAF, Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import Language, SyntaxTree

RULE = "layout"
_EVIDENCE = "the same lines, indented otherwise; the language gives that no meaning"

# Kinds inside which white space may be text, by the names that grammars give them.
_TEXT_NAME = re.compile(
    r"string|(^|_)str(_|$)|heredoc|here_doc|nowdoc|regex|quot(?!e$)|sigil|charlist|raw_"
    r"|template_literal|(^|_)text(_|$)|xhp|uninterpreted|data_section|(^|_)pod|embedded",
    re.IGNORECASE,
)
_GAP = 0  # the kind of bytes that the grammar gives to no leaf


class _Indentation(NamedTuple):
    """What a language's table says of white space at the start of lines.

    `texts` are the kinds inside which it is text; a line that `column` finds keeps its place; of a
    text that `unless` finds nothing is known. Other code may be given the text of the kinds in
    `shown`, but for the blocks inside. With `relative` lines are compared with each other: which of
    them begins further right has a meaning, how far has none. `markup` says where blanks of markup
    are no text.
    """

    texts: frozenset[int]
    shown: frozenset[int]
    column: re.Pattern[bytes] | None
    unless: re.Pattern[bytes] | None
    relative: bool
    markup: Markup | None


def explain(context: Context) -> Iterator[Explained]:
    """All edits of a file that is indented otherwise, and parts that are in another change."""
    before, after = context.before, context.after
    for file_b, file_a in context.mapping.file_pairs:
        tree_b, tree_a = before.trees[file_b], after.trees[file_a]
        is_asked = tree_b.language is tree_a.language and not tree_b.language.is_full
        if not is_asked or tree_b.text == tree_a.text:
            continue
        edits = [
            (index, edit)
            for index, edit in context.of_files(file_b, file_a)
            if edit.kind is not EditKind.FILE_MOVE
        ]
        if edits and _is_same_but_indented(tree_b, 0, tree_a, 0):
            yield Explained(
                RULE,
                _EVIDENCE,
                tuple(index for index, _ in edits),
                before.base[file_b],
                after.base[file_a],
            )
            continue
        for index, edit in edits:
            if edit.kind is EditKind.LAYOUT and edit.before >= 0 and edit.after >= 0:
                one, other = context.tree_before(edit.before), context.tree_after(edit.after)
                if one[0] is tree_b and other[0] is tree_a and _is_same_but_indented(*one, *other):
                    yield Explained(RULE, _EVIDENCE, (index,), edit.before, edit.after)


def _is_same_but_indented(tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int) -> bool:
    table = table_of(tree_b.language)
    if table is None or (tree_b.flags[0] | tree_a.flags[0]) & BROKEN:
        return False
    if table.unless is not None and any(table.unless.search(t.text) for t in (tree_b, tree_a)):
        return False
    if table.relative and (row_b or row_a or not _is_in_step(tree_b.text, tree_a.text)):
        return False
    starts = _differing_lines(tree_b, row_b, tree_a, row_a)
    if not starts or not _is_same_tree(tree_b, row_b, tree_a, row_a, table):
        return False
    columns = [_Columns(tree, table) for tree in (tree_b, tree_a)]
    return all(
        side.begins_between_tokens(place)
        for places in starts
        for side, place in zip(columns, places, strict=True)
    )


def _is_in_step(before: bytes, after: bytes) -> bool:
    """Whether of any two lines the same begins further right in both texts, or both alike."""
    widths: dict[int, int] = {}
    for line_b, line_a in zip(before.split(b"\n"), after.split(b"\n"), strict=False):
        if not line_b.strip():
            continue
        starts = [line[: len(line) - len(line.lstrip(b" \t"))] for line in (line_b, line_a)]
        if any(b"\t" in start for start in starts):
            return False  # how wide a tab is, is for nobody to say
        if widths.setdefault(len(starts[0]), len(starts[1])) != len(starts[1]):
            return False
    ordered = [widths[width] for width in sorted(widths)]
    return all(one < other for one, other in pairwise(ordered))


def _differing_lines(
    tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int
) -> list[tuple[int, int]]:
    """Where the lines with another indentation start, before and after; none if more differs."""
    found: list[tuple[int, int]] = []
    # A root begins at its first token in some grammars, which may not be where the file begins.
    place_b, place_a = tree_b.start[row_b] if row_b else 0, tree_a.start[row_a] if row_a else 0
    lines_b, lines_a = (
        tree.text[place : tree.end[row] if row else len(tree.text)].split(b"\n")
        for tree, row, place in ((tree_b, row_b, place_b), (tree_a, row_a, place_a))
    )
    if len(lines_b) != len(lines_a):
        return []
    last = b""
    for number, (line_b, line_a) in enumerate(zip(lines_b, lines_a, strict=True)):
        if line_b != line_a:
            rest_b, rest_a = line_b.lstrip(b" \t"), line_a.lstrip(b" \t")
            # After a line that goes on here white space parts two words, or does not.
            is_glued = last.endswith(b"\\") and (rest_b == line_b or rest_a == line_a)
            is_first = number == 0 and (row_b > 0 or rest_b.startswith(b"#!"))
            if rest_b != rest_a or is_glued or is_first:
                return []
            found.append((place_b, place_a))
        place_b += len(line_b) + 1
        place_a += len(line_a) + 1
        last = line_b.rstrip(b"\r")
    return found


def _is_same_tree(
    tree_b: SyntaxTree, row_b: int, tree_a: SyntaxTree, row_a: int, table: _Indentation
) -> bool:
    """Whether two subtrees have the same shape and leaves; of comments the words count."""
    stop_b, stop_a = tree_b.stop[row_b], tree_a.stop[row_a]
    if tree_b.kind[row_b:stop_b] != tree_a.kind[row_a:stop_a]:
        return False
    comments = tree_b.language.comment_kinds
    for b, a in zip(range(row_b, stop_b), range(row_a, stop_a), strict=True):
        if tree_b.stop[b] - b != tree_a.stop[a] - a or tree_b.field[b] != tree_a.field[a]:
            return False
        if not tree_b.flags[b] & LEAF:
            continue
        text_b, text_a = tree_b.slice(b), tree_a.slice(a)
        if text_b == text_a:
            continue
        is_gap = _is_blank(tree_b, b, table) and not text_a.strip()
        if not is_gap and (tree_b.kind[b] not in comments or text_b.split() != text_a.split()):
            return False
    return True


def _is_blank(tree: SyntaxTree, row: int, table: _Indentation) -> bool:
    """Whether a leaf is white space between tokens, in which nothing is to be found."""
    kind, markup = tree.kind[row], table.markup
    return (kind == _GAP or (markup is not None and kind in markup.blanks)) and not (
        tree.slice(row).strip()
    )


class _Columns:
    """One version: where its tokens stand."""

    def __init__(self, tree: SyntaxTree, table: _Indentation) -> None:
        self._tree = tree
        self._table = table
        self._leaves = [
            row
            for row in range(len(tree))
            if tree.flags[row] & LEAF
            and tree.end[row] > tree.start[row]
            and not _is_blank(tree, row, table)
        ]
        self._starts = [tree.start[row] for row in self._leaves]

    def begins_between_tokens(self, place: int) -> bool:
        """Whether white space at `place`, the start of a line, is no part of anything."""
        tree, text = self._tree, self._tree.text
        first = place
        while first < len(text) and text[first] in b" \t":
            first += 1
        column = self._table.column
        if column is not None and column.match(text, first):
            return False
        at = bisect_right(self._starts, place) - 1
        if at >= 0 and tree.end[self._leaves[at]] > place:
            return self._is_in_comment(self._leaves[at])
        following = at + 1
        if following >= len(self._leaves):
            return self._is_free(0, place)
        row = self._leaves[following]
        if tree.start[row] < first:
            return self._is_in_comment(row)  # a leaf that has this white space at its start
        language = tree.language
        if tree.kind[row] in language.comment_kinds and not self._is_plain_comment(row):
            return False
        return self._is_free(row, place)

    def _is_in_comment(self, row: int) -> bool:
        return self._tree.kind[row] in self._tree.language.comment_kinds and (
            self._is_plain_comment(row)
        )

    def _is_plain_comment(self, row: int) -> bool:
        significant = self._tree.language.significant_comment
        return significant is None or not significant.search(self._tree.slice(row))

    def _is_free(self, row: int, place: int) -> bool:
        """Whether no node around `place`, which `row` follows, has white space that is text."""
        tree, table = self._tree, self._table
        if table.markup is not None and not table.markup.is_layout(tree, row, place):
            return False
        is_in_block = False
        while row > 0:
            kind = tree.kind[row]
            is_in_block = is_in_block or bool(tree.language.roles[kind] & Role.BLOCK)
            if tree.start[row] < place and (
                kind in table.texts or (kind in table.shown and not is_in_block)
            ):
                return False
            row = tree.parent[row]
        return True


@cache
def table_of(language: Language) -> _Indentation | None:
    """What the language's table says; None where white space may have a meaning."""
    table = language.raw.get("indentation")
    if table is None:
        return None
    if table == "layout":
        table = {}
    named = frozenset(table.get("texts") or ())
    texts = frozenset(
        kind
        for kind, name in enumerate(language.kind_names)
        if name in named or (language.kind_is_named[kind] and _TEXT_NAME.search(name))
    )
    is_known = language.support != "structural"
    shown = frozenset(table.get("shown") or ())
    return _Indentation(
        texts | (language.verbatim_kinds if is_known else frozenset()),
        frozenset(kind for kind, name in enumerate(language.kind_names) if name in shown),
        _joined(table.get("column")),
        _joined(table.get("unless")),
        bool(table.get("relative")),
        markup_of(language, table.get("markup")),
    )


def _joined(patterns: list[str] | None) -> re.Pattern[bytes] | None:
    if not patterns:
        return None
    return re.compile(b"|".join(b"(?:%s)" % one.encode() for one in patterns), re.MULTILINE)
