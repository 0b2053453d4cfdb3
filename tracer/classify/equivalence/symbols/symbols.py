"""`SymbolMap`: which definition after is which definition before. A guess that proves itself.

Several maps are tried, most likely first; whatever a map says, definitions are compared under it
and conditions are asked of each entry, so that a wrong guess costs a proof and never makes one.
"""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import effective_pairs, name_of, without_ordinal
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Kind, Symbol
from tracer.semantics.reach.hierarchy import TYPES
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.matching import Forest, NodeMapping
    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program

_ALIKE = 0.72  # share of tokens in the same order, for definitions that nothing else pairs
_MOST_LEFT = 40  # definitions without partner on a side, beyond which likeness is not asked
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY})
_VALUES = frozenset({Kind.FIELD, Kind.CONSTANT, Kind.VARIABLE})


class SymbolMap(NamedTuple):
    """A one-to-one partial map of definitions, members by plain name, and modules.

    `members`: plain names after -> before, for receivers of unknown type, where all definitions
    of a name have another one now. `extra`: members that became one, or several, where they went
    up or down a hierarchy. `unfolded`: pairs taken out, for all who call them see the same.
    """

    to_before: dict[Symbol, Symbol]
    to_after: dict[Symbol, Symbol]
    modules: dict[str, str]  # after -> before
    members: dict[str, str]
    extra: frozenset[tuple[Symbol, Symbol]] = frozenset()  # (before, after), beyond one to one
    unfolded: frozenset[tuple[Symbol, Symbol]] = frozenset()  # (before, after)

    @property
    def is_identity(self) -> bool:
        """Whether nothing has another name or place."""
        return not self.extra and all(a == b for a, b in self.to_before.items())

    def without(self, symbols: Iterable[Symbol]) -> SymbolMap:
        """The same without some definitions before."""
        gone = set(symbols)
        return self._replace(
            to_before={a: b for a, b in self.to_before.items() if b not in gone},
            to_after={b: a for b, a in self.to_after.items() if b not in gone},
        )


def shown(symbol: Symbol) -> str:
    """The definition as a reviewer names it: `Pool.take`."""
    return ".".join(map(without_ordinal, symbol.path)) or symbol.module


def candidates(before: Program, after: Program, mapping: NodeMapping) -> Iterator[SymbolMap]:
    """Maps to try, each different from those before it."""
    tried: list[dict[Symbol, Symbol]] = []
    for order in (("place", "nodes", "name", "alike"), ("nodes", "place", "name"), ("place",)):
        found = _Pairing(before, after, mapping).run(order)
        if found.to_before not in tried:
            tried.append(found.to_before)
            yield found
        is_whole = len(found.to_before) == len(before.definitions) == len(after.definitions)
        if found.is_identity and is_whole:
            return


class _Pairing:
    """Pairs definitions by one criterion after the other; what is paired stays."""

    def __init__(self, before: Program, after: Program, mapping: NodeMapping) -> None:
        self.before, self.after, self.mapping = before, after, mapping
        self.to_before: dict[Symbol, Symbol] = {}
        self.to_after: dict[Symbol, Symbol] = {}
        self.outlines = (
            {symbol: before.outline(symbol) for symbol in before.definitions},
            {symbol: after.outline(symbol) for symbol in after.definitions},
        )
        self.modules = _modules(before, after, mapping)

    def run(self, order: tuple[str, ...]) -> SymbolMap:
        """The map that the criteria make, asked in this order."""
        for criterion in order:
            getattr(self, "_by_" + criterion)()
        extra = effective_pairs(self.before, self.after, self.to_before)
        for before, after in sorted(extra):
            self._pair(before, after)
        extra = {pair for pair in extra if self.to_before.get(pair[1]) != pair[0]}
        modules = self._with_votes()
        return SymbolMap(self.to_before, self.to_after, modules, self._members(), frozenset(extra))

    def _pair(self, before: Symbol, after: Symbol) -> None:
        if after in self.to_before or before in self.to_after:
            return
        if _is_same_sort(self.outlines[0][before], self.outlines[1][after]):
            self.to_before[after] = before
            self.to_after[before] = after

    def _left(self) -> tuple[list[Symbol], list[Symbol]]:
        return (
            [symbol for symbol in self.outlines[0] if symbol not in self.to_after],
            [symbol for symbol in self.outlines[1] if symbol not in self.to_before],
        )

    def _by_place(self) -> None:
        """The same qualified name, in the same module or its image; members in their class's."""
        overloaded = _overloaded(self.outlines[0]) | _overloaded(self.outlines[1])
        for after, outline in self.outlines[1].items():
            owner = self.to_before.get(outline.owner) if outline.owner else None
            module = self.modules.get(after.module, after.module)
            here = Symbol(module, after.path)
            if owner is not None:
                here = Symbol(owner.module, (*owner.path, after.path[-1]))
            if here in self.outlines[0]:
                is_overloaded = _plain(here) in overloaded or _plain(after) in overloaded
                partner = self._partner(after) if is_overloaded else None
                self._pair(partner or here, after)

    def _by_nodes(self) -> None:
        """Where the matcher put the definition."""
        for after in self.outlines[1]:
            if after not in self.to_before:
                partner = self._partner(after)
                if partner is not None:
                    self._pair(partner, after)

    def _partner(self, after: Symbol) -> Symbol | None:
        outline = self.outlines[1][after]
        mapping = self.mapping
        for row in (outline.row, outline.name_row):
            if row < 0:
                continue
            node = mapping.to_before[mapping.after.base[outline.file] + row]
            if node < 0:
                continue
            found = self._at().get(mapping.before.locate(node))
            if found is not None and found not in self.to_after:
                return found
        return None

    def _at(self) -> dict[tuple[int, int], Symbol]:
        if not hasattr(self, "_rows"):
            self._rows: dict[tuple[int, int], Symbol] = {}
            for symbol, outline in self.outlines[0].items():
                self._rows.setdefault((outline.file, outline.row), symbol)
                self._rows.setdefault((outline.file, outline.name_row), symbol)
        return self._rows

    def _by_name(self) -> None:
        """The same plain name elsewhere, where one is left on each side."""
        gone, new = self._left()
        there: dict[str, list[Symbol]] = {}
        for symbol in gone:
            there.setdefault(name_of(symbol), []).append(symbol)
        here = Counter(name_of(symbol) for symbol in new)
        for after in new:
            name = name_of(after)
            if here[name] == 1 and len(there.get(name, ())) == 1:
                self._pair(there[name][0], after)

    def _by_alike(self) -> None:
        """Bodies with nearly the same tokens, names of definitions blanked."""
        gone, new = self._left()
        if not gone or not new or max(len(gone), len(new)) > _MOST_LEFT:
            return
        found = []
        for before in gone:
            ours = _tokens(self.mapping.before, self.outlines[0][before])
            for after in new:
                if not _is_same_sort(self.outlines[0][before], self.outlines[1][after]):
                    continue
                theirs = _tokens(self.mapping.after, self.outlines[1][after])
                ratio = _likeness(ours, theirs)
                if ratio >= _ALIKE:
                    found.append((ratio, before, after))
        for _, before, after in sorted(found, key=lambda one: (-one[0], one[1], one[2])):
            self._pair(before, after)

    def _with_votes(self) -> dict[str, str]:
        """Modules whose definitions went to a new one together."""
        known = dict(self.modules)
        votes = Counter((a.module, b.module) for a, b in self.to_before.items())
        for (after, before), _ in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            is_gone = before not in self.after.modules and before not in known.values()
            if after not in self.before.modules and after not in known and is_gone:
                known[after] = before
        return known

    def _members(self) -> dict[str, str]:
        """Names that all members of a name have now, where the old one is gone."""
        images: dict[str, set[str]] = {}
        for before, after in self.to_after.items():
            if self.outlines[0][before].owner is not None:
                images.setdefault(name_of(before), set()).add(name_of(after))
        found = {}
        for name, named in images.items():
            (new,) = named if len(named) == 1 else ("",)
            is_whole = all(s in self.to_after for s in self.before.members_named.get(name, ()))
            is_free = new not in self.before.members_named and name not in self.after.members_named
            if new and new != name and is_whole and is_free:
                found[new] = name
        return found


def _modules(before: Program, after: Program, mapping: NodeMapping) -> dict[str, str]:
    """Modules after -> before: the same name, else that of the file's partner."""
    found = {name: name for name in after.modules if name in before.modules}
    votes = Counter((after.files[a].module, before.files[b].module) for b, a in mapping.file_pairs)
    taken = set(found.values())
    for (new, old), _ in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
        if new not in found and old not in taken and old in before.modules:
            found[new] = old
            taken.add(old)
    return found


def _is_same_sort(before: Definition, after: Definition) -> bool:
    if before.kind is after.kind:
        return True
    return any({before.kind, after.kind} <= group for group in (_FUNCTIONS, TYPES, _VALUES))


def _plain(symbol: Symbol) -> tuple[str, tuple[str, ...]]:
    return symbol.module, (*symbol.path[:-1], name_of(symbol))


def _overloaded(symbols: Iterable[Symbol]) -> set[tuple[str, tuple[str, ...]]]:
    counted = Counter(map(_plain, symbols))
    return {one for one, count in counted.items() if count > 1}


def _tokens(forest: Forest, outline: Definition) -> list[bytes]:
    tree = forest.trees[outline.file]
    rows = range(outline.row, tree.stop[outline.row])
    own = tree.slice(outline.name_row) if outline.name_row >= 0 else b""
    leaves = (row for row in rows if tree.flags[row] & (LEAF | TRIVIA) == LEAF)
    return [b"*" if (text := tree.slice(row)) == own else text for row in leaves]


def _likeness(ours: list[bytes], theirs: list[bytes]) -> float:
    if ours == theirs:
        return 1.0
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _ALIKE else 0.0
