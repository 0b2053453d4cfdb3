"""What happens while the modules of a program are loaded, in which order, and who loads whom.

A check of its own: definitions may be the same, and a name still be needed above the place where
it is bound, a circle of imports be new, or an import with an effect be gone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.classify.equivalence.evaluation import finish
from tracer.classify.equivalence.languages import table_of
from tracer.classify.equivalence.side import SILENT, Made
from tracer.classify.equivalence.touched import WORD
from tracer.classify.equivalence.walking import references, symbols_in
from tracer.semantics.core import Evaluate, External, Kind, Ref, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.renaming import Renaming
    from tracer.classify.equivalence.side import Side
    from tracer.semantics.core import Definition, Module

_CALLED = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.CLASS, Kind.PROPERTY})
_HELD = frozenset({Kind.FIELD, Kind.CONSTANT, Kind.VARIABLE, Kind.VARIANT})
MODULE_LOAD = "module-load"
_PLAIN = frozenset({"value", "c", "fn", "#", "end", "ret", "tuple", "type", "label"})
_SILENT = frozenset({"nothing", "value", "ret", "end"})


class Loaded(NamedTuple):
    """Why the loading of two programs differs (module -> reason), and what the proof assumes."""

    why: dict[tuple[str, str], str]  # (module before, module after), '' for none
    assumed: frozenset[str]
    laws: frozenset[str]


class Loading:
    """Compares the top levels of all modules. `words`: names that mean something else now."""

    def __init__(
        self,
        before: Side,
        after: Side,
        renaming: Renaming,
        words: frozenset[bytes],
        *,
        closed: bool,
    ) -> None:
        self.sides = (before, after)
        self.closed = closed
        self.renaming = renaming
        self.assumed: set[str] = set()
        self.laws: set[str] = set()
        self._words = words
        self._effects: tuple[dict[str, bool], dict[str, bool]] = ({}, {})  # of a module's own code

    def compare(self) -> Loaded:
        """All modules, each with its image."""
        why: dict[tuple[str, str], str] = {}
        modules = self.renaming.map.modules
        programs = self.sides[0].program, self.sides[1].program
        for name in programs[1].modules:
            old = modules.get(name)
            found = self._why_new(name, 1) if old is None else self._why_other(old, name)
            if found:
                why[old or "", name] = found
        images = set(modules.values())
        for name in programs[0].modules:
            if name not in images:
                found = self._why_new(name, 0)
                if found:
                    why[name, ""] = found
        found = self._why_circular() or self._why_imported() or self._why_unexported()
        if found and not why:
            changed = next(iter(programs[1].modules), "")
            why[modules.get(changed, ""), changed] = found
        return Loaded(why, frozenset(self.assumed), frozenset(self.laws))

    def _why_other(self, before: str, after: str) -> str | None:
        """Why two modules do not load alike."""
        if self._is_untouched(before, after):
            return None
        ours = self._events(0, before)
        theirs = self._events(1, after)
        if ours != theirs:
            return f"the top level of `{_shown(after)}` does something else"
        late = self._late(0, before) ^ self._late(1, after)
        if late:
            name = _shown(after)
            return f"`{min(late)}` is needed above its definition while `{name}` is loaded"
        if self._future(0, before) != self._future(1, after):
            return f"`{_shown(after)}` is read by other rules of the language"
        why = self._why_no_longer_run(before, after)
        if why:
            return why
        if not self.closed:
            why = self._why_exported(before, after)
            if why:
                return why
        documents = [
            [d for module in side.program.interfaces[name] if (d := module.documentation)]
            for side, name in zip(self.sides, (before, after), strict=True)
        ]
        if documents[0] != documents[1]:
            return "a documentation that can be read at run time changed"
        comments = tuple(
            [c for module in side.program.interfaces[name] for c in module.comments]
            for side, name in zip(self.sides, (before, after), strict=True)
        )
        if sorted(comments[0]) != sorted(comments[1]):
            return f"comments that tools read differ in `{_shown(after)}`"
        return None

    def _is_untouched(self, before: str, after: str) -> bool:
        """Whether the files of two modules are the same, and no word means something else."""
        ours, theirs = (
            [side.program.files[module.file].text for module in side.program.interfaces[name]]
            for side, name in zip(self.sides, (before, after), strict=True)
        )
        return ours == theirs and all(self._words.isdisjoint(WORD.findall(text)) for text in ours)

    def _why_no_longer_run(self, before: str, after: str) -> str | None:
        """A module that an import ran, which may fail, and that is not imported here any more."""
        images = {self.renaming.map.modules.get(name, name) for name in self._runs(1, after)}
        for name in sorted(self._runs(0, before) - images):
            self.assumed.add(MODULE_LOAD)
            if self._late(0, name):
                return f"`{_shown(name)}` is not run by `{_shown(after)}` any more, and may fail"
            for module in self.sides[0].program.modules.get(name, ()):
                here = self.sides[0]
                values = [(s, here.definition(s).value) for s in module.definitions]
                terms = [here.made(s, "top 0", value).term for s, value in values]
                terms += [
                    self._made(0, module, place, statement).term
                    for place, statement in enumerate(module.top)
                ]
                for term in terms:
                    if not _is_plain(term):
                        what = f"`{_shown(name)}` is not run by `{_shown(after)}` any more"
                        return f"{what}, and may fail"
        return None

    def _runs(self, side: int, name: str) -> set[str]:
        """Modules of the program that a module's imports run."""
        return {
            one.module
            for module in self.sides[side].program.interfaces[name]
            if table_of(self._language(side, module)).import_effects
            for one in module.imports
            if not one.is_external and not one.is_type_only
        }

    def _future(self, side: int, name: str) -> set[str]:
        """Names that change how the file itself is read."""
        return {
            there
            for module in self.sides[side].program.interfaces[name]
            for one in module.imports
            if one.module == "__future__"
            for there, _ in one.names
        }

    def _why_exported(self, before: str, after: str) -> str | None:
        """A name that others may import from a module and that means something else now."""
        ours, theirs = (
            {
                name: symbol
                for module in side.program.interfaces[here]
                for name, symbol in module.exports
            }
            for side, here in zip(self.sides, (before, after), strict=True)
        )
        for name, symbol in sorted(ours.items()):
            now = theirs.get(name)
            image = self.renaming.symbol(now) if isinstance(now, Symbol) else now
            if image == symbol:
                continue
            known = self.renaming.map.to_after.get(symbol) if isinstance(symbol, Symbol) else None
            is_renamed = now is None and known is not None and known.module == after
            if not is_renamed and not self._is_private(symbol):
                return f"`{name}` of `{_shown(after)}` is gone, or another thing"
        return None

    def _is_private(self, symbol: Symbol | str) -> bool:
        program = self.sides[0].program
        if not isinstance(symbol, Symbol) or symbol not in program.definitions:
            return False
        outline = program.outline(symbol)
        return outline.is_private and not outline.is_exported

    def _why_new(self, name: str, side: int) -> str | None:
        """Why a module may not come or go."""
        if self._events(side, name):
            return (
                f"`{_shown(name)}` does something when it is loaded, and is {('gone', 'new')[side]}"
            )
        if any(module.comments for module in self.sides[side].program.interfaces[name]):
            return f"`{_shown(name)}` has comments that tools read, and is {('gone', 'new')[side]}"
        if self._has_import_effects(side, name):
            self.assumed.add(MODULE_LOAD)
        return None

    def _has_import_effects(self, side: int, name: str) -> bool:
        modules = self.sides[side].program.interfaces[name]
        return any(table_of(self._language(side, m)).import_effects for m in modules)

    def _language(self, side: int, module: Module) -> str:
        return self.sides[side].program.files[module.file].language

    def _events(self, side: int, name: str) -> list[Any]:
        """What loading a module does, in order: effects, and imports of modules that have some."""
        found: list[Any] = []
        reads: list[Any] = []  # what must not cross an effect, and is none
        map_of = self.renaming.after if side else self.renaming.before
        for module in self.sides[side].program.modules.get(name, ()):
            if table_of(self._language(side, module)).import_effects:
                for one in module.imports:
                    if not one.is_external and self._is_effectful(side, one.module):
                        image = self.renaming.symbol(Symbol(one.module, ())) if side else None
                        found.append(("load", image.module if image else one.module))
            for place, statement in enumerate(module.top):
                made = self._made(side, module, place, statement)
                if _is_silent(made.term):
                    if made.term != SILENT.term and _is_reading(made.term):
                        reads.append((len(found), made.term))
                    continue
                self.laws |= made.laws
                self.assumed |= made.assumed
                found.append(finish(made.term, map_of))
        loud = [at for at, event in enumerate(found) if event[0] != "load"]
        if loud and reads:
            found += [("read", at, finish(term, map_of)) for at, term in reads]
        return found

    def _made(self, side: int, module: Module, place: int, statement: Any) -> Made:
        here = self.sides[side]
        if isinstance(statement, Evaluate) and isinstance(statement.value, Ref):
            symbol = statement.value.symbol
            definition = here.definition(symbol)
            parts = [definition.value] if definition.value is not None else []
            parts += [*definition.decorators, *definition.bases]
            made = [here.made(symbol, f"top {at}", part) for at, part in enumerate(parts)]
            if definition.body:
                made.append(here.made(symbol, "body", definition.body))
            made += [
                here.made(member.symbol, "value", member.value)
                for member in map(here.definition, definition.members)
                if member.value is not None and _runs_on_load(here, member)
            ]
            loud = [one for one in made if not _is_silent(one.term) or _is_reading(one.term)]
            is_decorated = bool(definition.decorators) and not definition.value
            if not loud and not is_decorated:
                return SILENT
            is_loud = is_decorated or any(not _is_silent(one.term) for one in loud)
            head = "define" if is_loud else "value"
            term = (head, ("sym", symbol), *(one.term for one in loud))
            return Made(
                term,
                frozenset().union(*(one.assumed for one in loud)),
                frozenset().union(*(one.laws for one in loud)),
            )
        return here.made(module.file, "top", (statement,), place)

    def _is_effectful(self, side: int, name: str) -> bool:
        """Whether the loading of a module, or of what it imports, does something."""
        interfaces = self.sides[side].program.interfaces
        todo, seen = [name], {name}
        while todo:
            one = todo.pop()
            if self._is_loud(side, one):
                return True
            found = {
                i.module for m in interfaces.get(one, ()) for i in m.imports if not i.is_external
            }
            todo += sorted(found - seen)
            seen |= found
        return False

    def _is_loud(self, side: int, name: str) -> bool:
        """Whether a module's own top level does something."""
        known = self._effects[side]
        if name not in known:
            known[name] = any(
                not _is_silent(self._made(side, module, place, statement).term)
                and not _is_guarded(statement)
                for module in self.sides[side].program.modules.get(name, ())
                for place, statement in enumerate(module.top)
            )
        return known[name]

    def _late(self, side: int, name: str) -> set[str]:
        """Names that loading a module needs above the place where they are bound, as before."""
        here = self.sides[side]
        found: set[str] = set()
        for module in here.program.modules.get(name, ()):
            order = table_of(self._language(side, module)).load_order
            if order == "free":
                continue
            for statement in module.top:
                row = statement.row
                if isinstance(statement, Evaluate) and isinstance(statement.value, Ref):
                    row = here.program.outline(statement.value.symbol).row
                for symbol in self._needed(here, module, statement):
                    outline = here.program.outline(symbol)
                    if order == "places" and outline.kind is Kind.FUNCTION:
                        continue
                    while outline.owner is not None and _runs_on_load(here, outline):
                        outline = here.program.outline(outline.owner)
                    if outline.owner is None and outline.row > row:
                        image = self.renaming.symbol(symbol) if side else symbol
                        found.add(".".join(image.path))
        return found

    def _needed(self, here: Side, module: Module, statement: Any) -> set[Symbol]:
        """Definitions of the same file that a statement may run or read while it is loaded."""
        seen: set[Symbol] = set()
        todo: list[Any] = [statement]
        if isinstance(statement, Evaluate) and isinstance(statement.value, Ref):
            own = here.definition(statement.value.symbol)
            todo = [own.value, own.decorators, own.bases, own.body]
            if self._may_be_called(here, own):
                todo += [here.definition(member).function for member in own.members]
            todo += [own.function] if own.decorators else []
            for member in own.members:
                inner = here.definition(member)
                todo += [inner.value, inner.decorators]
                todo += [inner.function] if inner.decorators else []
        program = here.program
        while todo:
            for symbol in symbols_in(todo.pop()):
                is_here = symbol in program.definitions and (
                    program.outline(symbol).file == module.file
                )
                if symbol in seen or not is_here:
                    continue
                seen.add(symbol)
                definition = here.definition(symbol)
                if definition.kind in _CALLED:
                    todo += [definition.function, definition.bases, definition.body]
                    todo += [here.definition(member).function for member in definition.members]
        return seen

    def _may_be_called(self, here: Side, own: Definition) -> bool:
        """Whether a base that is not seen may call the members of a class when it is defined."""
        table = table_of(here.program.files[own.file].language)
        if table.load_order != "rows":
            return False
        for base in own.bases:
            if isinstance(base, Ref) and base.symbol in here.program.definitions:
                if self._may_be_called(here, here.definition(base.symbol)):
                    return True
            elif not isinstance(base, External) or base.path not in table.bases:
                return True
        return False

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
            return f"`{_shown(min(new))}` stands in a circle of imports now"
        here = self.sides[0]
        for name in sorted(before - images):
            for module in here.program.interfaces[name]:
                for symbol in map(here.definition, module.definitions):
                    read = symbols_in((symbol.value, symbol.bases, symbol.decorators))
                    if any(one.module in before - {name} for one in read):
                        return f"`{_shown(name)}` needed what stood in a circle of imports"
        return None

    def _edges(self, side: int) -> dict[str, set[str]]:
        """Each module with those of the program that its imports run."""
        found: dict[str, set[str]] = {}
        for name, modules in self.sides[side].program.interfaces.items():
            for module in modules:
                if table_of(self._language(side, module)).import_effects:
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
                if there not in {"", "*"} and "*" not in exported[one.module]
                and there not in exported[one.module]
            })  # fmt: skip
        for module, name in sorted(lacking[1]):
            if (self.renaming.map.modules.get(module, module), name) not in lacking[0]:
                return f"`{name}` is imported from `{module}`, which does not export it"
        return None

    def _why_imported(self) -> str | None:
        """Modules from outside that are imported for what they do, or no longer, or newly."""
        bare: list[dict[str, bool]] = []
        for at, side in enumerate(self.sides):
            found: dict[str, bool] = {}
            for modules in side.program.interfaces.values():
                for module in modules:
                    if not table_of(self._language(at, module)).import_effects:
                        continue
                    for one in module.imports:
                        if one.is_external and not one.is_type_only:
                            is_bare = not one.names or all(n == ("", "") for n in one.names)
                            found[one.module] = found.get(one.module, False) or is_bare
            bare.append(found)
        unused = self._unused()
        if unused:
            return unused
        for name in sorted(bare[0].keys() ^ bare[1].keys()):
            if bare[0].get(name) or bare[1].get(name):
                return f"`{name}` is imported for what it does on one side only"
            self.assumed.add(MODULE_LOAD)
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


def _runs_on_load(here: Side, member: Definition) -> bool:
    """Whether a member has its value from when its class is defined."""
    if "static" in member.modifiers:
        return True
    runs = here.program.semantics(member.file).get("class_bodies_run")
    is_of_objects = table_of(here.program.files[member.file].language).fields_run_in_order
    return bool(runs) and not is_of_objects and member.kind in _HELD


def _is_silent(term: Any) -> bool:
    """Whether a term does nothing but make a value: that it may fail to is no effect by itself."""
    return term[0] in _SILENT


def _is_plain(term: Any) -> bool:
    """Whether a top level's value is made of literals and functions alone, and cannot fail."""
    if term == SILENT.term:
        return True
    made = [one for one in references(term) if one[:1] == ("new",)]
    known = all(
        one[0] in _PLAIN or not isinstance(one[0], str) or one[0] == ""
        for one in references(term)
        if one and one[:1] != ("new",)
    )
    return known and len(made) <= 1 and not term[-1]


def _is_reading(term: Any) -> bool:
    """Whether a value is read from what may change while modules are loaded."""
    return any(one[:1] == ("start",) for one in references(term))


def _is_guarded(statement: Any) -> bool:
    """Whether a statement runs only where its file is the program (`__name__ == "__main__"`)."""
    return "__main__" in repr(getattr(statement, "test", ""))


def _shown(module: str) -> str:
    return module or "the program"
