"""Precision and recall, summed over elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Json = dict[str, Any]


class Score:
    """Counts of one comparison; adds up."""

    def __init__(self) -> None:
        self.both = self.extra = self.missing = 0

    def add(self, found: Collection[Any], expected: Collection[Any]) -> None:
        """Compare two sets."""
        ours, theirs = set(found), set(expected)
        self.both += len(ours & theirs)
        self.extra += len(ours - theirs)
        self.missing += len(theirs - ours)

    @property
    def precision(self) -> float:
        """In percent; 100 when nothing was found."""
        found = self.both + self.extra
        return 100 * self.both / found if found else 100.0

    @property
    def recall(self) -> float:
        """In percent; 100 when nothing was expected."""
        expected = self.both + self.missing
        return 100 * self.both / expected if expected else 100.0

    def json(self) -> Json:
        """Counts and percentages."""
        p, r = self.precision, self.recall
        return {
            "tp": self.both,
            "fp": self.extra,
            "fn": self.missing,
            "precision": round(p, 2),
            "recall": round(r, 2),
            "f1": round(2 * p * r / (p + r) if p + r else 0.0, 2),
        }


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
