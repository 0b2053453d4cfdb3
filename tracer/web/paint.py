"""Source text as HTML: keywords, comments and strings told apart, changed words marked.

The tags are the shortest there are (`b` keyword, `i` comment, `u` string), since a page has tens of
thousands of them. Without colours, in print or for a screen reader, nothing is lost.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from markupsafe import Markup

from tracer.queries.token_classes import token_classes
from tracer.web.render import LONGEST_LINE, code

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_TAGS = {"keyword": "b", "comment": "i", "string": "u"}


class Painter:
    """One text whose lines are `lines`, each with its line end."""

    def __init__(self, path: str, text: bytes, lines: Sequence[bytes]) -> None:
        self._text = text
        self._starts = list(accumulate(map(len, lines), initial=0))
        self._lines = lines
        self._tokens = token_classes(path, text)
        self._token_starts = [token.start for token in self._tokens]

    def line(self, number: int, words: Iterable[Sequence[int]] = (), tag: str = "") -> Markup:
        """A line without its end; the columns `words` stand in elements called `tag`."""
        start = self._starts[number - 1]
        text = self._lines[number - 1].rstrip(b"\r\n")
        marked = [(start + first, start + last) for first, last in words]
        return self._painted(start, start + len(text), marked, tag)

    def lines(self, first: int, last: int) -> Markup:
        """Some lines, parted by line feeds."""
        end = self._starts[last]
        if self._text[end - 1 : end] == b"\n":
            end -= 1
        return self._painted(self._starts[first - 1], end, (), "")

    def _painted(self, start: int, end: int, marked: Sequence[tuple[int, int]], tag: str) -> Markup:
        text = self._text[start:end]
        if len(text) > LONGEST_LINE and any(len(x) > LONGEST_LINE for x in text.split(b"\n")):
            return code(text.decode("utf-8", "replace"))
        parts: list[str] = []
        at = start
        index = max(bisect_right(self._token_starts, start) - 1, 0)
        while index < len(self._tokens) and self._tokens[index].start < end:
            token = self._tokens[index]
            index += 1
            low, high = max(token.start, start), min(token.end, end)
            if low < high:
                parts += self._pieces(at, low, "", marked, tag)
                parts += self._pieces(low, high, _TAGS[token.kind], marked, tag)
                at = high
        parts += self._pieces(at, end, "", marked, tag)
        return Markup("".join(parts))  # noqa: S704 - each part is escaped

    def _pieces(
        self, start: int, end: int, name: str, marked: Sequence[tuple[int, int]], tag: str
    ) -> list[str]:
        """One span in the element `name`, cut where marked words begin and end."""
        found: list[str] = []
        cuts = {start, end, *(at for span in marked for at in span if start < at < end)}
        for low, high in pairwise(sorted(cuts)):
            piece: str = code(self._text[low:high].decode("utf-8", "replace"))
            if name:
                piece = f"<{name}>{piece}</{name}>"
            if any(first <= low < last for first, last in marked):
                piece = f"<{tag}>{piece}</{tag}>"
            found.append(piece)
        return found
