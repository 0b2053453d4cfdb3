"""What `.orchestration/config.yaml` says about the ledger.

Only the keys the ledger needs are looked at, and a file that cannot be read means the defaults:
whoever reads the whole configuration (`policy.config`) reports what is wrong with it.
"""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tracer.model.assumptions import written
from tracer.model.errors import InputError, LedgerError, UsageError
from tracer.resources import load_yaml

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


class Sync(StrEnum):
    """What a record that was acknowledged survives."""

    FULL = "full"  # a power cut: fsync
    DATA = "data"  # the same, where the file system keeps the size with the data: fdatasync
    OFF = "off"  # a crash of the process, not of the machine


class Storage(StrEnum):
    """Where git keeps the ledger."""

    FILE = "file"  # in the work tree, committed with the code
    REF = "ref"  # in refs/tracer/ledger; the file is ignored


def sync_of(workspace: Workspace) -> Sync:
    """The setting `sync`. Cost: one read of a small file."""
    try:
        return Sync(_setting(workspace, "sync", Sync.FULL))
    except ValueError:
        return Sync.FULL


def storage_of(workspace: Workspace) -> Storage:
    """The setting `ledger`. Cost: one read of a small file."""
    try:
        return Storage(_setting(workspace, "ledger", Storage.FILE))
    except ValueError:
        return Storage.FILE


def is_tracked(workspace: Workspace) -> bool:
    """Whether git writes the ledger: when it is a file of the work tree, not where a ref has it."""
    return storage_of(workspace) is Storage.FILE


def salt_path(workspace: Workspace) -> str:
    """The file that holds the key of salted content hashes, if they are."""
    return os.path.join(workspace.sidecar, "salt")


def salt_of(workspace: Workspace) -> bytes:
    """The key for hashes of ranges; empty where they are not salted.

    Raises: LedgerError for a file that is empty or cannot be read: plain hashes would undo what
    the salt is for.
    """
    try:
        with open(salt_path(workspace), "rb") as file:
            salt = file.read().strip()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise LedgerError(
            f"cannot read .orchestration/salt: {error.strerror}", fix="Make it readable."
        ) from error
    if not salt:
        raise LedgerError(".orchestration/salt is empty", fix="Restore it from git.")
    return salt


def list_setting(workspace: Workspace, key: str) -> list[str]:
    """A setting that is a list of texts; empty where it is not there, or not one.

    Cost: one read of a small file.
    """
    value = _written(workspace, key, None)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def assumed_by_team(workspace: Workspace) -> str:
    """The setting `assume`: what proofs may take for granted; nothing where it cannot be read."""
    try:
        return written(_written(workspace, "assume", "default"))
    except UsageError:
        return "none"


def _written(workspace: Workspace, key: str, default: Any) -> Any:
    """A setting as it is written; the default where it is not there, or cannot be read."""
    if not os.path.exists(workspace.config):
        return default
    try:
        document = load_yaml(workspace.config)
    except InputError:
        return default
    return document.get(key, default) if isinstance(document, dict) else default


def _setting(workspace: Workspace, key: str, default: str) -> str:
    value = _written(workspace, key, default)
    return "off" if value is False else str(value)  # YAML reads a bare `off` as false
