"""The classes that values of a type are of, and those of what such values hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.core import Kind, Symbol, Type, plain_name
from tracer.semantics.reach.hierarchy import CLASSES
from tracer.semantics.reach.unions import CLASS, UNION, of_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program
    from tracer.semantics.reach.code import Code, Unit
    from tracer.semantics.reach.hierarchy import Hierarchy
    from tracer.semantics.reach.rules import TypeRules
    from tracer.semantics.reach.static_types import StaticTypes

_DATA = frozenset({Kind.FIELD, Kind.PROPERTY})
_MOST = 400  # types that are followed for one look-up


class Owners(NamedTuple):
    """Classes whose members something may find; `is_any` where it may be any class."""

    classes: frozenset[Symbol] = frozenset()
    is_any: bool = False


ANY = Owners(is_any=True)
NONE = Owners()


class Parts(NamedTuple):
    """What the closure asks of one version."""

    program: Program
    code: Code
    hierarchy: Hierarchy
    types: StaticTypes
    rules: Callable[[int], TypeRules]
    outside_modules: frozenset[str]  # that are imported as such
    added: Callable[[], tuple[Type, ...]]  # types of what is put into collections of unknown type


class Closure:
    """Owners of one look-up: types are added one by one, and then followed."""

    def __init__(self, parts: Parts, file: int, *, is_deep: bool, with_results: bool) -> None:
        self._parts = parts
        self._rules = parts.rules(file)
        self._is_deep = is_deep
        self._with_results = with_results
        self._todo: list[tuple[Type, bool]] = []
        self._seen: set[tuple[Type, bool]] = set()
        self._classes: set[Symbol] = set()
        self._followed: set[Symbol] = set()
        self._shaped: set[frozenset[str]] = set()

    def owners(self, values: Iterable[tuple[Any, Unit]]) -> Owners:
        """The owners that some values reach."""
        for node, unit in values:
            self._add_value(node, unit)
        while self._todo:
            one = self._todo.pop()
            if one in self._seen:
                continue
            self._seen.add(one)
            if len(self._seen) > _MOST or not self._add(*one):
                return ANY
        return Owners(frozenset(self._classes))

    def of_type(self, one: Type) -> Owners:
        """The owners that a type reaches."""
        self._todo.append((one, False))
        return self.owners(())

    def _add_value(self, node: Any, unit: Unit) -> None:
        """Add the type of a value; a literal of a collection or object has one for each part."""
        if self._is_module(node):
            return
        is_made = isinstance(node, core.Construct) and not (
            node.type.name and self._rules.is_enforced
        )
        if not is_made:
            self._todo.append((self._parts.types.of(node, unit), False))
            return
        for item in node.items:
            if self._is_deep or item.spread:
                self._add_value(item.value, unit)

    def _is_module(self, node: Any) -> bool:
        """Whether a value is a module, which has no members of classes."""
        if isinstance(node, core.Ref):
            return not node.symbol.path
        return isinstance(node, core.External) and node.path in self._parts.outside_modules

    def _add(self, one: Type, is_inside: bool) -> bool:
        """Follow a type; False where it may be any. `is_inside`: of what such a value holds."""
        if isinstance(one.name, Symbol):
            return self._add_named(one, one.name)
        inner = [(part, is_inside) for part in one.arguments]
        if one.name in (UNION, CLASS) and (inner or one.name == UNION):
            self._todo += inner
            return True
        if one.name in self._rules.plain:
            return True
        if one.name in self._rules.same:
            self._todo += inner
            return bool(inner)
        if one.name not in self._rules.holders:
            return False
        if self._is_deep:
            added = () if self._rules.is_enforced else self._parts.added()
            self._todo += [(part, True) for part in (*one.arguments, *added)]
        return bool(inner) or not self._is_deep

    def _add_named(self, one: Type, symbol: Symbol) -> bool:
        program = self._parts.program
        if symbol not in program.definitions:
            return False
        definition = program.definitions[symbol]
        if definition.kind is Kind.TYPE:
            self._todo.append((definition.type, False))
            return not one.arguments
        if definition.kind is Kind.CONSTANT and definition.value is not None:
            self._todo.append((of_value(definition.value), False))
            return not one.arguments
        if definition.kind not in CLASSES:
            return False
        if self._is_deep:
            self._todo += [(part, True) for part in one.arguments]
        return self._add_class(symbol, definition)

    def _add_class(self, symbol: Symbol, definition: Definition) -> bool:
        """Follow a class: what its objects may be, and hold."""
        rules, hierarchy = self._rules, self._parts.hierarchy
        if definition.kind is Kind.INTERFACE and rules.interfaces == "any":
            return False
        if not rules.open_bases.isdisjoint(hierarchy.outside_bases(symbol)):
            return False
        found = hierarchy.related(symbol)
        if found is None:
            return False
        classes = set(found)
        if rules.interfaces == "shapes" and definition.kind is not Kind.ENUM:
            names = hierarchy.required(symbol)
            if names is not None and not self._add_shape(names, classes):
                return False
        return all(map(self._follow, sorted(classes - self._followed)))

    def _add_shape(self, names: frozenset[str], classes: set[Symbol]) -> bool:
        """Add what has the members of a type; False where anything may."""
        if not names:
            return False
        if names in self._shaped:
            return True
        self._shaped.add(names)
        classes |= self._parts.hierarchy.of_shape(names)
        for unit, node in self._parts.code.objects:
            self._add_literal(unit, node, names)
        for unit, name, value in self._parts.code.loose_stores if self._is_deep else ():
            if name not in names:
                self._add_value(value, unit)
        return True

    def _add_literal(self, unit: Unit, node: core.Construct, names: frozenset[str]) -> None:
        """Add what an object literal has besides the members of a type, if it is of that type."""
        keys = {one.key.value for one in node.items if isinstance(one.key, core.Literal)}
        spread = [one for one in node.items if one.key is None or one.spread]
        computed = [o for o in node.items if o.key is not None and type(o.key) is not core.Literal]
        if not names <= keys and not spread and not computed:
            return
        for one in spread:
            self._todo.append((self._parts.types.of(one.value, unit), False))
        for one in node.items if self._is_deep else ():
            is_said = isinstance(one.key, core.Literal) and one.key.value in names
            if not is_said and one not in spread:
                self._add_value(one.value, unit)

    def _follow(self, symbol: Symbol) -> bool:
        """Add a class, and the types of what its objects hold."""
        self._followed.add(symbol)
        self._classes.add(symbol)
        if not self._is_deep:
            return True
        program = self._parts.program
        outline = program.outline(symbol)
        if outline.kind is Kind.ENUM and not self._with_results:
            return True
        if not self._rules.plain_bases.issuperset(self._parts.hierarchy.outside_bases(symbol)):
            return False
        for member in outline.members:
            one = program.outline(member)
            name = plain_name(member)
            if name in self._rules.converters:
                return False
            if "static" in one.modifiers:
                continue
            if one.kind in _DATA:
                self._todo.append((self._parts.types.of_symbol(member), True))
            elif one.kind is Kind.METHOD and self._with_results:
                self._todo.append((self._parts.types.result(member), True))
        return True
