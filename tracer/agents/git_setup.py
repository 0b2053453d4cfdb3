"""What `tracer init` sets up in git: where the ledger is kept, and a seal after each commit."""

from __future__ import annotations

import os
from shutil import which

from tracer.agents.install import Action
from tracer.agents.setup import with_setting
from tracer.ledger.settings import Storage, salt_path, storage_of
from tracer.model.disk import write_atomically
from tracer.model.errors import InputError
from tracer.model.workspace import SIDECAR, Workspace
from tracer.vcs import Git, git_dir, githooks, octopus, refs

_SEAL = "tracer seal --committed --quiet"
_EXCHANGE = "tracer index >/dev/null 2>&1"
_IGNORED = "# Git keeps the ledger in refs/tracer/ledger.\n/agent_trace.jsonl\n/archive/\n"
_TRAILER = 'tracer intent trailer "$@"'
_HOOKS = ("post-commit", "post-merge", "post-rewrite")
_MESSAGE = "prepare-commit-msg"
_OCTOPUS = "pull.octopus"  # git merge asks it, too


def connect(
    workspace: Workspace,
    *,
    storage: str | None = None,
    seal: bool = False,
    salted: bool = False,
    trailers: bool = False,
) -> list[Action]:
    """What was done to each file and setting. Doing it again changes nothing.

    `storage` None leaves it as it is. With `ref` the ledger is ignored by git and exchanged
    through `refs/tracer/*`; with `seal` each commit is followed by a checkpoint in a ref; with
    `salted` content hashes are keyed from now on; with `trailers` commits name their intents.
    Raises: InputError outside git, for a ledger that is committed already, for a hook that is no
    shell script; VcsError.
    """
    actions = _join_several(workspace)
    if salted:
        actions += _make_salt(workspace)
    if storage is None and not seal and not trailers:
        return actions
    if git_dir(workspace.root) is None:
        raise InputError(f"{workspace.root}: no git repository", fix="Run `git init` there.")
    with Git(workspace.root) as git:
        if trailers:
            path = githooks.add(git, _MESSAGE, [_TRAILER])
            name = os.path.relpath(path, workspace.root) if path is not None else _MESSAGE
            actions.append(Action(name, "kept" if path is None else "changed"))
        if storage is None and not seal:
            return actions
        wanted = storage_of(workspace) if storage is None else Storage(storage)
        if storage is not None:
            actions += _store(workspace, git, wanted)
        is_sealing = seal or _SEAL in (githooks.text(git, "post-commit") or "")
        if is_sealing or wanted is Storage.REF:
            actions += [Action(f"git config {added}", "set") for added in refs.add_refspecs(git)]
        else:
            actions += [Action(f"git config {name}", "unset") for name in refs.remove_refspecs(git)]
        for hook in _HOOKS:
            commands = [_SEAL] if is_sealing and hook == "post-commit" else []
            commands += [_EXCHANGE] if wanted is Storage.REF else []
            path = githooks.add(git, hook, commands) if commands else githooks.remove(git, hook)
            if path is not None:
                name = os.path.relpath(path, workspace.root)
                actions.append(Action(name, "changed" if commands else "restored"))
    return actions


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
        removed = [*refs.remove_refspecs(git), *refs.remove_setting(git, _OCTOPUS, octopus.NAME)]
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


def _store(workspace: Workspace, git: Git, storage: Storage) -> list[Action]:
    """Set where git keeps the ledger."""
    if storage is Storage.REF and git.run("ls-files", "--", f"{SIDECAR}/agent_trace.jsonl"):
        raise InputError(
            f"{SIDECAR}/agent_trace.jsonl is committed",
            fix=f"First run `git rm --cached {SIDECAR}/agent_trace.jsonl` and commit that.",
        )
    ignore = os.path.join(workspace.sidecar, ".gitignore")
    try:
        with open(ignore, encoding="utf-8") as file:
            before = file.read()
        after = before.replace(_IGNORED, "")
        if storage is Storage.REF:
            after += _IGNORED
        actions = []
        for path, text in (
            (ignore, after),
            (workspace.config, with_setting(workspace.config, "ledger", storage)),
        ):
            with open(path, encoding="utf-8", newline="") as file:
                is_same = file.read() == text
            if not is_same:
                write_atomically(path, text.encode())
            name = os.path.relpath(path, workspace.root)
            actions.append(Action(name, "kept" if is_same else "changed"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{ignore}: {error}", fix="Make .orchestration/ writable.") from error
    return actions


def _make_salt(workspace: Workspace) -> list[Action]:
    path = salt_path(workspace)
    name = os.path.relpath(path, workspace.root)
    if os.path.exists(path):
        return [Action(name, "kept")]
    write_atomically(path, os.urandom(32).hex().encode() + b"\n", durable=True)
    return [Action(name, "created")]
