"""`SyntaxTree`: one parsed file as parallel columns, in pre-order.

A node is a row number. Columns are written by `parse` and by nobody afterwards, so trees can
be shared, sliced and compared without copying; facts about nodes live beside the tree, in
other columns of the same length.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, compress, repeat
from operator import add
from typing import TYPE_CHECKING, Any

from tracer.model.spans import LineRange

if TYPE_CHECKING:
    from tracer.syntax.grammar import Language

LEAF = 1  # has no children
TRIVIA = 2  # a comment without meaning to the language: no token
BROKEN = 4  # an ERROR or MISSING node is inside, or what the grammar misreads
MISREAD = 8  # an expression is inside that the grammar groups otherwise than the language

ENTRY = 16  # bytes per significant row in `tokens`

_LOW, _HIGH = (0, 1) if sys.byteorder == "little" else (1, 0)  # of the bytes of a kind id
_COUNTED = 4  # rows whose lines are counted; for more, the starts of all lines are listed
_DENSE = 8  # one row in so many is better found by a look at all rows


class SyntaxTree:
    """The lossless syntax tree of one file version.

    Columns, all of length n, row 0 the root:

    - `kind`: canonical kind id; names in `language.kind_names`; 0 is a gap, bytes that the
      grammar gives to no leaf (text between the escapes of a string);
    - `field`: field id within the parent, 0 for none;
    - `parent`, `stop`: row of the parent (-1 for the root), one past the last descendant;
    - `start`, `end`: byte span;
    - `flags`: LEAF, TRIVIA, BROKEN, MISREAD.

    `rank` (n + 1) counts the significant rows before a row; `tokens` holds 16 bytes for each
    significant row: for a leaf the digest of its kind and text, for an inner node a digest of
    its kind (12 bytes) and the number of significant rows below and including it (4 bytes).
    Pre-order with sizes spells a tree unambiguously, so two subtrees are isomorphic exactly
    when their slices of `tokens` are equal.
    """

    __slots__ = (
        "_is_lost",
        "_line_starts",
        "_lines_asked",
        "_planes",
        "_rows_of",
        "end",
        "field",
        "flags",
        "kind",
        "language",
        "named",
        "parent",
        "rank",
        "start",
        "stop",
        "text",
        "tokens",
    )

    def __init__(  # noqa: PLR0913 - one argument a column
        self,
        *,
        language: Language,
        text: bytes,
        kind: array[int],
        field: array[int],
        parent: array[int],
        stop: array[int],
        start: array[int],
        end: array[int],
        flags: array[int],
        rank: array[int],
        tokens: bytes,
    ) -> None:
        self.language = language
        self.text = text
        self.kind = kind
        self.field = field
        self.parent = parent
        self.stop = stop
        self.start = start
        self.end = end
        self.flags = flags
        self.rank = rank
        self.tokens = tokens
        self._line_starts: array[int] | None = None
        self._lines_asked = 0
        self._is_lost: bool | None = None
        self._planes: tuple[bytes, bytes] | None = None
        self._rows_of: dict[frozenset[int], list[int]] = {}
        self.named: Any = None  # what `names.elements` found, asked for by many

    def __len__(self) -> int:
        return len(self.kind)

    def children(self, row: int) -> list[int]:
        """Rows of the children of `row`, in order."""
        stop = self.stop
        last = stop[row]
        child = row + 1
        found = []
        while child < last:
            found.append(child)
            child = stop[child]
        return found

    def kind_name(self, row: int) -> str:
        """The grammar's name of the row's kind; empty for a gap."""
        return self.language.kind_names[self.kind[row]]

    def field_name(self, row: int) -> str | None:
        """The field the row fills in its parent, if any."""
        return self.language.field_names[self.field[row]]

    def child_by_field(self, row: int, name: str) -> int:
        """Row of the first child of `row` in the field `name`, or -1."""
        wanted = self.language.field_ids.get(name, 0)
        if wanted:
            stop, field = self.stop, self.field
            child, last = row + 1, stop[row]
            while child < last:
                if field[child] == wanted:
                    return child
                child = stop[child]
        return -1

    def slice(self, row: int) -> bytes:
        """The row's bytes as they stand in the file."""
        return self.text[self.start[row] : self.end[row]]

    def entries(self, row: int) -> bytes:
        """The row's slice of `tokens`: equal for two rows when they are isomorphic."""
        return self.tokens[ENTRY * self.rank[row] : ENTRY * self.rank[self.stop[row]]]

    def size(self, row: int) -> int:
        """How many significant rows the subtree has."""
        return self.rank[self.stop[row]] - self.rank[row]

    @property
    def is_lost(self) -> bool:
        """Whether the file, or something directly below it, is an ERROR."""
        if self._is_lost is None:
            error = self.language.error_kind
            self._is_lost = bool(self.flags[0] & BROKEN) and (
                self.kind[0] == error or any(self.kind[c] == error for c in self.children(0))
            )
        return self._is_lost

    def rows_of(self, kinds: frozenset[int]) -> list[int]:
        """Rows of some kinds, ascending; not to be written to.

        Cost: a search of the column in C (a hundredth of a Python step a row) and the rows
        found, the first time that these kinds are asked for.
        """
        found = self._rows_of.get(kinds)
        if found is None:
            found = self._rows_of[kinds] = self.rows_within(kinds, 0, len(self))
        return found

    def rows_within(self, kinds: frozenset[int], first: int, stop: int) -> list[int]:
        """Those from `first` to before `stop`, ascending. Cost: as above, of these rows."""
        if self._planes is None:
            column = self.kind.tobytes()
            high = column[_HIGH::2]
            self._planes = column[_LOW::2], high if high.count(0) < len(high) else b""
        low, high = self._planes
        found: list[int] = []
        pages = _pages(kinds)
        for page, table in pages:
            if page and not high:
                continue
            rows = _marked(low[first:stop].translate(table), first)
            found += [row for row in rows if high[row] == page] if high else rows
        return sorted(found) if len(pages) > 1 else found

    @property
    def line_starts(self) -> array[int]:
        """Byte offset at which each line starts; line 1 is entry 0."""
        if self._line_starts is None:
            lengths = map(add, map(len, self.text.split(b"\n")), repeat(1))
            self._line_starts = array("i", accumulate(lengths, initial=0))
            self._line_starts.pop()
        return self._line_starts

    @property
    def line_count(self) -> int:
        """Lines of the file, as editors and git count them (no line after a final newline)."""
        count = len(self.line_starts)
        return count - 1 if self.line_starts[-1] == len(self.text) else count

    def line_of(self, offset: int) -> int:
        """The 1-based line a byte offset lies on."""
        return bisect_right(self.line_starts, offset)

    def lines(self, row: int) -> LineRange:
        """The lines the row covers. A final newline belonging to the node adds no line."""
        text, start, end = self.text, self.start[row], self.end[row]
        while end > start and text[end - 1] in b"\r\n":
            end -= 1
        if self._line_starts is None and self._lines_asked < _COUNTED:
            self._lines_asked += 1
            first = text.count(b"\n", 0, start) + 1
            return LineRange(first, first + text.count(b"\n", start, max(start, end - 1)))
        starts = self.line_starts
        return LineRange(bisect_right(starts, start), bisect_right(starts, max(start, end - 1)))


@lru_cache(maxsize=1024)
def _pages(kinds: frozenset[int]) -> list[tuple[int, bytes]]:
    """(high byte, table from the low byte to 1 for some kinds and 0 for others)."""
    return [
        (page, bytes((page << 8) + low in kinds for low in range(256)))
        for page in sorted({kind >> 8 for kind in kinds})
    ]


def _marked(marks: bytes, first: int) -> list[int]:
    """Places of the bytes that are 1, counted from `first`; the others are 0."""
    if marks.count(1) * _DENSE > len(marks):
        return list(compress(range(first, first + len(marks)), marks))
    found = []
    at = marks.find(1)
    while at >= 0:
        found.append(first + at)
        at = marks.find(1, at + 1)
    return found
