"""What this clone remembers of how far each stream went, against which a ledger is checked.

A hash chain cannot show that its end was cut off. Two memories outside the ledger can: the
tails of this clone's own streams (`.index/stream`) and the ends of all streams the index has
read. Only what was seen on the branch that is checked out now counts, since another branch's
ledger may rightly end earlier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.ledger.local import checked_out
from tracer.ledger.streams import Tail, load_tails
from tracer.ledger.tables import stream_ends

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


def remembered(workspace: Workspace) -> list[Tail]:
    """The records that must be in this workspace's ledger; empty where nothing is remembered."""
    branch = checked_out(workspace)
    tails = [*load_tails(workspace, written=True), *stream_ends(workspace)]
    return [tail for tail in tails if tail.branch == branch]
