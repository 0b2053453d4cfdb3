"""`tracer blame-by-intent`: all code of an intent, where it is now, across files."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.intents import load
from tracer.ledger import content_hash, salt_of
from tracer.model.errors import InputError
from tracer.queries.attribution import Attribution
from tracer.queries.blame import open_index, rows
from tracer.queries.files import is_sidecar, read_if_file
from tracer.queries.places import element_by_line
from tracer.queries.sources import Sources
from tracer.syntax import parse
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.syntax.names import Element

Json = dict[str, Any]


def blame_by_intent(workspace: Workspace, intent_id: str) -> Json:
    """Every range of the intent's code on disk, and the definitions of it that were deleted.

    Looked at are the files that hold code of the intent by the ledger, and those touched by
    commits with the trailer `Intent: ID`.
    Cost: follows the files of the intent, not the ledger.
    Raises: InputError for an intent that neither registry, ledger nor history knows.
    """
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        index = open_index(workspace, stack)
        records = [entry.id for entry in index.records_of_intent(intent_id)] if index else []
        commits = _commits(git, intent_id)
        intent = _intent(workspace, intent_id, is_known=bool(records or commits))
        paths = _paths_of_commits(git, commits)
        if index is not None and records:
            paths |= _paths_of_records(workspace, index, git, records)
            paths |= _paths_of_imports(index, git, records)
        sources = Sources(workspace, index, git)
        attribution = Attribution(workspace, index, git)
        ranges: list[Json] = []
        for path in sorted(paths):
            text = read_if_file(os.path.join(workspace.root, path))
            if text is not None and not is_sidecar(path):
                mine = [
                    row
                    for row in rows(attribution.of(path, text), sources)
                    if row["origin"]["intent_id"] == intent_id
                ]
                ranges += _ranges(path, text, mine, index, salt_of(workspace))
        deleted = _deleted(index, records, ranges)
    return {"intent": intent, "ranges": ranges, "deleted": deleted}


def _intent(workspace: Workspace, intent_id: str, *, is_known: bool) -> Json:
    """What the registry says; an intent only the ledger knows has neither name nor status."""
    found = load(workspace).get(intent_id)
    if found is not None:
        return {"id": found.id, "name": found.name, "status": found.status.value}
    if not is_known:
        raise InputError(f"no intent is called {intent_id}", fix="See `tracer intent list`")
    return {"id": intent_id, "name": None, "status": None}


def _commits(git: Git | None, intent_id: str) -> list[str]:
    """Commits reachable from HEAD that cite the intent, and only it, in a trailer; newest first."""
    head = git.resolve_or_none("HEAD") if git is not None else None
    if git is None or head is None:
        return []
    raw = git.run("rev-list", "-F", "-i", f"--grep=Intent: {intent_id}", head)
    commits = (git.commit(sha) for sha in raw.decode("ascii").split())
    return [commit.id for commit in commits if commit is not None and commit.intent_id == intent_id]


def _paths_of_commits(git: Git | None, commits: list[str]) -> set[str]:
    """Files the commits touched, under the names they have at HEAD."""
    if git is None or not commits:
        return set()
    found: set[str] = set()
    for sha in commits:
        commit = git.commit(sha)
        parent = commit.parents[0] if commit and commit.parents else None
        found |= {change.after_path for change in git.changes(parent, sha) if change.after_path}
    renamed = {
        change.before_path: change.after_path
        for change in git.changes(commits[-1], git.resolve("HEAD"))
        if change.before_path and change.after_path
    }
    return {renamed.get(path, path) for path in found}


def _paths_of_records(
    workspace: Workspace, index: Index, git: Git | None, records: list[str]
) -> set[str]:
    """Files that hold code of the records by their last states, and those it may have left for.

    When such a file changed on disk without a record, its code may be in any other file that
    did, or in a new one.
    """
    found = {state.path for state in index.states_with_origin(records)}
    moved_on = {path for path in index.paths() if _moved_on(workspace, index, path)}
    if found & moved_on:
        found |= moved_on
        if git is not None:
            found |= {change.after_path for change in git.status() if change.after_path}
    return found


def _paths_of_imports(index: Index, git: Git | None, records: list[str]) -> set[str]:
    """Files that imported records speak of, under the names they have at HEAD."""
    found: set[str] = set()
    for identity in records:
        record = index.record(identity) or {}
        for item in record.get("imported", ()):
            found.add(item["relative_path"])
            revision, head = item.get("revision_id"), git and git.resolve_or_none("HEAD")
            if git is None or not head or not revision or git.resolve_or_none(revision) is None:
                continue
            found.update(
                change.after_path
                for change in git.changes(revision, head)
                if change.before_path == item["relative_path"] and change.after_path
            )
    return found


def _moved_on(workspace: Workspace, index: Index, path: str) -> bool:
    """Whether a file is no longer what the ledger last saw."""
    state = index.latest_state(path)
    text = read_if_file(os.path.join(workspace.root, path))
    return state is not None and (text is None or content_of(text) != state.content)


def _ranges(
    path: str, text: bytes, mine: list[Json], index: Index | None, salt: bytes
) -> Iterator[Json]:
    """The lines as ranges: neighbours with one origin, element and method, blank ends cut off."""
    tree = parse(text, path=path)
    elements = element_by_line(tree)
    lines = text.split(b"\n")
    code = [row for row in mine if lines[row["line"] - 1].strip()]
    start = 0
    for i in range(1, len(code) + 1):
        if i < len(code) and _belongs(code[i - 1], code[i], elements, lines):
            continue
        first, last = code[start], code[i - 1]
        element = elements.get(first["line"])
        yield {
            "path": path,
            "start_line": first["line"],
            "end_line": last["line"],
            "element": element.name if element else None,
            "record": first["origin"]["id"],
            "mutation_class": _class_of(index, first["origin"]),
            "method": first["method"],
            "content_hash": content_hash(b"\n".join(lines[first["line"] - 1 : last["line"]]), salt),
        }
        start = i


def _belongs(row: Json, following: Json, elements: dict[int, Element], lines: list[bytes]) -> bool:
    """Whether two lines with code are of one range; only blank lines may stand between."""
    a, b = row["line"], following["line"]
    return (
        row["origin"]["id"] == following["origin"]["id"]
        and row["method"] == following["method"]
        and elements.get(a) == elements.get(b)
        and not any(line.strip() for line in lines[a : b - 1])
    )


def _class_of(index: Index | None, origin: Json) -> str | None:
    entry = index.entry(origin["id"]) if index is not None and origin["kind"] == "record" else None
    return entry.mutation_class if entry is not None else None


def _deleted(index: Index | None, records: list[str], ranges: list[Json]) -> list[Json]:
    """Definitions whose code was mostly the intent's, and that a later record removed.

    Left out is what an earlier call took away and a later one of the turn wrote elsewhere.
    """
    present = {(entry["path"], entry["element"]) for entry in ranges}
    removed = index.removed_of(records) if index is not None else []
    return [
        {"record": gone.origin, "path": gone.path, "element": gone.element, "by": gone.record}
        for gone in removed
        if (gone.path, gone.element) not in present
    ]
