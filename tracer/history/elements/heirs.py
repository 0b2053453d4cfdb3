"""Whether an element that another one seems to have been lives on elsewhere in the same commit.

Where files are split and rewritten at once, a new function is compared with those of the files
that are gone, and the likest may be one that has its own name in another new file.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tracer.history.elements.element import FUNCTION, same_element
from tracer.history.versions import Version
from tracer.matching.similarity import Bags, dice

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from tracer.history.elements.location import Spot
    from tracer.history.versions import Versions

_MOST_FILES = 8  # of one commit that have its name
_MOST_BYTES = 400_000  # of one of them


def lives_on(versions: Versions, there: Spot, spot: Spot, parent: str) -> bool:
    """Whether a function before (`there`) is more like its namesake elsewhere than like `spot`.

    Only one of another name or parent than `spot` is doubted.
    Cost: a parse of each file of its language that the commit added and that has its name.
    """
    if there.kind != FUNCTION or there.name is None or there.name == spot.name:
        return False
    known, here = _bag(versions, there), _bag(versions, spot)
    if known is None or here is None:
        return False
    score = dice(known, here)
    return any(dice(known, bag) > score for bag in _namesakes(versions, there, spot, parent))


def _namesakes(
    versions: Versions, there: Spot, spot: Spot, parent: str
) -> Iterator[tuple[Counter[bytes], int]]:
    """The words of functions of that name in files that are new in the commit of `spot`."""
    commit, suffix = spot.version.commit, posixpath.splitext(there.version.path)[1]
    new = [
        change.after_path
        for change in versions.changes(commit, parent)
        if change.before_path is None
        and change.after_path not in (None, spot.version.path, there.version.path)
        and posixpath.splitext(change.after_path or "")[1] == suffix
    ]
    word, looked_at = (there.name or "").rpartition(".")[2].encode(), 0
    for path in new:
        version = Version(commit, path or "")
        text = versions.text(version) or b""
        if word not in text or len(text) > _MOST_BYTES:
            continue
        looked_at += 1
        if looked_at > _MOST_FILES:
            return
        found = _bag(versions, there._replace(version=version))
        if found is not None:
            yield found


def _bag(versions: Versions, spot: Spot) -> tuple[Counter[bytes], int] | None:
    """The words of an element; None where the version has none of its kind and name."""
    tree = versions.tree(spot.version)
    element = same_element(tree, spot.kind, spot.name, spot.start_line, spot.end_line)
    return Bags(tree).bag(element.row) if element is not None else None
