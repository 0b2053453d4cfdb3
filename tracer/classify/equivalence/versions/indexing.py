"""Reads by a computed key that can name no member: the key is a number, or the object a sequence.

What is a number is said by the code alone: a local is one if all that is ever stored to it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics import core
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.semantics.answers import Lookup
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

OF_MEMBERS = frozenset({"members", "fields"})  # kinds of look-ups
_HARMLESS: WeakKeyDictionary[Program, dict[tuple[int, int], bool]] = WeakKeyDictionary()
_STORE = re.compile(rb"\]\s*=[^=]|\bdelete\b|\bsetattr\b|defineProperty|assign\b|\bexec\b|\beval\b")
_HELD = frozenset({core.Kind.FIELD, core.Kind.CONSTANT, core.Kind.VARIABLE})
_NUMBERS = frozenset({"int", "float", "number"})
_SEQUENCES = frozenset({"list", "str", "tuple", "bytes"})
_TABLES = _SEQUENCES | {"dict", "map", "Map"}  # declared so, no object of a class
_TABLES_OF = frozenset({"Record"})  # the same, if it says of what
_ARITHMETIC = frozenset({"-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^", "~", "//"})
_SIZES = frozenset({"length", "size", "byteLength"})
_PLACES = frozenset(
    {"indexOf", "lastIndexOf", "findIndex", "findLastIndex", "charCodeAt", "codePointAt"}
)
_SEQUENCES_FROM = frozenset({"split", "matchAll", "splitlines", "toSorted", "toReversed"})
_MAKERS = frozenset({"Array", "builtins.list", "builtins.dict", "builtins.sorted", "builtins.str"})
_MATHS = ("Math.", "Number", "parseInt", "parseFloat", "len", "builtins.len")


def is_harmless(program: Program, file: int, row: int) -> bool:
    """Whether what is read at a row of a file has a key that can name no member.

    Also of a call there that lists the fields of what is no object of a class.

    Cost: the code of the member or statement that the row is in, lowered.
    """
    known = _HARMLESS.setdefault(program, {})
    if (file, row) not in known:
        known[file, row] = _is_harmless(program, file, row)
    return known[file, row]


def _is_harmless(program: Program, file: int, row: int) -> bool:
    if not any(
        one.kind in OF_MEMBERS and one.name is None for one in program.lookups if one.file == file
    ):
        return False
    for symbol, code in _codes(program, file, row):
        found = [
            one
            for one in references(code)
            if isinstance(one, (core.Index, core.Call)) and one.row == row
        ]
        if not found:
            continue
        types = program.types_of(symbol) if symbol is not None else ()
        locals_ = _Locals(program, code, types)
        for one in found:
            if isinstance(one, core.Call):
                if _lists_fields(one, locals_):
                    return True
            elif locals_.is_number(one.key) or locals_.is_table(one.object):
                return True
    return False


def has_stores_by_text(program: Program) -> bool:
    """Whether some code may put another method in the place of one, by a text."""
    found = [one for one in program.lookups if _may_store(program, one)]
    return any(
        one.kind != "members"
        or (one.name is None and not is_harmless(program, one.file, one.row))
        or one.name in program.members_named
        for one in found
    )


def _may_store(program: Program, found: Lookup) -> bool:
    """Whether a look-up stands in code that stores."""
    tree = program.files[found.file].tree
    if found.kind not in {"members", "code"} or tree is None:
        return False
    around = tree.slice(max(tree.parent[max(tree.parent[found.row], 0)], 0))
    return _STORE.search(around) is not None


def _codes(program: Program, file: int, row: int) -> Iterator[tuple[core.Symbol | None, Any]]:
    """The pieces of code of a file that may have a row."""
    tree = program.files[file].tree
    if tree is None:
        return
    for symbol in program.definitions:
        outline = program.outline(symbol)
        if outline.file == file and _may_hold(tree, outline.row, row):
            definition = program.definitions[symbol]
            yield symbol, (definition.function, definition.value, definition.body)
    for module in program.modules[program.files[file].module]:
        if module.file == file:
            yield from ((None, one) for one in module.top)


def _may_hold(tree: SyntaxTree, own: int, row: int) -> bool:
    """Whether a row may be of the code of a definition: not if it is in another statement."""
    around = {row}
    while row > 0:
        row = tree.parent[row]
        around.add(row)
    if own in around or own < 0:
        return True
    while own not in around:
        own = tree.parent[own]
    return own > 0 and not tree.language.roles[tree.kind[own]] & Role.BLOCK


class _Locals:
    """Which locals of a piece of code are surely numbers, sequences or tables."""

    def __init__(self, program: Program, code: Any, types: Any) -> None:
        self._program = program
        self._types = types
        self._stored: dict[int, list[Any]] = {}
        self._asked: set[int] = set()
        for one in references(code):
            self._note(one)

    def _note(self, one: Any) -> None:
        """What is stored where; None for what is not known."""
        if isinstance(one, core.Let) and isinstance(one.pattern, core.BindPattern):
            if one.value is not None:
                self._stored.setdefault(one.pattern.binder, []).append(one.value)
        elif isinstance(one, core.Assign) and isinstance(one.target, core.TargetPattern):
            if isinstance(one.target.place, core.Local):
                self._stored.setdefault(one.target.place.binder, []).append(one.value)
        elif isinstance(one, core.Update) and isinstance(one.target, core.Local):
            value = one.value if one.operator in ("+", "+=") else core.Literal("int", "0")
            self._stored.setdefault(one.target.binder, []).append(value)
        elif isinstance(one, core.Parameter):
            self._stored.setdefault(one.binder, []).append(None)
        elif isinstance(one, core.Opaque):
            for part in one.parts:
                if isinstance(part, core.Local):
                    self._stored.setdefault(part.binder, []).append(None)
        else:
            self._note_inside(one)

    def _note_inside(self, one: Any) -> None:
        """Patterns that stand elsewhere store what is not known."""
        whole = (core.Let, core.Assign)
        for part in one if hasattr(one, "_fields") and not isinstance(one, whole) else ():
            if isinstance(part, core.BindPattern):
                self._stored.setdefault(part.binder, []).append(None)
            elif isinstance(part, core.TargetPattern) and isinstance(part.place, core.Local):
                self._stored.setdefault(part.place.binder, []).append(None)
            elif isinstance(part, tuple) and not hasattr(part, "_fields"):
                self._note_items(part)
        if isinstance(one, core.Handler | core.Define | core.TypeTest) and one.binder >= 0:
            self._stored.setdefault(one.binder, []).append(None)

    def _note_items(self, items: tuple[Any, ...]) -> None:
        for item in items:
            if isinstance(item, core.BindPattern):
                self._stored.setdefault(item.binder, []).append(None)
            elif isinstance(item, core.TargetPattern) and isinstance(item.place, core.Local):
                self._stored.setdefault(item.place.binder, []).append(None)

    def is_number(self, node: Any) -> bool:
        """Whether an expression surely gives a number."""
        if isinstance(node, core.Literal):
            return node.kind.partition(":")[0] in _NUMBERS
        if isinstance(node, core.Local):
            return self._is_local_number(node.binder)
        if isinstance(node, core.Binary):
            if node.operator in _ARITHMETIC:
                return True
            return node.operator == "+" and self.is_number(node.left) and self.is_number(node.right)
        if isinstance(node, core.Unary):
            return node.operator in ("-", "+", "~")
        if isinstance(node, core.Update):
            return isinstance(node.target, core.Local) and self.is_number(node.target)
        if isinstance(node, core.Conditional):
            return self.is_number(node.then) and self.is_number(node.otherwise)
        if isinstance(node, core.Member):
            if node.owner is not None and node.owner in self._program.definitions:
                declared = _declared(self._program, node.owner)
                return declared.name in _NUMBERS and not declared.is_nullable
            is_own = node.name in self._program.members_named
            return node.name in _SIZES and not is_own
        if isinstance(node, core.Call):
            return _gives_number(node)
        return False

    def is_table(self, node: Any) -> bool:
        """Whether it is a sequence or table, which has no members of classes of the program."""
        if isinstance(node, core.Construct):
            return node.kind in _TABLES or node.kind == "object"
        if isinstance(node, core.Local):
            return self._is_local_table(node.binder)
        if isinstance(node, core.Conditional):
            return self.is_table(node.then) and self.is_table(node.otherwise)
        if isinstance(node, core.Call):
            return _gives_sequence(node, self._program)
        symbol = node.symbol if isinstance(node, core.Ref) else getattr(node, "owner", None)
        if symbol is None or symbol not in self._program.definitions:
            return False
        outline = self._program.outline(symbol)
        if outline.kind is core.Kind.ENUM or _is_table(_declared(self._program, symbol)):
            return True
        is_fixed = outline.kind is core.Kind.CONSTANT
        return is_fixed and isinstance(self._program.definitions[symbol].value, core.Construct)

    def _is_local_number(self, binder: int) -> bool:
        if binder < len(self._types) and self._types[binder].name in _NUMBERS:
            return not self._types[binder].is_nullable
        return self._all_stored(binder, self.is_number)

    def _is_local_table(self, binder: int) -> bool:
        if binder < len(self._types) and _is_table(self._types[binder]):
            return True
        return self._all_stored(binder, self.is_table)

    def _all_stored(self, binder: int, holds: Callable[[Any], bool]) -> bool:
        """Whether something holds of all that is stored to a local."""
        stored = self._stored.get(binder)
        if not stored or None in stored:
            return False
        if binder in self._asked:
            return True  # of itself: as long as the rest is
        self._asked.add(binder)
        try:
            return all(holds(value) for value in stored)
        finally:
            self._asked.discard(binder)


def _is_table(of: core.Type) -> bool:
    """Whether a declared type has only values that are no objects of a class."""
    is_said = bool(of.arguments) and bool(of.arguments[-1].name)
    return of.name in _TABLES or (of.name in _TABLES_OF and is_said)


def _declared(program: Program, symbol: core.Symbol) -> core.Type:
    """The type that a field or variable is declared with."""
    definition = program.definitions[symbol]
    is_value = definition.kind in _HELD and definition.function is None
    return definition.type if is_value else core.UNKNOWN


def _lists_fields(node: core.Call, locals_: _Locals) -> bool:
    """Whether it is a call of the library that lists the fields of a table."""
    function = node.function
    path = getattr(function, "path", "")
    if isinstance(function, core.Member) and isinstance(function.object, core.External):
        path = f"{function.object.path}.{function.name}"
    is_one = path in ("Object.keys", "Object.values", "Object.entries") and len(node.arguments) == 1
    return is_one and locals_.is_table(node.arguments[0].value)


def _gives_sequence(node: core.Call, program: Program) -> bool:
    """Whether a call of the library gives a new sequence, or an object without members."""
    function = node.function
    if isinstance(function, core.External):
        return function.path in _MAKERS
    if not isinstance(function, core.Member):
        return False
    if isinstance(function.object, core.External) and function.object.path in ("Object", "Array"):
        if function.name == "create":
            first = node.arguments[0].value if node.arguments else None
            return isinstance(first, core.Literal) and first.kind == "null"
        return function.name in ("keys", "values", "entries", "from", "of")
    is_own = function.name in program.members_named
    return function.name in _SEQUENCES_FROM and not is_own


def _gives_number(node: core.Call) -> bool:
    function = node.function
    if isinstance(function, core.External):
        return function.path.startswith(_MATHS[0]) or function.path in _MATHS[1:]
    if not isinstance(function, core.Member):
        return False
    if isinstance(function.object, core.External) and function.object.path == "Math":
        return True
    return function.name in _PLACES and (function.owner is None or not function.owner.module)
