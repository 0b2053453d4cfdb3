"""Which records somebody speaks for: tracer in this clone, or a commit.

`verify` asks it of every record where signers are configured. What nobody speaks for, and no seal
covers, another program has written into the ledger. An approval by a key says more than any other
record: what was signed has to be the same, by a key that nobody revoked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.engine import approvers
from tracer.engine.sharing import LEDGER, MOVED
from tracer.ledger.reader import hash_on
from tracer.ledger.signing import NOT_ALLOWED
from tracer.ledger.storage import ARCHIVE, open_ledger
from tracer.ledger.vouched import vouched
from tracer.model.enums import EntityType
from tracer.model.errors import VcsError
from tracer.model.workspace import SIDECAR
from tracer.vcs import Git, git_dir, refs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.ledger.signing import Signers
    from tracer.model.workspace import Workspace

_READ_AT_MOST = 1 << 30  # bytes of earlier ledgers that are looked through
_UNKNOWN = "was put there by another program, as far as this clone knows, and no seal covers it"


class Vouching:
    """Says of a record why nobody speaks for it; None where somebody does."""

    def __init__(
        self, workspace: Workspace, signers: list[Signers], known: Callable[[str], bool]
    ) -> None:
        self.unjudged = 0  # approvals by keys that are of no allowed signer here
        self._workspace = workspace
        self._signers = signers
        self._known = known
        self._in_git: set[bytes] | None = None

    def __call__(self, record: dict[str, Any]) -> str | None:
        """Cost: a look-up; two processes for a signed approval, git's for a record nobody knows."""
        approval = record.get("approval") or {}
        if approval.get("signed") or approval.get("proof") == approvers.PROOF:
            why = approvers.reason_against(approval, self._signers)
            self.unjudged += why == NOT_ALLOWED
            if why is not None and why != NOT_ALLOWED:
                return f"says that a key approved it, but {why}"
        own = str(record["integrity"]["record_hash"])
        if self._known(own) or own.encode() in self._committed():
            return None
        is_person = (record.get("contributor") or {}).get("entity_type") == EntityType.HUMAN
        return f"of a person {_UNKNOWN}" if is_person else _UNKNOWN

    def _committed(self) -> set[bytes]:
        """Hashes of records that came in archives, or in a ledger that git tracks or tracked."""
        if self._in_git is None:
            self._in_git = set(self._hashes())
        return self._in_git

    def _hashes(self) -> Iterator[bytes]:
        if git_dir(self._workspace.root) is None:
            yield from self._archived(self._known)
            return
        try:
            with Git(self._workspace.root) as git:
                names = {
                    name.rpartition("/")[2]
                    for name in git.files()
                    if f"{SIDECAR}/{ARCHIVE}/" in name
                }
                yield from self._archived(lambda name: name in names or self._known(name))
                for path in (f"{SIDECAR}/{LEDGER}", f"{SIDECAR}/{MOVED}/{LEDGER}"):
                    for content in refs.versions(git, path, _READ_AT_MOST):
                        yield from (own for line in content.split(b"\n") if (own := hash_on(line)))
        except VcsError:
            return

    def _archived(self, is_known: Callable[[str], bool]) -> Iterator[bytes]:
        """Hashes of the records in the archived files that are known by their names."""
        ledger = open_ledger(self._workspace.ledger)
        if ledger is None:
            return
        with ledger:
            for line in ledger.lines():
                file = ledger.place(line.number)[1]
                if not file:
                    return
                own = hash_on(line.raw)
                if own is not None and is_known(file.rpartition("/")[2]):
                    yield own


def vouching(workspace: Workspace) -> Vouching | None:
    """What speaks for records in this clone; None where it remembers nothing."""
    known = vouched(workspace)
    return None if known is None else Vouching(workspace, approvers.known_signers(workspace), known)
