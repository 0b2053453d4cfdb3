"""What happens while the modules of a program are loaded, in which order, and who loads whom.

A check of its own: definitions may be the same, and a name still be needed above the place where
it is bound, a circle of imports be new, or an import with an effect be gone.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.comparison.alike import Alike
from tracer.classify.equivalence.comparison.imports import (
    MODULE_LOAD,
    Imports,
    shown,
    side_language,
    why_exports,
)
from tracer.classify.equivalence.conditions.offered_names import OfferedNames
from tracer.classify.equivalence.evaluation import finish, library_of
from tracer.classify.equivalence.evaluation.relation import related
from tracer.classify.equivalence.symbols.arrows import as_function
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.symbols.walking import WORD, references, symbols_in
from tracer.classify.equivalence.versions.side import SILENT, Made
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Evaluate, External, Kind, Ref, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.comparison.touched import Touched
    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition, Module
    from tracer.semantics.versions import World

_CALLED = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.CLASS, Kind.PROPERTY})
_HELD = frozenset({Kind.FIELD, Kind.CONSTANT, Kind.VARIABLE, Kind.VARIANT})
_PLAIN = frozenset({"value", "c", "fn", "#", "end", "ret", "tuple", "type", "label"})
_SILENT = frozenset({"nothing", "value", "ret", "end"})


class Loaded(NamedTuple):
    """Why the loading of two programs differs (module -> reason), and what the proof assumes."""

    why: dict[tuple[str, str], str]  # (module before, module after), '' for none
    assumed: frozenset[str]
    laws: frozenset[str]
    imports: str | None = None  # why what modules import or export differs


class Loading:
    """Compares the top levels of all modules. `asked`: which names mean something else now."""

    def __init__(
        self,
        before: Side,
        after: Side,
        renaming: Renaming,
        asked: Touched,
        *,
        world: World,
    ) -> None:
        self.sides = (before, after)
        self.world = world
        self.renaming = renaming
        self.assumed: set[str] = set()
        self.laws: set[str] = set()
        self._asked = asked
        self._offered = OfferedNames(self.sides, renaming.map, world)
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
        imports = Imports(self.sides, self.renaming)
        found = imports.why_other() or why_exports(self.sides, self.renaming, self.world)
        self.assumed |= imports.assumed
        if found and not why:
            changed = next(iter(programs[1].modules), "")
            why[modules.get(changed, ""), changed] = found
        return Loaded(why, frozenset(self.assumed), frozenset(self.laws), found)

    def _why_other(self, before: str, after: str) -> str | None:
        """Why two modules do not load alike."""
        if self._is_untouched(before, after):
            return None
        if self._has_other_event(before, after):
            return f"the top level of `{shown(after)}` does something else"
        is_loading_alike = self._loaded_by(0, before) == self._loaded_by(1, after)
        ours = self._events(0, before, loads=not is_loading_alike)
        theirs = self._events(1, after, loads=not is_loading_alike)
        if ours != theirs and not self._are_related(before, ours, theirs):
            return f"the top level of `{shown(after)}` does something else"
        late = self._late(0, before) ^ self._late(1, after)
        if late:
            name = shown(after)
            return f"`{min(late)}` is needed above its definition while `{name}` is loaded"
        if self._future(0, before) != self._future(1, after):
            return f"`{shown(after)}` is read by other rules of the language"
        why = self._why_no_longer_run(before, after)
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
            return f"comments that tools read differ in `{shown(after)}`"
        return None

    def _has_other_event(self, before: str, after: str) -> bool:
        """Whether two files surely differ in an effect; if not, all effects are to be compared.

        Statements that say the same at the start of both have the same effects. After them
        the effects of one side are those of the other, one by one, or the files differ. So most
        files that differ do so at the first statement that changed, and no other one is evaluated.
        """
        names = (before, after)
        found = [s.program.modules.get(n, ()) for s, n in zip(self.sides, names, strict=True)]
        if not all(len(modules) == 1 for modules in found):
            return False
        (ours,), (theirs,) = found
        alike = Alike((self.sides[0].program, self.sides[1].program), self.renaming, ())
        first = 0
        for one, other in zip(ours.top, theirs.top, strict=False):
            if _defined(one) is not None or not alike.same(one, other):
                break
            first += 1
        events = self._told(0, ours, first), self._told(1, theirs, first)
        return any(
            one is None or other is None or not self._are_related(before, [one], [other])
            for one, other in zip_longest(*events)
            if one != other
        )

    def _told(self, side: int, module: Module, first: int) -> Iterator[Any]:
        """The effects of a file's statements from one on, in order."""
        map_of = self.renaming.after if side else self.renaming.before
        for place, statement in enumerate(module.top[first:], first):
            term = self._made(side, module, place, statement).term
            if not _is_silent(term):
                yield self._offered.rewritten(finish(term, map_of), side)

    def _are_related(self, before: str, ours: list[Any], theirs: list[Any]) -> bool:
        """Whether two lists of effects that are not equal are the same one by one, on each path."""
        if len(ours) != len(theirs):
            return False
        here = self.sides[0]
        module = here.program.modules[before][0]
        semantics = library_of(side_language(here, module)).semantics
        for one, other in zip(ours, theirs, strict=True):
            by = frozenset() if one == other else related(one, other, semantics)
            if by is None:
                return False
            self.laws |= by
        return True

    def _is_untouched(self, before: str, after: str) -> bool:
        """Whether the files of two modules are the same, and no word means something else."""
        ours, theirs = (
            [side.program.files[module.file].text for module in side.program.interfaces[name]]
            for side, name in zip(self.sides, (before, after), strict=True)
        )
        words = self._asked.words_in(before, after)
        return ours == theirs and all(words.isdisjoint(WORD.findall(text)) for text in ours)

    def _why_no_longer_run(self, before: str, after: str) -> str | None:
        """A module that an import ran, which may fail, and that is not imported here any more."""
        images = {self.renaming.map.modules.get(name, name) for name in self._runs(1, after)}
        for name in sorted(self._runs(0, before) - images):
            self.assumed.add(MODULE_LOAD)
            if self._late(0, name):
                return f"`{shown(name)}` is not run by `{shown(after)}` any more, and may fail"
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
                        what = f"`{shown(name)}` is not run by `{shown(after)}` any more"
                        return f"{what}, and may fail"
        return None

    def _runs(self, side: int, name: str) -> set[str]:
        """Modules of the program that a module's imports run."""
        return {
            one.module
            for module in self.sides[side].program.interfaces[name]
            if table_of(side_language(self.sides[side], module)).import_effects
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

    def _why_new(self, name: str, side: int) -> str | None:
        """Why a module may not come or go."""
        if self._events(side, name):
            return (
                f"`{shown(name)}` does something when it is loaded, and is {('gone', 'new')[side]}"
            )
        if any(module.comments for module in self.sides[side].program.interfaces[name]):
            return f"`{shown(name)}` has comments that tools read, and is {('gone', 'new')[side]}"
        if self._has_import_effects(side, name):
            self.assumed.add(MODULE_LOAD)
        return None

    def _has_import_effects(self, side: int, name: str) -> bool:
        modules = self.sides[side].program.interfaces[name]
        return any(table_of(side_language(self.sides[side], m)).import_effects for m in modules)

    def _loaded_by(self, side: int, name: str) -> list[str]:
        """The modules of the program that a module imports, in order, as the version before has.

        Where both versions import the same, what that does is compared with the modules imported.
        """
        return [
            self.renaming.symbol(Symbol(one.module, ())).module if side else one.module
            for module in self.sides[side].program.interfaces.get(name, ())
            for one in module.imports
            if not one.is_external
        ]

    def _events(self, side: int, name: str, *, loads: bool = True) -> list[Any]:
        """What loading a module does, in order: effects, and imports of modules that have some.

        Without `loads`, the effects of its own code alone.
        """
        found: list[Any] = []
        reads: list[Any] = []  # what must not cross an effect, and is none
        map_of = self.renaming.after if side else self.renaming.before
        for module in self.sides[side].program.modules.get(name, ()):
            if loads and table_of(side_language(self.sides[side], module)).import_effects:
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
                found.append(self._offered.rewritten(finish(made.term, map_of), side))
        loud = [at for at, event in enumerate(found) if event[0] != "load"]
        if loud and reads:
            found += [("read", at, finish(term, map_of)) for at, term in reads]
        return found

    def _made(self, side: int, module: Module, place: int, statement: Any) -> Made:
        here = self.sides[side]
        symbol = _defined(statement)
        if symbol is not None:
            definition = here.definition(symbol)
            definition = as_function(definition)  # making a function does nothing
            parts = [definition.value] if definition.value is not None else []
            parts += [*definition.decorators, *definition.bases]
            made = [here.made(symbol, f"top {at}", part) for at, part in enumerate(parts)]
            if definition.body:
                made.append(here.made(symbol, "body", definition.body))
            members = [
                member
                for member in map(here.definition, definition.members)
                if member.value is not None and _runs_on_load(here, member)
            ]
            made += [here.made(member.symbol, "value", member.value) for member in members]
            loud = [one for one in made if not _is_silent(one.term) or _is_reading(one.term)]
            is_decorated = bool(definition.decorators) and not definition.value
            is_told = self._is_told(here, definition)
            if not loud and not is_decorated and not is_told:
                return SILENT
            if is_told:
                loud = made
            is_loud = is_decorated or is_told or any(not _is_silent(one.term) for one in loud)
            head = "define" if is_loud else "value"
            told = tuple(("sym", member.symbol) for member in members) if is_told else ()
            term = (head, ("sym", symbol), *told, *(one.term for one in loud))
            return Made(
                term,
                frozenset().union(*(one.assumed for one in loud)),
                frozenset().union(*(one.laws for one in loud)),
            )
        return here.made(module.file, "top", (statement,), place)

    @staticmethod
    def _is_told(here: Side, definition: Definition) -> bool:
        """Whether code of the program may be told when a class is defined, or lists classes."""
        words = table_of(here.language(definition.symbol)).told_classes
        if words is None or definition.kind is not Kind.CLASS:
            return False
        return any(words.search(one.text) for one in here.program.files)

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
            order = table_of(side_language(self.sides[side], module)).load_order
            if order == "free":
                continue
            for statement in module.top:
                row = statement.row
                defined = _defined(statement)
                if defined is not None:
                    row = here.program.outline(defined).row
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
        defined = _defined(statement)
        if defined is not None:
            own = here.definition(defined)
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


def _defined(statement: Any) -> Symbol | None:
    """The definition that a statement makes, or that it only names."""
    is_name = isinstance(statement, Evaluate) and isinstance(statement.value, Ref)
    return statement.value.symbol if is_name else None


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
