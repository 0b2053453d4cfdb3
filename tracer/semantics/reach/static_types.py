"""What type an expression has: declared, or that of all that is stored to it; else unknown.

Where the running program does not enforce types, a declared one is only taken for what it says if
no code that is seen says otherwise (`agreement.py`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.core import UNKNOWN, Kind, Symbol, Type, plain_name
from tracer.semantics.reach.code import given_back
from tracer.semantics.reach.held_values import Use, held_values, mentions_in, mentions_of
from tracer.semantics.reach.hierarchy import TYPES
from tracer.semantics.reach.unions import CHANGING, CLASS, UNION, joined, kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program
    from tracer.semantics.reach.code import Code, Stored, Unit
    from tracer.semantics.reach.hierarchy import Hierarchy
    from tracer.semantics.reach.rules import TypeRules

FUNCTION = Type("function")
_NUMBERS = Type("number")
_BOOL = Type("bool")
_TEXT = Type("str")
_HELD = frozenset({Kind.FIELD, Kind.CONSTANT, Kind.VARIABLE})
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR})
_ARITHMETIC = frozenset({"-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^", "//"})
_TESTS = frozenset({"==", "!=", "<", ">", "<=", ">=", "is", "is not", "in", "not in", "===", "!=="})
PROMISES = frozenset({"Promise", "PromiseLike"})
_UNSURE = frozenset({"redefined", "conditional"})
# Asked for in place of a binder: what is said at all; whether a function gives what it says.
ALL_SAID, GIVEN = -1, -2
CONSTRUCTORS = ("__init__", "constructor")
_EMPTY = frozenset({"null", "undefined", "void"})
_DEEPEST = 30  # expressions and definitions that are asked one behind the other


class Asked(NamedTuple):
    """What is asked of one version."""

    program: Program
    code: Code
    hierarchy: Hierarchy


class AnyWorld(Protocol):
    """Whether all code is at hand; asked where that matters."""

    @property
    def is_closed(self) -> bool:
        """Whether it is."""


class Beliefs(Protocol):
    """What is believed of types that nothing enforces."""

    world: AnyWorld

    def is_believed(self, unit: Unit, binder: int) -> bool:
        """Whether the type that is said of a parameter is believed, or `ALL_SAID`, or `GIVEN`."""

    def given(self, unit: Unit, binder: int) -> Type:
        """The type of all that calls give a parameter."""

    def added(self) -> tuple[Type, ...]:
        """The types of what is put into collections of which nothing is known."""


class StaticTypes:
    """The types of one version's expressions."""

    def __init__(self, asked: Asked, rules: Callable[[int], TypeRules], beliefs: Beliefs) -> None:
        self._program, self._code, self._hierarchy = asked
        self._rules = rules
        self._is_believed = beliefs.is_believed
        self._added = beliefs.added
        self._given = beliefs.given
        self._world = beliefs.world
        self._asking: set[Any] = set()
        self._known: dict[Any, Type] = {}

    def forget(self) -> None:
        """Forget all answers."""
        self._known.clear()

    def of(self, node: Any, unit: Unit) -> Type:
        """The type of an expression."""
        make = self._makers.get(type(node))
        return UNKNOWN if make is None or len(self._asking) > _DEEPEST else make(node, unit)

    @cached_property
    def _makers(self) -> dict[type, Callable[[Any, Unit], Type]]:
        """What gives the type of a node of each kind."""
        return {
            core.Local: self._local,
            core.Self: self._receiver,
            core.Ref: lambda node, _: self.of_symbol(node.symbol),
            core.Member: self._member,
            core.Call: self._call,
            core.Construct: self._construct,
            core.Index: self._element,
            core.Literal: lambda node, _: Type(node.kind.partition(":")[0]),
            core.Template: lambda *_: _TEXT,
            core.TypeTest: lambda *_: _BOOL,
            core.Function: lambda *_: FUNCTION,
            core.Conditional: lambda n, unit: self._all_of((n.then, n.otherwise), unit),
            core.Logical: lambda n, unit: self._all_of((n.left, n.right), unit),
            core.Cast: self._cast,
            core.Assign: lambda node, unit: self.of(node.value, unit),
            core.Comprehension: lambda n, unit: Type(n.kind, (self.of(n.value, unit),)),
            core.Await: self._awaited,
            core.Unary: self._unary,
            core.Binary: self._binary,
        }

    def _once(self, key: Any, compute: Callable[[], Type]) -> Type:
        """A type that may be asked of itself: what then is all the rest makes of it."""
        if key in self._asking:
            return Type(UNION)
        if key in self._known:
            return self._known[key]
        self._asking.add(key)
        try:
            found = compute()
        finally:
            self._asking.discard(key)
        if not self._asking:
            self._known[key] = found
        return found

    def _receiver(self, node: core.Self, unit: Unit) -> Type:
        if unit.owner is None or node.kind == "dynamic" or not self._is_bound(unit):
            return UNKNOWN
        if any(
            isinstance(n, core.TargetPattern) and type(n.place) is core.Self for n in unit.nodes
        ):
            return UNKNOWN
        return Type(unit.owner)

    def _is_bound(self, unit: Unit) -> bool:
        """Whether a method is only called on objects of its class."""
        rules = self._rules(unit.file)
        if rules.is_enforced or not isinstance(unit.home, Symbol):
            return True
        if self._program.outline(unit.home).kind is not Kind.METHOD:
            return True
        detached = (
            self._code.read_off_objects if rules.loose_methods else self._code.read_off_classes
        )
        return plain_name(unit.home) not in detached and "" not in detached

    def _cast(self, node: core.Cast, unit: Unit) -> Type:
        is_sure = self._rules(unit.file).is_enforced or node.is_assertion
        return node.type if is_sure else UNKNOWN

    def _awaited(self, node: core.Await, unit: Unit) -> Type:
        found = self.of(node.value, unit)
        return found.arguments[0] if found.name in PROMISES and found.arguments else found

    def _unary(self, node: core.Unary, unit: Unit) -> Type:
        if node.operator in ("not", "typeof", "-", "+", "~"):
            return _NUMBERS
        return self.of(node.operand, unit) if node.operator in ("&", "*", "&mut") else UNKNOWN

    def _binary(self, node: core.Binary, unit: Unit) -> Type:
        """Of operators on plain values: a class may define any other."""
        if node.operator in _TESTS:
            return _BOOL
        found = self._all_of((node.left, node.right), unit)
        parts = found.arguments if found.name == UNION else (found,)
        plain = self._rules(unit.file).plain
        is_plain = node.operator in _ARITHMETIC | {"+"} and all(p.name in plain for p in parts)
        return _NUMBERS if is_plain else UNKNOWN

    def _all_of(self, nodes: Iterable[Any], unit: Unit) -> Type:
        return joined(self.of(one, unit) for one in nodes)

    # Locals

    def _local(self, node: core.Local, unit: Unit) -> Type:
        key = "local", unit.home, node.binder
        return self._once(key, lambda: self._of_local(node, unit))

    def _of_local(self, node: core.Local, unit: Unit) -> Type:
        rules, said = self._rules(unit.file), unit.declared.get(node.binder)
        if rules.is_enforced:
            types = self._program.types_of(unit.home)
            found = types[node.binder] if node.binder < len(types) else UNKNOWN
            if found.name and found.name not in _EMPTY:
                return found
        is_parameter = node.binder in unit.parameters
        if is_parameter and said is None:
            found = self._handed(node.binder, unit)
            is_all = not unit.stored.get(node.binder)
            return found if is_all else joined((found, self._of_stores(node, unit)))
        if said is None:
            return self._of_stores(node, unit)
        if not self._is_believed(unit, node.binder if is_parameter else ALL_SAID):
            return UNKNOWN
        is_all = rules.is_checked or not unit.stored.get(node.binder)
        return said if is_all else joined((said, self._of_stores(node, unit)))

    def _of_stores(self, node: core.Local, unit: Unit) -> Type:
        """The type of all that is stored to a local."""
        stored = unit.stored.get(node.binder, [])
        found = joined(self.of_stored(one, unit) for one in stored)
        if found.name not in CHANGING or found.arguments:
            return found
        made = [Use(unit, one.value) for one in stored]
        return self._holding(found, made, mentions_of(node.binder, unit))

    def _holding(self, of: Type, made: Iterable[Use], uses: Iterable[Use]) -> Type:
        """A collection with the types of what it holds, where all of that is seen."""
        held = held_values(made, uses, self._said_of_argument)
        if not held:
            return of
        found = joined(
            one.node if isinstance(one.node, Type) else kept(one.node, self.of(one.node, one.unit))
            for one in held
        )
        return of._replace(arguments=(found,)) if found.name else of

    def _said_of_argument(self, call: core.Call, place: int) -> Type:
        """The type that a function of the program says of what it is given."""
        function = call.function
        symbol = function.symbol if isinstance(function, core.Ref) else None
        symbol = function.owner if isinstance(function, core.Member) else symbol
        if symbol is None or symbol not in self._program.definitions:
            return UNKNOWN
        if self._program.outline(symbol).kind is Kind.CLASS:
            members = (self._program.member(symbol, name) for name in CONSTRUCTORS)
            symbol = next((one for one in members if one is not None), symbol)
        made = self._program.definitions[symbol].function
        argument = call.arguments[place]
        if not self._is_believed(self._code.unit(symbol), ALL_SAID):
            return UNKNOWN
        for at, one in enumerate(made.parameters if made is not None else ()):
            if argument.label == one.name or (not argument.label and at == place):
                return one.type
        return UNKNOWN

    def of_stored(self, one: Stored, unit: Unit) -> Type:
        """The type of what a store gives."""
        if one.value is None:
            return UNKNOWN
        found = self.of(one.value, unit)
        if one.is_each:
            return self.each(found, unit.file)
        return found if self._rules(unit.file).is_enforced else kept(one.value, found)

    def each(self, of: Type, file: int) -> Type:
        """The type of the elements of a value."""
        if of.name == UNION:
            return joined(self.each(one, file) for one in of.arguments)
        if of.name == _TEXT.name:
            return _TEXT
        rules = self._rules(file)
        if not of.arguments or not isinstance(of.name, str) or of.name not in rules.holders:
            return UNKNOWN
        return joined((*of.arguments, *(() if rules.is_enforced else self._added())))

    def _handed(self, binder: int, unit: Unit) -> Type:
        """The type of a parameter of a function that a list's method calls with its elements."""
        each = self._rules(unit.file).each
        for node in unit.nodes:
            if not isinstance(node, core.Call) or not isinstance(node.function, core.Member):
                continue
            given = node.arguments[0].value if node.arguments else None
            if not isinstance(given, core.Function) or node.function.name not in each:
                continue
            if given.parameters and given.parameters[0].binder == binder:
                return self.each(self.of(node.function.object, unit), unit.file)
        return self._given(unit, binder)

    # Definitions

    def of_symbol(self, symbol: Symbol) -> Type:
        """The type that the name of a definition has as a value."""
        if symbol not in self._program.definitions:
            return UNKNOWN
        outline = self._program.outline(symbol)
        if outline.kind in TYPES:
            return Type(CLASS, (Type(symbol),))
        if outline.kind in _FUNCTIONS:
            is_plain = not self._program.definitions[symbol].decorators
            return FUNCTION if is_plain else UNKNOWN
        if outline.kind is Kind.VARIANT and outline.owner is not None:
            return Type(outline.owner)
        return joined(map(self._of_member, self._family(symbol)))

    def _of_member(self, symbol: Symbol) -> Type:
        outline = self._program.outline(symbol)
        if outline.kind is Kind.PROPERTY:
            return self.result(symbol)
        if outline.kind in _FUNCTIONS:
            return FUNCTION
        return self.field(symbol) if outline.kind in _HELD else UNKNOWN

    def _family(self, symbol: Symbol) -> list[Symbol]:
        """A member with those of its name that objects of its class may have instead."""
        outline = self._program.outline(symbol)
        if outline.owner is None or self._rules(outline.file).is_enforced:
            return [symbol]
        related = self._hierarchy.related(outline.owner)
        named = self._program.members_named.get(plain_name(symbol), ())
        others = [
            one
            for one in named
            if one != symbol and (related is None or self._program.outline(one).owner in related)
        ]
        return [symbol, *others]

    def field(self, symbol: Symbol) -> Type:
        """The type of a field or variable."""
        return self._once(("field", symbol), lambda: self._field(symbol))

    def _field(self, symbol: Symbol) -> Type:
        one = self._program.definitions[symbol]
        rules = self._rules(one.file)
        if one.function is not None:
            return FUNCTION
        said = one.type
        if rules.is_enforced:
            return said
        is_said = rules.is_checked or (one.kind is Kind.FIELD and not rules.is_untyped)
        if is_said and not said.name and one.kind is Kind.FIELD:
            said = self._program.assigned_type(symbol)
        if is_said and said.name and said.name not in _EMPTY:
            return said if self._is_believed(self._code.unit(symbol), ALL_SAID) else UNKNOWN
        return self._by_stores(one)

    def _by_stores(self, one: Definition) -> Type:
        """The type of all that the program stores to a field or variable."""
        if self._may_be_stored_by_text or not self._world.is_closed:
            return UNKNOWN
        found = []
        unit = self._code.unit(one.symbol)
        if one.value is not None:
            found.append(kept(one.value, self.of(one.value, unit)))
        if one.owner is None:
            found += self._stores_to_variable(one)
        else:
            stores = self._code.member_stores.get(plain_name(one.symbol), ())
            found += [self.of_stored(value, home) for home, value in stores]
        whole = joined(found) if found else UNKNOWN
        is_held = one.owner is None and whole.name in CHANGING and not whole.arguments
        if not is_held:
            return whole
        uses = mentions_in(self._code.all, one.symbol)
        return self._holding(whole, [Use(unit, one.value)], uses)

    def _stores_to_variable(self, one: Definition) -> list[Type]:
        mentions = self._program.references.get(one.symbol, ())
        is_first = one.kind is Kind.CONSTANT and "redefined" not in one.modifiers
        written = [m for m in mentions if m.kind == "write" and m.row != one.name_row]
        return [UNKNOWN] if written or not is_first else []

    @property
    def _may_be_stored_by_text(self) -> bool:
        files = enumerate(self._program.files)
        return any(self._rules(at).stores.search(file.text) for at, file in files)

    # Members, calls, elements

    def _member(self, node: core.Member, unit: Unit) -> Type:
        owner = node.owner
        if owner is None or owner not in self._program.definitions:
            return UNKNOWN
        return self.of_symbol(owner) if self._is_known(node, unit) else UNKNOWN

    def _call(self, node: core.Call, unit: Unit) -> Type:
        function = node.function
        calls = self._rules(unit.file).class_calls
        if isinstance(function, core.External) and function.path in calls:
            return self.of(node.arguments[0].value, unit) if len(node.arguments) == 1 else UNKNOWN
        if isinstance(function, core.Ref):
            return self._called(function.symbol, node)
        if isinstance(function, core.Member):
            owner = function.owner
            if owner is not None and owner in self._program.definitions:
                is_known = self._is_known(function, unit)
                return self._called(owner, node) if is_known else UNKNOWN
            if function.name in calls:
                return self.of(function.object, unit)
        return node.type if self._rules(unit.file).is_enforced else UNKNOWN

    def _is_known(self, node: core.Member, unit: Unit) -> bool:
        """Whether a member is surely that of the class it is resolved to."""
        return self._rules(unit.file).is_enforced or bool(self.of(node.object, unit).name)

    def _called(self, symbol: Symbol, node: core.Call) -> Type:
        if symbol not in self._program.definitions:
            return UNKNOWN
        outline = self._program.outline(symbol)
        rules = self._rules(outline.file)
        if outline.kind is Kind.CLASS:
            if not rules.is_enforced:
                return self._made(symbol)
            return node.type if node.type.name else Type(symbol)
        if rules.is_enforced:
            return node.type
        if outline.kind not in _FUNCTIONS or self._is_replaced(symbol):
            return UNKNOWN
        return joined(map(self.result, self._family(symbol)))

    def _is_replaced(self, symbol: Symbol) -> bool:
        """Whether some code may put another thing in the place of a function or class."""
        is_stored = plain_name(symbol) in self._code.member_stores
        return is_stored or symbol in self._code.replaced

    def _made(self, symbol: Symbol) -> Type:
        """What a call of a class gives, which nothing may have put another thing in place of."""
        one = self._program.definitions[symbol]
        plain = self._rules(one.file).decorators
        if one.modifiers & _UNSURE or symbol.path[-1] != plain_name(symbol):
            return UNKNOWN
        if self._is_replaced(symbol) or not all(_path(each) in plain for each in one.decorators):
            return UNKNOWN
        is_another = any(map(self._gives_another, self._hierarchy.lines.get(symbol, ())))
        return UNKNOWN if is_another else Type(symbol)

    def _gives_another(self, symbol: Symbol) -> bool:
        """Whether the constructor of a class says itself what making an object gives."""
        for member in self._program.outline(symbol).members:
            if self._program.outline(member).kind is Kind.CONSTRUCTOR:
                function = self._program.definitions[member].function
                if function is not None and any(one.value for one in given_back(function)):
                    return True
        return False

    def result(self, symbol: Symbol) -> Type:
        """What a function gives: as it says, if what it returns is that; else what it returns."""
        return self._once(("result", symbol), lambda: self._result(symbol))

    def _result(self, symbol: Symbol) -> Type:
        one = self._program.definitions[symbol]
        rules = self._rules(one.file)
        function = one.function
        if function is None or (one.decorators and one.kind is not Kind.PROPERTY):
            return UNKNOWN
        said = function.result if function.result.name else one.type
        if rules.is_enforced:
            return said
        unit = self._code.unit(symbol)
        if said.name and self._is_believed(unit, GIVEN):
            return said
        if function.flags - {"async", "arrow", "getter", "method"}:
            return UNKNOWN
        given = list(given_back(function))
        is_odd = any(isinstance(n, core.Yield) or n.value is None for n in given)
        if said.name or is_odd or not given or any(isinstance(n, core.Opaque) for n in unit.nodes):
            return UNKNOWN
        return joined(kept(one.value, self.of(one.value, unit)) for one in given)

    def _construct(self, node: core.Construct, unit: Unit) -> Type:
        if node.type.name and self._rules(unit.file).is_enforced:
            return node.type
        if node.kind not in ("list", "tuple", "set", "dict", "array"):
            return UNKNOWN
        if not node.items or any(item.spread for item in node.items):
            return Type(node.kind)
        held = [item.value for item in node.items]
        held += [item.key for item in node.items if item.key is not None]
        return Type(node.kind, (self._all_of(held, unit),))

    def _element(self, node: core.Index, unit: Unit) -> Type:
        of = self.of(node.object, unit)
        if isinstance(node.key, core.Construct):
            return of  # a part of it
        return self.each(of, unit.file)


def _path(node: Any) -> str:
    function = node.function if isinstance(node, core.Call) else node
    return str(getattr(function, "path", ""))
