"""The verdict on a change in its repository: one answer for gates, records, `diff` and `log`.

What moves between files is proved only where nobody else can look for it at its old place. So the
change is put among all files of the repository, of which it is then known that they are all.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from tracer.classify import classify
from tracer.engine.disk import read_file
from tracer.engine.mentions import mentions_in
from tracer.ledger.settings import assumed_by_team, list_setting
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.model.errors import VcsError
from tracer.model.workspace import SIDECAR
from tracer.syntax.detect import is_prose
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from tracer.classify import Classification
    from tracer.matching import NodeMapping
    from tracer.model.changes import ChangeVerdict
    from tracer.model.workspace import Workspace

_MOST_FILES = 4000
_MOST_BYTES = 12 << 20  # about nine seconds
_LARGEST = 1 << 20  # bytes of one file: larger ones are data
_AT_ONCE = 256  # blobs asked of git in one go
_OF_PLACES = ("moved", "import", "file added", "file deleted")  # what other files may settle


def in_repository(  # noqa: PLR0913 - what to judge, and how
    workspace: Workspace,
    mapping: NodeMapping,
    change_set: ChangeSet,
    *,
    revision: str | None = None,
    mentions: Callable[[str], bool] | None = None,
    assume: str | None = None,
) -> Classification:
    """The verdict on a change, as the files it leaves alone allow it.

    They are those of `revision`, else on disk; `mentions` takes the place of asking them for words.
    `assume`: what proofs may assume (docs/assumptions.md), None for what the team says.
    Cost: that of `classify`, twice where an answer hangs on what others may look for. Where that
    proves nothing, and would if others looked for nothing, once more among all files of the
    repository (`with_all_files`).
    """
    assume = assume or assumed_by_team(workspace)
    known = mentions or mentions_in(workspace, change_set, revision)
    closed = change_set.closed_world
    found = classify(mapping, closed_world=closed, mentions=known, assume=assume)
    if closed or found.verdict.verdict is not Verdict.INTENT_EVOLUTION:
        return found
    alone = classify(mapping, closed_world=True, assume=assume) if found.hangs_on_world else found
    if not _may_be_settled(alone.verdict):
        return found
    whole = with_all_files(workspace, change_set, revision)
    if whole is None:
        return found
    among = classify(match(whole), closed_world=True, assume=assume).verdict
    if among.verdict is Verdict.INTENT_EVOLUTION:
        return found
    if alone.verdict.verdict is among.verdict:
        return alone
    return found._replace(verdict=_of_the_change(among, change_set))


def with_all_files(
    workspace: Workspace, change_set: ChangeSet, revision: str | None = None
) -> ChangeSet | None:
    """The change with the files it leaves alone; None where they are too many, or not all.

    They are taken from `revision`, else from disk. Not all are known outside of git, and where the
    team says that other repositories use some.
    Cost: reading the repository; the verdict then parses what it reads.
    """
    if git_dir(workspace.root) is None or list_setting(workspace, "public_api"):
        return None
    before = {c.before_path: c.before for c in change_set.files if c.before_path}
    after = {c.after_path: c.after for c in change_set.files if c.after_path}
    others = _on_disk if revision is None else partial(_committed, revision=revision)
    try:
        with Git(workspace.root) as git:
            room = _MOST_BYTES
            for path, text in others(git, before.keys() | after.keys()):
                room -= len(text)
                if room < 0:
                    return None
                if b"\0" not in text[:8000]:
                    before[path] = after[path] = text
    except (VcsError, _TooManyError):
        return None
    return ChangeSet.from_texts(
        {path: text for path, text in before.items() if text is not None},
        {path: text for path, text in after.items() if text is not None},
        closed_world=True,
    )


class _TooManyError(Exception):
    """The repository has more files than a verdict looks at."""


def _on_disk(git: Git, touched: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """The other files of code on disk."""
    for path in _few(git.files(), touched):
        place = os.path.join(git.root, path)
        text = read_file(place) if not os.path.islink(place) else None
        if text is not None and len(text) <= _LARGEST:
            yield path, text


def _committed(git: Git, touched: Collection[str], revision: str) -> Iterator[tuple[str, bytes]]:
    """The other files of code in a commit, as git stores them."""
    blobs = {e.path: e.id for e in git.tree(revision) if e.mode.startswith("100")}
    paths = _few(list(blobs), touched)
    for start in range(0, len(paths), _AT_ONCE):
        chunk = paths[start : start + _AT_ONCE]
        infos = git.objects.infos(blobs[path] for path in chunk)
        small = [p for p, i in zip(chunk, infos, strict=True) if i and i.size <= _LARGEST]
        replies = git.objects.read_all([blobs[path] for path in small])
        yield from ((p, r[1]) for p, r in zip(small, replies, strict=True) if r is not None)


def _few(paths: Sequence[str], touched: Collection[str]) -> list[str]:
    """Those that the change leaves alone and that are no prose. Raises: _TooManyError."""
    if len(paths) > _MOST_FILES:
        raise _TooManyError
    own = SIDECAR + "/"
    return [p for p in paths if p not in touched and not p.startswith(own) and not is_prose(p)]


def _may_be_settled(alone: ChangeVerdict) -> bool:
    """Whether more files could prove what is left: who imports what, and where things are."""
    return all(
        change.verdict is not Verdict.INTENT_EVOLUTION
        or any(word in change.rule for word in _OF_PLACES)
        for file in alone.files
        for change in file.changes
    )


def _of_the_change(verdict: ChangeVerdict, change_set: ChangeSet) -> ChangeVerdict:
    """A verdict on a whole repository without the files that a change leaves alone."""
    touched = {(c.before_path, c.after_path) for c in change_set.files}
    before, after = ({pair[side] for pair in touched} - {None} for side in (0, 1))
    files = (f for f in verdict.files if f.before in before or f.after in after)
    return verdict._replace(files=tuple(files))
