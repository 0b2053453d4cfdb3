"""Whether the last version the ledger saw of a file has any part in what the file holds now.

Somebody checks another branch out, or throws an attempt away, and then people write there. What
they write may look like what the ledger saw last, and did not come out of it. A text with conflict
marks git made out of what is checked out and another side, whatever the ledger saw last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.from_git import is_conflicted
from tracer.engine.linesums import checksums
from tracer.vcs.refs import merge_base

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.vcs import Git


def is_left_behind(  # noqa: PLR0913, PLR0917 - two versions of a file, and what is around them
    index: Index, git: Git, path: str, last: bytes, now: bytes, revision: str | None
) -> bool:
    """Whether nothing that `last`, the ledger's last version, did to the file is in `now`.

    What it did is told from the commit that its record and `revision`, which is checked out, both
    come from. False where that cannot be told.
    Cost: one process where the record was made at another commit.
    """
    names = index.records_leaving([path], 1)
    record = index.record(names[0]) if names else None
    base = ((record or {}).get("vcs") or {}).get("revision_id")
    if revision is None:
        return False
    if is_conflicted(now) and not is_conflicted(git.blob_at(revision, path) or b""):
        return True
    if base is None:
        return False
    common = base if base == revision else merge_base(git, base, revision)
    if common is None:
        return False
    before, after, there = checksums(git.blob_at(common, path)), checksums(last), checksums(now)
    own, gone = after - before, before - after
    return bool(own or gone) and own.isdisjoint(there) and gone <= there
