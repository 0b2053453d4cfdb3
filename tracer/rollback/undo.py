"""One file's hunks, undone in the files as they are now.

Three versions meet: what stood before the record, what the record left, and what stands now.
Each hunk of the record is looked for in the files now by its code, not by its lines. Where its
code stands there whole and alone it is replaced by what stood before, at the indentation and
with the names of now; anything else is a conflict, and nothing is guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.named_tuple import NamedTuple
from tracer.rollback.follow import Spot, is_word
from tracer.rollback.hunks import Hunk, hunks, lines_of
from tracer.rollback.undo_lines import blank_ends, definition_lines, innermost
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.rollback.follow import Followed
    from tracer.syntax import SyntaxTree


class Edit(NamedTuple):
    """Replace lines `start <= i < end` (0-based) of a file now by `lines`."""

    path: str
    start: int
    end: int
    lines: tuple[bytes, ...]


class Conflict(NamedTuple):
    """Why a part cannot be undone: lines of a file now (1-based), or of the one it was in."""

    path: str
    start_line: int
    end_line: int
    reason: str


CHANGED = "this code was changed since"
BETWEEN = "later code stands between these lines"
INSIDE = "later code stands inside what would go away"
SHARED = "this line now holds other code too"
AGAIN = "a definition of that name stands here now"
LOST = "what stood around the removed code is gone, so its place is unknown"


class FileUndo:
    """Undoes what a record did to one file that it left with content.

    `before` is None for a file the record created.
    """

    def __init__(
        self,
        followed: Followed,
        before_path: str | None,
        path: str,
        before: bytes | None,
    ) -> None:
        self.followed = followed
        self.path = path
        self.after_tree: SyntaxTree = followed.left[path].tree
        self.after_lines = lines_of(self.after_tree.text)
        self.before_lines = lines_of(before or b"")
        self.edits: list[Edit] = []
        self.conflicts: list[Conflict] = []
        self._uses_crlf: dict[str, bool] = {}
        change = ChangeSet.from_texts({path: before or b""}, {path: self.after_tree.text})
        self._pairs = match(change)
        self.before_tree: SyntaxTree = self._pairs.before.trees[0]
        self.before_path = before_path

    def run(self) -> FileUndo:
        """Fill in `edits` and `conflicts`."""
        begins_b = definition_lines(self._pairs.before.elements(0), self.before_tree)
        begins_a = definition_lines(self._pairs.after.elements(0), self.after_tree)
        for hunk in hunks(self.before_lines, self.after_lines, begins_b, begins_a):
            lines = range(hunk.after_start + 1, hunk.after_end + 1)
            segments = self.followed.segments_on(self.path, lines)
            if not segments:
                self._insert(hunk)
            elif any(line.strip() for line in self._old(hunk)):
                self._replace(hunk, segments)
            else:
                self._remove(hunk, segments)
        return self

    # The three kinds of hunks

    def _replace(self, hunk: Hunk, segments: list[int]) -> None:
        """Lines the record rewrote get their old text again."""
        region = self.followed.region(self.path, segments)
        if region is None:
            if not self._is_undone(hunk):
                self._cannot(hunk, segments, CHANGED)
            return
        column = self.followed.left[self.path].line
        reference = column[segments[0]]
        lines = self._old(hunk)
        spelled = self._spelled(hunk, lines, reference)
        if spelled is None:
            self.conflicts.append(Conflict(region.path, region.first, region.last, CHANGED))
            return
        now = self._now_lines(region.path)
        start, end = region.first - 1, region.last
        for number in range(hunk.after_start, reference - 1):
            if start and not now[start - 1].strip() and not self.after_lines[number].strip():
                start -= 1
        for number in range(column[segments[-1]], hunk.after_end):
            if end < len(now) and not now[end].strip() and not self.after_lines[number].strip():
                end += 1
        self._edit(region.path, start, end, spelled)

    def _remove(self, hunk: Hunk, segments: list[int]) -> None:
        """Lines the record added go away, if nothing came into them since."""
        column = self.followed.left[self.path].line
        gone: set[tuple[str, int]] = set()
        lines = range(hunk.after_start + 1, hunk.after_end + 1)
        for segment in segments:
            there = self.followed.now_of(self.path, segment)
            if not there:
                spot = self.followed.changed_node(self.path, segment, lines)
                mates = [s for s in segments if column[s] == column[segment]]
                if spot is not None or any(self.followed.now_of(self.path, s) for s in mates):
                    self._cannot(hunk, segments, CHANGED)
                    return
            gone.update(there)
        trouble = self._later_inside(gone)
        if trouble is not None:
            self.conflicts.append(trouble)
            return
        blanks = blank_ends(self.after_lines[hunk.after_start : hunk.after_end])
        runs = list(self._whole_lines(gone))
        for number, (path, first, last) in enumerate(runs):
            now = self._now_lines(path)
            start, end = first - 1, last
            is_first, is_last = number == 0, number == len(runs) - 1
            for _ in range(blanks[0] if is_first else 0):
                if start and not now[start - 1].strip():
                    start -= 1
            for _ in range(blanks[1] if is_last else 0):
                if end < len(now) and not now[end].strip():
                    end += 1
            self._edit(path, start, end, self._old(hunk) if is_first else [])

    def _insert(self, hunk: Hunk) -> None:
        """Lines the record deleted come back between what stood around them."""
        lines = self._old(hunk)
        if self._is_undone(hunk):
            return
        place = self._place(hunk)
        if isinstance(place, Conflict):
            if any(line.strip() for line in lines):
                self.conflicts.append(place)
            return
        path, start, end, reference = place
        again = self._defined_again(hunk, path)
        if again is not None:
            self.conflicts.append(again)
            return
        spelled = self._spelled(hunk, lines, reference)
        if spelled is None:
            self.conflicts.append(Conflict(path, start or 1, max(start, 1), LOST))
            return
        self._edit(path, start, end, spelled)

    # Where deleted lines belong

    def _place(self, hunk: Hunk) -> tuple[str, int, int, int | None] | Conflict:
        """(path, first line, last line, line of reference) of the gap that deleted lines go to.

        The gap's lines are 0-based and blank; the reference is a 1-based line the record left,
        whose indentation then and now tells that of the old lines.
        """
        above, below = self._neighbour(hunk, -1), self._neighbour(hunk, +1)
        up = self._spot(above, last=True) if above else None
        down = self._spot(below, last=False) if below else None
        skipped = hunk.after_start - above
        blanks = hunk.after_end - hunk.after_start
        if above == 0 and below == 0:
            return self._empty_file(hunk)
        if (above == 0 or up is not None) and (below == 0 or down is not None):
            path = (up or down or Spot("", 0)).path
            bottom = len(self._now_lines(path)) if down is None else down.line - 1
            top = up.line if up is not None else 0
            together = up is None or down is None or up.path == down.path
            if together and top <= bottom and self._is_blank(path, top, bottom):
                start = min(top + skipped, bottom)
                return path, start, min(start + blanks, bottom), above or below
        if up is not None and self._ends_container(hunk, above, up):
            return up.path, up.line, up.line, above
        if down is not None and self._is_definitions(hunk):
            start = down.line - 1
            return down.path, start, start, below
        where = up or down
        if where is None:
            return Conflict(self.path, above or 1, below or above or 1, LOST)
        reason = BETWEEN if up is not None and down is not None else LOST
        last = down.line if down is not None and down.path == where.path else where.line
        return Conflict(where.path, where.line, max(where.line, last), reason)

    def _empty_file(self, hunk: Hunk) -> tuple[str, int, int, int | None] | Conflict:
        """The place in a file that the record had left without any code."""
        if self.path in self.followed.now and not len(self.followed.now[self.path]):
            return self.path, 0, len(self._now_lines(self.path)), None
        return Conflict(self.path, 1, max(1, hunk.after_end), CHANGED)

    def _is_undone(self, hunk: Hunk) -> bool:
        """Whether what stood before stands again between the lines around the hunk."""
        above, below = self._neighbour(hunk, -1), self._neighbour(hunk, +1)
        up = self._spot(above, last=True) if above else None
        down = self._spot(below, last=False) if below else None
        if (above and up is None) or (below and down is None):
            return False
        path = (up or down or Spot(self.path, 0)).path
        if path not in self.followed.now or (up and down and up.path != down.path):
            return False
        now = self._now_lines(path)
        there = now[up.line if up else 0 : down.line - 1 if down else len(now)]
        code = [line.strip() for line in self._old(hunk) if line.strip()]
        if not code and not self.followed.segments_on(
            self.path, range(hunk.after_start + 1, hunk.after_end + 1)
        ):
            return False  # blank lines only: they are put back as they were
        return [line.strip() for line in there if line.strip()] == code

    def _neighbour(self, hunk: Hunk, direction: int) -> int:
        """The nearest line with code above or below a hunk, 1-based; 0 when there is none."""
        column = self.followed.left[self.path].line
        if direction < 0:
            return max((line for line in column if line <= hunk.after_start), default=0)
        return min((line for line in column if line > hunk.after_end), default=0)

    def _spot(self, line: int, *, last: bool) -> Spot | None:
        """Where the side of a line that faces the hunk stands now."""
        segments = self.followed.segments_on(self.path, (line,))
        segment = segments[-1] if last else segments[0]
        there = self.followed.now_of(self.path, segment)
        if not there:
            return None
        path, index = there[-1 if last else 0]
        column = self.followed.now[path].line
        beyond = index + 1 if last else index - 1
        if 0 <= beyond < len(column) and column[beyond] == column[index]:
            return None  # other code has come onto the line
        return Spot(path, column[index])

    def _ends_container(self, hunk: Hunk, above: int, up: Spot) -> bool:
        """Whether the deleted lines were the end of the definition that the line above is in.

        And whether that line still is its last one.
        """
        container = innermost(self.before_tree, self._pairs.before.elements(0), hunk.before_start)
        if container is None:
            return False
        first, last = container
        line = self._before_line(above)
        if line is None or not first <= line <= last:
            return False
        now = self.followed.now[up.path]
        file = self.followed.mapping.after.file_of_path[up.path]
        there = innermost(
            now.tree, self.followed.mapping.after.elements(file), up.line - 1, strict=False
        )
        following = min((n for n in now.line if n > up.line), default=0)
        return there is not None and there[1] == up.line and (not following or following > there[1])

    def _before_line(self, after_line: int) -> int | None:
        """The 1-based line before, of a line the record kept."""
        segment = self.followed.segments_on(self.path, (after_line,))[0]
        node = self._pairs.to_before[self.followed.left[self.path].row[segment]]
        if node < 0:
            return None
        return self.before_tree.line_of(self.before_tree.start[node])

    def _is_definitions(self, hunk: Hunk) -> bool:
        """Whether the deleted lines are whole definitions, whose order matters little."""
        code = [
            i + 1 for i in range(hunk.before_start, hunk.before_end) if self.before_lines[i].strip()
        ]
        begins = definition_lines(self._pairs.before.elements(0), self.before_tree)
        if not code or code[0] - 1 not in begins:
            return False
        tree = self.before_tree
        covered: set[int] = set()
        for element in self._pairs.before.elements(0):
            first = tree.line_of(tree.start[element.outer])
            last = tree.line_of(max(tree.start[element.outer], tree.end[element.outer] - 1))
            if hunk.before_start < first and last <= hunk.before_end:
                covered.update(range(first, last + 1))
        return set(code) <= covered

    def _defined_again(self, hunk: Hunk, path: str) -> Conflict | None:
        """A definition in a file now that has the name of one that would come back."""
        tree = self.before_tree
        back = {
            element.name
            for element in self._pairs.before.elements(0)
            if hunk.before_start < tree.line_of(tree.start[element.row]) <= hunk.before_end
        }
        now = self.followed.now[path].tree
        kept = {e.name for e in self._pairs.after.elements(0)}  # overloads stood beside it
        for element in elements(now):
            if element.name in back - kept:
                lines = now.lines(element.outer)
                return Conflict(path, lines.start_line, lines.end_line, AGAIN)
        return None

    # Later code

    def _later_inside(self, gone: set[tuple[str, int]]) -> Conflict | None:
        """Code that is newer than the record, in a node whose beginning would go away."""
        for path, index in sorted(gone):
            segments = self.followed.now[path]
            tree = segments.tree
            row = segments.row[index]
            start = segments.start[index]
            while row > 0 and tree.start[row] == start:
                for inner in range(segments.begin(row), segments.begin(tree.stop[row])):
                    if (path, inner) not in gone and self.followed.origin[path][inner] is None:
                        line = segments.line[inner]
                        return Conflict(path, line, line, INSIDE)
                row = tree.parent[row]
        return None

    def _whole_lines(self, gone: set[tuple[str, int]]) -> Iterator[tuple[str, int, int]]:
        """(path, first, last) of runs of lines that hold nothing but what goes away; 1-based.

        Only blank lines may stand inside a run. A line that holds other code too is a conflict.
        """
        for path in sorted({there for there, _ in gone}):
            column = self.followed.now[path].line
            mine = {column[index] for there, index in gone if there == path}
            for index, line in enumerate(column):
                if line in mine and (path, index) not in gone:
                    self.conflicts.append(Conflict(path, line, line, SHARED))
                    mine.discard(line)
            run: list[int] = []
            for line in sorted(mine):
                if run and self._is_blank(path, run[-1], line - 1):
                    run.append(line)
                    continue
                if run:
                    yield path, run[0], run[-1]
                run = [line]
            if run:
                yield path, run[0], run[-1]

    # Texts

    def _old(self, hunk: Hunk) -> list[bytes]:
        return self.before_lines[hunk.before_start : hunk.before_end]

    def _now_lines(self, path: str) -> list[bytes]:
        return lines_of(self.followed.now[path].tree.text)

    def _is_blank(self, path: str, start: int, end: int) -> bool:
        return not any(line.strip() for line in self._now_lines(path)[start:end])

    def _spelled(self, hunk: Hunk, lines: list[bytes], reference: int | None) -> list[bytes] | None:
        """Old lines with the names and the indentation of now; None where that is unclear."""
        lines = self._renamed(hunk, lines)
        indents = self.followed.indent(self.path, reference) if reference else None
        if indents is not None and indents[0] != indents[1]:
            return self._indented(hunk, lines, *indents)
        return lines

    def _indented(
        self, hunk: Hunk, lines: list[bytes], then: bytes, now: bytes
    ) -> list[bytes] | None:
        """The lines moved by as much as the line of reference has moved.

        Lines that begin inside a literal are left as they are.
        """
        found = []
        for offset, line in enumerate(lines):
            start = self.before_tree.line_starts[hunk.before_start + offset]
            if not line.strip() or self._begins_inside_leaf(start):
                found.append(line)
            elif now.startswith(then):
                found.append(now[len(then) :] + line)
            elif then.startswith(now) and line.startswith(then[len(now) :]):
                found.append(line[len(then) - len(now) :])
            else:
                return None
        return found

    def _begins_inside_leaf(self, offset: int) -> bool:
        segments = self._before_segments
        return any(
            self.before_tree.start[row] < offset < self.before_tree.end[row] for row in segments
        )

    @property
    def _before_segments(self) -> list[int]:
        """Leaves of more than one line, before."""
        tree = self.before_tree
        return [
            row
            for row in range(len(tree))
            if tree.stop[row] == row + 1 and b"\n" in tree.slice(row)
        ]

    def _renamed(self, hunk: Hunk, lines: list[bytes]) -> list[bytes]:
        """Old lines in which names that were renamed since read as they do now."""
        tree, pairs = self.before_tree, self._pairs
        start = tree.line_starts[hunk.before_start] if lines else 0
        stop = start + sum(map(len, lines))
        names = self._renames_around(hunk)
        if not names:
            return lines
        parts = []
        at = start
        for row in range(len(tree)):
            if start <= tree.start[row] and tree.end[row] <= stop and is_word(tree, row):
                name = names.get(tree.slice(row))
                node = pairs.to_after[row]
                is_same = node >= 0 and self.after_tree.slice(node) == tree.slice(row)
                new = (self._name_now(node) if is_same else None) or name
                if new is not None:
                    parts += [tree.text[at : tree.start[row]], new]
                    at = tree.end[row]
        parts.append(tree.text[at:stop])
        return lines_of(b"".join(parts))

    def _name_now(self, after_row: int) -> bytes | None:
        """What a word the record left reads now."""
        segments = self.followed.left[self.path]
        found = segments.of_row(after_row)
        there = self.followed.now_of(self.path, found[0]) if len(found) == 1 else []
        return self.followed.now[there[0][0]].text(there[0][1]) if len(there) == 1 else None

    def _renames_around(self, hunk: Hunk) -> dict[bytes, bytes]:
        """Names renamed since in the definition around a hunk, else in the whole file."""
        tree = self.after_tree
        first, last = 0, len(tree)
        for element in self._pairs.after.elements(0):
            begin = tree.line_of(tree.start[element.row])
            end = tree.line_of(max(tree.start[element.row], tree.end[element.row] - 1))
            if begin <= hunk.after_start + 1 and hunk.after_end <= end and end > begin:
                first, last = element.row, tree.stop[element.row]
        return {
            old: new
            for old, new in self.followed.renames(self.path, first, last).items()
            if old[:1].isalpha() or old[:1] in b"_$"
        }

    # Results

    def _edit(self, path: str, start: int, end: int, lines: list[bytes]) -> None:
        now = self._now_lines(path)
        if path not in self._uses_crlf:
            crlf = sum(line.endswith(b"\r\n") for line in now)
            self._uses_crlf[path] = crlf * 2 > len(now)
        theirs = sum(line.endswith(b"\r\n") for line in self.after_lines) * 2
        was_crlf = theirs > len(self.after_lines)
        if was_crlf != self._uses_crlf[path]:
            end_now = b"\r\n" if self._uses_crlf[path] else b"\n"
            lines = [
                line.rstrip(b"\r\n") + end_now if line.endswith(b"\n") else line for line in lines
            ]
        self.edits.append(Edit(path, start, end, tuple(lines)))

    def _cannot(self, hunk: Hunk, segments: list[int], reason: str) -> None:
        """Add the conflict of a hunk whose code is not as the record left it."""
        spots = [spot for segment in segments for spot in self.followed.now_of(self.path, segment)]
        if not spots:
            self.conflicts.append(
                Conflict(self.path, hunk.after_start + 1, max(hunk.after_end, 1), reason)
            )
            return
        path = spots[0][0]
        lines = [self.followed.now[there].line[index] for there, index in spots if there == path]
        self.conflicts.append(Conflict(path, min(lines), max(lines), reason))
