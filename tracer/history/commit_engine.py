"""One commit looked at with the engine: which leaf before is each unresolved leaf after.

Text differences have settled what the commit did not touch; this parses, matches and
classifies the rest, with the same code that follows an agent's edits forward.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from tracer.history.commit_steps import Leaf, StepLine, Steps
from tracer.history.windows import whole, window
from tracer.lineage import Trace
from tracer.matching import Forest, NodeMapping, match_forests
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.history.versions import Elsewhere
    from tracer.history.windows import Window
    from tracer.lineage import Segments, Step
    from tracer.model.changes import ChangeVerdict


# Path before, path after (None for a side that does not exist), and the texts to look at.
File = tuple["str | None", "str | None", "Window"]


class CarryStep:
    """The engine's view of one commit. Lines are 0-based and those of the whole files.

    `mapping` and `verdict` speak in lines of the windows; `lines_before` and `lines_after`
    have the whole files' line for each, by file.
    Cost: near-linear in the windows: parse, match, classify.
    """

    def __init__(self, files: Sequence[File]) -> None:
        before = [(path, texts) for path, _, texts in files if path is not None]
        after = [(path, texts) for _, path, texts in files if path is not None]
        self._before = Forest.from_texts((path, texts.before) for path, texts in before)
        self._after = Forest.from_texts((path, texts.after) for path, texts in after)
        self.lines_before = [texts.before_lines for _, texts in before]
        self.lines_after = [texts.after_lines for _, texts in after]

    @cached_property
    def mapping(self) -> NodeMapping:
        """Which node after is which before; made when first asked for."""
        return match_forests(self._before, self._after)

    @cached_property
    def unmatched(self) -> NodeMapping:
        """A mapping that pairs the first files, and nothing in them."""
        mapping = NodeMapping(self._before, self._after)
        mapping.file_pairs = ((0, 0),)
        return mapping

    @cached_property
    def verdict(self) -> ChangeVerdict:
        """What the change did, by the rules, in the windows; made when first asked for."""
        from tracer.classify import classify  # noqa: PLC0415 - 25 ms that a known commit saves

        return classify(self.mapping, prover=False).verdict

    @cached_property
    def _trace(self) -> Trace:
        # Whose code is does not rest on what other files call it: a name that is renamed in all
        # that changed has been renamed, whether or not that is proven to be all there is.
        from tracer.classify import whose  # noqa: PLC0415 - as above

        found = whose(self.mapping, closed_world=True)
        return Trace(self.mapping, kept=found.kept, rules=found.rules, removed=found.removed)

    def table(self, file: int, lines: Iterable[int]) -> Steps:
        """What was before, for some lines (of the whole file, 0-based) of an after file."""
        found: dict[int, StepLine] = {}
        kept, segments = self.lines_after[file], self._trace.after[file]
        places = {}
        for line in lines:
            place = bisect_left(kept, line)
            if place < len(kept) and kept[place] == line:
                places[line] = place + 1
        steps = self._trace.steps(file, places.values())
        for line, place in places.items():
            start = first_on_line(segments, place)
            stop = first_on_line(segments, place + 1)
            if start < stop:
                found[line] = self._line(file, steps[start:stop], start)
        return Steps(found, self.mapping.before.paths)

    def _line(self, file: int, steps: Sequence[Step | None], start: int) -> StepLine:
        is_whole = self._is_whole(steps)
        before, after = self._trace.before, self._trace.after[file]
        return StepLine(
            tuple(self._leaf(step) if step is not None else None for step in steps),
            is_whole,
            is_whole
            and all(
                _words(before[step.file], step.segment) == _words(after, start + k)
                for k, step in enumerate(steps)
                if step is not None
            ),
            {
                k: rule
                for k, step in enumerate(steps)
                if step is None and (rule := self._trace.aside(file, start + k))
            },
        )

    def _leaf(self, step: Step) -> Leaf:
        segments = self._trace.before[step.file]
        line = segments.line[step.segment]
        ordinal = step.segment - first_on_line(segments, line)
        return Leaf(step.file, self.lines_before[step.file][line - 1], ordinal, step.rule)

    def _is_whole(self, steps: Sequence[Step | None]) -> bool:
        """Whether leaves were exactly one line's leaves, in order."""
        first = steps[0] if steps else None
        if first is None:
            return False
        segments = self._trace.before[first.file]
        line = segments.line[first.segment]
        start = first.segment
        if start and segments.line[start - 1] == line:
            return False
        for offset, step in enumerate(steps):
            if step is None or step.file != first.file or step.segment != start + offset:
                return False
        stop = start + len(steps)
        if segments.line[stop - 1] != line:
            return False
        return stop == len(segments) or segments.line[stop] != line


def _words(segments: Segments, index: int) -> bytes:
    """What a segment says: of comments and literals also the blanks that do not indent them."""
    tree, row = segments.tree, segments.row[index]
    roles, kind = tree.language.roles, tree.kind
    said = roles[kind[row]] | roles[kind[max(tree.parent[row], 0)]] & ~Role.COMMENT
    if not said & (Role.COMMENT | Role.LITERAL | Role.VERBATIM):
        return segments.text(index)
    return tree.text[segments.start[index] : segments.end[index]].lstrip().rstrip(b"\r\n")


def first_on_line(segments: Segments, line: int) -> int:
    """Index of the first segment on or after a 1-based line."""
    return bisect_left(segments.line, line)


def line_widths(segments: Segments, count: int) -> list[int]:
    """How many segments each of `count` lines has."""
    widths = [0] * count
    for line in segments.line:
        widths[line - 1] += 1
    return widths


def windows(others: Iterable[Elsewhere]) -> list[File]:
    """The other files of a commit, as far as they changed."""
    return [
        (other.path, None, whole(other.before, b""))
        if other.after is None
        else (other.path, other.path, window(other.path, other.before, other.after))
        for other in others
    ]
