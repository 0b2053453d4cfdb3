"""What `tracer init` sets up in git: where the ledger is kept, and a seal after each commit."""

from __future__ import annotations

import os
from shutil import which

from tracer.agents.install import Action
from tracer.agents.setup import ignored, with_setting
from tracer.engine import sharing
from tracer.ledger.appender import append_lines
from tracer.ledger.settings import Storage, salt_path, storage_of
from tracer.model.disk import write_atomically
from tracer.model.errors import InputError
from tracer.model.workspace import SIDECAR, Workspace
from tracer.vcs import Git, common_dir, git_dir, githooks, octopus, refs

_SEAL = "tracer seal --committed --quiet"
_EXCHANGE = "tracer sync --local >/dev/null 2>&1"
_PUSH = 'tracer sync --pushing "$1" >/dev/null 2>&1'
_TRAILER = 'tracer intent trailer "$@"'
_HOOKS = ("post-commit", "post-merge", "post-rewrite", "post-checkout", "pre-push")
_MESSAGE = "prepare-commit-msg"
_DRIVER = "merge.tracer-intents"
_MERGE = "tracer intent merge %O %A %B || git merge-file -L ours -L base -L theirs %A %O %B"
_WRITTEN = ("agent_trace.jsonl", "governance_ledger.md", "intent_map.md", "archive")
_GROWING = frozenset({"agent_trace.jsonl", "governance_ledger.md"})  # lines are only appended
_OCTOPUS = "pull.octopus"  # git merge asks it, too
_MOST_BYTES = 1 << 30  # of earlier ledgers looked through


def connect(
    workspace: Workspace,
    *,
    storage: str | None = None,
    seal: bool = False,
    salted: bool = False,
    trailers: bool = False,
) -> list[Action]:
    """What was done to each file and setting. Doing it again changes nothing.

    `storage` None leaves it as the configuration says. With `ref` the ledger is ignored by git and
    exchanged through `refs/tracer/*`; with `seal` each commit is followed by a checkpoint in a
    ref; with `salted` content hashes are keyed from now on; with `trailers` commits name their
    intents.
    Raises: InputError outside git for what only git can do, for a hook that is no shell script;
    VcsError.
    """
    actions = _join_several(workspace)
    if salted:
        actions += _make_salt(workspace)
    if git_dir(workspace.root) is None:
        if storage is not None or seal or trailers:
            raise InputError(f"{workspace.root}: no git repository", fix="Run `git init` there.")
        return actions
    with Git(workspace.root) as git:
        if trailers:
            path = githooks.add(git, _MESSAGE, [_TRAILER])
            name = os.path.relpath(path, workspace.root) if path is not None else _MESSAGE
            actions.append(Action(name, "kept" if path is None else "changed"))
        if storage is not None:
            actions += _store(workspace, git, Storage(storage))
        actions += _exclude(workspace, git, storage_of(workspace))
        actions += _merge_intents(git)
        return actions + _share(workspace, git, seal=seal)


def _share(workspace: Workspace, git: Git, *, seal: bool) -> list[Action]:
    """Refspecs and hooks that carry the ledger and its seals, as the storage wants them."""
    in_ref = storage_of(workspace) is Storage.REF
    is_sealing = seal or _SEAL in (githooks.text(git, "post-commit") or "")
    is_sharing = is_sealing or in_ref
    removed = refs.remove_refspecs(git, pushing_only=is_sharing)
    actions = [Action(f"git config {name}", "unset") for name in removed]
    if is_sharing:
        actions += [Action(f"git config {added}", "set") for added in refs.add_refspecs(git)]
    for hook in _HOOKS:
        commands = [_SEAL] if is_sealing and hook == "post-commit" else []
        if hook == "pre-push":
            commands += [_PUSH] if is_sharing else []
        else:
            commands += [_EXCHANGE] if in_ref or hook == "post-commit" else []
        path = githooks.add(git, hook, commands) if commands else githooks.remove(git, hook)
        if path is not None:
            name = os.path.relpath(path, workspace.root)
            actions.append(Action(name, "changed" if commands else "restored"))
    return actions


def missing_hooks(workspace: Workspace) -> list[str]:
    """The hooks of git that should carry the ledger and do not, or only behind other code."""
    if git_dir(workspace.root) is None or storage_of(workspace) is not Storage.REF:
        return []
    with Git(workspace.root) as git:
        return [hook for hook in _HOOKS if not githooks.is_first(git, hook)]


def disconnect(workspace: Workspace) -> list[Action]:
    """Take out of git what `connect` put in; refs that hold checkpoints or a ledger stay."""
    if git_dir(workspace.root) is None:
        return []
    with Git(workspace.root) as git:
        paths = [githooks.remove(git, hook) for hook in (*_HOOKS, _MESSAGE)]
        actions = [
            Action(os.path.relpath(path, workspace.root), "restored")
            for path in paths
            if path is not None
        ]
        actions += _exclude(workspace, git, None)
        removed = [
            *refs.remove_refspecs(git),
            *refs.remove_setting(git, _OCTOPUS, octopus.NAME),
            *refs.remove_setting(git, f"{_DRIVER}.driver", _MERGE),
        ]
        return actions + [Action(f"git config {name}", "unset") for name in removed]


def _join_several(workspace: Workspace) -> list[Action]:
    """Let `git merge A B C` merge ledgers, where the command is there and nothing else is set."""
    if git_dir(workspace.root) is None or which(f"git-merge-{octopus.NAME}") is None:
        return []
    with Git(workspace.root) as git:
        if refs.setting(git, _OCTOPUS) is not None:
            return []
        git.run("config", "--local", _OCTOPUS, octopus.NAME)
    return [Action(f"git config {_OCTOPUS} {octopus.NAME}", "set")]


def _merge_intents(git: Git) -> list[Action]:
    """Let git merge the intents of two branches entry by entry."""
    name = f"{_DRIVER}.driver"
    if refs.setting(git, name) == _MERGE:
        return []
    git.run("config", "--local", name, _MERGE)
    return [Action(f"git config {name}", "set")]


def _store(workspace: Workspace, git: Git, storage: Storage) -> list[Action]:
    """Set where git keeps the ledger.

    What git tracks of it goes to `before-ref/`, where branches that still track it merge as a
    union, and the records of all branches, the stash and git's logs are taken in.
    """
    actions = []
    if storage is Storage.REF:
        actions += _move_over(workspace, git)
    texts = {
        os.path.join(workspace.sidecar, ".gitignore"): ignored(storage),
        workspace.config: with_setting(workspace.config, "ledger", storage),
    }
    for path, text in texts.items():
        try:
            with open(path, encoding="utf-8", newline="") as file:
                before = file.read()
        except FileNotFoundError:
            before = None
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: {error}", fix="Make it a readable text file.") from error
        is_ignore = path.endswith(".gitignore") and before is not None
        after = _with_lines(before or "", text) if is_ignore else text
        if before != after:
            try:
                write_atomically(path, after.encode())
            except OSError as error:
                raise InputError(f"{path}: {error}", fix="Make it writable.") from error
        name = os.path.relpath(path, workspace.root)
        actions.append(Action(name, "kept" if before == after else "changed"))
    return actions


def _exclude(workspace: Workspace, git: Git, storage: Storage | None) -> list[Action]:
    """Keep what tracer writes out of commits on every branch of this clone; None: no longer.

    `.orchestration/.gitignore` says it to everybody, but a branch from before tracer, or one
    rewritten without the folder, lacks that file, and `git add -A` would commit the ledger there.
    Other lines of `info/exclude` stay.
    """
    directory = git_dir(workspace.root)
    assert directory is not None
    path = os.path.join(common_dir(directory), "info", "exclude")
    place = git.run("rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").strip("\n")
    ours = {kind: [f"/{place}{SIDECAR}{line}" for line in ignored(kind).splitlines()
                   if line.startswith("/")] for kind in Storage}  # fmt: skip
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            before = file.read()
    except FileNotFoundError:
        before = ""
    known = {line for lines in ours.values() for line in lines}
    kept = [line for line in before.splitlines() if line not in known]
    lines = kept + (ours[storage] if storage is not None else [])
    if lines == before.splitlines():
        return []
    os.makedirs(os.path.dirname(path), exist_ok=True)
    text = "".join(f"{line}\n" for line in lines)
    write_atomically(path, text.encode("utf-8", "surrogateescape"))
    name = os.path.relpath(path, workspace.root)
    return [Action(name, "restored" if storage is None else "changed")]


def _with_lines(before: str, wanted: str) -> str:
    """A `.gitignore` with tracer's lines as they are `wanted`; a team's own lines stay."""
    ours = {line for kind in Storage for line in ignored(kind).splitlines()} | _EARLIER
    kept = [line for line in before.splitlines() if line not in ours]
    return wanted + "".join(f"{line}\n" for line in kept)


_EARLIER = {
    "# Git keeps the ledger in refs/tracer/ledger.",
    "# Derived: deleting it loses nothing but time.",
}


def _move_over(workspace: Workspace, git: Git) -> list[Action]:
    """Take what tracer writes out of git's index, losing no record that any commit has."""
    names = [f"{SIDECAR}/{name}" for name in _WRITTEN]
    raw = git.run("ls-files", "-z", "--", *names)
    tracked = [path.decode("utf-8", "surrogateescape") for path in raw.split(b"\0") if path]
    if not tracked:
        return []
    for content in refs.versions(git, f"{SIDECAR}/{sharing.LEDGER}", _MOST_BYTES):
        append_lines(workspace, content)
    actions = []
    for path in tracked:
        there = f"{SIDECAR}/{sharing.MOVED}/{path.removeprefix(f'{SIDECAR}/')}"
        place = os.path.join(workspace.root, *there.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        committed = git.run("show", f":./{path}")
        copies = {place: committed}
        if path.removeprefix(f"{SIDECAR}/") in _GROWING:
            stem, ending = os.path.splitext(place)
            older = enumerate(_earlier(committed), start=1)
            copies |= {f"{stem}.{number}{ending}": text for number, text in older}
        for name, text in copies.items():
            write_atomically(name, text)
        git.run("update-index", "--force-remove", "--", path)
        git.run("add", "-f", "--", *(os.path.relpath(name, workspace.root) for name in copies))
        actions.append(Action(f"{path} -> {there}", "moved"))
    return [*actions, Action("commit this, then push", "next")]


def _earlier(committed: bytes) -> list[bytes]:
    """The beginnings of a file that grew by lines, each two thirds of the one before.

    A branch from before the move has such a beginning of it. When it merges, git follows changes
    to a file that moved only if at least half of the text is alike.
    """
    found: list[bytes] = []
    size = len(committed)
    while size := committed.rfind(b"\n", 0, size * 2 // 3) + 1:
        found.append(committed[:size])
    return found


def _make_salt(workspace: Workspace) -> list[Action]:
    path = salt_path(workspace)
    name = os.path.relpath(path, workspace.root)
    if os.path.exists(path):
        return [Action(name, "kept")]
    write_atomically(path, os.urandom(32).hex().encode() + b"\n", durable=True)
    return [Action(name, "created")]
