"""Laying the ledger aside while git works on it, where git tracks the file.

Git refuses to merge, rebase, revert or pop a stash over a file with changes that no commit has, and
the ledger has some after every call. So before a command of an agent that may do so, what no
commit has is taken out of the file; the next append, or the call's post-hook, writes it back as it
was. The lines are in the spool and in the copy of what was appended last, so that a crash in
between loses nothing.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from tracer.ledger import spool
from tracer.ledger.appender import ledger_lock
from tracer.ledger.copies import lines_of
from tracer.ledger.reader import decode

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_MERGING = re.compile(r"\bgit\b[^|;&\n]*\s(?:stash|revert|cherry-pick|merge|pull|rebase|am)\b")
_MOST_BYTES = 4 << 20  # as much as the copies hold


def is_merging(command: str | None) -> bool:
    """Whether a command may run git where it minds changes of files that it has to write."""
    return command is not None and _MERGING.search(command) is not None


def lay_aside(workspace: Workspace, committed: bytes) -> int:
    """How many records were taken out of the ledger, which now holds what is `committed`.

    None where it is not that with whole records of this clone behind it. The index directory must
    be there. Raises: OSError.
    """
    with ledger_lock(workspace):
        try:
            with open(workspace.ledger, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return 0
        rest = text[len(committed) :]
        if not rest.endswith(b"\n") or not text.startswith(committed) or len(rest) > _MOST_BYTES:
            return 0
        records = [
            record for line in rest.split(b"\n")[:-1] if isinstance(record := decode(line), dict)
        ]
        names = [str(record.get("id")) for record in records]
        kept = lines_of(workspace, names)
        if b"".join(kept.get(name, b"") + b"\n" for name in names) != rest:
            return 0  # another clone's lines, or those of long ago
        spool.put(workspace, records, sent=True)
        os.truncate(workspace.ledger, len(committed))
        return len(records)
