"""Small partitions of many repositories put into few files, so that a question opens few.

Opening a file takes longer than reading a small one. A pack holds one table of some repositories'
tasks and is named by them, so it is derived: where the pack of today's tasks is not there, a reader
takes the partitions themselves. A change in one repository makes one pack anew.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.fleet.tables import FORMAT, schema_of
from tracer.model.errors import TracerError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.fleet.storage import Storage

Json = dict[str, Any]

PACKED = ("months",)
_REPOSITORIES = 32  # in a pack, about
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


def packs_of(manifests: Iterable[Json], table: str) -> list[Pack]:
    """The packs of a table, by all manifests there are; and what is too few for one, alone."""
    known = list(manifests)
    count = 1
    while count * _REPOSITORIES < len(known):
        count *= 2
    buckets: list[list[str]] = [[] for _ in range(count)]
    for manifest in known:
        key = hashlib.blake2b(manifest["repository"].encode(), digest_size=4).digest()
        buckets[int.from_bytes(key, "big") % count] += [
            f"parts/{task['task']}/{table}.parquet"
            for task in manifest["tasks"]
            if table in task["tables"]
        ]
    return [_pack(table, tuple(bucket)) for bucket in buckets if bucket]


def _pack(table: str, members: tuple[str, ...]) -> Pack:
    text = json.dumps([FORMAT, table, members])
    digest = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
    return Pack(f"pack-{digest}", table, members)


def is_worth(pack: Pack) -> bool:
    """Whether so many partitions are better in one file."""
    return len(pack.members) >= _FEWEST


def make(pack: Pack, storage: Storage) -> str:
    """Write a pack unless it is there; what went wrong, or nothing."""
    from pyarrow import concat_tables, parquet  # noqa: PLC0415 - an extra

    from tracer.fleet.tasks import packed  # noqa: PLC0415 - with pyarrow

    try:
        if not storage.has(pack.place):
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
    except OSError as error:
        return f"{storage.uri}: {pack.name}: {error}"
    return ""


def places(storage: Storage, manifests: Iterable[Json], table: str) -> list[str]:
    """Names of the files that hold a table: packs where they are made, else partitions."""
    found: list[str] = []
    for pack in packs_of(manifests, table):
        if is_worth(pack) and storage.has(pack.place):
            found.append(pack.place)
        else:
            found += pack.members
    return found
