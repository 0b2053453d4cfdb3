"""Own functions that only read and give: whoever calls one has a value, and nothing happens.

A summary of a function's code and of all that it may call: locals alone are set, nothing outside is
changed, nothing is made that could be told from another of its kind, or what is given is plain. It
may fail or not end; a call of it is then a duty. Only where all code that a call may run is known.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.library import library_of
from tracer.classify.equivalence.symbols.arrows import as_function, is_arguments
from tracer.classify.equivalence.symbols.hierarchy import family_of, name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics import core
from tracer.semantics.core import Kind
from tracer.semantics.reach.hierarchy import CLASSES, lines_of

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.library import Library
    from tracer.semantics.core import Definition, Symbol, Type
    from tracer.semantics.program import Program
    from tracer.semantics.versions import World

_LARGEST = 500  # nodes of a function's syntax tree
# Modifiers that a call does not feel.
_PLAIN = frozenset({
    "public", "private", "protected", "internal", "export", "exported", "pub", "package", "static",
    "final", "inline", "const", "constexpr", "readonly", "default", "classmethod", "staticmethod",
    "arrow", "pub(crate)", "crate", "anonymous", "sealed", "abstract", "override",
    "copied_receiver",
})  # fmt: skip
_ALLOWED = (
    core.Literal, core.Local, core.Self, core.Unary, core.Binary, core.Logical, core.Conditional,
    core.TypeTest, core.Cast, core.Let, core.Evaluate, core.Block, core.If, core.Loop, core.Return,
    core.Leave, core.Labeled, core.Switch, core.Case, core.Index, core.Argument, core.BindPattern,
    core.TuplePattern, core.AnyPattern, core.ValuePattern, core.OrPattern, core.Item,
    core.Propagate, core.BlockValue, core.Parameter, core.External,
)  # fmt: skip
_OPERATORS = frozenset({"-", "+", "~", "not", "!", "*"})
_ACTING = frozenset({"|>", "<-", ":="})
_VALUES = frozenset({Kind.FIELD, Kind.CONSTANT, Kind.VARIABLE, Kind.VARIANT})
_GONE_THROUGH = frozenset({"list", "dict", "set", "tuple", "str", "array", "bytes", "int"})
_SCALARS = frozenset({"int", "float", "str", "bool", "char", "number"})
_NUMBERS_ONLY = frozenset({"-", "/", "//", "%", "**"})
# Members by which classes say what operators do, in languages where they may; of traits in Rust.
_SAYING = re.compile(
    r"__(?:r?(?:add|sub|mul|truediv|floordiv|mod|pow|and|or|xor)|eq|ne|lt|le|gt|ge|neg|pos|abs"
    r"|invert|contains|getitem|len|bool|hash|getattr|getattribute)__"
    r"|(?:add|sub|mul|div|rem|neg|not|eq|ne|lt|le|gt|ge|cmp|partial_cmp|index|deref)#<.*"
)
_MAKERS = frozenset({"+", "*", "|", "&", "-", "^"})


class PureFunctions:
    """Answers for one version of the program. `world`: whether all that could override is in it."""

    def __init__(self, program: Program, *, world: World, stores: bool) -> None:
        self._program = program
        self._world = world
        self._stores = stores
        self._lines: dict[Symbol, list[Symbol]] | None = None
        self._known: dict[Symbol, bool] = {}
        self._asking: list[Symbol] = []
        self._looking: dict[Symbol, bool] = {}  # operators that only read

    def __contains__(self, symbol: object) -> bool:
        assert isinstance(symbol, core.Symbol)
        found = self._known.get(symbol)
        if found is None:
            found = self._ask(symbol)
        return found

    def _ask(self, symbol: Symbol) -> bool:
        """Whether all that a call may run is pure; what calls itself is, if the rest is."""
        if self._stores:
            return False
        self._asking.append(symbol)
        self._known[symbol] = True
        found = self._is_pure(symbol)
        self._asking.pop()
        self._known[symbol] = found
        if not found and self._asking:  # what was taken to be pure on its account is asked again
            for one in [s for s, known in self._known.items() if known]:
                if one not in self._asking:
                    del self._known[one]
        return found

    def _is_pure(self, symbol: Symbol) -> bool:
        program = self._program
        if symbol not in program.definitions:
            return False
        outline = program.outline(symbol)
        if outline.kind is Kind.CONSTANT:
            outline = as_function(program.definitions[symbol])
        if outline.kind not in {Kind.FUNCTION, Kind.METHOD}:
            return False
        if library_of(self._language(outline)).semantics.has_references:
            return False
        targets = self._targets(outline)
        if not targets or not all(map(self._is_pure_code, targets)):
            return False
        # Asked last: all code that has the name is lowered for it.
        return all(one.kind != "write" for one in program.references.get(symbol, ()))

    def _language(self, outline: Definition) -> str:
        return self._program.files[outline.file].language

    def _targets(self, outline: Definition) -> list[Symbol]:
        """The definitions that a call may run; none where that is not known."""
        program, symbol = self._program, outline.symbol
        if outline.owner is None:
            is_seen = self._world.is_closed or outline.is_private or not outline.is_exported
            return [symbol] if is_seen and name_of(symbol) == symbol.path[-1] else []
        if outline.modifiers & {"static", "private", "final"}:
            return [symbol] if name_of(symbol) == symbol.path[-1] else []
        if not self._world.is_closed or program.has_unknown_bases(outline.owner):
            return []
        owner = program.outline(outline.owner)
        if owner.kind is Kind.INTERFACE:
            table = table_of(self._language(outline))
            if not table.static_types or table.types_erased:
                return []
            family = set(program.members_named.get(name_of(symbol), ()))
        else:
            if self._lines is None:
                self._lines = lines_of(program)
            family = family_of(program, self._lines, symbol)
        semantics = library_of(self._language(outline)).semantics
        apart = program.semantics(outline.file).get("methods_apart")
        if apart or semantics.structs == "moves":
            family = {one for one in family if program.outline(one).kind is not Kind.FIELD}
        elif owner.kind is not Kind.INTERFACE and name_of(symbol) != symbol.path[-1]:
            return []
        if any(program.outline(one).kind not in {Kind.METHOD, Kind.FUNCTION} for one in family):
            return []
        return [one for one in sorted(family) if self._has_code(one)]

    def _has_code(self, symbol: Symbol) -> bool:
        """Whether a member is no mere signature."""
        definition = self._program.definitions[symbol]
        return definition.function is not None and "signature" not in definition.modifiers

    def _is_pure_code(self, symbol: Symbol) -> bool:
        program = self._program
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree
        if tree is None or tree.stop[outline.row] - outline.row > _LARGEST:
            return False
        definition = as_function(program.definitions[symbol])
        function = definition.function
        if function is None or outline.modifiers - _PLAIN or function.flags - {"arrow", "const"}:
            return False
        library = library_of(self._language(outline))
        semantics = library.semantics
        if definition.decorators and not all(
            isinstance(one, core.External)
            and one.path.rpartition(".")[2] in semantics.plain_decorators
            for one in definition.decorators
        ):
            return False
        if semantics.arrays_decay and any(b"volatile" in one.text for one in program.files):
            return False
        if semantics.structs == "moves" and not self._borrows(definition, library):
            return False
        if semantics.operators_overloadable and not self._are_operators_pure:
            return False
        code = _Code(self, program, library, symbol)
        return code.is_pure(function)

    def only_reads(self, symbol: Symbol) -> bool:
        """Whether an operator of the program does nothing but look; it may make what it gives."""
        return self.looks(symbol) and all(map(self.looks, self._saying()))

    def looks(self, symbol: Symbol) -> bool:
        """Whether the code of a method only reads, where operators do."""
        found = self._looking.get(symbol)
        if found is None:
            self._looking[symbol] = True  # of itself, if the rest does
            definition = self._program.definitions[symbol]
            function, is_method = definition.function, definition.kind is Kind.METHOD
            found = is_method and function is not None and not definition.decorators
            if found and function is not None:
                library = library_of(self._language(definition))
                found = _Code(self, self._program, library, symbol).only_reads(function)
            self._looking[symbol] = found
        return found

    def _saying(self) -> list[Symbol]:
        """The members by which classes of the program say what operators do."""
        return [
            symbol
            for symbol in self._program.definitions
            if symbol.path
            and _SAYING.fullmatch(symbol.path[-1])
            and self._program.outline(symbol).kind is Kind.METHOD
        ]

    @cached_property
    def _are_operators_pure(self) -> bool:
        """Whether no class of the program makes an operator or a truth test do something."""
        self._are_operators_pure = True  # while they are asked, which may use operators
        found = all(symbol in self for symbol in self._saying())
        self._known = self._known if found else {}
        return found

    @staticmethod
    def _borrows(definition: Definition, library: Library) -> bool:
        """Whether a function takes nothing away from its callers."""
        function = definition.function
        assert function is not None
        for one in definition.signature:
            is_self = isinstance(one, core.Opaque) and "self" in one.tokens
            if is_self and ("mut" in one.tokens or "&" not in one.tokens):
                return False
        names = [one.type.name for one in function.parameters]
        return all(
            one == "&" or (isinstance(one, str) and library.sort(one) in _SCALARS - {"str"})
            for one in names
        )


class _Code:
    """One function's code, asked node by node."""

    def __init__(
        self, functions: PureFunctions, program: Program, library: Library, symbol: Symbol
    ) -> None:
        self._functions = functions
        self._program = program
        self._library = library
        self._semantics = library.semantics
        self._types = program.types_of(symbol)
        self._makes = False  # whether it makes objects
        self._is_operator = False  # whether only what it does matters, not what it gives

    def is_pure(self, function: core.Function) -> bool:
        """Whether the code only reads, and what it gives is the same each time."""
        if any(one.kind or one.pattern or one.default for one in function.parameters):
            return False
        if not self._all(function.body):
            return False
        return not self._makes or self._is_scalar(function.result)

    def only_reads(self, function: core.Function) -> bool:
        """Whether the code does nothing, where the operators that it uses do nothing."""
        self._is_operator = True
        plain = not any(one.kind or one.pattern or one.default for one in function.parameters)
        return plain and not function.flags - {"arrow", "const"} and self._all(function.body)

    def _is_scalar(self, declared: Type) -> bool:
        name = declared.name
        sort = self._library.sort(name) if isinstance(name, str) and name else ""
        return not declared.is_nullable and sort in _SCALARS

    def _all(self, nodes: Any) -> bool:
        return all(map(self._one, nodes))

    def _one(self, node: Any) -> bool:
        """Whether a part of the code, with all that is in it, does nothing."""
        if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
            return True
        if not hasattr(node, "_fields"):
            return self._all(node)
        if isinstance(node, core.Ref):
            return self._is_value(node.symbol)
        if isinstance(node, core.Member):
            return self._is_read(node)
        if isinstance(node, core.Call):
            return self._is_call(node)
        if isinstance(node, core.Assign):
            place = node.target.place if isinstance(node.target, core.TargetPattern) else None
            is_local = isinstance(place, core.Local) or isinstance(
                node.target, core.BindPattern | core.TuplePattern
            )
            return is_local and self._one(node.value) and not _stores(node.target)
        if isinstance(node, core.TargetPattern):
            return isinstance(node.place, core.Local)
        if isinstance(node, core.Update):
            return isinstance(node.target, core.Local) and self._one(node.value)
        if isinstance(node, core.ForEach):
            if self._is_range(node.iterable):
                return self._all((node.pattern, node.body, node.otherwise))
            return self._is_gone_through(node.iterable) and self._all(node)
        if isinstance(node, core.Throw):
            return all(one is None or self._is_failure(one) for one in (node.value, node.cause))
        if isinstance(node, core.Construct):
            self._makes = self._makes or not node.kind.startswith("range")
            return self._all(node.items)
        if isinstance(node, core.Template):
            return self._is_text(node)
        if isinstance(node, core.Literal) and node.kind == "regex":
            self._makes = True  # an object that remembers where it stopped
        return (
            isinstance(node, _ALLOWED)
            and not is_arguments(node)
            and self._is_plain(node)
            and self._all(node)
        )

    def _is_plain(self, node: Any) -> bool:
        if isinstance(node, core.Unary):
            return node.operator in _OPERATORS
        if isinstance(node, core.Self):
            return node.kind == "self"
        if isinstance(node, core.Let):
            return not node.kind and not _stores(node.pattern)
        if isinstance(node, core.Leave):
            return node.kind in {"break", "continue", "fallthrough"}
        if isinstance(node, core.Switch):
            return node.kind != "select"
        if isinstance(node, core.Binary):
            if self._semantics.operators_make_objects and node.operator in _MAKERS:
                sides = (node.left, node.right)
                is_number = node.operator in _NUMBERS_ONLY and any(map(_is_number, sides))
                self._makes = self._makes or not is_number
            return node.operator not in _ACTING | self._semantics.acting_operators
        return True

    def _is_text(self, node: core.Template) -> bool:
        """Whether a text is put together without asking objects of the program how they look."""
        members = self._semantics.format_members | {"toString", "__str__", "__format__", "fmt"}
        known = any(self._program.members_named.get(name) for name in members)
        return not known and all(one.value is None or self._one(one.value) for one in node.parts)

    def _is_value(self, symbol: Symbol) -> bool:
        """Whether a definition is a value that no other thread is said to change."""
        if symbol not in self._program.definitions:
            return False
        outline = self._program.outline(symbol)
        if outline.kind is Kind.MACRO:
            return isinstance(self._program.definitions[symbol].value, core.Literal)
        return outline.kind in _VALUES | CLASSES and "volatile" not in outline.modifiers

    def _is_read(self, node: core.Member) -> bool:
        if node.is_optional or not self._one(node.object):
            return False
        if node.owner is None:  # of an object whose type is not seen
            return all(map(self._is_value, self._program.members_named.get(node.name, ())))
        if node.owner.module or node.owner in self._program.definitions:
            return self._is_value(node.owner)
        return node.name in self._semantics.size_members

    def _is_call(self, node: core.Call) -> bool:
        if node.kind != "call" or node.is_optional:
            return False
        if not all(not one.spread and self._one(one.value) for one in node.arguments):
            return False
        function = node.function
        if isinstance(function, core.Ref):
            return function.symbol in self._functions
        if isinstance(function, core.External):
            known = self._library.function(function.path)
        elif isinstance(function, core.Member) and function.owner is not None:
            if not self._one(function.object) or function.is_optional:
                return False
            owner = function.owner
            if owner in self._program.definitions:
                return self._runs(owner)
            known = None
            if not owner.module and len(owner.path) == len(("type", "member")):
                known = self._library.method(self._library.sort(owner.path[0]), function.name)
        elif isinstance(function, core.Member) and self._is_operator:
            named = self._program.members_named.get(function.name, ())
            return bool(named) and self._one(function.object) and all(map(self._runs, named))
        else:
            return False
        if known is None or known.effect not in {"pure", "reads", "fresh"}:
            return False
        self._makes = self._makes or known.effect == "fresh"
        return not (
            known.formats and any(map(self._program.members_named.get, ("toString", "fmt")))
        )

    def _runs(self, method: Symbol) -> bool:
        if self._is_operator and self._functions.looks(method):
            return True
        return method in self._functions

    def _is_failure(self, node: Any) -> bool:
        """Whether an exception from outside is made of what does nothing."""
        if isinstance(node, core.Call) and isinstance(node.function, core.External):
            return all(not one.spread and self._one(one.value) for one in node.arguments)
        return False

    def _is_range(self, node: Any) -> bool:
        """Whether it is the library's call that counts, of what does nothing."""
        if not isinstance(node, core.Call) or not isinstance(node.function, core.External):
            return False
        known = self._library.function(node.function.path)
        plain = all(not one.spread and self._one(one.value) for one in node.arguments)
        return known is not None and known.law == "range" and plain

    def _is_gone_through(self, node: Any) -> bool:
        """Whether going through a value asks no code of its own."""
        if isinstance(node, core.Construct):
            return node.kind.startswith("range")
        declared = core.UNKNOWN
        if isinstance(node, core.Local) and node.binder < len(self._types):
            declared = self._types[node.binder]
        elif isinstance(node, core.Member | core.Ref):
            symbol = node.owner if isinstance(node, core.Member) else node.symbol
            is_own = symbol is not None and symbol in self._program.definitions
            if symbol is not None and is_own and self._is_value(symbol):
                declared = self._program.definitions[symbol].type
                if not declared.name:
                    declared = self._program.assigned_type(symbol)
        elif isinstance(node, core.Index):
            return self._semantics.structs == "values" and self._is_gone_through(node.object)
        name = declared.name
        if name in ("&", "*") and declared.arguments:
            name = declared.arguments[0].name
        return isinstance(name, str) and self._library.sort(name) in _GONE_THROUGH


def _is_number(node: Any) -> bool:
    return isinstance(node, core.Literal) and node.kind.partition(":")[0] in ("int", "float")


def _stores(pattern: Any) -> bool:
    """Whether a pattern stores to anything but locals."""
    return any(
        isinstance(one, core.TargetPattern) and not isinstance(one.place, core.Local)
        for one in references(pattern)
    )
