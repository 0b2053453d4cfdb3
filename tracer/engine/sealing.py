"""Sealing the ledger, and what git knows of earlier seals.

Between `ledger`, which knows records and signatures, and `vcs`, which knows refs.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

from tracer.engine.sharing import LEDGER, exchange
from tracer.ledger import Index, append, deliver, spool, timestamp
from tracer.ledger.checkpoint import (
    EVENT,
    Checkpoint,
    from_document,
    heads_in,
    statement,
    to_document,
    to_record,
)
from tracer.ledger.copies import copies, lines_of, not_in_ledger
from tracer.ledger.reader import hash_on
from tracer.ledger.repair import Repair, repair
from tracer.ledger.settings import Storage, is_tracked, storage_of
from tracer.ledger.signing import sign
from tracer.ledger.storage import open_ledger
from tracer.ledger.streams import Head, load_tails
from tracer.ledger.witness import remembered
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import SIDECAR
from tracer.vcs import Git, git_dir, refs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.model.workspace import Workspace

_SUBJECT = "checkpoint"
_DOCUMENT = "checkpoint.json"
_LOOKED_AT = 20  # checkpoints asked for one by one before all ancestors are listed
_READ_AT_MOST = 1 << 30  # bytes of earlier ledgers a repair looks through


class Sealed(NamedTuple):
    """What was sealed: heads in a new record, and heads of the committed ledger in a ref."""

    record: str | None
    heads: tuple[Head, ...]
    ref: str | None
    committed: tuple[Head, ...]


def seal(
    workspace: Workspace, key: str | None, *, every: bool = False, committed: bool = False
) -> Sealed:
    """Sign where this clone's streams end (with `every`: all streams).

    One checkpoint becomes a record of the ledger, left out with `committed` and where nothing
    is new; another, of the ledger as HEAD has it, goes to a git ref, which shows a ledger that
    was cut. Without a key they are witnesses only.
    Cost: one process, and a handful of git's; linear in the ledger when it has changes that are
    not committed.
    Raises: InputError for a key that does not sign, LedgerError, VcsError.
    """
    own = [tail.stream for tail in load_tails(workspace)]
    with Index.open(workspace) as index:
        heads = tuple(head for head in index.heads() if every or head.stream in own)
        last = [(head, index.record(head.id)) for head in heads]
    with ExitStack() as stack:
        git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
        revision = git.resolve_or_none("HEAD") if git is not None else None
        record = None
        if not committed and heads and not _is_sealed(last, heads, signed=key is not None):
            now = timestamp()
            signature = None if key is None else sign(statement(now, revision, heads), key)
            record = str(append(workspace, to_record(now, revision, heads, signature))["id"])
        else:
            heads = ()
        if git is None or revision is None:
            return Sealed(record, heads, None, ())
        if storage_of(workspace) is Storage.REF:
            exchange(workspace, git)
        stored = _stored(workspace, git, own, every=every)
        if not stored:
            return Sealed(record, heads, None, ())
        name = own[0] if own else "all"
        ref = _keep(git, f"{refs.CHECKPOINTS}{name}", revision, stored, key)
    return Sealed(record, heads, ref, stored)


def _is_sealed(
    last: list[tuple[Head, dict[str, object] | None]], heads: tuple[Head, ...], *, signed: bool
) -> bool:
    """Whether one of the heads is a checkpoint that names all that came before."""
    for head, record in last:
        if record is None or record["event"] != EVENT:
            continue
        checkpoint = record["checkpoint"]
        assert isinstance(checkpoint, dict)
        integrity = record["integrity"]
        assert isinstance(integrity, dict)
        named = {each["record_hash"] for each in checkpoint["streams"]}
        others = {other.record_hash for other in heads if other != head}
        if named >= {*others, integrity["prev_record_hash"]} and (
            not signed or "signature" in checkpoint
        ):
            return True
    return False


def _stored(workspace: Workspace, git: Git, own: list[str], *, every: bool) -> tuple[Head, ...]:
    """The heads that git has: of the ledger HEAD committed, or of the one in its ref."""
    wanted = None if every else own
    if storage_of(workspace) is Storage.REF:
        found = refs.tracer_refs(git, "ledger")
        files = refs.files_at(git, found[0].commit) if found else {}
        raw = refs.blob(git, files[LEDGER]) if LEDGER in files else None
    else:
        raw = git.blob_at("HEAD", f"{SIDECAR}/{LEDGER}")
    return tuple(heads_in(raw, wanted)) if raw else ()


def _keep(
    git: Git, ref: str, revision: str, heads: tuple[Head, ...], key: str | None
) -> str | None:
    """Write a checkpoint to a ref unless it says the same already; the ref, None if unchanged."""
    for known in _checkpoints_of(git, ref, ref):
        if known.revision == revision and known.heads == heads and (known.signature or not key):
            return None
        break
    now = timestamp()
    signature = None if key is None else sign(statement(now, revision, heads), key)
    document = to_document(Checkpoint(now, revision, heads, signature, ref))
    refs.commit_files(git, ref, {_DOCUMENT: document}, f"{_SUBJECT} {revision}")
    return ref


def _checkpoints_of(git: Git, commit: str, source: str) -> Iterator[Checkpoint]:
    """The checkpoints of a ref, newest first; commits that hold none are passed over."""
    if not any(ref.name == source for ref in refs.tracer_refs(git, "checkpoints/")):
        return
    for sha, _ in refs.history(git, commit):
        found = _read_checkpoint(git, sha, source)
        if found is not None:
            yield found


def _read_checkpoint(git: Git, commit: str, source: str) -> Checkpoint | None:
    identity = refs.files_at(git, commit).get(_DOCUMENT)
    if identity is None:
        return None
    return from_document(refs.blob(git, identity), f"the checkpoint {commit[:12]} in {source}")


def checkpoints_in_git(workspace: Workspace) -> list[Checkpoint]:
    """Of each clone the last checkpoint of a commit that HEAD has: its heads must be there now.

    A checkpoint of a commit HEAD does not have (another branch, or rewritten) says nothing.
    Cost: a few processes for each clone that ever sealed.
    Raises: VcsError.
    """
    if git_dir(workspace.root) is None:
        return []
    found = []
    with Git(workspace.root) as git:
        reachable: frozenset[str] | None = None
        for ref in refs.tracer_refs(git, "checkpoints/"):
            for number, (sha, subject) in enumerate(refs.history(git, ref.commit)):
                revision = subject.removeprefix(f"{_SUBJECT} ")
                if number < _LOOKED_AT:
                    is_ours = refs.is_ancestor(git, revision)
                else:
                    reachable = refs.ancestors(git) if reachable is None else reachable
                    is_ours = revision in reachable
                checkpoint = _read_checkpoint(git, sha, ref.name) if is_ours else None
                if checkpoint is not None and checkpoint.revision == revision:
                    found.append(checkpoint)
                    break
    return found


def mend(workspace: Workspace) -> Repair:
    """`repair` with what git and this clone still have, and what is known of the streams' ends."""
    heads = {tail.record_hash for tail in remembered(workspace)}
    heads.update(head.record_hash for head in dropped(workspace))
    if git_dir(workspace.root) is None:
        return repair(workspace, lambda: copies(workspace), heads)
    for checkpoint in checkpoints_in_git(workspace):
        heads.update(head.record_hash for head in checkpoint.heads)
    with Git(workspace.root) as git:

        def versions() -> Iterator[bytes]:
            yield from copies(workspace)
            yield from _versions(git)

        return repair(workspace, versions, heads)


def dropped(workspace: Workspace) -> list[Head]:
    """Records that this clone appended lately and that neither the ledger nor any commit has.

    What another branch has committed, or a stash, is not dropped, nor what waits in the spool.
    Cost: one look over the ledger; where something is missing, over git's versions of it, newest
    first, until all is found.
    """
    missing = not_in_ledger(workspace)
    if missing:
        spooled = _spooled(workspace)
        missing = [head for head in missing if head.record_hash not in spooled]
    if not missing or git_dir(workspace.root) is None:
        return missing
    with Git(workspace.root) as git:
        for content in _versions(git):
            missing = [head for head in missing if head.record_hash.encode() not in content]
            if not missing:
                break
    return missing


def elsewhere(workspace: Workspace) -> set[str]:
    """Hashes of records that this clone remembers and the ledger lacks, but another branch has.

    A record in a commit that HEAD has is gone where the ledger lacks it; one that only another
    branch, the stash or git's log has is where it was put. So is one in the spool, which the next
    append writes back: a merge was aborted, and nothing has been appended since.
    """
    branch = {tail.record_hash for tail in remembered(workspace)}
    missing = branch | {head.record_hash for head in not_in_ledger(workspace)}
    if not missing or git_dir(workspace.root) is None:
        return set()
    missing -= (spooled := _spooled(workspace))
    with Git(workspace.root) as git:
        path = f"{SIDECAR}/{LEDGER}"
        head = git.blob_at("HEAD", path) if git.resolve_or_none("HEAD") else None
        found = set()
        for content in refs.versions(git, path, _READ_AT_MOST, beside_head=True):
            found |= {digest for digest in missing if digest.encode() in content}
        ours = [head or b"", *refs.versions(git, path, _READ_AT_MOST, only_head=True)]
        there = {one for one in found if not any(one.encode() in content for content in ours)}
        return there | spooled


def _spooled(workspace: Workspace) -> set[str]:
    """Hashes of the records that wait in the spool and were written once, as they were then."""
    names = [item.record["id"] for item in spool.waiting(workspace)]
    lines = lines_of(workspace, names) if names else {}
    return {own.decode() for line in lines.values() if (own := hash_on(line))}


def bring_back(workspace: Workspace) -> int:
    """How many records are in a tracked ledger again after git has worked on it.

    What was laid aside for that comes first. A revert of a commit that brought records along with
    code takes both away; what happened has happened all the same. Records that only another branch
    has stay there.
    Cost: as `dropped`. Raises: LedgerError, VcsError.
    """
    count = deliver(workspace)
    missing = reverted(workspace)
    if not missing:
        return count
    with Git(workspace.root) as git:

        def versions() -> Iterator[bytes]:
            yield from copies(workspace)
            yield from refs.versions(git, f"{SIDECAR}/{LEDGER}", _READ_AT_MOST, only_head=True)

        return count + repair(workspace, versions, missing).restored


def reverted(workspace: Workspace) -> set[str]:
    """Hashes of records that this clone remembers, and that HEAD's history has but not its end.

    A ledger that is kept in a ref has no such.
    """
    if not is_tracked(workspace) or git_dir(workspace.root) is None:
        return set()
    missing = {tail.record_hash for tail in remembered(workspace)}
    missing = (missing | {head.record_hash for head in not_in_ledger(workspace)}) - _held(workspace)
    found: set[str] = set()
    if missing:
        with Git(workspace.root) as git:
            path = f"{SIDECAR}/{LEDGER}"
            if git.resolve_or_none("HEAD") is None:
                return found
            for content in refs.versions(git, path, _READ_AT_MOST, only_head=True):
                found |= {digest for digest in missing - found if digest.encode() in content}
                if found == missing:
                    break
    return found


def _held(workspace: Workspace) -> set[str]:
    """The hashes of all records in the ledger."""
    ledger = open_ledger(workspace.ledger)
    if ledger is None:
        return set()
    with ledger:
        return {own.decode() for line in ledger.lines() if (own := hash_on(line.raw))}


def _versions(git: Git) -> Iterator[bytes]:
    """Every content the ledger had in any commit, and in refs of its own."""
    for ref in refs.tracer_refs(git, "ledger"):
        files = refs.files_at(git, ref.commit)
        if LEDGER in files:
            yield refs.blob(git, files[LEDGER])
    if git.resolve_or_none("HEAD") is not None:
        yield from refs.versions(git, f"{SIDECAR}/{LEDGER}", _READ_AT_MOST)


def signing_key(workspace: Workspace, named: str | None) -> str | None:
    """The key to sign with: the one named, git's own for SSH signatures, else the usual file."""
    if named is not None:
        if not os.path.exists(named):
            raise InputError(f"{named}: no such key", fix="Name an SSH key with --key.")
        return os.path.abspath(named)
    if git_dir(workspace.root) is not None:
        with Git(workspace.root) as git:
            configured = refs.setting(git, "user.signingkey")
            is_ssh = refs.setting(git, "gpg.format") == "ssh"
        if configured and is_ssh:
            path = os.path.expanduser(configured)
            if os.path.exists(path):
                return path
    for name in ("id_ed25519", "id_ed25519_sk", "id_ecdsa", "id_rsa"):
        path = os.path.join(os.path.expanduser("~"), ".ssh", name)
        if os.path.exists(path):
            return path
    return None


def allowed_signers(workspace: Workspace) -> str | None:
    """The file that says who may sign: the workspace's, else git's; None when there is none."""
    path = os.path.join(workspace.sidecar, "allowed_signers")
    if os.path.exists(path):
        return path
    if git_dir(workspace.root) is None:
        return None
    with Git(workspace.root) as git:
        configured = refs.setting(git, "gpg.ssh.allowedSignersFile")
    return os.path.expanduser(configured) if configured else None
