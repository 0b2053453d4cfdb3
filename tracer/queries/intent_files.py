"""The files of the working tree that may hold code of a record, or of a commit citing an intent.

Queries over the whole tree ask only these. They are the paths the ledger ever named, the files of
commits with an `Intent:` trailer, and what commits or the work tree may have moved such code to:
a file that a commit added, or gave lines that another one of these lost. A file that the ledger
knows nothing of, and that took nothing from the others, is no such file.
"""

from __future__ import annotations

import json
import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.engine.linesums import checksums
from tracer.engine.other_clones import with_recorded_lines
from tracer.model.disk import write_atomically
from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import SIDECAR
from tracer.vcs import unreachable
from tracer.vcs.files import read_if_file

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.vcs import Git, PathChange

Json = dict[str, Any]

_FORMAT = 2
_NAME = "intent_files.json"


class IntentFiles(NamedTuple):
    """The files: those that records may own code in, and by path the intents commits cite there.

    `received` are those to which a commit may have brought code of another such file.
    """

    paths: frozenset[str]
    cited: dict[str, set[str]]
    received: frozenset[str]


class _Known(NamedTuple):
    """What the walk over commits has found so far."""

    paths: set[str]
    cited: dict[str, set[str]]
    received: set[str]
    added: set[str]  # by commits that no known file had a part in


def intent_files(workspace: Workspace, index: Index | None, git: Git | None) -> IntentFiles:
    """The files in question, whether they stand on disk just now or not.

    Cost: the commits since the ledger began, or since the first that cites an intent; those of
    the last answer are kept. One `git status`.
    """
    seeds = index.all_paths() | index.imported_paths() if index is not None else set[str]()
    seeds = {path for path in seeds if not path.startswith(f"{SIDECAR}/")}
    head = git.resolve_or_none("HEAD") if git is not None else None
    if git is None:
        return IntentFiles(frozenset(seeds | _newcomers(workspace, index)), {}, frozenset())
    known = _Known(set(seeds), {}, set(), set())
    if head is not None:
        known = _committed(workspace, index, git, head, seeds)
    known.paths.update(known.added if _is_any_gone(workspace, index) else ())
    known.paths.update(_in_work_tree(workspace, index, git))
    return IntentFiles(frozenset(known.paths), known.cited, frozenset(known.received))


def _newcomers(workspace: Workspace, index: Index | None) -> set[str]:
    """Without git: files that hold the last known text of one that is gone."""
    if index is None or not _is_any_gone(workspace, index):
        return set()
    from tracer.engine.scan import tree_stats  # noqa: PLC0415 - seldom

    found = set()
    for path in tree_stats(workspace):
        text = read_if_file(os.path.join(workspace.root, path))
        if text is not None and index.state(content_of(text), path) is not None:
            found.add(path)
    return found


def _is_any_gone(workspace: Workspace, index: Index | None) -> bool:
    """Whether a file that a record left somewhere stands there no more."""
    paths = index.all_paths() if index is not None else ()
    return any(not os.path.lexists(os.path.join(workspace.root, path)) for path in paths)


def _committed(
    workspace: Workspace, index: Index | None, git: Git, head: str, seeds: set[str]
) -> _Known:
    """The files of commits, from what is kept where that still holds."""
    last = index.last_entry() if index is not None else None
    key = [sorted(seeds), last.id if last is not None else None]
    kept = _load(workspace)
    if kept is not None and (kept["head"], kept["key"]) == (head, key):
        cited = {path: set(intents) for path, intents in kept["cited"].items()}
        return _Known(set(kept["paths"]), cited, set(kept["received"]), set(kept["added"]))
    citing = _citing(git, head)
    known = _Known(set(seeds), {}, set(), set())
    start = _start(index, git, head, citing)
    if start is not None:
        touched = set[str]()
        for commit, changes in git.log_changes(head, start or None):
            _follow(git, known, changes, citing.get(commit))
            touched.update(path for c in changes for path in (c.before_path, c.after_path) if path)
        others = set[str]()
        if index is not None and git.shallow():
            others = known.added  # commits that are not here may have moved code to any file
        elif index is not None and _is_rewritten(index, git, head, touched):
            others = touched - known.paths
        if index is not None and others:
            texts = ((path, git.blob_at(head, path)) for path in sorted(others))
            known.paths.update(with_recorded_lines(index, ((p, t) for p, t in texts if t)))
    listed = {path: sorted(intents) for path, intents in known.cited.items()}
    facts: Json = {"head": head, "key": key, "cited": listed}
    facts |= {name: sorted(getattr(known, name)) for name in ("paths", "received", "added")}
    _save(workspace, facts)
    return known


def _is_rewritten(index: Index, git: Git, head: str, touched: set[str]) -> bool:
    """Whether a rewritten history has files of records under other names from their beginning.

    Such a file stands nowhere, no commit ever named it, and what was checked out when a record
    wrote there is no commit of this history. Cost: a look-up for each file that stands nowhere.
    """
    revisions = set[str]()
    for path in sorted(index.all_paths() - touched):
        if git.blob_at(head, path) is None:
            for identity in index.records_leaving([path], 1):
                revision = ((index.record(identity) or {}).get("vcs") or {}).get("revision_id")
                revisions.update([revision] if revision is not None else ())
    return bool(unreachable(git, revisions, head))


def _citing(git: Git, head: str) -> dict[str, str]:
    """Commits of a history, newest first, with the one intent that each cites in a trailer."""
    raw = git.run("rev-list", "--topo-order", "-i", "--grep=^Intent:", head)
    commits = (git.commit(sha) for sha in raw.decode("ascii").split())
    return {c.id: c.intent_id for c in commits if c is not None and c.intent_id is not None}


def _start(index: Index | None, git: Git, head: str, citing: dict[str, str]) -> str | None:
    """The commit after which code of intents may be; empty for all of them, None for none.

    It is older than the first record and than every commit that cites an intent.
    """
    ends: list[str] = []
    first = index.first_entry() if index is not None else None
    if first is not None and index is not None:
        if index.imported_paths() or git.shallow():
            return ""  # imported records may speak of any commit; a shallow clone has few
        revision = ((index.record(first.id) or {}).get("vcs") or {}).get("revision_id")
        known = git.resolve_or_none(revision) if revision else None
        if known is None:
            moment = int(datetime.fromisoformat(first.timestamp).timestamp())
            raw = git.run("rev-list", "-1", f"--before={moment}", head).split()
            known = raw[0].decode("ascii") if raw else ""
        ends.append(known)
    if citing:
        parents = [
            commit.parents[0] if commit is not None and commit.parents else ""
            for commit in (git.commit(sha) for sha in citing)
        ]
        ends += {end for end in parents if end not in citing}
    if not ends:
        return None
    if "" in ends:
        return ""
    try:
        return git.run("merge-base", "--octopus", head, *ends).split()[0].decode("ascii")
    except (VcsError, IndexError):
        return ""  # histories without a common commit


def _follow(git: Git, known: _Known, changes: list[PathChange], cites: str | None) -> None:
    """Add the files that one commit may have taken code of known ones to, or wrote itself."""
    sources = [c for c in changes if c.before_path in known.paths or c.before_path in known.cited]
    if not sources and cites is None:
        known.added.update(c.after_path for c in changes if c.after_path and c.status == "A")
        return
    is_recorded = any(change.before_path in known.paths for change in sources)
    intents = set[str]().union(*(known.cited.get(c.before_path or "", ()) for c in sources))
    lost = set[int]().union(*(_lines(git, change, come=False) for change in sources))
    for change in changes:
        path = change.after_path
        if path is None:
            continue
        if cites is not None:
            known.cited.setdefault(path, set()).add(cites)
        if change.status == "A" or lost & _lines(git, change, come=True):
            if is_recorded:
                known.paths.add(path)
                known.received.add(path)
            if intents:
                known.cited.setdefault(path, set()).update(intents)


def _lines(git: Git, change: PathChange, *, come: bool) -> set[int]:
    """Checksums of the lines that a file has more of after a change, or fewer of."""
    texts = [
        git.objects.blob(identity) if identity is not None else None
        for identity in (change.before_id, change.after_id)
    ]
    before, after = map(checksums, texts)
    return after - before if come else before - after


def _in_work_tree(workspace: Workspace, index: Index | None, git: Git) -> set[str]:
    """Changed and new files on disk that may hold code of files the ledger knows."""
    if index is None:
        return set()
    changes = [c for c in git.status() if c.after_path and not c.after_path.startswith(SIDECAR)]
    if not changes:
        return set()
    has_moved = bool(moved_on(workspace, index))
    found: set[str] = set()
    for change in changes:
        path = change.after_path or ""
        text = None if has_moved else read_if_file(os.path.join(workspace.root, path))
        known = checksums(git.objects.blob(change.before_id)) if change.before_id else set()
        if has_moved or (text is not None and index.sightings(checksums(text) - known)):
            found.add(path)
    return found


def moved_on(workspace: Workspace, index: Index) -> dict[str, bytes | None]:
    """The files that are no longer what the ledger last saw, with their texts on disk, if any."""
    found: dict[str, bytes | None] = {}
    for path, content in index.latest_contents().items():
        text = read_if_file(os.path.join(workspace.root, path))
        if text is None or content_of(text) != content:
            found[path] = text
    return found


def _load(workspace: Workspace) -> Json | None:
    try:
        with open(os.path.join(workspace.index, _NAME), encoding="utf-8") as file:
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
        return  # the next time walks again
