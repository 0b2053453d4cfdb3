"""Approval by a key: what an approver signs, who may, and whether a signature counts.

The statement names the request, the answer, and what was asked, by whom and when, so that a
signature serves for nothing else. Who may approve stands in git's `gpg.ssh.allowedSignersFile`,
else in `.orchestration/allowed_signers`; the namespace is `tracer-approval`. Neither that file nor
the key may lie where agents' commands write.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tracer.ledger import timestamp
from tracer.ledger.canonical import canonical
from tracer.ledger.signing import NOT_ALLOWED, Signers, sign
from tracer.model.errors import InputError, LedgerError, UsageError
from tracer.vcs import Git, git_dir, refs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.intents.approvals import Answer, Request
    from tracer.model.workspace import Workspace

PROOF = "key"
NAMESPACE = "tracer-approval"
_SCHEMA = "tracer.approval/1"
_SAME = ("request", "kind", "answer", "subject_hash")  # in the statement and in the record


def signed(request: Request, answer: Answer, key: str) -> dict[str, Any]:
    """The statement that the request has this answer, and its signature. Raises: InputError."""
    statement = {
        "schema": _SCHEMA,
        "request": request.id,
        "kind": request.kind,
        "answer": str(answer),
        "subject_hash": request.digest,
        "agent": request.agent,
        "session": request.session_id,
        "intent_id": request.intent_id,
        "requested": timestamp(round(request.requested * 1e9)),
        "timestamp": timestamp(),
    }
    return {"statement": statement, "signature": sign(canonical(statement), key, NAMESPACE)}


def approver(made: dict[str, Any], signers: Signers) -> tuple[str | None, str | None]:
    """Who signed, or None and why the signature does not count."""
    statement = made["statement"]
    try:
        message = canonical(statement)
    except LedgerError as error:
        return None, error.message
    if statement.get("schema") != _SCHEMA:
        return None, "what is signed is no approval"
    moment = str(statement.get("timestamp"))
    return signers.signer(message, str(made.get("signature")), moment, NAMESPACE)


def reason_against(approval: dict[str, Any], signers: Iterable[Signers]) -> str | None:
    """Why a recorded approval by a key does not count; None where one of the signers' files has it.

    `NOT_ALLOWED` where no file knows the key.
    """
    made = approval.get("signed")
    if not isinstance(made, dict) or not isinstance(made.get("statement"), dict):
        return "there is no signature"
    if any(made["statement"].get(name) != approval.get(name) for name in _SAME):
        return "what was signed is something else"
    reason = NOT_ALLOWED
    for one in signers:
        person, why = approver(made, one)
        if person is not None:
            return None if person == approval.get("by") else f"{person} signed it"
        if why is not None and why != NOT_ALLOWED:
            reason = why
    return reason


def signers_of(workspace: Workspace, writable: Iterable[str], key: str) -> Signers:
    """Who may approve, where neither that file nor the key lies where agents' commands write.

    `writable` are the directories outside of the workspace in which they do.
    Raises: UsageError where no file says so, or where an agent may write it; InputError.
    """
    path = _configured(workspace) or _own(workspace)
    if path is None:
        raise UsageError(
            "no file says whose key approves",
            fix="Name one in git's gpg.ssh.allowedSignersFile (`git config --global`).",
        )
    open_to_agents = [os.path.realpath(place) for place in (workspace.root, *writable)]
    sidecar = os.path.realpath(workspace.sidecar)
    for file, what in ((path, "says whose key approves"), (key, "is a key")):
        real = os.path.realpath(file)
        if any(_is_in(real, place) for place in open_to_agents) and not _is_in(real, sidecar):
            raise UsageError(
                f"{file} {what}, and agents' commands may write it",
                fix="Keep it outside of the repository and of scratch directories.",
            )
    return _signers(workspace, path)


def known_signers(workspace: Workspace) -> list[Signers]:
    """All who may have approved, as far as this clone's files say: git's, then the workspace's."""
    found = []
    for look_up in (_configured, _own):
        with suppress(InputError):  # a file that a setting names and that is not there
            path = look_up(workspace)
            found += [] if path is None else [_signers(workspace, path)]
    return found


def _is_in(path: str, directory: str) -> bool:
    return path.startswith(os.path.join(directory, ""))


def _signers(workspace: Workspace, path: str) -> Signers:
    """Those of a file, without the keys that git's list or the workspace's revokes."""
    own = os.path.join(workspace.sidecar, "revoked_signers")
    lists = [_of_git(workspace, "gpg.ssh.revocationFile"), own if os.path.exists(own) else None]
    return Signers(os.path.realpath(path), *lists)


def _configured(workspace: Workspace) -> str | None:
    """The file that git has of allowed signers. Raises: InputError for one that is not there."""
    path = _of_git(workspace, "gpg.ssh.allowedSignersFile")
    if path is not None and not os.path.isfile(path):
        raise InputError(f"{path}: no such file", fix="Correct gpg.ssh.allowedSignersFile.")
    return path


def _own(workspace: Workspace) -> str | None:
    path = os.path.join(workspace.sidecar, "allowed_signers")
    return path if os.path.exists(path) else None


def _of_git(workspace: Workspace, name: str) -> str | None:
    """The file that a setting of git's names."""
    if git_dir(workspace.root) is None:
        return None
    with Git(workspace.root) as git:
        configured = refs.setting(git, name)
    return os.path.join(workspace.root, os.path.expanduser(configured)) if configured else None
