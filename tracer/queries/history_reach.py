"""Which differences of a commit can have to do with some of the lines it changed.

A commit that touches fifty places of a file is asked about one of them. Code that moved, was
extracted or renamed leaves its words out of balance both where it was and where it is: one hunk
has fewer of them than before, the other more. Hunks that share no such word with those asked
about, and lost no line like theirs, are left alone.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tracer.queries.history_lines import Hunk

_WORD = lazy_pattern(rb"[^\W\d]\w*")
_FEW = 2  # hunks that are always looked at together
_COMMON = 40  # times a word stands in both versions, beyond which it says nothing


def within_reach(
    before: Sequence[bytes], after: Sequence[bytes], hunks: Sequence[Hunk], asked: Collection[int]
) -> list[Hunk]:
    """The hunks that hold `asked` lines (0-based, after), and those that may explain them.

    Cost: the words of all hunks, and a search of both texts for each that is out of balance.
    """
    if len(hunks) <= _FEW:
        return list(hunks)
    wanted = set(asked)
    balances = [_balance(before, after, hunk) for hunk in hunks]
    lines = {after[i].strip() for i in wanted}
    is_near = [
        not wanted.isdisjoint(range(h.after_start, h.after_end))
        or any(before[i].strip() in lines for i in range(h.before_start, h.before_end))
        for h in hunks
    ]
    moved = {word for near, words in zip(is_near, balances, strict=True) if near for word in words}
    elsewhere = [words for near, words in zip(is_near, balances, strict=True) if not near]
    shared = moved & set().union(*elsewhere)
    if shared:
        text = b"\n".join((*before, *after))
        shared = {word for word in shared if text.count(word) <= _COMMON}
    return [
        hunk
        for hunk, near, words in zip(hunks, is_near, balances, strict=True)
        if near or not shared.isdisjoint(words)
    ]


def _balance(before: Sequence[bytes], after: Sequence[bytes], hunk: Hunk) -> set[bytes]:
    """The words that a hunk has more or fewer of than before."""
    count = Counter(_WORD.findall(b" ".join(after[hunk.after_start : hunk.after_end])))
    count.subtract(_WORD.findall(b" ".join(before[hunk.before_start : hunk.before_end])))
    return {word for word, number in count.items() if number}
