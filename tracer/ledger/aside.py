"""Laying the ledger aside while git works on it, where git tracks the file.

Git refuses to merge, rebase, revert, switch branches or pop a stash over a file with changes that
its index does not have, and the ledger has some after every call; a reset or a checkout of files
drops them. So before a command of an agent that may do so, what the index does not have is taken
out of the file; the next append, or the call's post-hook, writes it back as it was. The lines are
in the spool and in the copy of what was appended last, so that a crash in between loses nothing.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from tracer.ledger import spool
from tracer.ledger.copies import lines_of
from tracer.ledger.reader import decode
from tracer.ledger.storage import ledger_lock

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

_GIT = r"\bgit\b[^|;&\n]*\s"
_REPLACING = re.compile(
    _GIT + r"(?:stash|revert|cherry-pick|merge|pull|rebase|am|subtree)\b|"
    rf"{_GIT}(?:checkout|switch|reset|restore|bisect)\b"
)
# These take what git ignores away, too: the spool.
_SWEEPING = re.compile(_GIT + r"(?:clean\b|stash\b[^|;&\n]*\s(?:--all|-[a-z]*a[a-z]*)(?:\s|$))")
_MOST_BYTES = 4 << 20  # as much as the copies hold


def is_replacing(command: str | None) -> bool:
    """Whether a command may run git where it minds, or drops, changes of files that it writes.

    Not where it may take the spool away as well.
    """
    if command is None or _REPLACING.search(command) is None:
        return False
    return _SWEEPING.search(command) is None


def lay_aside(workspace: Workspace, staged: bytes) -> int:
    """How many records were taken out of the ledger, which now holds what is `staged` of it.

    None where it is not that with whole records of this clone behind it. The index directory must
    be there. Raises: OSError.
    """
    with ledger_lock(workspace):
        try:
            with open(workspace.ledger, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return 0
        rest = text[len(staged) :]
        if not rest.endswith(b"\n") or not text.startswith(staged) or len(rest) > _MOST_BYTES:
            return 0
        records = [
            record for line in rest.split(b"\n")[:-1] if isinstance(record := decode(line), dict)
        ]
        names = [str(record.get("id")) for record in records]
        kept = lines_of(workspace, names)
        if b"".join(kept.get(name, b"") + b"\n" for name in names) != rest:
            return 0  # another clone's lines, or those of long ago
        spool.put(workspace, records, sent=True)
        os.truncate(workspace.ledger, len(staged))
        return len(records)
