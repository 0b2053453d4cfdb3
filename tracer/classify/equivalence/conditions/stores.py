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
        for program in self.programs:
            for file in program.files if pattern is not None else ():
                found = pattern.search(file.text.decode("utf-8", "replace"))  # type: ignore[union-attr]
                if found and table_of(file.language).stores_by_text is not None:
                    return (
                        f"`{found[0].strip()}` in `{file.path}` may store to names by their texts"
                    )
        return None
