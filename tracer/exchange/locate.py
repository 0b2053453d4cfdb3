"""Where a range of another tool stands in a text, told by the hash of its lines.

Tools agree on SHA-256 and on nothing else, so each spelling of the lines met in practice is
tried: ours (plain, and with this workspace's salt), the raw bytes with and without the last
line end, and without outer white space. A hash that fits is no accident. Line numbers are only
a first guess: when the text does not stand there, it is looked for in the whole file, and
counts where it stands once.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from tracer.ledger import content_hash
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.exchange.foreign import Span

_DIGEST = re.compile(r"(?:(?:hmac-)?sha-?256:)?([0-9a-f]{64})\Z", re.IGNORECASE)
_MOST_BYTES = 1 << 29  # hashed in search of moved ranges, in one import


class Found(NamedTuple):
    """Lines of a text, 1-based, both ends included."""

    start_line: int
    end_line: int


def digest_of(span: Span) -> str | None:
    """The span's SHA-256 in lower-case hexadecimal; None for no hash, or one of another kind."""
    match = _DIGEST.match(span.content_hash or "")
    return match[1].lower() if match else None


class Text:
    """One file version: its bytes, and the commit it is read from (None: the working tree).

    `salt` is the key of this workspace's hashes; empty where they are plain.
    """

    def __init__(self, data: bytes, revision: str | None, salt: bytes) -> None:
        self.data = data
        self.revision = revision
        self.salt = salt
        self.lines = data.split(b"\n")
        if not self.lines[-1]:
            self.lines.pop()
        self._windows: dict[int, dict[str, list[int]]] = {}

    def in_place(self, span: Span) -> Found | None:
        """The span where its line numbers say, if its hash fits there.

        One line more than the file has is the file: some tools count the text after the last
        line end as a line.
        """
        end = min(span.end_line, len(self.lines))
        digest = digest_of(span)
        if digest is None or span.start_line > end or span.end_line > len(self.lines) + 1:
            return None
        fits = digest in _spellings(self.lines[span.start_line - 1 : end], self.salt)
        return Found(span.start_line, end) if fits else None

    def anywhere(self, span: Span, budget: Budget) -> Found | None:
        """The only place where as many lines have the span's hash.

        Or one line fewer: a text that ends in a line end may be counted with the line after it.
        """
        digest = digest_of(span)
        if digest is None:
            return None
        most = span.end_line - span.start_line + 1
        for count in (most, most - 1):
            if not 0 < count <= len(self.lines):
                continue
            if count not in self._windows:
                if not budget.spend(count * len(self.data)):
                    return None
                self._windows[count] = self._hashed(count)
            starts = self._windows[count].get(digest, [])
            if starts:
                return Found(starts[0], starts[0] + count - 1) if len(starts) == 1 else None
        return None

    def _hashed(self, count: int) -> dict[str, list[int]]:
        """Hash of each `count` lines in a row → first lines (1-based) of where it stands."""
        found: dict[str, list[int]] = {}
        for start in range(len(self.lines) - count + 1):
            for digest in set(_spellings(self.lines[start : start + count], self.salt)):
                found.setdefault(digest, []).append(start + 1)
        return found


class Budget:
    """How much may still be hashed in search of ranges that are not where they should be."""

    def __init__(self, limit: int = _MOST_BYTES) -> None:
        self._left = limit

    def spend(self, amount: int) -> bool:
        """Take `amount` bytes, if so many are left."""
        if amount > self._left:
            return False
        self._left -= amount
        return True


def _spellings(lines: list[bytes], salt: bytes) -> Iterator[str]:
    """Hexadecimal SHA-256 of every spelling of some lines."""
    raw = b"\n".join(lines)
    yield content_hash(raw + b"\n").partition(":")[2]
    if salt:
        yield content_hash(raw + b"\n", salt).partition(":")[2]
    texts = [raw, raw + b"\n", raw.strip()]
    if b"\r" in raw:
        plain = raw.replace(b"\r\n", b"\n").removesuffix(b"\r")
        texts += [plain, plain + b"\n", plain.strip()]
    for text in texts:
        yield hashlib.sha256(text).hexdigest()
