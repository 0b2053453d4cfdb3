"""Who finds names by texts in one version: look-ups at run time, texts, readers of names.

A look-up of members concerns the classes that it reaches (`semantics/reach`), one of what a class
is called those whose objects the receiver may be.
"""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.lookup_reach import asks_scripts, is_of_script
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.classify.equivalence.versions.indexing import OF_MEMBERS, is_harmless
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Construct, Kind, Symbol
from tracer.semantics.reach.hierarchy import TYPES, lines_of
from tracer.semantics.reach.reach import reach_of

if TYPE_CHECKING:
    from tracer.semantics.answers import Lookup
    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program
    from tracer.semantics.reach.reach import Reach
    from tracer.semantics.versions import World
    from tracer.syntax import SyntaxTree

FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY})
_WORD = re.compile(r"[\w$]+")
_UP = 3  # nodes from the word that reads a name to what it is read off
_OF_TYPE = re.compile(
    r"type\((\w+)\)\s*\.\s*__\w+__|(\w+)\s*\.\s*(?:__class__\s*\.\s*__\w+__|constructor\s*\.\s*name"
    r"|getClass\(\)\s*\.\s*\w+)",
)
_NOT_HANDED_ON = frozenset({"call", "import", "export", "type", "base"})
_ASKS_FOR_TYPE = re.compile(
    rb"\btype\s*\(|__class__|\bconstructor\b(?!\s*\()|\bgetClass\b|\btypeid\b|\btype_name\b|\bTypeOf\b|%T\b",
)
_LONGEST = 60  # bytes of a name in front of a bracket


class _Texts(NamedTuple):
    """What texts and look-ups may spell."""

    exact: dict[str, str]  # word -> the text it stands in, of texts without blanks
    named: frozenset[str]  # looked up by this very text, as no member
    kinds: dict[str, str]  # kind of look-up -> where the first computed one is; none of members
    members: tuple[tuple[Lookup, str], ...]  # computed look-ups of members, and where they are
    named_members: dict[str, tuple[Lookup, ...]]  # looked up by this very text, as a member
    words: frozenset[str]  # of files of other kinds


class TextLookups:
    """The questions, asked of one version of a program."""

    def __init__(self, program: Program, world: World) -> None:
        self.program = program
        self._reach = reach_of(program, world)
        self.rests_on_types = False  # whether a look-up was let be for what types say

    @cached_property
    def _texts(self) -> _Texts:
        return _texts_of(self.program, self._reach)

    @cached_property
    def _lines(self) -> dict[Symbol, list[Symbol]]:
        return lines_of(self.program)

    def looks_up(self, owner: Symbol | None) -> bool:
        """Whether anything is looked up by a text that may be a member of a class, or a name."""
        texts = self._texts
        found = [one for one, _ in texts.members]
        found += [one for named in texts.named_members.values() for one in named]
        return bool(texts.kinds or texts.named) or any(self._reaches(one, owner) for one in found)

    def names_parameter(self, name: str) -> bool:
        """Whether a text is the name, or has it as a word."""
        texts = self._texts
        is_named = name in texts.named or name in texts.named_members
        return name in texts.exact or name in texts.words or is_named

    def why_spelled(self, name: str, *, is_looked_up: bool) -> str | None:
        """The text that spells a name. `is_looked_up`: a text that is the name may be looked up."""
        texts = self._texts
        said = texts.exact.get(name)
        if said is not None and (is_looked_up or _is_path_with(said, name)):
            return f"`{name}` stands in the text {said!r}"
        if name in texts.words:
            return f"`{name}` stands in a file that is not code"
        return None

    def why_looked_up(self, name: str, outline: Definition, home: Program) -> str | None:
        """What may find a definition of either version, by a name. `home`: its version."""
        texts, owner = self._texts, outline.owner
        found = texts.named_members.get(name, ())
        if name in texts.named or any(self._reaches(one, owner) for one in found):
            return f"`{name}` is looked up by its name"
        if "code" in texts.kinds:
            return f"{texts.kinds['code']} runs code that may name `{name}`"
        if name.startswith("#"):
            return None  # private by the language: no computed text is its name
        if "scripts" in texts.kinds and owner is None and is_of_script(home, outline.symbol):
            return f"{texts.kinds['scripts']} looks up names, and may mean `{name}`"
        if "names" in texts.kinds and owner is None:
            return f"{texts.kinds['names']} looks up names, and may mean `{name}`"
        where = self._where("members", owner) if owner is not None else None
        if where:
            return f"{where} looks up members, and may mean `{name}`"
        table = table_of(home.files[outline.file].language)
        is_data = outline.kind is Kind.FIELD or table.data_methods.search(name) is not None
        where = self._where("fields", owner, _declaration(outline, home)) if is_data else None
        if where:
            return f"{where} reads fields as data, and may show `{name}`"
        if outline.kind in TYPES | FUNCTIONS:
            reader = self._reader(outline, home)
            if reader:
                return f"{reader} reads what `{name}` is called"
        return None

    def why_loaded(self, name: str) -> str | None:
        """What may load a module by its name."""
        where = self._texts.kinds.get("names") or self._texts.kinds.get("code")
        return f"{where} may load `{name}` by its name" if where else None

    def _where(self, kind: str, owner: Symbol | None, declaration: bytes = b"") -> str | None:
        """The first look-up of a kind that may find a member of a class by its name.

        `declaration`: the text of a field, which may say another name for it.
        """
        if owner is None:
            return None
        found = ((one, where) for one, where in self._texts.members if one.kind == kind)
        return next(
            (
                where
                for one, where in found
                if self._reaches(one, owner) and not self._reach.is_told(one, declaration)
            ),
            None,
        )

    def _reaches(self, found: Lookup, owner: Symbol | None) -> bool:
        """Whether a look-up of members may find one of a class; without a class, of anything."""
        if owner is None:
            return True
        if self._reach.may_find(found, owner):
            return True
        self.rests_on_types = self.rests_on_types or self._reach.rests_on_types(found)
        return False

    def _reader(self, outline: Definition, home: Program) -> str | None:
        """Where this version reads the name that a definition has, or may."""
        symbol = outline.symbol
        for found in self.program.lookups:
            if found.kind != "introspection":
                continue
            file = self.program.files[found.file]
            if file.tree is None:
                return file.path
            read = _what_is_read(file.tree, found.row)
            if read == "own" or (read != "any" and outline.kind not in TYPES):
                continue
            is_asked = outline.kind in TYPES and self._asks_for_types
            if read == "any" and not is_asked and is_only_called(home, symbol):
                continue
            if read == "error" and not home.has_unknown_bases(symbol):
                continue
            if read != "any" and found.within is not None and not self._is_a(symbol, found.within):
                continue
            return f"{file.path}:{file.tree.lines(found.row).start_line}"
        return None

    def reads_others(self, file: int, symbol: Symbol, spelled: int) -> bool:
        """Whether all that reads names in a file reads that of a class which is not this one.

        `spelled`: how often the file has a word that may read names; each has to be known.
        """
        found = [
            one for one in self.program.lookups if one.file == file and one.kind == "introspection"
        ]
        return len(found) == spelled and all(
            one.within is not None and not self._is_a(symbol, one.within) for one in found
        )

    @cached_property
    def _asks_for_types(self) -> bool:
        """Whether some code asks an object for its type, to keep it or hand it on."""
        return any(_ASKS_FOR_TYPE.search(one.text) for one in self.program.files)

    def _is_a(self, symbol: Symbol, base: Symbol) -> bool:
        """Whether objects of a class may be the receiver of another one's methods."""
        line = self._lines.get(symbol)
        return line is None or base in line or base not in self._lines


def _declaration(outline: Definition, home: Program) -> bytes:
    """The text of a field that others may read, with what it says of itself."""
    tree = home.files[outline.file].tree
    is_field = outline.kind is Kind.FIELD and outline.is_exported
    return tree.slice(outline.row) if tree is not None and is_field else b""


def is_only_called(program: Program, symbol: Symbol) -> bool:
    """Whether a function is never handed on, so that nobody can ask it for its name."""
    mentions = program.references.get(symbol, ())
    unseen = program.unresolved_of("." + name_of(symbol))
    return all(m.kind in _NOT_HANDED_ON for m in (*mentions, *unseen))


def _texts_of(program: Program, reach: Reach) -> _Texts:
    exact: dict[str, str] = {}
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
    kinds: dict[str, str] = {}
    members: list[tuple[Lookup, str]] = []
    named: set[str] = set()
    named_members: dict[str, tuple[Lookup, ...]] = {}
    for found in program.lookups:
        if found.kind in OF_MEMBERS and _is_harmless(program, found):
            continue
        if _is_of_own_table(program, found):
            continue
        names = _names(reach, found)
        if names is not None and found.kind in OF_MEMBERS:
            for name in names:
                named_members[name] = (*named_members.get(name, ()), found)
            continue
        if names is not None:
            named |= names
            continue
        file = program.files[found.file]
        is_own = found.kind == "introspection" and file.tree is not None
        if is_own and file.tree is not None and _what_is_read(file.tree, found.row) == "own":
            continue
        line = file.tree.lines(found.row).start_line if file.tree is not None else 0
        where = f"{file.path}:{line}"
        if found.kind in OF_MEMBERS:
            members.append((found, where))
        else:
            kinds.setdefault("scripts" if asks_scripts(program, found) else found.kind, where)
    return _Texts(
        exact, frozenset(named), kinds, tuple(members), named_members, program.words,
    )  # fmt: skip


def _names(reach: Reach, found: Lookup) -> frozenset[str] | None:
    """The names that a look-up may look for, where they are all seen."""
    if found.kind == "members":
        return reach.names(found)
    return None if found.name is None else frozenset({found.name})


def _is_import(value: str, program: Program) -> bool:
    """Whether a text is what an import spells: a module of the program, or one from outside."""
    last = value.rpartition("/")[2]
    return "/" in value and any(m == value or m.rpartition("/")[2] == last for m in program.modules)


def _is_file(path: str, value: str, stems: set[str]) -> bool:
    """Whether a text names a file of the program as an import does, which resolves it."""
    named = posixpath.normpath(posixpath.join(posixpath.dirname(path), value))
    return named in stems or posixpath.splitext(named)[0] in stems or f"{named}/index" in stems


def _is_harmless(program: Program, found: Lookup) -> bool:
    """Whether a look-up is a read that can name no member, or lists the fields of a table."""
    tree, row = program.files[found.file].tree, found.row
    if found.kind == "fields" and tree is not None:  # from `keys` in `Object.keys(...)` to the call
        row = tree.parent[max(tree.parent[row], 0)]
    return is_harmless(program, found.file, row)


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
