"""Connecting a workspace: its sidecar, and the agents that work in it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from typing import TYPE_CHECKING

from tracer.agents.install import COMMAND, Action, install, plan, uninstall
from tracer.agents.spec import agent_names, load_spec
from tracer.ledger.settings import Storage, storage_of
from tracer.model.disk import read_object, write_atomically
from tracer.model.errors import InputError, UsageError
from tracer.model.workspace import SIDECAR, Workspace
from tracer.policy.config import Mode, load_config

if TYPE_CHECKING:
    from collections.abc import Sequence

_CONFIG = """\
# How tracer works here. Commit this file: it holds for everyone.

# observe: record what the policy would refuse, refuse nothing.  enforce: refuse it.
mode: {mode}

# How long an agent's checkout of an intent lasts.  task: until it stops.  session: until its
# session ends.
checkout: task

# Directories outside the workspace that calls may write without an intent.
scratch: [/tmp, /var/tmp, $TMPDIR]

# When a record counts as written.  full: when the disk has it (a power cut loses nothing).
# data: the same by fdatasync.  off: when the system has it (a crash of tracer loses nothing).
sync: full

# Where git keeps the ledger.  ref: in refs/tracer/ledger, out of every diff; it travels with push
# and fetch.  file: in the work tree, committed with the code.  Set by `tracer init --ledger`.
ledger: {ledger}

# More, with their meaning, in docs/governance.md: commands, completion, approval_minutes,
# circuit_failures, circuit_minutes, quality, quality_seconds, shared_brain, answers.
"""
_INTENTS = """\
# Why code is written here. Edit this file, or use `tracer intent`; both keep the comments.
#
# active_intents:
#   - id: INT-001                      # what agents cite; no spaces
#     name: Prices in every currency
#     status: PENDING                  # PENDING, IN_PROGRESS, BLOCKED, COMPLETED, ABANDONED
#     owned_scope:                     # files it may change, as in a .gitignore; none: nothing
#       - src/prices/**
#       - "!src/prices/legacy/**"
#     constraints: [No new dependencies]
#     acceptance_criteria: [All prices carry a currency]
#     related_specs: [{type: specification, value: REQ-001}]
active_intents: []
"""
_FILES = {
    "config.yaml": _CONFIG,
    "active_intents.yaml": _INTENTS,
    ".gitignore": "",  # by storage: `ignored`
    ".gitattributes": (
        "# Each clone writes a chain of its own; a merge is the union of their lines.\n"
        "agent_trace.jsonl merge=union -text\n"
        "# Lines for people, which every clone adds to; the map is written anew with each change.\n"
        "governance_ledger.md merge=union\n"
        "intent_map.md merge=union\n"
        "# What git tracked before the ledger moved to refs/tracer/ledger.\n"
        "/before-ref/** merge=union -text\n"
        "# Entry by entry, where tracer is installed (`tracer init`); as text elsewhere.\n"
        "active_intents.yaml merge=tracer-intents\n"
    ),
}
_IGNORED = {
    Storage.REF: (
        "# tracer writes these; git keeps the ledger in refs/tracer/ledger.\n"
        "/agent_trace.jsonl\n/archive/\n/governance_ledger.md\n/intent_map.md\n/.index/\n"
    ),
    Storage.FILE: (
        "# Derived from the ledger: deleting them loses nothing but time.\n"
        "/governance_ledger.md\n/intent_map.md\n/.index/\n"
    ),
}


def ignored(storage: Storage) -> str:
    """The lines of `.orchestration/.gitignore` for a storage."""
    return _IGNORED[storage]


def init(
    workspace: Workspace,
    agents: Sequence[str] = (),
    mode: Mode | str | None = None,
    *,
    command: str = COMMAND,
) -> list[Action]:
    """What was done to each file. Doing it again changes nothing but a mode that is given.

    A new sidecar is in `observe` unless `mode` says otherwise. `command` is what the agents are
    to run.
    Raises: UsageError for an unknown agent or mode; InputError for a file in the way that is
    not what it should be. Nothing is written then.
    """
    wanted = _mode(mode)
    for agent in agents:
        if "install" not in load_spec(agent):
            raise UsageError(
                f"{agent} has nothing to install",
                fix=f"Let it run `{COMMAND} hook --agent {agent}` at each event.",
            )
        plan(workspace, agent, command=command)
    if os.path.lexists(workspace.config):
        load_config(workspace)
    actions = _make_sidecar(workspace, wanted)
    for agent in agents:
        actions += install(workspace, agent, command=command)
    return actions


def uninit(workspace: Workspace) -> list[Action]:
    """What was done to each file: every agent is as it was before `init`.

    The sidecar goes too while it holds nothing but what `init` wrote; a ledger or an intent
    makes it stay.
    Raises: InputError for a configuration file that cannot be read.
    """
    actions = []
    for agent in agent_names():
        if "install" in load_spec(agent):
            actions += uninstall(workspace, agent)
    if not workspace.is_initialised:
        return actions
    if _is_untouched(workspace):
        shutil.rmtree(workspace.sidecar)
        return [*actions, Action(f"{SIDECAR}/", "removed")]
    return [*actions, Action(f"{SIDECAR}/", "kept")]


def _mode(mode: Mode | str | None) -> Mode | None:
    try:
        return None if mode is None else Mode(mode)
    except ValueError:
        raise UsageError(f"unknown mode {mode!r}", fix=f"Use {' or '.join(Mode)}.") from None


def _make_sidecar(workspace: Workspace, mode: Mode | None) -> list[Action]:
    """Write the sidecar's files that are not there; set the mode where one is given."""
    actions = []
    manifest = _manifest(workspace)
    try:
        os.makedirs(os.path.join(workspace.index, "install"), exist_ok=True)
        for name, template in _FILES.items():
            path = os.path.join(workspace.sidecar, name)
            text = template.replace("{mode}", mode or Mode.OBSERVE)
            text = text.replace("{ledger}", Storage.REF)
            if name == ".gitignore":
                text = ignored(storage_of(workspace))
            what = "kept"
            if not os.path.lexists(path):
                what = "created"
            elif name == "config.yaml" and mode is not None:
                text = with_setting(path, "mode", mode)
                what = "kept" if _hash(text.encode()) == _hash_of(path) else "changed"
            elif name == ".gitattributes" and _hash_of(path) == manifest.get(name):
                # Nobody edited it since an earlier tracer wrote it.
                what = "kept" if _hash(text.encode()) == _hash_of(path) else "changed"
            if what != "kept":
                write_atomically(path, text.encode())
                manifest[name] = _hash(text.encode())
            actions.append(Action(f"{SIDECAR}/{name}", what))
        write_atomically(_manifest_path(workspace), json.dumps(manifest).encode())
    except OSError as error:
        raise InputError(
            f"{error.filename}: {error.strerror}", fix="Make the directory writable."
        ) from error
    return actions


def with_setting(path: str, name: str, value: str) -> str:
    """The text of a configuration with one setting set; the rest of it stays."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    line = re.compile(rf"^{name}[ \t]*:.*$", re.MULTILINE)
    if line.search(text) is None:
        return f"{name}: {value}\n{text}"
    if re.search(rf"^{name}[ \t]*:[ \t]*{value}\b", text, re.MULTILINE):
        return text
    return line.sub(f"{name}: {value}", text, count=1)


def _is_untouched(workspace: Workspace) -> bool:
    """Whether the sidecar holds nothing but files as `init` wrote them, and derived ones."""
    manifest = _manifest(workspace)
    names = set(os.listdir(workspace.sidecar)) - {os.path.basename(workspace.index)}
    return bool(manifest) and all(
        manifest.get(name) == _hash_of(os.path.join(workspace.sidecar, name)) for name in names
    )


def _manifest_path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "install", "sidecar.json")


def _manifest(workspace: Workspace) -> dict[str, str]:
    """Hashes of the files as `init` wrote them; empty where that is not known."""
    return read_object(_manifest_path(workspace))


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _hash_of(path: str) -> str | None:
    """The hash of a file; None for what is no readable file."""
    try:
        with open(path, "rb") as file:
            return _hash(file.read())
    except OSError:
        return None
