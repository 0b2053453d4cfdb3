"""`tracer blame`: whose intent each line serves, who wrote it, and how that is known."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.ledger import Index
from tracer.lineage import line_changed, line_owner
from tracer.model.errors import InputError
from tracer.queries.attribution import Attribution
from tracer.queries.blame_known import BlameAnswer, recall, remember
from tracer.queries.files import read_file
from tracer.queries.ranges import lines_meant
from tracer.queries.sources import Parts, Sources, parts_by_line
from tracer.syntax import parse
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tracer.model.attribution import FileState, Touch
    from tracer.model.workspace import Workspace

Json = dict[str, Any]

_OF_SHARES = frozenset(("mixed", "shares"))


def blame(  # noqa: PLR0913 - what is asked, and who hears of it
    workspace: Workspace,
    path: str,
    *,
    rev: str | None = None,
    ranges: Sequence[str] = (),
    merges: bool = False,
    shares: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> BlameAnswer:
    """Whose each line of `path` is, at `rev` or on disk; `ranges` in git's `-L` notation.

    With `merges`, what a merge of two changed versions brought to its first parent belongs to it.
    Blank lines are answered too: a blank line belongs to the next line with code, because it
    is written with what follows.
    Without `shares` no line says how several origins share it, only whose it is.
    Cost: without a ledger, a walk of the file's history, whose answer is kept; with one, a
    look-up by content.
    Raises: InputError when there is no such file or line; VcsError when git cannot answer.
    """
    known = recall(workspace, path, rev=rev, merges=merges, shares=shares) if not ranges else None
    if known is not None:
        return known
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        index = open_index(workspace, stack)
        revision = _revision(git, rev)
        text = _text(workspace, git, path, revision)
        wanted = _wanted(path, text, ranges)
        attribution = Attribution(workspace, index, git)
        attribution.progress = progress
        shares = shares or index is not None  # a record may be newer than the commit it went into
        state = attribution.of(
            path, text, revision=revision, lines=wanted, merges=merges, shares=shares
        )
        lines = rows(state, Sources(workspace, index, git), wanted, attribution.changed)
    if index is None and git is not None and wanted is None and not attribution.notes:
        if not shares:
            lines = [{key: row[key] for key in row if key not in _OF_SHARES} for row in lines]
        remember(workspace, path, lines, rev=revision, merges=merges, shares=shares)
    return BlameAnswer.of(path, revision, lines, text)


def open_index(workspace: Workspace, stack: ExitStack) -> Index | None:
    """The workspace's index, or None where there is no ledger; closed with `stack`."""
    if not os.path.exists(workspace.ledger):
        return None
    return stack.enter_context(Index.open(workspace))


def rows(
    state: FileState,
    sources: Sources,
    wanted: Iterable[int] | None = None,
    changed: Mapping[int, Touch] | None = None,
) -> list[Json]:
    """The `lines` of CONTRACT.md for a state, or for some of its lines, ascending.

    `changed` has, for lines where that is known, who last changed their words.
    """
    changed = changed or {}
    parts = parts_by_line(state)
    numbers = sorted(parts if wanted is None else set(wanted) & parts.keys())
    sources.prepare(credit for number in numbers for _, credit in parts[number])
    return [
        _row((state.path, number), parts[number], sources, changed.get(number))
        for number in numbers
    ]


def _row(place: tuple[str, int], parts: Parts, sources: Sources, changed: Touch | None) -> Json:
    """One line: every origin has a share by its leaves, the newest meaning owns it."""
    if len(parts) == 1:
        older = sources.whole_line(parts[0][1])
    else:
        older = [(leaves, sources.older(credit)) for leaves, credit in parts]
    owner = sources.known(line_owner(older, sources.when, place))
    counts = {owner.key: 0}
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


def _revision(git: Git | None, rev: str | None) -> str | None:
    if rev is None:
        return None
    if git is None:
        raise InputError(f"--rev {rev}: this is no git repository", fix="Leave --rev out")
    return git.resolve(rev)


def _text(workspace: Workspace, git: Git | None, path: str, revision: str | None) -> bytes:
    if revision is None or git is None:
        return read_file(os.path.join(workspace.root, path))
    text = git.blob_at(revision, path)
    if text is None:
        raise InputError(f"{path}: not a file at {revision[:12]}", fix="Name a file of that commit")
    return text


def _wanted(path: str, text: bytes, ranges: Sequence[str]) -> list[int] | None:
    """The lines that `-L` options name together, ascending; None for all."""
    if not ranges:
        return None
    tree = parse(text, path=path)
    lines: set[int] = set()
    for spec in ranges:
        meant = lines_meant(tree, path, spec)
        lines.update(range(meant.start_line, meant.end_line + 1))
    return sorted(lines)
