"""The source text of a definition and of all definitions that its words may name.

What such code can come to say is somewhere in it: a text that a definition says, however it is
unfolded, is spelled in its own code or in code that is reached by name.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import name_of

if TYPE_CHECKING:
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program

_WORD = re.compile(rb"[^\W\d][\w$]*")


class ReachedTexts:
    """The texts of one version."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[Symbol, str | None] = {}

    def of(self, symbol: Symbol) -> str | None:
        """All reached text, in small letters; None where some of it is not at hand.

        Cost: linear in the text that is reached, once for each definition that is asked about.
        """
        if symbol not in self._known:
            self._known[symbol] = self._found(symbol)
        return self._known[symbol]

    def _found(self, symbol: Symbol) -> str | None:
        texts: list[bytes] = []
        words: set[bytes] = set()
        todo, seen = [symbol], {symbol}
        while todo:
            one = self._program.outline(todo.pop())
            tree = self._program.files[one.file].tree
            if tree is None:
                return None
            texts.append(tree.slice(one.row))
            new = set(_WORD.findall(texts[-1])) - words
            words |= new
            for word in new & self._by_name.keys():
                more = [other for other in self._by_name[word] if other not in seen]
                seen.update(more)
                todo += more
        return b"\n".join(texts).decode("utf-8", "replace").lower()

    @cached_property
    def _by_name(self) -> dict[bytes, list[Symbol]]:
        found: dict[bytes, list[Symbol]] = {}
        for symbol in self._program.definitions:
            found.setdefault(name_of(symbol).encode(), []).append(symbol)
        return found
