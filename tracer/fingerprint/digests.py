"""Hashing a pre-order buffer: one C call for a subtree, Merkle for the large ones.

A tree is spelled as two parallel buffers in pre-order, one entry for each node: `entries`
(16 bytes: what the node is) and `shapes` (8 bytes: 4 of the kind's digest, then the number of
entries in the subtree, or 0 for a leaf). Sizes make the spelling unambiguous, so the digest of
a subtree is the digest of its slice (of one entry: the entry, a digest already). Measured on
the standard library, one call over a slice costs a third of joining the children's digests in
Python.

A slice of more than `FLAT` entries is hashed as a Merkle node instead (its own entry, its
arity, its children's digests), so that a chain of n nested nodes costs O(n), not O(n²).
Source: RFC 6962 §2.1 for the domain separation of leaves, inner nodes and roots.
"""

from __future__ import annotations

from xxhash import xxh3_128_digest

from tracer.fingerprint.columns import sizes_of

ENTRY = 16
SHAPE = 8
FLAT = 2048

_FLAT, _MERKLE = b"\x02", b"\x03"  # `syntax` uses 0 for leaves and 1 for kinds


def flat(entries: bytes, position: int, size: int) -> bytes:
    """The digest of a subtree of at most FLAT entries, by its slice."""
    piece = entries[ENTRY * position : ENTRY * (position + size)]
    return piece if size == 1 else xxh3_128_digest(piece)


class Spelling:
    """One tree at one rung: its buffers, and the digests of its large subtrees.

    `width` is the size of the entries that are hashed: 16 for `entries`, 8 when the shapes
    themselves are.
    """

    __slots__ = ("data", "large", "shapes", "width")

    def __init__(self, data: bytes | bytearray, width: int, shapes: bytes | bytearray) -> None:
        self.data = memoryview(data)
        self.width = width
        self.shapes = sizes_of(shapes)
        self.large: dict[int, bytes] = {}  # position -> digest of a subtree over FLAT

    def size(self, position: int) -> int:
        """How many entries the subtree at `position` has."""
        return self.shapes[2 * position + 1] or 1

    def digest(self, position: int, size: int) -> bytes:
        """The digest of the subtree of `size` entries at `position`."""
        if size == 1 and self.width == ENTRY:
            return bytes(self.data[ENTRY * position : ENTRY * position + ENTRY])
        if size > FLAT:
            known = self.large.get(position)
            return known if known is not None else self._merkle(position)
        width = self.width
        return xxh3_128_digest(self.data[width * position : width * (position + size)])

    def forget(self, first: int, last: int) -> None:
        """Drop the digests of large subtrees that hold a position in [first, last]."""
        if not self.large:
            return
        stale = [p for p in self.large if p <= last and p + self.size(p) > first]
        for position in stale:
            del self.large[position]

    def _merkle(self, root: int) -> bytes:
        """The digest of a large subtree; all large ones inside are made first, bottom up."""
        waiting = [root]
        order: list[int] = []
        while waiting:
            position = waiting.pop()
            if position in self.large:
                continue
            order.append(position)
            waiting.extend(c for c in self.children(position) if self.size(c) > FLAT)
        for position in reversed(order):
            children = self.children(position)
            own = bytes(self.data[self.width * position : self.width * (position + 1)])
            parts = [_MERKLE, own, len(children).to_bytes(4, "little")]
            parts += [self.digest(child, self.size(child)) for child in children]
            self.large[position] = xxh3_128_digest(b"".join(parts))
        return self.large[root]

    def children(self, position: int) -> list[int]:
        """Positions of the children of the inner node at `position`."""
        shapes = self.shapes
        last = position + shapes[2 * position + 1]
        child = position + 1
        found = []
        while child < last:
            found.append(child)
            child += shapes[2 * child + 1] or 1
        return found
