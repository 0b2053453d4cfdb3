"""Types that nobody declares: of parameters by all calls, of fields by all stores, of results.

A parameter has the type of what every call gives it, where all code that may call the function is
at hand: each mention of it is a call, no class around it in the hierarchy or outside may be meant,
and nothing finds it by a text. So languages that declare no types have the facts that laws need.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.library import library_of
from tracer.classify.equivalence.symbols.arrows import as_function
from tracer.classify.equivalence.symbols.hierarchy import family_of, name_of
from tracer.classify.equivalence.versions.indexing import has_stores_by_text
from tracer.classify.equivalence.versions.known_calls import (
    HARMLESS,
    PLAIN,
    KnownCalls,
)
from tracer.classify.equivalence.versions.value_types import Asked, Typer, Unit
from tracer.semantics import core
from tracer.semantics.core import UNKNOWN, Kind, Symbol, Type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.semantics.core import Definition, Parameter
    from tracer.semantics.program import Program
    from tracer.semantics.versions import World

# What may store to fields that it does not name.
_HANDED_ON = re.compile(
    rb"\bObject\s*\.\s*(?:assign|setPrototypeOf|defineProp)|\bReflect\b|__dict__"
)


class SeenTypes:
    """Answers for one version of the program. `world`: whether all callers are in it."""

    def __init__(self, program: Program, *, world: World) -> None:
        self._program = program
        self._world = world
        self._units: dict[Symbol | int, Unit] = {}
        self._typers: dict[str, Typer] = {}
        self._asked = Asked()
        self._known: dict[tuple[str, Symbol], Type] = {}
        self._calls = KnownCalls(program, world=world)

    def parameters(self, symbol: Symbol) -> tuple[Type, ...]:
        """The types of a function's parameters, in their order; unknown ones among them."""
        calls = self._calls.of(symbol)
        if not calls:
            return ()
        function = as_function(self._program.definitions[symbol]).function
        count = 0 if function is None else len(function.parameters)
        return tuple(self._parameter(symbol, at) for at in range(count))

    def field(self, symbol: Symbol) -> Type:
        """The type of a field that code stores to: that of all stores."""
        return self._kept("field", symbol, lambda: self._by_stores(symbol))

    def result(self, symbol: Symbol) -> Type:
        """The type of what a function gives, where each way out of it gives that."""
        return self._kept("result", symbol, lambda: self._by_returns(symbol))

    def _parameter(self, symbol: Symbol, at: int) -> Type:
        return self._kept(f"parameter {at}", symbol, lambda: self._given(symbol, at))

    def _kept(self, what: str, symbol: Symbol, compute: Callable[[], Type]) -> Type:
        """A type, found once; what was asked while it was being found is asked again."""
        key = (what, symbol)
        found = self._known.get(key)
        if found is None:
            found = self._asked.of(key, compute)
            if not self._asked.is_asking:
                self._known[key] = found
        return found

    # Parameters

    def is_given_new(self, symbol: Symbol) -> bool:
        """Whether a call gives a function a text, a collection or an object made in the call.

        Cost: code that calls the function is lowered, and no more.
        """
        return any(
            isinstance(one.value, core.Construct | core.Template)
            or (isinstance(one.value, core.Literal) and one.value.kind == "str")
            or (isinstance(one.value, core.Call) and one.value.kind == "new")
            for call in self._calls.of(symbol)
            for one in call.node.arguments
        )

    def _given(self, symbol: Symbol, at: int) -> Type:
        """The type of all that a parameter is given."""
        calls = self._calls.of(symbol)
        function = as_function(self._program.definitions[symbol]).function
        if not calls or function is None:
            return UNKNOWN
        one = function.parameters[at]
        if one.kind not in ("", "positional", "keyword") or one.pattern is not None:
            return UNKNOWN
        typer, found = self._typer(symbol), []
        for call in calls:
            value = _argument(call.node, at, one)
            if value is None:
                return UNKNOWN
            found.append(typer.type_of(value, self._unit(call.home)))
            if not found[-1].name:
                return UNKNOWN
        return typer.joined(found)

    # Fields

    def _by_stores(self, symbol: Symbol) -> Type:
        """The type of all stores to a member of the name, in the class's own constructor first."""
        program = self._program
        if symbol not in program.definitions:
            return UNKNOWN
        outline = program.outline(symbol)
        definition = program.definitions[symbol]
        if outline.kind is Kind.CONSTANT and outline.owner is None:
            return self._of_constant(definition)
        if outline.kind is not Kind.FIELD or definition.type.name or outline.owner is None:
            return UNKNOWN
        name = name_of(symbol)
        language = program.files[outline.file].language
        if not self._world.is_closed and not name.startswith("#"):
            return UNKNOWN
        if self._stores_by_text or self._calls.has_unseen_base(outline.owner, language):
            return UNKNOWN
        if any(_HANDED_ON.search(file.text) for file in program.files):
            return UNKNOWN
        if len(program.members_named.get(name, ())) > 1:
            return UNKNOWN
        stores = self._stores(symbol, name)
        is_made = definition.value is not None or any(
            all(getattr(one, "name", None) != name for one in walk(value)) for value, _ in stores
        )
        if not is_made:
            return UNKNOWN  # what it is made of itself says nothing
        typer = self._typer(symbol)
        found = [typer.type_of(value, unit) for value, unit in stores]
        if definition.value is not None:
            found.append(typer.type_of(definition.value, self._unit(symbol)))
        elif library_of(language).semantics.loose_null and not self._is_set_first(
            outline.owner, symbol
        ):
            return UNKNOWN  # it holds undefined until then
        return UNKNOWN if any(not one.name for one in found) else typer.joined(found)

    def _of_constant(self, definition: Definition) -> Type:
        """The type of a name that gets its value once, where it stands."""
        if definition.value is None or definition.function is not None:
            return UNKNOWN
        symbol = definition.symbol
        if definition.modifiers - PLAIN or name_of(symbol) != symbol.path[-1]:
            return UNKNOWN
        is_kept = {"read", "call", *HARMLESS}.issuperset(
            one.kind
            for one in self._calls.mentions(symbol)
            if (one.file, one.row) != (definition.file, definition.name_row)
        )
        if not is_kept or self._stores_by_text or not self._world.is_closed:
            return UNKNOWN
        return self._typer(symbol).type_of(definition.value, self._unit(symbol))

    @cached_property
    def _stores_by_text(self) -> bool:
        """Whether some code may store to a member by a text."""
        return has_stores_by_text(self._program)

    def _stores(self, symbol: Symbol, name: str) -> list[tuple[Any, Unit]]:
        """(value, unit) of all stores to members of a name; none where one is of another sort."""
        program = self._program
        mentions = [*program.references.get(symbol, ()), *program.unresolved_of("." + name)]
        found: list[tuple[Any, Unit]] = []
        seen: set[Symbol | int] = set()
        for one in mentions:
            home: Symbol | int = one.file if one.within is None else one.within
            if home in seen:
                continue
            seen.add(home)
            stores = _stores_in(self._calls.code(home), name)
            if stores is None:
                return []
            found += [(value, self._unit(home)) for value in stores]
        return found

    def _is_set_first(self, owner: Symbol, field: Symbol) -> bool:
        """Whether a constructor stores to a field before it calls or hands on anything."""
        program = self._program
        for member in program.outline(owner).members:
            definition = program.definitions[member]
            if definition.function is None or not self._calls.is_constructor(definition):
                continue
            for statement in definition.function.body:
                if any(isinstance(one, core.Self) for one in _values_in(statement)):
                    return False
                if _stores_plainly(statement, field):
                    return True
        return False

    # Results

    def _by_returns(self, symbol: Symbol) -> Type:
        program = self._program
        if symbol not in program.definitions:
            return UNKNOWN
        definition = as_function(program.definitions[symbol])
        function, outline = definition.function, program.outline(symbol)
        if outline.kind in {Kind.CLASS, Kind.ENUM} or function is None or definition.decorators:
            return UNKNOWN
        if function.result.name or outline.modifiers - PLAIN or not self._is_sure(outline):
            return UNKNOWN
        if function.flags - {"arrow"}:
            return UNKNOWN
        nodes = list(walk(function, into_functions=False))
        if any(isinstance(one, core.Yield | core.Await | core.Opaque) for one in nodes):
            return UNKNOWN
        returns = [one for one in nodes if isinstance(one, core.Return)]
        if not returns or not _always_leaves(function.body):
            return UNKNOWN
        typer, unit = self._typer(symbol), self._unit(symbol)
        found = [UNKNOWN if r.value is None else typer.type_of(r.value, unit) for r in returns]
        return UNKNOWN if any(not one.name for one in found) else typer.joined(found)

    def _is_sure(self, outline: Definition) -> bool:
        """Whether a call of a function runs this code."""
        if name_of(outline.symbol) != outline.symbol.path[-1] or self._stores_by_text:
            return False
        if any(one.kind == "write" for one in self._calls.mentions(outline.symbol)):
            return False
        if outline.owner is None:
            return True
        if not self._world.is_closed:
            return False
        return len(family_of(self._program, self._calls.lines, outline.symbol)) == 1

    # Code

    def _typer(self, symbol: Symbol) -> Typer:
        language = self._program.files[self._program.outline(symbol).file].language
        found = self._typers.get(language)
        if found is None:
            found = Typer(library_of(language), self._asked, self.field, self.result)
            self._typers[language] = found
        return found

    def _unit(self, home: Symbol | int) -> Unit:
        found = self._units.get(home)
        if found is None:
            at: dict[int, int] = {}
            if isinstance(home, Symbol):
                function = as_function(self._program.definitions[home]).function
                parameters = () if function is None else function.parameters
                at = {one.binder: place for place, one in enumerate(parameters)}

            def given(binder: int) -> Type:
                if not isinstance(home, Symbol) or binder not in at:
                    return UNKNOWN
                return self._parameter(home, at[binder])

            found = self._units[home] = Unit(self._calls.code(home), (), given)
        return found


def _argument(call: core.Call, at: int, one: Parameter) -> Any | None:
    """What a call gives a parameter, its default where it gives nothing; None where unclear."""
    if any(given.spread for given in call.arguments):
        return None
    for place, given in enumerate(call.arguments):
        if given.label == one.name or (not given.label and place == at and one.kind != "keyword"):
            return given.value
    return one.default if isinstance(one.default, core.Literal) else None


def _stores_in(code: Any, name: str) -> list[Any] | None:
    """What some code stores to members of a name; None where it does so in another way."""
    found: list[Any] = []
    plain = 0
    every = 0
    for one in walk(code):
        if isinstance(one, core.Assign) and _is_member(one.target, name):
            found.append(one.value)
            plain += 1
        elif isinstance(one, core.Update) and getattr(one.target, "name", None) == name:
            operator = one.operator.removesuffix("=")
            found.append(core.Binary(operator, one.target, one.value))
        elif isinstance(one, core.Unary) and getattr(one.operand, "name", None) == name:
            plain += one.operator not in ("delete", "&", "&mut")
            every += 1
        if isinstance(one, core.TargetPattern) and _is_member(one, name):
            every += 1
    return found if plain == every else None


def _is_member(target: Any, name: str) -> bool:
    place = target.place if isinstance(target, core.TargetPattern) else None
    return isinstance(place, core.Member) and place.name == name


def _stores_plainly(statement: Any, field: Symbol) -> bool:
    """Whether a statement stores to a field of the object, and does so always."""
    value = statement.value if isinstance(statement, core.Evaluate) else None
    if not isinstance(value, core.Assign) or not isinstance(value.target, core.TargetPattern):
        return False
    place = value.target.place
    return isinstance(place, core.Member) and place.owner == field


def _values_in(statement: Any) -> Iterable[Any]:
    """The parts of a statement that may use the object: but for a plain store to a field of it."""
    value = statement.value if isinstance(statement, core.Evaluate) else None
    if isinstance(value, core.Assign) and isinstance(value.target, core.TargetPattern):
        place = value.target.place
        if isinstance(place, core.Member) and isinstance(place.object, core.Self):
            return walk(value.value)
    return walk(statement)


def _always_leaves(body: tuple[Any, ...]) -> bool:
    """Whether statements never go on behind their last."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, core.Return | core.Throw):
        return True
    if isinstance(last, core.If):
        return _always_leaves(last.then) and _always_leaves(last.otherwise)
    return isinstance(last, core.Block) and _always_leaves(last.statements)
