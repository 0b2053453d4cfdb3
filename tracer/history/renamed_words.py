"""Names that a commit replaced by others, read off its lines without a parse.

A line whose words are those of a line before, but for one name that stands for another wherever it
stood, says that the commit renamed something. Whether it did is for the engine to say; this finds
the files that it has to see.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from tracer.history.line_diffs import Hunk

_NAME = re.compile(rb"[^\W\d]\w*")
_MOST = 8  # names of one difference that are looked for in other files


class Renamed(NamedTuple):
    """A name before, and the name that stands in its place after."""

    before: bytes
    after: bytes


def renamed_words(
    before: Sequence[bytes], after: Sequence[bytes], hunks: Iterable[Hunk]
) -> list[Renamed]:
    """The names that hunks of as many lines before as after replace by one other each.

    At most 8, in the order of the lines. Cost: linear in the lines of the hunks.
    """
    found: dict[Renamed, None] = {}
    for hunk in hunks:
        if hunk.before_end - hunk.before_start != hunk.after_end - hunk.after_start:
            continue
        lines = zip(
            before[hunk.before_start : hunk.before_end],
            after[hunk.after_start : hunk.after_end],
            strict=True,
        )
        for one, other in lines:
            name = _renamed(one, other)
            if name is not None:
                found[name] = None
            if len(found) >= _MOST:
                return list(found)
    return list(found)


def _renamed(before: bytes, after: bytes) -> Renamed | None:
    """The one name that another line has in the place of another, all else being equal."""
    if before == after or _NAME.sub(b"\0", before) != _NAME.sub(b"\0", after):
        return None
    pairs = set(zip(_NAME.findall(before), _NAME.findall(after), strict=True))
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    return Renamed(*changed[0]) if len(changed) == 1 else None


def has_renamed(lost: Iterable[bytes], after: bytes, names: Collection[Renamed]) -> bool:
    """Whether one of the lines that a file lost stands in it with a new name for an old one."""
    words = [
        (re.compile(rb"(?<!\w)" + re.escape(name.before) + rb"(?!\w)"), name) for name in names
    ]
    for line in lost:
        for word, name in words:
            if name.before in line:
                said = word.sub(name.after, line)  # a name has nothing that `sub` reads
                if said != line and said in after:
                    return True
    return False
