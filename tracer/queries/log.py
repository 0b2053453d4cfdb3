"""`tracer log`: the life of one element, by the ledger as far as it reaches, then by git."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.history.elements.line_ranges import also_named, element_meant, lines_meant
from tracer.history.elements.log import log_history
from tracer.history.elements.reported_kinds import told
from tracer.model.enums import EntityType
from tracer.model.errors import InputError, VcsError
from tracer.queries.inner import Inner, inner_repository
from tracer.queries.log_ledger import RANGE, LedgerLog, Spot
from tracer.queries.ownership import open_index
from tracer.syntax import parse
from tracer.vcs import Git, git_dir, unreachable
from tracer.vcs.files import read_file

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

Json = dict[str, Any]


def log(  # noqa: PLR0913 - what to tell, and how much of it
    workspace: Workspace,
    path: str,
    spec: str,
    *,
    rev: str | None = None,
    with_formatting: bool = False,
    limit: int | None = None,
) -> Json:
    """The changes of the element `spec` names in `path`, newest first, its introduction last.

    `spec` is git's `-L` without the file: `START,END` or `:NAME`. Where the ledger knows the
    version, its records tell; commits between two of them, and before the first, are git's.
    `with_formatting` tells every kind of change; `limit` ends after so many changes.
    Raises: InputError when there is no such file, line or name; VcsError when git cannot answer.
    """
    inner = inner_repository(workspace, path)
    if inner is not None and not _is_recorded(workspace, path):
        return log(
            inner.workspace, inner.path, spec, rev=rev, with_formatting=with_formatting, limit=limit
        ) | {"repository": inner.prefix}
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        index = open_index(workspace, stack)
        if index is None:
            if git is None:
                raise InputError(
                    f"{workspace.root}: neither a ledger nor a git repository",
                    fix="Run `tracer init`, then let an agent work",
                )
            return log_history(workspace, path, spec, rev, all_kinds=with_formatting, limit=limit)
        spot = first_spot(path, _text(workspace, git, path, rev), spec)
        changes = _joined(workspace, git, LedgerLog(index, git), spot, rev)
    if inner is not None:
        changes = _with_history_of(inner, changes, rev)
    kept = []
    for change in changes:
        kinds = told(spot.kind, change["kinds"], all_kinds=with_formatting)
        if kinds:
            kept.append(change | {"kinds": kinds})
    return {
        "element": {**spot.place(), "kind": spot.kind},
        "changes": kept[:limit],
        "notes": also_named(parse(spot.text, path=path), spec, spot.start_line),
    }


def _with_history_of(inner: Inner, changes: list[Json], rev: str | None) -> list[Json]:
    """The ledger's changes, then those of the repository that the file is in.

    The ledger begins with the text it first met, as nobody's: whose it was, commits tell.
    """
    if not changes or contributor_kind(changes[-1]) != EntityType.UNKNOWN:
        return changes
    place = changes[-1]["after"]
    spec = f":{place['name']}" if place["name"] else f"{place['start_line']},{place['end_line']}"
    try:
        committed = log(inner.workspace, inner.path, spec, rev=rev or "HEAD", with_formatting=True)
    except (InputError, VcsError):
        return changes  # not committed there, or under another name
    told_there: list[Json] = committed["changes"]
    return changes[:-1] + told_there


def contributor_kind(change: Json) -> str:
    """What kind of contributor made a change."""
    return str((change.get("contributor") or {}).get("entity_type") or EntityType.UNKNOWN)


def _is_recorded(workspace: Workspace, path: str) -> bool:
    """Whether the workspace's ledger tells anything of a file."""
    with ExitStack() as stack:
        index = open_index(workspace, stack)
        return index is not None and bool(index.records_touching(path))


def _joined(
    workspace: Workspace, git: Git | None, ledger: LedgerLog, spot: Spot, rev: str | None
) -> list[Json]:
    """What the ledger knows, and what git knows where the ledger does not."""
    here: Spot | None = spot
    if not ledger.knows(spot.path, spot.text):
        committed = git.blob_at(rev or "HEAD", spot.path) if git is not None else None
        if committed == spot.text:
            changes, here = _until_known(workspace, git, ledger, spot, rev)
            ledger.changes += changes
        elif rev is None:
            here = ledger.unseen(spot) or spot
    if here is not None:
        here = ledger.run(here)
    if here is None or git is None:
        return _once(ledger.changes)
    revision = ledger.revision or rev
    if revision is not None and git.blob_at(revision, here.path) != here.text:
        revision = rev or "HEAD"  # a clone that has lost the texts of the ledger's versions
        if git.blob_at(revision, here.path) != here.text:
            return _once(ledger.changes)
    lines = f"{here.start_line},{here.end_line}"
    history = log_history(workspace, here.path, lines, revision, all_kinds=True)
    return _once(ledger.changes + history["changes"])


def _once(changes: list[Json]) -> list[Json]:
    """Each record and each commit where it is told first; edits that no record has stay."""
    seen: set[str] = set()
    kept = []
    for change in changes:
        revision = change["revision"]
        if revision is None or revision not in seen:
            kept.append(change)
            seen.add(revision)
    return kept


def _until_known(
    workspace: Workspace, git: Git | None, ledger: LedgerLog, spot: Spot, rev: str | None
) -> tuple[list[Json], Spot | None]:
    """Commits since the version the ledger last knew, and the element in that version.

    Without such a version all of it is git's, and nothing is left to follow.
    """
    lines = f"{spot.start_line},{spot.end_line}"
    changes = log_history(workspace, spot.path, lines, rev or "HEAD", all_kinds=True)["changes"]
    if git is None:
        return changes, None
    for i, change in enumerate(changes):
        known = _known_spot(git, ledger, change)
        if known is not None:
            return changes[:i] + _beside(git, ledger, changes[i:]), known
    return changes, None


def _beside(git: Git, ledger: LedgerLog, changes: list[Json]) -> list[Json]:
    """Of `changes`, newest first, those on other sides of a merge than the first of them.

    The ledger goes on from that one. Where a record left what a commit has, the record tells.
    Cost: one process where there are others.
    """
    others = [change["revision"] for change in changes[1:]]
    apart = unreachable(git, others, changes[0]["revision"]) if others else ()
    told_of = []
    for change in changes[1:]:
        if change["revision"] in apart:
            known = _known_spot(git, ledger, change)
            told_of.append((ledger.newest_change(known) if known else None) or change)
    return told_of


def _known_spot(git: Git, ledger: LedgerLog, change: Json) -> Spot | None:
    """The element as a commit left it, where a record had left the file so; else None."""
    place = change["after"]
    text = git.blob_at(change["revision"], place["path"])
    if text is None or not ledger.knows(place["path"], text):
        return None
    return first_spot(place["path"], text, f"{place['start_line']},{place['end_line']}")


def first_spot(path: str, text: bytes, spec: str) -> Spot:
    """The element a person means; lines that are no element are followed as a range."""
    tree = parse(text, path=path)
    element = element_meant(tree, path, spec)
    if element is None:
        lines = lines_meant(tree, path, spec)
        return Spot(path, text, lines.start_line, lines.end_line, RANGE, None)
    lines = tree.lines(element.outer)
    return Spot(path, text, lines.start_line, lines.end_line, element.kind, element.name)


def _text(workspace: Workspace, git: Git | None, path: str, rev: str | None) -> bytes:
    """The file's bytes on disk, or at a revision."""
    if rev is None:
        return read_file(os.path.join(workspace.root, path))
    text = git.blob_at(git.resolve(rev), path) if git is not None else None
    if text is None:
        raise InputError(f"{path}: not a file at {rev}", fix="Name a file of that revision")
    return text
