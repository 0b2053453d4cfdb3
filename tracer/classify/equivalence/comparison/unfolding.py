"""Which definitions are replaced by what they do where they are called.

Those that one side lacks; those that code calls on one side only where it differs, for then one
side may say what the other calls; and those whose code differs while all who call them are known:
then only what their callers see of them counts. Whoever is unfolded must be what is called: not
overridden, not defined twice, and used for nothing but calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.arrows import as_function
from tracer.classify.equivalence.symbols.hierarchy import is_overridden, members_of_name, name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import Kind, Local
from tracer.semantics.reach.hierarchy import lines_of

if TYPE_CHECKING:
    from tracer.classify.equivalence.symbols.symbols import SymbolMap
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition, Function, Symbol
    from tracer.semantics.versions import World

# Modifiers that a call does not feel.
_PLAIN = frozenset({
    "public", "private", "protected", "internal", "export", "exported", "pub", "package", "static",
    "final", "inline", "const", "constexpr", "async", "generator", "readonly", "default", "getter",
    "classmethod", "staticmethod", "property", "arrow", "explicit", "noexcept", "pub(crate)",
    "crate", "anonymous", "sealed", "get", "copied_receiver",
})  # fmt: skip
_UNFOLDED = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY, Kind.CLASS})


class Unfolding:
    """Holds the map as it shrinks, and the sides' sets of what is unfolded."""

    def __init__(self, before: Side, after: Side, found: SymbolMap, *, world: World) -> None:
        self.sides = (before, after)
        self.map = found
        self._world = world
        self.dropped: set[tuple[Symbol, Symbol]] = set()
        self.offered: set[Symbol] = set()  # those of them that are not private
        self._shared: set[Symbol] = set()  # after: of both versions, and unfolded in both
        self._bases = tuple(lines_of(side.program) for side in self.sides)
        self._stores = any(side.stores_by_text for side in self.sides)
        self._unfold()

    def _unfold(self) -> None:
        images = (self.map.to_after, self.map.to_before)
        shared = {self.map.to_before[a] for a in self._shared if a in self.map.to_before}
        for side, known, also in zip(self.sides, images, (shared, self._shared), strict=True):
            side.set_unfold(
                symbol
                for symbol in side.program.definitions
                if symbol in also or (symbol not in known and self._may_be(side, symbol))
            )

    def unfold_callees(self, pairs: list[tuple[Symbol | None, Symbol | None]]) -> bool:
        """Unfold what only one of two differing definitions calls; whether there is more of it.

        What is unfolded stays in the map, and is compared for itself.
        """
        found: set[Symbol] = set()
        for b, a in pairs:
            if b is None or a is None:
                continue
            ours, theirs = (
                side.made(one, "function", as_function(side.definition(one)).function).called
                for side, one in zip(self.sides, (b, a), strict=True)
            )
            images = {self.map.to_after[one] for one in ours if one in self.map.to_after}
            found |= images ^ {one for one in theirs if one in self.map.to_before}
        found = {one for one in found - self._shared if self._is_itself(one)}
        self._shared |= found
        if found:
            self._unfold()
        return bool(found)

    def _is_itself(self, after: Symbol) -> bool:
        """Whether a call of a definition of both versions surely runs it."""
        pair = self.map.to_before[after], after
        for side, symbol in zip(self.sides, pair, strict=True):
            if self._stores or not self._is_code(side, symbol):
                return False
            if self._is_offered(side, symbol) and not self._world.is_closed:
                return False  # others may put another in its place
            if any(m.kind == "write" for m in side.program.references.get(symbol, ())):
                return False
        return True

    def _is_code(self, side: Side, symbol: Symbol) -> bool:
        """Whether a definition is a function, method or getter that may be unfolded."""
        kind = as_function(side.definition(symbol)).kind
        is_code = kind in {Kind.FUNCTION, Kind.METHOD, Kind.PROPERTY}
        return is_code and self._may_be(side, symbol)

    @staticmethod
    def _is_offered(side: Side, symbol: Symbol) -> bool:
        """Whether other files may name a definition, or override it."""
        outline = as_function(side.definition(symbol))
        if outline.is_private:
            return False
        return outline.is_exported or _is_overridable(side, outline)

    def _may_be(self, side: Side, symbol: Symbol) -> bool:
        outline = side.program.outline(symbol)
        if outline.kind is Kind.CONSTANT:
            outline = as_function(side.definition(symbol))
        if outline.kind not in _UNFOLDED:
            return False
        if name_of(symbol) != symbol.path[-1] or outline.modifiers - _PLAIN:
            return False
        if outline.owner is None or outline.kind in {Kind.CONSTRUCTOR, Kind.CLASS}:
            return True
        if self._stores or self._is_of_another_self(side, symbol):
            return False
        lines = self._bases[self.sides.index(side)]
        return not is_overridden(side.program, lines, symbol)

    @staticmethod
    def _is_of_another_self(side: Side, symbol: Symbol) -> bool:
        """Whether a caller's own object is the class, or is not made yet."""
        program = side.program
        outline = program.outline(symbol)
        if outline.kind is not Kind.METHOD or "static" in outline.modifiers:
            return False
        typed = table_of(side.language(symbol)).static_types  # a class has no methods of objects
        for mention in program.references.get(symbol, ()):
            if mention.within is None:
                continue
            caller = program.outline(mention.within)
            is_static = "static" in caller.modifiers and not typed
            if is_static or caller.kind is Kind.CONSTRUCTOR:
                return True
        return False

    def unmap(
        self, pairs: list[tuple[Symbol | None, Symbol | None]], *, is_single: bool = False
    ) -> bool:
        """Take differing pairs out of the map where they may be unfolded; whether any was.

        `is_single`: no other definition differs, so that no caller but a module makes it good.
        """
        found = [
            (b, a)
            for b, a in pairs
            if b is not None and a is not None and (b, a) not in self.dropped
            and self._may_differ(b, a, is_single=is_single)
            and self._is_only_called(0, b) and self._is_only_called(1, a)
        ]  # fmt: skip
        if not found:
            return False
        self.dropped.update(found)
        self.offered.update(
            one
            for pair in found
            for side, one in zip(self.sides, pair, strict=True)
            if self._is_offered(side, one)
        )
        self.map = self.map.without(b for b, _ in found)
        self.map = self.map._replace(unfolded=frozenset(self.dropped))
        self._unfold()
        return True

    def _may_differ(self, *pair: Symbol, is_single: bool) -> bool:
        """Whether nobody asks for a definition as it was: it is private, or takes other parameters.

        Those that others may name need no name in common with a member of another type.
        """
        sides = list(zip(self.sides, pair, strict=True))
        ours, theirs = (as_function(side.definition(one)).function for side, one in sides)
        is_private = not any(
            self._is_code(side, one) and self._is_offered(side, one) for side, one in sides
        )
        if ours is None or theirs is None or _shape(ours) == _shape(theirs):
            return is_private and not is_single
        namesakes = [other for side, one in sides for other in _namesakes(side, one)]
        if any(other.kind is Kind.INTERFACE for other in namesakes):
            return False  # a type has what an interface asks for by its parameters
        return is_private or (
            not namesakes
            and not any(side.definition(one).decorators for side, one in sides)
            and _means_the_same(ours, theirs)
            and _body_text(*sides[0]) == _body_text(*sides[1]) != b""
            and self._world.is_closed
        )

    def _is_only_called(self, at: int, symbol: Symbol) -> bool:
        """Whether all mentions of a definition are calls of it."""
        side = self.sides[at]
        if not self._is_code(side, symbol):
            return False
        mentions = side.program.references.get(symbol, ())
        return bool(mentions) and all(m.kind in {"call", "import", "export"} for m in mentions)

    def why_not(self, pair: tuple[Symbol, Symbol]) -> str | None:
        """Why a pair that was taken out of the map is still seen, or None."""
        for side, symbol in zip(self.sides, pair, strict=True):
            if side.program.unresolved_of("." + name_of(symbol)):
                return f"what `{shown(symbol)}` does differs, and not all who call it are known"
        return None


def _shape(code: Function) -> list[tuple[str, str, bool]]:
    """What callers of a function need to know of its parameters."""
    return [(p.name, p.kind, p.default is None) for p in code.parameters]


def _means_the_same(*codes: Function) -> bool:
    """Whether code that takes other parameters, and stands as it did, means the same by them.

    They are in another order, some are left out that nothing reads, or have a default; the types
    are the same.
    """
    if codes[0].result != codes[1].result:
        return False
    kinds = [{p.name: (p.kind, p.type) for p in code.parameters} for code in codes]
    common = kinds[0].keys() & kinds[1].keys()
    for code in codes:
        used = {one.binder for one in references(code.body) if isinstance(one, Local)}
        if any(
            p.pattern is not None or (p.name not in common and p.binder in used)
            for p in code.parameters
        ):
            return False
    return all(kinds[0][name] == kinds[1][name] for name in common)


def _body_text(side: Side, symbol: Symbol) -> bytes:
    """The body of a function as it stands; b"" where there is none."""
    outline = side.program.outline(symbol)
    tree = side.program.files[outline.file].tree
    rows = range(outline.row, tree.stop[outline.row]) if tree is not None else range(0)
    body = next((row for row in rows if tree and tree.field_name(row) == "body"), -1)
    return b"" if tree is None or body < 0 else tree.slice(body)


def _namesakes(side: Side, symbol: Symbol) -> list[Definition]:
    """The other types with a member of the name of one."""
    if side.program.outline(symbol).owner is None:
        return []
    named = members_of_name(side.program, symbol)
    found = (side.program.outline(one).owner for one in named if one != symbol)
    return [side.program.outline(owner) for owner in found if owner is not None]


def _is_overridable(side: Side, outline: Definition) -> bool:
    """Whether a class of the same package may have another method in the place of one."""
    if outline.kind is not Kind.METHOD or outline.owner is None:
        return False
    if not table_of(side.language(outline.symbol)).private_is_final:
        return False
    owner = side.program.outline(outline.owner)
    return outline.modifiers.isdisjoint({"static", "final"}) and "final" not in owner.modifiers
