"""What is known about the origin of a piece of code, as JSON of CONTRACT.md.

A record is looked up in the index, a commit in git. A baseline ("stood there at that commit")
is a question for git's history, asked once for each file and commit it stands in.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracer.history.blame import blame_history, origin_facts
from tracer.history.line_diffs import line_hunks, split_lines
from tracer.ledger import state_from_json
from tracer.lineage import CUT, NEW, is_cut_owner, touched
from tracer.model.attribution import Cut, Source
from tracer.model.enums import Method, SourceKind
from tracer.model.errors import InputError, VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.queries.committed import Committed
from tracer.queries.credits import Parts, credits_by_line, parts_of
from tracer.queries.imports import Imports, claim_facts
from tracer.queries.ledger_recall import credited_commits
from tracer.vcs import is_shallow_boundary
from tracer.vcs.refs import missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.ledger import Index
    from tracer.model.attribution import Credit, Touch
    from tracer.model.workspace import Workspace
    from tracer.vcs import Commit, Git, PathChange

    _Leaves = tuple[str, Iterator[tuple[int, Credit]]]

Json = dict[str, Any]

_WORD = lazy_pattern(rb"\w+")

# Of one second: commits in their order, and between two of them the records made in between.
_STEP = 1 / 64
_HALF = 0.4
_BEFORE_ALL = -1  # the rank of what is older than a second's commits
_MOST_RANKS = 60
_WATCHED = (Method.OBSERVED, Method.CARRIED, Method.RECONCILED)
_FILES_SEARCHED = 4  # of a commit, for the place where a line lost code

_SHA = 40  # characters of a commit's id, at least; those of records are shorter


class Known(NamedTuple):
    """Origin and last touch as JSON, and how the attribution is known."""

    origin: Json
    last: Json
    method: str

    @property
    def key(self) -> tuple[str | None, str]:
        """What makes two origins the same."""
        return self.origin["id"], self.origin["kind"]


class Sources:
    """Origins of one workspace, each looked up once.

    `index` is None without a ledger, `git` without a repository.
    """

    def __init__(self, workspace: Workspace, index: Index | None, git: Git | None) -> None:
        self._workspace = workspace
        self._index = index
        self._git = git
        self._facts: dict[Source, Json] = {}
        self._moments: dict[str, float] = {}
        self._ranks: dict[str, int] = {}
        self._histories: dict[tuple[str, str], dict[int, Credit | None]] = {}
        self._mixed: dict[tuple[str, str], dict[int, Parts]] = {}
        self._imports = Imports(index, git)
        self.cuts: dict[Cut, tuple[str, int]] = {}  # as history has told (`HistoryBlame`)
        self.notes: set[str] = set()  # what history could not tell of the file asked about last
        self._cuts: dict[tuple[str, frozenset[tuple[Source, int]]], tuple[str, int]] = {}
        self.committed = (
            Committed(workspace, index, git, self.when)
            if index is not None and git is not None
            else None
        )

    def prepare(self, credits_: Iterable[Credit]) -> None:
        """Ask history about all baselines among `credits_` at once: one walk for each file."""
        wanted: dict[tuple[str, str], set[int]] = {}
        for credit in credits_:
            if credit.origin.kind is SourceKind.BASELINE:
                place = (credit.origin.id, credit.origin.path)
                wanted.setdefault(place, set()).add(credit.line)
        for place, lines in wanted.items():
            known = self._histories.setdefault(place, {})
            missing = {line for line in lines if line not in known}
            if missing:
                known.update(dict.fromkeys(missing))  # None: asked, and history cannot say
                known.update(self._history(place, missing))

    def known(self, credit: Credit) -> Known:
        """Everything CONTRACT.md wants to hear about a credit."""
        credit = self.older(credit)
        facts = self._facts_of(credit.origin)
        claim = self._imports.claim(credit)
        if claim is not None:
            facts = claim_facts(claim, facts)
        origin = {**facts, "path": credit.origin.path, "line": credit.line}
        if credit.copied is not None:
            source, path, offset = credit.copied
            origin["copied_from"] = {
                "id": source.id or None,
                "kind": _kind(source.kind),
                "path": path,
                "line": credit.line + offset,
            }
        last = self.touch(credit.last)
        method = claim.method if claim is not None else self._method(credit)
        return Known(origin, last, method.value)

    def _method(self, credit: Credit) -> Method:
        """How a credit is known; where code was only taken away, how it is known who did that."""
        if not is_cut_owner(credit):
            return credit.method
        if credit.origin.kind is SourceKind.COMMIT:
            return Method.INFERRED
        if credit.origin.kind is not SourceKind.RECORD or credit.method in _WATCHED:
            return credit.method
        record = self._index.record(credit.origin.id) if self._index is not None else None
        is_found = record is not None and record["event"] == "reconcile"
        return Method.RECONCILED if is_found else Method.OBSERVED

    def where_cut(self, owner: Credit, parts: Iterable[Credit]) -> Credit:
        """The owner of a line that it only took code from, with the place where it left the line.

        `parts` are the credits of the line's leaves: that version has a line with one of them.
        """
        cut = {
            (c.origin, c.line) for c in parts if c.last.rule == CUT and c.last[:2] == owner.last[:2]
        }
        key = owner.last.id, frozenset(cut)
        if key not in self._cuts:
            found = self._told_of_cut(owner, cut) or self._place_of_cut(owner, cut)
            self._cuts[key] = found or (owner.origin.path, owner.line)
        path, line = self._cuts[key]
        return owner._replace(origin=owner.origin._replace(path=path), line=line)

    def _told_of_cut(self, owner: Credit, cut: set[tuple[Source, int]]) -> tuple[str, int] | None:
        """The place that history met on its way, the nearest of several."""
        known = (self.cuts, self.committed.cuts) if self.committed is not None else (self.cuts,)
        places = [
            place
            for leaf in cut
            for places in known
            if (place := places.get(Cut(owner.last.id, *leaf))) is not None
        ]
        path = owner.origin.path
        return min(
            places,
            default=None,
            key=lambda at: (_distance(at[0], path), abs(at[1] - owner.line), at),
        )

    def _place_of_cut(self, owner: Credit, cut: set[tuple[Source, int]]) -> tuple[str, int] | None:
        """The place in the first file that has one, the nearest line of several."""
        is_change = owner.last.kind is not SourceKind.BASELINE
        for path, leaves in self._versions_left(owner, cut):
            lines = [
                (abs(line - owner.line), line)
                for line, then in leaves
                if (not is_change or then.last[:2] == owner.last[:2])
                and (credit := self.older(then))
                and (credit.origin, credit.line) in cut
            ]
            if lines:
                return path, min(lines)[1]
        return None

    def _versions_left(self, owner: Credit, cut: set[tuple[Source, int]]) -> Iterator[_Leaves]:
        """The files that a record or commit left with their leaves, the likeliest first.

        That is the file of today's path, then those of the same name in other folders; of all
        that a commit changed only a few.
        """
        path = owner.origin.path
        if owner.last.kind is SourceKind.RECORD:
            record = (self._index.record(owner.last.id) if self._index is not None else None) or {}
            files = [file for file in record.get("files", ()) if file["after"] is not None]
            states = [state_from_json(file, owner.last.id) for file in files]
            states.sort(key=lambda state: _distance(state.path, path))
            yield from ((state.path, parts_of(state)) for state in states)
            return
        git = self._git
        commit = git.commit(owner.last.id) if git is not None else None
        if git is None or commit is None:
            return
        if owner.last.kind is SourceKind.BASELINE:  # what stood there, whoever had cut it
            yield path, self._leaves_at(commit.id, path)
            return
        is_last = not commit.parents or is_shallow_boundary(self._workspace.root, commit.id)
        changed = git.changed_in(commit.id, None if is_last else commit.parents[0])
        words = self._words_of(cut)
        near = sorted(changed, key=lambda c: _distance(c.after_path or "", path))
        for change in near[:_FILES_SEARCHED]:
            lines = self._changed_lines(change, words)
            if change.after_path is not None and lines:
                yield change.after_path, self._leaves_at(commit.id, change.after_path, lines)

    def _changed_lines(self, change: PathChange, words: set[bytes]) -> list[int]:
        """The lines of a file that a commit changed and that have one of some words."""
        git = self._git
        if git is None or change.after_id is None:
            return []
        before = git.objects.blob(change.before_id) if change.before_id else b""
        after = split_lines(git.objects.blob(change.after_id) or b"")
        return [
            number + 1
            for hunk in line_hunks(split_lines(before or b""), after)
            for number in range(hunk.after_start, hunk.after_end)
            if not words or not words.isdisjoint(_WORD.findall(after[number]))
        ]

    def _words_of(self, cut: Iterable[tuple[Source, int]]) -> set[bytes]:
        """The words of lines where some code began; none where git cannot say."""
        found: set[bytes] = set()
        for source, line in cut:
            if self._git is None or source.kind is not SourceKind.COMMIT:
                return set()
            blob = self._git.blob_ids([(source.id, source.path)])[0]
            lines = split_lines((self._git.objects.blob(blob) if blob else None) or b"")
            words = _WORD.findall(lines[line - 1]) if line <= len(lines) else []
            if not words:
                return set()
            found.update(words)
        return found

    def _leaves_at(
        self, revision: str, path: str, lines: list[int] | None = None
    ) -> Iterator[tuple[int, Credit]]:
        """(line, credit) of the leaves of a file at a revision, as history has them."""
        try:
            state = blame_history(self._workspace, path, revision, lines=lines).state
        except (InputError, VcsError):
            return
        yield from parts_of(state)

    def touch(self, touch: Touch) -> Json:
        """A touch as JSON."""
        return {"id": touch.id or None, "kind": _kind(touch.kind), "rule": touch.rule}

    def when(self, id_: str, credit: Credit) -> float:
        """The moment of a record or commit that a credit names, in Unix seconds.

        What has no id yet (an edit nobody recorded or committed) is newer than all; what a
        ledger found when it began, or a shallow history where it ends, older. What a record found
        on disk before its author committed it is no newer than that record: agents may have edited
        it since.
        """
        moment = self._own_moment(id_, credit)
        if self.committed is not None:
            before = None
            if id_ == credit.origin.id:
                before = self.committed.seen_before(credit)
            elif credit.last.rule == CUT and id_ == credit.last.id:
                before = self.committed.cut_before(credit)
            if before is not None:
                moment = min(moment, self._known_moment(before))
        return moment

    def _own_moment(self, id_: str, credit: Credit) -> float:
        if not id_:
            is_unknown = self._index is not None and credit.method is Method.UNKNOWN
            began = is_unknown and credit.last.rule != NEW  # history says so of an edit on disk
            return -math.inf if began else math.inf
        if credit.origin.kind is SourceKind.UNKNOWN and id_ == credit.origin.id:
            return -math.inf  # where a shallow history ends, somebody older wrote it
        return self._known_moment(id_)

    def _known_moment(self, id_: str) -> float:
        known = self._moments.get(id_)
        if known is None:
            known = self._moments[id_] = self._moment(id_)
        return known

    def _moment(self, id_: str) -> float:
        commit = self._git.commit(id_) if self._git is not None and len(id_) >= _SHA else None
        if commit is not None:
            return commit.time + self._rank(commit) * _STEP
        record = self._index.record(id_) if self._index is not None else None
        if record is None:
            return -math.inf
        moment = datetime.fromisoformat(record["timestamp"]).timestamp()
        base = (record.get("vcs") or {}).get("revision_id")
        there = self._git.commit(base) if self._git is not None and base else None
        rank = 0
        if there is not None and there.time <= int(moment):
            rank = self._rank(there) if there.time == int(moment) else _BEFORE_ALL
        for sha in credited_commits(record):
            credited = self._git.commit(sha) if self._git is not None else None
            if credited is not None and credited.time == int(moment):
                rank = max(rank, self._rank(credited))
        return int(moment) + (rank + _HALF + moment % 1 * _HALF) * _STEP

    def _rank(self, commit: Commit) -> int:
        """How many ancestors of a commit, in a row, were made in the same second.

        A commit's time has no fractions. A record of the same second comes before the commits
        that were made upon what was checked out then, be that of an earlier second, and after
        those that it credits code to.
        """
        known = self._ranks.get(commit.id)
        if known is None:
            known, work = 0, commit
            while known < _MOST_RANKS and work.parents and self._git is not None:
                above = self._git.commit(work.parents[0])
                if above is None or above.time != commit.time:
                    break
                known, work = known + 1, above
            self._ranks[commit.id] = known
        return known

    def older(self, credit: Credit) -> Credit:
        """The credit itself; a baseline's is its commit's, or unknown where git cannot say."""
        if credit.origin.kind is not SourceKind.BASELINE:
            return credit
        self.prepare([credit])
        found = self._histories[credit.origin.id, credit.origin.path].get(credit.line)
        if found is None:
            nothing = Source("", SourceKind.UNKNOWN, credit.origin.path)
            return credit._replace(origin=nothing, method=Method.UNKNOWN)
        if found.origin.kind is SourceKind.BASELINE and found.origin.id != credit.origin.id:
            found = self.older(found)  # of an ancestor: this comes to an end
        is_touched = credit.last.kind is not SourceKind.BASELINE
        return touched(found, credit.last) if is_touched else found

    def whole_line(self, credit: Credit) -> Parts:
        """`older` for a line that has only this credit: history may tell its leaves apart."""
        if credit.origin.kind is not SourceKind.BASELINE:
            return [(1, credit)]
        self.prepare([credit])
        place = credit.origin.id, credit.origin.path
        parts = self._mixed.get(place, {}).get(credit.line)
        if parts is None:
            return [(1, self.older(credit))]
        parts = [(n, self.older(part)) for n, part in parts]
        if credit.last.kind is SourceKind.BASELINE:
            return parts
        return [(n, touched(part, credit.last)) for n, part in parts]

    def _history(self, place: tuple[str, str], lines: set[int]) -> dict[int, Credit]:
        """The commits' credits for some lines of a file at a revision."""
        revision, path = place
        if self._git is None:
            return {}
        try:
            text = self._git.blob_at(revision, path) if self.committed is not None else None
            if self.committed is not None and text is not None:
                answer = self.committed.by_history(path, text, revision, lines)
                state = answer.state
                self.notes.update(answer.notes)
            else:
                found = blame_history(self._workspace, path, revision, lines=lines)
                state = found.state
                self.cuts.update(found.cuts)
                self.notes.update(found.notes)
        except (InputError, VcsError):
            # A shallow or rewritten clone has no such file or commit; its origin is unknown.
            if self._git.commit(revision) is not None:
                self.notes.update(filter(None, [missing(self._git, path, revision)]))
            return {}
        mixed = self._mixed.setdefault(place, {})
        mixed.update({entry.line: list(entry.parts) for entry in state.mixed})
        return dict(credits_by_line(state, self.when))

    def _facts_of(self, source: Source) -> Json:
        known = self._facts.get(source)
        if known is None:
            known = self._facts[source] = self._look_up(source)
        return known

    def _look_up(self, source: Source) -> Json:
        head = {"id": source.id or None, "kind": _kind(source.kind)}
        if source.kind is SourceKind.RECORD:
            record = self._index.record(source.id) if self._index is not None else None
            if record is None:
                return head | origin_facts(None)
            return head | record_facts(record, source.path) | {"summary": _summary(record)}
        commit = self._commit(source)
        return head | origin_facts(commit) | self._commit_facts(commit, source.path)

    def _commit_facts(self, commit: Commit | None, path: str) -> Json:
        """What git blame's porcelain shows beside: subject, committer, the version before."""
        if commit is None or self._git is None:
            return {}
        name, email, timestamp = commit.committer
        found: Json = {
            "summary": commit.subject,
            "email": commit.email,
            "committer": {"name": name, "email": email, "timestamp": timestamp},
        }
        if not commit.parents or is_shallow_boundary(self._workspace.root, commit.id):
            found["boundary"] = True
        elif self._git.blob_ids([(commit.parents[0], path)])[0] is not None:
            found["previous"] = {"id": commit.parents[0], "path": path}
        return found

    def _commit(self, source: Source) -> Commit | None:
        if self._git is None or source.kind is SourceKind.UNKNOWN:
            return None
        return self._git.commit(source.id)


def record_facts(record: Json, path: str) -> Json:
    """What CONTRACT.md's `origin` says of a record beside id and place."""
    contributor = record.get("contributor") or {}
    for file in record.get("files") or ():
        if file["relative_path"] == path and file["conversations"]:
            contributor = file["conversations"][0].get("contributor") or contributor
    return {
        "intent_id": record.get("intent_id"),
        "contributor": {
            "entity_type": contributor.get("entity_type", "UNKNOWN"),
            "model_identifier": contributor.get("model_identifier"),
            "name": contributor.get("name"),
        },
        "timestamp": record["timestamp"],
        "record_hash": record["integrity"]["record_hash"],
    }


def _distance(path: str, wanted: str) -> tuple[bool, bool, str]:
    """How a path sorts beside a wanted one: itself, its name in other folders, any other."""
    return path != wanted, path.rpartition("/")[2] != wanted.rpartition("/")[2], path


def _summary(record: Json) -> str:
    """One line about a record, where git shows a commit's subject."""
    tool = (record.get("tool") or {}).get("name")
    words = [record["event"], record.get("mutation_class"), f"by {tool}" if tool else None]
    return " ".join(str(word) for word in words if word)


def _kind(kind: SourceKind) -> str:
    """The kind for others: a baseline is the commit it was seen at."""
    return SourceKind.COMMIT.value if kind is SourceKind.BASELINE else kind.value
