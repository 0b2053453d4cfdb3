"""One commit looked at with the engine: which leaf before is each unresolved leaf after.

Text differences have settled what the commit did not touch; this parses, matches and
classifies the rest, with the same code that follows an agent's edits forward.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify import classify
from tracer.lineage import Trace
from tracer.matching import Forest, match_forests
from tracer.queries.history_pending import Pending, Piece, Run, pending
from tracer.queries.history_window import whole, window

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.classify import Classification
    from tracer.lineage import Segments, Step
    from tracer.model.changes import ChangeVerdict
    from tracer.queries.history_versions import Elsewhere
    from tracer.queries.history_window import Window


# Path before, path after (None for a side that does not exist), and the texts to look at.
File = tuple["str | None", "str | None", "Window"]


class Found(NamedTuple):
    """What became of unresolved code in one step back.

    `carried`: what goes on, by index of the file before. `fresh`: what the commit wrote, still
    in lines after. `touched`: (target line, target ordinal, rule) of leaves it moved, renamed
    or reflowed. `renamed`: (target line, target ordinal) of fresh leaves that are new names of
    known definitions.
    """

    carried: dict[int, Pending]
    fresh: Pending
    touched: list[tuple[int, int, str]]
    renamed: list[tuple[int, int]]


class CarryStep:
    """The engine's view of one commit. Lines are 0-based and those of the whole files.

    `mapping` and `verdict` speak in lines of the windows; `lines_before` and `lines_after`
    have the whole files' line for each, by file.
    Cost: near-linear in the windows: parse, match, classify.
    """

    def __init__(self, files: Sequence[File]) -> None:
        before = [(path, texts) for path, _, texts in files if path is not None]
        after = [(path, texts) for _, path, texts in files if path is not None]
        self.mapping = match_forests(
            Forest.from_texts((path, texts.before) for path, texts in before),
            Forest.from_texts((path, texts.after) for path, texts in after),
        )
        self.lines_before = [texts.before_lines for _, texts in before]
        self.lines_after = [texts.after_lines for _, texts in after]
        self._steps: dict[int, list[Step | None]] = {}

    @cached_property
    def _result(self) -> Classification:
        return classify(self.mapping)

    @property
    def verdict(self) -> ChangeVerdict:
        """What the change did, by the windows; made when first asked for."""
        return self._result.verdict

    @cached_property
    def _trace(self) -> Trace:
        found = self._result
        return Trace(self.mapping, kept=found.kept, rules=found.rules, removed=found.removed)

    def follow(self, file: int, waiting: Pending, widths: Sequence[int]) -> Found:
        """What `waiting`, standing in the after file `file`, was before.

        `widths` has the number of leaves of each target line.
        """
        runs: dict[int | None, list[Run]] = {}
        pieces: dict[int | None, list[Piece]] = {}
        touched: list[tuple[int, int, str]] = []
        for run in waiting.runs:
            for line, target in zip(
                range(run.line, run.line + run.size),
                range(run.target, run.target + run.size),
                strict=True,
            ):
                steps = self._on_line(file, line)
                fits = len(steps) == widths[target]
                if not any(steps):
                    runs.setdefault(None, []).append(Run(line, 1, target))
                elif fits and (whole := self._whole(steps)) is not None:
                    runs.setdefault(whole[0], []).append(Run(whole[1], 1, target))
                else:
                    parts = (Piece(line, k, target, k) for k in range(widths[target]))
                    self._follow_pieces(file, parts, pieces, touched)
                    continue
                touched += [(target, k, step.rule) for k, step in enumerate(steps) if step]
        self._follow_pieces(file, waiting.pieces, pieces, touched)
        carried = {
            before: pending(runs.get(before, ()), pieces.get(before, ()))
            for before in runs.keys() | pieces.keys()
        }
        fresh = carried.pop(None, Pending())
        return Found(
            {before: part for before, part in carried.items() if before is not None},
            fresh,
            [entry for entry in touched if entry[2]],
            [
                (piece.target, piece.target_ordinal)
                for piece in fresh.pieces
                if self._is_new_name(file, piece)
            ],
        )

    def _is_new_name(self, file: int, piece: Piece) -> bool:
        place = bisect_left(self.lines_after[file], piece.line)
        index = first_on_line(self._trace.after[file], place + 1) + piece.ordinal
        return index < len(self._trace.after[file]) and self._trace.is_new_name(file, index)

    def _follow_pieces(
        self,
        file: int,
        parts: Iterable[Piece],
        pieces: dict[int | None, list[Piece]],
        touched: list[tuple[int, int, str]],
    ) -> None:
        """Leaf by leaf. A line read with fewer leaves than expected answers with its last."""
        for piece in parts:
            steps = self._on_line(file, piece.line)
            step = steps[min(piece.ordinal, len(steps) - 1)] if steps else None
            if step is None:
                pieces.setdefault(None, []).append(piece)
                continue
            segments = self._trace.before[step.file]
            line = segments.line[step.segment]
            place = step.segment - first_on_line(segments, line)
            moved = piece._replace(line=self.lines_before[step.file][line - 1], ordinal=place)
            pieces.setdefault(step.file, []).append(moved)
            touched.append((piece.target, piece.target_ordinal, step.rule))

    def _whole(self, steps: list[Step | None]) -> tuple[int, int] | None:
        """(file, line) before, when the leaves were exactly one line's leaves in order."""
        first = steps[0] if steps else None
        if first is None:
            return None
        segments = self._trace.before[first.file]
        line = segments.line[first.segment]
        start = first.segment
        if start and segments.line[start - 1] == line:
            return None
        for offset, step in enumerate(steps):
            if step is None or step.file != first.file or step.segment != start + offset:
                return None
        stop = start + len(steps)
        if segments.line[stop - 1] != line:
            return None
        if stop < len(segments) and segments.line[stop] == line:
            return None
        return first.file, self.lines_before[first.file][line - 1]

    def _on_line(self, file: int, line: int) -> list[Step | None]:
        """The steps of the leaves of one line after."""
        place = bisect_left(self.lines_after[file], line)
        steps = self._steps.get(file)
        if steps is None:
            steps = self._steps[file] = self._trace.steps(file)
        segments = self._trace.after[file]
        start = first_on_line(segments, place + 1)
        stop = first_on_line(segments, place + 2)
        return steps[start:stop]


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
