"""Who knows a name that is a local of a function in one version only, of every proof.

A term says nothing of what locals are called. Where a function has another local than before, be it
another name or another value that has one, what the rule for such names asks is asked of it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.limits import counted
from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.classify.equivalence.conditions.text_lookups import FUNCTIONS
from tracer.classify.rules.rename.local import outer_rows, renamings, why_known
from tracer.classify.rules.rename.local_names import Local, why_seen
from tracer.semantics.names.occurrences import Use
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.rules.rename.local import Renaming
    from tracer.semantics.core import Symbol
    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.program import Program

_NO_NAME = "_"  # what is thrown away
_Span = tuple[int, int, int]  # a file, and the rows of a definition


class LocalNames:
    """The questions of one change set; each local is asked once."""

    def __init__(self, context: Context, programs: tuple[Program, Program]) -> None:
        self._context = context
        self._programs = programs
        self._known: dict[Local, str | None] = {}

    def refusals(self) -> Iterator[tuple[Subject, str]]:
        """Why locals may not have other names, of all edits that give one."""
        for renaming, why in self._of_edits:
            yield Subject(renaming.file_b, renaming.file_a, None), why

    def why_not(self, before: Symbol, after: Symbol) -> str | None:
        """Why a definition may not have other locals than before, or None.

        Cost: the words of both, where their texts differ.
        """
        kinds = {self._programs[0].outline(before).kind, self._programs[1].outline(after).kind}
        if not kinds <= FUNCTIONS:
            return None
        spans = self._span(0, before), self._span(1, after)
        if spans[0] is None or spans[1] is None:
            return None
        for renaming, why in self._of_edits:
            file, first, stop = spans[0]
            if renaming.file_b == file and first <= renaming.scope < stop:
                return why
        context, files = self._context, (spans[0][0], spans[1][0])
        names = context.names_before(files[0]), context.names_after(files[1])
        if names[0].tree.slice(spans[0][1]) == names[1].tree.slice(spans[1][1]):
            return None
        words = dict(_locals(names[0], spans[0])), dict(_locals(names[1], spans[1]))
        for at, file in enumerate(files):
            for word in sorted(words[at].keys() - words[1 - at].keys() - {_NO_NAME}):
                for scope, rows in sorted(words[at][word].items()):
                    reason = self._asked(Local(file, scope, word, tuple(rows), bool(at)))
                    if reason:
                        return reason
        return None

    @cached_property
    def _of_edits(self) -> list[tuple[Renaming, str]]:
        """What the comparison of trees takes for renamed locals that may not be."""
        asked = (
            (one, counted(self._context, (why_known(self._context, one), self._outer(one))))
            for one in renamings(self._context)
        )
        return [(renaming, why) for renaming, why in asked if why]

    def _outer(self, renaming: Renaming) -> str | None:
        """Whether the name is known outside of its scope, by what is no definition of the program.

        A parameter that is a field as well is one, and is asked about like any other.
        """
        sides = zip(self._programs, (renaming.file_b, renaming.file_a), strict=True)
        for (program, file), rows in zip(sides, outer_rows(self._context, renaming), strict=True):
            outlines = map(program.outline, program.definitions) if rows else ()
            known = {one.name_row for one in outlines if one.file == file}
            if not known.issuperset(rows):
                return f"{renaming.before} can be seen from outside"
        return None

    def _span(self, at: int, symbol: Symbol) -> _Span | None:
        program = self._programs[at]
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree
        if tree is None or outline.row < 0:
            return None
        return outline.file, outline.row, tree.stop[outline.row]

    def _asked(self, local: Local) -> str | None:
        if local not in self._known:
            self._known[local] = counted(self._context, why_seen(self._context, local))
        return self._known[local]


def _locals(names: Names, span: _Span) -> Iterator[tuple[str, dict[int, list[int]]]]:
    """The words that scopes in a definition bind, with the rows where they stand, by scope."""
    tree, kinds = names.tree, names.tables.names
    _, first, stop = span
    rows = (row for row in range(first, stop) if tree.flags[row] & LEAF)
    words = {tree.slice(row) for row in rows if tree.kind_name(row) in kinds}
    for text in sorted(words):
        word = text.decode("utf-8", "replace")
        found: dict[int, list[int]] = {}
        for one in names.within(word, first):
            scope = names.scope_of(one, word) if one.use is Use.NAME else -1
            if scope >= first and names.kind_of_scope(scope) not in ("file", "class"):
                found.setdefault(scope, []).append(one.row)
        if found:
            yield word, found
