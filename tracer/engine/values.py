"""Values that the steps of the pipeline hand to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tracer.lineage import Maker
    from tracer.model.attribution import Credit, FileState
    from tracer.model.changes import ChangeSet
    from tracer.syntax import SyntaxTree


class Step(NamedTuple):
    """A change set with the states of its files before.

    `originals` are files beside it that code may have been copied from, with their states;
    `earlier` versions that code is known to come from.
    """

    change_set: ChangeSet
    states: Mapping[str, FileState]
    originals: Mapping[str, tuple[bytes, FileState]] = {}
    earlier: Sequence[Earlier] = ()


class Settled(NamedTuple):
    """What a turn knows better than its last step alone.

    States of files, the texts of those among them that the step left alone, and the
    definitions ((path, qualified name) of old) that live on under another address.
    """

    states: dict[str, FileState]
    texts: dict[str, bytes]
    survivors: set[tuple[str, str]]


class News(NamedTuple):
    """Files after a change, with code in them that `is_new`.

    `maker` is who new code is credited to, and `read` gives what is on disk at a path. A credit
    takes the place of a new one if it `accepts` the pair (new, known). What the maker only took
    code from may read again as it did before the code came.
    """

    states: Mapping[str, FileState]
    texts: Mapping[str, bytes]
    trees: Mapping[str, SyntaxTree]
    is_new: Callable[[Credit], bool]
    maker: Maker
    read: Callable[[str], bytes | None]
    accepts: Callable[[Credit, Credit], bool] = lambda _new, _known: True


class Earlier(NamedTuple):
    """An earlier version of a file, with its attribution."""

    path: str
    text: bytes
    state: FileState
