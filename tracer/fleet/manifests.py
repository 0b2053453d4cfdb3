"""One manifest for each repository: what it was when it was taken in, and its partitions.

It is replaced in one step when all its tasks are done, so a reader sees a repository as it was
before a sync or as it is after it, never a mixture. A repository with a problem keeps its last
good partitions, and says so.
"""

from __future__ import annotations

import hashlib
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from tracer.fleet.packs import packs_of
from tracer.fleet.storage import READERS
from tracer.fleet.tables import FORMAT
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.fleet.storage import Storage

Json = dict[str, Any]

MANIFESTS = "repositories"
_ABOUT = "warehouse.json"
_PARTS = {"format", "repository", "source", "head", "seen", "problem", "tasks"}


def open_warehouse(storage: Storage, *, create: bool = False) -> None:
    """Check that a place is a warehouse that this version reads; with `create` make it one.

    Raises: InputError.
    """
    raw = storage.read(_ABOUT)
    if raw is None:
        if not create:
            raise InputError(
                f"{storage.uri}: no warehouse",
                fix=f"Make one: `tracer fleet sync REPOS.yaml --to {storage.uri}`",
            )
        storage.write(_ABOUT, json.dumps({"format": FORMAT}).encode())
        return
    found = _object(raw).get("format")
    if found is None:
        raise InputError(
            f"{storage.uri}: {_ABOUT} is damaged",
            fix="Take it away and sync again: it is made anew",
        )
    if found != FORMAT:
        raise InputError(
            f"{storage.uri}: its tables are of format {found}, this tracer's of {FORMAT}",
            fix="Sync into another place, or use the tracer that made it",
        )


def manifest_name(repository: str) -> str:
    """Where a repository's manifest is."""
    digest = hashlib.blake2b(repository.encode(), digest_size=8).hexdigest()
    readable = re.sub(r"[^\w.-]+", "_", repository)[:60]
    return f"{MANIFESTS}/{readable}-{digest}.json"


def read_manifest(storage: Storage, name: str, *, is_made_anew: bool = False) -> Json | None:
    """A manifest, or None where there is none; where `is_made_anew` also for a damaged one.

    Raises: InputError where it is of another format, or damaged.
    """
    raw = storage.read(name)
    if raw is None:
        return None
    found = _object(raw)
    if not found.keys() >= _PARTS:
        if is_made_anew:
            return None
        raise InputError(
            f"{storage.uri}: {name} is damaged",
            fix="Sync again with its repository in REPOS.yaml, or `tracer fleet forget` that",
        )
    if found["format"] != FORMAT:
        raise InputError(
            f"{storage.uri}: {name} is of another version of tracer",
            fix="Sync with the newest tracer that wrote there",
        )
    return found


def read_manifests(storage: Storage) -> list[Json]:
    """All manifests by repository.

    Raises: as `open_warehouse` and `read_manifest`.
    """
    open_warehouse(storage)
    found = read_all(storage, manifest_names(storage))
    return sorted((one for one in found if one is not None), key=lambda one: one["repository"])


def manifest_names(storage: Storage) -> list[str]:
    """Where the manifests are that a warehouse has."""
    names = storage.names(MANIFESTS)
    return [f"{MANIFESTS}/{name}" for name in names if name.endswith(".json")]


def read_all(
    storage: Storage, names: Iterable[str], *, is_made_anew: bool = False
) -> list[Json | None]:
    """`read_manifest` of each name, in their order; of a bucket many at once.

    Raises: as `read_manifest`.
    """

    def read(name: str) -> Json | None:
        return read_manifest(storage, name, is_made_anew=is_made_anew)

    if storage.is_local:
        return [read(name) for name in names]
    with ThreadPoolExecutor(READERS) as pool:
        return list(pool.map(read, names))


def write_manifest(storage: Storage, manifest: Json) -> None:
    """Replace a repository's manifest."""
    data = json.dumps({"format": FORMAT, **manifest}, sort_keys=True, ensure_ascii=True)
    storage.write(manifest_name(manifest["repository"]), data.encode())


def partitions(manifests: Iterable[Json], table: str, intent: str | None = None) -> list[str]:
    """Names of the partitions of a table; with `intent` those that may have rows of it."""
    found = []
    for manifest in manifests:
        for task in manifest["tasks"]:
            told = task["tables"].get(table)
            if told is None:
                continue
            known = told.get("intents")
            if intent is None or known is None or intent in known:
                found.append(f"parts/{task['task']}/{table}.parquet")
    return found


def forget(storage: Storage, repositories: Iterable[str]) -> list[str]:
    """Let repositories count no more; their names, sorted. Their partitions stay until `prune`.

    Raises: InputError where one is not there; then none is forgotten.
    """
    open_warehouse(storage)
    names = {repository: manifest_name(repository) for repository in repositories}
    known = set(manifest_names(storage))
    for repository, name in names.items():
        if name not in known:
            raise InputError(
                f"{storage.uri}: no repository {repository!r}",
                fix=f"`tracer fleet status --from {storage.uri}` lists their names",
            )
    for name in names.values():
        storage.remove(name)
    return sorted(names)


def prune(storage: Storage, manifests: Iterable[Json]) -> int:
    """Take away partitions that no manifest names; how many tasks' there were."""
    known = list(manifests)
    used = {task["task"] for manifest in known for task in manifest["tasks"]}
    used |= {pack.name for pack in packs_of(known)}
    unused = [name for name in storage.folders("parts") if name not in used]
    for name in unused:
        storage.remove_folder(f"parts/{name}")
    return len(unused)


def _object(raw: bytes) -> Json:
    try:
        found = json.loads(raw)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
