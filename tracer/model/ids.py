"""Ids as people read them."""

from __future__ import annotations

SHORT = 8  # characters of a shortened id


def short_id(identifier: str | None, kind: str | None = None) -> str:
    """Eight characters that tell an id from its neighbours.

    A commit's first ones, as git does; a record's last ones, because the first of a UUIDv7
    are the time and the same for all records of a minute.
    """
    if not identifier:
        return "-" * SHORT
    if kind == "record" or (kind is None and "-" in identifier):
        return identifier[-SHORT:]
    return identifier[:SHORT]
