"""Records that share an id, found in memory that does not grow with the ledger.

An id names one record: `blame` and `revert` follow it. A forger may put a second one with the same
id behind the first, in a valid chain. Ids are marked in a table of bits; only those whose bits were
set before are looked at again, with the file.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tracer.ledger.reader import Problem, decode

if TYPE_CHECKING:
    from tracer.ledger.storage import Ledger

_BITS = 1 << 24  # two megabytes
_LIMIT = 10_000  # ids that are looked at again


class Identities:
    """The ids of one pass."""

    def __init__(self) -> None:
        self._seen = bytearray(_BITS // 8)
        self._again: set[str] = set()

    def see(self, name: object) -> None:
        """Take the id of an intact record into account."""
        if not isinstance(name, str):
            return
        digest = hashlib.blake2b(name.encode(errors="replace"), digest_size=12).digest()
        is_new = False
        for at in (0, 4, 8):
            bit = int.from_bytes(digest[at : at + 4], "little") % _BITS
            if not self._seen[bit >> 3] & (1 << (bit & 7)):
                self._seen[bit >> 3] |= 1 << (bit & 7)
                is_new = True
        if not is_new and len(self._again) < _LIMIT:
            self._again.add(name)

    def problems(self, ledger: Ledger) -> list[Problem]:
        """A problem for each later record that has another's id; a line repeated is none."""
        if not self._again:
            return []
        first: dict[str, str] = {}
        found = []
        for line in ledger.lines():
            record = decode(line.raw.removesuffix(b"\r"))
            if isinstance(record, str):
                continue
            name, integrity = record.get("id"), record.get("integrity")
            if name not in self._again or not isinstance(integrity, dict):
                continue
            own = str(integrity.get("record_hash"))
            if first.setdefault(name, own) != own:
                detail = f"another record before it has the id {name}: one of them is forged"
                found.append(Problem(line.number, "duplicate", detail))
        return found
