"""Macros that are texts: what no lowering of the code around them can see into."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern
from tracer.semantics.core import Kind, Symbol

if TYPE_CHECKING:
    from tracer.semantics.lowering.outline.entries import Entry
    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World

_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_ONE_TOKEN = lazy_pattern(rb'(?:\w+|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\d[\w.]*)?\Z')


class MacroTexts:
    """What the macros of a program put in their place."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._textual: dict[Symbol, bool] = {}
        self._words: dict[Symbol, frozenset[str]] = {}

    def is_macro(self, symbol: Symbol) -> bool:
        """Whether a symbol is a macro."""
        entry = self.world.entries.get(symbol)
        return entry is not None and entry.kind is Kind.MACRO

    def is_shadowed_macro(self, outline: Outline, name: str) -> bool:
        """Whether a macro of the program, or an imported one, may have the name of a known one."""
        names = self.world.resolution
        imported = any(
            entry.name in (name, "*") and not names.found(outline, entry.module)
            for entry in outline.aliases.get(name, ())
        )
        return imported or name in self._macros

    @property
    def has_macros(self) -> bool:
        """Whether the program defines macros."""
        return bool(self._macros)

    def is_textual(self, symbol: Symbol) -> bool:
        """Whether a macro's text is no closed expression, so that what stands beside it matters."""
        if symbol not in self._textual:
            entry = self.world.entries.get(symbol)
            is_macro = entry is not None and entry.kind is Kind.MACRO
            self._textual[symbol] = (
                is_macro and entry is not None and not _is_closed(self._macro_text(entry))
            )
        return self._textual[symbol]

    def is_stringifying(self, symbol: Symbol) -> bool:
        """Whether a macro makes texts or names of what it is given."""
        return b"#" in self._macro_text(self.world.entries[symbol])

    def words(self, symbol: Symbol) -> frozenset[str]:
        """All words of what a macro puts in its place, and of the macros that these name."""
        if symbol not in self._words:
            found: set[str] = set()
            todo = [self.world.entries[symbol]]
            while todo:
                text = self._macro_text(todo.pop())
                fresh = {one.decode("utf-8", "replace") for one in _WORD.findall(text)} - found
                found |= fresh
                todo += (one for name in sorted(fresh) for one in self._macros.get(name, ()))
            self._words[symbol] = frozenset(found)
        return self._words[symbol]

    @cached_property
    def _macros(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.world.entries.values():
            if entry.kind is Kind.MACRO:
                found.setdefault(entry.name, []).append(entry)
        return found

    def _macro_text(self, entry: Entry) -> bytes:
        outline = self.world.outlines[entry.file]
        last = [
            r
            for r in outline.tree.children(entry.row)
            if outline.tree.kind[r] in outline.table.words
        ]
        return outline.tree.slice(last[-1]).strip() if last else b""


def _is_closed(text: bytes) -> bool:
    """Whether a macro's text is one token, in brackets as a whole, or a call or block."""
    if _ONE_TOKEN.match(text):
        return True
    head = text[:1]
    start = text.find(b"(") if head.isalpha() or head == b"_" else 0
    if (
        start < 0
        or text[start : start + 1] not in (b"(", b"{")
        or not text[:start].strip(b" ").replace(b"_", b"").isalnum() * start
    ):
        return start == 0 and text[:1] in (b"(", b"{") and _closes_at_end(text)
    return _closes_at_end(text[start:])


def _closes_at_end(text: bytes) -> bool:
    """Whether the bracket that a text begins with is closed by its last character."""
    depth = 0
    for place, character in enumerate(text):
        if character in b"([{":
            depth += 1
        elif character in b")]}":
            depth -= 1
            if not depth:
                return place == len(text) - 1
    return False
