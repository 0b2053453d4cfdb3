"""Blame that cannot be right: lines credited to a commit that did not change their function.

The judge is a parser of the language's own (`readers`), which tracer does not use.

For a line of the final file that lies in a function and holds code (a token that is neither
comment nor layout), a blame names a commit C, and the path P and line L that the line had in
C's version. Let f be the innermost function around L in P at C, decorators included. The blame
is **wrong for certain** when f was there before C, identical: some function of a parent of C
has the same dump (positions left out; name, arguments, decorators, docstring and body in), and
stands

- under the same path and qualified name, or
- anywhere in the files C changed, at a path and name where C no longer has it (the function
  was moved; one that also stayed where it was has been copied, and a copy is new).

The share is wrong lines among all code lines in functions. A line cannot be judged, and does
not count as wrong, when the reader cannot parse P at C (Python 2 code), when L is outside every
function there, or when C is the boundary of the range (code older than what is compared); how
many there are is told beside the share.
A blame can be wrong in other ways; this counts what needs no opinion.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from benchmarks.accuracy.replay.readers import Function, Reader, Reading
    from tracer.vcs import Git


class Blamed(NamedTuple):
    """One line's blame: the commit, and where the line was in it. No commit: boundary."""

    commit: str | None
    path: str
    line: int


class Score:
    """Counts of one file or of many."""

    def __init__(self) -> None:
        self.lines = 0  # code lines in functions
        self.judged = 0
        self.wrong = 0
        self.unparsable = 0
        self.outside = 0
        self.boundary = 0
        self.cases: Counter[tuple[str, str, str]] = Counter()  # (commit, path, function)

    def add(self, other: Score) -> None:
        for name in ("lines", "judged", "wrong", "unparsable", "outside", "boundary"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.cases.update(other.cases)

    @property
    def share(self) -> float:
        return self.wrong / self.lines if self.lines else 0.0


def innermost(found: list[Function], line: int) -> Function | None:
    """The innermost function around a line."""
    around = [f for f in found if f.start <= line <= f.end]
    return max(around, key=lambda f: (f.start, -f.end)) if around else None


class Judge:
    """Answers, with caches, for one repository."""

    def __init__(self, git: Git, reader: Reader, *, first_parent: bool) -> None:
        self._git = git
        self._reader = reader
        self._first_parent = first_parent
        self._functions: dict[str, list[Function] | None] = {}
        self._moved: dict[str, set[str]] = {}

    @property
    def extensions(self) -> tuple[str, ...]:
        """The endings of the files it can judge."""
        return self._reader.extensions

    def read(self, path: str, text: bytes) -> Reading | None:
        """What the reader finds in a text."""
        return self._reader.read(path, text)

    def score(self, reading: Reading, blame: dict[int, Blamed]) -> Score:
        """The score of one file's blame."""
        score = Score()
        wanted = {n for f in reading.functions for n in range(f.start, f.end + 1)} & reading.code
        for line in sorted(wanted):
            score.lines += 1
            blamed = blame.get(line)
            if blamed is None or blamed.commit is None:
                score.boundary += 1
                continue
            there = self._at(blamed.commit, blamed.path)
            if there is None:
                score.unparsable += 1
                continue
            function = innermost(there, blamed.line)
            if function is None:
                score.outside += 1
                continue
            score.judged += 1
            if self._was_there(blamed, function):
                score.wrong += 1
                score.cases[blamed.commit, blamed.path, function.name] += 1
        return score

    def _was_there(self, blamed: Blamed, function: Function) -> bool:
        commit = self._git.commit(blamed.commit or "")
        parents = commit.parents if commit else ()
        for parent in parents[:1] if self._first_parent else parents:
            same = self._at(parent, blamed.path) or []
            if any(f.dump == function.dump and f.name == function.name for f in same):
                return True
            if function.dump in self._moved_away(blamed.commit or "", parent):
                return True
        return False

    def _moved_away(self, commit: str, parent: str) -> set[str]:
        """The functions that left their place in the files a commit changed."""
        key = f"{commit} {parent}"
        if key not in self._moved:
            found: set[str] = set()
            for change in self._git.changed_in(commit, parent):
                if (
                    change.before_path
                    and change.before_path.endswith(self._reader.extensions)
                    and change.before_id
                ):
                    after = self._of_blob(change.after_id, change.after_path) or []
                    kept = {(f.name, f.dump) for f in after}
                    before = self._of_blob(change.before_id, change.before_path) or []
                    found.update(f.dump for f in before if (f.name, f.dump) not in kept)
            self._moved[key] = found
        return self._moved[key]

    def _at(self, commit: str, path: str) -> list[Function] | None:
        blob = self._git.blob_ids([(commit, path)])[0]
        return self._of_blob(blob, path)

    def _of_blob(self, blob: str | None, path: str | None) -> list[Function] | None:
        if blob is None or path is None:
            return []
        if blob not in self._functions:
            reading = self._reader.read(path, self._git.objects.blob(blob) or b"")
            self._functions[blob] = reading.functions if reading else None
        return self._functions[blob]
