"""What is proven of a change of an element: a refactoring only where the proof had all it needs.

An edit of its code counts as one only when it is another spelling of the same. Whether a rename
or a move left nothing behind shows in the whole commit alone, so that is classified as
`tracer diff` does, when it is small; a large one proves nothing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.world import in_repository
from tracer.history.changes import change_set_of_revisions
from tracer.history.elements.differences import COMMENT_ABOVE, FORMATTING, is_respelled
from tracer.history.elements.element import comments_above
from tracer.history.versions import WORKTREE
from tracer.matching import match
from tracer.model.enums import Verdict
from tracer.model.errors import VcsError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.history.commit_engine import CarryStep
    from tracer.history.elements.element import Place
    from tracer.history.versions import Version, Versions
    from tracer.model.changes import Change, ChangeVerdict, FileVerdict

_WORDS = frozenset((FORMATTING, COMMENT_ABOVE, "documentation"))
_PLACES = frozenset(("rename", "moved", "file_moved"))
_SPELLING = frozenset(("layout", "formatting"))  # rules that need no context
_FILES = 8  # changed files of a commit that is classified as a whole
_BYTES = 200_000  # of them together


class Judge:
    """Verdicts on the steps of one walk; a commit is classified at most once."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions
        self._commits: dict[tuple[str, str | None], ChangeVerdict | None] = {}

    def on_step(
        self, step: CarryStep, version: Version, before: Place, after: Place, kinds: list[str]
    ) -> Verdict:
        """The verdict on a change of an element of the step's first file after.

        Cost: nothing when its code changed; else a classification of the window, and of the
        commit when the element was renamed or moved.
        """
        code = set(kinds) - _WORDS - _PLACES
        if code and not is_respelled(step.unmatched, before, after):
            return Verdict.INTENT_EVOLUTION
        tree = step.unmatched.after.trees[0]
        span = tree.lines(after.element.outer)
        above = comments_above(tree, after.element.outer)
        first = tree.lines(above[0]).start_line if above else span.start_line
        if not _PLACES.intersection(kinds):
            inside = _inside(step.verdict.files, version.path, first, span.end_line)
            inside += _taken_out(step, before)
            if any(change.verdict is Verdict.INTENT_EVOLUTION for change in inside):
                return Verdict.INTENT_EVOLUTION
            if all(c.rule in _SPELLING for c in inside):
                return Verdict.AST_REFACTOR
        lines = step.lines_after[0]
        return self.on_lines(version, lines[first - 1] + 1, lines[span.end_line - 1] + 1)

    def on_lines(self, version: Version, start_line: int, end_line: int) -> Verdict:
        """The verdict of the whole commit on lines (1-based) of a version."""
        found = self._of_commit(version.commit)
        file = next((f for f in found.files if f.after == version.path), None) if found else None
        if file is None:
            return Verdict.INTENT_EVOLUTION
        inside = [change.verdict for change in _inside([file], version.path, start_line, end_line)]
        inside += [change.verdict for change in file.changes if change.after is None]
        if not inside:
            inside = [file.verdict]
        strongest = max(inside, key=lambda verdict: verdict.strength)
        is_proven = strongest is Verdict.AST_REFACTOR
        return Verdict.AST_REFACTOR if is_proven else Verdict.INTENT_EVOLUTION

    def _of_commit(self, commit: str) -> ChangeVerdict | None:
        """The verdict on all a commit did to its first parent; None for a large one."""
        parents = self._versions.commits_before(commit)
        parent = parents[0] if parents else None
        key = (commit, parent)
        if key not in self._commits:
            self._commits[key] = self._classified(commit, parent) if parent else None
        return self._commits[key]

    def _classified(self, commit: str, parent: str) -> ChangeVerdict | None:
        versions = self._versions
        if commit != WORKTREE and len(versions.changes(commit, parent)) > _FILES:
            return None
        try:
            named = (parent,) if commit == WORKTREE else (parent, commit)
            change_set = change_set_of_revisions(versions.workspace, named)
        except VcsError as error:
            versions.notes.add(error.message)
            return None
        files = change_set.files
        texts = (text for change in files for text in (change.before, change.after))
        if len(files) > _FILES or sum(len(text or b"") for text in texts) > _BYTES:
            return None
        revision = commit or None
        found = in_repository(versions.workspace, match(change_set), change_set, revision=revision)
        return found.verdict


def _inside(files: Iterable[FileVerdict], path: str, first: int, last: int) -> list[Change]:
    """The changes that reach into some lines of a file after."""
    return [
        change
        for file in files
        if file.after == path
        for change in file.changes
        if change.after is not None
        and change.after.path == path
        and change.after.start_line <= last
        and change.after.end_line >= first
    ]


def _taken_out(step: CarryStep, before: Place) -> list[Change]:
    """The changes that only removed something from an element before."""
    tree = step.unmatched.before.trees[before.file]
    path = step.unmatched.before.paths[before.file]
    span = tree.lines(before.element.outer)
    above = comments_above(tree, before.element.outer)
    first = tree.lines(above[0]).start_line if above else span.start_line
    return [
        change
        for file in step.verdict.files
        for change in file.changes
        if change.after is None
        and change.before is not None
        and change.before.path == path
        and change.before.start_line <= span.end_line
        and change.before.end_line >= first
    ]
