"""Definitions of which one surely says a text that the other never says.

Most edits of real code that change what it does change what it says, too: a message, a key, a
path. A word in a text stays what it is through every law, so where the code of one version hands
such a word on, and no code that the other version reaches has it, no two terms are equal, and
neither is made to its end. Code that has such a word and never hands it on is compared as ever.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import Function, Literal

if TYPE_CHECKING:
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Symbol

_PLACE = re.compile(r"\{[^{}]*\}|%\([^()]*\)")  # names of what is put into a text are no part of it
_WORD = re.compile(r"[^\W\d_]{4,}")  # shorter ones may come from anywhere


class OwnTexts:
    """Compares the texts of both versions' definitions."""

    def __init__(self, before: Side, after: Side) -> None:
        self._sides = (before, after)

    def are_apart(self, symbols: tuple[Symbol, Symbol], codes: tuple[Function, Function]) -> bool:
        """Whether one of two functions says a text that the other cannot say.

        Cost: linear in the code; where one has a text of its own, the evaluation of it up to there.
        """
        texts = _texts(codes[0]), _texts(codes[1])
        for at in (0, 1):
            own = texts[at].keys() - texts[1 - at].keys()
            words = {word for text in own for word in _words(text)}
            if not words:
                continue
            reached = self._sides[1 - at].reached_texts.of(symbols[1 - at])
            if reached is None:
                continue
            reached += "".join(texts[1 - at]).lower()
            new = frozenset(word for word in words if word not in reached)
            if new and self._sides[at].says(symbols[at], codes[at], new):
                return True
        return False


def _texts(code: Function) -> dict[str, None]:
    """The texts in code, in order."""
    return {
        one.value: None
        for one in references(code)
        if isinstance(one, Literal) and one.kind == "str"
    }


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_PLACE.sub(" ", text))]
