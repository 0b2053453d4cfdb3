"""What a name means: by the file, the classes around it, its imports and what these export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.core import Kind, Symbol

if TYPE_CHECKING:
    from tracer.semantics.lowering.outline.entries import Entry, ImportEntry
    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World

_CLASSES = {Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE, Kind.IMPLEMENTATION}
_DEEPEST = 40  # links of imports that are followed


class Resolution:
    """Resolves names between the files of a program."""

    def __init__(self, world: World) -> None:
        self.world = world

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
        symbol = self.world.names[outline.module].get(name)  # of another file of the module
        if symbol is not None:
            return core.Ref(symbol)
        found = self._from_star(outline, name)
        if found is not None:
            return found
        if name in self.world.declared:
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
            around = self.world.entries.get(owner)
            is_space = around is not None and around.rule is not None and around.rule.is_namespace
            if implicit or is_space:
                symbol = self.world.member(owner, name, use)
                if symbol is not None and self.world.entries[symbol].kind is Kind.CONSTRUCTOR:
                    symbol, name = self.world.entries[symbol].owner, ""  # the name of its class
                if symbol is not None:
                    return self._implicit(symbol, name, is_inner)
            owner = around.owner if around is not None else None
            is_inner = is_inner or not is_space
        return None

    def _implicit(self, symbol: Symbol, name: str, is_inner: bool) -> Any:
        member = self.world.entries[symbol]
        is_plain = member.kind in (Kind.FIELD, Kind.METHOD, Kind.PROPERTY)
        if not is_plain or "static" in member.modifiers:
            return core.Ref(symbol)
        return core.Member(core.Self("outer" if is_inner else "self"), name, symbol)

    def _from_star(self, outline: Outline, name: str) -> Any:
        stars = outline.aliases.get("", [])
        for imported in stars[::-1] if outline.table.semantics.get("last_star_counts") else stars:
            if imported.name != "*":
                continue
            module = self.found(outline, imported.module)
            if module is not None:
                found = self.module_member(module, name)
            else:
                found = self._of_namespace(outline, imported.module, name)
                found = found or self.of_class(imported.module, name)
            if found is None and name in outline.table.packages.get(imported.module, ()):
                found = core.External(f"{imported.module}.{name}")
            if found is not None:
                return found
        return None

    def of_class(self, path: str, name: str) -> Any:
        """A member of a class of the program by the full path of the class, or the class itself."""
        words = path.split(".")
        for count in range(len(words) - 1, 0, -1):
            module = ".".join(words[:count])
            owner = Symbol(module, tuple(words[count:]))
            if module in self.world.by_module and owner in self.world.entries:
                member = self.world.member(owner, name) if name not in ("", "*") else None
                if member is not None:
                    return core.Ref(member)
                return core.Ref(owner) if name in ("", "*") else None
        return None

    def found(self, outline: Outline, text: str) -> str | None:
        """The module of the program that an import of a file means, or None."""
        return self.world.module_files.find(text, outline.module, outline.path, outline.table)

    def module_path(self, outline: Outline, entry: ImportEntry) -> str:
        """The module an import loads: one of the program, or an outside path."""
        return self.found(outline, entry.module) or entry.module

    def imported(self, outline: Outline, entry: ImportEntry) -> Any:
        """What an imported name means: Ref of a symbol or module, or External."""
        if entry.name == ".":
            separator = str(outline.table.modules.get("separator", "."))
            first = entry.module.partition(separator)[0]
            known = self.world.module_files.is_package(first)
            return core.Ref(Symbol(first, ())) if known else core.External(first)
        module = self.found(outline, entry.module)
        separator = str(outline.table.modules.get("path_separator", "."))
        if module is None:
            inside = self._of_namespace(outline, entry.module, entry.name)
            inside = inside or self.of_class(entry.module, entry.name)
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
        entry = self.world.entries.get(owner) if path else None
        if entry is None or entry.rule is None or not entry.rule.is_namespace:
            return None
        member = self.world.member(owner, name) if name else None
        return core.Ref(member if member is not None else owner) if member or not name else None

    def module_member(self, module: str, name: str, depth: int = 0) -> Any:
        """What a name of a module means: an export, a definition, an import or a module below."""
        if depth > _DEEPEST:
            return None
        found = self._export(module, name, depth)
        if found is not None:
            return found
        symbol = self.world.names.get(module, {}).get(name)
        if symbol is not None:
            return core.Ref(symbol)
        for index in self.world.by_module.get(module, ()):
            outline = self.world.outlines[index]
            for imported in outline.aliases.get(name, ()):
                if imported.module == module and imported.name == name:
                    continue
                return self._through(outline, imported, depth)
            for imported in outline.aliases.get("", ()):
                target = self.found(outline, imported.module) if imported.name == "*" else None
                if target is not None and target != module:
                    found = self.module_member(target, name, depth + 1)
                    if found is not None:
                        return found
        for separator in (".", "::"):
            below = f"{module}{separator}{name}" if module else name
            if self.world.module_files.is_package(below) and below != module:
                return core.Ref(Symbol(below, ()))
        return None

    def _through(self, outline: Outline, entry: ImportEntry, depth: int) -> Any:
        """What a name means that its module imports from elsewhere."""
        module = self.found(outline, entry.module)
        if module is None or entry.name in ("", "."):
            return self.imported(outline, entry)
        return self.module_member(module, entry.name, depth + 1)

    def _export(self, module: str, name: str, depth: int = 0) -> Any:
        """What a module exports under a name that is not its own name for it."""
        for index in self.world.by_module.get(module, ()):
            outline = self.world.outlines[index]
            for entry in outline.exports:
                if entry.name == name:
                    if entry.module:
                        source = self.found(outline, entry.module)
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
                    source = self.found(outline, entry.module)
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
        entry = self.world.entries.get(symbol)
        if entry is None or (
            entry.kind not in _CLASSES and not (entry.rule and entry.rule.is_namespace)
        ):
            return None
        member = self.world.member(symbol, name, use)
        return core.Ref(member) if member is not None else None
