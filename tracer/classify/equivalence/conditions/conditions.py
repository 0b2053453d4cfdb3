"""May a name change, come or go? Who else could find it: other files, texts, look-ups, tools.

Each entry of a map is asked for both its names; what goes or comes is asked like what is renamed.
What nothing in the world contradicts is the assumption `computed-names`, or nothing at all where
the language finds no names at run time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.attributes import why_shown
from tracer.classify.equivalence.conditions.member_tests import MemberTests
from tracer.classify.equivalence.conditions.printed_objects import Printed, printed
from tracer.classify.equivalence.conditions.rule_questions.questions import RuleQuestions
from tracer.classify.equivalence.conditions.stores import HiddenStores
from tracer.classify.equivalence.conditions.text_lookups import FUNCTIONS, TextLookups
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.languages import is_erased, table_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.classify.equivalence.symbols.walking import macro_words
from tracer.model.assumptions import INTROSPECTION
from tracer.semantics.core import Call, Index, Kind, Literal, Ref, Symbol
from tracer.semantics.reach.hierarchy import TYPES
from tracer.semantics.reflection.readers.framework_names import is_entry
from tracer.semantics.reflection.readers.name_readers import marks_at

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.classify.equivalence.symbols.languages import LanguageTable
    from tracer.semantics.core import Definition, Expression
    from tracer.semantics.program import Program

_RISKY = frozenset(
    {"__del__", "__init_subclass__", "__set_name__", "__class_getitem__", "__getattr__",
     "__getattribute__", "__setattr__", "finalize"},
)  # fmt: skip
_TAKEN = frozenset({"import", "export"})  # mentions that only hand a definition on
_FIXED = frozenset({Kind.VARIANT, Kind.MACRO, Kind.IMPLEMENTATION, Kind.OTHER})
_OPEN = table_of("")  # the strictest one


class Conditions:
    """The questions, asked of both versions of a program."""

    def __init__(self, context: Context, before: Program, after: Program) -> None:
        self.context = context
        self.programs = (before, after)
        self.assumed: set[str] = set()
        self.alone: tuple[frozenset[Symbol], frozenset[Symbol]] = (frozenset(), frozenset())
        world = context.world
        self.lookups = (TextLookups(before, world), TextLookups(after, world))
        self.stores = HiddenStores(before, after)
        self.tests = MemberTests(before, after)
        self.rules = RuleQuestions(context, self.programs)
        self._marks: dict[tuple[int, str], str | None] = {}
        self._printers: dict[str, str | None] = {}

    def why_not(self, before: Symbol | None, after: Symbol | None) -> str | None:
        """Why this entry of a map is not proved, or None. A missing side: it comes or goes."""
        sides = [(at, s) for at, s in enumerate((before, after)) if s is not None]
        if self._is_only_type(sides):
            self.assumed.add("types-hold")
            return None
        if before is not None and after is not None and name_of(before) != name_of(after):
            why = self._why_shaped(before, after)
            if why:
                return why
        if before is not None and after is not None and name_of(before) == name_of(after):
            return self._why_moved(before, after)
        if len(sides) == 1 and self._is_offered(*sides[0]):
            coming = "new" if sides[0][0] else "gone"
            return f"`{shown(sides[0][1])}` is {coming}, and others may be meant to use it"
        for at, symbol in sides:
            why = self._why_fixed(at, symbol, is_alone=len(sides) == 1)
            if why:
                return why
        return self._why_found(sides)

    def why_called(self, before: Symbol, after: Symbol) -> str | None:
        """Why code that is not seen may call a definition that takes other parameters now, or None.

        Such code could miss another name as well, or what is gone, or be meant to use what is new.
        """
        sides = [(0, before), (1, after)]
        fixed = (self._why_fixed(at, symbol, is_alone=False) for at, symbol in sides)
        why = next((why for why in fixed if why), None) or self._why_found(sides)
        return why or self.why_not(before, None) or self.why_not(None, after)

    def _is_offered(self, at: int, symbol: Symbol) -> bool:
        """Whether a definition is there for other code: it is public, and not used here.

        Where all code is known, what is gone was used by nobody; what is new is meant for somebody.
        """
        if at == 0 and self.context.closed_world:
            return False
        program = self.programs[at]
        outline = program.outline(symbol)
        offered = FUNCTIONS | TYPES | {Kind.CONSTANT}
        if outline.is_private or "declaration" in outline.modifiers or outline.kind not in offered:
            return False
        return all(
            one.within == symbol or one.kind in _TAKEN
            for named in (symbol, *self._values_of(program, outline))
            for one in program.references.get(named, ())
        )

    @staticmethod
    def _values_of(program: Program, outline: Definition) -> list[Symbol]:
        """The constants of an enumeration that stand in the scope around it."""
        tree = program.files[outline.file].tree
        if outline.kind is not Kind.ENUM or tree is None:
            return []
        inside = range(outline.row, tree.stop[outline.row])
        return [
            one
            for one in program.definitions
            if (other := program.outline(one)).kind is Kind.CONSTANT
            and other.file == outline.file and other.row in inside
        ]  # fmt: skip

    def _why_shaped(self, before: Symbol, after: Symbol) -> str | None:
        """Why a field of a type that is gone at run time may not be renamed.

        Objects are made without the type, so no word of the other name may be left.
        """
        if not is_erased(self.programs[1], after) or self.programs[1].outline(after).owner is None:
            return None
        for program, name in zip(self.programs, (name_of(after), name_of(before)), strict=True):
            word = re.compile(rb"(?<![\w$])" + re.escape(name.encode()) + rb"(?![\w$])")
            for file in program.files:
                if word.search(file.text):
                    return f"objects of `{file.path}` may have `{name}`, whatever type they have"
        return None

    def _is_only_type(self, sides: list[tuple[int, Symbol]]) -> bool:
        """Whether an entry is about types alone that nobody outside can name, and no other name."""
        if not all(is_erased(self.programs[at], symbol) for at, symbol in sides):
            return False
        names = {name_of(symbol) for _, symbol in sides}
        outline, _ = self.outline(*sides[0])
        is_member = outline.kind not in TYPES
        if len(sides) > 1 and is_member and len(names) > 1:
            return False
        return is_member or all(
            self.is_closed(self.outline(at, symbol)[0], name_of(symbol)) for at, symbol in sides
        )

    def outline(self, at: int, symbol: Symbol) -> tuple[Definition, LanguageTable]:
        """A definition of a version without its code, and the table of its language."""
        outline = self.programs[at].outline(symbol)
        return outline, table_of(self.programs[at].files[outline.file].language)

    def _is_repeated(self, at: int, symbol: Symbol) -> bool:
        """Whether a declaration only repeats what a definition, there in both versions, says."""
        last = symbol.path[-1].removesuffix("#declaration")
        whole = Symbol(symbol.module, (*symbol.path[:-1], last))
        if last == symbol.path[-1] or any(whole not in p.definitions for p in self.programs):
            return False
        said, made = (self.programs[at].definitions[one].function for one in (symbol, whole))
        if said is None or made is None or any(one.default is not None for one in said.parameters):
            return False
        ours, theirs = ([(p.type, p.kind) for p in one.parameters] for one in (said, made))
        return ours == theirs

    def _why_moved(self, before: Symbol, after: Symbol) -> str | None:
        """The same plain name in another place."""
        if before == after:
            return None
        outline, table = self.outline(0, before)
        name = name_of(before)
        if before.path[:-1] != after.path[:-1] and not self.is_closed(outline, name):
            return f"other files may find `{name}` in `{shown(before)}`"
        if before.module != after.module and before.path[:-1] == after.path[:-1]:
            names = self.context.names_before(outline.file)
            if outline.owner is None and is_entry(names, name):
                return f"tools may look for `{name}` in its file"
            if not self.is_closed(outline, name):
                return f"other files may find `{name}` where it stood"
            self.assume(table, outline, "introspection")
            last = before.module.rpartition("/")[2]
            spelled = self._why_spelled(last, table, (0, before))
            if outline.owner is None and spelled and table.reflection != "none":
                return spelled
        return None

    def _why_fixed(self, at: int, symbol: Symbol, *, is_alone: bool) -> str | None:
        """What gives the name a meaning of its own."""
        outline, table = self.outline(at, symbol)
        name = name_of(symbol)
        names = self.context.names(outline.file, is_after=bool(at))
        if outline.modifiers & {"declare", "native"}:
            return f"`{shown(symbol)}` is declared here, and defined elsewhere"
        is_shown = outline.kind is Kind.FIELD and (
            table.declared_fields_exist or (table.static_types and not outline.is_private)
        )
        is_kept = outline.owner is not None and outline.owner not in self.alone[at]
        if is_alone and is_shown and is_kept and not name.startswith("#"):
            return f"the field `{shown(symbol)}` is {'new' if at else 'gone'}"
        if is_alone and is_kept and not table.static_types and self._is_read_somewhere(name):
            return f"`.{name}` of an unknown object may mean `{shown(symbol)}`"
        if is_alone and is_kept and symbol.path[-1] != name and "#<" in symbol.path[-1]:
            return f"`{shown(symbol)}` is {'new' if at else 'gone'}"  # of a trait
        if not is_alone and table.knows_attributes:
            why, is_assumed = why_shown(self.programs[at], outline, table)
            if why:
                return why
            if is_assumed:
                self.assumed.add("introspection")
        is_made = outline.kind is Kind.CONSTRUCTOR and not self._is_repeated(at, symbol)
        if is_made and is_alone and is_kept:
            return f"`{shown(symbol)}` is {'new' if at else 'gone'}"
        if "guard" in outline.modifiers and symbol.path[-1] != name:
            return f"another header is guarded by `{name}`, too"
        if outline.kind in _FIXED and is_alone and not self._is_plain_macro(at, symbol):
            return f"`{shown(symbol)}` is {'new' if at else 'gone'}"
        is_plain = self._is_plain_here(at, outline, table, name)
        is_reserved = names.tables.is_known and names.tables.is_reserved(name) and not is_plain
        if is_reserved or (outline.owner is None and is_entry(names, name)):
            return f"`{name}` has a meaning of its own"
        if table.names_as_texts and self._is_text(at, outline):
            return f"`{shown(symbol)}` is shown by its name"
        why = self._why_read(at, outline, table)
        if why:
            return why
        if table.protocol.search(name) and not is_plain:
            return f"`{name}` may be looked for by the language or its tools"
        if outline.owner is not None and self._may_override(at, outline, name):
            return f"`{shown(symbol)}` may replace a member that is not seen"
        if not self.is_closed(outline, name):
            return f"other files may use `{name}`"
        return None

    def _is_read_somewhere(self, name: str) -> bool:
        """Whether either version asks an object of unknown type for a member of the name."""
        return any(program.unresolved_of("." + name) for program in self.programs)

    def _is_plain_macro(self, at: int, symbol: Symbol) -> bool:
        """Whether a macro guards its header, or only names a number or text where it is used."""
        program = self.programs[at]
        outline = program.outline(symbol)
        if outline.kind is not Kind.MACRO or outline.modifiers & {"redefined", "conditional"}:
            return False
        if "guard" in outline.modifiers:
            return True
        value = program.definitions[symbol].value
        return isinstance(value, Literal) and bool(program.references.get(symbol))

    def _why_read(self, at: int, outline: Definition, table: LanguageTable) -> str | None:
        """Where code has the names of an enumeration's values as texts, or None."""
        if outline.kind is not Kind.VARIANT or outline.owner is None or not table.variant_readers:
            return None
        owner = name_of(outline.owner)
        reader = re.compile(table.variant_readers.format(re.escape(owner)).encode())
        for file in self.programs[at].files:
            if reader.search(file.text):
                return f"`{file.path}` may read what the values of `{owner}` are called"
        return None

    def _is_text(self, at: int, outline: Definition) -> bool:
        """Whether the text of an object has the name in it: values of enumerations, records."""
        if outline.kind is Kind.VARIANT:
            return True
        if "component" not in outline.modifiers or outline.owner is None:
            return False
        return self.programs[at].member(outline.owner, "toString") is None

    def _is_plain_here(self, at: int, outline: Definition, table: LanguageTable, name: str) -> bool:
        """Whether a name that libraries ask objects for is only a name in this class."""
        if outline.owner is None:
            return False
        if self.alone[at] and outline.owner in self.alone[at]:
            return name not in _RISKY  # of a class that is new, or gone, with all of its objects
        return bool(table.inherited.search(name)) and not self._may_override(at, outline, name)

    def _may_override(self, at: int, outline: Definition, name: str) -> bool:
        """Whether a base outside the program may have a member of the name."""
        assert outline.owner is not None
        if outline.kind not in FUNCTIONS | {Kind.FIELD, Kind.VARIABLE, Kind.CONSTANT}:
            return False
        program = self.programs[at]
        if outline.is_private and not name.startswith("__"):
            return False
        _, table = self.outline(at, outline.symbol)
        todo: list[Symbol] = [outline.owner]
        for owner in todo:
            todo += [one for one in program.subclasses(owner) if one not in todo]
        if not any(map(program.has_unknown_bases, todo)):
            return False
        return self._may_inherit(program, todo, table, name)

    def _may_inherit(
        self, program: Program, todo: list[Symbol], table: LanguageTable, name: str
    ) -> bool:
        """Whether one of some classes may have a member of the name from outside the program."""
        seen: set[Symbol] = set()
        while todo:
            owner = todo.pop()
            if owner in seen:
                continue
            seen.add(owner)
            for base in program.definitions[owner].bases:
                if isinstance(base, Ref) and base.symbol in program.definitions:
                    todo.append(base.symbol)
                elif not _has_not(base, table, name):
                    return True
        return False

    def is_closed(self, outline: Definition, name: str) -> bool:
        """Whether all code that may name it is at hand."""
        if self.context.closed_world:
            return True
        if outline.is_private and not outline.is_exported and self._is_confined(outline, name):
            return True
        return self.context.has_other_uses(name) is False

    def _is_confined(self, outline: Definition, name: str) -> bool:
        """Whether the language or its custom keeps a member from code elsewhere."""
        if "protected" in outline.modifiers:
            return False
        if outline.owner is None or "private" in outline.modifiers or name.startswith("#"):
            return True
        table = table_of(self.programs[0].files[outline.file].language)
        names = self.context.names_before(outline.file) if self.context.before.trees else None
        is_private = names is not None and names.tables.is_private(name)
        return table.reflection != "all" or is_private

    def _why_found(self, sides: list[tuple[int, Symbol]]) -> str | None:
        """Who may find one of the names by a text."""
        names = [name_of(symbol) for _, symbol in sides]
        outline, table = self.outline(*sides[0])
        why = self._why_expanded(names) or self._why_printed(outline, names)
        why = why or self.tests.why_asked(sides) or self._why_inherited(sides, table)
        if why:
            return why
        if table.reflection == "none" or (
            table.reflection == "exported" and not outline.is_exported
        ):
            return None
        why = self._why_shown(sides)
        if why:
            return why
        for name in names:
            why = self._why_spelled(name, table, sides[0]) or self._why_looked_up(name, sides)
            if why:
                return why
        at, symbol = sides[0]
        if at == 0 and len(sides) > 1 and outline.owner is None:
            why = self._why_marked(outline, name_of(symbol))
            if why:
                return why
        if any(one.rests_on_types for one in self.lookups):
            self.assumed.add("types-hold")
        self.assume(table, outline, "computed-names")
        return None

    def _why_marked(self, outline: Definition, name: str) -> str | None:
        key = outline.file, name
        if key not in self._marks:
            self._marks[key] = marks_at(self.context, outline.file, name)
        return self._marks[key]

    def assume(self, table: LanguageTable, outline: Definition, assumption: str) -> None:
        """Make an assumption where the language finds definitions by name at all."""
        is_found = table.reflection == "all" or (
            table.reflection == "exported" and outline.is_exported
        )
        if is_found:
            self.assumed.add(assumption)

    def _why_spelled(
        self, name: str, table: LanguageTable, side: tuple[int, Symbol] | None = None
    ) -> str | None:
        """The text of either version that spells a name, of a definition or of a module."""
        owner = None if side is None else self.programs[side[0]].outline(side[1]).owner
        is_looked_up = table.reflection == "all" and any(
            one.looks_up(owner) for one in self.lookups
        )
        said = (one.why_spelled(name, is_looked_up=is_looked_up) for one in self.lookups)
        return next((why for why in said if why), None)

    def _why_expanded(self, names: list[str]) -> str | None:
        """A macro that spells one of the names: what it means hangs on where it is used."""
        for program in self.programs:
            for macro, words in macro_words(program).items():
                found = sorted(words.intersection(names))
                if found and name_of(macro) not in names:
                    return f"the macro `{shown(macro)}` spells `{found[0]}`"
        return None

    def _why_printed(self, outline: Definition, names: list[str]) -> str | None:
        """A file that may print what a type or a field is called, whatever value it is given."""
        if outline.kind not in TYPES | {Kind.FIELD} or len(set(names)) == 1:
            return None
        words = self.context.names_before(outline.file).tables.raw.get("package_words") or {}
        if not words:
            return None
        readers = words["readers"]
        if readers not in self._printers:
            files = (file for program in self.programs for file in program.files)
            printing = re.compile(readers.encode())
            self._printers[readers] = next((f.path for f in files if printing.search(f.text)), None)
        path = self._printers[readers]
        return path and f"`{path}` may print what `{names[0]}` is called"

    def _why_shown(self, sides: list[tuple[int, Symbol]]) -> str | None:
        """The field whose name is shown where an object of its class is printed as a whole."""
        for at, symbol in sides:
            outline, table = self.outline(at, symbol)
            is_shown = table.object_printers is not None and not name_of(symbol).startswith("#")
            if outline.kind is not Kind.FIELD or outline.owner is None or not is_shown:
                continue
            shows = printed(self.programs[at], name_of(outline.owner))
            if shows is Printed.YES:
                return f"`{name_of(symbol)}` is shown where its object is printed"
            if shows is Printed.PERHAPS:
                self.assume(table, outline, INTROSPECTION)
        return None

    def _why_inherited(self, sides: list[tuple[int, Symbol]], table: LanguageTable) -> str | None:
        """A class that uses a name, and may have another thing of that name from its bases."""
        for at, symbol in sides if table.silent_parts else ():
            program = self.programs[at]
            homes = {one.within for one in program.references.get(symbol, ())}
            known = [one for one in homes if one is not None and one in program.definitions]
            owners = {program.outline(one).owner for one in known}
            todo = sorted(one for one in owners if one is not None and one in program.definitions)
            if self._may_inherit(program, todo, table, name_of(symbol)):
                return f"a base that is not seen may have `{name_of(symbol)}`"
        return None

    def _why_looked_up(self, name: str, sides: list[tuple[int, Symbol]]) -> str | None:
        """What may find a definition by one of its names; each version knows its own objects."""
        for at, lookups in enumerate(self.lookups):
            home, symbol = next((one for one in sides if one[0] == at), sides[0])
            outline = self.programs[home].outline(symbol)
            why = lookups.why_looked_up(name, outline, self.programs[home])
            if why:
                return why
        return None

    def why_module(self, before: str | None, after: str | None) -> str | None:
        """Why a file or package may not get another name, come or go."""
        named = [(at, name) for at, name in enumerate((before, after)) if name]
        for _, name in named:
            last = re.split(r"[/.]", name)[-1]
            why = self._why_spelled(last, _OPEN)
            if why:
                return why
            for lookups in self.lookups:
                why = lookups.why_loaded(name)
                if why:
                    return why
        return None


def _has_not(base: Expression, table: LanguageTable, name: str) -> bool:
    """Whether a base from outside is known, and has no member of the name."""
    if isinstance(base, Index):
        base = base.object
    if isinstance(base, Call):
        base = base.function
    path = getattr(base, "path", None) or getattr(base, "name", "")
    if not isinstance(path, str):
        return False
    pattern = table.bases.get(path) or table.bases.get(path.rpartition(".")[2])
    return pattern is not None and not pattern.search(name)
