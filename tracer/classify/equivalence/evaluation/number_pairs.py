"""Which number of one term stands for which of another."""

from __future__ import annotations

LEFT, RIGHT = 0, 1


class Pairs:
    """Numbers of both sides, one to one, with a way back."""

    def __init__(self) -> None:
        self.of: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def partner(self, side: int, one: int) -> int | None:
        """What a number of one side belongs to on the other."""
        return self.of[side].get(one)

    def add(self, left: int, right: int) -> None:
        """Pair two numbers that have no partner."""
        self.of[LEFT][left] = right
        self.of[RIGHT][right] = left

    def drop(self, left: int) -> None:
        """Take a pair apart."""
        right = self.of[LEFT].pop(left)
        del self.of[RIGHT][right]
