"""Whose the lines of a committed file are: from commits and the ledger alone.

Git history says which commit brought each piece of code, and under which name the file stood
then. There the ledger is asked: for the state it has of exactly that version, else for records
of before the commit that wrote the same lines. Who is found there is the writer, however the
code got into the commit (merge, squash, rebase, cherry-pick, a move by somebody else). What no
hook saw belongs to the author of the commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.engine.earlier_versions import never
from tracer.history.blame import blame_history
from tracer.history.restored_versions import put_back
from tracer.lineage import CUT, NEW
from tracer.model.attribution import Credit, Cut, FileState, LineRun, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple
from tracer.queries.credits import lines_of, parts_by_line, parts_of
from tracer.queries.doubt import Doubt
from tracer.queries.history_and_ledger import is_of_commit, joined
from tracer.queries.imports import Imports
from tracer.queries.ledger_recall import cuts_recalled, recalled, was_recorded_before
from tracer.queries.relaid import relaid
from tracer.vcs import is_shallow_boundary, unreachable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.queries.credits import Parts
    from tracer.vcs import Git, PathCommit

_VERSIONS = 200  # of one file looked at for bytes the ledger knows
_RENAMES = 8  # of a file that are followed to such bytes
_BROUGHT = SourceKind.COMMIT, Method.INFERRED
_AT_END = SourceKind.UNKNOWN, Method.UNKNOWN
_OF_COMMITS = frozenset({SourceKind.COMMIT, SourceKind.BASELINE})

Place = tuple[str, str]  # a commit and a path


class Asked(NamedTuple):
    """What limits a question to history: see `blame_history`."""

    merges: bool = False
    shares: bool = True
    progress: Callable[[int, int], None] | None = None


class Answer(NamedTuple):
    """A state, who last changed the words of its lines, and what this clone could not tell."""

    state: FileState
    changed: Mapping[int, Touch]
    notes: tuple[str, ...] = ()


class Committed:
    """The attribution of committed files of one workspace with a ledger.

    `when` is the moment of what a credit names. Each version is looked at once.
    """

    def __init__(
        self,
        workspace: Workspace,
        index: Index,
        git: Git,
        when: Callable[[str, Credit], float],
    ) -> None:
        self._workspace = workspace
        self._index = index
        self._git = git
        self._when = when
        self._imports = Imports(index, git)
        self._seen: dict[tuple[Source, int], str] = {}
        self._cuts: dict[tuple[Touch, Source, int], str] = {}
        self.cuts: dict[Cut, tuple[str, int]] = {}  # as history has told (`HistoryBlame`)
        self._found: dict[str, bool] = {}  # by record, whether it tells of what no hook saw
        self._known: dict[tuple[Place, frozenset[int]], tuple[bytes, FileState] | None] = {}
        self._asking: set[Place] = set()

    def of(
        self,
        path: str,
        text: bytes,
        revision: str,
        lines: Iterable[int] | None = None,
        asked: Asked | None = None,
    ) -> Answer:
        """The state of `path`, which holds `text` at `revision`; of some lines with `lines`."""
        state = self._index.state(
            content_of(text), path, elsewhere=never, preferred=self._before(path, revision)
        )
        if state is not None:
            return Answer(self._told((revision, path), text, state, lines), {})
        return self.by_history(
            path, text, revision, lines, base=self._newest_known(path, revision), asked=asked
        )

    def by_history(  # noqa: PLR0913 - a file version, and what limits the question
        self,
        path: str,
        text: bytes,
        revision: str | None,
        lines: Iterable[int] | None = None,
        *,
        base: str | None = None,
        asked: Asked | None = None,
    ) -> Answer:
        """History's answer, taken on by the ledger at each commit it names."""
        limits = asked or Asked()
        answer = blame_history(
            self._workspace,
            path,
            revision,
            lines=lines,
            base=base,
            merges=limits.merges,
            shares=limits.shares,
            progress=limits.progress,
        )
        changed = {
            line: touch
            for line, touch in answer.changed.items()
            if touch.kind is not SourceKind.BASELINE
        }
        self.cuts.update(answer.cuts)
        return Answer(self._joined(answer.state, text), changed, answer.notes)

    def version(self, credit: Credit) -> str | None:
        """See `Imports.content`."""
        return self._imports.content(credit)

    def newest_known(self, path: str) -> str | None:
        """The newest commit at or below HEAD at which the ledger knows the bytes of `path`."""
        start = self._git.resolve_or_none("HEAD")
        return self._newest_known(path, start) if start is not None else None

    def _newest_known(self, path: str, revision: str) -> str | None:
        """The newest commit at which the ledger knows the bytes of `path`, or of what it was."""
        start: str | None = revision
        for _ in range(_RENAMES):
            if start is None:
                return None
            rows = self._git.path_graph(start, path)[:_VERSIONS]
            first = rows[-1] if rows else None
            contents = self._git.blob_ids((row.id, path) for row in rows)
            needed = 0
            for number, row in enumerate(rows):
                content = contents[number] if number >= needed else None
                text = self._git.objects.blob(content) if content is not None else None
                if (
                    text is not None
                    and self._index.state(content_of(text), path, elsewhere=never) is not None
                ):
                    return row.id
                needed = max(needed, self._put_back(number, rows, contents))
            if first is None or first.parents or is_shallow_boundary(self._git.root, first.id):
                return None
            parents = (self._git.commit(first.id) or first).parents
            start = parents[0] if parents else None
            changes = self._git.changes(start, first.id)
            names = [c.before_path for c in changes if c.after_path == path]
            if not names or names[0] is None or names[0] == path:
                return None
            path = names[0]
        return None

    def _put_back(
        self, number: int, rows: Sequence[PathCommit], contents: Sequence[str | None]
    ) -> int:
        """The oldest of a path's commits, as a place in `rows`, from which one took code back.

        History has to be followed that far, or it would give that code to what stood in between.
        """
        places = {row.id: place for place, row in enumerate(rows)}
        content = contents[number]
        same = {
            row.id
            for place, row in enumerate(rows)
            if place != number and content is not None and contents[place] == content
        }

        def parents(older: str) -> tuple[str, ...]:
            return rows[places[older]].parents if older in places else ()

        found = put_back(self._git, rows[number].id, parents, same)
        return max((places.get(older, 0) for older in found), default=0)

    def _recorded(self, place: Place, text: bytes) -> FileState | None:
        """The ledger's state of exactly these bytes, which a commit brought.

        A record of another file counts that was made before the commit, if nothing stands there
        any more: that file became this one.
        """
        commit, path = place

        def became_this(other: str, record: str) -> bool:
            is_gone = self._git.blob_at(commit, other) is None
            return is_gone and was_recorded_before(self._index, self._git, record, commit)

        state = self._index.state(
            content_of(text),
            path,
            elsewhere=became_this,
            preferred=lambda record: was_recorded_before(self._index, self._git, record, commit),
        )
        return None if state is None else state._replace(path=path)

    def _before(self, path: str, revision: str) -> Callable[[str], bool]:
        """Says of a record whether it is of before the commit that brought a file's version.

        The same text may have been written on two branches: what was recorded later, on the other
        one, is not what this commit holds. Cost: one process, when it is first asked.
        """
        brought: list[str] = []

        def is_before(record: str) -> bool:
            if not brought:
                rows = self._git.path_graph(revision, path)[:1]
                brought.append(rows[0].id if rows else revision)
            return was_recorded_before(self._index, self._git, record, brought[0])

        return is_before

    def _joined(self, state: FileState, text: bytes) -> FileState:
        """History's `state` with the ledger's word at each commit that it credits lines to."""
        lines: dict[Place, set[int]] = {}
        for _, credit in parts_of(state):
            if is_of_commit(credit):
                place = credit.origin.id, credit.origin.path
                lines.setdefault(place, set()).add(credit.line)

        def known(commit: str, path: str) -> tuple[bytes, FileState] | None:
            return self._at((commit, path), frozenset(lines.get((commit, path), ())))

        return joined(state, text, known, self._when, (self.is_nobodys, self._cut_seen))

    def _cut_seen(self, credit: Credit) -> Credit:
        """A credit beside which a commit took code away, with the record of the one who did.

        That is told where the ledger knows the bytes of the file that the commit left, or the line
        as it was left.
        """
        if credit.last.rule != CUT or credit.last.kind is not SourceKind.COMMIT:
            return credit
        commit = credit.last.id
        path, line = self.cuts.get(Cut(commit, credit.origin, credit.line), ("", 0))
        text = self._git.blob_at(commit, path) if path else None
        if text is None:
            return credit
        state = self._recorded((commit, path), text)
        if state is not None:
            here = [part for number, part in parts_of(state) if number == line]
        else:
            words = text.split(b"\n")[line - 1]
            here = cuts_recalled(self._index, self._git, (commit, path), words)
        seen = [
            part for part in here if part.last.rule == CUT and part.last.kind is SourceKind.RECORD
        ]
        newest = max(seen, key=lambda part: part.last.id, default=None)
        if newest is None or self.is_cut_by_nobody(newest):
            return credit
        return credit._replace(last=newest.last)

    def _at(self, place: Place, lines: frozenset[int]) -> tuple[bytes, FileState] | None:
        """The text of a version that a commit brought, and what the ledger knows of these lines."""
        if place in self._asking:
            return None
        key = place, lines
        if key not in self._known:
            self._known[key] = self._look_up(place, lines)
        return self._known[key]

    def _look_up(self, place: Place, lines: frozenset[int]) -> tuple[bytes, FileState] | None:
        commit, path = place
        text = self._git.blob_at(commit, path)
        if text is None:
            return None
        state = self._recorded(place, text)
        if state is not None:
            # Before an owner is chosen: who is newer must not depend on what this clone has kept.
            return text, self._told(place, text, state, None)
        # Where a shallow history ends, the commit only had the code; somebody before it wrote it.
        is_end = is_shallow_boundary(self._git.root, commit)
        kind, method = _AT_END if is_end else _BROUGHT
        credit = Credit(Source(commit, kind, path), 1, Touch(commit, kind, NEW), method)
        runs = tuple(LineRun(n, n, credit._replace(line=n)) for n in sorted(lines))
        nobodys = FileState(path, content_of(text), runs)
        found = recalled(self._index, self._git, path, text, commit, nobodys)
        if not is_end and any(part.origin.id == commit for _, part in parts_of(found)):
            found = self._relaid(place, text, credit, found)
        if found == nobodys:
            return None
        return text, _filled(self.settled(found, parts_by_line(nobodys)), text, credit)

    def _relaid(self, place: Place, text: bytes, credit: Credit, found: FileState) -> FileState:
        """What records say of the same code in another layout; it takes all lines to see that."""
        commit, path = place
        every = _filled(FileState(path, content_of(text), ()), text, credit)
        whole = recalled(self._index, self._git, path, text, commit, every)
        state = relaid(self._index, self._git, place, text, whole)
        if state == whole:
            return found
        wanted = parts_by_line(found).keys()
        runs = [
            LineRun(line, line, credit)
            for run in state.runs
            for line, credit in lines_of(run)
            if line in wanted
        ]
        mixed = tuple(entry for entry in state.mixed if entry.line in wanted)
        return state._replace(runs=tuple(runs), mixed=mixed)

    def _told(
        self, place: Place, text: bytes, state: FileState, lines: Iterable[int] | None
    ) -> FileState:
        """The ledger's state of a version, with what history and other records say of its lines."""
        commit, path = place
        settled, is_lost = self._settled(state, commit, lines)
        if any(credit.origin.id == commit for _, credit in parts_of(settled)):
            # The record names commits that are gone; others may name the lines themselves.
            found = recalled(
                self._index, self._git, path, text, commit, settled, is_rewritten=is_lost
            )
            return found if found == settled else self.settled(found, parts_by_line(settled))
        return settled

    def _settled(
        self, state: FileState, revision: str, lines: Iterable[int] | None
    ) -> tuple[FileState, bool]:
        """(the ledger's state, settled by history; whether it named commits that are lost).

        History is asked where the state names a commit that `revision` does not have (rebased
        away, or another branch's: other clones never see it), and where no hook saw who wrote or
        took code away.
        """
        wanted = None if lines is None else set(lines)
        named: dict[str, set[int]] = {}
        asked: set[int] = set()
        for line, credit in parts_of(state):
            if wanted is not None and line not in wanted:
                continue
            if self.is_doubtful(credit):
                asked.add(line)
            for source in (credit.origin, credit.last):
                if source.kind in _OF_COMMITS and source.id != revision:
                    named.setdefault(source.id, set()).add(line)
        lost = unreachable(self._git, named, revision) if named else set()
        asked = asked.union(*(named[name] for name in lost))
        if not asked:
            return state, False
        place = revision, state.path
        is_outer = place not in self._asking
        self._asking.add(place)
        try:
            text = self._git.blob_at(revision, state.path) or b""
            answer = self.by_history(state.path, text, revision, asked).state
        finally:
            if is_outer:
                self._asking.discard(place)
        known = {line: parts for line, parts in parts_by_line(answer).items() if line in asked}
        return self.settled(state, known, lost), bool(lost)

    def settled(
        self, state: FileState, known: Mapping[int, Parts], lost: Collection[str] = ()
    ) -> FileState:
        """The state with what is `known` by line in place of what is nobody's or `lost`."""
        doubt = Doubt(self.is_nobodys, self.is_cut_by_nobody, self._add_seen, lost)
        return doubt.settled(state, known)

    def _add_seen(self, before: Credit, known: Credit) -> None:
        """Note that code which a commit holds stood there before: it is no newer than that."""
        if self.is_cut_by_nobody(before) and before.last.kind is SourceKind.RECORD:
            if known.last.kind in _OF_COMMITS and known.last.rule == CUT:
                cut = known.last, known.origin, known.line
                self._cuts[cut] = max(self._cuts.get(cut, ""), before.last.id)
        elif before.origin.id and known.origin.kind in _OF_COMMITS:
            place = known.origin, known.line
            self._seen[place] = max(self._seen.get(place, ""), before.origin.id)

    def seen_before(self, credit: Credit) -> str | None:
        """The record or commit that had code before the commit of a credit brought it."""
        return self._seen.get((credit.origin, credit.line))

    def cut_before(self, credit: Credit) -> str | None:
        """The record that found a cut on disk which the commit that a credit names brought."""
        return self._cuts.get((credit.last, credit.origin, credit.line))

    def is_nobodys(self, credit: Credit) -> bool:
        """Whether a credit only says that code is there: no hook, commit or person tells whose."""
        if credit.origin.kind is not SourceKind.RECORD:
            return credit.origin.kind is SourceKind.UNKNOWN
        return credit.method is Method.RECONCILED and self._imports.claim(credit) is None

    def is_doubtful(self, credit: Credit) -> bool:
        """Whether only commits can tell who wrote code, or took code away beside it."""
        return self.is_nobodys(credit) or self.is_cut_by_nobody(credit)

    def is_cut_by_nobody(self, credit: Credit) -> bool:
        """Whether code beside is gone, and who took it away only commits can tell.

        It was found on disk, or came with commits that were pulled together.
        """
        if credit.last.rule != CUT:
            return False
        if credit.last.kind is not SourceKind.RECORD:
            return credit.last.kind is SourceKind.BASELINE
        known = self._found.get(credit.last.id)
        if known is None:
            entry = self._index.entry(credit.last.id)
            known = self._found[credit.last.id] = entry is not None and entry.event == "reconcile"
        return known


def _filled(state: FileState, text: bytes, credit: Credit) -> FileState:
    """The state with `credit` on the lines that it does not cover."""
    covered = parts_by_line(state).keys()
    count = text.count(b"\n") + bool(text and not text.endswith(b"\n"))
    runs = [LineRun(n, n, credit._replace(line=n)) for n in range(1, count + 1) if n not in covered]
    return state._replace(runs=tuple(sorted([*state.runs, *runs])))
