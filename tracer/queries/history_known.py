"""The steps of one commit, looked up or worked out.

A table is kept under the contents it was made from (the blobs before and after, of the file and
of other files the commit took code from), so that a rebased commit finds it, too; the commit
itself only refers to it, which saves reading any content at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.queries.history_cache import cache_key
from tracer.queries.history_carry import CarryStep, windows
from tracer.queries.history_reach import within_reach
from tracer.queries.history_steps import StepLine, Steps, decode, encode, joined
from tracer.queries.history_versions import WORKTREE
from tracer.queries.history_window import whole, window

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tracer.queries.history_lines import Hunk
    from tracer.queries.history_versions import Elsewhere, Version, Versions

_NOTHING = Steps({}, ())
_BLANK = StepLine(())


class _Look(NamedTuple):
    """What a commit changed in a file, and the other files that lost such lines."""

    hunks: Sequence[Hunk]
    changed: Sequence[int]
    others: list[Elsewhere]
    near: Sequence[Hunk] | None = None


def steps_of(  # noqa: PLR0913, PLR0917 - two versions, their difference, and the question
    versions: Versions,
    version: Version,
    before: Version | None,
    parent: str | None,
    hunks: Sequence[Hunk],
    asked: Collection[int] | None = None,
) -> Steps:
    """What the commit of `version` did to the lines inside the hunks.

    `before` is the version compared with, None when the file is new to `parent`; then all lines
    are asked about. With `asked` (0-based lines after) only these need an answer, and only
    what may explain them is looked at.
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
    if asked is not None and before is not None:
        return _of_lines(versions, version, before, parent, hunks, asked)
    lines = versions.lines(version)
    if before is None:
        changed = list(range(len(lines)))
        lost: set[bytes] = set()
    else:
        changed = [i for hunk in hunks for i in range(hunk.after_start, hunk.after_end)]
        lines_b = versions.lines(before)
        lost = {
            line.strip() for hunk in hunks for line in lines_b[hunk.before_start : hunk.before_end]
        }
        lost.discard(b"")
    unseen = [lines[i] for i in changed if lines[i].strip() not in lost]
    others = versions.elsewhere(version, parent, unseen)
    if not changed or (not others and not lost):
        found, key = _NOTHING, cache_key("nothing")
    else:
        key = _content_key(versions, version, before, others)
        known = _known(versions, cache.get(key), is_reference=False)
        look = _Look(hunks, changed, others)
        found = known if known is not None else _work(versions, version, before, look)
    if commit_key is not None:
        cache.put(key, encode(found))
        cache.put(commit_key, key)
    return found


def _of_lines(  # noqa: PLR0913, PLR0917 - see steps_of
    versions: Versions,
    version: Version,
    before: Version,
    parent: str | None,
    hunks: Sequence[Hunk],
    asked: Collection[int],
) -> Steps:
    """`steps_of` for some lines; kept by the commit, and joined with what was asked before."""
    key, known = None, _NOTHING
    if version.commit != WORKTREE:
        key = cache_key("lines", parent, version.commit, before.path, version.path)
        known = _known(versions, versions.cache.get(key), is_reference=False) or known
    missing = sorted(line for line in asked if line not in known.lines)
    if not missing:
        return known
    lines_a, lines_b = versions.lines(version), versions.lines(before)
    lost = {line.strip() for h in hunks for line in lines_b[h.before_start : h.before_end]}
    lost.discard(b"")
    changed = (lines_a[i] for h in hunks for i in range(h.after_start, h.after_end))
    unseen = [line for line in changed if line.strip() not in lost]
    others = versions.elsewhere(version, parent, unseen)
    found = _NOTHING
    if others or lost:
        near = within_reach(lines_b, lines_a, hunks, missing)
        found = _work(versions, version, before, _Look(hunks, missing, others, near))
    lines = {line: found.lines.get(line, _BLANK) for line in missing}
    found = joined(known, Steps(lines, found.before))
    if key is not None:
        versions.cache.put(key, encode(found))
    return found


def _known(versions: Versions, raw: bytes | None, *, is_reference: bool) -> Steps | None:
    if raw is not None and is_reference:
        raw = versions.cache.get(raw)
    if raw is None:
        return None
    try:
        return decode(raw)
    except ValueError:
        return None


def _content_key(
    versions: Versions, version: Version, before: Version | None, others: Sequence[Elsewhere]
) -> bytes:
    parts: list[str | None] = [version.path, versions.blob(version)]
    parts += [before.path, versions.blob(before)] if before is not None else [None, None]
    for other in others:
        parts += [other.path, other.before_id, other.after_id]
    return cache_key("contents", *parts)


def _work(versions: Versions, version: Version, before: Version | None, look: _Look) -> Steps:
    text = versions.text(version) or b""
    if before is None:
        step = CarryStep([(None, version.path, whole(b"", text)), *windows(look.others)])
    else:
        pair = window(
            version.path,
            versions.text(before) or b"",
            text,
            look.hunks,
            near=look.near,
            raw=versions.raw_trees,
            statements=True,
        )
        step = CarryStep([(before.path, version.path, pair), *windows(look.others)])
    return step.table(0, look.changed)
