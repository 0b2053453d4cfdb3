"""Why tracer and the label disagree about a line, as far as facts can say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from benchmarks.accuracy.blame.sides import Line

_BRACKETS = re.compile(rb"[\s{}()\[\];,]*")
_COMMENT = re.compile(rb"\s*(//|/?\*|#)")

MERGE = "the label is a merge that joined two changed versions; tracer names the merged commit"
TOUCH = "the label is a commit that moved, renamed, reflowed or cut the line"
BLANKS = "the label is a commit that changed white space of the line only"
SHARE = "the label has a share in the line; tracer names a newer one"
BRACKETS = "a line with brackets only"
COMMENT = "a comment: another commit"
NEWER = "code: the label is a newer commit"
OLDER = "code: the label is an older commit"

# Disagreements that follow from what the two sides mean by blame, not from an error of either.
CONVENTIONS = (MERGE, TOUCH, BLANKS)


class Commits(NamedTuple):
    """Of each commit: how many parents it has, when it was made, and the lines (without outer
    blanks) in which it changed white space only."""

    parents: dict[str, int]
    when: dict[str, int]
    blanks: dict[str, set[bytes]]


def reason(text: bytes, label: str, line: Line, commits: Commits) -> str:
    """One of the reasons above."""
    if commits.parents.get(label, 1) > 1:
        return MERGE
    if text.strip() in commits.blanks.get(label, ()):
        return BLANKS
    is_newer = commits.when.get(label, 0) > commits.when.get(line.commit or "", 0)
    if label in line.touches:
        return TOUCH if is_newer else SHARE
    if _BRACKETS.fullmatch(text):
        return BRACKETS
    if _COMMENT.match(text):
        return COMMENT
    return NEWER if is_newer else OLDER
