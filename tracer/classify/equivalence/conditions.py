"""May a name change, come or go? Who else could find it: other files, texts, look-ups, tools.

Each entry of a map is asked for both its names; what goes or comes is asked like what is renamed.
What nothing in the world contradicts is the assumption `computed-names`, or nothing at all where
the language finds no names at run time.
"""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.equivalence.attributes import why_shown
from tracer.classify.equivalence.hierarchy import name_of
from tracer.classify.equivalence.indexing import harmless
from tracer.classify.equivalence.languages import is_erased, table_of
from tracer.classify.equivalence.symbols import shown
from tracer.classify.equivalence.walking import spreads
from tracer.semantics.core import Call, Construct, Index, Kind, Literal, Ref, Symbol
from tracer.semantics.reflection.framework_names import is_entry
from tracer.semantics.reflection.name_readers import marks_of

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.classify.equivalence.languages import LanguageTable
    from tracer.semantics.answers import Lookup
    from tracer.semantics.core import Definition, Expression, Function
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

_WORD = re.compile(r"[\w$]+")
_PROTOTYPES = re.compile(rb"__proto__\s*=|setPrototypeOf")
_OF_MEMBERS = frozenset({"members", "fields"})
_UP = 3  # nodes from the word that reads a name to what it is read off
_OF_TYPE = re.compile(
    r"type\((\w+)\)\s*\.\s*__\w+__|(\w+)\s*\.\s*(?:__class__\s*\.\s*__\w+__|constructor\s*\.\s*name"
    r"|getClass\(\)\s*\.\s*\w+)",
)
_NOT_HANDED_ON = frozenset({"call", "import", "export", "type", "base"})
_RISKY = frozenset(
    {"__del__", "__init_subclass__", "__set_name__", "__class_getitem__", "__getattr__",
     "__getattribute__", "__setattr__", "finalize"},
)  # fmt: skip
_LONGEST = 60  # bytes of a name in front of a bracket
_SHORTEST = 2  # letters of a piece of a name that a computed name is put together of
_TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE})
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY})
_FIXED = frozenset({Kind.VARIANT, Kind.MACRO, Kind.IMPLEMENTATION, Kind.OTHER})


_OPEN = table_of("")  # the strictest one


class _Texts(NamedTuple):
    """What the texts and look-ups of one version may spell."""

    exact: dict[str, str]  # word -> the text it stands in, of texts without blanks
    pieces: frozenset[str]  # texts that may be parts of a computed name
    named: frozenset[str]  # looked up by this very text
    kinds: dict[str, str]  # kind of look-up -> where the first computed one is
    words: frozenset[str]  # of files of other kinds


class Conditions:
    """The questions, asked of both versions of a program."""

    def __init__(self, context: Context, before: Program, after: Program) -> None:
        self.context = context
        self.programs = (before, after)
        self.assumed: set[str] = set()
        self.alone: tuple[frozenset[Symbol], frozenset[Symbol]] = (frozenset(), frozenset())
        self._stores: dict[str, str | None] = {}
        self._marks: dict[tuple[int, str], str | None] = {}

    @cached_property
    def _texts(self) -> tuple[_Texts, _Texts]:
        return _texts_of(self.programs[0]), _texts_of(self.programs[1])

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

    def _is_offered(self, at: int, symbol: Symbol) -> bool:
        """Whether a definition is there for other code: it is public, and not used here.

        Where all code is known, what is gone was used by nobody; what is new is meant for somebody.
        """
        if at == 0 and self.context.closed_world:
            return False
        program = self.programs[at]
        outline = program.outline(symbol)
        offered = _FUNCTIONS | _TYPES | {Kind.CONSTANT}
        if outline.is_private or "declaration" in outline.modifiers or outline.kind not in offered:
            return False
        return all(one.within == symbol for one in program.references.get(symbol, ()))

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
        outline, _ = self._outline(*sides[0])
        is_member = outline.kind not in _TYPES
        if len(sides) > 1 and is_member and len(names) > 1:
            return False
        return is_member or all(
            self._is_closed(self._outline(at, symbol)[0], name_of(symbol)) for at, symbol in sides
        )

    def _outline(self, at: int, symbol: Symbol) -> tuple[Definition, LanguageTable]:
        outline = self.programs[at].outline(symbol)
        return outline, table_of(self.programs[at].files[outline.file].language)

    def _why_moved(self, before: Symbol, after: Symbol) -> str | None:
        """The same plain name in another place."""
        if before == after:
            return None
        outline, table = self._outline(0, before)
        name = name_of(before)
        if before.path[:-1] != after.path[:-1] and not self._is_closed(outline, name):
            return f"other files may find `{name}` in `{shown(before)}`"
        if before.module != after.module and before.path[:-1] == after.path[:-1]:
            names = self.context.names_before(outline.file)
            if outline.owner is None and is_entry(names, name):
                return f"tools may look for `{name}` in its file"
            if not self._is_closed(outline, name):
                return f"other files may find `{name}` where it stood"
            self._assume(table, outline, "introspection")
            spelled = self._why_spelled(before.module.rpartition("/")[2], table)
            if outline.owner is None and spelled and table.reflection != "none":
                return spelled
        return None

    def _why_fixed(self, at: int, symbol: Symbol, *, is_alone: bool) -> str | None:
        """What gives the name a meaning of its own."""
        outline, table = self._outline(at, symbol)
        name = name_of(symbol)
        names = (self.context.names_after if at else self.context.names_before)(outline.file)
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
        if outline.kind is Kind.CONSTRUCTOR and is_alone and is_kept:
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
        if table.protocol.search(name) and not is_plain:
            return f"`{name}` may be looked for by the language or its tools"
        if outline.owner is not None and self._may_override(at, outline, name):
            return f"`{shown(symbol)}` may replace a member that is not seen"
        if not self._is_closed(outline, name):
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
        if outline.kind not in _FUNCTIONS | {Kind.FIELD, Kind.VARIABLE, Kind.CONSTANT}:
            return False
        program = self.programs[at]
        if outline.is_private and not name.startswith("__"):
            return False
        _, table = self._outline(at, outline.symbol)
        todo: list[Symbol] = [outline.owner]
        for owner in todo:
            todo += [one for one in program.subclasses(owner) if one not in todo]
        if not any(map(program.has_unknown_bases, todo)):
            return False
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

    def _is_closed(self, outline: Definition, name: str) -> bool:
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
        outline, table = self._outline(*sides[0])
        if table.reflection == "none" or (
            table.reflection == "exported" and not outline.is_exported
        ):
            return None
        for name in names:
            why = self._why_spelled(name, table) or self._why_looked_up(name, sides[0])
            if why:
                return why
        at, symbol = sides[0]
        if at == 0 and len(sides) > 1 and outline.owner is None:
            why = self._why_marked(outline, name_of(symbol))
            if why:
                return why
        self._assume(table, outline, "computed-names")
        return None

    def _why_marked(self, outline: Definition, name: str) -> str | None:
        key = outline.file, name
        if key not in self._marks:
            self._marks[key] = marks_of(self.context, outline.file, name)
        return self._marks[key]

    def _assume(self, table: LanguageTable, outline: Definition, assumption: str) -> None:
        is_found = table.reflection == "all" or (
            table.reflection == "exported" and outline.is_exported
        )
        if is_found:
            self.assumed.add(assumption)

    def _why_spelled(self, name: str, table: LanguageTable) -> str | None:
        is_looked_up = any(texts.kinds or texts.named for texts in self._texts)
        for texts in self._texts:
            said = texts.exact.get(name)
            is_name = table.reflection == "all" and is_looked_up
            if said is not None and (is_name or _is_path_with(said, name)):
                return f"`{name}` stands in the text {said!r}"
            if name in texts.words:
                return f"`{name}` stands in a file that is not code"
        return None

    def _why_looked_up(self, name: str, side: tuple[int, Symbol]) -> str | None:
        outline, _ = self._outline(*side)
        for at, texts in enumerate(self._texts):
            if name in texts.named:
                return f"`{name}` is looked up by its name"
            if "code" in texts.kinds:
                return f"{texts.kinds['code']} runs code that may name `{name}`"
            if "names" in texts.kinds and outline.owner is None:
                return f"{texts.kinds['names']} looks up names, and may mean `{name}`"
            if "members" in texts.kinds and outline.owner is not None:
                return f"{texts.kinds['members']} looks up members, and may mean `{name}`"
            if "fields" in texts.kinds and outline.kind is Kind.FIELD:
                return f"{texts.kinds['fields']} reads fields as data, and may show `{name}`"
            if outline.kind in _TYPES | _FUNCTIONS:
                reader = self._reader(at, side)
                if reader:
                    return f"{reader} reads what `{name}` is called"
            wanted = {"members"} if outline.owner is not None else {"names", "code"}
            if wanted & texts.kinds.keys() and any(_may_make(p, name) for p in texts.pieces):
                return f"a text may be put together to `{name}`"
        return None

    def _reader(self, at: int, side: tuple[int, Symbol]) -> str | None:
        """Where a version reads the name that a definition has, or may."""
        program = self.programs[at]
        where, symbol = side
        outline = self.programs[where].outline(symbol)
        for found in program.lookups:
            if found.kind != "introspection":
                continue
            file = program.files[found.file]
            if file.tree is None:
                return file.path
            read = _what_is_read(file.tree, found.row)
            if read == "own" or (read != "any" and outline.kind not in _TYPES):
                continue
            if read == "any" and self._is_only_called(side):
                continue
            if read == "error" and not self.programs[where].has_unknown_bases(symbol):
                continue
            return f"{file.path}:{file.tree.lines(found.row).start_line}"
        return None

    def _is_only_called(self, side: tuple[int, Symbol]) -> bool:
        """Whether a function is never handed on, so that nobody can ask it for its name."""
        program = self.programs[side[0]]
        mentions = program.references.get(side[1], ())
        unseen = program.unresolved_of("." + name_of(side[1]))
        return all(m.kind in _NOT_HANDED_ON for m in (*mentions, *unseen))

    def why_parameter(self, before: Symbol, after: Symbol) -> str | None:
        """Why the parameters of a function may not have other names, or None."""
        outline, table = self._outline(0, before)
        if not table.parameter_names:
            return None
        ours = self.programs[0].definitions[before].function
        theirs = self.programs[1].definitions[after].function
        if ours is None or theirs is None:
            return None
        for one, other in zip(ours.parameters, theirs.parameters, strict=False):
            if one.name == other.name or one.kind in {"positional", "*", "**"}:
                continue
            if not self._is_closed(outline, one.name):
                return f"callers of `{shown(before)}` may name its parameter `{one.name}`"
            spread = self._spread(before, after)
            if spread:
                return f"{spread} may pass `{one.name}` of `{shown(before)}` by its name"
            for name in (one.name, other.name):
                for texts in self._texts:
                    if name in texts.exact or name in texts.words or name in texts.named:
                        return f"`{name}` stands in a text, and is a parameter of `{shown(before)}`"
            self._assume(table, outline, "computed-names")
        return None

    def _spread(self, before: Symbol, after: Symbol) -> str | None:
        """Where arguments with computed names are given to a function, or to one that may be it."""
        for program, symbol in zip(self.programs, (before, after), strict=True):
            named = {symbol, program.outline(symbol).owner}
            words = {name_of(one) for one in named if one is not None}
            for caller in spreads(program):
                if caller.called is None or caller.called in named or caller.word in words:
                    return f"a call in `{caller.where}`"
        return None

    def why_annotated(self, before: Symbol, after: Symbol) -> str | None:
        """Why types that are said of a function matter where they can be read at run time."""
        outline, table = self._outline(0, before)
        if not table.readable_types:
            return None
        ours = self.programs[0].definitions[before].function
        theirs = self.programs[1].definitions[after].function
        if ours is None or theirs is None or _types_of(ours) == _types_of(theirs):
            return None
        if not self._is_closed(outline, name_of(before)):
            return f"the types that `{shown(before)}` says can be read at run time"
        for program in self.programs:
            for file in program.files:
                found = table.readable_types.search(file.text.decode("utf-8", "replace"))
                if found:
                    return f"`{found[0]}` in `{file.path}` may read the types of `{shown(before)}`"
        self.assumed.add("introspection")
        return None

    def why_constants(self, language: str, named: set[Symbol]) -> str | None:
        """Why a definition may be another one when it is read again, or None.

        By a store that names it by a text, or as a member of a module that is handed on.
        """
        for program in self.programs:
            for file in program.files:
                if table_of(file.language).declared_fields_exist and _PROTOTYPES.search(file.text):
                    return f"`{file.path}` may give an object other members"
        constants = [s for s in sorted(named) if self._is_constant(s)]
        pattern = "|".join(re.escape(name_of(s)) for s in constants)
        stored = re.compile(
            rf"\.\s*({pattern})\s*(?:[-+*/%&|^]|//|\*\*|<<|>>)?=[^=>]|\bdelete\s+({pattern})\b".encode(),
        )
        for program in self.programs if constants else ():
            for file in program.files:
                found = stored.search(file.text)
                if found and table_of(file.language).reflection == "all":
                    name = (found[1] or found[2]).decode("utf-8", "replace")
                    return f"`{name}` may be stored to as a member of its module in `{file.path}`"
        if not named:
            return None
        if language not in self._stores:
            self._stores[language] = self._why_stored(language)
        return self._stores[language]

    def _is_constant(self, symbol: Symbol) -> bool:
        program = self.programs[0]
        if symbol not in program.definitions:
            return False
        outline = program.outline(symbol)
        return outline.kind in {Kind.CONSTANT, Kind.VARIABLE} and outline.owner is None

    def _why_stored(self, language: str) -> str | None:
        pattern = table_of(language).stores_by_text
        for program in self.programs:
            for file in program.files if pattern is not None else ():
                found = pattern.search(file.text.decode("utf-8", "replace"))  # type: ignore[union-attr]
                if found and table_of(file.language).stores_by_text is not None:
                    return (
                        f"`{found[0].strip()}` in `{file.path}` may store to names by their texts"
                    )
        return None

    def why_module(self, before: str | None, after: str | None) -> str | None:
        """Why a file or package may not get another name, come or go."""
        named = [(at, name) for at, name in enumerate((before, after)) if name]
        for _, name in named:
            last = re.split(r"[/.]", name)[-1]
            why = self._why_spelled(last, _OPEN)
            if why:
                return why
            for texts in self._texts:
                if "names" in texts.kinds or "code" in texts.kinds:
                    where = texts.kinds.get("names") or texts.kinds["code"]
                    return f"{where} may load `{name}` by its name"
        return None


def _is_harmless(program: Program, found: Lookup, rows: frozenset[tuple[int, int]]) -> bool:
    """Whether a look-up is one of some reads, or names what one of some calls calls."""
    tree, row = program.files[found.file].tree, found.row
    if found.kind == "fields" and tree is not None:  # from `keys` in `Object.keys(...)` to the call
        row = tree.parent[max(tree.parent[row], 0)]
    return (found.file, row) in rows


def _is_of_own_table(program: Program, found: Lookup) -> bool:
    """Whether a look-up only asks a table that stands in the program, or an enum for a variant."""
    tree = program.files[found.file].tree
    if found.kind != "members" or found.name is not None or tree is None:
        return False
    around = tree.slice(max(tree.parent[found.row], 0))
    before = tree.text[max(0, tree.start[found.row] - _LONGEST) : tree.start[found.row]]
    if tree.slice(found.row) == b"valueOf" or around.endswith(b"valueOf"):
        return True
    asked = re.match(rb"(\w+)\s*\[", tree.slice(found.row)) or re.match(rb"(\w+)\s*\[", around)
    asked = asked or re.search(rb"(\w+)\s*\[?$", before)
    if asked is None:
        return False
    module = program.files[found.file].module
    symbol = Symbol(module, (asked[1].decode("utf-8", "replace"),))
    if symbol not in program.definitions:
        return False
    return isinstance(program.definitions[symbol].value, Construct)


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


def _what_is_read(tree: SyntaxTree, row: int) -> str:
    """Off what a name is read.

    `own` for the file's, the `type` of an object, that of an `error` that was caught, or `any`.
    """
    at = row
    if tree.text[: tree.start[row]].rstrip()[-1:] not in {b".", b":", b">"}:
        return "own" if tree.slice(row) == b"__name__" else "any"
    for _ in range(_UP):
        text = tree.slice(at).decode("utf-8", "replace")
        found = _OF_TYPE.search(text)
        if found:
            caught = (
                rf"(?:except\b[^\n]*\bas\s+|catch\s*\(\s*){re.escape(found[1] or found[2] or '')}\b"
            )
            source = tree.text.decode("utf-8", "replace")
            return "error" if re.search(caught, source) else "type"
        at = max(tree.parent[at], 0)
    return "any"


def _is_path_with(text: str, name: str) -> bool:
    """Whether a text has the name as a part of a path, a place to fill in, or the like."""
    quoted = re.escape(name)
    return re.search(rf"[.:%\[{{<$/#@]{quoted}\b|\b{quoted}(?:[.:\]>}}/]|\()", text) is not None


def _types_of(function: Function) -> tuple[object, ...]:
    return (*(p.type for p in function.parameters), function.result)


def _texts_of(program: Program) -> _Texts:
    exact: dict[str, str] = {}
    pieces: set[str] = set()
    stems = {posixpath.splitext(file.path)[0] for file in program.files}
    for text in program.texts:
        value = text.value
        if not value or any(char.isspace() for char in value):
            continue
        if _is_import(value, program):
            continue
        if value.startswith((".", "/")) and _is_file(program.files[text.file].path, value, stems):
            continue
        for word in _WORD.findall(value):
            exact.setdefault(word, value)
        if len(value) >= _SHORTEST and _WORD.fullmatch(value):
            pieces.add(value)
    kinds: dict[str, str] = {}
    named: set[str] = set()
    computed = [one for one in program.lookups if one.kind in _OF_MEMBERS and one.name is None]
    numbered = harmless(program, {one.file for one in computed}) if computed else frozenset()
    for found in program.lookups:
        if found.kind in _OF_MEMBERS and _is_harmless(program, found, numbered):
            continue
        if _is_of_own_table(program, found):
            continue
        if found.name is not None:
            named.add(found.name)
            continue
        file = program.files[found.file]
        is_own = found.kind == "introspection" and file.tree is not None
        if is_own and file.tree is not None and _what_is_read(file.tree, found.row) == "own":
            continue
        line = file.tree.lines(found.row).start_line if file.tree is not None else 0
        kinds.setdefault(found.kind, f"{file.path}:{line}")
    return _Texts(exact, frozenset(pieces), frozenset(named), kinds, program.words)


def _is_import(value: str, program: Program) -> bool:
    """Whether a text is what an import spells: a module of the program, or one from outside."""
    last = value.rpartition("/")[2]
    return "/" in value and any(m == value or m.rpartition("/")[2] == last for m in program.modules)


def _is_file(path: str, value: str, stems: set[str]) -> bool:
    """Whether a text names a file of the program as an import does, which resolves it."""
    named = posixpath.normpath(posixpath.join(posixpath.dirname(path), value))
    return named in stems or posixpath.splitext(named)[0] in stems or f"{named}/index" in stems


def _may_make(piece: str, name: str) -> bool:
    return piece != name and (name.startswith(piece) or name.endswith(piece))
