"""What a question is about that is not asked definition by definition."""

from __future__ import annotations

from tracer.model.named_tuple import NamedTuple


class Subject(NamedTuple):
    """A file, or the definitions of a name in it; -1 for a version that does not have it."""

    file_before: int
    file_after: int
    name: str | None = ""  # before; empty for all that stands in the file, None for no definition
