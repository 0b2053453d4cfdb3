"""May a name change, come or go? Who else could find it: other files, texts, look-ups, tools.

Each entry of a map is asked for both its names; what goes or comes is asked like what is renamed.
What nothing in the world contradicts is the assumption `computed-names`, or nothing at all where
the language finds no names at run time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.equivalence.languages import table_of
from tracer.classify.equivalence.symbols import name_of, shown
from tracer.classify.tool_names import is_entry
from tracer.classify.visibility import marks_of
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from tracer.classify.context import Context
    from tracer.classify.equivalence.languages import LanguageTable
    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program

_WORD = re.compile(r"[\w$]+")
_SHORTEST = 2  # letters of a piece of a name that a computed name is put together of
_TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE})
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY})
_FIXED = frozenset({Kind.VARIANT, Kind.MACRO, Kind.IMPLEMENTATION, Kind.OTHER})


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
        self._texts = (_texts_of(before), _texts_of(after))
        self._marks: dict[tuple[int, str], str | None] = {}

    def why_not(self, before: Symbol | None, after: Symbol | None) -> str | None:
        """Why this entry of a map is not proved, or None. A missing side: it comes or goes."""
        sides = [(at, s) for at, s in enumerate((before, after)) if s is not None]
        if before is not None and after is not None and name_of(before) == name_of(after):
            return self._why_moved(before, after)
        for at, symbol in sides:
            why = self._why_fixed(at, symbol, is_alone=len(sides) == 1)
            if why:
                return why
        return self._why_found(sides)

    def _outline(self, at: int, symbol: Symbol) -> tuple[Definition, LanguageTable]:
        outline = self.programs[at].outline(symbol)
        return outline, table_of(self.programs[at].files[outline.file].language)

    def _why_moved(self, before: Symbol, after: Symbol) -> str | None:
        """The same plain name in another place."""
        if before == after:
            return None
        outline, table = self._outline(0, before)
        name = name_of(before)
        if before.module != after.module and before.path[:-1] == after.path[:-1]:
            names = self.context.names_before(outline.file)
            if outline.owner is None and is_entry(names, name):
                return f"tools may look for `{name}` in its file"
            if not self._is_closed(outline, name):
                return f"other files may find `{name}` where it stood"
            self._assume(table, outline, "introspection")
            spelled = self._why_spelled(before.module.rpartition("/")[2], [0, 1])
            if outline.owner is None and spelled and table.reflection != "none":
                return spelled
        return None

    def _why_fixed(self, at: int, symbol: Symbol, *, is_alone: bool) -> str | None:
        """What gives the name a meaning of its own."""
        outline, table = self._outline(at, symbol)
        name = name_of(symbol)
        names = (self.context.names_after if at else self.context.names_before)(outline.file)
        if outline.kind in _FIXED and is_alone:
            return f"`{shown(symbol)}` is {'new' if at else 'gone'}"
        is_reserved = names.tables.is_known and names.tables.is_reserved(name)
        if is_reserved or (outline.owner is None and is_entry(names, name)):
            return f"`{name}` has a meaning of its own"
        if table.protocol.search(name) and not self._is_plain_here(at, outline, table, name):
            return f"`{name}` may be looked for by the language or its tools"
        if outline.owner is not None and self._may_override(at, outline, name):
            return f"`{shown(symbol)}` may replace a member that is not seen"
        if not self._is_closed(outline, name):
            return f"other files may use `{name}`"
        return None

    def _is_plain_here(
        self, at: int, outline: Definition, table: LanguageTable, name: str
    ) -> bool:
        """Whether a name that libraries ask objects for is only a name in this class."""
        if not table.inherited.search(name) or outline.owner is None:
            return False
        return not self.programs[at].has_unknown_bases(outline.owner)

    def _may_override(self, at: int, outline: Definition, name: str) -> bool:
        """Whether a base outside the program may have a member of the name."""
        assert outline.owner is not None
        if outline.kind not in _FUNCTIONS | {Kind.FIELD, Kind.VARIABLE, Kind.CONSTANT}:
            return False
        if "override" in outline.modifiers:
            return True
        program = self.programs[at]
        if not program.has_unknown_bases(outline.owner):
            return False
        return not outline.is_private

    def _is_closed(self, outline: Definition, name: str) -> bool:
        """Whether all code that may name it is at hand."""
        if self.context.closed_world:
            return True
        if outline.is_private and not outline.is_exported:
            return True
        return self.context.has_other_uses(name) is False

    def _why_found(self, sides: list[tuple[int, Symbol]]) -> str | None:
        """Who may find one of the names by a text."""
        names = [name_of(symbol) for _, symbol in sides]
        outline, table = self._outline(*sides[0])
        if table.reflection == "none" or (table.reflection == "exported" and not outline.is_exported):
            return None
        for name in names:
            why = self._why_spelled(name, [0, 1]) or self._why_looked_up(name, outline)
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

    def _why_spelled(self, name: str, sides: list[int]) -> str | None:
        for at in sides:
            texts = self._texts[at]
            if name in texts.exact:
                return f"`{name}` stands in the text {texts.exact[name]!r}"
            if name in texts.words:
                return f"`{name}` stands in a file that is not code"
        return None

    def _why_looked_up(self, name: str, outline: Definition) -> str | None:
        for texts in self._texts:
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
            is_named = outline.kind in _TYPES | _FUNCTIONS
            if "introspection" in texts.kinds and is_named:
                return f"{texts.kinds['introspection']} reads what `{name}` is called"
            if texts.kinds and any(_may_make(piece, name) for piece in texts.pieces):
                return f"a text may be put together to `{name}`"
        return None

    def why_module(self, before: str | None, after: str | None) -> str | None:
        """Why a file or package may not get another name, come or go."""
        named = [(at, name) for at, name in enumerate((before, after)) if name]
        for _, name in named:
            last = re.split(r"[/.]", name)[-1]
            why = self._why_spelled(last, [0, 1])
            if why:
                return why
            for texts in self._texts:
                if "names" in texts.kinds or "code" in texts.kinds:
                    where = texts.kinds.get("names") or texts.kinds["code"]
                    return f"{where} may load `{name}` by its name"
        return None


def _texts_of(program: Program) -> _Texts:
    exact: dict[str, str] = {}
    pieces: set[str] = set()
    for text in program.texts:
        value = text.value
        if not value or any(char.isspace() for char in value):
            continue
        for word in _WORD.findall(value):
            exact.setdefault(word, value)
        if len(value) >= _SHORTEST and _WORD.fullmatch(value):
            pieces.add(value)
    kinds: dict[str, str] = {}
    named: set[str] = set()
    for found in program.lookups:
        if found.name is not None:
            named.add(found.name)
            continue
        file = program.files[found.file]
        line = file.tree.lines(found.row).start_line if file.tree is not None else 0
        kinds.setdefault(found.kind, f"{file.path}:{line}")
    return _Texts(exact, frozenset(pieces), frozenset(named), kinds, program.words)


def _may_make(piece: str, name: str) -> bool:
    return piece != name and (name.startswith(piece) or name.endswith(piece))
