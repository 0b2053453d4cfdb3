"""What a symbol map makes of the leaves of terms, so that both versions speak of the same things.

A member is told by its receiver and the name it had before: equal receivers have the same member
of a name, whoever knows its class. So only renamed members need to be known, or to be whole: all
definitions of a name have the same other one now. Where an object has several of a name, as a
class hides members of its base, they are told by their owners.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.symbols.hidden import hidden_members
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.languages import is_erased, table_of
from tracer.semantics.core import Symbol, Type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.symbols.symbols import SymbolMap
    from tracer.semantics.program import Program

AFTER = "?after"  # the module of what has no image


class Renaming:
    """Maps leaves of both versions to those before. `members`: those used on unknown receivers."""

    def __init__(
        self,
        before: Program,
        after: Program,
        found: SymbolMap,
        touched: Iterable[tuple[Symbol, Symbol]],
    ) -> None:
        self.map = found
        self.used_members: set[str] = set()
        renamed = [
            (name_of(b), name_of(a), table_of(after.files[after.outline(a).file].language))
            for a, b in found.to_before.items()
            if name_of(a) != name_of(b) and after.outline(a).owner is not None
        ]
        self._partial: set[str] = set()
        for old, new, table in renamed:
            if found.members.get(new) != old:
                self._partial.add(new)
            if not table.static_types:
                self._partial.add(old)  # whoever still reads it reads something else, or nothing
        # Members of erased types: what objects have is known by its plain name alone.
        self._shapes = {
            symbol
            for symbol in after.definitions
            if symbol not in found.to_before
            and name_of(symbol) not in self._partial
            and is_erased(after, symbol)
        }
        self._extra = {after: before for before, after in found.extra}
        self._hidden = hidden_members(before) | {
            self._before_of(one) for one in hidden_members(after)
        }
        self.labels, self.gone_labels = _labels(before, after, touched)

    def before(self, leaf: Any) -> Any:
        """A leaf of the version before."""
        if leaf[0] == "member" and isinstance(leaf[1], Symbol):
            return ("member", leaf[1] if leaf[1] in self._hidden else leaf[1].path[-1])
        return leaf

    def after(self, leaf: Any) -> Any:
        """A leaf of the version after, as the version before would have it."""
        kind, named = leaf[0], leaf[1]
        if kind == "member":
            return ("member", self._member(named))
        if kind == "label":
            if named in self.labels:
                return ("label", self.labels[named])
            return ("label", AFTER + named if named in self.gone_labels else named)
        if isinstance(named, Symbol):
            return (kind, self.symbol(named), *leaf[2:])
        return leaf

    def symbol(self, symbol: Symbol) -> Symbol:
        """The image of a definition or module."""
        found = self.map.to_before.get(symbol)
        if found is not None:
            return found
        if not symbol.path:
            return Symbol(self.map.modules.get(symbol.module, AFTER + symbol.module), ())
        if symbol.module == "":
            return symbol  # of a type from outside
        return Symbol(AFTER + symbol.module, symbol.path)

    def _before_of(self, member: Symbol) -> Symbol | None:
        return self.map.to_before.get(member) or self._extra.get(member)

    def _member(self, named: Symbol | str) -> Symbol | str:
        if isinstance(named, Symbol):
            found = self._before_of(named)
            if found in self._hidden:
                return found or named
            if found is not None:
                return found.path[-1]
            if not named.module or named in self._shapes:
                return named.path[-1]
            return AFTER + named.path[-1]
        if named in self.map.members:
            self.used_members.add(named)
            return self.map.members[named]
        return AFTER + named if named in self._partial else named

    def type(self, given: Type, *, is_after: bool) -> Any:
        """A type as a term."""
        name = given.name
        if is_after and isinstance(name, Symbol):
            name = self.symbol(name)
        parts = tuple(self.type(one, is_after=is_after) for one in given.arguments)
        return (name, parts, given.is_nullable)


def _labels(
    before: Program, after: Program, touched: Iterable[tuple[Symbol, Symbol]]
) -> tuple[dict[str, str], frozenset[str]]:
    """Parameter names after -> before, where callers may name them and all say so; and old ones."""
    images: dict[str, set[str]] = {}
    kept: set[str] = set()
    for b, a in touched:
        if not table_of(after.files[after.outline(a).file].language).parameter_names:
            continue
        ours, theirs = before.definitions[b].function, after.definitions[a].function
        if ours is None or theirs is None or len(ours.parameters) != len(theirs.parameters):
            continue
        for old, new in zip(ours.parameters, theirs.parameters, strict=True):
            if old.name != new.name:
                images.setdefault(new.name, set()).add(old.name)
            else:
                kept.add(new.name)
    labels = {
        new: next(iter(olds)) for new, olds in images.items() if len(olds) == 1 and new not in kept
    }
    return labels, frozenset(old for olds in images.values() for old in olds)
