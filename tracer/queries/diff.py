"""`tracer diff`: what changed, of which kind."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from tracer.engine.world import in_repository
from tracer.history.changes import change_set_of_revisions, is_revision_of, revision_after
from tracer.history.line_diffs import line_hunks, split_lines
from tracer.model.enums import Verdict
from tracer.model.errors import InputError
from tracer.queries.changes import change_set_of_record, record_named
from tracer.queries.classify import NOTHING_ELSE, Asked, ChangeAnswer, answer_for, classify_paths
from tracer.vcs import Git

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tracer.model.changes import ChangeSet
    from tracer.model.workspace import Workspace

_STRENGTH = (Verdict.UNCHANGED, Verdict.AST_REFACTOR, Verdict.INTENT_EVOLUTION)


def diff(
    names: Sequence[str],
    workspace: Callable[[], Workspace],
    paths: Sequence[str] | None = None,
    asked: Asked = NOTHING_ELSE,
    team: Callable[[Workspace], str] | None = None,
) -> ChangeAnswer:
    """The change `names` means, and its verdict; `team` tells what a workspace lets proofs assume.

    Two names that both exist as paths are compared with each other; a record's id means what its
    call changed; anything else is git revisions. Only for these two a workspace is needed. Behind
    them, or in `paths`, files and directories may be named that the answer is limited to. The
    whole change is looked at all the same, so that code is found that moved in or out.
    Raises: InputError for a name that is neither a revision nor a path.
    """
    is_pair = len(names) == 2 and paths is None  # noqa: PLR2004 - before and after
    if is_pair and all(os.path.exists(name) for name in names):
        return classify_paths(names[0], names[1], closed_world=False, asked=asked)
    here = workspace()
    if asked.assume is None and team is not None:
        asked = asked._replace(assume=team(here))
    record = record_named(here, names[0]) if names else None
    if record is not None:
        return _of_record(here, record, [*names[1:], *(paths or ())], asked)
    if paths is None:
        names, paths = _told_apart(here, names)
    wanted = [_relative(here, path) for path in paths]
    change_set = change_set_of_revisions(here, names)
    revision = revision_after(here, names)
    judge = partial(in_repository, here, revision=revision, assume=asked.assume)
    answer = answer_for(change_set, judge, asked=asked)
    return _limited(answer, wanted) if wanted else answer


def _of_record(
    workspace: Workspace,
    record: dict[str, Any],
    paths: Sequence[str],
    asked: Asked,
) -> ChangeAnswer:
    """The change that one record tells of, seen where its call was made."""
    change_set = change_set_of_record(workspace, record)
    made_at = (record.get("vcs") or {}).get("revision_id")
    with Git(workspace.root) as git:
        revision = git.resolve_or_none(made_at) if made_at else None
    judge = partial(in_repository, workspace, revision=revision, assume=asked.assume)
    answer = answer_for(change_set, judge, asked=asked)
    wanted = [_relative(workspace, path) for path in paths]
    return _limited(answer, wanted) if wanted else answer


def line_counts(document: dict[str, Any], change_set: ChangeSet) -> list[tuple[int, int]]:
    """The lines added and removed in each file of a document of `diff`, in its order."""
    texts = {(c.before_path, c.after_path): (c.before, c.after) for c in change_set.files}
    befores = {c.before_path: c.before for c in change_set.files}
    afters = {c.after_path: c.after for c in change_set.files}
    counts = []
    for file in document["files"]:
        names = (file["before"], file["after"])
        before, after = texts.get(names) or (befores.get(names[0]), afters.get(names[1]))
        hunks = line_hunks(split_lines(before or b""), split_lines(after or b""))
        added = sum(hunk.after_end - hunk.after_start for hunk in hunks)
        counts.append((added, sum(hunk.before_end - hunk.before_start for hunk in hunks)))
    return counts


def _told_apart(workspace: Workspace, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The revisions and the paths behind them, as git tells them apart."""
    with Git(workspace.root) as git:
        for i, name in enumerate(names):
            if is_revision_of(git, name):
                continue
            rest = list(names[i:])
            for path in rest:
                if not os.path.lexists(path) and not _is_below(git, workspace, path):
                    raise InputError(
                        f"{path}: neither a commit nor a file here",
                        fix="Name a branch, tag or commit, or give paths behind `--`",
                    )
            return list(names[:i]), rest
    return list(names), []


def _is_below(git: Git, workspace: Workspace, path: str) -> bool:
    """Whether the commit that is checked out has a file that is gone from the disk."""
    relative = workspace.relative(path, os.getcwd())
    return relative is not None and git.blob_at("HEAD", relative) is not None


def _relative(workspace: Workspace, path: str) -> str:
    """A path as a person gave it, relative to the workspace; empty for all of it."""
    full = os.path.normpath(os.path.join(os.getcwd(), path))
    if os.path.realpath(full) == workspace.root:
        return ""
    relative = workspace.relative(path, os.getcwd())
    if relative is None:
        raise InputError(f"{path}: outside the workspace {workspace.root}", fix="Use -C DIR")
    return relative


def _limited(answer: ChangeAnswer, wanted: Sequence[str]) -> ChangeAnswer:
    """The answer for some files and directories; the verdict is theirs."""

    def is_wanted(path: str | None) -> bool:
        return path is not None and any(
            not name or path == name or path.startswith(f"{name}/") for name in wanted
        )

    files = [
        file
        for file in answer.document["files"]
        if is_wanted(file["before"]) or is_wanted(file["after"])
    ]
    verdicts = {file["verdict"] for file in files} | {Verdict.UNCHANGED}
    document = {
        **answer.document,
        "verdict": str(max(verdicts, key=_STRENGTH.index)),
        "files": files,
    }
    if "proof" in document and document["verdict"] != Verdict.AST_REFACTOR:
        del document["proof"]
    if "refactorings" in document:
        sides = ("before", "after")
        document["refactorings"] = [
            one
            for one in document["refactorings"]
            if any(is_wanted((one[side] or {}).get("path")) for side in sides)
        ]
    return ChangeAnswer(document, answer.change_set)
