"""Stores that name what they store to by a text, or through what is handed on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program

_ADDED = re.compile(r"\.prototype\s*\.\s*(?P<member>\w+)\s*=[^=]")
_LAST_WORD = re.compile(r"(?<![\w$.])[A-Z][\w$]*\Z")
_INHERITED = frozenset({"constructor", "toString", "valueOf", "toJSON", "hasOwnProperty", "then"})
_PROTOTYPES = re.compile(rb"__proto__\s*=|setPrototypeOf")


class HiddenStores:
    """The questions, asked of both versions of a program."""

    def __init__(self, before: Program, after: Program) -> None:
        self.programs = (before, after)
        self._stores: dict[str, str | None] = {}

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
        if pattern is None:
            return None
        for program in self.programs:
            for file in program.files:
                if table_of(file.language).stores_by_text is None:
                    continue
                for found in pattern.finditer(file.text.decode("utf-8", "replace")):
                    if not _adds_method(program, found):
                        what = f"`{found[0].strip()}` in `{file.path}`"
                        return f"{what} may store to names by their texts"
        return None


def _adds_method(program: Program, found: re.Match[str]) -> bool:
    """Whether a store gives a function of the program a method that nothing else is called after.

    `Row.prototype.total = ...`: what calls of `total` find is told by no definition.
    """
    added = _ADDED.match(found.string, found.start())
    if added is None or added["member"] in _INHERITED:
        return False
    before = found.string[: found.start()]
    owner = _LAST_WORD.search(before)
    if owner is None:
        return False
    names = {name_of(symbol) for symbol in program.definitions}
    return owner[0] in names and added["member"] not in names
