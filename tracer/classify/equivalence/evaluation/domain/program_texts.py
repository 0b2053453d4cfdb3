"""`ProgramTexts`: what all files of a program say by their words, whatever stands around these."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.semantics import Semantics
    from tracer.semantics.program import Program

_IN_EACH = "(?:)"  # a pattern that every file has: a language that says nothing may do it
_NAN = r"\b(?:NaN|isNaN|is_nan|isnan|nan|NAN)\b"
# A member `name` that is read, by a pattern as well.
_NAME = r"\.\s*name\b(?!\s*(?:=(?!=)|\())|[{,]\s*name\s*(?:[:=][^{}]*)?[},]|[\"'`]name[\"'`]\s*\]"
# A file that asks to be read by an older version of the language.
_OLDER_RULES = re.compile(rb"(?m)^//(?:go:build|\s*\+build)\b.*\bgo1\.")


class ProgramTexts:
    """Questions that a search through all files answers, each asked once."""

    def __init__(self, program: Program | None, semantics: Semantics) -> None:
        self.program = program
        self.semantics = semantics

    def finds(self, pattern: str) -> bool:
        """Whether a file has what a pattern finds; no pattern finds nothing."""
        if self.program is None or not pattern:
            return False
        compiled = re.compile(pattern.encode())
        return any(compiled.search(one.text) for one in self.program.files)

    def _mentions(self, names: frozenset[str]) -> bool:
        """Whether a file has one of some words."""
        return self.finds(rf"\b(?:{'|'.join(sorted(names))})\b" if names else "")

    @cached_property
    def puts_null(self) -> bool:
        """Whether the program's code may put a null into a collection, as far as it shows."""
        return self.finds(self.semantics.null_elements or _IN_EACH)

    @cached_property
    def speaks_of_nan(self) -> bool:
        """Whether the program mentions numbers that are none, or may make some."""
        return self.finds(_NAN) or self.finds(self.semantics.nan_words)

    @cached_property
    def numbers_meet_all(self) -> bool:
        """Whether no file makes values on which arithmetic with a number fails: BigInt, Symbol."""
        makers = self.semantics.apart_words
        return self.program is not None and bool(makers) and not self.finds(makers)

    @cached_property
    def takes_any_names(self) -> bool:
        """Whether a function of the program takes any names, and may see their order."""
        return self.finds(self.semantics.any_names_pattern)

    @cached_property
    def reads_changing(self) -> bool:
        """Whether a file mentions a name from outside that calls of the library change: errno."""
        return self._mentions(self.semantics.changing_names)

    @cached_property
    def asks_for_room(self) -> bool:
        """Whether a file mentions a member that says how much room a collection has."""
        return self._mentions(self.semantics.room_members)

    @cached_property
    def reads_names(self) -> bool:
        """Whether the program may read what functions are called."""
        return self.finds(_NAME)

    @cached_property
    def tells_failures(self) -> bool:
        """Whether code of the program tells failures apart that are of one sort elsewhere."""
        return self.finds(self.semantics.failures_told)

    @cached_property
    def accessors(self) -> frozenset[str]:
        """Members for which an object without a class is said to run code."""
        return self._found(self.semantics.accessor_pattern)

    @cached_property
    def loose_methods(self) -> frozenset[str]:
        """Names that an object without a class may have for methods of its own."""
        return self._found(self.semantics.method_pattern)

    def _found(self, pattern: str) -> frozenset[str]:
        """What a pattern finds as its group, in all files."""
        files = self.program.files if pattern and self.program is not None else ()
        found = (match for one in files for match in re.finditer(pattern.encode(), one.text))
        return frozenset(match[1].decode(errors="replace") for match in found)

    def stores_member(self, name: str) -> bool:
        """Whether some code may store to a member of a name."""
        return self.finds(rf"\.\s*{re.escape(name)}\s*=(?!=)")


def of_version(semantics: Semantics, program: Program | None) -> Semantics:
    """What a language does in the version that the project's own files name, all of them."""
    wanted = semantics.fresh_rounds_file
    if not wanted or program is None:
        return semantics
    pattern = re.compile(semantics.fresh_rounds_pattern.encode())
    said = [one.text for one in program.files if one.path.rpartition("/")[2] == wanted]
    older = any(_OLDER_RULES.search(one.text) for one in program.files)
    if said and not older and all(map(pattern.search, said)):
        return semantics._replace(loop_variables="fresh")
    return semantics
