"""Small partitions of many repositories put into few files, so that a question opens few.

Opening a file takes longer than reading a small one. A pack holds one table of some repositories'
tasks and is named by them, so it is derived: where the pack of today's tasks is not there, a reader
takes the partitions themselves. A change in one repository makes one pack anew.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from tracer.fleet.partition import packed
from tracer.fleet.tables import FORMAT, schema_of
from tracer.model.errors import TracerError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.fleet.storage import Storage

Json = dict[str, Any]

# What questions over all repositories read whole.
PACKED = ("records", "settlements", "months", "verdicts", "decisions", "lines", "intents")
_REPOSITORIES = 32  # in a pack, about
_LARGE = 1 << 18  # bytes of a partition that stays alone: copied at each change it costs too much
_FEWEST = 8  # partitions that are worth a pack


class Pack(NamedTuple):
    """A pack: its name, its table, and the partitions that it stands for."""

    name: str
    table: str
    members: tuple[str, ...]

    @property
    def place(self) -> str:
        """The name of its partition."""
        return f"parts/{self.name}/{self.table}.parquet"


def packs_of(manifests: Iterable[Json], tables: Sequence[str] = PACKED) -> list[Pack]:
    """The packs of some tables over all manifests; files too few or too large stay single."""
    known = list(manifests)
    count = 1
    while count * _REPOSITORIES < len(known):
        count *= 2
    buckets: dict[str, list[list[str]]] = {table: [[] for _ in range(count)] for table in tables}
    large: list[tuple[str, str]] = []
    for manifest in known:
        key = hashlib.blake2b(manifest["repository"].encode(), digest_size=4).digest()
        bucket = int.from_bytes(key, "big") % count
        for task in manifest["tasks"]:
            for table, told in task["tables"].items():
                if table in buckets:
                    name = f"parts/{task['task']}/{table}.parquet"
                    if told["bytes"] > _LARGE:
                        large.append((table, name))
                    else:
                        buckets[table][bucket].append(name)
    small = [_pack(t, tuple(one)) for t, many in buckets.items() for one in many if one]
    return small + [_pack(table, (name,)) for table, name in large]


def _pack(table: str, members: tuple[str, ...]) -> Pack:
    text = json.dumps([FORMAT, table, members])
    digest = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
    return Pack(f"pack-{digest}", table, members)


def is_worth(pack: Pack) -> bool:
    """Whether so many partitions are better in one file."""
    return len(pack.members) >= _FEWEST


def make(pack: Pack, storage: Storage, is_anew: bool = False) -> str:
    """Write a pack unless it is there, or in its place; what went wrong, or nothing."""
    from pyarrow import ArrowException, concat_tables, parquet  # noqa: PLC0415 - an extra

    try:
        if is_anew or not storage.has(pack.place):
            parts = [
                parquet.read_table(
                    storage.place(name),
                    filesystem=storage.filesystem,
                    schema=schema_of(pack.table),
                    partitioning=None,
                )
                for name in pack.members
            ]
            storage.write(pack.place, packed(pack.table, concat_tables(parts)))
    except TracerError as error:
        return str(error)
    except (OSError, ArrowException) as error:
        why = " ".join(str(error).split())
        return f"{storage.uri}: a partition of {pack.name}: {why}"
    return ""


def places(storage: Storage, manifests: Iterable[Json]) -> dict[str, list[str]]:
    """Names of the files that hold each table: packs where they are made, else partitions."""
    packs = packs_of(manifests)
    made = have(storage, packs)
    found: dict[str, list[str]] = {table: [] for table in PACKED}
    for pack in packs:
        found[pack.table] += [pack.place] if pack in made else pack.members
    return found


def have(storage: Storage, packs: Iterable[Pack]) -> set[Pack]:
    """Those of some packs that are worth it and are made."""
    worth = [pack for pack in packs if is_worth(pack)]
    there = storage.has_each([pack.place for pack in worth])
    return {pack for pack, is_there in zip(worth, there, strict=True) if is_there}
