"""Who knows the name of a member that has another one: what the rules ask, of every proof.

That a member is reached by an object whose type is not seen is not asked here: it is one of the
program by the assumption `own-members`, which a proof names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.limits import counted
from tracer.classify.equivalence.conditions.rule_questions.nested_classes import why_nested
from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.rules.rename import conventional_member, private_member
from tracer.semantics.core import Kind
from tracer.semantics.names.occurrences import Names, Use
from tracer.semantics.types.member_owners import own_members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.change.change import Context
    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program

_Asked = tuple[int, int, str, str]  # the files before and after, -1 for all; the two names


class RenamedMembers:
    """The questions of one change set; each renaming is asked once."""

    def __init__(self, context: Context, programs: tuple[Program, Program]) -> None:
        self._context = context
        self._programs = programs
        self._known: dict[_Asked, str | None] = {}

    def refusals(self, pairs: Iterable[tuple[Symbol, Symbol]]) -> Iterator[tuple[Subject, str]]:
        """Why members may not have another name: of some pairs, and of all edits of one.

        Cost: for each, the occurrences of both names and of the names of its classes.
        """
        for renaming in private_member.renamings(self._context):
            is_member = private_member.why_other_use(self._context, renaming) is None
            why = self._of_private(renaming) if is_member else None
            if why:
                yield Subject(renaming.file_b, renaming.file_a, renaming.before), why
        for other in conventional_member.renamings(self._context):
            is_member = conventional_member.why_other_use(self._context, other) is None
            why = self._of_own(other) if is_member else None
            if why:
                yield Subject(-1, -1, other.before), why
        for before, after in sorted(pairs):
            if before.path[-1:] != after.path[-1:]:
                why = self._of_pair(before, after)
                if why:
                    yield Subject(self._programs[0].outline(before).file, -1, name_of(before)), why

    def _of_pair(self, before: Symbol, after: Symbol) -> str | None:
        outlines = self._programs[0].outline(before), self._programs[1].outline(after)
        words = name_of(before), name_of(after)
        if words[0] == words[1] or outlines[0].owner is None or min(o.row for o in outlines) < 0:
            return None
        context = self._context
        is_method = all(one.kind is Kind.METHOD for one in outlines)
        nested = why_nested(context, *words) if is_method else None
        if nested:
            return nested
        files = outlines[0].file, outlines[1].file
        names = context.names_before(files[0]), context.names_after(files[1])
        is_one_table = names[0].tables is names[1].tables
        has_private = is_one_table and bool(names[0].tables.raw.get("private_members"))
        if has_private and private_member.is_candidate(names[0], words[0]):
            rows = [_rows(one, word) for one, word in zip(names, words, strict=True)]
            edits, images = dict.fromkeys(rows[0], -1), dict(zip(rows[0], rows[1], strict=False))
            if edits and images:
                return self._of_private(private_member.Renaming(*files, *words, edits, images))
        if own_members(names[0]) and all(map(_is_kept, outlines)):
            return self._of_own(conventional_member.Renaming(*words, {}, {}))
        return None

    def _of_private(self, renaming: private_member.Renaming) -> str | None:
        key = renaming.file_b, renaming.file_a, renaming.before, renaming.after
        return self._first(key, private_member.why_known(self._context, renaming))

    def _of_own(self, renaming: conventional_member.Renaming) -> str | None:
        key = -1, -1, renaming.before, renaming.after
        return self._first(key, conventional_member.why_known(self._context, renaming))

    def _first(self, key: _Asked, reasons: Iterator[str]) -> str | None:
        """The first reason that counts; `reasons` are only made the first time."""
        if key not in self._known:
            self._known[key] = counted(self._context, reasons)
        return self._known[key]


def _is_kept(outline: Definition) -> bool:
    """Whether a member is there for its class, and those that are derived from it."""
    return outline.is_private or "protected" in outline.modifiers


def _rows(names: Names, word: str) -> list[int]:
    """The rows of a file where code has a word."""
    return [one.row for one in names.occurrences(word) if one.use is not Use.DATA]
