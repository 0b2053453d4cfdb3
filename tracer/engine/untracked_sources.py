"""Committed versions that the ledger does not know, and that code may have come out of or gone to.

A person moves a function out of a file no agent ever touched, or renames one: what the ledger knows
of has new code then, whose origin is in a commit. Where a person moves a function to such a file
and writes another one in its place, only the file it went to tells that the new one is not the old.
"""

from __future__ import annotations

import os
import re
from itertools import islice
from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.engine.disk import read_file
from tracer.engine.linesums import checksum, checksums, line_changes
from tracer.model.changes import ChangeSet
from tracer.vcs import Git, edited, vanished

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace

Texts = dict[str, tuple[bytes | None, bytes | None]]

_MOST_NEW = 4  # new files of a call of which copies are looked for
_MOST_ALIKE = 4  # files that each of them may be a copy of
_MOST_SEARCHED = 2000  # files in which a line is looked for
_FEWEST = 3  # words of a line that is looked for
_LONGEST = 1000  # bytes of it
_LARGEST = 1 << 20  # bytes of a file that is compared
_TELLING = 6  # words of lines that went and came: more than a coincidence
_WORD = re.compile(rb"\w+")


def left_behind(
    index: Index, git: Git, looked_at: Container[str], revision: str
) -> tuple[Texts, dict[str, bytes]]:
    """Committed files that are gone: a new file may be one of them under another name.

    First those that no record knows, as changes; then the texts of those that people committed
    otherwise than the last record left them. Cost: one process.
    """
    unknown: Texts = {}
    newer: dict[str, bytes] = {}
    for path, text in vanished(git, revision).items():
        if _is_committed_since(index, path, text):
            newer[path] = text
        elif path not in looked_at and not index.records_touching(path):
            unknown[path] = text, None
    return unknown, newer


def alike(
    workspace: Workspace, new: Mapping[str, bytes], known: Container[str]
) -> dict[str, bytes]:
    """Files of the same kind that have the longest line of one that is new, with their texts.

    It may be a copy of one that no record knows. Cost: a listing, and a `git grep` for each of at
    most four files; none where more than 2,000 files are of their kind.
    """
    found: dict[str, bytes] = {}
    with Git(workspace.root) as git:
        tracked = git.files()
        for path, text in islice(new.items(), _MOST_NEW):
            line = max(text.split(b"\n"), key=len, default=b"").strip()
            suffix = os.path.splitext(path)[1]
            words = len(_WORD.findall(line))
            if words < _FEWEST or len(line) > _LONGEST or len(text) > _LARGEST:
                continue
            paths = [p for p in tracked if os.path.splitext(p)[1] == suffix and p not in new]
            likely = git.holding(line, paths) if len(paths) <= _MOST_SEARCHED else []
            for other in islice((p for p in likely if p not in known), _MOST_ALIKE):
                there = read_file(os.path.join(workspace.root, other))
                if there is not None and len(there) <= _LARGEST:
                    found[other] = there
    return found


def partners(  # noqa: PLR0913, PLR0917 - a change, and what is known around it
    workspace: Workspace,
    index: Index,
    git: Git,
    changes: Mapping[str, tuple[bytes | None, bytes | None]],
    looked_at: Container[str],
    revision: str,
) -> tuple[Texts, dict[str, bytes]]:
    """Committed files that exchanged lines with the changed files.

    They lost lines that the changed files have more of, or have more of what these lost. First
    those that no record knows: (before, now) by path; then the texts of those that people
    committed otherwise than the last record left them, and that lost lines.
    Cost: one process when lines came or went, and a look at each file that is not as committed.
    """
    before = {path: text for path, (text, _) in changes.items() if text is not None}
    after = {path: text for path, (_, text) in changes.items() if text is not None}
    gone, come = line_changes(ChangeSet.from_texts(before, after))
    new: set[int] = set().union(*come.values())
    old: set[int] = set().union(*gone.values())
    unknown: Texts = {}
    newer: dict[str, bytes] = {}
    for path in edited(git, revision) if new or old else ():
        then = None if path in changes else git.blob_at(revision, path)
        now = None if then is None else read_file(os.path.join(workspace.root, path))
        if then is None or now is None:
            continue
        earlier, later = checksums(then), checksums(now)
        given = _words(then, (earlier - later) & new)
        if _is_committed_since(index, path, then):
            if given >= _TELLING:
                newer[path] = then
        elif path in looked_at or index.records_touching(path):
            continue
        elif given >= _TELLING or _words(now, (later - earlier) & old) >= _TELLING:
            unknown[path] = then, now
    return unknown, newer


def _is_committed_since(index: Index, path: str, text: bytes) -> bool:
    """Whether the last record of a file left another text than the one that is committed."""
    state = index.latest_state(path)
    return state is not None and state.path == path and state.content != content_of(text)


def _words(text: bytes, lines: set[int]) -> int:
    """How many words the lines with these checksums have."""
    return sum(len(_WORD.findall(line)) for line in text.splitlines() if checksum(line) in lines)
