"""Who knows a name that a definition at the top of a file has on one side only, of every proof.

What is asked is what the rule for such names asks. The rule asks of words that became another word
leaf by leaf; here it is asked of what the map of a proof says has another name, too, whatever else
became of the code that names it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.limits import counted
from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.classify.equivalence.conditions.text_lookups import TextLookups
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.rules.rename.definition import renamings, why_known
from tracer.classify.rules.rename.definition_users import Renaming, is_top
from tracer.semantics.names.occurrences import Use

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.change.change import Context
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program


class RenamedDefinitions:
    """The questions of one change set; each renaming is asked once."""

    def __init__(self, context: Context, programs: tuple[Program, Program]) -> None:
        self._context = context
        self._lookups = TextLookups(programs[0], context.world)
        self._programs = programs
        self._known: dict[tuple[int, str, str], str | None] = {}

    def refusals(self, pairs: Iterable[tuple[Symbol, Symbol]]) -> Iterator[tuple[Subject, str]]:
        """Why definitions may not have another name: of some pairs, and of all edits of one.

        Cost: for each that stands at the top of its file, a search of all texts.
        """
        for renaming in renamings(self._context):
            why = self._asked(renaming)
            if why:
                yield Subject(renaming.home, -1, renaming.before), why
        for before, after in sorted(pairs):
            if before.path[-1:] != after.path[-1:]:
                why = self._why_known(before, after)
                if why:
                    yield Subject(self._programs[0].outline(before).file, -1, name_of(before)), why

    def _why_known(self, before: Symbol, after: Symbol) -> str | None:
        """Why a definition may not have another name, or None."""
        context = self._context
        outlines = self._programs[0].outline(before), self._programs[1].outline(after)
        home, name, now = outlines[0].file, name_of(before), name_of(after)
        if name == now or outlines[0].owner is not None:
            return None
        names = context.names_before(home)
        if not any(is_top(names, found) for found in names.occurrences(name)):
            return None
        if (home, name, now) in self._known:
            return self._known[home, name, now]
        images = dict(self._images(name, now))
        if outlines[0].name_row >= 0 and outlines[1].name_row >= 0:
            node = context.before.base[home] + outlines[0].name_row
            images[node] = context.after.base[outlines[1].file] + outlines[1].name_row
        return self._asked(Renaming(home, name, now, dict.fromkeys(images, -1), images))

    def _images(self, name: str, now: str) -> Iterator[tuple[int, int]]:
        """(node before, node after) of uses of a word in whose place another stands."""
        context = self._context
        text = now.encode()
        for file in context.files_with(name, is_after=False):
            names, base = context.names_before(file), context.before.base[file]
            for found in names.occurrences(name) if names.tables.is_known else ():
                node = base + found.row
                image = context.mapping.to_after[node] if found.use is not Use.DATA else -1
                if image >= 0:
                    tree, row = context.tree_after(image)
                    if tree.slice(row) == text:
                        yield node, image

    def _asked(self, renaming: Renaming) -> str | None:
        key = renaming.home, renaming.before, renaming.after
        if key not in self._known:
            is_read = not self._reads_others(renaming.home, renaming.before)
            asked = why_known(self._context, renaming, is_read_at_home=is_read)
            self._known[key] = counted(self._context, asked)
        return self._known[key]

    def _reads_others(self, home: int, name: str) -> bool:
        """Whether all code of a file that reads names reads those of classes beside this one."""
        program = self._programs[0]
        tables = self._context.names_before(home).tables
        words = tables.dynamic_members | tables.dynamic_values
        text = program.files[home].text
        spelled = sum(text.count(word.encode()) for word in words)
        symbols = [
            one
            for one in program.definitions
            if name_of(one) == name and program.outline(one).file == home and len(one.path) == 1
        ]
        return len(symbols) == 1 and self._lookups.reads_others(home, symbols[0], spelled)
