"""Signatures by a person's SSH key, made and checked by `ssh-keygen -Y` as git does it.

Nothing of cryptography is done here. An Ed25519 key in PEM form, which ssh-keygen reads from
OpenSSH 9.6 on only, signs through `openssl`; what is made here is the envelope around that. Who
may sign stands in an `allowed_signers` file, which ssh-keygen reads with its own rules: several
keys a person, `valid-after`, `valid-before`, `namespaces`, certificate authorities. A key that
was stolen is named in a revocation list instead, which counts for all times: a thief can write
any date into a checkpoint.
Source: ssh-keygen(1), ALLOWED SIGNERS and KEY REVOCATION LISTS; PROTOCOL.sshsig; RFC 8410 (PEM).
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import tempfile
from typing import TYPE_CHECKING

from tracer.model.errors import InputError

if TYPE_CHECKING:
    from tracer.ledger.checkpoint import Checkpoint

NAMESPACE = "tracer"
_TIMEOUT_S = 60  # a person may have to touch a hardware key
_PEM = b"-----BEGIN PRIVATE KEY-----"
_ED25519 = bytes.fromhex("302a300506032b6570032100")  # SubjectPublicKeyInfo up to the 32 bytes
_ARMOUR = 70  # characters a line
NOT_ALLOWED = "its key is not of an allowed signer, or was not at that time"


def sign(message: bytes, key: str, namespace: str = NAMESPACE) -> str:
    """The armoured signature of `message` by a private key, or a public one the agent holds.

    Raises: InputError when the key, or the program that could use it, is missing.
    """
    public = _ed25519_in_pem(key)
    if public is not None:
        return _sign_with_pem(message, key, public, namespace)
    done = _ssh_keygen(["-Y", "sign", "-q", "-n", namespace, "-f", key], stdin=message)
    if done.returncode != 0 or not done.stdout:
        raise InputError(
            f"{key}: {_reason(done)}",
            fix="Name an SSH key of yours with --key, or add it to your agent.",
        )
    return done.stdout.decode("ascii")


def public_key(key: str) -> str:
    """The public half of a key, as a line of `allowed_signers` has it: `ssh-ed25519 AAAA…`.

    Raises: as `sign`.
    """
    public = _ed25519_in_pem(key)
    if public is not None:
        return f"ssh-ed25519 {base64.b64encode(public).decode('ascii')}"
    done = _ssh_keygen(["-y", "-f", key])
    if done.returncode != 0:
        raise InputError(f"{key}: {_reason(done)}", fix="Name a private SSH key with --key.")
    return " ".join(done.stdout.decode("utf-8", "replace").split()[:2])


def _ed25519_in_pem(key: str) -> bytes | None:
    """The public half, in SSH's form, of an Ed25519 key in PEM form; None for any other key."""
    try:
        with open(key, "rb") as file:
            if file.read(len(_PEM)) != _PEM:
                return None
    except OSError:
        return None  # a key only the agent holds
    found = _openssl(["pkey", "-in", key, "-pubout", "-outform", "DER"], key)
    if not found.startswith(_ED25519):
        return None  # ssh-keygen reads the others
    return _strings(b"ssh-ed25519", found[len(_ED25519) :])


def _sign_with_pem(message: bytes, key: str, public: bytes, namespace: str) -> str:
    head = [namespace.encode(), b"", b"sha512"]
    signed = b"SSHSIG" + _strings(*head, hashlib.sha512(message).digest())
    handle, path = tempfile.mkstemp(prefix="tracer-")
    try:
        with os.fdopen(handle, "wb") as file:  # openssl must know the length before it signs
            file.write(signed)
        raw = _openssl(["pkeyutl", "-sign", "-inkey", key, "-rawin", "-in", path], key)
    finally:
        os.unlink(path)
    version = (1).to_bytes(4, "big")
    blob = b"SSHSIG" + version + _strings(public, *head, _strings(b"ssh-ed25519", raw))
    text = base64.b64encode(blob).decode("ascii")
    lines = [text[at : at + _ARMOUR] for at in range(0, len(text), _ARMOUR)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


def _strings(*values: bytes) -> bytes:
    """Length-prefixed, RFC 4251 §5."""
    return b"".join(len(value).to_bytes(4, "big") + value for value in values)


class Signers:
    """The people whose signatures count. Remembers who signed what it was asked about."""

    def __init__(self, allowed: str, *revoked: str | None) -> None:
        """`revoked` are files of keys that never count. Raises: InputError for a missing file."""
        self._revoked = [path for path in revoked if path is not None]
        for path in (allowed, *self._revoked):
            if not os.path.isfile(path):
                raise InputError(f"{path}: no such file", fix="Name the file of allowed signers.")
        self._allowed = allowed
        self.found: dict[str, int] = {}  # person -> checkpoints

    def reason_against(self, checkpoint: Checkpoint) -> str | None:
        """Why the signature of a checkpoint does not count, or None when it does.

        Judged as of the time the checkpoint states. Cost: two processes.
        Raises: InputError when ssh-keygen is missing.
        """
        if checkpoint.signature is None:
            return "it has no signature"
        person, why = self.signer(checkpoint.message, checkpoint.signature, checkpoint.timestamp)
        if person is not None:
            self.found[person] = self.found.get(person, 0) + 1
        return why

    def signer(
        self, message: bytes, signature: str, timestamp: str, namespace: str = NAMESPACE
    ) -> tuple[str | None, str | None]:
        """Who signed the message, or None and why that does not count. Cost: two processes.

        Judged as of the time given (RFC 3339, UTC). Raises: InputError when ssh-keygen is missing.
        """
        moment = _moment(timestamp)
        if moment is None:
            return None, "it has no time"
        handle, path = tempfile.mkstemp(prefix="tracer-", suffix=".sig")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(signature.encode())
            common = [f"-Overify-time={moment}", "-f", self._allowed, "-s", path]
            who = _ssh_keygen(["-Y", "find-principals", *common])
            if who.returncode != 0:
                return None, NOT_ALLOWED
            lists = [["-r", file] for file in self._revoked] or [[]]
            for person in who.stdout.decode("utf-8", "replace").splitlines():
                asked = ["-Y", "verify", *common, "-n", namespace, "-I", person]
                done = (_ssh_keygen([*asked, *one], stdin=message).returncode for one in lists)
                if not any(done):
                    return person, None
            return None, "the signature does not fit what is signed, or its key is revoked"
        finally:
            os.unlink(path)


def _moment(timestamp: str) -> str | None:
    """RFC 3339 in UTC as ssh-keygen takes it: `20260301120000Z`."""
    digits = timestamp[:19].translate({ord(mark): None for mark in "-:T"})
    is_utc = timestamp.endswith("Z") and len(digits) == len("20260301120000")
    return f"{digits}Z" if is_utc and digits.isascii() and digits.isdigit() else None


def _ssh_keygen(arguments: list[str], stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return _run("ssh-keygen", arguments, stdin, fix="Install OpenSSH 8.2 or newer")


def _openssl(arguments: list[str], key: str) -> bytes:
    done = _run("openssl", arguments, b"", fix="Install OpenSSL, or name an SSH key")
    if done.returncode != 0:
        raise InputError(f"{key}: {_reason(done)}", fix="Name an SSH key or an Ed25519 key.")
    return done.stdout


def _run(
    program: str, arguments: list[str], stdin: bytes, *, fix: str
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            [program, *arguments],
            input=stdin,
            capture_output=True,
            timeout=_TIMEOUT_S,
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
    except OSError as error:
        raise InputError(f"{program} could not be started: {error.strerror}", fix=fix) from error
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"{program} did not answer within {_TIMEOUT_S} s", fix="Unlock the key first"
        ) from error


def _reason(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].rstrip("\r.") if lines else "ssh-keygen refused it"
