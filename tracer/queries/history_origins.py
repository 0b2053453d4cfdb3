"""What a version of a file was made from: the versions one step back, across renames and gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.queries.history_versions import Version, Versions


class Origins(NamedTuple):
    """Where code may have been before a version, and whether something there is unreadable."""

    versions: tuple[Version, ...]
    has_gap: bool


def origins_of(versions: Versions, version: Version) -> Origins:
    """The versions before, one for each parent that has the file.

    The same path; else the one it was renamed from; else what stood at the path before it was
    deleted for a while. Versions whose content this clone lacks are stepped over.
    """
    found: list[Version] = []
    has_gap = False
    deleted: list[Version] = []
    queue = list(versions.parents(version))
    seen = set(queue)
    while queue:
        before = queue.pop(0)
        older: Sequence[Version] = ()
        if versions.text(before) is not None:
            found.append(before)
            continue
        if versions.is_unreadable(before):
            has_gap = True
            older = versions.parents(before)
        else:
            deleted.append(before)
        for parent in older:
            if parent not in seen:
                seen.add(parent)
                queue.append(parent)
    if not found and not has_gap:
        found = _renamed(versions, version) or _revived(versions, deleted)
    return Origins(tuple(found[:1] if versions.merges else found), has_gap)


def _renamed(versions: Versions, version: Version) -> list[Version]:
    """The versions a file that is new in a commit was renamed from, one for each parent."""
    found: list[Version] = []
    for parent in versions.commits_before(version.commit):
        before = versions.renamed_from(version.commit, parent, version.path)
        if before is not None and before not in found:
            found.append(before)
    return found


def _revived(versions: Versions, deleted: list[Version]) -> list[Version]:
    """What stood at the path before it was deleted: code that comes back keeps its origin."""
    return [
        older
        for version in deleted
        for older in versions.parents(version)
        if versions.text(older) is not None
    ]
