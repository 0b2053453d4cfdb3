"""Where an element stands in one version, and what one step back found: small values to keep.

A step of a committed version never changes, so a later log of the element, or of one that was
the same, reads it instead of parsing again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tracer.history.cache import cache_key
from tracer.history.versions import Version
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = dict[str, Any]


class Spot(NamedTuple):
    """Where the element stands in one version. Lines 1-based, inclusive.

    `heads` are the lines that say where it belongs: a change there moves it.
    """

    version: Version
    start_line: int
    end_line: int
    kind: str
    name: str | None
    heads: tuple[tuple[int, int], ...] = ()
    is_local: bool = False


def spot_key(spot: Spot, *, all_kinds: bool) -> bytes:
    """The key of what the step back from a spot found."""
    where = json.dumps([spot.start_line, spot.end_line, spot.heads, spot.is_local, all_kinds])
    return cache_key("log", *spot.version, spot.kind, spot.name, where)


def encode_step(changes: Sequence[Json], spots: Sequence[Spot]) -> bytes:
    """The changes a step told and the spots it went on to, as bytes."""
    return json.dumps([changes, spots], separators=(",", ":")).encode()


def decode_step(raw: bytes) -> tuple[list[Json], list[Spot]]:
    """What `encode_step` wrote. Raises: ValueError when it did not."""
    try:
        changes, spots = json.loads(raw)
        return changes, [
            Spot(
                Version(*version), start, end, kind, name,
                tuple((first, last) for first, last in around), bool(local),
            )
            for version, start, end, kind, name, around, local in spots
        ]  # fmt: skip
    except (TypeError, ValueError) as error:
        raise ValueError("not a step of a log") from error
