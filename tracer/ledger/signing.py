"""Signatures by a person's SSH key, made and checked by `ssh-keygen -Y` as git does it.

Nothing of cryptography is done here. Who may sign stands in an `allowed_signers` file, which
ssh-keygen reads with its own rules: several keys a person, `valid-after`, `valid-before`,
`namespaces`, certificate authorities. A key that was stolen is named in a revocation list
instead, which counts for all times: a thief can write any date into a checkpoint.
Source: ssh-keygen(1), ALLOWED SIGNERS and KEY REVOCATION LISTS; PROTOCOL.sshsig.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from typing import TYPE_CHECKING

from tracer.model.errors import InputError

if TYPE_CHECKING:
    from tracer.ledger.checkpoint import Checkpoint

NAMESPACE = "tracer"
_TIMEOUT_S = 60  # a person may have to touch a hardware key


def sign(message: bytes, key: str) -> str:
    """The armoured signature of `message` by a private key, or a public one the agent holds.

    Raises: InputError when ssh-keygen is missing or cannot use the key.
    """
    done = _ssh_keygen(["-Y", "sign", "-q", "-n", NAMESPACE, "-f", key], stdin=message)
    if done.returncode != 0 or not done.stdout:
        raise InputError(
            f"{key}: {_reason(done)}",
            fix="Name an SSH key of yours with --key, or add it to your agent.",
        )
    return done.stdout.decode("ascii")


class Signers:
    """The people whose signatures count. Remembers who signed what it was asked about."""

    def __init__(self, allowed: str, revoked: str | None = None) -> None:
        """Raise InputError when a file is missing."""
        for path in filter(None, (allowed, revoked)):
            if not os.path.isfile(path):
                raise InputError(f"{path}: no such file", fix="Name the file of allowed signers.")
        self._allowed = allowed
        self._revoked = revoked
        self.found: dict[str, int] = {}  # person -> checkpoints

    def reason_against(self, checkpoint: Checkpoint) -> str | None:
        """Why the signature of a checkpoint does not count, or None when it does.

        Judged as of the time the checkpoint states. Cost: two processes.
        Raises: InputError when ssh-keygen is missing.
        """
        moment = _moment(checkpoint.timestamp)
        if moment is None or checkpoint.signature is None:
            return "it has no signature, or no time"
        handle, path = tempfile.mkstemp(prefix="tracer-", suffix=".sig")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(checkpoint.signature.encode())
            common = [f"-Overify-time={moment}", "-f", self._allowed, "-s", path]
            who = _ssh_keygen(["-Y", "find-principals", *common])
            if who.returncode != 0:
                return "its key is not of an allowed signer, or was not at that time"
            for person in who.stdout.decode("utf-8", "replace").splitlines():
                revoked = ["-r", self._revoked] if self._revoked else []
                done = _ssh_keygen(
                    ["-Y", "verify", *common, "-n", NAMESPACE, "-I", person, *revoked],
                    stdin=checkpoint.message,
                )
                if done.returncode == 0:
                    self.found[person] = self.found.get(person, 0) + 1
                    return None
            return "the signature does not fit what is signed, or its key is revoked"
        finally:
            os.unlink(path)


def _moment(timestamp: str) -> str | None:
    """RFC 3339 in UTC as ssh-keygen takes it: `20260301120000Z`."""
    digits = timestamp[:19].translate({ord(mark): None for mark in "-:T"})
    is_utc = timestamp.endswith("Z") and len(digits) == len("20260301120000")
    return f"{digits}Z" if is_utc and digits.isascii() and digits.isdigit() else None


def _ssh_keygen(arguments: list[str], stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["ssh-keygen", *arguments],
            input=stdin,
            capture_output=True,
            timeout=_TIMEOUT_S,
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
    except OSError as error:
        raise InputError(
            f"ssh-keygen could not be started: {error.strerror}", fix="Install OpenSSH 8.2 or newer"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"ssh-keygen did not answer within {_TIMEOUT_S} s", fix="Unlock the key first"
        ) from error


def _reason(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].rstrip("\r.") if lines else "ssh-keygen refused it"
