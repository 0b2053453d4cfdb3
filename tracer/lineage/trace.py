"""Where each segment after comes from: the walk from a mapping of nodes to one of segments.

`carry` uses it to take credits forward over one change; history walks it backwards, commit by
commit, until it meets the change that wrote the code.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.lineage.cuts import cut_beside
from tracer.lineage.gone import GoneWords
from tracer.lineage.owner import CUT, NEW_NAME, REMARK, WORD_KEPT
from tracer.lineage.read_otherwise import same_place, same_text
from tracer.lineage.renamed import renamed_words
from tracer.lineage.segments import Segments
from tracer.lineage.travelled import Travelled
from tracer.lineage.whole_lines import same_lines
from tracer.lineage.windows import windows_of
from tracer.lineage.words import same_words
from tracer.matching.sequences import common_pairs
from tracer.model.named_tuple import NamedTuple
from tracer.syntax.grammar import Role
from tracer.syntax.names import name_row
from tracer.syntax.tree import BROKEN, LEAF

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tracer.matching import NodeMapping
    from tracer.syntax import SyntaxTree

_DECLARATORS = 4  # nodes that may stand between a definition and its name, as in `int *(*f)()`


class Step(NamedTuple):
    """The segment before that a segment after was: its file and index in `Trace.before`.

    `rule` names what happened to it on the way; empty when nothing did.
    """

    file: int
    segment: int
    rule: str


class _Line(NamedTuple):
    """The part of a literal on one line: 1-based line, first byte, text without outer blanks."""

    line: int
    start: int
    text: bytes


class Trace:
    """The segments of all files of a change, and the steps between them.

    `kept` are leaves after (node ids) whose text changed under a refactoring rule, so that
    they are still the same code; `rules` names the rule that touched a leaf; `removed` are the
    nodes before that were taken away or replaced without an explanation. `windowed` leaves out
    the segments of paired files that the change cannot have touched.
    """

    def __init__(
        self,
        mapping: NodeMapping,
        *,
        kept: Collection[int] = (),
        rules: Mapping[int, str] | None = None,
        removed: Collection[int] = (),
        windowed: bool = False,
    ) -> None:
        self.mapping = mapping
        self._cut = cut_beside(mapping, removed)
        pairs = mapping.file_pairs if windowed else ()
        windows = [(b, a, windows_of(mapping, b, a)) for b, a in pairs]
        before = {b: window for b, _, (window, _) in windows}
        after = {a: window for _, a, (_, window) in windows}
        self.before = [Segments(t, before.get(i)) for i, t in enumerate(mapping.before.trees)]
        self.after = [Segments(t, after.get(i)) for i, t in enumerate(mapping.after.trees)]
        self._kept = frozenset(kept)
        self._rules = rules or {}
        self._literals: dict[tuple[int, int], dict[int, tuple[_Line, _Line]]] = {}
        self._worded: dict[tuple[int, int], Step] | None = None
        self._renamed: dict[bytes, bytes] | None = None
        self._gone = GoneWords(mapping)
        self._of_lines: dict[int, dict[int, Step]] = {}

    def steps(self, file: int, lines: Collection[int] | None = None) -> list[Step | None]:
        """For each segment of a file after: where it was; None for code the change wrote.

        With `lines` (1-based) the answer holds for segments on these only.
        Cost: linear in the segments.
        """
        segments = self.after[file]
        near = [range(len(segments))] if lines is None else _around(segments, lines)
        found = self._steps_of_leaves(file, near)
        self._follow_neighbours(file, found, near)
        if any(found[index] is None for part in near for index in part):
            of_lines = self._steps_of_lines(file)
            for part in near:
                for index in part:
                    found[index] = found[index] or of_lines.get(index)
        self._mark_cuts(file, found)
        if _is_prose(segments) and any(found[index] is None for part in near for index in part):
            worded = self._steps_of_words()
            for part in near:
                for index in part:
                    found[index] = found[index] or worded.get((file, index))
        return found

    def _steps_of_leaves(self, file: int, near: Sequence[range]) -> list[Step | None]:
        """The steps that leaves and lines of literals tell."""
        mapping, segments = self.mapping, self.after[file]
        base = mapping.after.base[file]
        found: list[Step | None] = [None] * len(segments)
        travelled = Travelled(self.mapping, file)
        for part in near:
            index = part.start
            while index < part.stop:
                row = segments.row[index]
                first, index = segments.begin(row), segments.begin(row + 1)
                node_b = mapping.to_before[base + row]
                if node_b >= 0:
                    found[first:index] = self._leaf(file, row, node_b, travelled.has(row))
            for index in part:
                if found[index] is None:
                    found[index] = self._in_literal(file, index) or self._of_gone(file, index)
        return found

    def _steps_of_lines(self, file: int) -> dict[int, Step]:
        """The steps that whole lines tell, of a file that is read otherwise than before.

        It was in another language, or its syntax is broken now, or its lines say what its tree does
        not. What was broken and is mended is known by the version before that; a conflict that is
        resolved is no such text.
        """
        if file not in self._of_lines:
            after = self.after[file]
            pairs = (b for b, a in self.mapping.file_pairs if a == file)
            file_b = next(pairs, -1)
            same: dict[int, int] = {}
            if file_b >= 0:
                before = self.before[file_b]
                if before.tree.language is not after.tree.language:
                    same = same_text(before, after)
                elif _is_prose(after) or after.tree.flags[0] & BROKEN:
                    same = same_place(before, after)
                elif not before.tree.flags[0] & BROKEN:
                    same = self._lost_in_place(file_b, file)
            self._of_lines[file] = {index: Step(file_b, at, "") for index, at in same.items()}
        return self._of_lines[file]

    def _lost_in_place(self, file_b: int, file: int) -> dict[int, int]:
        """What lost its partner though its line stands as before, beside others that do.

        An operator that changes on one line gives the next one another place in the tree.
        """
        mapping, before = self.mapping, self.before[file_b]
        base = mapping.before.base[file_b]
        return {
            index: at
            for index, at in same_place(before, self.after[file], beside=True).items()
            if mapping.to_after[base + before.row[at]] < 0
        }

    def _steps_of_words(self) -> dict[tuple[int, int], Step]:
        """The steps that words tell of what leaves say nothing of, in languages without roles."""
        if self._worded is None:
            used: set[tuple[int, int]] = set()
            fresh = []
            for file, segments in enumerate(self.after):
                if _is_prose(segments):
                    steps = self._steps_of_leaves(file, [range(len(segments))])
                    used.update((step.file, step.segment) for step in steps if step)
                    fresh += [(file, index) for index, step in enumerate(steps) if step is None]
            gone = [
                (file, index)
                for file, segments in enumerate(self.before)
                if fresh and _is_prose(segments)
                for index in range(len(segments))
                if (file, index) not in used
            ]
            partner = {a: b for b, a in self.mapping.file_pairs}
            lines = same_lines(self.before, self.after, gone, fresh, partner)
            words = same_words(self.before, self.after, gone, fresh)
            self._worded = {
                place: Step(*one.place, CUT if one.is_cut else "move" if one.is_same else "reflow")
                for place, one in words.items()
            } | {place: Step(*one, "move") for place, one in lines.items()}
        return self._worded

    def aside(self, file: int, index: int) -> str:
        """The rule by which a fresh segment after makes its line no newer; empty if it does."""
        node = self.mapping.after.base[file] + self.after[file].row[index]
        if (
            self._rules.get(node) == NEW_NAME
            or self._is_new_name(file, index)
            or self._uses_new_name(file, index)
        ):
            return NEW_NAME
        return REMARK if self._is_remark(file, index) else ""

    def _is_remark(self, file: int, index: int) -> bool:
        """Whether a segment is a comment beside code that says nothing to a machine."""
        segments = self.after[file]
        if not _is_comment(segments, index):
            return False
        line = segments.line[index]
        first, stop = bisect_left(segments.line, line), bisect_left(segments.line, line + 1)
        return not all(_is_comment(segments, other) for other in range(first, stop))

    def _is_new_name(self, file: int, index: int) -> bool:
        """Whether a segment after is the name of a definition that had another one before."""
        mapping, segments = self.mapping, self.after[file]
        tree, base = segments.tree, mapping.after.base[file]
        row = segments.row[index]
        above = tree.parent[row]
        for _ in range(_DECLARATORS):
            if above < 0:
                break
            if name_row(tree, above) == row:
                return mapping.to_before[base + above] >= 0
            above = tree.parent[above]
        return False

    def _uses_new_name(self, file: int, index: int) -> bool:
        """Whether a segment after names a definition that the change renamed throughout."""
        mapping, row = self.mapping, self.after[file].row[index]
        node_b = mapping.to_before[mapping.after.base[file] + row]
        if node_b < 0:
            return False
        if self._renamed is None:
            self._renamed = renamed_words(mapping)
        file_b, row_b = mapping.before.locate(node_b)
        old = mapping.before.trees[file_b].slice(row_b)
        return self._renamed.get(old) == mapping.after.trees[file].slice(row)

    def _mark_cuts(self, file: int, found: list[Step | None]) -> None:
        """Say of leaves beside which code was taken away that this touched them."""
        segments, base = self.after[file], self.mapping.after.base[file]
        for node in self._cut:
            row = node - base
            if segments.window.first_row <= row < segments.window.stop_row:
                for index in segments.of_row(row)[-1:]:
                    step = found[index]
                    if step is not None and not self._is_same_line(step, file, index):
                        found[index] = step._replace(rule=CUT)

    def _is_same_line(self, step: Step, file: int, index: int) -> bool:
        """Whether the line of a segment reads as the one that it comes from: it lost nothing."""
        then = self.before[step.file].line_text(step.segment)
        return then == self.after[file].line_text(index)

    def _follow_neighbours(
        self, file: int, found: list[Step | None], near: Sequence[range]
    ) -> None:
        """Give leaves that a rule explains, but that have no partner, the step beside them.

        One that has a partner of another text was changed, whatever moved around it.
        """
        rules, to_before = self._rules, self.mapping.to_before
        if not rules:
            return
        segments, base = self.after[file], self.mapping.after.base[file]
        for part in near:
            for order in (part, reversed(part)):
                last: Step | None = None
                for index in order:
                    step = found[index]
                    node = base + segments.row[index]
                    if step is None and last is not None and to_before[node] < 0:
                        rule = rules.get(node)
                        if rule is not None and rule != NEW_NAME:
                            found[index] = step = last._replace(rule=rule)
                    last = step

    def _in_literal(self, file: int, index: int) -> Step | None:
        """The step of a segment inside a literal whose lines survive, though its leaves do not.

        A prefix or one escape more cuts a string into other leaves; a line of it that reads
        the same is the same line.
        """
        segments, mapping = self.after[file], self.mapping
        tree = segments.tree
        top = _outermost(tree, segments.row[index])
        node = mapping.to_before[mapping.after.base[file] + top] if top >= 0 else -1
        if node < 0:
            return None
        file_b, top_b = mapping.before.locate(node)
        before = self.before[file_b]
        key = (file, top)
        pairs = self._literals.get(key)
        if pairs is None:
            lines_b, lines_a = _lines(before.tree, top_b), _lines(tree, top)
            pairs = self._literals[key] = {
                lines_a[j].line: (lines_a[j], lines_b[i])
                for i, j in common_pairs([b.text for b in lines_b], [a.text for a in lines_a])
            }
        pair = pairs.get(segments.line[index])
        if pair is None:
            return None
        there = segments.start[index] - pair[0].start + pair[1].start
        for at in range(before.begin(top_b), before.begin(before.tree.stop[top_b])):
            if before.start[at] <= there < before.end[at]:
                return Step(file_b, at, self._reflow(file_b, at, file, index))
        return None

    def _of_gone(self, file: int, index: int) -> Step | None:
        """The step of a word of the language that stood in a statement that is gone."""
        node_b = self._gone.word(file, self.after[file].row[index])
        if node_b < 0:
            return None
        file_b, row_b = self.mapping.before.locate(node_b)
        places = self.before[file_b].of_row(row_b)
        return Step(file_b, places[0], WORD_KEPT) if len(places) == 1 else None

    def _leaf(self, file: int, row: int, node_b: int, moved: bool) -> list[Step | None]:
        """The steps of the segments of one leaf that has a partner."""
        mapping, after = self.mapping, self.after[file]
        file_b, row_b = mapping.before.locate(node_b)
        before = self.before[file_b]
        indices_b, indices_a = before.of_row(row_b), after.of_row(row)
        node_a = mapping.after.base[file] + row
        rule = self._rules.get(node_a) or ("move" if moved else "")
        if len(indices_b) == len(indices_a) == 1 and (
            node_a in self._kept or before.text(indices_b[0]) == after.text(indices_a[0])
        ):
            # Nearly every leaf.
            at, index = indices_b[0], indices_a[0]
            return [Step(file_b, at, rule or self._reflow(file_b, at, file, index))]
        texts_b = [before.text(i) for i in indices_b]
        texts_a = [after.text(i) for i in indices_a]
        pairs = {indices_a[j]: indices_b[i] for i, j in common_pairs(texts_b, texts_a)}
        found: list[Step | None] = []
        for index in indices_a:
            partner = pairs.get(index, -1)
            if partner < 0:
                found.append(None)
                continue
            found.append(Step(file_b, partner, rule or self._reflow(file_b, partner, file, index)))
        return found

    def _reflow(self, file_b: int, index_b: int, file_a: int, index_a: int) -> str:
        """`reflow` when the white space before a segment changed with its neighbours kept."""
        before, after = self.before[file_b], self.after[file_a]
        gap_b, gap_a = _gap(before, index_b), _gap(after, index_a)
        return "reflow" if gap_b != gap_a else ""


def _is_prose(segments: Segments) -> bool:
    """Whether a text is known by no more than its leaves: no language, or one without roles."""
    return segments.tree.language.support in {"structural", "text"}


def _is_comment(segments: Segments, index: int) -> bool:
    """Whether a segment is (part of) a comment that is no token of the language."""
    tree, row = segments.tree, segments.row[index]
    comments, above = tree.language.comment_kinds, tree.parent[row]
    if tree.size(row):
        return False
    return tree.kind[row] in comments or (above >= 0 and tree.kind[above] in comments)


def _around(segments: Segments, lines: Collection[int]) -> list[range]:
    """The segments on lines and next to them, as disjoint ranges that end where a leaf does.

    Some leaves follow their neighbours.
    """
    found: list[range] = []
    for line in sorted(lines):
        start = bisect_left(segments.line, line - 1)
        stop = bisect_left(segments.line, line + 2)
        if start == stop:
            continue
        start = segments.begin(segments.row[start])
        stop = segments.begin(segments.row[stop - 1] + 1)
        if found and start <= found[-1].stop:
            found[-1] = range(found[-1].start, max(stop, found[-1].stop))
        else:
            found.append(range(start, stop))
    return found


def _outermost(tree: SyntaxTree, row: int) -> int:
    """Row of the outermost literal around a leaf, or -1 when it is in none."""
    roles, kind = tree.language.roles, tree.kind
    found = -1
    while row > 0:
        if roles[kind[row]] & Role.VERBATIM:
            found = row
        elif found >= 0 or not tree.flags[row] & LEAF:
            break
        row = tree.parent[row]
    return found


def _lines(tree: SyntaxTree, row: int) -> list[_Line]:
    """The lines of a literal that hold text; its delimiters are no part of them."""
    start, stop = tree.start[row], tree.end[row]
    children = tree.children(row)
    if len(children) > 1 and tree.flags[children[0]] & tree.flags[children[-1]] & LEAF:
        start, stop = tree.end[children[0]], tree.start[children[-1]]
    found = []
    line = tree.line_of(start)
    for raw in tree.text[start:stop].split(b"\n"):
        text = raw.strip()
        if text:
            found.append(_Line(line, start + raw.index(text), text))
        start += len(raw) + 1
        line += 1
    return found


def _gap(segments: Segments, index: int) -> bytes:
    """The white space before a segment: its indentation if it opens a line, else the blanks."""
    tree = segments.tree
    start = segments.start[index]
    line_start = tree.line_starts[segments.line[index] - 1]
    lead = tree.text[line_start:start]
    if not lead.strip():
        return b"\n" + lead
    return lead[len(lead.rstrip()) :]
