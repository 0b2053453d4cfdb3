"""The code of a program, definition by definition, with what it stores to its locals."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.core import Kind, Symbol, plain_name
from tracer.semantics.reach.hierarchy import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.core import Parameter, Type
    from tracer.semantics.program import Program

_REBINDING = frozenset({"call", "apply", "bind"})  # of a function, to another receiver
_FUNCTION_OF, _CLASS_OF = "__func__", "__class__"


class Stored(NamedTuple):
    """A value that is stored, or with `is_each` its elements; None where it is not seen."""

    value: Any | None
    is_each: bool = False


UNSEEN = Stored(None)


class Unit:
    """The code of one definition, or of a file's top level, in which locals have one numbering."""

    def __init__(self, home: Symbol | int, file: int, owner: Symbol | None, code: Any) -> None:
        self.home = home
        self.file = file
        self.owner = owner  # the class that the receiver is of
        self.nodes = tuple(walk(code))

    def parent(self, node: Any) -> Any | None:
        """The node around one."""
        return self._parents.get(id(node))

    @cached_property
    def _parents(self) -> dict[int, Any]:
        found: dict[int, Any] = {}
        for node in self.nodes:
            todo = [part for part in node if isinstance(part, tuple)]
            for part in todo:
                if hasattr(part, "_fields"):
                    found[id(part)] = node
                else:
                    todo += [one for one in part if isinstance(one, tuple)]
        return found

    @cached_property
    def declared(self) -> dict[int, Type]:
        """The types that the code says of its locals, by binder."""
        found = {}
        for node in self.nodes:
            if isinstance(node, core.Let) and isinstance(node.pattern, core.BindPattern):
                if node.is_typed:
                    found[node.pattern.binder] = node.pattern.type
            elif isinstance(node, core.Parameter) and node.type.name:
                found[node.binder] = _as_inside(node)
        return found

    @cached_property
    def parameters(self) -> frozenset[int]:
        """The binders of all parameters, of functions inside, too."""
        return frozenset(n.binder for n in self.nodes if isinstance(n, core.Parameter))

    @cached_property
    def stored(self) -> dict[int, list[Stored]]:
        """What is stored to each local, apart from what callers give."""
        found: dict[int, list[Stored]] = {}
        seen: set[int] = set()
        for node in self.nodes:
            for pattern, value in _stores(node):
                seen |= {id(one) for one in walk(pattern)}
                for binder, part in _taken_apart(pattern, value):
                    found.setdefault(binder, []).append(part)
        for node in self.nodes:
            for binder in _bound(node, seen):
                found.setdefault(binder, []).append(UNSEEN)
        return found


def _as_inside(one: Parameter) -> Type:
    """The type that a parameter has in its function: a list or table of all that is given."""
    if one.kind == "*" and one.type.name != "list":
        return core.Type("list", (one.type,))
    return core.Type("dict", (core.Type("str"), one.type)) if one.kind == "**" else one.type


def _stores(node: Any) -> Iterator[tuple[Any, Stored]]:
    """(pattern, what it takes) of the stores that a node is."""
    if isinstance(node, core.Let) and node.value is not None:
        yield node.pattern, Stored(node.value)
    elif isinstance(node, core.Let) and isinstance(node.pattern, core.BindPattern):
        yield node.pattern, Stored(core.Literal("null", "null"))
    elif isinstance(node, core.Assign):
        yield node.target, Stored(node.value)
    elif isinstance(node, core.ForEach) and node.kind in ("values", "async"):
        yield node.pattern, Stored(node.iterable, is_each=True)
    elif isinstance(node, core.ForEach) and node.kind == "keys":
        yield node.pattern, Stored(core.Literal("str", ""))
    elif isinstance(node, core.ForEach) and isinstance(node.pattern, core.TuplePattern):
        for part in node.pattern.items:  # of a key and its value
            if part is not None:
                yield part, Stored(node.iterable, is_each=True)


def _taken_apart(pattern: Any, value: Stored) -> Iterator[tuple[int, Stored]]:
    """(binder, what it takes) of a pattern's locals."""
    if isinstance(pattern, core.BindPattern):
        yield pattern.binder, value
    elif isinstance(pattern, core.TargetPattern):
        if isinstance(pattern.place, core.Local):
            yield pattern.place.binder, value
    elif isinstance(pattern, core.TuplePattern):
        made = value.value
        items: tuple[Any, ...] = ()
        if isinstance(made, core.Construct) and not value.is_each and pattern.rest < 0:
            items = made.items
        is_plain = len(items) == len(pattern.items) and not any(one.spread for one in items)
        for at, part in enumerate(pattern.items):
            if part is not None:
                yield from _taken_apart(part, Stored(items[at].value) if is_plain else UNSEEN)
    else:
        for one in walk(pattern):
            for binder in _bound(one, set()):
                yield binder, UNSEEN


def _bound(node: Any, seen: set[int]) -> Iterator[int]:
    """Locals that a node stores to in a way that does not show the value."""
    if isinstance(node, core.BindPattern) and id(node) not in seen:
        yield node.binder
    elif isinstance(node, core.TargetPattern) and id(node) not in seen:
        if isinstance(node.place, core.Local):
            yield node.place.binder
    elif isinstance(node, core.Handler | core.Define | core.TypeTest):
        if node.binder >= 0:
            yield node.binder
    elif isinstance(node, core.Update) and isinstance(node.target, core.Local):
        yield node.target.binder
    elif isinstance(node, core.Opaque):
        yield from (one.binder for one in node.parts if isinstance(one, core.Local))


def walk(code: Any) -> Iterator[Any]:
    """Every node in a piece of code, outermost first."""
    todo = [code] if isinstance(code, tuple) else []
    while todo:
        one = todo.pop()
        if isinstance(one, Symbol | core.Type):
            continue
        if hasattr(one, "_fields"):
            yield one
        todo += [part for part in one[::-1] if isinstance(part, tuple)]


def given_back(function: core.Function) -> Iterator[core.Return | core.Yield]:
    """What a function itself returns and yields, not what functions inside it do."""
    todo: list[Any] = [*function.body]
    while todo:
        one = todo.pop()
        if isinstance(one, core.Return | core.Yield):
            yield one
        if not isinstance(one, Symbol | core.Type | core.Function):
            todo += [part for part in one if isinstance(part, tuple)]


class Call(NamedTuple):
    """A call, and where it stands."""

    unit: Unit
    node: core.Call


class Code:
    """All code of a program; a definition's is lowered when it is asked for."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._units: dict[Symbol | int, Unit] = {}

    def unit(self, home: Symbol | int) -> Unit:
        """The code of a definition, or what a file runs when it is loaded."""
        found = self._units.get(home)
        if found is None:
            found = self._units[home] = self._made(home)
        return found

    def _made(self, home: Symbol | int) -> Unit:
        program = self._program
        if isinstance(home, Symbol):
            one, outline = program.definitions[home], program.outline(home)
            owner = home if outline.kind in TYPES else outline.owner
            code = one.function, one.value, one.body, one.decorators, one.bases
            return Unit(home, outline.file, owner, code)
        modules = program.modules.get(program.files[home].module, ())
        return Unit(home, home, None, tuple(m.top for m in modules if m.file == home))

    def around(self, file: int, row: int) -> Iterator[Unit]:
        """The units of a file, first those whose definition holds a row."""
        tree = self._program.files[file].tree
        own = [s for s in self._program.definitions if self._program.outline(s).file == file]
        if tree is not None:
            rows = {one: self._program.outline(one).row for one in own}
            own.sort(key=lambda one: not rows[one] <= row < tree.stop[max(rows[one], 0)])
        for symbol in own:
            yield self.unit(symbol)
        yield self.unit(file)

    @cached_property
    def all(self) -> tuple[Unit, ...]:
        """Every unit. Cost: all code is lowered."""
        homes: list[Symbol | int] = [*self._program.definitions, *range(len(self._program.files))]
        return tuple(map(self.unit, homes))

    @cached_property
    def calls(self) -> dict[Symbol | str, list[Call]]:
        """All calls: by what is called, where that is known; of any other member by `.name`."""
        found: dict[Symbol | str, list[Call]] = {}
        for unit in self.all:
            for node in unit.nodes:
                if isinstance(node, core.Call):
                    key = called(node)
                    if key is not None:
                        found.setdefault(key, []).append(Call(unit, node))
        return found

    @cached_property
    def member_stores(self) -> dict[str, list[tuple[Unit, Stored]]]:
        """What is stored to members of each name."""
        found: dict[str, list[tuple[Unit, Stored]]] = {}
        for unit in self.all:
            for node in unit.nodes:
                for name, value in _stores_to_members(node):
                    found.setdefault(name, []).append((unit, value))
        return found

    @cached_property
    def loose_stores(self) -> list[tuple[Unit, str, Any]]:
        """(unit, name, value) of stores to members that no definition has."""
        return [
            (unit, node.target.place.name, node.value)
            for unit in self.all
            for node in unit.nodes
            if isinstance(node, core.Assign)
            and isinstance(node.target, core.TargetPattern)
            and isinstance(node.target.place, core.Member)
            and node.target.place.owner not in self._program.definitions
        ]

    @cached_property
    def read_off_objects(self) -> frozenset[str]:
        """Names of methods that are read without being called; '' where any may be."""
        found: set[str] = set()
        for unit in self.all:
            called = {id(n.function) for n in unit.nodes if isinstance(n, core.Call)}
            for node in unit.nodes:
                if isinstance(node, core.Member):
                    is_rebound = node.name in _REBINDING and id(node) in called
                    if id(node) not in called:
                        found.add(node.name)
                    elif is_rebound and not isinstance(node.object, core.Member | core.Function):
                        found.add("")
                elif self._is_method(node) and id(node) not in called:
                    found.add(plain_name(node.symbol))
        return frozenset(found)

    @cached_property
    def read_off_classes(self) -> frozenset[str]:
        """Names of methods that are read off a class, but for calls that hand the receiver on."""
        found: set[str] = set()
        for unit in self.all:
            handing = {
                id(node.function)
                for node in unit.nodes
                if isinstance(node, core.Call)
                and node.arguments
                and isinstance(node.arguments[0].value, core.Self)
            }
            for node in unit.nodes:
                if isinstance(node, core.Member):
                    if node.name == _FUNCTION_OF and isinstance(node.object, core.Member):
                        found.add(node.object.name)
                    elif self._is_class(node.object) and id(node) not in handing:
                        found.add(node.name)
                elif self._is_method(node) and id(node) not in handing:
                    found.add(plain_name(node.symbol))
        return frozenset(found)

    def _is_method(self, node: Any) -> bool:
        """Whether an expression is a method, named by its class."""
        if not isinstance(node, core.Ref) or node.symbol not in self._program.definitions:
            return False
        return self._program.outline(node.symbol).kind is Kind.METHOD

    def _is_class(self, node: Any) -> bool:
        """Whether an expression is a class, or gives that of an object."""
        if isinstance(node, core.Ref) and node.symbol in self._program.definitions:
            return self._program.outline(node.symbol).kind in TYPES
        if isinstance(node, core.Member):
            return node.name == _CLASS_OF
        return isinstance(node, core.Call) and isinstance(node.function, core.External)

    @cached_property
    def calls_what_it_finds(self) -> bool:
        """Whether some code calls, with arguments, what it found by a look-up or in a table."""
        return any(
            isinstance(node, core.Call) and node.arguments and _is_found(node.function, unit)
            for unit in self.all
            for node in unit.nodes
        )

    @cached_property
    def replaced(self) -> frozenset[Symbol]:
        """Definitions in whose place other code puts something else."""
        return frozenset(
            node.place.symbol
            for unit in self.all
            for node in unit.nodes
            if isinstance(node, core.TargetPattern) and isinstance(node.place, core.Ref)
        )

    @cached_property
    def objects(self) -> list[tuple[Unit, core.Construct]]:
        """The object literals of a program."""
        return [
            (unit, node)
            for unit in self.all
            for node in unit.nodes
            if isinstance(node, core.Construct) and node.kind == "object"
        ]


def _is_found(function: Any, unit: Unit) -> bool:
    """Whether a value was found by a look-up or in a table."""
    if isinstance(function, core.Index):
        return True
    if isinstance(function, core.Call):
        return isinstance(function.function, core.External)
    stored = unit.stored.get(function.binder, ()) if isinstance(function, core.Local) else ()
    return any(
        one.is_each
        or isinstance(one.value, core.Index | core.Call | core.Conditional | core.Logical)
        for one in stored
    )


def called(node: core.Call) -> Symbol | str | None:
    """What a call calls."""
    function = node.function
    if isinstance(function, core.Ref):
        return function.symbol
    if isinstance(function, core.Member):
        is_own = function.owner is not None and bool(function.owner.module)
        return function.owner if is_own else "." + function.name
    return None


def _stores_to_members(node: Any) -> Iterator[tuple[str, Stored]]:
    """(name, value) of the members that a node stores to."""
    if isinstance(node, core.Assign) and isinstance(node.target, core.TargetPattern):
        yield from ((name, Stored(node.value)) for name in _member_named(node.target.place))
        return
    if isinstance(node, core.Update):
        yield from ((name, UNSEEN) for name in _member_named(node.target))
    parts = node if hasattr(node, "_fields") else ()
    items = [
        one
        for part in parts
        if isinstance(part, tuple)
        for one in ((part,) if hasattr(part, "_fields") else part)
    ]
    for one in items:
        if isinstance(one, core.TargetPattern):
            yield from ((name, UNSEEN) for name in _member_named(one.place))


def _member_named(place: Any) -> Iterator[str]:
    """The name of the member that a place is; of a class it may be resolved already."""
    if isinstance(place, core.Member):
        yield place.name
    elif isinstance(place, core.Ref) and len(place.symbol.path) > 1:
        yield plain_name(place.symbol)
