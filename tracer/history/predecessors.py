"""What a version of a file was made from: the versions one step back, across renames and gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.history.versions import Version
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.history.versions import Versions


_WORD = lazy_pattern(rb"\w+")
_TELLING = 6  # words that make equal lines more than a coincidence


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
        parents = versions.commits_before(version.commit)
        found = _renamed(versions, version, parents) or _revived(versions, version, deleted)
    return Origins(tuple(found[:1] if versions.merges else found), has_gap)


def on_other_sides(versions: Versions, version: Version, origins: Origins) -> Iterator[Version]:
    """What a merged file was on sides of the merge that have it under another path.

    One side renamed it, another one changed it, and `origins` knows the first alone.
    Cost: a comparison of the merge with each parent that has no such path.
    """
    parents = versions.commits_before(version.commit)
    if len(parents) < 2 or not origins.versions:  # noqa: PLR2004 - no merge
        return
    lacking = [name for name in parents if versions.blob(Version(name, version.path)) is None]
    if len(lacking) < len(parents):
        known = set(origins.versions)
        yield from (
            before for before in _renamed(versions, version, lacking) if before not in known
        )


def _renamed(versions: Versions, version: Version, parents: Sequence[str]) -> list[Version]:
    """The versions a file that is new to some parents was renamed from, one for each parent."""
    found: list[Version] = []
    for parent in parents:
        before = versions.renamed_from(version.commit, parent, version.path)
        if before is not None and before not in found:
            found.append(before)
    return found


def _revived(versions: Versions, version: Version, deleted: list[Version]) -> list[Version]:
    """What stood at the path before it was deleted: code that comes back keeps its origin.

    Another file of the same name is not that file, though `end` stands in both.
    """
    now = versions.text(version) or b""
    return [
        older
        for gone in deleted
        for older in versions.parents(gone)
        if (then := versions.text(older)) is not None and _is_alike(then, now)
    ]


def _is_alike(then: bytes, now: bytes) -> bool:
    """Whether two texts have lines in common that say enough, or hold most of what one says."""
    lines = {line.strip() for line in then.split(b"\n")}
    words = {line.strip(): len(_WORD.findall(line)) for line in now.split(b"\n")}
    common = sum(count for line, count in words.items() if line in lines)
    return common >= _TELLING or 2 * common >= sum(words.values())
