"""The ledger's way through git: working file, ref, remotes.

    .orchestration/agent_trace.jsonl  <->  refs/tracer/ledger  <->  refs/tracer-remotes/NAME/ledger
        (ignored by git, appended to        (a chain of commits       (what was fetched last)
         by every hook)                      of whole ledgers)

Each arrow is a union of lines, so no direction can lose a record, and the order of exchanges plays
no part. Hooks append to the file only. The end of a turn, and git's hooks after a commit, merge,
rewrite or checkout, bring file and ref together; `git push` sends the ref along (`pre-push`),
`git fetch` brings the others' (a refspec). Nothing here makes a git command fail.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from tracer.intents import lifecycle
from tracer.ledger.appender import append_lines
from tracer.ledger.copies import copies, has_copies, not_in_ledger
from tracer.ledger.local import make_index_dir
from tracer.ledger.settings import Storage, storage_of
from tracer.ledger.storage import ARCHIVE, ledger_lock
from tracer.ledger.vouched import vouch
from tracer.model.disk import read_object, write_atomically
from tracer.model.errors import TracerError, VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git, git_dir, has_own_ledger, ledger_tips, refs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.workspace import Workspace

LEDGER = "agent_trace.jsonl"
MOVED = "before-ref"  # where files that git tracked lie after a repository moved over
_TRIES = 4  # pushes, each after taking in what somebody else pushed first


class Synced(NamedTuple):
    """What `sync` did with one remote. `problem` is empty where it worked."""

    remote: str
    taken_in: int
    pushed: bool
    problem: str


def exchange_with_refs(workspace: Workspace, *, is_asked: bool = False) -> int:
    """`exchange` where the settings say that git keeps the ledger in a ref; else 0.

    `is_asked`: somebody asked for an exchange: a partial clone may bring what it lacks.
    Raises: as `exchange`.
    """
    if storage_of(workspace) is not Storage.REF or git_dir(workspace.root) is None:
        return 0
    with Git(workspace.root) as git:
        git.is_asked = is_asked
        return exchange(workspace, git)


def exchange(workspace: Workspace, git: Git) -> int:
    """Make the local ledger and the one in `refs/tracer/ledger` the union of all there are.

    The number of lines taken in. Ledgers of remotes are those fetched last. Records that this clone
    appended and that a checkout took from the file come back from its own copies.
    Raises: LedgerError, VcsError.
    """
    known: list[refs.Ref] = []
    taken = 0
    for ref in refs.tracer_refs(git, "ledger"):
        try:
            taken += _take_in(workspace, git, ref)
        except VcsError:
            if not refs.is_partial(git):
                raise
            continue  # left at its remote: `tracer sync` brings it
        known.append(ref)
    taken += _from_before(workspace) + _from_copies(workspace)  # behind what the ref has of them
    _commit(workspace, git, known)
    tips = ledger_tips(workspace.root)
    if read_object(_seen_path(workspace)) != tips:
        write_atomically(_seen_path(workspace), json.dumps(tips).encode())
    return taken


def _take_in(workspace: Workspace, git: Git, ref: refs.Ref) -> int:
    """Add what the ledger of one ref has and the local one has not; how many lines."""
    taken = 0
    files = refs.files_at(git, ref.commit)
    for path, identity in files.items():
        place = os.path.join(workspace.sidecar, *path.split("/"))
        if path.startswith(f"{ARCHIVE}/") and not os.path.exists(place):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with ledger_lock(workspace):
                vouch(workspace, [os.path.basename(place)])
            write_atomically(place, refs.blob(git, identity), durable=True)
    if LEDGER in files:
        content = refs.blob(git, files[LEDGER])
        taken = append_lines(workspace, content)
        lifecycle.add(workspace, lifecycle.steps_in(lifecycle.implied_in(content.split(b"\n"))))
    return taken


def catch_up(workspace: Workspace) -> None:
    """Take in what came without a hook of git's: a fetched ref, a merged file.

    What git took away with everything that it does not track (`git clean -fdx`, a sparse checkout)
    comes back from this clone's own ref.
    Cost: two or three small files read while nothing came; else an exchange, or of a tracked
    ledger one look through it.
    """
    if not os.path.exists(workspace.ledger) and is_taken_away(workspace):
        with suppress(OSError):
            make_index_dir(workspace)
        exchange_quietly(workspace)
        return
    is_indexed = os.path.isdir(workspace.index)
    if not is_indexed and not workspace.is_initialised:
        return
    if storage_of(workspace) is Storage.FILE:
        if is_indexed:
            _take_statuses(workspace)
        return
    if not is_indexed:
        with suppress(OSError):
            make_index_dir(workspace)
    tips = ledger_tips(workspace.root)
    if tips and read_object(_seen_path(workspace)) != tips:
        exchange_quietly(workspace)


def is_taken_away(workspace: Workspace) -> bool:
    """Whether the ledger's file is gone while git's directory has it: a ref, or a copy."""
    if not workspace.is_initialised or storage_of(workspace) is not Storage.REF:
        return False
    is_kept = has_own_ledger(workspace.root) or has_copies(workspace)
    return is_kept and not os.path.exists(workspace.ledger)


def _take_statuses(workspace: Workspace) -> None:
    """Note the statuses that records of a tracked ledger tell, where it is another one now."""
    try:
        stat = os.stat(workspace.ledger)
        known = {"size": stat.st_size, "time": stat.st_mtime_ns}
        if read_object(_seen_path(workspace)) != known:
            lifecycle.add(
                workspace,
                lifecycle.steps_in(lifecycle.implied_in(_bytes_of(workspace.ledger).split(b"\n"))),
            )
            write_atomically(_seen_path(workspace), json.dumps(known).encode())
    except OSError:
        return  # no ledger yet, or one that the next question tells of


def _seen_path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "exchanged.json")


def _commit(workspace: Workspace, git: Git, known: list[refs.Ref]) -> None:
    """Write the local ledger to its ref, with what was fetched as further parents."""
    content: dict[str, bytes | str] = {}
    stored = refs.files_at(git, known[0].commit) if known else {}
    directory = os.path.join(workspace.sidecar, ARCHIVE)
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else ():
        path = f"{ARCHIVE}/{name}"
        content[path] = stored.get(path) or _bytes_of(os.path.join(directory, name))
    if os.path.exists(workspace.ledger):
        content[LEDGER] = _bytes_of(workspace.ledger)
    if content:
        theirs = [
            ref.commit
            for ref in known
            if ref.name != refs.LEDGER and not refs.is_merged(git, ref.commit, refs.LEDGER)
        ]
        refs.commit_files(git, refs.LEDGER, content, "ledger", theirs)


def _from_copies(workspace: Workspace) -> int:
    """Take back records of this clone's that the file has lost; how many."""
    lost = {head.record_hash.encode() for head in not_in_ledger(workspace)}
    if not lost:
        return 0
    lines = [
        line
        for text in reversed(list(copies(workspace)))
        for line in text.split(b"\n")
        if any(digest in line for digest in lost)
    ]
    return append_lines(workspace, b"".join(line + b"\n" for line in lines))


def _from_before(workspace: Workspace) -> int:
    """Take in records that a branch from before the ledger moved to the ref has brought."""
    directory = os.path.join(workspace.sidecar, MOVED)
    stem, ending = os.path.splitext(LEDGER)
    try:
        names = sorted(os.listdir(directory))
    except FileNotFoundError:
        return 0
    ours = [name for name in names if name.startswith(stem) and name.endswith(ending)]
    return sum(append_lines(workspace, _bytes_of(os.path.join(directory, name))) for name in ours)


def sync(workspace: Workspace, remotes: Iterable[str] | None = None) -> list[Synced]:
    """Exchange the ledger with remotes: all, or those named. One that refuses is told of.

    A remote that has nothing new is not asked twice: what is there already is pushed to nobody.
    Cost: one fetch and at most one push a remote, more only while others push at the same time.
    Raises: LedgerError, VcsError for what is wrong here, not there.
    """
    let_git_fetch(workspace)
    with Git(workspace.root) as git:
        names = list(remotes) if remotes is not None else refs.remotes(git)
        return [_synced(workspace, git, name) for name in names]


def let_git_fetch(workspace: Workspace) -> None:
    """Have `git fetch` bring the ledger of every remote, those that came after `tracer init` too.

    Cost: one look at the configuration a remote.
    """
    with Git(workspace.root) as git, suppress(VcsError):
        refs.add_refspecs(git)


def push(workspace: Workspace, remote: str) -> Synced:
    """Send the ledger, and seals, along with a push of the branch.

    Never raises for what the remote says.

    Cost: one push; a fetch before another one where somebody was faster.
    """
    exchange_with_refs(workspace)
    let_git_fetch(workspace)
    with Git(workspace.root) as git:
        if remote not in refs.remotes(git):
            return Synced(remote, 0, pushed=False, problem="no remote of this repository")
        if refs.is_shared(git, remote):
            return Synced(remote, 0, pushed=False, problem="")
        try:
            refs.push(git, remote)
        except VcsError:
            return _synced(workspace, git, remote)
        return Synced(remote, 0, pushed=True, problem="")


def _synced(workspace: Workspace, git: Git, remote: str) -> Synced:
    """Fetch, unite, push; again when somebody else pushed in between."""
    problem, taken = "", 0
    for _ in range(_TRIES):
        try:
            refs.fetch(git, remote)
        except VcsError as error:
            return Synced(remote, taken, pushed=False, problem=error.message)
        taken += exchange_with_refs(workspace, is_asked=True)
        if refs.is_shared(git, remote):
            return Synced(remote, taken, pushed=False, problem="")
        try:
            refs.push(git, remote)
        except VcsError as error:
            problem = error.message
            continue
        return Synced(remote, taken, pushed=True, problem="")
    return Synced(remote, taken, pushed=False, problem=problem)


def exchange_quietly(workspace: Workspace) -> None:
    """`exchange_with_refs` where nobody waits for an answer: the next one tries again."""
    with suppress(TracerError, OSError):
        exchange_with_refs(workspace)


def is_elsewhere_only(workspace: Workspace) -> bool:
    """Whether the team has a ledger that this clone has not fetched: a fresh clone."""
    is_fresh = workspace.is_initialised and not os.path.exists(workspace.index)
    if is_taken_away(workspace):
        return False
    return (
        is_fresh and storage_of(workspace) is Storage.REF and not os.path.exists(workspace.ledger)
    )


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
