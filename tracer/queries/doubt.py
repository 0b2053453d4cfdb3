"""States with what is doubtful in them settled by a second answer.

Doubtful is code of which a state only says that it is there, code it credits to commits that are
gone, and a cut of which it only says that it was found. What a hook observed or a person attested
is never doubtful.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.lineage import ASIDE, CUT, NEW
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple
from tracer.queries.credits import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from tracer.queries.credits import Parts


class Doubt(NamedTuple):
    """Which credits are doubtful: nobody's, cut by nobody, and those that name `lost` commits.

    `told` hears of each credit that was doubtful, and of the one that takes its place.
    """

    is_nobodys: Callable[[Credit], bool]
    is_cut_by_nobody: Callable[[Credit], bool]
    told: Callable[[Credit, Credit], None]
    lost: Collection[str] = ()

    def settled(self, state: FileState, known: Mapping[int, Parts]) -> FileState:
        """The state with what is `known` by line in place of what is doubtful."""
        runs: list[LineRun] = []
        mixed: list[MixedLine] = []
        for run in state.runs:
            if not self._is_doubtful(run.credit):
                runs.append(run)
                continue
            for line, credit in lines_of(run):
                parts = known.get(line, [])
                better = [(leaves, self._better(credit, part)) for leaves, part in parts]
                if len(better) > 1 and better[0][1] != better[1][1]:
                    mixed.append(MixedLine(line, tuple(better)))
                else:
                    one = better[0][1] if better else self._better(credit, None)
                    runs.append(LineRun(line, line, one))
        for entry in state.mixed:
            parts = self._settled_parts(list(entry.parts), known.get(entry.line, []))
            mixed.append(MixedLine(entry.line, tuple(parts)))
        return state._replace(runs=tuple(sorted(runs)), mixed=tuple(sorted(mixed)))

    def _settled_parts(self, parts: Parts, known: Parts) -> Parts:
        """The parts of a line, leaf by leaf."""
        count = sum(leaves for leaves, _ in parts)
        leaf: list[Credit | None] = [part for leaves, part in known for _ in range(leaves)]
        if len(leaf) != count:
            leaf = [known[0][1] if known else None] * count
        whole: Parts = []
        at = 0
        for leaves, credit in parts:
            there = leaf[at : at + leaves]
            if self._is_doubtful(credit):
                whole += [(1, self._better(credit, one)) for one in there]
            else:
                whole.append((leaves, credit))
            at += leaves
        return _grouped(whole)

    def _is_doubtful(self, credit: Credit) -> bool:
        is_lost = credit.origin.id in self.lost or credit.last.id in self.lost
        return is_lost or self.is_nobodys(credit) or self.is_cut_by_nobody(credit)

    def _better(self, credit: Credit, known: Credit | None) -> Credit:
        """A doubtful credit, or what of the second answer's takes its place."""
        if credit.origin.id in self.lost:
            return self._found(credit, known) if known is not None else _nobodys(credit)
        if self.is_nobodys(credit):
            if known is None or self.is_nobodys(known):
                return credit
            return _aside(credit, self._found(credit, known))
        if known is None:
            return credit
        if self.is_cut_by_nobody(credit):
            better = self._with_cut(credit, known)
            self.told(credit, better)
            return better
        return credit._replace(last=known.last)

    def _found(self, credit: Credit, known: Credit) -> Credit:
        """What is known of nobody's or lost code; who was seen taking code away beside it stays."""
        self.told(credit, known)
        is_seen = credit.last.rule == CUT and credit.last.kind is SourceKind.RECORD
        if is_seen and not self.is_cut_by_nobody(credit):
            return known._replace(last=credit.last)
        return known

    def _with_cut(self, credit: Credit, known: Credit) -> Credit:
        """A credit cut by nobody, with the commit that took the code away.

        That is the one that history says cut there, else the one that brought the line as it is.
        """
        if credit.origin.kind is not SourceKind.RECORD:
            return known
        if known.last.rule != CUT and known.origin.kind is SourceKind.COMMIT:
            return credit._replace(last=Touch(known.origin.id, SourceKind.COMMIT, CUT))
        return credit if self.is_cut_by_nobody(known) else credit._replace(last=known.last)


def _aside(credit: Credit, known: Credit) -> Credit:
    """What is known of nobody's code, which may have been a new name or remark in another's line.

    Who commits a line before anybody else did is told to have written all of it.
    """
    if credit.last.rule not in ASIDE or known.last.rule != NEW:
        return known
    return known._replace(last=known.last._replace(rule=credit.last.rule))


def _grouped(parts: Iterable[tuple[int, Credit]]) -> Parts:
    """The parts with neighbours of one credit made one."""
    found: Parts = []
    for leaves, credit in parts:
        if found and found[-1][1] == credit:
            found[-1] = found[-1][0] + leaves, credit
        else:
            found.append((leaves, credit))
    return found


def _nobodys(credit: Credit) -> Credit:
    """The credit of code of which no clone can say more than that it is there."""
    nothing = Source("", SourceKind.UNKNOWN, credit.origin.path)
    return Credit(nothing, credit.line, Touch("", SourceKind.UNKNOWN, ""), Method.UNKNOWN)
