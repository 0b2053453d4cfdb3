"""`World`: the files of a program, resolution of names between them, code lowered on demand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from tracer.model.patterns import lazy_pattern
from tracer.semantics import core
from tracer.semantics.answers import File, Lookup, Reason, Reference, Text
from tracer.semantics.core import Kind, Symbol, plain_name
from tracer.semantics.lowering import assigned_types, surroundings
from tracer.semantics.lowering.code import Lowerer
from tracer.semantics.lowering.definitions import (
    Lowered,
    interface_of,
    lower_definition,
    lower_top,
    outline_of,
)
from tracer.semantics.lowering.modules import Modules, module_name
from tracer.semantics.lowering.outline import Outline
from tracer.semantics.lowering.table import table_for
from tracer.semantics.lowering.types import lowered_type
from tracer.syntax import BROKEN, SyntaxTree, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.semantics.lowering.outline import Entry, ImportEntry

K = TypeVar("K")
V = TypeVar("V")

_CLASSES = {Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE, Kind.IMPLEMENTATION}
_CALLABLE = {Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR}
_OPEN = {"object", "type", "union", "function", "&", "*", "module"}  # any member may be theirs
_ESCAPES = ("\\u", "\\x")
_DEEPEST = 40  # links of imports or bases that are followed


class World:
    """Everything `Program` answers from."""

    def __init__(self, pairs: Sequence[tuple[str, SyntaxTree | bytes]]) -> None:
        self.outlines: dict[int, Outline] = {}
        self.entries: dict[Symbol, Entry] = {}
        self.declared: set[str] = set()  # names that are declared, and maybe defined elsewhere
        self.names: dict[str, dict[str, Symbol]] = {}  # of each module
        self._members: dict[Symbol, dict[str, list[Symbol]]] = {}
        self._by_module: dict[str, list[int]] = {}
        reasons: list[Reason] = []
        self.files = tuple(self._file(i, *pair, reasons) for i, pair in enumerate(pairs))
        self._collect()
        self._modules = Modules(self._by_module, {file.path: file.text for file in self.files})
        self._adopt()
        self._reasons = reasons
        self._expanding: set[Symbol] = set()
        self._textual: dict[Symbol, bool] = {}
        self._lowered: dict[Symbol | int, Lowered] = {}
        self._interfaces: dict[int, core.Module] = {}
        self._outlined: dict[Symbol, core.Definition] = {}
        self._types: dict[Symbol, core.Type] = {}
        self._results: dict[Symbol, core.Type] = {}
        self._bases: dict[Symbol, tuple[Symbol | str, ...]] = {}
        self.modules: Mapping[str, tuple[core.Module, ...]] = _Lazy(self._by_module, self._module)
        self.interfaces: Mapping[str, tuple[core.Module, ...]] = _Lazy(
            self._by_module, lambda name: tuple(map(self.interface, self._by_module[name]))
        )
        self.definitions: Mapping[Symbol, core.Definition] = _Lazy(
            self.entries, lambda symbol: self.lowered(symbol).definition
        )
        self.references: Mapping[Symbol, tuple[Reference, ...]] = _Lazy(
            self.entries, self._references
        )

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
        self._by_module.setdefault(module, []).append(index)
        for kind, row in surroundings.untrusted(outline):
            reasons.append(Reason(index, row, kind))
        return File(path, tree, tree.text, language.name, module)

    def _collect(self) -> None:
        """Definitions of all files, by symbol and by module; a module's files share its names."""
        for outline in self.outlines.values():
            names = self.names.setdefault(outline.module, {})
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
                        names.setdefault(entry.name, entry.symbol)
                else:
                    members = self._members.setdefault(entry.owner, {})
                    members.setdefault(entry.name, []).append(entry.symbol)

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
                self._members[owner].pop(entry.name, None)
                found = (
                    self.resolve(outline, None, owner.path[-1]) if len(owner.path) == 1 else None
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
                self._members.setdefault(known.symbol, {}).setdefault(entry.name, []).append(
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
        return tuple(self.lowered(index).module for index in self._by_module[name])  # type: ignore[misc]

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

    def resolve(self, outline: Outline, entry: Entry | None, name: str, use: str = "") -> Any:
        """What a name means outside of all local scopes: Ref, External, Member, or None."""
        found = self._of_owners(outline, entry, name, use) if entry is not None else None
        if found is not None:
            return found
        own = outline.names.get(name)
        if own:
            return core.Ref(own[0].symbol)
        for imported in outline.aliases.get(name, ()):
            found = self.imported(outline, imported)
            if found is not None:
                return found
        symbol = self.names[outline.module].get(name)  # of another file of the module
        if symbol is not None:
            return core.Ref(symbol)
        found = self._from_star(outline, name)
        if found is not None:
            return found
        if name in self.declared:
            return core.External(name)
        path = outline.table.builtins.get(name)
        return core.External(path) if path is not None else None

    def _of_owners(self, outline: Outline, entry: Entry, name: str, use: str) -> Any:
        """A member of a class or namespace around, where its plain name finds it."""
        implicit = outline.table.semantics.get("members_in_scope") == "implicit"
        owner: Symbol | None = entry.owner
        if entry.kind in _CLASSES and implicit:
            owner = entry.symbol
        is_inner = False
        while owner is not None:
            around = self.entries.get(owner)
            is_space = around is not None and around.rule is not None and around.rule.is_namespace
            if implicit or is_space:
                symbol = self.member(owner, name, use)
                if symbol is not None and self.entries[symbol].kind is Kind.CONSTRUCTOR:
                    symbol, name = self.entries[symbol].owner, ""  # the name of its class
                if symbol is not None:
                    return self._implicit(symbol, name, is_inner)
            owner = around.owner if around is not None else None
            is_inner = is_inner or not is_space
        return None

    def _implicit(self, symbol: Symbol, name: str, is_inner: bool) -> Any:
        member = self.entries[symbol]
        is_plain = member.kind in (Kind.FIELD, Kind.METHOD, Kind.PROPERTY)
        if not is_plain or "static" in member.modifiers:
            return core.Ref(symbol)
        return core.Member(core.Self("outer" if is_inner else "self"), name, symbol)

    def _from_star(self, outline: Outline, name: str) -> Any:
        for imported in outline.aliases.get("", ()):
            if imported.name != "*":
                continue
            module = self._find(outline, imported.module)
            if module is not None:
                found = self.module_member(module, name)
            else:
                found = self._of_namespace(outline, imported.module, name)
                found = found or self._of_class(imported.module, name)
            if found is None and name in outline.table.packages.get(imported.module, ()):
                found = core.External(f"{imported.module}.{name}")
            if found is not None:
                return found
        return None

    def _of_class(self, path: str, name: str) -> Any:
        """A member of a class of the program by the full path of the class, or the class itself."""
        words = path.split(".")
        for count in range(len(words) - 1, 0, -1):
            module = ".".join(words[:count])
            owner = Symbol(module, tuple(words[count:]))
            if module in self._by_module and owner in self.entries:
                member = self.member(owner, name) if name not in ("", "*") else None
                if member is not None:
                    return core.Ref(member)
                return core.Ref(owner) if name in ("", "*") else None
        return None

    def members_of(self, owner: Symbol) -> list[Symbol]:
        """All members of a class, in whatever file they stand."""
        return [s for symbols in self._members.get(owner, {}).values() for s in symbols]

    def _find(self, outline: Outline, text: str) -> str | None:
        return self._modules.find(text, outline.module, outline.path, outline.table)

    def module_path(self, outline: Outline, entry: ImportEntry) -> str:
        """The module an import loads: one of the program, or an outside path."""
        return self._find(outline, entry.module) or entry.module

    def imported(self, outline: Outline, entry: ImportEntry) -> Any:
        """What an imported name means: Ref of a symbol or module, or External."""
        if entry.name == ".":
            separator = str(outline.table.modules.get("separator", "."))
            first = entry.module.partition(separator)[0]
            known = self._modules.is_package(first)
            return core.Ref(Symbol(first, ())) if known else core.External(first)
        module = self._find(outline, entry.module)
        separator = str(outline.table.modules.get("path_separator", "."))
        if module is None:
            inside = self._of_namespace(outline, entry.module, entry.name)
            inside = inside or self._of_class(entry.module, entry.name)
            if inside is not None:
                return inside
            path = entry.module.replace(
                str(outline.table.modules.get("separator", separator)), separator
            )
            if not entry.name:
                return core.External(path)
            return core.External(f"{path}{separator}{entry.name}" if path else entry.name)
        if not entry.name or entry.name == "*":
            default = self._export(module, "=") if not entry.name else None
            return default or core.Ref(Symbol(module, ()))
        found = self.module_member(module, entry.name)
        return found if found is not None else core.External(f"{module}{separator}{entry.name}")

    def _of_namespace(self, outline: Outline, path: str, name: str) -> Any:
        """A member of a namespace of the program, by the path that a `using` names."""
        separator = str(outline.table.modules.get("separator", "."))
        owner = Symbol(outline.module, tuple(path.split(separator)))
        entry = self.entries.get(owner) if path else None
        if entry is None or entry.rule is None or not entry.rule.is_namespace:
            return None
        member = self.member(owner, name) if name else None
        return core.Ref(member if member is not None else owner) if member or not name else None

    def module_member(self, module: str, name: str, depth: int = 0) -> Any:
        """What a name of a module means: an export, a definition, an import or a module below."""
        if depth > _DEEPEST:
            return None
        found = self._export(module, name, depth)
        if found is not None:
            return found
        symbol = self.names.get(module, {}).get(name)
        if symbol is not None:
            return core.Ref(symbol)
        for index in self._by_module.get(module, ()):
            outline = self.outlines[index]
            for imported in outline.aliases.get(name, ()):
                if imported.module == module and imported.name == name:
                    continue
                return self._through(outline, imported, depth)
            for imported in outline.aliases.get("", ()):
                target = self._find(outline, imported.module) if imported.name == "*" else None
                if target is not None and target != module:
                    found = self.module_member(target, name, depth + 1)
                    if found is not None:
                        return found
        for separator in (".", "::"):
            below = f"{module}{separator}{name}" if module else name
            if self._modules.is_package(below) and below != module:
                return core.Ref(Symbol(below, ()))
        return None

    def _through(self, outline: Outline, entry: ImportEntry, depth: int) -> Any:
        """What a name means that its module imports from elsewhere."""
        module = self._find(outline, entry.module)
        if module is None or entry.name in ("", "."):
            return self.imported(outline, entry)
        return self.module_member(module, entry.name, depth + 1)

    def _export(self, module: str, name: str, depth: int = 0) -> Any:
        """What a module exports under a name that is not its own name for it."""
        for index in self._by_module.get(module, ()):
            outline = self.outlines[index]
            for entry in outline.exports:
                if entry.name == name:
                    if entry.module:
                        source = self._find(outline, entry.module)
                        if source is None:
                            return core.External(f"{entry.module}.{entry.alias}")
                        return (
                            self.module_member(source, entry.alias, depth + 1)
                            if entry.alias
                            else core.Ref(Symbol(source, ()))
                        )
                    return (
                        self.resolve(outline, None, entry.alias)
                        if entry.alias != name or not entry.module
                        else None
                    )
                if entry.name == "*" and entry.module and name not in ("=", "default"):
                    source = self._find(outline, entry.module)
                    found = (
                        self.module_member(source, name, depth + 1)
                        if source and depth < _DEEPEST
                        else None
                    )
                    if found is not None:
                        return found
            if name in ("default", "="):
                for own in outline.entries:
                    if own.owner is None and name in own.modifiers:
                        return core.Ref(own.symbol)
        return None

    def static_member(self, symbol: Symbol, name: str, use: str = "") -> Any:
        """What `symbol.name` means where the symbol is a module, namespace, class or enum."""
        if not symbol.path:
            return self.module_member(symbol.module, name)
        entry = self.entries.get(symbol)
        if entry is None or (
            entry.kind not in _CLASSES and not (entry.rule and entry.rule.is_namespace)
        ):
            return None
        member = self.member(symbol, name, use)
        return core.Ref(member) if member is not None else None

    # Classes

    def member(self, owner: Symbol, name: str, use: str = "", depth: int = 0) -> Symbol | None:
        """A member by name: of the class, else of its bases in order.

        Where methods have names of their own, `use` says whether one is called.
        """
        own = self._members.get(owner, {}).get(name)
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

    def overload(
        self, symbol: Symbol, arguments: Sequence[core.Argument], types: Sequence[core.Type] = ()
    ) -> Symbol | None:
        """The overload of a function that a call with these arguments means; None: not known."""
        entry = self.entries.get(symbol)
        if entry is None or "overload" not in entry.modifiers:
            return symbol
        same = self._siblings(entry)
        if any(a.spread for a in arguments):
            return None
        fitting = [s for s in same if self._takes(s, len(arguments))]
        if len(fitting) > 1 and all(one.name for one in types):
            fitting = [s for s in fitting if self._types_of_parameters(s) == [*types]]
        return fitting[0] if len(fitting) == 1 else None

    def _types_of_parameters(self, symbol: Symbol) -> list[core.Type]:
        return [one.type for one in self._signature(symbol).parameters]

    def _siblings(self, entry: Entry) -> list[Symbol]:
        if entry.owner is not None:
            same = self._members[entry.owner][entry.name]
        else:
            same = [e.symbol for e in self.outlines[entry.file].names[entry.name]]
        return [s for s in same if (self.entries[s].kind in _CALLABLE) == (entry.kind in _CALLABLE)]

    def _takes(self, symbol: Symbol, count: int) -> bool:
        parameters = self._signature(symbol).parameters
        least = sum(1 for p in parameters if p.default is None and p.kind not in ("*", "**"))
        is_open = any(p.kind == "*" for p in parameters)
        return count >= least and (is_open or count <= len(parameters))

    def _signature(self, symbol: Symbol) -> core.Function:
        found = self.lowered(symbol).definition.function
        return found if found is not None else core.Function((), ())

    # Types

    def is_type(self, symbol: Symbol) -> bool:
        """Whether a symbol is a class, an interface or another type."""
        entry = self.entries.get(symbol)
        return entry is not None and entry.kind in _CLASSES

    def is_macro(self, symbol: Symbol) -> bool:
        """Whether a symbol is a macro."""
        entry = self.entries.get(symbol)
        return entry is not None and entry.kind is Kind.MACRO

    @cached_property
    def shown(self) -> tuple[core.Type, ...]:
        """Types of values that code shows with the names of their parts; all code is lowered."""
        found: list[core.Type] = []
        for index, outline in self.outlines.items():
            units: list[Symbol | int] = [index, *(e.symbol for e in outline.entries)]
            for unit in units:
                found += self.lowered(unit).shown
        return tuple(found)

    def is_shadowed_macro(self, outline: Outline, name: str) -> bool:
        """Whether a macro of the program, or an imported one, may have the name of a known one."""
        imported = any(entry.name in (name, "*") and not self._find(outline, entry.module)
            for entry in outline.aliases.get(name, ())
        )  # fmt: skip
        return imported or name in self._macro_names

    @cached_property
    def _macro_names(self) -> frozenset[str]:
        return frozenset(e.name for e in self.entries.values() if e.kind is Kind.MACRO)

    @cached_property
    def has_macros(self) -> bool:
        """Whether the program defines macros."""
        return any(entry.kind is Kind.MACRO for entry in self.entries.values())

    def is_textual(self, symbol: Symbol) -> bool:
        """Whether a macro's text is no closed expression, so that what stands beside it matters."""
        if symbol not in self._textual:
            entry = self.entries.get(symbol)
            is_macro = entry is not None and entry.kind is Kind.MACRO
            self._textual[symbol] = (
                is_macro and entry is not None and not _is_closed(self._macro_text(entry))
            )
        return self._textual[symbol]

    def is_stringifying(self, symbol: Symbol) -> bool:
        """Whether a macro makes texts or names of what it is given."""
        return b"#" in self._macro_text(self.entries[symbol])

    def _macro_text(self, entry: Entry) -> bytes:
        outline = self.outlines[entry.file]
        last = [
            r
            for r in outline.tree.children(entry.row)
            if outline.tree.kind[r] in outline.table.words
        ]
        return outline.tree.slice(last[-1]).strip() if last else b""

    def is_static(self, symbol: Symbol) -> bool:
        """Whether a member belongs to its class, not to objects."""
        entry = self.entries.get(symbol)
        return entry is not None and "static" in entry.modifiers

    def count_of_parameters(self, symbol: Symbol) -> int:
        """How many parameters a function has; -1 where several have its name or any number fits."""
        entry = self.entries.get(symbol)
        if entry is None or "overload" in entry.modifiers:
            return -1
        parameters = self._signature(symbol).parameters
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
            return self._typed(entry, entry.type_row)
        if "assigned" in entry.modifiers:
            return assigned_types.assigned_type(self, entry)
        return surroundings.inferred_type(self, entry)

    def _typed(self, entry: Entry, row: int) -> core.Type:
        outline = self.outlines[entry.file]
        low = Lowerer(self, outline, entry)
        low.scopes += surroundings.base_scopes(self, outline, entry)
        return lowered_type(low, row)

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
        elif entry.kind is Kind.CONSTRUCTOR and entry.owner is not None:
            found = core.Type(entry.owner)
        elif entry.rule is not None and entry.type_row >= 0:
            found = self._typed(entry, entry.type_row)
        else:
            found = core.UNKNOWN
        self._results[symbol] = found
        return found

    # References

    def _references(self, symbol: Symbol) -> tuple[Reference, ...]:
        """Mentions of a symbol in the definitions in which its name, or a name for it, stands."""
        words = self._words_for(symbol)
        found: list[Reference] = []
        for index, outline in self.outlines.items():
            if self._names_its_own(outline, symbol, words):
                continue
            if any(word.encode() in outline.tree.text for word in words):
                found += self._in_file(index, outline, symbol, words)
        return tuple(sorted(set(found), key=lambda r: (r.file, r.row, r.kind)))

    def _names_its_own(self, outline: Outline, symbol: Symbol, words: set[str]) -> bool:
        """Whether a file means definitions of its own by all the words, and never qualifies one."""
        own = self.entries[symbol]
        if own.file == outline.file or own.owner is not None or self.has_macros:
            return False
        if any(word in outline.aliases or word not in outline.names for word in words):
            return False
        qualified = "|".join(map(re.escape, sorted(words)))
        return re.search(rf"[.:>]\s*(?:{qualified})\b".encode(), outline.tree.text) is None

    def _words_for(self, symbol: Symbol) -> set[str]:
        """The name, and the names that imports and exports give it."""
        name = plain_name(symbol)
        words = {name}
        for outline in self.outlines.values():
            for entry in (*outline.imports, *outline.exports):
                if entry.alias in words or entry.name in words:
                    words |= {w for w in (entry.alias, entry.name) if w not in ("", "*", "=")}
                elif entry.name in ("default", "=", "") and entry.alias:
                    words.add(entry.alias)
        return words

    def _in_file(
        self, index: int, outline: Outline, symbol: Symbol, words: set[str]
    ) -> list[Reference]:
        found = []
        for unit in self._units_with(outline, words):
            within = unit if isinstance(unit, Symbol) else None
            found += [
                Reference(index, mention.row, mention.kind, within)
                for mention in self.lowered(unit).mentions
                if mention.target == symbol
            ]
        for entry in outline.imports:
            target = self.imported(outline, entry) if entry.alias else None
            if type(target) is core.Ref and target.symbol == symbol:
                found.append(Reference(index, entry.row, "import"))
        return found

    def _units_with(self, outline: Outline, words: set[str]) -> list[Symbol | int]:
        """Units of a file in whose text one of some words stands."""
        text = outline.tree.text
        sought = [w.encode() for w in words]
        units: list[Symbol | int] = [outline.file]
        for entry in outline.entries:
            first, last = outline.tree.start[entry.outer], outline.tree.end[entry.outer]
            if any(text.find(word, first, last) >= 0 for word in sought):
                units.append(entry.symbol)
        return units

    def unresolved_of(self, name: str) -> tuple[Reference, ...]:
        """Mentions of one name that nothing known resolves; lowers the units with the word.

        What an escape or a macro spells may be any word.
        """
        if self.has_macros:
            return self.unresolved.get(name, ())
        found = []
        words = {name.removeprefix("."), *_ESCAPES}
        for index, outline in self.outlines.items():
            if not any(word.encode() in outline.tree.text for word in words):
                continue
            for unit in self._units_with(outline, words):
                within = unit if isinstance(unit, Symbol) else None
                found += [
                    Reference(index, mention.row, mention.kind, within)
                    for mention in self.lowered(unit).mentions
                    if mention.target == name
                ]
        return tuple(sorted(set(found)))

    @cached_property
    def has_unknown_names(self) -> bool:
        """Whether a name, not of a member, resolves to nothing known; code is lowered up to it."""
        units: Iterator[Symbol | int] = chain(self.outlines, self.entries)
        return any(
            isinstance(mention.target, str) and not mention.target.startswith(".")
            for unit in units
            for mention in self.lowered(unit).mentions
        )

    @cached_property
    def unresolved(self) -> dict[str, tuple[Reference, ...]]:
        """Names that nothing known resolves; all code is lowered."""
        found: dict[str, list[Reference]] = {}
        for index, outline in self.outlines.items():
            units: list[Symbol | int] = [index, *(e.symbol for e in outline.entries)]
            for unit in units:
                within = unit if isinstance(unit, Symbol) else None
                for mention in self.lowered(unit).mentions:
                    if isinstance(mention.target, str):
                        reference = Reference(index, mention.row, mention.kind, within)
                        found.setdefault(mention.target, []).append(reference)
        return {name: tuple(sorted(set(refs))) for name, refs in sorted(found.items())}

    @cached_property
    def members_named(self) -> dict[str, tuple[Symbol, ...]]:
        """Members by plain name."""
        found: dict[str, list[Symbol]] = {}
        for symbol, entry in self.entries.items():
            if entry.owner is not None:
                found.setdefault(entry.name, []).append(symbol)
        return {name: tuple(symbols) for name, symbols in found.items()}

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Text literals of all code."""
        return tuple(t for outline in self.outlines.values() for t in surroundings.texts(outline))

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of files without a table."""
        others = [f.text for i, f in enumerate(self.files) if i not in self.outlines]
        return surroundings.words(others)

    @cached_property
    def lookups(self) -> tuple[Lookup, ...]:
        """Code that finds definitions by text."""
        return tuple(x for o in self.outlines.values() for x in surroundings.lookups(o))

    @cached_property
    def unknown(self) -> tuple[Reason, ...]:
        """Why parts cannot be trusted."""
        found = list(self._reasons)
        for index, outline in self.outlines.items():
            for entry in outline.imports:
                if entry.name != "*" or entry.alias or entry.module in outline.table.packages:
                    continue
                if self._find(outline, entry.module) is None and not self._of_class(
                    entry.module, ""
                ):
                    found.append(Reason(index, entry.row, "star-import", entry.module))
        return tuple(sorted(set(found)))


_ONE_TOKEN = lazy_pattern(rb'(?:\w+|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\d[\w.]*)?\Z')


def _is_closed(text: bytes) -> bool:
    """Whether a macro's text is one token, in brackets as a whole, or a call or block."""
    if _ONE_TOKEN.match(text):
        return True
    head = text[:1]
    start = text.find(b"(") if head.isalpha() or head == b"_" else 0
    if (
        start < 0
        or text[start : start + 1] not in (b"(", b"{")
        or not text[:start].strip(b" ").replace(b"_", b"").isalnum() * start
    ):
        return start == 0 and text[:1] in (b"(", b"{") and _closes_at_end(text)
    return _closes_at_end(text[start:])


def _closes_at_end(text: bytes) -> bool:
    """Whether the bracket that a text begins with is closed by its last character."""
    depth = 0
    for place, character in enumerate(text):
        if character in b"([{":
            depth += 1
        elif character in b")]}":
            depth -= 1
            if not depth:
                return place == len(text) - 1
    return False


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


class _Lazy(Mapping[K, V]):
    """A mapping whose values are made when they are read."""

    def __init__(self, keys: Mapping[K, Any], make: Callable[[K], V]) -> None:
        self._keys = keys
        self._make = make
        self._made: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._keys:
            raise KeyError(key)
        if key not in self._made:
            self._made[key] = self._make(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
