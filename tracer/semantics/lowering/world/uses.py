"""Where definitions are used: references, names that nothing resolves, texts and look-ups."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.answers import Lookup, Reason, Reference, Text
from tracer.semantics.core import Symbol, plain_name
from tracer.semantics.lowering.world import surroundings

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World

_ESCAPES = ("\\u", "\\x")


class Uses:
    """What is asked of a program about the uses of its definitions; found on demand."""

    def __init__(self, world: World) -> None:
        self.world = world

    def of(self, symbol: Symbol) -> tuple[Reference, ...]:
        """Mentions of a symbol in the definitions in which its name, or a name for it, stands."""
        words = self._words_for(symbol)
        found: list[Reference] = []
        for index, outline in self.world.outlines.items():
            if self._names_its_own(outline, symbol, words):
                continue
            if any(word.encode() in outline.tree.text for word in words):
                found += self._in_file(index, outline, symbol, words)
        return tuple(sorted(set(found), key=lambda r: (r.file, r.row, r.kind)))

    def _names_its_own(self, outline: Outline, symbol: Symbol, words: set[str]) -> bool:
        """Whether a file means definitions of its own by all the words, and never qualifies one."""
        own = self.world.entries[symbol]
        if own.file == outline.file or own.owner is not None or self.world.macros.has_macros:
            return False
        if any(word in outline.aliases or word not in outline.names for word in words):
            return False
        qualified = "|".join(map(re.escape, sorted(words)))
        return re.search(rf"[.:>]\s*(?:{qualified})\b".encode(), outline.tree.text) is None

    def _words_for(self, symbol: Symbol) -> set[str]:
        """The name, and the names that imports and exports give it."""
        name = plain_name(symbol)
        words = {name}
        for outline in self.world.outlines.values():
            for entry in (*outline.imports, *outline.exports):
                if entry.alias in words or entry.name in words:
                    words |= {w for w in (entry.alias, entry.name) if w not in ("", "*", "=")}
                elif entry.name in ("default", "=", "") and entry.alias:
                    words.add(entry.alias)
        return words

    def _in_file(
        self, index: int, outline: Outline, symbol: Symbol, words: set[str]
    ) -> list[Reference]:
        found = []
        for unit in self._units_with(outline, words):
            within = unit if isinstance(unit, Symbol) else None
            found += [
                Reference(index, mention.row, mention.kind, within)
                for mention in self.world.lowered(unit).mentions
                if mention.target == symbol
            ]
        for entry in outline.imports:
            target = self.world.resolution.imported(outline, entry) if entry.alias else None
            if type(target) is core.Ref and target.symbol == symbol:
                found.append(Reference(index, entry.row, "import"))
        return found

    def _units_with(self, outline: Outline, words: set[str]) -> list[Symbol | int]:
        """Units of a file in whose text one of some words stands."""
        text = outline.tree.text
        sought = [w.encode() for w in words]
        units: list[Symbol | int] = [outline.file]
        for entry in outline.entries:
            first, last = outline.tree.start[entry.outer], outline.tree.end[entry.outer]
            if any(text.find(word, first, last) >= 0 for word in sought):
                units.append(entry.symbol)
        return units

    def unresolved_of(self, name: str) -> tuple[Reference, ...]:
        """Mentions of one name that nothing known resolves; lowers the units with the word.

        What an escape or a macro spells may be any word.
        """
        if self.world.macros.has_macros:
            return self.unresolved.get(name, ())
        found = []
        words = {name.removeprefix("."), *_ESCAPES}
        for index, outline in self.world.outlines.items():
            if not any(word.encode() in outline.tree.text for word in words):
                continue
            for unit in self._units_with(outline, words):
                within = unit if isinstance(unit, Symbol) else None
                found += [
                    Reference(index, mention.row, mention.kind, within)
                    for mention in self.world.lowered(unit).mentions
                    if mention.target == name
                ]
        return tuple(sorted(set(found)))

    def has_unknown_names(self, known: Container[str]) -> bool:
        """Whether a name, not of a member, resolves to nothing known; code is lowered up to it.

        `known` are first words of names from outside that are no riddle.
        """
        units: Iterator[Symbol | int] = chain(self.world.outlines, self.world.entries)
        return any(
            isinstance(mention.target, str)
            and not mention.target.startswith(".")
            and mention.target.partition(".")[0] not in known
            for unit in units
            for mention in self.world.lowered(unit).mentions
        )

    @cached_property
    def unresolved(self) -> dict[str, tuple[Reference, ...]]:
        """Names that nothing known resolves; all code is lowered."""
        found: dict[str, list[Reference]] = {}
        for index, outline in self.world.outlines.items():
            units: list[Symbol | int] = [index, *(e.symbol for e in outline.entries)]
            for unit in units:
                within = unit if isinstance(unit, Symbol) else None
                for mention in self.world.lowered(unit).mentions:
                    if isinstance(mention.target, str):
                        reference = Reference(index, mention.row, mention.kind, within)
                        found.setdefault(mention.target, []).append(reference)
        return {name: tuple(sorted(set(refs))) for name, refs in sorted(found.items())}

    @cached_property
    def members_named(self) -> dict[str, tuple[Symbol, ...]]:
        """Members by plain name."""
        found: dict[str, list[Symbol]] = {}
        for symbol, entry in self.world.entries.items():
            if entry.owner is not None:
                found.setdefault(entry.name, []).append(symbol)
        return {name: tuple(symbols) for name, symbols in found.items()}

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Text literals of all code."""
        return tuple(
            t for outline in self.world.outlines.values() for t in surroundings.texts(outline)
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of files without a table."""
        others = [f.text for i, f in enumerate(self.world.files) if i not in self.world.outlines]
        return surroundings.words(others)

    @cached_property
    def lookups(self) -> tuple[Lookup, ...]:
        """Code that finds definitions by text."""
        outlines = self.world.outlines.values()
        aliases = surroundings.aliases(outlines)
        return tuple(x for o in outlines for x in surroundings.lookups(o, aliases))

    @cached_property
    def unknown(self) -> tuple[Reason, ...]:
        """Why parts cannot be trusted."""
        found = list(self.world.reasons)
        for index, outline in self.world.outlines.items():
            for entry in outline.imports:
                if entry.name != "*" or entry.alias:
                    continue
                if entry.module in outline.table.packages:
                    if self._joins_overloads(outline, entry.module):
                        found.append(Reason(index, entry.row, "star-import", entry.module))
                    continue
                names = self.world.resolution
                is_known = names.found(outline, entry.module) is not None
                if not is_known and not names.of_class(entry.module, ""):
                    found.append(Reason(index, entry.row, "star-import", entry.module))
        return tuple(sorted(set(found)))

    def _joins_overloads(self, outline: Outline, package: str) -> bool:
        """Whether a name outside of classes stands beside that of a package in one scope."""
        if not outline.table.semantics.get("stars_join_overloads"):
            return False
        names = outline.table.packages[package] | outline.table.builtins.keys()
        return any(
            entry.name in names
            and (entry.owner is None or self._is_namespace(entry.owner))
            and not (entry.rule is not None and entry.rule.is_namespace)
            for entry in self.world.entries.values()
        )

    def _is_namespace(self, symbol: Symbol) -> bool:
        entry = self.world.entries.get(symbol)
        return entry is not None and entry.rule is not None and entry.rule.is_namespace
