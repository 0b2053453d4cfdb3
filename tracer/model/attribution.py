"""Whose a line is, and how that is known: the state of one file version, by lines.

The unit of attribution is the leaf token (cut at line ends); a state keeps lines, and the
leaves of those lines only where they differ. `lineage` expands a state over a text and
folds it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.model.enums import Method, SourceKind


class Source(NamedTuple):
    """The record or commit that gave code its meaning, and the file it did so in."""

    id: str
    kind: SourceKind
    path: str


class Touch(NamedTuple):
    """The record or commit that last moved, renamed or reflowed code, and by which rule."""

    id: str
    kind: SourceKind
    rule: str


class Cut(NamedTuple):
    """Code that a commit took from a line: the commit, and the origin of a leaf that it left."""

    commit: str
    origin: Source
    line: int


class Copied(NamedTuple):
    """What new code was copied from: the code of `source`, then in the file `path`.

    The copied line is the line of the credit plus `offset`, so that a run of lines copied
    together has one value.
    """

    source: Source
    path: str
    offset: int


class Credit(NamedTuple):
    """Everything known about one piece of code.

    `line` is the 1-based line of the piece in the version the origin wrote. A copy is its
    maker's code; `copied` says what it repeats.
    """

    origin: Source
    line: int
    last: Touch
    method: Method
    copied: Copied | None = None


class LineRun(NamedTuple):
    """Lines whose leaves all share a credit.

    `credit.line` belongs to the first line and grows with the lines.
    """

    start_line: int
    end_line: int
    credit: Credit


class MixedLine(NamedTuple):
    """A line whose leaves differ: `parts` are (number of leaves, credit), left to right."""

    line: int
    parts: tuple[tuple[int, Credit], ...]


class FileState(NamedTuple):
    """Attribution of every line of one file version, identified by content.

    `content` is `sha256:<hex>` of the raw bytes. Runs are ascending and, with the mixed
    lines, cover every line once.
    """

    path: str
    content: str
    runs: tuple[LineRun, ...]
    mixed: tuple[MixedLine, ...] = ()
