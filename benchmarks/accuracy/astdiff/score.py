"""Counts of right, wrong and missed pairs, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.accuracy.astdiff.oracle import Labelled, Row


class Score(NamedTuple):
    """G truth, T trivial, P predicted: P∩(G−T), P−G, (G−T)−P."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def plus(self, other: Score) -> Score:
        return Score(*(mine + its for mine, its in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float:
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


class Judged(NamedTuple):
    """The pairs behind the counts of one row."""

    right: frozenset[Labelled]
    wrong: frozenset[Labelled]
    missed: frozenset[Labelled]

    def score(self) -> Score:
        return Score(len(self.right), len(self.wrong), len(self.missed))

    def by_kind(self) -> dict[str, Score]:
        kinds: dict[str, list[int]] = {}
        for at, pairs in enumerate(self):
            for pair in pairs:
                kinds.setdefault(pair[1][0], [0, 0, 0])[at] += 1
        return {kind: Score(*counts) for kind, counts in kinds.items()}


def judge(row: Row, predicted: Iterable[Labelled]) -> Judged:
    """The predicted pairs that touch the row's files, held against its labels."""
    seen = frozenset(
        pair
        for pair in predicted
        if (pair[0] == row.file_before and pair[2] == row.file_after)
        or (row.is_wide and (pair[0] == row.file_before or pair[2] == row.file_after))
    )
    wanted = row.truth - row.trivial
    return Judged(seen & wanted, seen - row.truth, wanted - seen)
