"""Classes of which one object may be several: by their bases, or by the shape of their objects."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.core import Kind, Ref, Symbol, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program

CLASSES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM})
TYPES = CLASSES | {Kind.TYPE}
_HIDDEN = frozenset({"private", "protected"})


def lines_of(program: Program) -> dict[Symbol, list[Symbol]]:
    """Each class with its bases in the program, nearest first."""
    parents: dict[Symbol, list[Symbol]] = {}
    classes = [s for s in program.definitions if program.outline(s).kind in CLASSES]
    for symbol in classes:
        for child in program.subclasses(symbol):
            parents.setdefault(child, []).append(symbol)
    return {symbol: _line(symbol, parents) for symbol in classes}


def _line(symbol: Symbol, parents: Mapping[Symbol, list[Symbol]]) -> list[Symbol]:
    found, todo = [], [symbol]
    while todo:
        one = todo.pop(0)
        if one not in found:
            found.append(one)
            todo += parents.get(one, ())
    return found


def _plain(symbol: Symbol) -> Symbol:
    path = (*symbol.path[:-1], plain_name(symbol)) if symbol.path else ()
    return symbol._replace(path=path)


class Hierarchy:
    """What one version of a program says of its classes."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._related: dict[Symbol, frozenset[Symbol] | None] = {}

    @cached_property
    def lines(self) -> dict[Symbol, list[Symbol]]:
        """Each class with its bases."""
        return lines_of(self._program)

    def related(self, symbol: Symbol) -> frozenset[Symbol] | None:
        """The classes that an object of a class may be of, too; None for any."""
        if symbol not in self._related:
            self._related[symbol] = self._find_related(symbol)
        return self._related[symbol]

    def _find_related(self, symbol: Symbol) -> frozenset[Symbol] | None:
        if symbol not in self.lines:
            return None
        found = set(self._unclear)
        same = self._same.get(_plain(symbol), frozenset())
        for one, line in self.lines.items():
            if not same.isdisjoint(line):
                if one in self._unclear:
                    return None
                found.update(line)
        return frozenset(found)

    @cached_property
    def _same(self) -> dict[Symbol, frozenset[Symbol]]:
        """Classes that are one, defined in several places: by the name without an ordinal."""
        found: dict[Symbol, set[Symbol]] = {}
        for one in self.lines:
            found.setdefault(_plain(one), set()).add(one)
        return {plain: frozenset(all_) for plain, all_ in found.items()}

    @cached_property
    def _unclear(self) -> frozenset[Symbol]:
        """Classes of which a base is computed, and the bases they are known to have."""
        return frozenset(
            base
            for symbol, line in self.lines.items()
            if any(self._is_computed(one) for one in line)
            for base in (symbol, *line)
        )

    def _is_computed(self, symbol: Symbol) -> bool:
        """Whether a class says a base, or by what it is made, in a way that names none."""
        return any(
            not isinstance(base, core.External)
            and (not isinstance(base, Ref) or base.symbol not in self.lines)
            for base in self._bases(symbol)
        )

    def _bases(self, symbol: Symbol) -> Iterator[core.Expression]:
        """The bases that a class says, without the arguments of generic ones."""
        for base in self._program.definitions[symbol].bases:
            yield base.object if isinstance(base, core.Index) else base

    def outside_bases(self, symbol: Symbol) -> list[str]:
        """The paths of the bases from outside that a class has, or a base of it in the program."""
        lines = self.lines.get(symbol, ())
        bases = (base for one in lines for base in self._bases(one))
        return [base.path for base in bases if isinstance(base, core.External)]

    # Shapes: where a value is of a type if it has the members of it

    def members(self, symbol: Symbol) -> dict[str, Definition]:
        """The members that objects of a class have, by plain name."""
        found: dict[str, Definition] = {}
        for one in self.lines.get(symbol, (symbol,)):
            for member in self._program.outline(one).members:
                outline = self._program.outline(member)
                if outline.kind is not Kind.CONSTRUCTOR and "static" not in outline.modifiers:
                    found.setdefault(plain_name(member), outline)
        return found

    def required(self, symbol: Symbol) -> frozenset[str] | None:
        """The names that a value of a type must have; None where only its own objects are."""
        members = self.members(symbol)
        is_own = any(
            one.modifiers & _HIDDEN or name.startswith("#") for name, one in members.items()
        )
        if is_own and self._program.outline(symbol).kind is Kind.CLASS:
            return None
        return frozenset(name for name, one in members.items() if "?" not in one.modifiers)

    def of_shape(self, names: frozenset[str]) -> frozenset[Symbol]:
        """The classes of which some objects have all of some names."""
        found: set[Symbol] = set()
        for one, line in self.lines.items():
            is_open = self.outside_bases(one) or one in self._unclear
            if is_open or names <= self._shown(one):
                found.update(line)
        return frozenset(found)

    def _shown(self, symbol: Symbol) -> set[str]:
        """The members of a class that make its objects of a type that has them."""
        members = self.members(symbol).items()
        return {name for name, one in members if not one.modifiers & _HIDDEN}
