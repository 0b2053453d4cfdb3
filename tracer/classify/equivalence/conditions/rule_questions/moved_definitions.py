"""Who tells that a definition stands in another file: what the rule for moves asks, of every proof.

The rule asks of what the comparison of trees takes for moved; here it is asked of what the map of a
proof says stands in another file, too, whether it is written otherwise there or has another name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.limits import counted
from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.rules.move.definition import moved_groups, why_known
from tracer.classify.rules.move.moved import Moved
from tracer.syntax.names import defined_name, unwrapped, wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.change.change import Context
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program

_Files = tuple[int, int]  # (file before, file after)


class MovedDefinitions:
    """The questions of one change set; each group of definitions is asked once."""

    def __init__(self, context: Context, programs: tuple[Program, Program]) -> None:
        self._context = context
        self._programs = programs
        self._known: dict[tuple[object, ...], str | None] = {}
        self._pairs = dict(context.mapping.file_pairs)
        self._back = {after: before for before, after in context.mapping.file_pairs}

    def refusals(self, pairs: Iterable[tuple[Symbol, Symbol]]) -> Iterator[tuple[Subject, str]]:
        """Why definitions of one file may not stand in another: of some pairs, and of all edits.

        Cost: for each group of definitions that moved together, a search of all texts.
        """
        plain = {(one.source_b, one.target_a): one for one in moved_groups(self._context)}
        renamed: dict[_Files, Moved] = {}
        for before, after in sorted(pairs):
            self._add(before, after, plain, renamed)
        for groups in (plain, renamed):
            for files, moved in groups.items():
                why = self._asked(moved, is_renamed=groups is renamed)
                if why:
                    yield Subject(*files), why

    def _add(
        self,
        before: Symbol,
        after: Symbol,
        plain: dict[_Files, Moved],
        renamed: dict[_Files, Moved],
    ) -> None:
        """Add a pair to those of its two files, if it is defined at the top of two."""
        outlines = self._programs[0].outline(before), self._programs[1].outline(after)
        files = outlines[0].file, outlines[1].file
        if self._pairs.get(files[0]) == files[1] or name_of(before) == "":
            return
        forests = self._context.before, self._context.after
        rows = []
        for forest, outline in zip(forests, outlines, strict=True):
            tree = forest.trees[outline.file]
            row = unwrapped(tree, outline.row) if outline.row >= 0 else -1
            if row < 0 or defined_name(tree, row) is None or tree.parent[wrapper_of(tree, row)]:
                return
            rows.append(row)
        name = name_of(before)
        known = plain if name == name_of(after) else renamed
        ends = self._pairs.get(files[0], -1), self._back.get(files[1], -1)
        group = known.setdefault(files, Moved(files[0], *ends, files[1], {}, {}, {}))
        group.rows_b.setdefault(name, rows[0])
        group.rows_a.setdefault(name, rows[1])
        group.edits.setdefault(name, -1)

    def _asked(self, moved: Moved, *, is_renamed: bool) -> str | None:
        key = (
            moved.source_b,
            moved.target_a,
            is_renamed,
            tuple(sorted(moved.rows_b.items())),
            tuple(sorted(moved.rows_a.items())),
        )
        if key not in self._known:
            why = why_known(self._context, moved, is_renamed=is_renamed)
            self._known[key] = counted(self._context, why)
        return self._known[key]
