"""What the judge needs to know of a file, whoever parsed it."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Function(NamedTuple):
    """One function of a file version; lines 1-based, inclusive.

    `dump` is its syntax tree without positions: equal dumps are the same code.
    """

    name: str
    start: int
    end: int
    dump: str


class Reading(NamedTuple):
    """The functions of a file, outer before inner, and its lines that hold a token of code."""

    functions: list[Function]
    code: set[int]


class Reader(Protocol):
    """One language's own parser."""

    extensions: tuple[str, ...]
    about: str  # the parser, for the report

    def read(self, path: str, text: bytes) -> Reading | None:
        """What is in a file; None when the parser refuses it."""
        ...
