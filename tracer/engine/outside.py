"""Committed files that the ledger does not know, and that code may have come out of.

A person moves a function out of a file no agent ever touched, or renames one: what the ledger knows
of has new code then, whose origin is in a commit.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from tracer.engine.disk import read_file
from tracer.engine.linesums import checksum, checksums, line_changes
from tracer.model.changes import ChangeSet
from tracer.vcs import Git, edited, vanished

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace

Texts = dict[str, tuple[bytes | None, bytes | None]]

_TELLING = 6  # words of lines that went and came: more than a coincidence
_WORD = re.compile(rb"\w+")


def left_behind(index: Index, git: Git, looked_at: Container[str], revision: str) -> Texts:
    """Committed files that are gone: a new file may be one of them under another name."""
    return {
        path: (text, None)
        for path, text in vanished(git, revision).items()
        if path not in looked_at and not index.records_touching(path)
    }


def givers(  # noqa: PLR0913, PLR0917 - a change, and what is known around it
    workspace: Workspace,
    index: Index,
    git: Git,
    changes: Mapping[str, tuple[bytes | None, bytes | None]],
    looked_at: Container[str],
    revision: str,
) -> Texts:
    """Committed files that lost lines which changed files have more of: (before, now) by path.

    Cost: one process when there are new lines, and a look at each file that is not as committed.
    """
    before = {path: text for path, (text, _) in changes.items() if text is not None}
    after = {path: text for path, (_, text) in changes.items() if text is not None}
    _, come = line_changes(ChangeSet.from_texts(before, after))
    new: set[int] = set().union(*come.values())
    found: Texts = {}
    for path in edited(git, revision) if new else ():
        if path in changes or path in looked_at or index.records_touching(path):
            continue
        then, now = git.blob_at(revision, path), read_file(os.path.join(workspace.root, path))
        if then is None or now is None:
            continue
        taken = (checksums(then) - checksums(now)) & new
        if _words(then, taken) >= _TELLING:
            found[path] = (then, now)
    return found


def _words(text: bytes, lines: set[int]) -> int:
    """How many words the lines with these checksums have."""
    return sum(len(_WORD.findall(line)) for line in text.splitlines() if checksum(line) in lines)
