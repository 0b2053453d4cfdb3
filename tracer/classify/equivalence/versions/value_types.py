"""Types that code gives values without saying them: by what is stored, computed, or called.

Only types whose values are what they are whoever looks: numbers, texts, truth values, and the
collections of the language themselves. A type is given only where every value has exactly it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.semantics import core
from tracer.semantics.core import UNKNOWN, Type
from tracer.semantics.lowering.types.outside import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.classify.equivalence.evaluation.domain.library import Library

    OfSymbol = Callable[[core.Symbol], Type]

_LITERALS = frozenset({"int", "float", "str", "bool", "bytes"})
_COLLECTIONS = frozenset({"list", "dict", "set", "tuple"})
# `lines`: a file of text, which gives texts whoever reads it.
PLAIN = _LITERALS | _COLLECTIONS | {"number", "lines"}
_NUMBERS = frozenset({"int", "float", "number"})
NOTHING = Type("?")  # of what depends on itself alone, so far
_DEEPEST = 12  # things that are asked one behind the other
_MOST = 400  # things that are asked for one
_HOLDING = frozenset({"list", "set", "lines", "iterator"})
_TESTS = frozenset({
    "==", "!=", "<", ">", "<=", ">=", "is", "is not", "in", "not in", "===", "!==", "instanceof",
})  # fmt: skip
# What a language computes from values of these types alone, whatever they are.
_WHOLE = frozenset({"+", "-", "*", "//", "%"})


_PATTERNS = (
    core.AnyPattern, core.AsPattern, core.BindPattern, core.DefaultPattern, core.FieldPattern,
    core.FieldsPattern, core.OrPattern, core.TargetPattern, core.TuplePattern, core.ValuePattern,
    core.VariantPattern,
)  # fmt: skip


class Unit:
    """The locals of one definition, or of a file's top level, and what its code stores to them."""

    def __init__(self, code: Any, declared: Sequence[Type], given: Callable[[int], Type]) -> None:
        self.declared = declared
        self.given = given  # the type of a parameter by its binder
        self.stored: dict[int, list[tuple[Any, str]]] = {}  # (value, how); None for unknown
        self.parameters: set[int] = set()
        for node in walk(code):
            self._note(node)

    def _put(self, binder: int, value: Any, how: str = "is") -> None:
        self.stored.setdefault(binder, []).append((value, how))

    def _note(self, node: Any) -> None:
        if isinstance(node, core.Let):
            self._into(node.pattern, node.value, "is")
        elif isinstance(node, core.Assign):
            self._into(node.target, node.value, "is")
        elif isinstance(node, core.ForEach) and node.kind == "values":
            self._into(node.pattern, node.iterable, "each")
        elif isinstance(node, core.Update):
            if isinstance(node.target, core.Local):
                made = core.Binary(node.operator.removesuffix("="), node.target, node.value)
                self._put(node.target.binder, made)
        elif isinstance(node, core.Parameter):
            self.parameters.add(node.binder)
            if node.kind or node.default is not None:
                self._put(node.binder, None)
            self._into(node.pattern, None, "is")
        elif isinstance(node, core.Opaque):
            for part in node.parts:
                if isinstance(part, core.Local):
                    self._put(part.binder, None)
        elif isinstance(node, core.Unary) and node.operator in ("&", "delete", "&mut"):
            if isinstance(node.operand, core.Local):
                self._put(node.operand.binder, None)
        elif isinstance(node, core.Handler | core.Define | core.TypeTest):
            if node.binder >= 0:
                self._put(node.binder, None)
        elif not isinstance(node, _PATTERNS):
            for pattern in _patterns(node):
                self._into(pattern, None, "is")

    def _into(self, pattern: Any, value: Any, how: str) -> None:
        """Note what a pattern stores; what it takes apart further is not known."""
        if isinstance(pattern, core.BindPattern):
            self._put(pattern.binder, value, how)
        elif isinstance(pattern, core.TargetPattern):
            if isinstance(pattern.place, core.Local):
                self._put(pattern.place.binder, value, how)
        elif isinstance(pattern, core.TuplePattern) and value is not None:
            for at, item in enumerate(pattern.items):
                if item is not None and pattern.rest < 0:
                    self._into(item, value, f"{how} {at}")
                elif item is not None:
                    self._into(item, None, how)
        elif isinstance(pattern, tuple):
            for part in pattern:
                if isinstance(part, tuple):
                    self._into(part, None, how)


def _patterns(node: Any) -> Iterator[Any]:
    """Patterns that stand right in a node that stores to them what is not known."""
    for part in node if hasattr(node, "_fields") else ():
        items = part if isinstance(part, tuple) and not hasattr(part, "_fields") else (part,)
        for item in items:
            if isinstance(item, _PATTERNS):
                yield item


def kept(of: Type) -> Type:
    """A type as a place has it, whose content others may change meanwhile."""
    if of.name == "lines":
        return of
    return of._replace(arguments=tuple(map(kept, of.arguments)) if of.name == "tuple" else ())


class Asked:
    """What is being asked, so that what depends on itself is found by induction.

    Of itself it is first nothing, then what that gives; it is that, if it gives the same again.
    What is asked meanwhile may rest on a guess, so nobody keeps it.
    """

    def __init__(self) -> None:
        self._stack: list[tuple[Any, ...]] = []
        self._guesses: dict[tuple[Any, ...], Type] = {}
        self._used: set[tuple[Any, ...]] = set()
        self._steps = 0

    @property
    def is_asking(self) -> bool:
        """Whether something is being asked, so that an answer may rest on less than all."""
        return bool(self._stack)

    def of(self, key: tuple[Any, ...], compute: Callable[[], Type]) -> Type:
        """The type of the thing that a key names. Cost: bounded; unknown where that is spent."""
        if key in self._guesses:
            self._used.add(key)
            return self._guesses[key]
        self._steps = self._steps + 1 if self._stack else 0
        if len(self._stack) >= _DEEPEST or self._steps > _MOST:
            return UNKNOWN
        self._stack.append(key)
        self._guesses[key] = NOTHING
        try:
            found = compute()
            if key in self._used and found.name:
                self._guesses[key] = found
                found = found if compute() == found else UNKNOWN
        finally:
            self._stack.pop()
            del self._guesses[key]
            self._used.discard(key)
        return found if self._stack else known(found)


def known(of: Type) -> Type:
    """A type that is more than a guess."""
    return UNKNOWN if of == NOTHING else of


class Typer:
    """What type an expression surely has. `field`, `result`: of own definitions."""

    def __init__(self, library: Library, asked: Asked, field: OfSymbol, result: OfSymbol) -> None:
        self._library = library
        self._semantics = library.semantics
        self._asked = asked
        self._field = field
        self._result = result

    def type_of(self, node: Any, unit: Unit) -> Type:
        """The type of an expression, unknown where it may be another.

        What a list holds is only said of one that was just made: others may have changed it.
        """
        found = self._of(node, unit)
        if found.is_nullable or not isinstance(found.name, str):
            return UNKNOWN
        if found == NOTHING:
            return found
        sort = self._library.sort(found.name)
        return found._replace(name=sort) if sort in PLAIN else UNKNOWN

    def joined(self, found: Sequence[Type]) -> Type:
        """The one type of all; of numbers of several kinds a number; else unknown."""
        if any(not one.name for one in found):
            return UNKNOWN
        found = [one for one in found if one != NOTHING] or found
        names = {one.name for one in found}
        if len(names) > 1 and names <= _NUMBERS:
            return Type("float" if self._semantics.integers == "double" else "number")
        if len(names) != 1:
            return UNKNOWN
        arguments = {one.arguments for one in found}
        return found[0] if len(arguments) == 1 else Type(found[0].name)

    def _of(self, node: Any, unit: Unit) -> Type:
        if isinstance(node, core.Literal):
            return self._literal(node)
        if isinstance(node, core.Local):
            return self._local(node.binder, unit)
        if isinstance(node, core.Template):
            return Type("str") if self._is_text(node) else UNKNOWN
        if isinstance(node, core.TypeTest):
            return Type("bool")
        if isinstance(node, core.Unary):
            return self._unary(node, unit)
        if isinstance(node, core.Binary):
            return self._binary(node, unit)
        if isinstance(node, core.Conditional):
            arms = [self.type_of(one, unit) for one in (node.then, node.otherwise)]
            return self.joined(arms)
        if isinstance(node, core.Logical):
            return self.joined([self.type_of(one, unit) for one in (node.left, node.right)])
        if isinstance(node, core.Construct):
            return self._construct(node, unit)
        if isinstance(node, core.Comprehension):
            return Type(node.kind) if node.kind in _COLLECTIONS else UNKNOWN
        if isinstance(node, core.Index):
            return self._element(node, unit)
        if isinstance(node, core.Ref):
            return kept(self._field(node.symbol))
        if isinstance(node, core.External):
            return self._library.shape("", node.path) or UNKNOWN
        if isinstance(node, core.Call):
            return self._call(node, unit)
        if isinstance(node, core.Member):
            return self._member(node, unit)
        return UNKNOWN

    @staticmethod
    def _is_text(node: core.Template) -> bool:
        return node.kind != "tagged"

    def _literal(self, node: core.Literal) -> Type:
        kind = node.kind.partition(":")[0]
        if kind == "float" and self._semantics.integers == "double" and node.value.isdigit():
            return Type("int")
        if self._semantics.integers == "double" and node.value.endswith("n"):
            return UNKNOWN  # a whole number of another kind
        return Type(kind) if kind in _LITERALS else UNKNOWN

    def _local(self, binder: int, unit: Unit) -> Type:
        """The type of all that is stored to a local, which nothing else binds."""
        return self._asked.of(("local", id(unit), binder), lambda: self._of_stores(binder, unit))

    def _of_stores(self, binder: int, unit: Unit) -> Type:
        found = []
        if binder in unit.parameters:
            found.append(kept(unit.given(binder)))
        for value, how in unit.stored.get(binder, ()):
            if value is None or (found and not found[-1].name):
                return UNKNOWN
            found.append(self._stored(value, how, unit))
        return self.joined(found)

    def _stored(self, value: Any, how: str, unit: Unit) -> Type:
        """The type of a value, of each element of it, or of one of what it is taken apart into."""
        words = how.split()
        found = self._of(value, unit)
        if words[0] == "each":
            found = self._each(found)
        for place in words[1:]:
            is_tuple = found.name == "tuple" and int(place) < len(found.arguments)
            found = found.arguments[int(place)] if is_tuple else self._each(found)
        return kept(found)

    def _each(self, of: Type) -> Type:
        """What a loop over a value goes through."""
        if of.name == "str" and self._semantics.chars_are_texts:
            return Type("str")
        return of.arguments[0] if of.name in _HOLDING and of.arguments else UNKNOWN

    def _unary(self, node: core.Unary, unit: Unit) -> Type:
        if node.operator == "not":
            return Type("bool")
        if node.operator == "typeof":
            return Type("str")
        inner = self.type_of(node.operand, unit)
        if inner == NOTHING and node.operator in ("-", "+"):
            return NOTHING
        if node.operator not in ("-", "+") or inner.name not in _NUMBERS:
            return UNKNOWN
        return Type("float") if self._semantics.integers == "double" else inner  # perhaps -0

    def _binary(self, node: core.Binary, unit: Unit) -> Type:
        """What an operator gives, by the types of both sides."""
        operator = node.operator
        one, other = self.type_of(node.left, unit).name, self.type_of(node.right, unit).name
        if operator in _TESTS:
            is_seen = one in _LITERALS and other in _LITERALS
            return Type("bool") if is_seen or not self._semantics.equality_overloadable else UNKNOWN
        if one == NOTHING.name == other:
            return NOTHING
        one = other if one == NOTHING.name else one
        other = one if other == NOTHING.name else other
        if operator == "%" and one == "str" and self._semantics.percent_formats:
            return Type("str")
        if operator == "+" and (one == other == "str" or self._puts_text(one, other)):
            return Type("str")
        if operator == "+" and one == other == "list" and self._semantics.operators_make_objects:
            return Type("list")
        if one not in _NUMBERS or other not in _NUMBERS:
            return UNKNOWN
        if self._semantics.integers == "double":
            return Type("float") if operator in _WHOLE | {"/", "**"} else UNKNOWN
        if self._semantics.integers != "unbounded":
            return UNKNOWN
        if operator in _WHOLE:
            return Type("int") if one == other == "int" else Type("float")
        return Type("float") if operator == "/" else UNKNOWN

    def _puts_text(self, one: object, other: object) -> bool:
        return self._semantics.text_plus_any and "str" in (one, other)

    def _construct(self, node: core.Construct, unit: Unit) -> Type:
        if node.kind not in _COLLECTIONS:
            return UNKNOWN
        parts = [UNKNOWN if one.spread else self.type_of(one.value, unit) for one in node.items]
        if node.kind == "tuple":
            return Type("tuple", tuple(parts))
        held = self.joined(parts) if node.kind == "list" and parts else UNKNOWN
        return Type(node.kind, (held,) if held.name else ())

    def _element(self, node: core.Index, unit: Unit) -> Type:
        """An element of what was just made; a slice is of the kind of the whole."""
        whole = self._of(node.object, unit)
        if isinstance(node.key, core.Construct):
            return whole if whole.name in ("list", "str") else UNKNOWN
        if self._semantics.loose_null:
            return UNKNOWN  # perhaps there is none
        return self._each(whole)

    def _member(self, node: core.Member, unit: Unit) -> Type:
        if node.is_optional:
            return UNKNOWN
        if node.owner is not None:
            return kept(self._field(node.owner))
        whole = self.type_of(node.object, unit)
        is_size = node.name in self._semantics.size_members and whole.name in ("str", "list")
        return Type("int") if is_size else UNKNOWN

    def _call(self, node: core.Call, unit: Unit) -> Type:
        function = node.function
        if node.is_optional:
            return UNKNOWN
        if isinstance(function, core.Ref):
            return self._result(function.symbol)
        if isinstance(function, core.External):
            return self._outside("", function.path, node, unit)
        if not isinstance(function, core.Member) or function.is_optional:
            return UNKNOWN
        if function.owner is not None and function.owner.module:
            return self._result(function.owner)
        if isinstance(function.object, core.External):
            return self._outside("", f"{function.object.path}.{function.name}", node, unit)
        whole = self._of(function.object, unit)
        if whole == NOTHING or not whole.name or not isinstance(whole.name, str):
            return UNKNOWN
        return self._outside(self._library.sort(whole.name), function.name, node, unit, whole)

    def _outside(
        self, sort: str, name: str, node: core.Call, unit: Unit, whole: Type = UNKNOWN
    ) -> Type:
        """What a function or method of the library gives: as the table says."""
        shape = self._library.shape(sort, name)
        if shape is not None:
            given = [self._of(one.value, unit) for one in node.arguments if not one.spread]
            held = self._each(given[0]) if given else UNKNOWN
            return filled(shape, whole, (), given, held)
        constructed = self._library.constructors.get(name) if not sort else None
        if constructed and node.kind == "new":
            return Type(constructed)
        if node.kind == "new":
            return UNKNOWN
        known = self._library.method(sort, name) if sort else self._library.function(name)
        if known is None or not known.result:
            return UNKNOWN
        return Type(known.result)
