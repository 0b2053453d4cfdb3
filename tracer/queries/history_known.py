"""The steps of one commit, looked up or worked out.

A table is kept under the contents it was made from (the blobs before and after, of the file and
of other files the commit took code from), so that a rebased commit finds it, too; the commit
itself only refers to it, which saves reading any content at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tracer.queries.history_cache import cache_key
from tracer.queries.history_carry import CarryStep, windows
from tracer.queries.history_steps import Steps, decode, encode
from tracer.queries.history_versions import WORKTREE
from tracer.queries.history_window import whole, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.queries.history_lines import Hunk
    from tracer.queries.history_versions import Elsewhere, Version, Versions

_NOTHING = Steps({}, ())


class _Look(NamedTuple):
    """What a commit changed in a file, and the other files that lost such lines."""

    hunks: Sequence[Hunk]
    changed: Sequence[int]
    others: list[Elsewhere]


def steps_of(
    versions: Versions,
    version: Version,
    before: Version | None,
    parent: str | None,
    hunks: Sequence[Hunk],
) -> Steps:
    """What the commit of `version` did to the lines inside the hunks.

    `before` is the version compared with, None when the file is new to `parent`; then all lines
    are asked about.
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
            raw=versions.raw_trees,
            statements=True,
        )
        step = CarryStep([(before.path, version.path, pair), *windows(look.others)])
    return step.table(0, look.changed)
