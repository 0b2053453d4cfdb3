"""What making an object of a class stores, whether its fields say it or its constructor does.

`class A { n = 0 }` and `class A { constructor() { this.n = 0 } }` are one class, and so are a
parameter that is a field and the store it stands for. Both sides are written as one constructor:
the call of the base, the values of fields in their order, the stores of parameters that are fields
(which of the two comes first hangs on how the program is built, so no value may read the object),
and what is left of the constructor. Not where it makes a difference who stores: where a class that
is not seen, or an accessor of a class above or below, may see it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.printed_objects import Printed, printed
from tracer.classify.equivalence.symbols.arrows import is_arguments
from tracer.classify.equivalence.symbols.hierarchy import DATA, name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.walking import references
from tracer.model.assumptions import INTROSPECTION
from tracer.semantics.core import (
    Argument,
    Assign,
    Binary,
    Call,
    Construct,
    Evaluate,
    External,
    Function,
    Index,
    Item,
    Kind,
    Literal,
    Member,
    Ref,
    Self,
    Symbol,
    TargetPattern,
    Template,
    TemplatePart,
    Type,
    Unary,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.classify.equivalence.comparison.found import Found
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition, Statement
    from tracer.semantics.versions import World

    Pair = tuple["Symbol", "Symbol"]

_COPIED = re.compile(rb"[{,]\s*\.\.\.\s*[\w$.]+\s*[,}]")  # `{ ...object }` keeps an order
ELSEWHERE = frozenset({"assigned", "parameter"})  # modifiers of fields stored by a constructor


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

    def _compare(self, before: Symbol, after: Symbol) -> bool:
        pair = (before, after)
        ours, theirs = (
            _Made.of(side, one, is_closed=self._world.is_closed)
            for side, one in zip(self._sides, pair, strict=True)
        )
        if ours is None or theirs is None:
            return False
        if ours.orders != theirs.orders and not self._is_order_unseen(pair, (ours, theirs)):
            return False
        if ours.is_implied is not theirs.is_implied and ours.has_bases:
            return False  # the constructor that is not written hands everything on
        found = self._compare_code((ours.home, theirs.home), (ours.function, theirs.function))
        if found.why is None:
            self.assumed |= found.assumed
            self.laws |= found.laws
        return found.why is None

    def _is_order_unseen(self, pair: Pair, made: tuple[_Made, _Made]) -> bool:
        """Whether nobody goes through the fields of the objects, which are the same ones."""
        ours, theirs = ([sorted(names) for names in one.orders] for one in made)
        if ours[0] != theirs[0] or not self._world.is_closed:
            return False
        shows = [
            printed(side.program, name_of(one)) for side, one in zip(self._sides, pair, strict=True)
        ]
        programs = [side.program for side in self._sides]
        if Printed.YES in shows or any(
            any(one.kind == "fields" for one in program.lookups)
            or any(_COPIED.search(file.text) for file in program.files)
            for program in programs
        ):
            return False
        self.assumed.add(INTROSPECTION)
        return True


class _Made:
    """A class's constructor with all that is stored, as one function.

    `home`: the definition whose code it stands for. `orders`: of the fields as objects get them,
    which shows when an object is printed: one that a class only declares is made where it is
    declared, or where it is first stored, as the program is built.
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
        self.orders = _orders(fields, rest)
        self.function = function._replace(body=(*call, *values, *stores, *rest))

    @classmethod
    def of(cls, side: Side, symbol: Symbol, *, is_closed: bool) -> _Made | None:
        """How an object of a class is made; None where that is not plainly said."""
        found = side.definition(symbol)
        is_derived = found.is_exported and not is_closed  # perhaps, by classes that are not seen
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
        if table.accessors is not None and (
            is_derived
            or any(one.function and _has_steps(one.function) for one in written)
            or _see_stores(side, found, names, table.accessors)
        ):
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


_PLAIN = (
    Literal, Construct, Item, Call, Argument, Ref, External, Member, Index, Unary, Binary, Template,
    TemplatePart, Symbol, Type, Self,
)  # fmt: skip


def _is_plain(field: Definition) -> bool:
    """Whether a field's value means the same in a constructor.

    It has no locals of its own, which would meet the constructor's, and nothing of its call.
    """
    return not field.decorators and all(
        type(part) is tuple or (isinstance(part, _PLAIN) and not is_arguments(part))
        for part in references(field.value)
    )


def _has_steps(function: Function) -> bool:
    """Whether parameters run code, which comes behind the values of fields."""
    return any(one.default is not None or one.pattern is not None for one in function.parameters)


def _orders(fields: list[Definition], rest: list[Statement]) -> tuple[list[str], list[str]]:
    """The names of fields as they are made where they are declared, and where first stored."""
    given = [one for one in fields if "parameter" in one.modifiers]
    said = [one for one in fields if not one.modifiers & ELSEWHERE]
    stored = [
        one.target.place.name
        for one in references(tuple(rest))
        if isinstance(one, Assign)
        and isinstance(one.target, TargetPattern)
        and isinstance(one.target.place, Member)
        and isinstance(one.target.place.object, Self)
    ]
    first = [name_of(one.symbol) for one in given]
    declared = [*first, *(name_of(one.symbol) for one in said), *stored]
    made = [*first, *(name_of(one.symbol) for one in said if one.value is not None), *stored]
    return list(dict.fromkeys(declared)), list(dict.fromkeys(made))


def _see_stores(
    side: Side, found: Definition, names: set[str], accessors: tuple[str, re.Pattern[bytes]]
) -> bool:
    """Whether an accessor may take a store to a field for a call, or a base may store first.

    A value that a field says makes the field; a store in a constructor may find an accessor of any
    class around. A field that is only declared forgets what a base has stored.
    """
    program = side.program
    words = "|".join(sorted(map(re.escape, names)))
    accessor = re.compile(accessors[0].format(words).encode())
    if any(accessor.search(one.text) or accessors[1].search(one.text) for one in program.files):
        return True
    todo = list(found.bases)
    while todo:
        base = todo.pop()
        if not isinstance(base, Ref) or base.symbol not in program.definitions:
            return True
        known = program.definitions[base.symbol]
        if any(
            isinstance(part, Call)
            for one in _members(side, known)
            for part in references((one.function, one.value))
        ):
            return True
        todo += known.bases
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
