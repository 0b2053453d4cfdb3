"""The labelled files: which commit every line is expected to be blamed on."""

from __future__ import annotations

import gzip
import json
from typing import NamedTuple


class Row(NamedTuple):
    """One file at one commit. `expected`: line (1-based) -> commit. `hard`: lines for which
    no mode of git's blame finds that commit."""

    mirror: str
    commit: str
    file: str
    expected: dict[int, str]
    hard: frozenset[int]

    @property
    def name(self) -> str:
        """Repository and file, short."""
        return f"{self.mirror.partition('+')[2]} {self.file.rpartition('/')[2]}"


def read_rows(path: str) -> list[Row]:
    """Every labelled file of an oracle, in its order."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [
        Row(
            row["mirror"],
            row["commit"],
            row["file"],
            {
                line: commit
                for first, last, commit, _ in row["expected"]
                for line in range(first, last + 1)
            },
            frozenset(row["hard_lines"]),
        )
        for row in rows
    ]
