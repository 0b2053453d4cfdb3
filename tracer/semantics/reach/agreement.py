"""Whether code that is seen gives a value of another type than is said of where it goes.

Where a running program does not enforce types, what is said may be untrue. Then nothing that is
said is believed, once one value is seen that is of another class; and of a parameter it is only
believed if each call gives what is surely of the type.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.core import Kind, Symbol, Type, plain_name
from tracer.semantics.reach.closure import Closure
from tracer.semantics.reach.code import given_back
from tracer.semantics.reach.held_values import ADDING, JOINING
from tracer.semantics.reach.static_types import CONSTRUCTORS, GIVEN, PROMISES
from tracer.semantics.reach.unions import joined, kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.core import Parameter
    from tracer.semantics.reach.closure import Parts
    from tracer.semantics.reach.code import Call, Unit
    from tracer.semantics.reach.static_types import AnyWorld

_CALLED = frozenset({"call", "import", "export", "base", "type"})
_SPREADS = frozenset({"*", "**"})


class Agreement:
    """What is believed of one version's types.

    `Parts` and the agreement ask each other: whoever makes both sets `parts` before the first
    question.
    """

    parts: Parts

    def __init__(self, world: AnyWorld) -> None:
        self.world = world
        self._is_searching = False
        self._asking: set[tuple[Symbol, int]] = set()
        self._known: dict[tuple[Symbol, int], bool] = {}

    def is_believed(self, unit: Unit, binder: int) -> bool:
        """Whether the type that is said of a parameter is believed.

        With `ALL_SAID` for a binder: what is said of anything that is not asked about singly; with
        `GIVEN`: what the function of the unit says that it gives.
        """
        rules = self.parts.rules(unit.file)
        if rules.is_enforced or self._is_searching:
            return True
        if rules.is_checked and not self._is_unchecked:
            return True
        if self.is_contradicted:
            return False
        if binder == GIVEN:
            return self._is_result_given(unit)
        return binder < 0 or self._is_parameter_given(unit, binder)

    @cached_property
    def _is_unchecked(self) -> bool:
        """Whether some code gives values other types than they have."""
        for at, file in enumerate(self.parts.program.files):
            rules, tree = self.parts.rules(at), file.tree
            if tree is None:
                continue
            if not rules.is_checked or rules.unchecked.search(file.text):
                return True
            names = tree.language.kind_names
            for row, kind in enumerate(tree.kind):
                is_one = names[kind] in rules.unchecked_kinds
                if is_one and not tree.slice(row).endswith(b"const"):
                    return True
        return False

    def added(self) -> tuple[Type, ...]:
        """The types of what is put into collections of which nothing is known."""
        return () if self._is_searching else self._added

    @cached_property
    def _added(self) -> tuple[Type, ...]:
        with self._searching():
            found = {one for unit in self.parts.code.all for one in self._added_in(unit)}
        return tuple(sorted((one for one in found if one.name), key=repr))

    def _added_in(self, unit: Unit) -> Iterator[Type]:
        types = self.parts.types
        for node in unit.nodes:
            place, value = None, None
            if isinstance(node, core.Call):
                function = node.function
                is_one = isinstance(function, core.Member) and function.name in JOINING | ADDING
                if is_one and node.arguments:
                    place, value = function.object, node.arguments[-1].value
            elif isinstance(node, core.Assign):
                index = getattr(node.target, "place", None)
                if isinstance(index, core.Index):
                    place, value = index.object, node.value
            if place is not None and not types.of(place, unit).arguments:
                found = types.of(value, unit)
                yield found
                yield from found.arguments

    # Parameters and results

    def _is_result_given(self, unit: Unit) -> bool:
        """Whether a function surely gives what it says, wherever it returns or yields."""
        if not isinstance(unit.home, Symbol):
            return False
        key = unit.home, GIVEN
        if key in self._asking:
            return True
        self._asking.add(key)
        try:
            one = self.parts.program.definitions[unit.home]
            if one.function is None:
                return False
            said = one.function.result if one.function.result.name else one.type
            return all(
                value is None or self.agrees(wanted, self.parts.types.of(value, unit), unit) is True
                for wanted, value in _typed_results(said, one.function)
            )
        finally:
            self._asking.discard(key)

    def _is_parameter_given(self, unit: Unit, binder: int) -> bool:
        """Whether all calls that are seen give a parameter what is said of it."""
        if not isinstance(unit.home, Symbol):
            return False
        key = unit.home, binder
        if key in self._asking:
            return True
        if key not in self._known:
            self._asking.add(key)
            try:
                found = self._is_given(unit.home, binder)
            finally:
                self._asking.discard(key)
            if self._asking:
                return found
            self._known[key] = found
        return self._known[key]

    def _is_given(self, home: Symbol, binder: int) -> bool:
        found = self._values_given(home, binder)
        if found is None:
            return False
        one, values = found
        return all(
            value is None or self.agrees(one.type, self.parts.types.of(value, unit), unit) is True
            for value, unit in values
        )

    def given(self, unit: Unit, binder: int) -> Type:
        """The type of all that calls give a parameter of which nothing is said."""
        if not isinstance(unit.home, Symbol) or self.parts.rules(unit.file).is_enforced:
            return core.UNKNOWN
        _, values = self._values_given(unit.home, binder) or (None, ())
        if not values:
            return core.UNKNOWN
        types = self.parts.types
        return joined([kept(value, types.of(value, where)) for value, where in values])

    def _values_given(
        self, home: Symbol, binder: int
    ) -> tuple[Parameter, list[tuple[Any | None, Unit]]] | None:
        """A parameter, with the value that each call gives it; None where not all calls are seen.

        A value is the default where a call gives nothing, and None where there is none either.
        """
        program = self.parts.program
        function = program.definitions[home].function
        parameters = function.parameters if function is not None else ()
        one = next((p for p in parameters if p.binder == binder), None)
        if one is None or one.kind in _SPREADS or program.definitions[home].decorators:
            return None
        if self.parts.code.calls_what_it_finds:
            return None
        calls: list[Call] = []
        for target in self._targets(home):
            if isinstance(target, Symbol) and target in program.definitions:
                mentions = program.references.get(target, ())
                if not all(mention.kind in _CALLED for mention in mentions):
                    return None
            calls += self.parts.code.calls.get(target, ())
        if any(argument.spread for call in calls for argument in call.node.arguments):
            return None
        values = ((_given(call.node, one, parameters), call.unit) for call in calls)
        return one, [(one.default if value is None else value, unit) for value, unit in values]

    def _targets(self, home: Symbol) -> list[Symbol | str]:
        """What calls name that may run a function."""
        program = self.parts.program
        owner, name = program.outline(home).owner, plain_name(home)
        if owner is None:
            return [home, "." + name]
        found: list[Symbol | str] = [*program.members_named.get(name, ()), "." + name]
        if name in CONSTRUCTORS:
            found += sorted(self.parts.hierarchy.related(owner) or self.parts.hierarchy.lines)
        return found

    # What is seen

    @cached_property
    def is_contradicted(self) -> bool:
        """Whether some value is surely not of the type that is said of where it goes.

        To be asked before any type is: what is asked meanwhile believes all that is said.
        """
        with self._searching():
            return any(
                said.name and self.agrees(said, self.parts.types.of(value, unit), unit) is False
                for unit in self.parts.code.all
                for said, value in self._given_in(unit)
            )

    @contextmanager
    def _searching(self) -> Iterator[None]:
        """Believe all that is said meanwhile; the types that rest on that are forgotten then."""
        self._is_searching = True
        try:
            yield
        finally:
            self._is_searching = False
            self.parts.types.forget()

    def _given_in(self, unit: Unit) -> Iterator[tuple[Type, Any]]:
        """(type that is said, value) of all that some code gives, stores or returns."""
        if isinstance(unit.home, Symbol):
            one = self.parts.program.definitions[unit.home]
            yield one.type, one.value
            for argument in one.value.arguments if isinstance(one.value, core.Call) else ():
                if isinstance(argument.value, core.Ref):  # what makes the value of a field
                    yield one.type, core.Call(argument.value, ())
            if one.function is not None:
                yield from _typed_results(one.function.result, one.function)
        for node in unit.nodes:
            if isinstance(node, core.Call):
                yield from self._given_by(node, unit)
            elif isinstance(node, core.Assign | core.Let):
                yield from ((said, node.value) for said in self._said_by(node, unit))
            elif isinstance(node, core.Update):
                yield from ((said, node.value) for said in self._said_at(node.target, unit))
            elif isinstance(node, core.Parameter):
                yield node.type, node.default

    def _said_by(self, node: core.Assign | core.Let, unit: Unit) -> list[Type]:
        """The types that are said of where a store puts its value."""
        if isinstance(node, core.Let):
            is_said = node.is_typed and isinstance(node.pattern, core.BindPattern)
            return [node.pattern.type] if is_said else []
        is_place = isinstance(node.target, core.TargetPattern)
        return self._said_at(node.target.place, unit) if is_place else []

    def _said_at(self, place: Any, unit: Unit) -> list[Type]:
        """The types that are said of a place."""
        definitions = self.parts.program.definitions
        if isinstance(place, core.Local):
            return [unit.declared.get(place.binder, core.UNKNOWN)]
        symbol = place.owner if isinstance(place, core.Member) else getattr(place, "symbol", None)
        if symbol is not None and symbol in definitions:
            return [self._said_of(symbol)]
        if isinstance(place, core.Member):
            return self._named(place.name)
        if isinstance(place, core.Index):
            held = self.parts.types.of(place.object, unit)
            is_part = isinstance(place.key, core.Construct)
            return [held] if is_part else list(held.arguments[-1:])
        return []

    def _said_of(self, symbol: Symbol) -> Type:
        """The type that is said of a field."""
        said = self.parts.program.definitions[symbol].type
        return said if said.name else self.parts.program.assigned_type(symbol)

    def _named(self, name: str) -> list[Type]:
        """The types that are said of all fields of a name."""
        program = self.parts.program
        named = program.members_named.get(name, ())
        return [self._said_of(one) for one in named if program.outline(one).kind is Kind.FIELD]

    def _given_by(self, node: core.Call, unit: Unit) -> Iterator[tuple[Type, Any]]:
        """What a call gives the parameters of what it calls, or a collection."""
        program = self.parts.program
        function = node.function
        symbol = function.symbol if isinstance(function, core.Ref) else None
        if isinstance(function, core.Member):
            symbol = function.owner
            held = self.parts.types.of(function.object, unit)
            if held.arguments and isinstance(held.name, str) and node.arguments:
                wanted = held if function.name in JOINING else held.arguments[-1]
                if function.name in JOINING | ADDING:
                    yield wanted, node.arguments[-1].value
        if symbol is None or symbol not in program.definitions:
            for argument in node.arguments:
                yield from ((said, argument.value) for said in self._named(argument.label))
            return
        if program.outline(symbol).kind is Kind.CLASS:
            yield from self._given_to_class(symbol, node, unit)
        else:
            yield from _given_to(program.definitions[symbol].function, node)

    def _given_to_class(
        self, symbol: Symbol, node: core.Call, unit: Unit
    ) -> Iterator[tuple[Type, Any]]:
        """What a call gives the constructor of a class, or the fields of one that has none."""
        program = self.parts.program
        for name in CONSTRUCTORS:
            member = program.member(symbol, name)
            made = program.definitions[member].function if member is not None else None
            if made is not None:
                yield from _given_to(made, node)
                return
        fields = [
            program.definitions[member]
            for owner in reversed(self.parts.hierarchy.lines.get(symbol, [symbol]))
            for member in program.outline(owner).members
            if program.outline(member).kind is Kind.FIELD
        ]
        fields = [one for one in fields if one.type.name]
        for at, argument in enumerate(node.arguments):
            named = [one for one in fields if plain_name(one.symbol) == argument.label]
            wanted = named or (fields[at : at + 1] if not argument.label else [])
            if wanted and not argument.spread:
                yield wanted[0].type, argument.value
            elif argument.spread == "**":
                held = self.parts.types.of(argument.value, unit).arguments[-1:]
                yield from ((joined(f.type for f in fields), _of_type(one)) for one in held)

    def agrees(self, said: Type, seen: Type, unit: Unit) -> bool | None:
        """Whether values of a type are of another one; None where that is not known."""
        if not said.name or not seen.name:
            return None
        holders = self.parts.rules(unit.file).holders
        if said.name in holders and seen.name in holders:
            if not said.arguments or not seen.arguments:
                return None
            return self.agrees(said.arguments[-1], seen.arguments[-1], unit)
        wanted, found = (
            Closure(self.parts, unit.file, is_deep=False, with_results=False).of_type(one)
            for one in (said, seen)
        )
        if wanted.is_any:
            return True
        return None if found.is_any else found.classes <= wanted.classes


def _of_type(of: Type) -> core.Cast:
    """Something that has a type."""
    return core.Cast(core.Literal("null", "null"), of, is_assertion=True)


def _typed_results(said: Type, function: core.Function) -> Iterator[tuple[Type, Any]]:
    """(type that is said, value) of what a function gives."""
    nodes = list(given_back(function))
    if said.name in PROMISES and "async" in function.flags:
        said = next(iter(said.arguments), core.UNKNOWN)
    is_generator = any(isinstance(node, core.Yield) for node in nodes)
    for node in nodes:
        if isinstance(node, core.Yield):
            inner = said if node.is_delegated else next(iter(said.arguments), core.UNKNOWN)
            yield inner, node.value
        elif not is_generator:
            yield said, node.value


def _given_to(function: core.Function | None, node: core.Call) -> Iterator[tuple[Type, Any]]:
    """(type that is said, value) of each parameter of a function that a call gives something."""
    parameters = function.parameters if function is not None else ()
    for one in parameters:
        value = _given(node, one, parameters)
        if value is not None:
            yield one.type, value


def _given(node: core.Call, one: Parameter, parameters: tuple[Parameter, ...]) -> Any | None:
    """What a call gives a parameter, None for nothing."""
    place = parameters.index(one)
    for at, argument in enumerate(node.arguments):
        if argument.label == one.name or (not argument.label and at == place):
            return argument.value
    return None
