"""EXACT: the bytes of a span with the indentation of its first line removed from every line.

A span of more than `LARGE` bytes is spelled piece by piece: the bytes between its children, and
the children's own digests, so that a chain of nested blocks costs its length and not its square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xxhash import xxh3_128_digest

from tracer import native

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

LARGE = 65536
_NEAR = 256  # bytes searched for the start of a line before the table of lines is asked
_SMALL_SPAN, _LARGE_SPAN, _CHILD = b"\x07", b"\x08", b"\x09"


class Layout:
    """Digests of spans as they are laid out."""

    def __init__(self, tree: SyntaxTree) -> None:
        self.tree = tree
        self._large: dict[int, bytes] = {}

    def digest(self, row: int, tokens: bytes) -> bytes:
        """The digest of the row's span; `tokens` is its digest at TOKENS, which it implies."""
        return self.digests([row], [tokens])[0]

    def digests(self, rows: list[int], tokens: list[bytes]) -> list[bytes]:
        """The digests of several rows. Cost: their spans, one hash each."""
        core = native.core()
        if core is not None and len(rows) > 1:
            made: list[bytes] = core.layout(self.tree, rows, tokens)
            if None not in made:
                return made
            return [
                digest if digest is not None else self._of_large(row, implied)
                for digest, row, implied in zip(made, rows, tokens, strict=True)
            ]
        text, starts, ends = self.tree.text, self.tree.start, self.tree.end
        found = []
        for row, implied in zip(rows, tokens, strict=True):
            start = starts[row]
            body = text[start : ends[row]]
            if b"\n" in body:
                if len(body) > LARGE:
                    found.append(self._of_large(row, implied))
                    continue
                indentation = self._indentation(start)
                if indentation:
                    body = body.replace(b"\n" + indentation, b"\n")
            found.append(xxh3_128_digest(_SMALL_SPAN + implied + body))
        return found

    def _of_large(self, row: int, tokens: bytes) -> bytes:
        return xxh3_128_digest(_LARGE_SPAN + tokens + self._large_span(row))

    def _indentation(self, offset: int) -> bytes:
        """White space at the start of the line that `offset` lies on, up to it."""
        text = self.tree.text
        begin = text.rfind(b"\n", max(0, offset - _NEAR), offset) + 1
        if not begin and offset > _NEAR:  # far into a long line: no search from its end
            begin = self.tree.line_starts[self.tree.line_of(offset) - 1]
        before = text[begin:offset]
        if not before or before.isspace():
            return before
        return before[: len(before) - len(before.lstrip(b" \t"))]

    def _dedented(self, owner: int, start: int, end: int) -> bytes:
        """Bytes from `start` to `end` without the indentation of the line of `owner`."""
        body = self.tree.text[start:end]
        if b"\n" not in body:
            return body
        indentation = self._indentation(owner)
        return body.replace(b"\n" + indentation, b"\n") if indentation else body

    def _large_span(self, root: int) -> bytes:
        """The digest of a large span; the large ones inside come first."""
        tree = self.tree
        waiting, order = [root], []
        while waiting:
            row = waiting.pop()
            if row not in self._large:
                order.append(row)
                waiting += [c for c in tree.children(row) if tree.end[c] - tree.start[c] > LARGE]
        for row in reversed(order):
            owner = at = tree.start[row]
            parts = []
            for child in tree.children(row):
                first, last = tree.start[child], tree.end[child]
                if first < at:
                    continue
                parts.append(self._length(self._dedented(owner, at, first)))
                if last - first > LARGE:
                    parts.append(_CHILD + self._large[child])
                else:
                    parts.append(self._length(self._dedented(first, first, last)))
                at = last
            parts.append(self._length(self._dedented(owner, at, tree.end[row])))
            self._large[row] = xxh3_128_digest(b"".join(parts))
        return self._large[root]

    @staticmethod
    def _length(piece: bytes) -> bytes:
        return len(piece).to_bytes(8, "little") + piece
