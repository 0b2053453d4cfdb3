"""`World`: the files of a program, resolution of names between them, code lowered on demand."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.answers import File, Reason, Reference
from tracer.semantics.core import Kind, Symbol, plain_name
from tracer.semantics.lowering.code.lowerer import Lowerer
from tracer.semantics.lowering.outline.modules import Modules, module_name
from tracer.semantics.lowering.outline.outline import Outline
from tracer.semantics.lowering.templates.table import table_for
from tracer.semantics.lowering.types.types import lowered_type
from tracer.semantics.lowering.world import assigned_types, surroundings
from tracer.semantics.lowering.world.definitions import (
    Lowered,
    interface_of,
    lower_definition,
    lower_top,
    outline_of,
)
from tracer.semantics.lowering.world.lazy import Lazy
from tracer.semantics.lowering.world.macro_texts import MacroTexts
from tracer.semantics.lowering.world.overloads import Overloads
from tracer.semantics.lowering.world.resolution import Resolution
from tracer.semantics.lowering.world.uses import Uses
from tracer.syntax import BROKEN, SyntaxTree, parse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tracer.semantics.lowering.outline.entries import Entry

_CLASSES = {Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE, Kind.IMPLEMENTATION}
_CALLABLE = {Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR}
_OPEN = {"object", "type", "union", "function", "&", "*", "module"}  # any member may be theirs
_DEEPEST = 40  # links of imports or bases that are followed


class World:
    """Everything `Program` answers from."""

    def __init__(self, pairs: Sequence[tuple[str, SyntaxTree | bytes]]) -> None:
        self.outlines: dict[int, Outline] = {}
        self.entries: dict[Symbol, Entry] = {}
        self.declared: set[str] = set()  # names that are declared, and maybe defined elsewhere
        self.names: dict[str, dict[str, Symbol]] = {}  # of each module
        self.members: dict[Symbol, dict[str, list[Symbol]]] = {}
        self.by_module: dict[str, list[int]] = {}
        self.resolution = Resolution(self)
        self.macros = MacroTexts(self)
        self.uses = Uses(self)
        self.overloads = Overloads(self)
        reasons: list[Reason] = []
        self.files = tuple(self._file(i, *pair, reasons) for i, pair in enumerate(pairs))
        self._collect()
        self.module_files = Modules(self.by_module, {file.path: file.text for file in self.files})
        self._adopt()
        self.reasons = reasons
        self._expanding: set[Symbol] = set()
        self._lowered: dict[Symbol | int, Lowered] = {}
        self._interfaces: dict[int, core.Module] = {}
        self._outlined: dict[Symbol, core.Definition] = {}
        self._types: dict[Symbol, core.Type] = {}
        self._results: dict[Symbol, core.Type] = {}
        self._bases: dict[Symbol, tuple[Symbol | str, ...]] = {}
        self.modules: Mapping[str, tuple[core.Module, ...]] = Lazy(self.by_module, self._module)
        self.interfaces: Mapping[str, tuple[core.Module, ...]] = Lazy(
            self.by_module, lambda name: tuple(map(self.interface, self.by_module[name]))
        )
        self.definitions: Mapping[Symbol, core.Definition] = Lazy(
            self.entries, lambda symbol: self.lowered(symbol).definition
        )
        self.references: Mapping[Symbol, tuple[Reference, ...]] = Lazy(self.entries, self.uses.of)

    def _file(
        self, index: int, path: str, given: SyntaxTree | bytes, reasons: list[Reason]
    ) -> File:
        tree = given if isinstance(given, SyntaxTree) else parse(given, path=path)
        language = tree.language
        table = table_for(language)
        if table is None:
            if language.is_full:
                reasons.append(Reason(index, 0, "no-table", language.name))
            return File(
                path, tree if language.grammar is not None else None, tree.text, language.name, ""
            )
        if tree.flags[0] & BROKEN:
            reasons.append(Reason(index, 0, "broken"))
        module = module_name(path, tree, table)
        outline = Outline(index, path, tree, table, module)
        self.outlines[index] = outline
        self.by_module.setdefault(module, []).append(index)
        for kind, row in surroundings.untrusted(outline):
            reasons.append(Reason(index, row, kind))
        return File(path, tree, tree.text, language.name, module)

    def _collect(self) -> None:
        """Definitions of all files, by symbol and by module; a module's files share its names.

        A name that several headers define, each for the files that include it, is nobody's.
        """
        several: set[tuple[str, str]] = set()
        for outline in self.outlines.values():
            names = self.names.setdefault(outline.module, {})
            internal = frozenset(outline.table.modules.get("internal") or ())
            for entry in outline.entries:
                if (
                    entry.symbol in self.entries
                    and entry.rule is not None
                    and entry.rule.is_namespace
                ):
                    continue
                if entry.symbol in self.entries:
                    entry.symbol = self._another(entry.symbol)
                self.entries[entry.symbol] = entry
                if "declaration" in entry.modifiers:
                    self.declared.add(entry.name)
                elif entry.owner is None:
                    if entry.symbol.module == outline.module:
                        if entry.name in names and entry.modifiers & internal:
                            several.add((outline.module, entry.name))
                        names.setdefault(entry.name, entry.symbol)
                else:
                    members = self.members.setdefault(entry.owner, {})
                    members.setdefault(entry.name, []).append(entry.symbol)
        for module, name in several:
            del self.names[module][name]

    def _adopt(self) -> None:
        """Give members whose owner stands elsewhere, by an import, to that owner.

        Members of types from outside belong to the block that they stand in, if to anything.
        """
        for outline in self.outlines.values():
            for entry in outline.entries:
                owner = entry.owner
                if (
                    owner is None
                    or owner in self.entries
                    or entry.rule is None
                    or entry.rule.owner is None
                ):
                    continue
                self.members[owner].pop(entry.name, None)
                found = (
                    self.resolution.resolve(outline, None, owner.path[-1])
                    if len(owner.path) == 1
                    else None
                )
                known = self.entries.get(found.symbol) if type(found) is core.Ref else None
                if known is None or known.kind not in _CLASSES:
                    known = _block_of(outline, entry)
                    if known is None:
                        entry.owner = None
                        continue
                del self.entries[entry.symbol]
                entry.owner = known.symbol
                entry.symbol = Symbol(
                    known.symbol.module, (*known.symbol.path, entry.symbol.path[-1])
                )
                if entry.symbol in self.entries:
                    entry.symbol = self._another(entry.symbol)
                self.entries[entry.symbol] = entry
                self.members.setdefault(known.symbol, {}).setdefault(entry.name, []).append(
                    entry.symbol
                )

    def _another(self, symbol: Symbol) -> Symbol:
        """A symbol for what has another's name in another file of its module."""
        path, count = symbol.path, 2
        base = plain_name(symbol)
        while (found := Symbol(symbol.module, (*path[:-1], f"{base}#{count}"))) in self.entries:
            count += 1
        return found

    # Code

    def lowered(self, symbol: Symbol | int) -> Lowered:
        """A definition with its code, or a file's top level (by index), lowered once."""
        found = self._lowered.get(symbol)
        if found is None:
            if isinstance(symbol, int):
                found = lower_top(self, self.outlines[symbol])
            else:
                found = lower_definition(self, self.entries[symbol])
            self._lowered[symbol] = found
        return found

    def outline(self, symbol: Symbol) -> core.Definition:
        """A definition without code, made once."""
        found = self._outlined.get(symbol)
        if found is None:
            found = self._outlined[symbol] = outline_of(self, self.entries[symbol])
        return found

    def interface(self, file: int) -> core.Module:
        """What a file imports, defines and exports, made once."""
        found = self._interfaces.get(file)
        if found is None:
            found = self._interfaces[file] = interface_of(self, self.outlines[file])
        return found

    def names_of(self, symbol: Symbol | int) -> tuple[str, ...]:
        """Names of the binders of a unit."""
        return tuple(binder.name for binder in self.lowered(symbol).binders)

    def types_of(self, symbol: Symbol | int) -> tuple[core.Type, ...]:
        """Types of the binders of a unit."""
        return tuple(binder.type for binder in self.lowered(symbol).binders)

    def _module(self, name: str) -> tuple[core.Module, ...]:
        return tuple(self.lowered(index).module for index in self.by_module[name])  # type: ignore[misc]

    def definition_statement(self, low: Lowerer, row: int, decorators: Sequence[int]) -> Any:
        """What a definition of the program is as a statement of the code around it."""
        outline = low.outline
        entry = outline.by_row[row]
        if low.entry is not None and entry.owner is not None:
            return ()  # a member: it stands in its class
        if entry.kind in (Kind.VARIABLE, Kind.CONSTANT, Kind.FIELD):
            if not outline.owns_value(entry) or "destructured" in entry.modifiers:
                return None
        elif (
            not decorators
            and "conditional" not in entry.modifiers
            and "redefined" not in entry.modifiers
        ):
            runs = low.table.semantics.get("definitions_run") or ()
            if entry.kind.value not in runs:
                return ()
        return core.Evaluate(core.Ref(entry.symbol, row), row)

    def defined_together(self, low: Lowerer, row: int) -> tuple[core.Statement, ...]:
        """A statement that defines several names, each by a value of its own."""
        entries = low.outline.by_statement[row]
        if low.entry is not None and entries[0].owner is not None:
            return ()
        return tuple(core.Evaluate(core.Ref(entry.symbol, row), row) for entry in entries)

    # Names

    def members_of(self, owner: Symbol) -> list[Symbol]:
        """All members of a class, in whatever file they stand."""
        return [s for symbols in self.members.get(owner, {}).values() for s in symbols]

    # Classes

    def member(self, owner: Symbol, name: str, use: str = "", depth: int = 0) -> Symbol | None:
        """A member by name: of the class, else of its bases in order.

        Where methods have names of their own, `use` says whether one is called.
        """
        own = self.members.get(owner, {}).get(name)
        if own and any("#<" in symbol.path[-1] for symbol in own) and len(own) > 1:
            plain = [symbol for symbol in own if "#<" not in symbol.path[-1]]
            return plain[0] if len(plain) == 1 else None  # which one depends on the types
        if own:
            return self._of_use(own, use) if use and len(own) > 1 else own[0]
        if depth < _DEEPEST and owner in self.entries:
            for base in self.bases(owner):
                if isinstance(base, Symbol) and base != owner:
                    found = self.member(base, name, use, depth + 1)
                    if found is not None:
                        return found
        return None

    def _of_use(self, own: list[Symbol], use: str) -> Symbol:
        """Of members with one name, the first that is called, or that is not."""
        entries = [self.entries[symbol] for symbol in own]
        semantics = self.outlines[entries[0].file].table.semantics
        if semantics.get("methods_apart") or semantics.get("member_methods_apart"):
            for entry in entries:
                if (entry.kind in _CALLABLE) == (use == "call"):
                    return entry.symbol
        return own[0]

    def member_of_type(
        self, outline: Outline, of: core.Type, name: str, use: str = ""
    ) -> Symbol | None:
        """The member that a name means on values of a type.

        Of a type from outside of the program it is `Symbol("", (type, name))`.
        """
        while of.name in ("type", "*", "&", "&mut", "Box") and of.arguments:
            of = of.arguments[0]
        if isinstance(of.name, str) and of.name and of.name not in _OPEN and of.name[0] != "$":
            return Symbol("", (of.name, name)) if not outline.is_open_type(of.name) else None
        is_own = isinstance(of.name, Symbol) and of.name.path
        return self.member(of.name, name, use) if is_own else None  # type: ignore[arg-type]

    def bases(self, owner: Symbol) -> tuple[Symbol | str, ...]:
        """Bases of a class: symbols, outside paths, '' for what is computed."""
        found = self._bases.get(owner)
        if found is None:
            self._bases[owner] = ()
            entry = self.entries[owner]
            found = ()
            if entry.kind is Kind.TYPE and entry.type_row >= 0 and self._is_transparent(entry):
                found = (_pointed(self._typed(entry, entry.type_row)).name,)
            elif entry.rule is not None and entry.rule.bases is not None:
                outline = self.outlines[entry.file]
                low = Lowerer(self, outline, entry)
                low.scopes.append(surroundings.class_scope(self, outline, entry.owner))
                rows = entry.rule.bases.all(outline.tree, entry.row)
                found = tuple(_pointed(lowered_type(low, row)).name for row in rows)
            found += tuple(
                base for block in self._blocks.get(owner, ()) for base in self.bases(block)
            )
            self._bases[owner] = found
        return found

    @cached_property
    def _blocks(self) -> dict[Symbol, list[Symbol]]:
        """Blocks apart from a type that say what bases it has (Rust's `impl X for Y`)."""
        found: dict[Symbol, list[Symbol]] = {}
        for symbol, entry in self.entries.items():
            if entry.kind is Kind.IMPLEMENTATION and entry.rule is not None and entry.rule.receiver:
                outline = self.outlines[entry.file]
                for row in entry.rule.receiver.all(outline.tree, entry.row):
                    low = Lowerer(self, outline, entry)
                    made = lowered_type(low, row).name
                    if isinstance(made, Symbol):
                        found.setdefault(made, []).append(symbol)
        return found

    def _is_transparent(self, entry: Entry) -> bool:
        """Whether a type is just another name of what it stands for, with its members."""
        semantics = self.outlines[entry.file].table.semantics
        return "alias" in entry.modifiers or bool(semantics.get("types_are_aliases"))

    def subclasses(self, owner: Symbol) -> tuple[Symbol, ...]:
        """Classes that derive directly from one."""
        return self._subclasses.get(owner, ())

    @cached_property
    def _subclasses(self) -> dict[Symbol, tuple[Symbol, ...]]:
        found: dict[Symbol, list[Symbol]] = {}
        for symbol, entry in self.entries.items():
            if entry.kind in _CLASSES:
                for base in self.bases(symbol):
                    if isinstance(base, Symbol):
                        found.setdefault(base, []).append(symbol)
        return {base: tuple(symbols) for base, symbols in found.items()}

    def has_unknown_bases(self, owner: Symbol, depth: int = 0) -> bool:
        """Whether a base, or a base of one, is not of the program; `object` does not count."""
        plain = ("builtins.object", "object", "java.lang.Object", "Object")
        for base in self.bases(owner):
            if isinstance(base, str):
                if base not in plain:
                    return True
            elif (
                base not in self.entries
                or depth > _DEEPEST
                or self.has_unknown_bases(base, depth + 1)
            ):
                return True
        return False

    # Types

    def is_type(self, symbol: Symbol) -> bool:
        """Whether a symbol is a class, an interface or another type."""
        entry = self.entries.get(symbol)
        return entry is not None and entry.kind in _CLASSES

    @cached_property
    def shown(self) -> tuple[core.Type, ...]:
        """Types of values that code shows with the names of their parts; all code is lowered."""
        found: list[core.Type] = []
        for index, outline in self.outlines.items():
            units: list[Symbol | int] = [index, *(e.symbol for e in outline.entries)]
            for unit in units:
                found += self.lowered(unit).shown
        return tuple(found)

    def is_static(self, symbol: Symbol) -> bool:
        """Whether a member belongs to its class, not to objects."""
        entry = self.entries.get(symbol)
        return entry is not None and "static" in entry.modifiers

    def count_of_parameters(self, symbol: Symbol) -> int:
        """How many parameters a function has; -1 where several have its name or any number fits."""
        entry = self.entries.get(symbol)
        if entry is None or "overload" in entry.modifiers:
            return -1
        parameters = self.overloads.signature(symbol).parameters
        return -1 if any(one.kind for one in parameters) else len(parameters)

    def is_variant(self, symbol: Symbol) -> bool:
        """Whether a symbol is a value of an enumeration."""
        entry = self.entries.get(symbol)
        return entry is not None and entry.kind is Kind.VARIANT

    def is_component(self, symbol: Symbol) -> bool:
        """Whether a symbol is a component of a record, which is also what reads it."""
        entry = self.entries.get(symbol)
        return entry is not None and "component" in entry.modifiers

    def expanded(self, symbol: Symbol) -> core.Type | None:
        """What a name without parameters stands for, where names of types are no types."""
        entry = self.entries.get(symbol)
        if entry is None or entry.kind is not Kind.TYPE or entry.type_row < 0 or entry.rule is None:
            return None
        outline = self.outlines[entry.file]
        if not outline.table.semantics.get("aliases_expand") or symbol in self._expanding:
            return None
        parameters = entry.rule.type_parameters
        if parameters is not None and parameters.all(outline.tree, entry.row):
            return None
        self._expanding.add(symbol)
        try:
            return self._typed(entry, entry.type_row)
        finally:
            self._expanding.discard(symbol)

    def is_alias(self, symbol: Symbol) -> bool:
        """Whether a symbol is a name of another type."""
        entry = self.entries.get(symbol)
        return entry is not None and entry.kind is Kind.TYPE

    def type_of_symbol(self, symbol: Symbol) -> core.Type:
        """The declared type of a variable or field; what calling gives for functions is apart."""
        found = self._types.get(symbol)
        if found is None:
            self._types[symbol] = core.UNKNOWN
            found = self._types[symbol] = self._type_of(symbol)
        return found

    def _type_of(self, symbol: Symbol) -> core.Type:
        entry = self.entries.get(symbol)
        if entry is None:
            return core.UNKNOWN
        if entry.kind in _CLASSES:
            return core.Type("type", (core.Type(symbol),))
        if entry.kind in _CALLABLE:
            return core.Type("function")
        if entry.kind is Kind.PROPERTY:
            return self.result_of_symbol(symbol)
        if entry.kind is Kind.VARIANT and entry.owner is not None:
            return core.Type(entry.owner)
        if entry.type_row >= 0:
            found = self._typed(entry, entry.type_row)
            return found.or_nothing("undefined") if core.OPTIONAL in entry.modifiers else found
        if "assigned" in entry.modifiers:
            return assigned_types.assigned_type(self, entry)
        return surroundings.inferred_type(self, entry)

    def _typed(self, entry: Entry, row: int) -> core.Type:
        outline = self.outlines[entry.file]
        low = Lowerer(self, outline, entry)
        low.scopes += surroundings.base_scopes(self, outline, entry)
        return lowered_type(low, row)

    def held_by(self, symbol: Symbol) -> tuple[core.Type, ...]:
        """The types of what a variant holds, each by its place; none where they have names."""
        entry = self.entries.get(symbol)
        row = entry.type_row if entry is not None and entry.kind is Kind.VARIANT else -1
        return self._typed(entry, row).arguments if entry is not None and row >= 0 else ()

    def result_of_symbol(self, symbol: Symbol) -> core.Type:
        """The type of a call of a symbol: a class's own, a function's declared result."""
        found = self._results.get(symbol)
        if found is not None:
            return found
        self._results[symbol] = core.UNKNOWN
        entry = self.entries.get(symbol)
        if entry is None:
            return core.UNKNOWN
        if entry.kind in _CLASSES:
            found = core.Type(symbol)
        elif entry.kind in (Kind.CONSTRUCTOR, Kind.VARIANT) and entry.owner is not None:
            found = core.Type(entry.owner)
        elif entry.rule is not None and entry.type_row >= 0:
            found = self._typed(entry, entry.type_row)
        else:
            found = core.UNKNOWN
        self._results[symbol] = found
        return found


def _block_of(outline: Outline, entry: Entry) -> Entry | None:
    """The block that a member stands in, which is for a type from outside."""
    at = outline.tree.parent[entry.row]
    while at > 0:
        found = outline.by_row.get(at)
        if found is not None:
            return found if found.kind is Kind.IMPLEMENTATION else None
        at = outline.tree.parent[at]
    return None


def _pointed(of: core.Type) -> core.Type:
    """What a pointer or reference type points to."""
    while of.name in ("*", "&") and of.arguments:
        of = of.arguments[0]
    return of
