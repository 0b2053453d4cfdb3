"""What rules say of look-ups by name: whether the comparison of programs says more of them.

A rule only sees that code looks members up. The comparison of programs follows what such a look-up
looks into (`semantics/reach`), for the words of table `reached_words`; so it may overrule a rule
that refuses for the sake of one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.refusals import Asks, Refusal
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names


def reached_words(names: Names) -> frozenset[str]:
    """The words of look-ups that the comparison of programs follows."""
    return frozenset(names.tables.raw.get("reached_words") or ())


def why_looked_up(
    names: Names, words: frozenset[str], row: int, sentence: str, *, member: str = ""
) -> str | None:
    """The sentence about the first of some words that may look a member up, or None.

    `member`: only what may mean a member of this name. What only a word of `reached_words` may find
    is left to the comparison of programs.
    """
    reached = reached_words(names)
    firm, found = (
        look_up_in(names, some, row, of_members=bool(member), name=member)
        for some in (words - reached, words & reached)
    )
    if firm:
        return sentence.format(firm)
    return Refusal.of(Asks.NAMES, sentence.format(found)) if found else None


def why_shown(names: Names, words: frozenset[str], row: int, sentence: str) -> str | None:
    """The same of words that show members wherever they stand."""
    reached = reached_words(names)
    firm = names.has_any(words - reached, row)
    if firm:
        return sentence.format(firm)
    found = names.has_any(words & reached, row)
    return Refusal.of(Asks.NAMES, sentence.format(found)) if found else None
