"""Records that could not be written to the ledger, kept until the next append delivers them.

One file a record in `.index/spool/`, named so that sorting gives the order in which they came.
Delivery is exactly once: a record whose id the ledger holds already is only removed here. So a
record that was written while git was replacing files is kept as well (`*.sent.json`), until an
append that git does not disturb finds it in the ledger, or writes it again.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from tracer.ledger.canonical import canonical
from tracer.ledger.local import make_index_dir
from tracer.ledger.reader import decode
from tracer.ledger.storage import open_ledger
from tracer.model.disk import write_atomically
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.model.workspace import Workspace

JsonObject = dict[str, Any]

_SUFFIX = ".json"
_SENT = ".sent.json"


class Waiting(NamedTuple):
    """One spooled record and the file that holds it."""

    path: str
    record: JsonObject


def waiting(workspace: Workspace, *, sent: bool = True) -> list[Waiting]:
    """Spooled records in the order they came; without `sent`, only those never yet written.

    A file that is not a record any more is renamed to `*.bad`, so that it is neither lost nor
    in the way.
    """
    directory = _directory(workspace)
    try:
        names = sorted(name for name in os.listdir(directory) if name.endswith(_SUFFIX))
    except OSError:
        return []  # nothing was ever spooled
    found = []
    for name in names:
        if not sent and name.endswith(_SENT):
            continue
        path = os.path.join(directory, name)
        with open(path, "rb") as file:
            record = decode(file.read())
        if isinstance(record, dict) and "id" in record:
            found.append(Waiting(path, record))
        else:
            os.replace(path, f"{path}.bad")
    return found


def put(workspace: Workspace, records: Sequence[JsonObject], *, sent: bool = False) -> None:
    """Keep `records` for the next append; `sent` ones were written, and may be there.

    Raises: OSError when the spool cannot be written either.
    """
    make_index_dir(workspace)
    directory = _directory(workspace)
    os.makedirs(directory, exist_ok=True)
    names = os.listdir(directory)
    latest = max((int(name[:20]) for name in names if name[:20].isdigit()), default=0)
    for number, record in enumerate(records):
        order = max(time.time_ns(), latest + 1 + number)  # the clock may go backwards
        path = os.path.join(directory, f"{order:020d}-{record['id']}{_SENT if sent else _SUFFIX}")
        write_atomically(path, canonical(record))
        with open(path, "rb+") as file:
            os.fsync(file.fileno())


def undelivered(workspace: Workspace, spooled: Sequence[Waiting]) -> list[JsonObject]:
    """The records among `spooled` that the ledger does not hold yet. Cost: one read of it."""
    if not spooled:
        return []
    wanted = {item.record["id"]: f'"id":"{item.record["id"]}"'.encode() for item in spooled}
    ledger = open_ledger(workspace.ledger)
    if ledger is not None:
        with ledger:
            for line in ledger.lines():
                for identity in [name for name, field in wanted.items() if field in line.raw]:
                    record = decode(line.raw)
                    if isinstance(record, dict) and record.get("id") == identity:
                        del wanted[identity]
    lost = {item.record["id"]: item.record for item in spooled if item.record["id"] in wanted}
    return list(lost.values())


def remove(spooled: Sequence[Waiting]) -> None:
    """Forget what was delivered. A file that stays is recognised by its id next time."""
    for item in spooled:
        try:
            os.unlink(item.path)
        except OSError:
            return


def _directory(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "spool")
