"""Which pairs of definitions the change may touch: those with other words, or words that mean
something else now. All others are the same without a look at their code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols import name_of
from tracer.syntax.names import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.renaming import Renaming
    from tracer.classify.equivalence.side import Side
    from tracer.semantics.core import Module, Symbol

_WORD = re.compile(rb"[\w$\x80-\xff]+")


class Touched:
    """Words that mean something else on the other side, and the question asked of a pair."""

    def __init__(self, before: Side, after: Side, renaming: Renaming) -> None:
        self._sides = (before, after)
        self._words = _words(before, after, renaming)

    def is_touched(self, before: Symbol, after: Symbol) -> bool:
        """Whether the pair is to be compared."""
        texts = []
        for side, symbol in zip(self._sides, (before, after), strict=True):
            outline = side.program.outline(symbol)
            tree = side.program.files[outline.file].tree
            if tree is None:
                return True
            texts.append(tree.slice(wrapper_of(tree, outline.row)))
        if texts[0] != texts[1]:
            return True
        return not self._words.isdisjoint(_WORD.findall(texts[0]))


def _words(before: Side, after: Side, renaming: Renaming) -> frozenset[bytes]:
    """Plain names of what went, came, moved or was renamed; and of imports that changed."""
    found: set[str] = set()
    for a, b in renaming.map.to_before.items():
        if a != b:
            found |= {name_of(a), name_of(b)}
    for side, known in ((before, renaming.map.to_after), (after, renaming.map.to_before)):
        found |= {name_of(s) for s in side.program.definitions if s not in known}
        found |= {name_of(s) for s in side.unfold}
    found |= _imported(before, after, renaming)
    return frozenset(word.encode() for word in found)


def _imported(before: Side, after: Side, renaming: Renaming) -> set[str]:
    """Local names of imports that one version of a module has and the other has not."""
    found: set[str] = set()
    modules = renaming.map.modules
    for new, parts in after.program.modules.items():
        theirs = _imports(parts)
        ours = _imports(before.program.modules.get(modules.get(new, ""), ()))
        mapped = {(modules.get(m, m), n, local) for m, n, local in theirs}
        found |= {local or m.rpartition("/")[2] for m, n, local in mapped ^ ours}
        found |= {n for m, n, _ in mapped ^ ours if n}
        found |= {m.rpartition(".")[2] for m, _, _ in mapped ^ ours}
    return found


def _imports(parts: Iterable[Module]) -> set[tuple[str, str, str]]:
    return {
        (one.module, there, here)
        for module in parts
        for one in module.imports
        for there, here in one.names or (("", ""),)
    }
