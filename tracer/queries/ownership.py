"""Whose code it is now: the one answer that every query gives, line by line.

The rule, for a file version:

- a line belongs to the newest change that gave it its present meaning (`lineage.owner`): of its
  leaves' origins the newest, or the newest change that took code away beside them; who only moved,
  renamed or reformatted it does not own it;
- a bracket alone on its line belongs with the construct it closes;
- a blank line belongs to the next line with code, at the end of a file to the last one;
- a line of several origins has one owner, the newest, and each of them a share in it by its leaves;
  what a cut took away counts as one leaf, its origin is the line as the cut left it.

`blame`, `blame-by-intent`, `map`, `report`, `check` and MCP's `why` ask here and nowhere else, so
that they cannot differ. "Now" is the text on disk, or that of the commit where a sparse checkout
leaves a file out.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.ledger import Index
from tracer.lineage import CUT, is_cut_owner, line_changed, line_owner
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.disk import write_atomically
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple
from tracer.queries.attribution import Attribution
from tracer.queries.credits import Parts, parts_by_line
from tracer.queries.intent_files import intent_files
from tracer.queries.plain_commits import A_MOMENT, PlainCommits, seconds
from tracer.vcs import Git, git_dir, unreachable
from tracer.vcs.files import is_sidecar, read_if_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import ExitStack
    from typing import Self

    from tracer.model.workspace import Workspace
    from tracer.queries.origin_json import Sources
Json = dict[str, Any]

_FORMAT = 3
_NAME = "owners.json"
_CUT_BEFORE = (SourceKind.BASELINE, CUT)  # by a commit that was pulled, or one before it


class Owned(NamedTuple):
    """Lines, both ends included, with one owner: a record, or a commit that cites an intent."""

    start_line: int
    end_line: int
    id: str
    kind: str
    intent_id: str | None
    contributor: tuple[str, str | None, str | None]  # entity type, model, name
    method: str
    timestamp: str


def open_index(workspace: Workspace, stack: ExitStack) -> Index | None:
    """The workspace's index, or None where there is no ledger; closed with `stack`."""
    if not os.path.exists(workspace.ledger):
        return None
    return stack.enter_context(Index.open(workspace))


class Ownership:
    """The owners of the lines of one workspace.

    `index` is None without a ledger, `git` without a repository. `progress` hears of long walks.
    """

    def __init__(
        self,
        workspace: Workspace,
        index: Index | None,
        git: Git | None,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._workspace = workspace
        self._index = index
        self._git = git
        self._attribution = Attribution(workspace, index, git)
        self._attribution.progress = progress
        self._sources = self._attribution.sources
        self._sparse: frozenset[str] | None = None
        self._missing: list[str] | None = None
        self._plain = PlainCommits(index, git)

    @classmethod
    def open(
        cls,
        workspace: Workspace,
        stack: ExitStack,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> Ownership:
        """The ownership of a workspace, with what it needs; closed with `stack`."""
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        return cls(workspace, open_index(workspace, stack), git, progress=progress)

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be told of the file asked about last."""
        return tuple(sorted({*self._attribution.notes, *self._sources.notes}))

    @property
    def git(self) -> Git | None:
        """The repository, if there is one."""
        return self._git

    @property
    def index(self) -> Index | None:
        """The ledger's index, if there is one."""
        return self._index

    def text(self, path: str) -> bytes | None:
        """What stands at a path now, outside a sparse checkout too; None for nothing."""
        text = read_if_file(os.path.join(self._workspace.root, path))
        if text is not None or self._git is None:
            return text
        if self._sparse is None:
            self._sparse = frozenset(self._git.not_checked_out())
        return (
            self._git.objects.blob(f":{self._git.prefix}{path}") if path in self._sparse else None
        )

    @property
    def missing(self) -> list[str]:
        """The files that are gone although no record says so; sorted."""
        if self._missing is None:
            index = self._index
            paths = index.latest_contents() if index is not None else {}
            self._missing = [
                path
                for path in sorted(paths)
                if self.text(path) is None and index is not None and not index.has_left(path)
            ]
        return self._missing

    def rows(  # noqa: PLR0913 - what limits the question
        self,
        path: str,
        text: bytes,
        *,
        revision: str | None = None,
        lines: Iterable[int] | None = None,
        merges: bool = False,
        shares: bool = True,
        places: bool = True,
    ) -> list[Json]:
        """The `lines` of CONTRACT.md: each line's owner, or those of some lines, ascending."""
        wanted = None if lines is None else list(lines)
        state = self._attribution.of(
            path, text, revision=revision, lines=wanted, merges=merges, shares=shares
        )
        return rows(state, self._sources, wanted, self._attribution.changed, places=places)

    def owned(
        self,
        intent_id: str | None = None,
        *,
        is_wanted: Callable[[str], bool] = lambda _: True,
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, list[Owned]]:
        """Path → the lines there that a record or a commit citing an intent owns now.

        With `intent_id` at least the lines of that intent; `is_wanted` says of which paths.
        `progress` hears how many of the files are done.
        Cost: the files of `intent_files` that changed since the last answer; each is looked up
        by content, and history is asked only where a line may be of a commit that counts.
        """
        found = intent_files(self._workspace, self._index, self._git)
        self._plain = PlainCommits(self._index, self._git, found.received)
        answer: dict[str, list[Owned]] = {}
        with _Kept(self._workspace, self._index, self._git) as kept:
            paths = sorted(filter(is_wanted, found.paths | found.cited.keys()))
            for done, path in enumerate(paths):
                if progress is not None:
                    progress(done, len(paths))
                cited = found.cited.get(path, set())
                is_cited = bool(cited) if intent_id is None else intent_id in cited
                if not is_cited and path not in found.paths:
                    continue
                text = None if is_sidecar(path) else self.text(path)
                if text is None or b"\0" in text[:8000]:
                    continue
                key = kept.key(path, text, is_cited=bool(cited))
                owned = kept.get(path, key)
                if owned is None:
                    owned, commits = self._owned(path, text, is_cited=is_cited)
                    if is_cited == bool(cited):  # else other intents' lines may be missing
                        kept.put(path, key, owned, commits)
                if owned:
                    answer[path] = owned
        return answer

    def _owned(self, path: str, text: bytes, *, is_cited: bool) -> tuple[list[Owned], set[str]]:
        """The owned lines of a file, and the commits that the answer rests on."""
        state = self._attribution.of(path, text)
        plain, commits = self._without_history(state, is_cited=is_cited)
        told = rows(plain, self._sources, places=False)
        # Whether a record or an older commit owns such a line only history can say.
        by_line = parts_by_line(state) if plain is not state else {}
        doubtful = [
            row["line"]
            for row in told
            if (row["mixed"] and row["origin"]["kind"] != "record")
            or (row["mixed"] and row["method"] == Method.INFERRED.value)
            or any(credit.last[1:] == _CUT_BEFORE for _, credit in by_line.get(row["line"], ()))
        ]
        if doubtful and by_line:
            exact = {row["line"]: row for row in rows(state, self._sources, doubtful, places=False)}
            told = [exact.get(row["line"], row) for row in told]
        return list(_stretches(told)), commits

    def _without_history(self, state: FileState, *, is_cited: bool) -> tuple[FileState, set[str]]:
        """The state with baselines that no intent or record can own taken for their commits.

        Which commit wrote such a line does not matter here, and a walk of history is dear.
        """
        commits: set[str] = set()

        def plain(credit: Credit) -> Credit:
            origin = credit.origin
            if origin.kind in {SourceKind.COMMIT, SourceKind.BASELINE}:
                commits.add(origin.id)
            is_open = origin.kind is not SourceKind.BASELINE or is_cited
            commit = None if is_open else self._plain.named(origin.id, origin.path)
            if commit is None:
                return credit
            return credit._replace(origin=Source(commit, SourceKind.COMMIT, origin.path))

        runs = tuple(LineRun(r.start_line, r.end_line, plain(r.credit)) for r in state.runs)
        mixed = tuple(
            MixedLine(entry.line, tuple((leaves, plain(credit)) for leaves, credit in entry.parts))
            for entry in state.mixed
        )
        if (runs, mixed) == (state.runs, state.mixed):
            return state, commits
        return state._replace(runs=runs, mixed=mixed), commits


def rows(
    state: FileState,
    sources: Sources,
    wanted: Iterable[int] | None = None,
    changed: Mapping[int, Touch] | None = None,
    *,
    places: bool = True,
) -> list[Json]:
    """The `lines` of CONTRACT.md for a state, or for some of its lines, ascending.

    `changed` has, for lines where that is known, who last changed their words. Without `places`
    the origin of a line that its owner only took code from keeps today's path and line: where the
    code left the line is dear to find, and who owns it does not depend on it.
    """
    changed = changed or {}
    parts = parts_by_line(state)
    numbers = sorted(parts if wanted is None else set(wanted) & parts.keys())
    sources.prepare(credit for number in numbers for _, credit in parts[number])
    return [
        _row((state.path, number), parts[number], sources, changed.get(number), places=places)
        for number in numbers
    ]


def _row(
    place: tuple[str, int], parts: Parts, sources: Sources, changed: Touch | None, *, places: bool
) -> Json:
    """One line: every origin has a share by its leaves, the newest meaning owns it."""
    if len(parts) == 1:
        older = sources.whole_line(parts[0][1])
    else:
        older = [(leaves, sources.older(credit)) for leaves, credit in parts]
    credit = line_owner(older, sources.when, place)
    is_cut = is_cut_owner(credit) and credit not in [part for _, part in older]
    if is_cut and places:
        credit = sources.where_cut(credit, [part for _, part in older])
    owner = sources.known(credit)
    counts = {owner.key: int(is_cut)}  # what was taken away counts as one leaf
    for leaves, credit in older:
        key = sources.known(credit).key
        counts[key] = counts.get(key, 0) + leaves
    total = sum(counts.values())
    ranked = sorted(counts, key=lambda key: -counts[key])
    return {
        "line": place[1],
        "mixed": len(ranked) > 1,
        "method": owner.method,
        "origin": owner.origin,
        "last": owner.last,
        "changed": sources.touch(changed or line_changed(older, sources.when)),
        "shares": [{"id": key[0], "share": round(counts[key] / total, 3)} for key in ranked],
    }


def _stretches(told: Iterable[Json]) -> Iterator[Owned]:
    """Neighbouring lines that a record or a commit citing an intent owns, joined."""
    last: Owned | None = None
    for row in told:
        origin = row["origin"]
        if origin["kind"] != SourceKind.RECORD.value and origin["intent_id"] is None:
            continue
        who = origin["contributor"]
        line = row["line"]
        now = Owned(
            line,
            line,
            origin["id"],
            origin["kind"],
            origin["intent_id"],
            (who["entity_type"], who["model_identifier"], who["name"]),
            row["method"],
            origin["timestamp"] or "",
        )
        if last is not None and last[2:] == now[2:] and last.end_line + 1 == line:
            last = last._replace(end_line=line)
            continue
        if last is not None:
            yield last
        last = now
    if last is not None:
        yield last


class _Kept:
    """Answers by file, kept below the index as long as nothing they rest on has changed.

    That is the text, and what a commit or record that came since may say of it: records that name
    the file, or are older than the commit checked out; commits that changed the file, or that it
    rests on and that are gone; merges; where a shallow clone's history ends. An edit on disk that
    no record knows is not kept.
    """

    def __init__(self, workspace: Workspace, index: Index | None, git: Git | None) -> None:
        self._workspace = workspace
        self._index = index
        self._git = git
        self._head = git.resolve_or_none("HEAD") if git is not None else None
        self._files: dict[str, Json] = {}
        last = index.last_entry() if index is not None else None
        self._mark = [last.line, last.id] if last is not None else None
        self._base = {
            "imports": index.import_count if index is not None else 0,
            "shallow": sorted(git.shallow()) if git is not None else [],
        }
        self._is_new = True

    def __enter__(self) -> Self:
        kept = _load(os.path.join(self._workspace.index, _NAME))
        if kept is not None and {name: kept.get(name) for name in self._base} == self._base:
            self._files = self._still_true(kept)
            self._is_new = [kept["mark"], kept["head"]] != [self._mark, self._head]
        return self

    def __exit__(self, *failed: object) -> None:
        if failed[0] is None and self._is_new:
            facts = {"mark": self._mark, "head": self._head, **self._base}
            kept = _load(os.path.join(self._workspace.index, _NAME))
            if kept is not None and {name: kept.get(name) for name in facts} == facts:
                self._files = kept["files"] | self._files  # of another process, of other files
            _save(self._workspace, facts | {"files": self._files})

    def key(self, path: str, text: bytes, *, is_cited: bool) -> list[Any] | None:
        """What the answer for a text rests on; None when it is not to be kept."""
        committed = self._git is not None and self._git.is_at_head(path, text)
        content = content_of(text)
        is_known = self._index is not None and self._index.has_state(content, path)
        return [content, committed, is_known, is_cited] if committed or is_known else None

    def get(self, path: str, key: list[Any] | None) -> list[Owned] | None:
        """The answer that is kept for a file."""
        entry = self._files.get(path)
        if entry is None or key is None or entry["key"] != key:
            return None
        return [Owned._make((*one[:5], tuple(one[5]), *one[6:])) for one in entry["owned"]]

    def put(
        self, path: str, key: list[Any] | None, owned: list[Owned], commits: Iterable[str]
    ) -> None:
        """Keep an answer, which rests on `commits`."""
        if key is not None:
            self._files[path] = {"key": key, "owned": owned, "commits": sorted(commits)}
            self._is_new = True

    def _still_true(self, kept: Json) -> dict[str, Json]:
        """The kept answers that nothing since has made wrong."""
        files: dict[str, Json] = kept["files"]
        if kept["mark"] != self._mark:
            files = self._after_records(kept, files)
        if files and kept["head"] != self._head:
            files = self._after_commits(kept["head"], files)
        return files

    def _after_records(self, kept: Json, files: dict[str, Json]) -> dict[str, Json]:
        index = self._index
        if index is None or kept["mark"] is None:
            return {}
        line, identity = kept["mark"]
        entry = index.entry(identity)
        oldest = index.oldest_since(line)
        if entry is None or entry.line != line or oldest is None:
            return {}  # the ledger was merged or cut
        commit = self._git.commit(self._head) if self._git is not None and self._head else None
        if commit is not None and seconds(oldest) <= commit.time + A_MOMENT:
            return {}
        touched = index.paths_since(line)
        return {path: entry for path, entry in files.items() if path not in touched}

    def _after_commits(self, head: str | None, files: dict[str, Json]) -> dict[str, Json]:
        git = self._git
        if git is None or head is None or self._head is None or git.commit(head) is None:
            return {}
        changed: set[str] = set()
        for change in git.changes(head, self._head):
            changed.update(path for path in (change.before_path, change.after_path) if path)
        between = ("rev-list", "-1", "--merges", self._head, f"^{head}")
        is_ahead = not unreachable(git, [head], self._head) and not git.run(*between)
        names = {commit for entry in files.values() for commit in entry["commits"]}
        lost = unreachable(git, names, self._head) if names else set()
        return {
            path: entry
            for path, entry in files.items()
            if is_ahead and path not in changed and lost.isdisjoint(entry["commits"])
        }


def _load(path: str) -> Json | None:
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        return dict(document) if document["format"] == _FORMAT else None
    except (OSError, ValueError, TypeError, KeyError):
        return None  # derived: made anew


def _save(workspace: Workspace, document: Json) -> None:
    if not os.path.isdir(workspace.index):
        return  # nothing is written where tracer was not set up
    try:
        text = json.dumps({"format": _FORMAT, **document})
        write_atomically(os.path.join(workspace.index, _NAME), text.encode())
    except (OSError, ValueError):
        return  # the next time asks again
