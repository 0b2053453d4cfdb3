"""Whether definitions that changed places in their list may: who lists them, what runs in order.

What a statement does when control passes it is compared by `comparison/loading`. That the later of
two definitions counts, that a tool runs them in their order or a class lists its members says no
term. The rule asks of what the comparison of trees takes for moved; here it is asked of the map.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.limits import counted
from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.rules.reorder_definitions import (
    is_asked_of_proofs,
    moves,
    why_exchanged,
    why_known,
)
from tracer.syntax.names import defined_name, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.change.change import Context
    from tracer.semantics.core import Symbol
    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.program import Program

_MOST = 2_000  # pairs that changed places, which one file may have
_Item = tuple[int, int]  # the rows of a definition in its list, before and after


class DefinitionOrder:
    """The questions of one change set; each is asked once."""

    def __init__(self, context: Context, programs: tuple[Program, Program]) -> None:
        self._context = context
        self._programs = programs
        self._known: dict[tuple[int, int, bool], str | None] = {}

    def refusals(self, pairs: Iterable[tuple[Symbol, Symbol]]) -> Iterator[tuple[Subject, str]]:
        """Why definitions may not stand where they do: of some pairs, and of all edits.

        Cost: for each list with definitions in another order, what changed places with what.
        """
        yield from self._of_edits
        for files, lists in self._lists(pairs).items():
            for items in lists.values():
                yield from self._of_list(files, items)

    @cached_property
    def _of_edits(self) -> list[tuple[Subject, str]]:
        """What the comparison of trees takes for moved, and may not stand where it does."""
        context = self._context
        found: list[tuple[Subject, str]] = []
        for _, edit in moves(context):
            file_b, row = context.before.locate(edit.before)
            if not is_asked_of_proofs(context.names_before(file_b)):
                continue
            why = counted(context, (why_known(context, edit),))
            if why:
                file_a, _ = context.after.locate(edit.after)
                tree = context.before.trees[file_b]
                name = defined_name(tree, unwrapped(tree, row))
                found.append((Subject(file_b, file_a, name), why))
        return found

    def _lists(
        self, pairs: Iterable[tuple[Symbol, Symbol]]
    ) -> dict[tuple[int, int], dict[_Item, dict[_Item, str]]]:
        """The definitions of each list of the files that changed, in the order before."""
        context = self._context
        paired = dict(context.mapping.file_pairs)
        changed = {
            (b, a) for b, a in paired.items()
            if context.before.trees[b].text != context.after.trees[a].text
            and is_asked_of_proofs(context.names_before(b))
        }  # fmt: skip
        found: dict[tuple[int, int], dict[_Item, dict[_Item, str]]] = {}
        for before, after in pairs:
            outlines = self._programs[0].outline(before), self._programs[1].outline(after)
            files = outlines[0].file, outlines[1].file
            if files not in changed or min(one.row for one in outlines) < 0:
                continue
            rows = (
                _item(context.names_before(files[0]), outlines[0].row),
                _item(context.names_after(files[1]), outlines[1].row),
            )
            if min(rows) < 0:
                continue
            trees = context.before.trees[files[0]], context.after.trees[files[1]]
            holder = trees[0].parent[rows[0]], trees[1].parent[rows[1]]
            found.setdefault(files, {}).setdefault(holder, {})[rows] = name_of(before)
        return found

    def _of_list(
        self, files: tuple[int, int], items: dict[_Item, str]
    ) -> Iterator[tuple[Subject, str]]:
        """What changed places in one list, and may not."""
        ordered = sorted(items)
        places = [after for _, after in ordered]
        if places == sorted(places):
            return
        passed = [
            (one, other)
            for at, one in enumerate(ordered)
            for other in ordered[at + 1 :]
            if other[0] > one[0] and other[1] < one[1]
        ]
        if len(passed) > _MOST:
            yield Subject(*files, None), "too many definitions changed places"
            return
        for one, other in passed:
            why = self._asked(files[0], one[0], other[0], is_after=False)
            why = why or self._asked(files[1], other[1], one[1], is_after=True)
            if why:
                for item in (one, other):
                    yield Subject(*files, items[item]), why

    def _asked(self, file: int, one: int, other: int, *, is_after: bool) -> str | None:
        context = self._context
        forest = context.after if is_after else context.before
        names = context.names(file, is_after=is_after)
        key = forest.base[file] + one, forest.base[file] + other, is_after
        if key not in self._known:
            why = why_exchanged(forest, names, one, other)
            self._known[key] = counted(context, (why,))
        return self._known[key]


def _item(names: Names, row: int) -> int:
    """The row of the list of definitions that a row is in, or -1 for none."""
    tree = names.tree
    lists = (names.tables.raw.get("order") or {}).get("containers") or ()
    while row > 0 and tree.kind_name(tree.parent[row]) not in lists:
        row = tree.parent[row]
    return row if row > 0 else -1
