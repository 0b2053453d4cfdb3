"""Where words stand in the text of a file: found by searches in it, each made once.

A word is looked for in the text, in C, and each hit belongs to the leaf it is in; once many words
were asked for, all of the file are listed instead.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern
from tracer.semantics.language.tables import LETTERS, Tables, tables_of
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

_NOWHERE: tuple[int, int, list[int]] = (1, 0, [])
_RUN = lazy_pattern(rb"[\w$\x80-\xff]+")
LETTERS_ONLY = bytes(code if bytes((code,)) in LETTERS else 32 for code in range(256))
_MANY = 300  # words, beyond which all of a file's are listed rather than each one searched


class WordIndex:
    """The places of words in one file."""

    def __init__(self, tree: SyntaxTree) -> None:
        self.tree = tree
        self.tables: Tables = tables_of(tree.language)
        self._rows_of: dict[str, list[int]] = {}
        self._searched: dict[str, tuple[int, int, list[int]]] = {}  # the last subtree, and rows
        self._spots_of: dict[bytes, list[int]] = {}

    def rows(self, word: str) -> list[int]:
        """Rows of the leaves outside comments that are or contain a word, in order."""
        found = self._rows_of.get(word)
        if found is None:
            is_listed = len(self._rows_of) >= _MANY and not self.tables.letters ^ LETTERS
            found = self._listed(word) if is_listed and _RUN.fullmatch(word.encode()) else None
            found = self._rows_of[word] = self._rows(word) if found is None else found
        return found

    def _listed(self, word: str) -> list[int]:
        """The same where many words are asked for: all words of the file are listed once."""
        rows: list[int] = []
        flags = self.tree.flags
        for at in self._offsets.get(word.encode(), ()):
            row = self._row_at(at)
            if not flags[row] & TRIVIA and (not rows or rows[-1] != row):
                rows.append(row)
        return rows

    @cached_property
    def words(self) -> frozenset[bytes]:
        """All words of the text, comments included. Cost: about that of fifty searches in it."""
        return frozenset(self.tree.text.translate(LETTERS_ONLY).split())

    @cached_property
    def _offsets(self) -> dict[bytes, list[int]]:
        found: dict[bytes, list[int]] = {}
        for match in _RUN.finditer(self.tree.text):
            found.setdefault(match.group(), []).append(match.start())
        return found

    def _row_at(self, offset: int) -> int:
        """The leaf that an offset is in."""
        row, end = bisect_right(self.tree.start, offset) - 1, self.tree.end
        while row > 0 and end[row] <= offset:
            row -= 1
        return row

    def _is_word(self, row: int, word: str) -> bool:
        known = self._rows_of.get(word)
        if known is not None:
            at = bisect_left(known, row)
            return at < len(known) and known[at] == row
        text, (first, last) = self.tree.text, (self.tree.start[row], self.tree.end[row])
        if self.tree.flags[row] & (LEAF | TRIVIA) != LEAF or text[first:last] != word.encode():
            return row in self._rows(word, row)
        is_whole = text[first - 1 : first] not in LETTERS
        return first < last and is_whole and text[last : last + 1] not in self.tables.letters

    def _has(self, word: bytes, *, is_plain: bool) -> bool:
        """Whether a word stands in the text: by the list of its words, where there is one."""
        if is_plain and "words" in self.__dict__:
            return word in self.words
        return word in self.tree.text and bool(self._spots(word))

    def _spots(self, word: bytes) -> list[int]:
        """Where a word stands in the text, comments included."""
        found = self._spots_of.get(word)
        if found is None:
            found, text = [], self.tree.text
            at = text.find(word)
            while at >= 0:
                stop = at + len(word)
                if text[at - 1 : at] not in LETTERS and text[stop : stop + 1] not in LETTERS:
                    found.append(at)
                at = text.find(word, stop)
            self._spots_of[word] = found
        return found

    def _rows_in(self, word: str, around: int) -> list[int]:
        """Those of `rows` in a subtree; of the file no more is searched than that."""
        rows = self.rows(word) if around == 0 else self._rows_of.get(word)
        stop, first = self.tree.stop[around], 0
        if rows is None:
            first, last, rows = self._searched.get(word, _NOWHERE)
            if not (first <= around and stop <= last):
                if around < first and last <= stop:  # the rest around the last subtree
                    rest = self._rows(word, around, but=first)
                    at = bisect_left(rest, first)
                    rows = rest[:at] + rows + rest[at:]
                else:
                    rows = self._rows(word, around)
                first = around
                self._searched[word] = around, stop, rows
        if around <= first:
            return rows
        return rows[bisect_left(rows, around) : bisect_left(rows, stop)]

    def _rows(self, word: str, around: int = -1, but: int = -1) -> list[int]:
        """Rows of the leaves outside comments that are or contain the word, below a row or all.

        `but`: a subtree that is not searched.
        """
        tree, wanted = self.tree, word.encode()
        first, last = (0, len(tree.text)) if around < 0 else (tree.start[around], tree.end[around])
        rows: list[int] = []
        if not wanted:  # a name that the parser put where one is missing has no letters
            return rows
        low, high = max(around, 0), len(tree) if around < 0 else tree.stop[around]
        if but >= 0:
            self._search(wanted, (first, tree.start[but]), (low, but), rows)
            first, low = tree.end[but], tree.stop[but]
        self._search(wanted, (first, last), (low, high), rows)
        return rows

    def _search(
        self, wanted: bytes, span: tuple[int, int], within: tuple[int, int], rows: list[int]
    ) -> None:
        """Add the rows of what is found in a span of the text, which rows from one to another say.

        What starts at or before a hit comes before all that is behind it.
        """
        tree, text, letters, length = self.tree, self.tree.text, self.tables.letters, len(wanted)
        (first, last), (low, high) = span, within
        start, end, flags, find = tree.start, tree.end, tree.flags, text.find
        at = find(wanted, first, last)
        while at >= 0:
            stop = at + length
            if text[at - 1 : at] not in LETTERS and text[stop : stop + 1] not in letters:
                row = low = bisect_right(start, at, low, high) - 1
                while row > 0 and end[row] <= at:
                    row -= 1
                if not flags[row] & TRIVIA and (not rows or rows[-1] != row):
                    rows.append(row)
            at = find(wanted, stop, last)


@lru_cache(maxsize=256)
def encoded(words: frozenset[str]) -> list[tuple[bytes, bool]]:
    """Words of a table, sorted, each with whether it has nothing but letters of names."""
    texts = sorted(word.encode() for word in words)
    return [(text, text.translate(LETTERS_ONLY).split() == [text]) for text in texts]
