"""What rules ask of single edits, asked of the map of a proof, whatever else has changed.

A rule recognises one step and asks who else may see it. The step may as well be a part of a larger
change that no rule recognises. So the same questions are asked of what the map says: definitions
that stand in another file or have another name, files that have another path, came or went.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.rule_questions.definition_order import DefinitionOrder
from tracer.classify.equivalence.conditions.rule_questions.file_places import (
    why_placed,
    why_renamed,
)
from tracer.classify.equivalence.conditions.rule_questions.local_names import LocalNames
from tracer.classify.equivalence.conditions.rule_questions.mangled_names import why_mangled
from tracer.classify.equivalence.conditions.rule_questions.moved_definitions import MovedDefinitions
from tracer.classify.equivalence.conditions.rule_questions.renamed_definitions import (
    RenamedDefinitions,
)
from tracer.classify.equivalence.conditions.rule_questions.renamed_members import RenamedMembers
from tracer.classify.equivalence.conditions.rule_questions.subject import Subject
from tracer.classify.equivalence.symbols.hierarchy import name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.equivalence.symbols.symbols import SymbolMap
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program

    _Pair = tuple[Symbol, Symbol]  # (before, after)
    _About = _Pair | tuple[str, str]  # definitions, or modules


class RuleQuestions:
    """The questions of one change set; each is asked once, whatever maps are tried."""

    def __init__(self, context: Context, programs: tuple[Program, Program]) -> None:
        self._context = context
        self._programs = programs
        self._moves = MovedDefinitions(context, programs)
        self._names = RenamedDefinitions(context, programs)
        self._members = RenamedMembers(context, programs)
        self._order = DefinitionOrder(context, programs)
        self.locals = LocalNames(context, programs)
        self._paired: set[_Pair] = set()  # what any map so far gave another name or place
        self._modules: set[tuple[str, str]] = set()  # (after, before), the same of modules

    def why_not(self, found: SymbolMap, dropped: Iterable[_Pair]) -> dict[_About, str]:
        """Why definitions and modules are not proved, each with the reason.

        `dropped`: pairs of the map that are unfolded at their calls. What one map pairs, and a
        later one takes for gone and new, is asked of the later one, too.
        """
        pairs = {*((b, a) for a, b in found.to_before.items()), *found.extra, *dropped}
        self._paired |= {(b, a) for b, a in pairs if b != a}
        pairs |= {
            (b, a) for b, a in self._paired if b not in found.to_after and a not in found.to_before
        }
        reasons: dict[_About, str] = {}
        for subject, why in (
            *self._context.kept(why_placed),
            *self._context.kept(why_mangled),
            *self._why_renamed(found),
            *self._moves.refusals(pairs),
            *self._names.refusals(pairs),
            *self._members.refusals(pairs),
            *self.locals.refusals(),
            *self._order.refusals(pairs),
        ):
            for about in self._meant(subject, pairs):
                reasons.setdefault(about, why)
        return reasons

    def _why_renamed(self, found: SymbolMap) -> Iterator[tuple[Subject, str]]:
        """Why a file may not have another path, of those that only a map takes for one."""
        homes = [self._alone(0), self._alone(1)]
        self._modules |= {(new, old) for new, old in found.modules.items() if new != old}
        for new, old in sorted(self._modules):
            ours, theirs = homes[0].get(old, []), homes[1].get(new, [])
            if len(ours) == len(theirs) == 1:
                why = self._context.kept(why_renamed, ours[0], theirs[0])
                if why:
                    yield Subject(ours[0], theirs[0]), why

    def _alone(self, at: int) -> dict[str, list[int]]:
        """The files of a version that the other does not have, by their modules."""
        paired = {pair[at] for pair in self._context.mapping.file_pairs}
        found: dict[str, list[int]] = {}
        for file, one in enumerate(self._programs[at].files):
            if file not in paired:
                found.setdefault(one.module, []).append(file)
        return found

    def _meant(self, subject: Subject, pairs: set[_Pair]) -> Iterable[_About]:
        """The modules that a question is about, and its definitions."""
        files = subject.file_before, subject.file_after
        modules = [
            program.files[file].module if file >= 0 else ""
            for program, file in zip(self._programs, files, strict=True)
        ]
        yield modules[0], modules[1]
        if subject.name is None:
            return
        for pair in sorted(pairs):
            stands = [
                program.outline(one).file for program, one in zip(self._programs, pair, strict=True)
            ]
            is_there = all(file in (-1, at) for file, at in zip(files, stands, strict=True))
            if is_there and subject.name in ("", name_of(pair[0])):
                yield pair
