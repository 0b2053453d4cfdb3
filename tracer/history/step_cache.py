"""The steps of one commit, looked up or worked out.

A table is kept under the contents it was made from (the blobs before and after, of the file and
of other files the commit took code from), so that a rebased commit finds it, too; the commit
itself only refers to it, which saves reading any content at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.history.cache import cache_key
from tracer.history.commit_engine import CarryStep, windows
from tracer.history.commit_steps import StepLine, Steps, decode, encode
from tracer.history.renamed_words import renamed_words
from tracer.history.versions import WORKTREE
from tracer.history.windows import whole, window
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.history.line_diffs import Hunk
    from tracer.history.versions import Elsewhere, Version, Versions

_NOTHING = Steps({}, ())
_BLANK = StepLine(())


class _Question(NamedTuple):
    """A version, the one it is compared with, and their difference.

    `others` are files that the same commit took such lines from. `before` is None, with no
    hunks, for a file that is new.
    """

    versions: Versions
    version: Version
    before: Version | None
    hunks: Sequence[Hunk]
    others: Sequence[Elsewhere]


def steps_of(
    versions: Versions,
    version: Version,
    before: Version | None,
    parent: str | None,
    hunks: Sequence[Hunk],
) -> Steps:
    """What the commit of `version` did to the lines inside the hunks.

    `before` is the version compared with, None when the file is new to `parent`; then all lines
    are asked about. Lines that nobody asks about are answered as well: what costs is to look at
    the commit, and the next question, for shares or other lines, finds the table.
    Cost: a look-up; the first time a parse, match and classify of what the commit touched.
    """
    cache = versions.cache
    commit_key = None
    if version.commit != WORKTREE:
        path = before.path if before is not None else None
        commit_key = cache_key("commit", parent, version.commit, path, version.path)
        known = _known(versions, cache.get(commit_key), is_reference=True)
        if known is not None:
            return known
    question = _question(versions, version, before, parent, hunks)
    key = _content_key(question)
    found = _known(versions, cache.get(key), is_reference=False)
    if found is None:
        found = _of_new_file(question) if before is None else _of_hunks(question)
    if commit_key is not None:
        cache.put(key, encode(found))
        cache.put(commit_key, key)
    return found


def _question(
    versions: Versions,
    version: Version,
    before: Version | None,
    parent: str | None,
    hunks: Sequence[Hunk],
) -> _Question:
    """The difference, and the other files that lost what it brought, or share a new name."""
    if before is None:
        unseen, compared, names = versions.lines(version), [], []
    else:
        unseen = _unseen(versions.lines(before), versions.lines(version), hunks)
        compared = [before.path]
        names = renamed_words(versions.lines(before), versions.lines(version), hunks)
    others = versions.elsewhere(version, parent, unseen, compared)
    compared += [other.path for other in others]
    others += versions.renamed_in(version, parent, names, compared)
    return _Question(versions, version, before, hunks, others)


def _of_new_file(question: _Question) -> Steps:
    """What a file that is new has from others."""
    if not question.others:
        return _NOTHING
    versions, version = question.versions, question.version
    text = whole(b"", versions.text(version) or b"")
    step = CarryStep([(None, version.path, text), *windows(question.others)])
    return step.table(0, range(len(versions.lines(version))))


def _of_hunks(question: _Question) -> Steps:
    """Where the lines of the hunks were, each with an entry.

    The engine sees the whole difference however few lines are asked about: what it says of a
    line must not depend on the others. (Hunks that share no word with those asked about were
    left out once. It saved a tenth, and two lines in a thousand had another answer.)
    """
    versions, version, before, hunks, others = question
    if before is None:
        return _NOTHING
    asked = [i for hunk in hunks for i in range(hunk.after_start, hunk.after_end)]
    steps = _NOTHING
    if asked and (others or _lost(versions.lines(before), hunks)):
        pair = window(
            version.path,
            versions.text(before) or b"",
            versions.text(version) or b"",
            hunks,
            raw=versions.raw_trees,
            statements=True,
        )
        step = CarryStep([(before.path, version.path, pair), *windows(others)])
        steps = step.table(0, asked)
    return Steps({line: steps.lines.get(line, _BLANK) for line in asked}, steps.before)


def _lost(before: Sequence[bytes], hunks: Sequence[Hunk]) -> set[bytes]:
    """The lines of the hunks before that are not blank, without their indentation."""
    lines = (before[i].strip() for h in hunks for i in range(h.before_start, h.before_end))
    return {line for line in lines if line}


def _unseen(before: Sequence[bytes], after: Sequence[bytes], hunks: Sequence[Hunk]) -> list[bytes]:
    """The lines of the hunks after that they did not have before."""
    lost = _lost(before, hunks)
    lines = (after[i] for h in hunks for i in range(h.after_start, h.after_end))
    return [line for line in lines if line.strip() not in lost]


def _known(versions: Versions, raw: bytes | None, *, is_reference: bool) -> Steps | None:
    if raw is not None and is_reference:
        raw = versions.cache.get(raw)
    if raw is None:
        return None
    try:
        return decode(raw)
    except ValueError:
        return None


def _content_key(question: _Question) -> bytes:
    versions, version, before = question[:3]
    parts: list[str | None] = [version.path, versions.blob(version)]
    parts += [before.path, versions.blob(before)] if before is not None else [None, None]
    for other in question.others:
        parts += [other.path, other.before_id, other.after_id]
    return cache_key("contents", *parts)
