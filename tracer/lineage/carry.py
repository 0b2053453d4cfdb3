"""From the states before and a mapping to the states after."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tracer.lineage.owner import ASIDE, CUT, NEW, is_lasting
from tracer.lineage.segments import Segments
from tracer.lineage.state import around, expand, fold, lines_with
from tracer.lineage.trace import Trace
from tracer.lineage.windows import window_of
from tracer.model.attribution import Credit, FileState, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree


class Maker(NamedTuple):
    """The record or commit that makes the change, and how its new code is known."""

    id: str
    kind: SourceKind
    method: Method

    def touch(self, rule: str) -> Touch:
        """Return this maker as a last touch."""
        return Touch(self.id, self.kind, rule)

    def new(self, path: str, line: int) -> Credit:
        """The credit of code this maker wrote on a line of a file."""
        return Credit(Source(self.id, self.kind, path), line, self.touch(NEW), self.method)


class Removed(NamedTuple):
    """A definition that a change deleted: where it stood and whose most of it was."""

    path: str
    element: str
    origin: Source


class Carried(NamedTuple):
    """States of all files after the change, in order of path, and what was deleted."""

    states: tuple[FileState, ...]
    removed: tuple[Removed, ...]


def carry(  # noqa: PLR0913 - the inputs of the one function of this package
    mapping: NodeMapping,
    before_states: Mapping[str, FileState],
    contents: Mapping[str, str],
    maker: Maker,
    *,
    kept: Collection[int] = (),
    rules: Mapping[int, str] | None = None,
    removed: Collection[int] = (),
) -> Carried:
    """The attribution of every file after the change.

    `before_states` holds a state for every file before, by path; `contents` the content hash
    of every file after. `kept` are leaves after (node ids) whose text changed under a
    refactoring rule, so that their origin stays; `rules` names the rule that touched a leaf;
    `removed` are nodes before that were taken away without an explanation.
    Every segment gets exactly one credit: its partner's if the text is the same or kept, else
    the maker's.
    Cost: linear in the segments that the change can have touched; the rest is shifted.
    """
    trace = Trace(mapping, kept=kept, rules=rules, removed=removed, windowed=True)
    job = _Carry(trace, before_states, maker)
    states = tuple(
        fold(path, contents[path], trace.after[file], job.credits(file), job.outside(file))
        for file, path in enumerate(mapping.after.paths)
    )
    return Carried(tuple(sorted(states)), job.removed())


def reattribute(  # noqa: PLR0913, PLR0917 - two attributions of the same texts, and what to take
    states: Mapping[str, FileState],
    whole: Carried,
    trees: Mapping[str, SyntaxTree],
    is_new: Callable[[Credit], bool],
    touch: Callable[[Credit], Touch],
    accepts: Callable[[Credit, Credit], bool] = lambda _now, _then: True,
    is_cut: Callable[[Credit], bool] | None = None,
) -> dict[str, FileState]:
    """States in which code that an earlier version knew has its first origin again.

    `states` are the states now, step by step; `whole` carries the states of an earlier version
    to the same texts in one step. A segment that is new in the one and older in the other takes
    the older credit, with `touch` of the new one as its last touch, if it `accepts` the pair.
    This is how a function deleted by one call and written elsewhere by another (or the other
    way round) stays the code of its author. With `is_cut`, which says what `whole` found cut, a
    line that reads again as it did in that version has lost nothing since. Returns only the files
    that change. Cost: linear in the lines from the first to the last with such a credit.
    """

    def better(now: Credit, then: Credit) -> Credit:
        if not is_new(now):
            return now
        if not is_new(then):
            return then._replace(last=touch(now)) if accepts(now, then) else now
        if then.last.rule in ASIDE and now.last.rule == NEW:
            return now._replace(last=now.last._replace(rule=then.last.rule))
        return now

    changed: dict[str, FileState] = {}
    for earlier in whole.states:
        state = states.get(earlier.path)
        tree = trees.get(earlier.path)
        if state is None or tree is None or state.content != earlier.content:
            continue
        segments = _concerned(state, tree, is_new, cuts=is_cut is not None)
        if segments is None:
            continue
        now, once = expand(state, segments), expand(earlier, segments)
        best = [better(credit, older) for credit, older in zip(now, once, strict=True)]
        if is_cut is not None:
            _take_back_lines(
                best, now, once, segments.line, lambda credit: is_new(credit) or is_cut(credit)
            )
        if best != now:
            changed[state.path] = fold(state.path, state.content, segments, best, state)
    return changed


def _concerned(
    state: FileState, tree: SyntaxTree, is_new: Callable[[Credit], bool], *, cuts: bool
) -> Segments | None:
    """The segments from the first line with a new credit to the last; None without any.

    With `cuts` lines that only lost something count as well.
    """
    lines = lines_with(state, lambda credit: is_new(credit) or (cuts and credit.last.rule == CUT))
    return Segments(tree, window_of(tree, *lines)) if lines else None


def _take_back_lines(
    credits_: list[Credit],
    now: Sequence[Credit],
    once: Sequence[Credit],
    lines: Sequence[int],
    is_other: Callable[[Credit], bool],
) -> None:
    """Let lines that are whole again as an earlier version had them be what they were there.

    What was cut from them is forgotten. Where code came back, the rest of the line is that
    version's, too: a commit in between may have done to it what is undone now. `now` are the
    credits before anything came back, `once` those that the version gives, `lines` the lines of the
    segments; `is_other` says of a version's credit that the line is not as it was.
    """
    for _, group in groupby(range(len(credits_)), key=lines.__getitem__):
        places = list(group)
        if all(credits_[i].last.rule != CUT and credits_[i] == now[i] for i in places):
            continue
        if any(is_other(once[i]) for i in places):
            continue
        for i in places:
            credit, then = credits_[i], once[i]
            if credit != now[i] or not _is_same_code(credit, then):
                continue
            last = then.last if credit.last.rule == CUT else credit.last
            if credit.origin != then.origin and credit.last.kind is SourceKind.BASELINE:
                last = then.last
            credits_[i] = credit._replace(origin=then.origin, line=then.line, last=last)


def _is_same_code(now: Credit, then: Credit) -> bool:
    """Whether two credits may be one leaf's: of one change, or both of code that commits had."""
    is_older = now.origin.kind is then.origin.kind is SourceKind.BASELINE
    return is_older or now.origin == then.origin


class _Carry:
    """The state of one `carry`: the steps, and the credits before."""

    def __init__(self, trace: Trace, before_states: Mapping[str, FileState], maker: Maker) -> None:
        self.mapping = trace.mapping
        self.trace = trace
        self.maker = maker
        self.partner = {after: before for before, after in trace.mapping.file_pairs}
        self.states = [before_states[path] for path in trace.mapping.before.paths]
        self.before_credits = [
            expand(state, segments)
            for state, segments in zip(self.states, trace.before, strict=True)
        ]

    def credits(self, file: int) -> list[Credit]:
        """One credit for each segment of a file after."""
        fresh = _Fresh(self.maker, self.mapping.after.paths[file])
        lines = self.trace.after[file].line
        found: list[Credit] = []
        for index, step in enumerate(self.trace.steps(file)):
            if step is None:
                credit = fresh(lines[index])
                rule = self.trace.aside(file, index)
                if rule:
                    credit = credit._replace(last=self.maker.touch(rule))
                found.append(credit)
                continue
            credit = _carried(self.before_credits[step.file][step.segment])
            if step.rule and not is_lasting(credit, step.rule):
                credit = credit._replace(last=self.maker.touch(step.rule))
            found.append(credit)
        return found

    def outside(self, file: int) -> FileState | None:
        """The state of the lines outside a file's window, where they stand after."""
        file_b = self.partner.get(file)
        if file_b is None:
            return None
        before, after = self.trace.before[file_b].window, self.trace.after[file].window
        moved = around(self.states[file_b], before, after.last_line - before.last_line)
        runs = tuple(run._replace(credit=_carried(run.credit)) for run in moved.runs)
        mixed = tuple(
            MixedLine(line, tuple((size, _carried(credit)) for size, credit in parts))
            for line, parts in moved.mixed
        )
        return moved._replace(runs=runs, mixed=mixed)

    def removed(self) -> tuple[Removed, ...]:
        """Outermost definitions before without a partner, with the origin of most of them."""
        mapping = self.mapping
        found = []
        for file, tree in enumerate(mapping.before.trees):
            base, stop = mapping.before.base[file], 0
            for element in mapping.before.elements(file):
                if element.row < stop or mapping.to_after[base + element.row] >= 0:
                    continue
                stop = tree.stop[element.row]
                origin = self._most(file, element.row, stop)
                if origin is not None:
                    found.append(Removed(mapping.before.paths[file], element.name, origin))
        return tuple(found)

    def _most(self, file: int, row: int, stop: int) -> Source | None:
        begin = self.trace.before[file].begin
        counts: dict[Source, int] = {}
        for credit in self.before_credits[file][begin(row) : begin(stop)]:
            counts[credit.origin] = counts.get(credit.origin, 0) + 1
        return max(sorted(counts), key=lambda source: counts[source]) if counts else None


class _Fresh:
    """The maker's credit for a line of one file, made once a line."""

    def __init__(self, maker: Maker, path: str) -> None:
        self._maker = maker
        self._path = path
        self._kept: dict[int, Credit] = {}

    def __call__(self, line: int) -> Credit:
        credit = self._kept.get(line)
        if credit is None:
            credit = self._kept[line] = self._maker.new(self._path, line)
        return credit


def _carried(credit: Credit) -> Credit:
    """A credit that went through a change: no longer observed, but carried from where it was.

    What was never known (unknown, inferred, imported, reconciled) stays so.
    """
    if credit.method is Method.OBSERVED:
        return credit._replace(method=Method.CARRIED)
    return credit
