"""Marks of intents and contributors: a colour and a letter, so that colour never stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

COLOURS = 10  # classes k0 to k9 of page.css
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Mark(NamedTuple):
    """A letter and the style class of a colour."""

    letter: str
    style: str


OTHER = Mark("•", "none")


def marks(keys: Iterable[str]) -> dict[str, Mark]:
    """Marks for the first 26 keys; to tell more apart by a mark is nothing people can do."""
    return {
        key: Mark(letter, f"k{number % COLOURS}")
        for number, (letter, key) in enumerate(zip(_LETTERS, keys, strict=False))
    }
