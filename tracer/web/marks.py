"""The mark of each intent: a colour and a letter, so that colour never stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

COLOURS = 10  # classes k0 to k9 of page.css
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Mark(NamedTuple):
    """A letter (A to Z, then AA, ...) and the number of a colour."""

    letter: str
    colour: int


def marks(intents: Iterable[str]) -> dict[str, Mark]:
    """A mark for each intent id, in order of id."""
    return {key: Mark(_letters(i), i % COLOURS) for i, key in enumerate(sorted(set(intents)))}


def _letters(number: int) -> str:
    letters = _LETTERS[number % 26]
    while number >= 26:  # noqa: PLR2004 - letters of the alphabet
        number = number // 26 - 1
        letters = _LETTERS[number % 26] + letters
    return letters
