"""What making an object of a class stores, whether its fields say it or its constructor does.

`class A { n = 0 }` and `class A { constructor() { this.n = 0 } }` are one class, and so are a
parameter that is a field and the store it stands for. Both sides are written as one constructor:
the call of the base, the values of fields in their order, the stores of parameters that are fields
(which of the two comes first hangs on how the program is built, so no value may read the object),
and what is left of the constructor. Not where it makes a difference who stores: where a class that
is not seen, or an accessor of a class above or below, may see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import DATA, name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import (
    Assign,
    Call,
    Evaluate,
    Function,
    Kind,
    Local,
    Member,
    Ref,
    Self,
    TargetPattern,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.classify.equivalence.comparison.found import Found
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition, Statement, Symbol
    from tracer.semantics.versions import World

    Pair = tuple["Symbol", "Symbol"]

ELSEWHERE = frozenset({"assigned", "parameter"})  # what is said of a field that others store


class Initialisers:
    """Compares how objects of two classes are initialised.

    `compare` compares two functions whose homes are given; each class is asked for once.
    `assumed`, `laws`: what the answers so far rest on.
    """

    def __init__(
        self,
        sides: tuple[Side, Side],
        compare: Callable[[Pair, tuple[Function, Function]], Found],
        world: World,
    ) -> None:
        self._sides = sides
        self._world = world
        self._compare_code = compare
        self._known: dict[Pair, bool] = {}
        self.assumed: set[str] = set()
        self.laws: set[str] = set()

    def same(self, before: Symbol | None, after: Symbol | None) -> bool:
        """Whether objects of two classes are initialised alike, as a whole."""
        if before is None or after is None:
            return False
        known = self._known.get((before, after))
        if known is None:
            self._known[before, after] = False  # where this is asked again within
            known = self._known[before, after] = self._compare(before, after)
        return known

    def _compare(self, *pair: Symbol) -> bool:
        ours, theirs = (
            _Made.of(side, one, is_closed=self._world.is_closed)
            for side, one in zip(self._sides, pair, strict=True)
        )
        if ours is None or theirs is None:
            return False
        is_shown = any(one.kind == "fields" for s in self._sides for one in s.program.lookups)
        if is_shown and ours.names != theirs.names:
            return False
        if ours.is_implied is not theirs.is_implied and ours.has_bases:
            return False  # the constructor that is not written hands everything on
        found = self._compare_code((ours.home, theirs.home), (ours.function, theirs.function))
        if found.why is None:
            self.assumed |= found.assumed
            self.laws |= found.laws
        return found.why is None


class _Made:
    """A class's constructor with all that is stored, as one function.

    `home`: the definition whose code it stands for; `names`: of fields, as objects have them.
    """

    def __init__(self, side: Side, found: Definition, fields: list[Definition]) -> None:
        written = [one for one in _members(side, found) if one.kind is Kind.CONSTRUCTOR]
        function = written[0].function if written else None
        self.is_implied = function is None
        self.has_bases = bool(found.bases)
        function = function or Function((), ())
        stored = {one.symbol for one in fields if "parameter" in one.modifiers}
        call, stores, rest = _parted(function.body, stored, has_bases=self.has_bases)
        values = [_store(one) for one in fields if one.value is not None]
        self.home = written[0].symbol if written else fields[0].symbol
        self.names = [name_of(one.symbol) for one in fields]
        self.function = function._replace(body=(*call, *values, *stores, *rest))

    @classmethod
    def of(cls, side: Side, symbol: Symbol, *, is_closed: bool) -> _Made | None:
        """How an object of a class is made; None where that is not plainly said."""
        found = side.definition(symbol)
        is_derived = found.is_exported and not is_closed  # by what is not seen
        table = table_of(side.language(symbol))
        if found.kind is not Kind.CLASS or not table.fields_run_in_order or found.body:
            return None
        members = list(_members(side, found))
        fields = [
            one for one in members if one.kind is Kind.FIELD and "static" not in one.modifiers
        ]
        written = [one for one in members if one.kind is Kind.CONSTRUCTOR]
        if len(written) > 1 or not fields or not all(map(_is_plain, fields)):
            return None
        names = {name_of(one.symbol) for one in fields}
        if not table.static_types and (is_derived or _see_stores(side, found, names)):
            return None
        if any("parameter" in one.modifiers for one in fields) and any(
            isinstance(part, Self) for one in fields for part in references(one.value)
        ):
            return None
        try:
            return cls(side, found, fields)
        except _UnclearError:
            return None


class _UnclearError(Exception):
    """A constructor whose first steps are not plainly the call of its base and stores."""


def _members(side: Side, found: Definition) -> Iterator[Definition]:
    for symbol in found.members:
        if side.program.outline(symbol).kind in DATA | {Kind.CONSTRUCTOR}:
            yield side.definition(symbol)


def _is_plain(field: Definition) -> bool:
    """Whether a field's value has no locals of its own, which would meet the constructor's."""
    return not field.decorators and not any(
        isinstance(part, Local | Function) for part in references(field.value)
    )


def _see_stores(side: Side, found: Definition, names: set[str]) -> bool:
    """Whether a member of a class around a class may take a store to a field for a call.

    A value that a field says makes the field; a store in a constructor may find an accessor.
    """
    program = side.program
    todo, seen = [found.symbol], set()
    while todo:
        symbol = todo.pop()
        if symbol in seen:
            continue
        seen.add(symbol)
        known = program.definitions[symbol]
        for base in known.bases:
            if not isinstance(base, Ref) or base.symbol not in program.definitions:
                return True
            todo.append(base.symbol)
        todo += program.subclasses(symbol)
        kinds = {program.outline(one).kind for one in known.members if name_of(one) in names}
        if kinds - {Kind.FIELD}:
            return True
    return False


def _parted(
    body: tuple[Statement, ...], stored: set[Symbol], *, has_bases: bool
) -> tuple[list[Statement], list[Statement], list[Statement]]:
    """(call of the base, stores of parameters that are fields, the rest) of a constructor.

    The stores stand first where the code was read, and run behind the call of the base.
    """
    stores, rest = list(body[: len(stored)]), list(body[len(stored) :])
    calls = []
    if has_bases and rest and _calls(rest[0], "super"):
        calls.append(rest.pop(0))
    if stores and has_bases and not calls:
        raise _UnclearError
    if any(_calls(one, kind) for one in rest for kind in ("super", "self")):
        raise _UnclearError  # there, or in another constructor of the class
    return calls, stores, rest


def _calls(statement: Statement, kind: str) -> bool:
    return any(
        isinstance(one, Call) and isinstance(one.function, Self) and one.function.kind == kind
        for one in references(statement)
    )


def _store(field: Definition) -> Statement:
    """The store that a field with a value stands for."""
    place = Member(Self("self"), name_of(field.symbol), field.symbol)
    assert field.value is not None
    return Evaluate(Assign(TargetPattern(place), field.value))
