"""`tracer blame`: whose intent each line serves, who wrote it, and how that is known."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.history.elements.line_ranges import lines_meant
from tracer.matching.sequences import common_pairs
from tracer.model.enums import SourceKind
from tracer.model.errors import InputError
from tracer.queries.blame_known import BlameAnswer, recall, remember
from tracer.queries.inner import Inner, inner_repository, told_by_both
from tracer.queries.ownership import Ownership, open_index
from tracer.syntax import parse
from tracer.vcs import vanished
from tracer.vcs.files import read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.model.workspace import Workspace
    from tracer.vcs import Git

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
    ownership: Ownership | None = None,
    note_to: Callable[[str], None] | None = None,
) -> BlameAnswer:
    """Whose each line of `path` is, at `rev` or on disk; `ranges` in git's `-L` notation.

    With `merges`, what a merge of two changed versions brought to its first parent belongs to it.
    Blank lines are answered too: a blank line belongs to the next line with code, because it
    is written with what follows. A line on disk that no commit holds is said to be `uncommitted`.
    Without `shares` no line says how several origins share it, only whose it is; of a line that its
    owner only took code from, the place is then today's.
    `ownership` is that of the workspace, for those who ask about many files. `note_to` hears what
    this clone could not tell.
    Cost: without a ledger, a walk of the file's history, whose answer is kept; with one, a
    look-up by content.
    A file of a submodule or nested clone has its history there; the answer names its `repository`,
    and the paths of commits are those in it.
    Raises: InputError when there is no such file or line; VcsError when git cannot answer.
    """
    inner = inner_repository(workspace, path)
    if inner is not None:
        limits = (rev, ranges, merges, shares)
        return _of_inner(workspace, path, inner, limits, progress)
    known = recall(workspace, path, rev=rev, merges=merges, shares=shares) if not ranges else None
    if known is not None:
        return known
    with ExitStack() as stack:
        if ownership is None:
            ownership = Ownership.open(workspace, stack, progress=progress)
        git, index = ownership.git, ownership.index
        revision = _revision(git, rev)
        text = _text(workspace, ownership, path, revision)
        wanted = _wanted(path, text, ranges)
        places = shares
        shares = shares or index is not None  # a record may be newer than the commit it went into
        lines = ownership.rows(
            path, text, revision=revision, lines=wanted, merges=merges, shares=shares, places=places
        )
        if git is not None and revision is None:
            lines = _with_uncommitted(git, path, text, lines)
    if index is None and git is not None and wanted is None and not ownership.notes:
        if not shares:
            lines = [{key: row[key] for key in row if key not in _OF_SHARES} for row in lines]
        remember(workspace, path, lines, rev=revision, merges=merges, shares=shares)
    if note_to is not None:
        for note in ownership.notes:
            note_to(note)
    return BlameAnswer.of(path, revision, lines, text)


def _with_uncommitted(git: Git, path: str, text: bytes, lines: list[Json]) -> list[Json]:
    """The lines; those of which no commit is the origin, and that HEAD does not hold, say so.

    HEAD holds a line in the file itself, wherever in it, or, of code that moved, in the file that
    it came from; whether it ends with CR LF is a setting of the work tree's.
    """
    head = git.resolve_or_none("HEAD")
    committed = git.blob_at(head, path) if head is not None else None
    if committed == text or head is None:
        return lines if head is not None else [row | {"uncommitted": True} for row in lines]
    now = _lines_of(text)
    then = _lines_of(committed.removesuffix(b"\n")) if committed else []
    pairs = common_pairs(then, now)
    held = {line + 1 for _, line in pairs}
    left = Counter(then) - Counter(then[line] for line, _ in pairs)
    elsewhere: dict[str, frozenset[bytes]] = {path: frozenset()}
    gone = cache(lambda: frozenset[bytes]().union(*map(_lines_of, vanished(git, head).values())))

    def is_held(row: Json) -> bool:
        origin, line = row["origin"], now[row["line"] - 1]
        if row["line"] in held or origin["kind"] == SourceKind.COMMIT.value:
            return True
        if left[line]:
            left[line] -= 1
            return True
        source = origin.get("path") or path
        if source not in elsewhere:
            there = git.blob_at(head, source)
            elsewhere[source] = gone() if there is None else frozenset(_lines_of(there))
        return line in elsewhere[source]

    return [row if is_held(row) else row | {"uncommitted": True} for row in lines]


def _lines_of(text: bytes) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in text.split(b"\n")]


def _of_inner(
    workspace: Workspace,
    path: str,
    inner: Inner,
    limits: tuple[str | None, Sequence[str], bool, bool],
    progress: Callable[[int, int], None] | None,
) -> BlameAnswer:
    """The answer for a file of another repository in the workspace."""
    rev, ranges, merges, shares = limits
    answer = blame(
        inner.workspace, inner.path, rev=rev, ranges=ranges, merges=merges, shares=shares,
        progress=progress,
    )  # fmt: skip
    lines = answer.document["lines"]
    if rev is None and workspace.is_initialised:
        with ExitStack() as stack:
            index = open_index(workspace, stack)
            if index is not None and index.records_touching(path):
                text = read_file(os.path.join(workspace.root, path))
                rows = Ownership(workspace, index, None).rows(path, text)
                wanted = {row["line"] for row in lines}
                lines = told_by_both([row for row in rows if row["line"] in wanted], lines)
    document = answer.document | {"path": path, "repository": inner.prefix, "lines": lines}
    return answer._replace(document=document)


def _revision(git: Git | None, rev: str | None) -> str | None:
    if rev is None:
        return None
    if git is None:
        raise InputError(f"--rev {rev}: this is no git repository", fix="Leave --rev out")
    return git.resolve(rev)


def _text(workspace: Workspace, ownership: Ownership, path: str, revision: str | None) -> bytes:
    if revision is None or ownership.git is None:
        text = ownership.text(path)
        return read_file(os.path.join(workspace.root, path)) if text is None else text
    text = ownership.git.blob_at(revision, path)
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
