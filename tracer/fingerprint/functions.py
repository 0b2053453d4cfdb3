"""The functions of a file, each known again when only its locals have other names.

A record keeps these of the functions it wrote: somebody who renames a local on every line before
the first commit leaves no line by whose hash the agent's code could be known.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from typing import TYPE_CHECKING

from tracer.model.enums import Rung
from tracer.model.named_tuple import NamedTuple
from tracer.syntax import BROKEN
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from tracer.fingerprint.prints import Fingerprints

_FEWEST_LINES = 3
_FEWEST_NODES = 24  # what is smaller may well be written twice
_DIGITS = 16  # of a hash: a path has few functions


class KnownFunction(NamedTuple):
    """Where a function stands, 1-based with both ends, and its hash at `ALPHA`."""

    start_line: int
    end_line: int
    alpha_hash: str


def known_functions(
    prints: Fingerprints, lines: Container[int], salt: bytes
) -> Iterator[KnownFunction]:
    """Functions, none inside another, that have one of `lines` and are long enough to be told.

    The name of a function is part of its hash, those of its locals are not. With `salt` hashes are
    keyed, as those of lines are. Cost: nothing without such a function, else `ALPHA` of the tree.
    """
    tree = prints.tree
    if not tree.language.is_full:
        return
    stop = 0
    for element in elements(tree):
        row = element.row
        if element.kind != "function" or row < stop:
            continue
        stop = tree.stop[row]
        starts = tree.line_starts
        first = bisect_right(starts, tree.start[row])
        last = bisect_right(starts, tree.end[row] - 1)
        is_told = last - first + 1 >= _FEWEST_LINES and stop - row >= _FEWEST_NODES
        if not is_told or tree.flags[row] & BROKEN:
            continue
        if any(line in lines for line in range(first, last + 1)):
            digest = prints.digest(Rung.ALPHA, row)
            yield KnownFunction(first, last, _hashed(digest, salt))


def _hashed(digest: bytes, salt: bytes) -> str:
    if not salt:
        return digest.hex()[:_DIGITS]
    return hashlib.blake2b(digest, key=hashlib.sha256(salt).digest()).hexdigest()[:_DIGITS]
