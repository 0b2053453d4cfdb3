"""All calls of a function, where no other code can call it, and its class makes no other objects.

Each mention has to be a call that is seen: whoever hands a function on, finds it by a text, or may
override it, may give it anything.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.library import library_of
from tracer.classify.equivalence.symbols.arrows import as_function, is_arguments
from tracer.classify.equivalence.symbols.hierarchy import family_of, name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.versions.indexing import is_harmless
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.core import Kind, Symbol
from tracer.semantics.reach.hierarchy import lines_of

if TYPE_CHECKING:
    from tracer.semantics.answers import Lookup, Reference
    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program
    from tracer.semantics.versions import World

_MOST_CALLS = 40
HARMLESS = frozenset({"import", "export"})  # mentions that use nothing
# Modifiers that a call does not feel.
PLAIN = frozenset({
    "public", "private", "protected", "export", "exported", "static", "staticmethod", "default",
    "arrow", "readonly", "final",
})  # fmt: skip
# What makes an object of a class that it does not name.
_REMADE = re.compile(
    rb"__class__(?!\s*\.\s*__(?:qual)?name__)|\btype\s*\([^()]*\)\s*\(|\bnew\s+this\b|\.constructor\b"
)


class KnownCall(NamedTuple):
    """A call, and the definition or file that it stands in."""

    node: core.Call
    home: Symbol | int


class KnownCalls:
    """Answers for one version of the program. `world`: whether all callers are in it."""

    def __init__(self, program: Program, *, world: World) -> None:
        self._program = program
        self._world = world
        self._calls: dict[Symbol, list[KnownCall]] = {}
        self._asking: dict[Symbol | int, set[int]] = {}

    def of(self, symbol: Symbol) -> list[KnownCall]:
        """All calls of a function, where they are known; else none."""
        found = self._calls.get(symbol)
        if found is None:
            found = self._calls[symbol] = self._find_calls(symbol)
        return found

    def _find_calls(self, symbol: Symbol) -> list[KnownCall]:
        program = self._program
        if symbol not in program.definitions:
            return []
        definition = as_function(program.definitions[symbol])
        function = definition.function
        if function is None or not function.parameters or self._is_open(definition):
            return []
        if any(map(is_arguments, walk(function))):
            return []
        return self._all_calls(definition)

    def _is_open(self, definition: Definition) -> bool:
        """Whether code that is not seen may call a function."""
        program, symbol = self._program, definition.symbol
        name, outline = name_of(symbol), program.outline(symbol)
        language = program.files[outline.file].language
        table = table_of(language)
        is_constructor = self.is_constructor(definition)
        if definition.kind not in {Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR}:
            return True
        if outline.modifiers - PLAIN or definition.decorators or definition.function is None:
            return True
        if definition.function.flags - {"arrow", "async", "generator"}:
            return True
        if name_of(symbol) != symbol.path[-1] or program.unknown:
            return True
        if not is_constructor and table.protocol.search(name) and name != "main":
            return True
        if outline.owner is None:
            is_seen = self._world.is_closed or outline.is_private or not outline.is_exported
            return not is_seen or self._is_found_by_text(name, None)
        if not self._world.is_closed and not name.startswith("#"):
            return True
        if self.has_unseen_base(outline.owner, language):
            return True
        return self._is_found_by_text(name, outline.owner)

    def has_unseen_base(self, owner: Symbol, language: str) -> bool:
        """Whether a class, or one that derives from it, has a base from outside."""
        program = self._program
        plain = library_of(language).semantics.plain_bases
        todo = [owner]
        for one in todo:
            todo += [child for child in program.subclasses(one) if child not in todo]
            for base in program.definitions[one].bases:
                path = getattr(base, "path", None)
                if isinstance(base, core.Ref) and base.symbol in program.definitions:
                    todo += [base.symbol] if base.symbol not in todo else []
                elif path not in plain:
                    return True
        return False

    def is_constructor(self, definition: Definition) -> bool:
        """Whether a member runs where an object is made."""
        if definition.kind is Kind.CONSTRUCTOR:
            return True
        file = self._program.outline(definition.symbol).file
        member = library_of(self._program.files[file].language).semantics.constructor_member
        return definition.owner is not None and name_of(definition.symbol) == member != ""

    def _is_found_by_text(self, name: str, owner: Symbol | None) -> bool:
        """Whether a look-up may find a function by what it computes, or by its name."""
        for one in self._program.lookups:
            if one.kind == "code":
                if one.name is None or re.search(rf"\b{re.escape(name)}\b", one.name):
                    return True
            elif one.name == name or (one.kind == "names" and one.name is None and owner is None):
                return True
            elif one.kind == "members" and one.name is None and owner is not None:
                is_related = one.within is None or self._are_related(one.within, owner)
                is_field = self._text_of(one) in self._field_words(one.file)
                if (
                    is_related
                    and not is_field
                    and not is_harmless(self._program, one.file, one.row)
                ):
                    return True
        return False

    def _text_of(self, one: Lookup) -> str:
        tree = self._program.files[one.file].tree
        return "" if tree is None else tree.slice(one.row).decode("utf-8", "replace")

    def _field_words(self, file: int) -> frozenset[str]:
        return library_of(self._program.files[file].language).semantics.field_tables

    def _are_related(self, one: Symbol, other: Symbol) -> bool:
        """Whether an object may be of both classes."""
        lines = self.lines
        if one not in lines or other not in lines:
            return True
        return any(one in line and other in line for line in lines.values())

    @cached_property
    def lines(self) -> dict[Symbol, list[Symbol]]:
        """Each class with its bases in the program."""
        return lines_of(self._program)

    def _all_calls(self, definition: Definition) -> list[KnownCall]:
        """All calls that may run a function; none where one mention of it is something else."""
        program, symbol = self._program, definition.symbol
        family, name = {symbol}, name_of(symbol)
        if self.is_constructor(definition) and definition.owner is not None:
            if program.subclasses(definition.owner) or self._makes_others(definition.owner):
                return []
            family, name = {symbol, definition.owner}, name_of(definition.owner)
        elif definition.owner is not None:
            family = family_of(program, self.lines, symbol)
        found: list[KnownCall] = []
        mentions = [one for target in sorted(family) for one in self.mentions(target)]
        mentions += program.unresolved_of("." + name)  # of an object, or module, that is not seen
        by_home: dict[Symbol | int, dict[int, core.Call]] = {}
        for one in mentions:
            if one.kind in HARMLESS or (one.kind == "type" and definition.owner in family):
                continue
            home: Symbol | int = one.file if one.within is None else one.within
            if one.kind == "read" and one.row in self._asking_rows(home):
                continue
            if one.kind != "call" or len(found) >= _MOST_CALLS:
                return []
            if home not in by_home:
                by_home[home] = _calls_in(self.code(home))
            call = by_home[home].get(one.row)
            if call is None or call.kind not in ("call", "new"):
                return []
            if self._names_class(call, definition):
                return []  # the object is an argument, too
            found.append(KnownCall(call, home))
        return found

    def _names_class(self, call: core.Call, definition: Definition) -> bool:
        """Whether a method is called as a function of its class."""
        if definition.owner is None or definition.modifiers & {"static", "staticmethod"}:
            return False
        function = call.function
        if isinstance(function, core.Member):
            return isinstance(function.object, core.Ref) and self._is_class(function.object)
        return isinstance(function, core.Ref) and function.symbol != definition.owner

    def _makes_others(self, owner: Symbol) -> bool:
        """Whether methods make objects of the class that they are called on, whatever its name."""
        program = self._program
        if any(_REMADE.search(file.text) for file in program.files):
            return True
        for one in self.lines.get(owner, [owner]):
            for member in program.outline(one).members:
                nodes = list(walk(self.code(member)))
                named = sum(_is_class(node) for node in nodes)
                if named != sum(_is_class(getattr(node, "object", None)) for node in nodes):
                    return True
        return False

    def _asking_rows(self, home: Symbol | int) -> set[int]:
        """Rows of the mentions of classes that only ask what an object is, or name a member."""
        found = self._asking.get(home)
        if found is None:
            found = self._asking[home] = set()
            for node in walk(self.code(home)):
                if isinstance(node, core.Call) and _path(node.function) == "builtins.isinstance":
                    found |= {one.row for one in walk(node.arguments) if isinstance(one, core.Ref)}
                elif isinstance(node, core.Binary) and node.operator == "instanceof":
                    found.add(getattr(node.right, "row", -1))
                elif isinstance(node, core.Member) and self._is_class(node.object):
                    found |= {node.object.row} if not node.name.startswith("__") else set()
                elif isinstance(node, core.Ref) and self._is_member(node.symbol):
                    found.add(node.row + 1)  # the class in front of it
                elif isinstance(node, core.Assign) and _is_exporting(node.target):
                    found |= {one.row for one in walk(node.value) if isinstance(one, core.Ref)}
        return found

    def _is_class(self, node: Any) -> bool:
        if not isinstance(node, core.Ref) or node.symbol not in self._program.definitions:
            return False
        return self._program.outline(node.symbol).kind is Kind.CLASS

    def _is_member(self, symbol: Symbol) -> bool:
        known = self._program.definitions
        return symbol in known and self._program.outline(symbol).owner is not None

    def mentions(self, symbol: Symbol) -> tuple[Reference, ...]:
        """Where a definition is named."""
        return self._program.references.get(symbol, ())

    def code(self, home: Symbol | int) -> Any:
        """All code of a definition, or what a file runs when it is loaded."""
        if isinstance(home, Symbol):
            one = self._program.definitions[home]
            return (one.function, one.value, one.body, one.decorators, one.bases)
        module = self._program.files[home].module
        return tuple(m.top for m in self._program.modules.get(module, ()) if m.file == home)


def _calls_in(code: Any) -> dict[int, core.Call]:
    """The calls in some code by the row of what is called."""
    return {
        one.function.row: one
        for one in walk(code)
        if isinstance(one, core.Call) and isinstance(one.function, core.Ref | core.Member)
    }


def _is_exporting(target: Any) -> bool:
    """Whether a store is what makes a module's exports, which imports are resolved through."""
    place = target.place if isinstance(target, core.TargetPattern) else None
    while isinstance(place, core.Member):
        place = place.object
    path = getattr(place, "path", getattr(place, "name", ""))
    return path in ("module", "exports", "module.exports") or path.startswith("module.exports.")


def _is_class(node: Any) -> bool:
    """Whether a node is the class that a method is called on."""
    return isinstance(node, core.Self) and node.kind == "class"


def _path(function: Any) -> str:
    return function.path if isinstance(function, core.External) else ""
