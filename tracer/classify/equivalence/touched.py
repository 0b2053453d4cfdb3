"""Which pairs of definitions the change may touch.

Those with other words, or words that mean something else now. All others are the same without a
look at their code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.hierarchy import name_of
from tracer.syntax.grammar import Role
from tracer.syntax.names import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.side import Side
    from tracer.classify.equivalence.symbols import SymbolMap
    from tracer.semantics.core import Module, Symbol
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

_UP = 3  # nodes from a definition's name to the statement that declares it
WORD = re.compile(rb"[\w$\x80-\xff]+")


class Touched:
    """Words that mean something else on the other side, and the question asked of a pair."""

    def __init__(self, before: Side, after: Side, found: SymbolMap) -> None:
        self._sides = (before, after)
        self.words = _words(before, after, found)

    def is_touched(self, before: Symbol, after: Symbol) -> bool:
        """Whether the pair is to be compared."""
        texts, said = [], []
        for side, symbol in zip(self._sides, (before, after), strict=True):
            outline = side.program.outline(symbol)
            tree = side.program.files[outline.file].tree
            if tree is None:
                return True
            texts.append(tree.slice(_statement(tree, wrapper_of(tree, outline.row))))
            said.append(_said(side.program, symbol, tree))
        if texts[0] != texts[1] or said[0] != said[1]:
            return True
        return not self.words.isdisjoint(WORD.findall(texts[0]))


def _said(program: Program, symbol: Symbol, tree: SyntaxTree) -> tuple[object, ...]:
    """What is said of a definition, also outside its own row: attributes stand before it."""
    outline = program.outline(symbol)
    texts = [tree.slice(row) for row in program.decorator_rows(symbol)]
    return outline.kind, outline.modifiers, outline.is_order_fixed, texts


def _statement(tree: SyntaxTree, row: int) -> int:
    """The statement or member that a definition is a part of: `static int a = 1, b = 2;`."""
    roles = tree.language.roles
    for _ in range(_UP):
        up = tree.parent[row]
        is_around = up <= 0 or roles[tree.kind[up]] & (Role.BLOCK | Role.DEFINITION)
        if is_around or roles[tree.kind[row]] & Role.STATEMENT:
            break
        row = up
    return row


def _words(before: Side, after: Side, found: SymbolMap) -> frozenset[bytes]:
    """Plain names of what went, came, moved or was renamed; and of imports that changed."""
    words: set[str] = set()
    for a, b in found.to_before.items():
        if a != b:
            words |= {name_of(a), name_of(b)}
    for side, known in ((before, found.to_after), (after, found.to_before)):
        words |= {name_of(s) for s in side.program.definitions if s not in known}
        words |= {name_of(s) for s in side.unfold}
    words |= _imported(before, after, found)
    return frozenset(part for word in words for part in WORD.findall(word.encode()))


def _imported(before: Side, after: Side, found: SymbolMap) -> set[str]:
    """Local names of imports that one version of a module has and the other has not."""
    words: set[str] = set()
    modules = found.modules
    for new, parts in after.program.interfaces.items():
        theirs = _imports(parts)
        ours = _imports(before.program.interfaces.get(modules.get(new, ""), ()))
        mapped = {(modules.get(m, m), n, local) for m, n, local in theirs}
        words |= {local or m.rpartition("/")[2] for m, n, local in mapped ^ ours}
        words |= {n for m, n, _ in mapped ^ ours if n}
        words |= {m.rpartition(".")[2] for m, _, _ in mapped ^ ours}
    return words


def _imports(parts: Iterable[Module]) -> set[tuple[str, str, str]]:
    return {
        (one.module, there, here)
        for module in parts
        for one in module.imports
        for there, here in one.names or (("", ""),)
    }
