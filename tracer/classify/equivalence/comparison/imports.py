"""Who imports whom, and what modules export: circles, copies, effects, names of other things."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.walking import symbols_in
from tracer.semantics.core import Kind, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Module
    from tracer.semantics.versions import World

_Exports = dict[str, dict[str, set["Symbol | str"]]]  # module -> name -> what it means
MODULE_LOAD = "module-load"
_STORED = re.compile(rb"\.\s*(\w+)\s*(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=(?!=)")
_LAST_NAME = re.compile(rb"""["'](?:\w+\.)*(\w+)["']""")


class Imports:
    """Compares the imports of all modules. `assumed`: what that took for granted."""

    def __init__(self, sides: tuple[Side, Side], renaming: Renaming) -> None:
        self.sides = sides
        self.renaming = renaming
        self.assumed: set[str] = set()

    def why_other(self) -> str | None:
        """A difference in what is imported, or None."""
        return (
            self._why_circular()
            or self._why_imported()
            or self._why_unexported()
            or self._why_copied()
        )

    def _why_circular(self) -> str | None:
        """A circle of imports that was not there, or that values had to be read across."""
        edges = tuple(self._edges(side) for side in (0, 1))
        known = self.renaming.map.modules
        if edges[0] == {
            known.get(name, name): {known.get(one, one) for one in found}
            for name, found in edges[1].items()
        }:
            return None
        before, after = map(_circles, edges)
        images = {known.get(name, name) for name in after}
        new = images - before
        if new:
            return f"`{shown(min(new))}` stands in a circle of imports now"
        here = self.sides[0]
        for name in sorted(before - images):
            for module in here.program.interfaces[name]:
                for symbol in map(here.definition, module.definitions):
                    read = symbols_in((symbol.value, symbol.bases, symbol.decorators))
                    if any(one.module in before - {name} for one in read):
                        return f"`{shown(name)}` needed what stood in a circle of imports"
        return None

    def _edges(self, side: int) -> dict[str, set[str]]:
        """Each module with those of the program that its imports run."""
        found: dict[str, set[str]] = {}
        for name, modules in self.sides[side].program.interfaces.items():
            for module in modules:
                if table_of(side_language(self.sides[side], module)).import_effects:
                    targets = {
                        one.module
                        for one in module.imports
                        if not one.is_external and not one.is_type_only
                    }
                    found.setdefault(name, set()).update(targets - {name})
        return found

    def _why_unexported(self) -> str | None:
        """A name that is imported from a module of the program that exports others, but not it."""
        lacking: list[set[tuple[str, str]]] = []
        for side in self.sides:
            modules = side.program.interfaces
            exported = {
                name: {there for part in parts for there, _ in part.exports}
                for name, parts in modules.items()
            }
            lacking.append({
                (one.module, there)
                for parts in modules.values()
                for part in parts
                for one in part.imports
                if not one.is_external and not one.is_type_only and exported.get(one.module)
                for there, _ in one.names
                if there not in {"", "*", "."} and "*" not in exported[one.module]
                and not {f"{one.module}.{there}", f"{one.module}/{there}"} & modules.keys()
                and there not in exported[one.module]
            })  # fmt: skip
        for module, name in sorted(lacking[1]):
            if (self.renaming.map.modules.get(module, module), name) not in lacking[0]:
                return f"`{name}` is imported from `{module}`, which does not export it"
        images = {
            (self.renaming.map.modules.get(module, module), name) for module, name in lacking[1]
        }
        for module, name in sorted(lacking[0] - images):
            return f"`{name}` was imported from `{module}`, which did not export it"
        return None

    def _why_copied(self) -> str | None:
        """A variable that a module has a copy of on one side only, which no later store changes.

        What other code stores to as a member of its module, or replaces in tests, is one, too.
        """
        copied: list[set[tuple[str, Symbol]]] = []
        stored = {name for side in self.sides for name in _stored_members(side)}
        for side in self.sides:
            program = side.program
            copied.append({
                (name, symbol)
                for name, parts in program.interfaces.items()
                for part in parts
                if table_of(side_language(side, part)).imports_copy
                for one in part.imports
                if not one.is_external and not one.is_type_only
                for there, _ in one.names
                if (symbol := Symbol(one.module, (there,))) in program.definitions
                and (program.outline(symbol).kind is Kind.VARIABLE or there in stored)
            })  # fmt: skip
        known = self.renaming.map.modules
        images = {(known.get(home, home), self.renaming.symbol(one)) for home, one in copied[1]}
        for _, symbol in sorted(copied[0] ^ images, key=repr):
            return f"`{symbol.path[-1]}` may change, and is imported as it is on one side only"
        return None

    def _why_imported(self) -> str | None:
        """Modules from outside that are imported for what they do, or no longer, or newly."""
        bare: list[dict[str, bool]] = []
        for side in self.sides:
            found: dict[str, bool] = {}
            for modules in side.program.interfaces.values():
                for module in modules:
                    if not table_of(side_language(side, module)).import_effects:
                        continue
                    for one in module.imports:
                        if one.is_external and not one.is_type_only:
                            is_bare = not one.names or all(n == ("", "") for n in one.names)
                            found[one.module] = found.get(one.module, False) or is_bare
            bare.append(found)
        why = self._why_other_target() or self._unused()
        if why:
            return why
        for name in sorted(bare[0].keys() ^ bare[1].keys()):
            if bare[0].get(name) or bare[1].get(name):
                return f"`{name}` is imported for what it does on one side only"
            self.assumed.add(MODULE_LOAD)
        return None

    def _why_other_target(self) -> str | None:
        """A name that a module has from outside on both sides, and from another place."""
        known = self.renaming.map.modules
        said: list[dict[tuple[str, str], set[str]]] = [{}, {}]
        for side, names in zip(self.sides, said, strict=True):
            for path, modules in side.program.interfaces.items():
                home = known.get(path, path) if names is said[1] else path
                for one in (one for module in modules for one in module.imports):
                    for there, here in one.names if one.is_external else ():
                        if here not in {"", "*"}:
                            names.setdefault((home, here), set()).add(_whole(one.module, there))
        for key in sorted(said[0].keys() & said[1].keys()):
            if said[0][key].isdisjoint(said[1][key]):
                return f"`{key[1]}` is imported from another place"
        return None

    def _unused(self) -> str | None:
        """A name from outside that an import brings newly, and that nobody uses."""
        before = self.sides[0].program
        known = {
            (one.module, names)
            for modules in before.interfaces.values()
            for module in modules
            for one in module.imports
            for names in one.names
        }
        after = self.sides[1].program
        for modules in after.interfaces.values():
            for module in modules:
                text = after.files[module.file].text
                for one in module.imports:
                    for there, here in one.names if one.is_external else ():
                        is_new = (one.module, (there, here)) not in known and here and here != "*"
                        if is_new and len(_word(here).findall(text)) < 2:  # noqa: PLR2004 - the import
                            return f"`{here}` is imported newly, and nobody uses it"
        return None


def why_exports(sides: tuple[Side, Side], renaming: Renaming, world: World) -> str | None:
    """A name that a module exports and that means another thing now, or is gone, or None.

    It may be another definition than the one that is called so, which no term of a definition
    says: `export { a as b }`, `export { a } from "./c"`, `export default a`.
    Where other code may import a module that is not seen, no name may go; where all code is seen,
    the imports say it.
    """
    before = _exports(sides[0], {}, None)
    after = _exports(sides[1], renaming.map.modules, renaming)
    for module, names in sorted(after.items()):
        for name, meant in names.items():
            known = before.get(module, {}).get(name, meant)
            if known != meant and name != "*":
                return f"`{name}` of `{module}` is another definition"
    for module, names in sorted(before.items()):
        now = after.get(module, names)
        if names.get("*", set()) != now.get("*", set()):
            return f"`{module}` exports all of other modules than before"
        for name in sorted(names.keys() - now.keys()):
            if "*" in now or not world.is_closed:
                return f"`{name}` of `{module}` is gone, or another thing"
        for name in sorted(now.keys() - names.keys() if "*" in names else ()):
            return f"`{name}` of `{module}` may have been another thing"
    why = _why_offered(sides, renaming)
    return None if why is None or world.is_closed else why  # asked only where it matters


def _why_offered(sides: tuple[Side, Side], renaming: Renaming) -> str | None:
    """The same where a module offers all that stands in it, unless it is renamed, or private."""
    for after, before in renaming.map.modules.items():
        ours, theirs = _offered(sides[0], before), _offered(sides[1], after)
        for name, symbol in sorted(ours.items()):
            now = theirs.get(name)
            image = renaming.symbol(now) if isinstance(now, Symbol) else now
            if image == symbol:
                continue
            known = renaming.map.to_after.get(symbol) if isinstance(symbol, Symbol) else None
            is_renamed = now is None and known is not None and known.module == after
            if not is_renamed and not _is_private(sides[0], symbol):
                return f"`{name}` of `{shown(after)}` is gone, or another thing"
    return None


def _offered(side: Side, module: str) -> dict[str, Symbol | str]:
    return {
        name: symbol
        for part in side.program.interfaces.get(module, ())
        if not table_of(side_language(side, part)).exports_bind
        for name, symbol in part.exports
    }


def _is_private(side: Side, symbol: Symbol | str) -> bool:
    if not isinstance(symbol, Symbol) or symbol not in side.program.definitions:
        return False
    outline = side.program.outline(symbol)
    return outline.is_private and not outline.is_exported


def _exports(side: Side, modules: Mapping[str, str], renaming: Renaming | None) -> _Exports:
    """What names mean, in terms of the version before."""
    found: _Exports = {}
    unfolded = {a: b for b, a in renaming.map.unfolded} if renaming is not None else {}
    for path, parts in side.program.interfaces.items():
        for part in parts:
            table = table_of(side.program.files[part.file].language)
            if table.offering_files.search(side.program.files[part.file].path):
                offered = found.setdefault(modules.get(path, path), {})
                for there, here in (pair for one in part.imports for pair in one.names):
                    offered.setdefault(here or there, set()).add("")
            if not table.exports_bind:
                continue
            names = found.setdefault(modules.get(path, path), {})
            for name, target in part.exports:
                image = target
                if renaming is not None and isinstance(target, Symbol):
                    image = renaming.symbol(target) if target.path else _module(target, modules)
                    image = unfolded.get(target, image)
                names.setdefault(name, set()).add(image)
    return found


def _module(symbol: Symbol, modules: Mapping[str, str]) -> Symbol:
    return Symbol(modules.get(symbol.module, symbol.module), ())


def _stored_members(side: Side) -> set[str]:
    """Names that code stores to as members, or that texts name in files with test doubles."""
    found: set[str] = set()
    for file in side.program.files:
        table = table_of(file.language)
        if table.imports_copy:
            found.update(one.decode() for one in _STORED.findall(file.text))
            if table.replacing_words is not None and table.replacing_words.search(file.text):
                found.update(one.decode() for one in _LAST_NAME.findall(file.text))
    return found


def _whole(module: str, name: str) -> str:
    """The path of what an import names, however it is split in a module and a name."""
    return f"{module}.{name}".replace("::", ".").removesuffix(".self").rstrip(".")


def shown(module: str) -> str:
    """A module in words."""
    return module or "the program"


def side_language(side: Side, module: Module) -> str:
    """The language of a file."""
    return side.program.files[module.file].language


def _word(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<![\w$])" + re.escape(name.encode()) + rb"(?![\w$])")


def _circles(edges: dict[str, set[str]]) -> set[str]:
    """Modules that import each other, where imports run them."""
    return {name for name in edges if name in _reached(edges, edges[name])}


def _reached(edges: dict[str, set[str]], first: Iterable[str]) -> set[str]:
    seen: set[str] = set()
    todo = list(first)
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += edges.get(name, ())
    return seen
